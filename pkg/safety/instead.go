package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// The bounds of what a suggested command repeats of the found one.
const (
	maxWords   = 8   // words in a hole
	maxCommand = 300 // bytes of a whole command
)

// alternatives returns the commands of a rule that fit a call. They run where
// the call would: in its directory, with its variables and as its user. Of
// commands for other machines and containers there are none.
func (c *checker) alternatives(r *rule.Rule, i int, hit []*effect.Effect) []string {
	if len(r.Instead) == 0 || c.engine.offered {
		return nil
	}
	i = c.command(i)
	call := &c.script.Calls[i]
	if call.Where != "" {
		return nil
	}
	lead, ok := c.lead(i)
	if !ok {
		return nil
	}
	m := matcher{script: c.script, call: call, match: c.engine.Match}
	h := holes{checker: c, at: i, words: placeholders{call: call, hit: hit}}
	var out []string
	for k := range r.Instead {
		a := &r.Instead[k]
		if !m.holdsOfAny(&a.When, hit) {
			continue
		}
		s, ok := h.fill(a.Run)
		if !ok || len(s) > maxCommand {
			continue
		}
		if !strings.Contains(a.Run, "{url}") { // a download needs neither the directory nor the rights of the shell
			s = lead + s
		}
		if c.offers(s) {
			out = append(out, s)
		}
	}
	return out
}

// offers reports whether a command is harmless enough to be offered: with the
// words of the found call it may be more than its rule expects.
func (c *checker) offers(command string) bool {
	e := *c.engine
	e.offered = true
	return e.Judge(command, c.at, nil).Risk <= policy.Medium
}

// command returns the call that a statement of another language belongs to:
// psql for a DROP TABLE.
func (c *checker) command(i int) int {
	for c.script.Calls[i].Program == "" && c.script.Calls[i].Via >= 0 {
		i = c.script.Calls[i].Via
	}
	return i
}

// holdsOfAny reports whether a condition holds for the call and, if it speaks
// of effects, for one of these.
func (m *matcher) holdsOfAny(w *rule.When, effects []*effect.Effect) bool {
	if !speaksOfEffects(w) {
		return m.holds(w, nil)
	}
	for _, e := range effects {
		if m.holds(w, e) {
			return true
		}
	}
	return false
}

// lead returns what a command must begin with to run where a call does. It
// reports false if that is not known.
func (c *checker) lead(i int) (string, bool) {
	call := &c.script.Calls[i]
	var b strings.Builder
	dir, ok := call.Cwd.Path.Literal()
	if !ok {
		return "", false
	}
	if dir != "" && dir != "." && c.engine.Surface == "" { // in a file it takes the place of the command, behind the cd
		b.WriteString("cd " + shell.Quote(dir) + " && ")
	}
	as, ok := c.as(i)
	if !ok {
		return "", false
	}
	b.WriteString(as)
	for _, a := range call.Assigns {
		v, ok := a.Value.Literal()
		if !ok {
			return "", false
		}
		b.WriteString(a.Name + "=" + shell.Quote(v) + " ")
	}
	return b.String(), true
}

// as returns the words of the programs that give the command of a call other
// rights or variables: "sudo -u bob ".
func (c *checker) as(i int) (string, bool) {
	out := ""
	for child := i; c.script.Calls[child].Via >= 0; child = c.script.Calls[child].Via {
		parent := &c.script.Calls[c.script.Calls[child].Via]
		switch parent.Program {
		case "sudo", "doas", "env":
		case "su", "runuser", "pkexec":
			return "", false
		default:
			continue
		}
		n := len(parent.Argv) - len(c.script.Calls[child].Argv)
		if n <= 0 {
			return "", false
		}
		s, ok := quoted(parent.Argv[:n])
		if !ok {
			return "", false
		}
		out = s + " " + out
	}
	return out, true
}

// quoted returns words as they can be typed. It reports false if one of them
// is not known.
func quoted(words []shell.Word) (string, bool) {
	out := make([]string, 0, len(words))
	for _, w := range words {
		s, ok := w.Literal()
		if !ok || s == "" || len(s) > maxShown {
			return "", false
		}
		out = append(out, shell.Quote(s))
	}
	return strings.Join(out, " "), true
}

// nothing stands for an empty hole until the blank before it is removed.
const nothing = "\x00"

// holes fills the holes of suggested commands with the words of a call.
type holes struct {
	checker *checker
	at      int // the call
	words   placeholders
}

// fill returns a command with its holes filled. It reports false if a word is
// not known.
func (h *holes) fill(s string) (string, bool) {
	known := true
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
	return strings.NewReplacer(" "+nothing, "", nothing, "").Replace(out), known
}

func (h *holes) value(hole rule.Hole) (string, bool) {
	call := h.words.call
	operands := call.Args.Operands
	switch hole.Name {
	case "target":
		s, ok := few(h.words.targetWords(), 1, true)
		if len(s) > 1 {
			s = strings.TrimSuffix(s, "/") // mv x/ x/.old
		}
		return s, ok
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
		return program(call)
	case "command":
		return rewritten(call, hole)
	case "options":
		return options(call, hole.Words)
	case "url":
		return few(h.checker.reader.Addresses(h.at), 1, true)
	}
	return "", false
}

// few returns some words, at least so many, or exactly one.
func few(words []shell.Word, least int, one bool) (string, bool) {
	if len(words) < least || len(words) > maxWords || one && len(words) != 1 {
		return "", false
	}
	return quoted(words)
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

// rewritten returns a call as it was written, with some words replaced.
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
	replaced := len(hole.Words) == 0
	for _, w := range words {
		s, ok := w.Literal()
		if !ok || s == "" || len(s) > maxShown {
			return "", false
		}
		k := slices.Index(hole.Words, s)
		if k < 0 {
			out = append(out, shell.Quote(s))
			continue
		}
		replaced = replaced || k == 0
		if hole.To[k] != "" {
			out = append(out, hole.To[k])
		}
	}
	return strings.Join(out, " "), replaced
}

// options returns those of some options that were given, with their values.
func options(c *shell.Call, names []string) (string, bool) {
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
