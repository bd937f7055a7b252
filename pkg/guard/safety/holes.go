package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// nothing stands for an empty hole until the blank before it is removed.
const nothing = "\x00"

// holes fills the holes of suggested commands with the words of a call.
type holes struct {
	checker *checker
	at      int // the call
	words   placeholders
	lost    []rule.Authored
	before  string // the program with the options before its subcommand, where the command begins with it
}

// fill returns a command with its holes filled. It reports false if a word is
// not known.
func (h *holes) fill(s string) (string, bool) {
	known := true
	if strings.HasPrefix(s, "{program}") {
		h.before, _ = program(h.words.call)
	}
	out := replace(s, func(name string) string {
		hole, ok := rule.ParseHole(name)
		if !ok {
			return "{" + name + "}"
		}
		text, ok := h.value(hole)
		known = known && ok
		if text == "" {
			return nothing
		}
		return text
	})
	out = strings.ReplaceAll(strings.ReplaceAll(out, " "+nothing, ""), nothing, "")
	if strings.HasPrefix(s, "{program}") {
		return h.placed(out), known
	}
	return out, known
}

// placed returns a command with the options that say where the call works, such as its cluster
// or its account: without them the command would speak of another one.
func (h *holes) placed(command string) string {
	call := h.words.call
	more := ""
	for k := range call.Args.Flags {
		f := &call.Args.Flags[k]
		if f.Value == nil || !strings.HasPrefix(f.Name, "--") && !(f.Name == "-n" && declares(call.Model, "--namespace")) || !madePlaceWord(f.Name) {
			continue
		}
		if v, ok := f.Value.Literal(); ok && !strings.Contains(command, shell.Quote(v)) {
			if more += " " + f.Name; f.Name == "-n" {
				more += " " + shell.Quote(v)
			} else {
				more += "=" + shell.Quote(v)
			}
		}
	}
	end := len(command)
	for _, stop := range [...]string{" -- ", " > "} {
		if i := strings.Index(command, stop); i >= 0 {
			end = min(end, i)
		}
	}
	return command[:end] + more + command[end:]
}

func (h *holes) value(hole rule.Hole) (string, bool) {
	call := h.words.call
	operands := call.Args.Operands
	switch hole.Name {
	case "target":
		words := h.words.targetWords()
		if len(words) == 1 {
			words[0] = operand(words[0])
		}
		return few(words, 1, true)
	case "targets":
		return few(h.words.targetWords(), 1, false)
	case "each":
		var out []string
		for _, w := range h.words.targetWords() {
			s, ok := few([]shell.Word{w}, 1, true)
			if !ok {
				return "", false
			}
			out = append(out, hole.Words[0], s)
		}
		return strings.Join(out, " "), 0 < len(out) && len(out) <= 2*maxWords
	case "operands":
		return few(operands, 0, false)
	case "first":
		return few(operands[:min(1, len(operands))], 0, false)
	case "rest":
		return few(operands[min(1, len(operands)):], 0, false)
	case "refs":
		return refs(operands[min(1, len(operands)):])
	case "program":
		return h.launched(program(call))
	case "command":
		return h.launched(rewritten(call, hole))
	case "options":
		return options(call, hole.Words, h.before)
	case "lost":
		return h.lostFiles()
	case "lease":
		return h.lease(), true
	case "url":
		return few(h.checker.reader.Addresses(h.at), 1, true)
	}
	return "", false
}

// launched puts what starts the program before a command: "npx prisma" where
// prisma is in no PATH, "python manage.py".
func (h *holes) launched(command string, ok bool) (string, bool) {
	calls := h.checker.script.Calls
	for child := h.at; ok && calls[child].Via >= 0; child = calls[child].Via {
		parent := &calls[calls[child].Via]
		if userOrVariables(parent.Program) || !launches(parent) {
			continue
		}
		n := len(parent.Argv) - len(calls[child].Argv)
		if n <= 0 || !slices.EqualFunc(parent.Argv[n:], calls[child].Argv, sameWord) {
			continue
		}
		var before string
		before, ok = quoted(parent.Argv[:n])
		command = before + " " + command
	}
	return command, ok
}

// launches reports whether a call starts a program that may not be found
// without it.
func launches(c *shell.Call) bool {
	if c.Model == nil {
		return false
	}
	traits := c.Model.TraitsOf(c.Program)
	if len(c.Args.Sub) > 0 {
		traits |= c.Model.SubTraits(c.Program, c.Args.Sub[0])
	}
	return traits&(rule.Launcher|rule.Interpreter|rule.RunsUserCode|rule.ProjectRunner) != 0
}

func sameWord(a, b shell.Word) bool { return a.String() == b.String() }

// operand returns a name as the operand of another command: mv x/ x/.old would move a
// directory into itself, and -x would be an option.
func operand(w shell.Word) shell.Word {
	name, ok := w.Literal()
	if !ok {
		return w
	}
	if len(name) > 1 {
		name = strings.TrimSuffix(name, "/")
	}
	if name != "" && name[0] == '-' {
		name = "./" + name
	}
	return shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: name}}}
}

// few returns some words, at least so many, or exactly one.
func few(words []shell.Word, least int, one bool) (string, bool) {
	if len(words) < least || len(words) > maxWords || one && len(words) != 1 {
		return "", false
	}
	return quoted(words)
}

// lease returns the options that make a forced push stop if the remote is not
// as it was last seen. Where that holds nothing of others, they name its
// commit: a fetch in the background cannot change that.
func (h *holes) lease() string {
	c := h.checker
	if operands := c.script.Calls[h.at].Args.Operands; len(operands) > 0 && strings.ContainsAny(operands[0].String(), ":/") {
		return "" // of an address no state is known: a push without force stops where it would lose commits
	}
	if call := &c.script.Calls[h.at]; c.facts != nil && call.Where == "" && !c.otherTree(call) {
		switch p := (&weighing{checker: c, i: h.at}).pushState(); {
		case p.Foreign > 0 && pushesOver(call):
			return "" // git looks for what was fetched in a branch of the same name alone
		case p.Tip != "" && p.Foreign == 0:
			return "--force-with-lease=" + shell.Quote(p.Branch+":"+p.Tip)
		}
	}
	return "--force-with-lease --force-if-includes"
}

// pushesOver reports whether a push sends a branch to one of another name.
func pushesOver(push *shell.Call) bool {
	if len(push.Args.Operands) != 2 {
		return false
	}
	spec, _ := push.Args.Operands[1].Literal()
	source, target, named := strings.Cut(strings.TrimPrefix(spec, "+"), ":")
	return named && path.Base(source) != path.Base(target)
}

// refs returns the refspecs of a push without the plus signs that force them.
func refs(words []shell.Word) (string, bool) {
	var out []string
	for _, w := range words {
		s, ok := w.Literal()
		if !ok {
			return "", false
		}
		out = append(out, shell.Quote(strings.TrimPrefix(s, "+")))
	}
	return strings.Join(out, " "), true
}

// program returns the program and the options before its subcommand, but not
// those that say in which directory it works: a cd stands for them.
func program(c *shell.Call) (string, bool) {
	if c.Program == "" || len(c.Argv) == 0 {
		return "", false
	}
	words := c.Argv[:1:1]
	for k := 1; len(c.Args.Sub) > 0 && k < len(c.Argv) && !c.Argv[k].Is(c.Args.Sub[0]); k++ {
		w := c.Argv[k]
		switch f := changesDir(c, w); {
		case f == nil:
			words = append(words, w)
		case w.Is(f.Name):
			k++ // and its value
		}
	}
	return quoted(words)
}

// changesDir returns the option for a working directory that a word gives.
func changesDir(c *shell.Call, w shell.Word) *shell.Flag {
	for k := range c.Args.Flags {
		f := &c.Args.Flags[k]
		if f.Option != nil && f.Option.Role == rule.RoleCwd && f.Value != nil && strings.HasPrefix(w.Prefix(), f.Name) {
			return f
		}
	}
	return nil
}

// rewritten returns a call as it was written, with some words replaced. A word
// that ends in * stands for all that begin like it. What takes the place of
// another word does so once: the second "delete" is a name.
func rewritten(c *shell.Call, hole rule.Hole) (string, bool) {
	var words []shell.Word
	for k := 0; k < len(c.Argv); k++ {
		w := c.Argv[k]
		f := changesDir(c, w)
		switch {
		case f != nil && w.Is(f.Name):
			k++
			continue
		case f != nil:
			continue
		}
		words = append(words, w)
	}
	if c.Program == "" || len(words) == 0 {
		return "", false
	}
	var out []string
	replaced := make([]bool, len(hole.Words))
	for _, w := range words {
		s, ok := w.Literal()
		if !ok || s == "" || len(s) > maxShown {
			return "", false
		}
		k := slices.IndexFunc(hole.Words, func(from string) bool { return shell.MatchGlob(from, s) })
		if k < 0 || replaced[k] && hole.To[k] != "" {
			out = append(out, shell.Quote(s))
			continue
		}
		replaced[k] = true
		if to, prefix := strings.CutSuffix(hole.To[k], "*"); prefix {
			out = append(out, shell.Quote(to+strings.TrimPrefix(s, strings.TrimSuffix(hole.Words[k], "*"))))
		} else if to != "" {
			out = append(out, to)
		}
	}
	return strings.Join(out, " "), len(replaced) == 0 || replaced[0]
}

// options returns those of some options that were given, with their values, but not those that
// stand in before.
func options(c *shell.Call, names []string, before string) (string, bool) {
	var out []string
	for k := range c.Args.Flags {
		f := &c.Args.Flags[k]
		if !given(f, names) {
			continue
		}
		if f.Value == nil {
			out = append(out, f.Name)
			continue
		}
		v, ok := f.Value.Literal()
		if !ok || len(v) > maxShown {
			return "", false
		}
		switch v = shell.Quote(v); {
		case strings.Contains(before+" ", " "+f.Name+" "+v+" ") || strings.Contains(before+" ", " "+f.Name+"="+v+" "): // {program} has it
		case strings.HasPrefix(f.Name, "--"), len(f.Name) > 2:
			out = append(out, f.Name+"="+v)
		case f.Option != nil && f.Option.Arg == rule.OptionalArg:
			out = append(out, f.Name+v)
		default:
			out = append(out, f.Name+" "+v)
		}
	}
	return strings.Join(out, " "), true
}

// given reports whether an option can be written as one of some names.
func given(f *shell.Flag, names []string) bool {
	a := shell.Args{Flags: []shell.Flag{*f}}
	return a.Has(names...)
}
