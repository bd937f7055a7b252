package diagnose

import (
	"iter"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// UpdatesSnapshots reports whether a command has a check take what is there for what
// is expected.
func (r *Reader) UpdatesSnapshots(s *shell.Script) bool {
	globs, commands := r.anyCheck().Updates, r.anyCheck().Accepts
	return slices.ContainsFunc(r.checkCalls(s), func(a checkCall) bool {
		c := &s.Calls[a.call]
		for _, set := range assigned(s, a.call) {
			if shell.MatchAny(globs, set.Name+"="+set.Value.String()) {
				return true
			}
		}
		kind := r.check(a.check).Kind
		return kind == "test" && slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return shell.MatchAny(globs, w.String()) })
	}) || slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		words := strings.Join(command.Words(&c), " ")
		return slices.ContainsFunc(commands, func(command string) bool { return strings.HasPrefix(words+" ", command+" ") })
	})
}

// AcceptsFindings reports whether a script has a checker accept what it finds: by an option that
// writes a baseline, or comments that suppress findings.
func (r *Reader) AcceptsFindings(s *shell.Script) bool {
	return slices.ContainsFunc(r.checkCalls(s), func(a checkCall) bool {
		check := r.check(a.check)
		return check.Kind != "test" && slices.ContainsFunc(s.Calls[a.call].Argv, func(w shell.Word) bool { return shell.MatchAny(check.Updates, w.String()) })
	})
}

// WeakensIn returns a file of tests that a command names, and what its text takes from
// it: a stream editor's replacement, or a program that writes it.
func (r *Reader) WeakensIn(s *shell.Script, text string) (file, what string) {
	for i := range s.Calls {
		c := &s.Calls[i]
		names := c.Args.Operands
		for _, redirect := range c.Redirs {
			names = append(names[:len(names):len(names)], redirect.Word)
		}
		for _, w := range names {
			if name := w.String(); len(name) < 300 && (r.IsTest(name) || r.RunsChecks(name)) {
				file = name
			}
		}
	}
	if file == "" {
		file = r.testIn(text)
	}
	if file == "" {
		return "", ""
	}
	for before, after := range replaced(s) {
		if what = r.Weakens(file, before, after); what != "" {
			return file, what
		}
	}
	if r.IsTest(file) && r.count(r.weakening().Skips, strings.Split(text, "\n")) > 0 {
		return file, skipsTest
	}
	return "", ""
}

// testIn returns a word of a text that names a file of tests, "" for none.
func (r *Reader) testIn(text string) string {
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(" \t\n'\"(),;=", c) }) {
		if len(w) < 300 && strings.Contains(w, ".") && !strings.HasPrefix(w, "-") && r.IsTest(w) {
			return w
		}
	}
	return ""
}

// replaced yields what stream editors replace, with what stands there then.
func replaced(s *shell.Script) iter.Seq2[string, string] {
	return func(yield func(before, after string) bool) {
		for i := range s.Calls {
			c := &s.Calls[i]
			if c.Program != "sed" && c.Program != "perl" && c.Program != "gsed" {
				continue
			}
			for _, w := range c.Argv[min(1, len(c.Argv)):] {
				text := strings.TrimLeft(w.String(), " ^")
				if at := strings.Index(text, "s"); at >= 0 && at+1 < len(text) && strings.ContainsRune("/|#,@!", rune(text[at+1])) {
					if parts := strings.Split(text[at+2:], text[at+1:at+2]); len(parts) > 1 && !yield(parts[0], parts[1]) {
						return
					}
				}
				if strings.HasSuffix(text, "/d") && !yield(strings.Trim(strings.TrimSuffix(strings.TrimPrefix(text, "/"), "/d"), "^$"), "") {
					return
				}
			}
		}
	}
}

// ExpectedIn returns a file of expected results that a command writes: by a redirect, or as
// the last operand of what copies.
func (r *Reader) ExpectedIn(s *shell.Script) (file string) {
	expected := r.weakening().Expected
	for i := range s.Calls {
		c := &s.Calls[i]
		for _, redirect := range c.Redirs {
			if name := redirect.Word.String(); strings.HasPrefix(redirect.Op, ">") && r.matches(expected, name) {
				return name
			}
		}
		if ops := c.Args.Operands; len(ops) > 1 && (c.Program == "cp" || c.Program == "mv" || c.Program == "rsync" || c.Program == "install") {
			if name := ops[len(ops)-1].String(); r.matches(expected, name) {
				return name
			}
		}
	}
	return ""
}
