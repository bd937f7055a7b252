package lessons

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// corrections finds a failure shortly before a run that this run is the
// correction of.
func corrections(now *memory.Run, script *shell.Script, steps []memory.Activity, parse Parse) []memory.Lesson {
	runs := 0
	for i := range steps {
		r := steps[i].Run
		if r == nil {
			continue
		}
		if runs++; runs > maxBack {
			break
		}
		if r.Outcome == memory.OK && templateProgram(r.Template) == templateProgram(now.Template) {
			break // whatever failed before that one has its correction
		}
		// A check that fails is mended elsewhere: the next one that passes
		// is about something else.
		if r.Outcome != memory.Failed || r.Check != nil || len(r.Errors) == 0 {
			continue
		}
		e := r.Errors[0]
		if c, ok := correct(parse(r.Command), script, &e, runs == 1); ok {
			return []memory.Lesson{{
				Kind: memory.LessonFix, Key: e.Signature, What: e.Line,
				From: redact.Clean(c.from), Remedy: redact.Clean(c.to),
			}}
		}
	}
	return nil
}

func templateProgram(template redact.Text) string {
	program, _, _ := strings.Cut(template.String(), " ")
	return program
}

// correction is what stood in for what.
type correction struct{ from, to string }

// correct compares a command that failed with one that went well: when they
// differ in one call, which the error speaks of, the difference is the
// correction: a word for a word, or a call for a call.
func correct(was, now *shell.Script, e *memory.Error, next bool) (correction, bool) {
	gone, come := onlyIn(was, now), onlyIn(now, was)
	for _, g := range gone {
		for _, c := range come {
			x, y := &was.Calls[g], &now.Calls[c]
			d := diff(words(x), words(y))
			lone := next && isOnlyWork(was, gone) && isOnlyWork(now, come)
			if !d.alike(x, y) || !sameWork(x, y, e) || !d.namedBy(e) && (subcommand(x) != subcommand(y) || !lone && !hasWord(e.Line.String(), x.Program)) {
				continue
			}
			if at := d.wrongWord(e); at >= 0 {
				from, to := source(was, x.Argv[at]), source(now, y.Argv[at])
				if from == "" || to == "" || !samePath(from, to) {
					return correction{}, false
				}
				return correction{from, to}, true
			}
			if options := d.addedOptions(words(y)); options != "" {
				if head := headSource(was, x); head != "" {
					return correction{head, head + " " + options}, true
				}
			}
			from, to := argvSource(was, x), argvSource(now, y)
			return correction{from, to}, from != "" && to != "" && from != to
		}
	}
	return correction{}, false
}

// isOnlyWork tells whether of some calls one is no filter behind a pipe.
func isOnlyWork(s *shell.Script, calls []int) bool {
	n := 0
	for _, i := range calls {
		if c := &s.Calls[i]; c.Stdin.Kind != shell.SourcePipe || !command.Is(c.Program, command.Filter) {
			n++
		}
	}
	return n == 1
}

// onlyIn lists the calls of a that b has none like.
func onlyIn(a, b *shell.Script) []int {
	has := make(map[string]bool)
	for i := range b.Calls {
		has[strings.Join(words(&b.Calls[i]), "\x00")] = true
	}
	inside := make(map[int]bool)
	for i := range a.Calls {
		inside[a.Calls[i].Via] = true
	}
	var list []int
	for i := range a.Calls {
		if !inside[i] && len(a.Calls[i].Argv) > 0 && !has[strings.Join(words(&a.Calls[i]), "\x00")] {
			list = append(list, i)
		}
	}
	return list
}

func words(c *shell.Call) []string {
	list := make([]string, len(c.Argv))
	for i, w := range c.Argv {
		list[i] = w.String()
	}
	return list
}

// difference is how two argument lists differ.
type difference struct {
	common int
	only   []string // the words of the first alone
	at     []int    // where they stand, when others stand in their places and nowhere else
	more   []int    // the words of the second alone
}

// diff compares by the longest common subsequence, bounded: of long lists
// the front is compared.
func diff(a, b []string) difference {
	const most = 60
	a, b = a[:min(len(a), most)], b[:min(len(b), most)]
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	d := difference{common: table[0][0]}
	var gone, come []int
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && table[i+1][j] >= table[i][j+1]:
			gone, d.only = append(gone, i), append(d.only, a[i])
			i++
		default:
			come = append(come, j)
			j++
		}
	}
	if slices.Equal(gone, come) {
		d.at = gone
	}
	d.more = come
	return d
}

// addedOptions are what the second list has more, where that is all the
// difference, and all of it options: the same helps with other operands.
func (d *difference) addedOptions(b []string) string {
	var list []string
	for _, i := range d.more {
		if len(b[i]) < 2 || b[i][0] != '-' || strings.ContainsAny(b[i], " \t\n'\"$`\\*?[]{}()<>|&;!#~") {
			return ""
		}
		list = append(list, b[i])
	}
	if len(d.only) > 0 {
		return ""
	}
	return strings.Join(list, " ")
}

// wrongWord is where one word had to be another: the only one that differs, or the
// only one of them that the error names; -1 when it is more than a word.
func (d *difference) wrongWord(e *memory.Error) int {
	if len(d.at) == 1 {
		return d.at[0]
	}
	at := -1
	for i, n := range d.at {
		if !strings.Contains(e.Line.String(), d.only[i]) {
			continue
		}
		if at >= 0 {
			return -1
		}
		at = n
	}
	return at
}

// alike tells whether one call may be meant as the other.
func (d *difference) alike(a, b *shell.Call) bool {
	shorter := min(len(a.Argv), len(b.Argv))
	if a.Program == b.Program {
		return 2*d.common >= shorter
	}
	if isVersion(a.Program, b.Program) || isVersion(b.Program, a.Program) {
		return true // python3.12 and python3
	}
	return d.common > 0 && 2*d.common >= shorter
}

// isVersion tells whether a name is another with a version behind it.
func isVersion(long, short string) bool {
	rest, ok := strings.CutPrefix(long, short)
	return ok && strings.Trim(rest, "-.0123456789") == ""
}

// namedBy tells whether an error names a word that the other call has no more.
func (d *difference) namedBy(e *memory.Error) bool {
	for _, w := range d.only {
		if w = strings.TrimLeft(w, "-"); w != "" && strings.Contains(e.Line.String(), w) {
			return true
		}
	}
	return false
}

// misspelt is how alike, of 100, a subcommand and its correction must be.
const misspelt = 60

// sameWork refuses another subcommand of the same program, unless it is the
// misspelt one set right, or the one that the error names.
func sameWork(a, b *shell.Call, e *memory.Error) bool {
	from, to := subcommand(a), subcommand(b)
	return a.Program != b.Program || from == to || from == "" || to == "" ||
		command.Similarity(from, to) >= misspelt || hasWord(e.Line.String(), to)
}

// subcommand is the subcommand of a call.
func subcommand(c *shell.Call) string { return strings.Join(c.Args.Sub, " ") }

// hasWord tells whether a word stands in a line on its own.
func hasWord(line, word string) bool {
	for from := 0; word != ""; {
		i := strings.Index(line[from:], word)
		if i < 0 {
			return false
		}
		i += from
		end := i + len(word)
		if (i == 0 || !isWordByte(line[i-1])) && (end == len(line) || !isWordByte(line[end])) {
			return true
		}
		from = end
	}
	return false
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-'
}

// samePath refuses a path for quite another: looking elsewhere is no
// correction.
func samePath(from, to string) bool {
	if !strings.Contains(from, "/") && !strings.Contains(to, "/") {
		return true
	}
	a, b := path.Base(strings.Trim(from, `'"`)), path.Base(strings.Trim(to, `'"`))
	return strings.EqualFold(a, b) || strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// source is the text of a word, when it stands in the command as it is.
func source(s *shell.Script, w shell.Word) string {
	if w.Span.From < 0 || w.Span.To > len(s.Text) || w.Span.From >= w.Span.To {
		return ""
	}
	return s.Text[w.Span.From:w.Span.To]
}

// argvSource is the text of a call from its program to its last word.
func argvSource(s *shell.Script, c *shell.Call) string {
	if len(c.Argv) == 0 {
		return ""
	}
	from, to := c.Argv[0].Span.From, c.Argv[len(c.Argv)-1].Span.To
	if from < 0 || to > len(s.Text) || from >= to {
		return ""
	}
	return s.Text[from:to]
}

// headSource is the text of a call up to its subcommand.
func headSource(s *shell.Script, c *shell.Call) string {
	n := 1 + len(c.Args.Sub)
	if n > len(c.Argv) {
		return ""
	}
	from, to := c.Argv[0].Span.From, c.Argv[n-1].Span.To
	text := argvSource(s, c)
	if text == "" || to-from > len(text) || strings.Join(words(c)[:n], " ") != text[:to-from] {
		return "" // options stand before the subcommand, or it is quoted
	}
	return text[:to-from]
}

// ApplyCorrection is a command with a lesson's correction in it; "" when the lesson
// is about something that the command does not have.
func ApplyCorrection(s *shell.Script, l *memory.Lesson) string {
	from := l.From.String()
	if from == "" {
		return ""
	}
	head := strings.HasPrefix(l.Remedy.String(), from+" ") // options are missing behind it
	for i := range s.Calls {
		c := &s.Calls[i]
		if src := argvSource(s, c); src == from || head && strings.HasPrefix(src, from+" ") {
			at := c.Argv[0].Span.From
			return s.Text[:at] + l.Remedy.String() + s.Text[at+len(from):]
		}
		if head {
			continue
		}
		for _, w := range c.Argv {
			if source(s, w) == from {
				return s.Text[:w.Span.From] + l.Remedy.String() + s.Text[w.Span.To:]
			}
		}
	}
	return ""
}
