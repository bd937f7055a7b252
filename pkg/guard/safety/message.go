package safety

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// placeholders fills the names in braces of a rule's sentences and commands.
type placeholders struct {
	script *shell.Script // nil where no command is shown
	call   *shell.Call
	at     int // the number of the command that the call belongs to
	hit    []*effect.Effect
}

// maxShown bounds a word in a message, in bytes.
const maxShown = 80

// fill puts particulars into a sentence.
func (p placeholders) fill(s string) string {
	if len(p.call.Args.Sub) == 0 || strings.HasPrefix(p.call.Program, "mcp__") { // the tool's name says the verb
		s = strings.ReplaceAll(s, " {sub}", "")
	}
	if len(p.call.Args.Operands) == 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, ": {operands}", ""), " {operands}", "")
	}
	if p.call.Program == "" {
		s = strings.ReplaceAll(s, "{program} ", "")
	}
	if !slices.ContainsFunc(p.hit, func(e *effect.Effect) bool { return e.What != "" }) {
		s = strings.ReplaceAll(s, ", {what}", "")
	}
	if t := p.targets(1); t == "" || t == "." && slices.ContainsFunc(p.hit, func(e *effect.Effect) bool { return e.Kind == rule.Discard }) {
		s = strings.Replace(s, ": {targets}", "", 1)
	}
	return replace(s, func(name string) string {
		switch name {
		case "target":
			return shown(p.named(1))
		case "targets":
			return shown(p.named(3))
		case "program":
			return shown(p.call.Program)
		case "sub":
			return shown(strings.Join(p.call.Args.Sub, " "))
		case "operands":
			return shown(p.join(p.call.Args.Operands, 3))
		case "rest":
			return shown(p.join(p.call.Args.Operands[min(1, len(p.call.Args.Operands)):], 3))
		case "what":
			return p.what()
		case "server":
			return p.server()
		case "s": // of a word before {targets}
			if len(p.targetWords()) > 1 {
				return "s"
			}
		case "wrapper":
			return strings.Join(p.call.Wrappers, " ")
		}
		return ""
	})
}

// server says on which database and host the command works, where it is told.
func (p placeholders) server() string {
	if p.script == nil {
		return ""
	}
	host, database := effect.Server(p.script, p.at)
	if database != "" && strings.Trim(database, "0123456789") == "" { // of Redis
		database = "database " + database
	}
	if contains(p.targetWords(), database) || slices.ContainsFunc(p.hit, func(e *effect.Effect) bool { return strings.HasPrefix(e.What, "DROP DATABASE") }) {
		database = "" // the one that the client is in is another
	}
	switch {
	case host != "" && database != "":
		return shown(" (" + database + " on " + host + ")")
	case host != "":
		return shown(" (on " + host + ")")
	case database != "":
		return shown(" (database " + strings.TrimPrefix(database, "database ") + ")")
	}
	return ""
}

// replace fills every {name} in s.
func replace(s string, value func(name string) string) string {
	if strings.IndexByte(s, '{') < 0 {
		return s
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			break
		}
		j := strings.IndexByte(s[i:], '}')
		if j < 0 {
			break
		}
		b.WriteString(s[:i])
		b.WriteString(value(s[i+1 : i+j]))
		s = s[i+j+1:]
	}
	b.WriteString(s)
	return b.String()
}

// targetWords returns the words that effects fall on, each once: one more than
// are ever shown is enough to know that there are too many.
func (p placeholders) targetWords() []shell.Word {
	var out []shell.Word
	for _, e := range p.hit {
		if len(out) > maxWords {
			break
		}
		if e.Target == nil || contains(out, e.Text()) {
			continue
		}
		w := *e.Target
		if first := w.Prefix(); e.Kind == rule.Push && len(first) > 1 && (first[0] == ':' || first[0] == '+') { // :topic deletes topic, +topic forces it
			w = w.Cut(1)
		}
		out = append(out, w)
	}
	return out
}

// named returns the first n targets, or what is affected, in words, where no
// target is named.
func (p placeholders) named(n int) string {
	if t := p.targets(n); t != "" {
		return t
	}
	return p.what()
}

func (p placeholders) targets(n int) string {
	words := p.targetWords()
	for _, w := range p.byOption() {
		if !contains(words, w.String()) {
			words = append(words, w)
		}
	}
	return p.join(words, n)
}

// byOption returns what a call names by options that destroys something elsewhere:
// --stack-name prod, --instance-ids i-1.
func (p placeholders) byOption() (words []shell.Word) {
	if !slices.ContainsFunc(p.hit, func(e *effect.Effect) bool { return e.Kind == rule.Destroy }) {
		return nil
	}
	for _, f := range p.call.Args.Flags {
		switch {
		case f.Value == nil:
		case f.Option != nil && slices.Contains(f.Option.Names, "--name"):
			return []shell.Word{*f.Value}
		case f.Name == "-l" || f.Name == "--selector":
			words = append(words, shell.LitWord("-l"), *f.Value)
		case f.Option != nil && slices.Contains(f.Option.Names, "--namespace"):
			words = append(words, shell.LitWord("-n"), *f.Value)
		case namesThing(f.Name):
			words = append(words, *f.Value)
		}
	}
	return words
}

// namesThing reports whether an option names what a command is about: --name, --stack-name,
// --db-instance-identifier; but not where it is: --endpoint-url.
func namesThing(option string) bool {
	if madePlaceWord(option) {
		return false
	}
	last := option[strings.LastIndexByte(option, '-')+1:]
	return madeNamesWord(option) || strings.HasPrefix(option, "--") && messageNamesWord(last)
}

// join lists the first n words.
func (p placeholders) join(words []shell.Word, n int) string {
	var out []string
	for i, w := range words {
		if i == n {
			out = append(out, "..")
			break
		}
		s := cmp.Or(p.written(w), ".")
		if dir, ok := strings.CutSuffix(s, "/**"); ok { // of find
			s = "all below " + cmp.Or(dir, "/")
		} else if _, known := w.Literal(); known && strings.Contains(s, " ") {
			s = "`" + s + "`"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// maxWritten bounds a command that a word is made of, in bytes, where it is shown.
const maxWritten = 76

// written returns a word with the commands in it as they stand in the text: $(cat .outdir).
func (p placeholders) written(w shell.Word) string {
	var b strings.Builder
	for i := range w.Parts {
		b.WriteString(cmp.Or(p.substitution(&w.Parts[i]), w.Parts[i].Text))
	}
	return b.String()
}

// substitution returns the commands that print a part of a word, "" where they are not to be
// shown: they stand in a file, or are long.
func (p placeholders) substitution(part *shell.Part) string {
	if part.Kind != shell.Unknown || len(part.From) == 0 || !strings.HasPrefix(part.Text, "$(") || p.script == nil {
		return ""
	}
	from, to := len(p.script.Text), 0
	for calls := part.From; len(calls) > 0; {
		c := &p.script.Calls[calls[0]]
		if c.In != nil {
			return ""
		}
		from, to = min(from, c.Span.From), max(to, c.Span.To)
		if calls = calls[1:]; c.Stdin != nil && len(calls) == 0 { // the head of a pipe
			calls = c.Stdin.From
		}
	}
	if from >= to || to > len(p.script.Text) || to-from > maxWritten {
		return ""
	}
	return "$(" + strings.Join(strings.Fields(p.script.Text[from:to]), " ") + ")"
}

// contains reports whether a word is among those that several effects of one
// call fall on.
func contains(words []shell.Word, s string) bool {
	for i := range words {
		if words[i].String() == s {
			return true
		}
	}
	return false
}

// telling returns the effects that say the most: of two on one target that of all of it, or else
// the later one, which a model describes more closely.
func telling(hit []*effect.Effect) []*effect.Effect {
	if len(hit) < 2 || len(hit) > maxWords {
		return hit
	}
	var out []*effect.Effect
	for i, e := range hit {
		if !slices.ContainsFunc(hit[i+1:], func(o *effect.Effect) bool {
			return sameThing(e, o) && (o.All || !e.All) || e.Target == nil && o.Target != nil && o.All && o.Kind == e.Kind && e.What != ""
		}) &&
			!slices.ContainsFunc(hit[:i], func(o *effect.Effect) bool { return sameThing(e, o) && o.All && !e.All }) {
			out = append(out, e)
		}
	}
	return out
}

// sameThing reports whether two effects do the same to one target.
func sameThing(e, o *effect.Effect) bool {
	return o.Kind == e.Kind && o.What != "" && e.What != "" && o.Target != nil && e.Target != nil && o.Text() == e.Text()
}

// what says what is affected, in words.
func (p placeholders) what() string {
	var out string
	for _, e := range telling(p.hit) {
		what := strings.TrimSuffix(e.What, effect.OnAnother) // {server} names it
		switch {
		case strings.Contains(out, what):
		case out == "" || strings.HasPrefix(what, out):
			out = what
		case !strings.Contains(out, " and "):
			out += " and " + what
		}
	}
	return cmp.Or(out, "what it names")
}

// shown returns text that fits into a one-line message.
func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || shell.OverridesDirection(r) {
			return ' '
		}
		return r
	}, s)
	if len(s) > maxShown {
		cut := maxShown
		for cut > 0 && s[cut]&0xc0 == 0x80 {
			cut--
		}
		s = s[:cut] + ".."
	}
	return s
}
