package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// purpose lowers a finding that rests on nothing but what a command says in so many
// words: whoever wrote it meant it. High stays what cannot be meant (the rules listed in
// rule-mistake), what happens only if a variable is empty or a cd fails, and a deletion
// that ends at the root, at a home, or at all of a directory that others share.
func (j *judge) purpose(f *safety.Finding) {
	if j.Surface == rule.Test || f.Astray && !runsHere(j.Surface) || f.Risk > policy.Medium && j.handedOn(f) {
		lower(f) // on a machine for tests, or by words that a call hands on
		return
	}
	if f.Risk <= policy.Medium || f.Empty || f.Astray || ruleMistakeWord(f.Rule) {
		return
	}
	if f.Rule == "filesystem/delete-critical" && f.Call >= 0 && runsHere(j.Surface) && j.deletesTooMuch(f.Call) {
		return
	}
	if f.Rule == "permissions/critical-tree" && f.Call >= 0 && runsHere(j.Surface) && j.byVariable(f.Call) {
		f.Message += ", which is what the variable says: others share it"
		return
	}
	lower(f)
}

// byVariable reports whether a call changes a directory of the system as a whole that it
// names by a variable: what was meant lies in it.
func (j *judge) byVariable(i int) bool {
	c := &j.Script.Calls[i]
	for n, w := range c.Args.Operands {
		if n == 0 && c.Program != "rm" {
			continue
		}
		switch s := strings.TrimRight(w.String(), "/"); s {
		case "/usr", "/etc", "/var", "/lib", "/bin", "/sbin", "/usr/bin", "/usr/lib", "/usr/local", "/usr/local/bin", "/boot", "/var/lib", "/usr/share", "/usr/sbin":
			if written := j.written(&c.Args.Operands[n]); strings.Contains(written, "$") && !strings.Contains(written, s) {
				return true
			}
		}
	}
	return false
}

// handedOn reports whether the program of a finding does not stand where the finding is: a
// function runs what it is called with.
func (j *judge) handedOn(f *safety.Finding) bool {
	if f.Call < 0 {
		return false
	}
	c := &j.Script.Calls[f.Call]
	return !j.spelled(c)
}

// spelled reports whether the program of a call stands in its text.
func (j *judge) spelled(c *shell.Call) bool {
	text := j.text[min(max(c.Span.From, 0), len(j.text)):min(max(c.Span.To, 0), len(j.text))]
	if c.Program == "" || strings.Contains(text, c.Program) || !strings.Contains(text, "$") {
		return true
	}
	for _, name := range variables(text) {
		if value, ok := j.assigned(name, c.Span.From); ok && strings.Contains(value, c.Program) {
			return true // CTL="redis-cli -h cache"
		}
	}
	return false
}

// deletesTooMuch reports whether a call deletes the root, a home, the directory that it is
// started in, or, by a variable, one that programs share.
func (j *judge) deletesTooMuch(i int) bool {
	c := &j.Script.Calls[i]
	if c.Program == "rsync" {
		return false // a mirror names what it makes equal
	}
	for _, e := range j.reader.Of(i) {
		if e.Kind != rule.Delete || e.Target == nil {
			continue
		}
		name := strings.TrimRight(e.Target.String(), "*")
		switch name {
		case "/", "~", "~/", j.At.Home, j.At.Home + "/":
			return true
		case "", "./", ".":
			// In a playbook and in a workflow the step says elsewhere where it runs.
			// What was checked out is brought back by git.
			return c.Cwd.Path.Parts == nil && !strings.Contains(j.before(c.Span.From), "git ") && j.Surface != "ci" && !isPlaybook(j.Path)
		}
		if e.Target.Span.From < 0 || e.Target.Span.To > len(j.text) || !dirSharedWord(strings.TrimSuffix(name, "/")) {
			continue
		}
		written := j.text[e.Target.Span.From:max(e.Target.Span.From, e.Target.Span.To)]
		cut := written == name && (strings.Count(name, "/") == 1 || strings.HasPrefix(name, "/usr/")) && len(c.Args.Operands) > 1 && sharedOperands(c) == 1 // by a blank, of a longer path
		if cut || strings.Contains(written, "$") {
			return true
		}
	}
	return false
}

// sharedOperands returns how many operands are directories at the root or of /usr that
// programs share. A list of them is meant.
func sharedOperands(c *shell.Call) int {
	n := 0
	for _, w := range c.Args.Operands {
		if s := w.String(); (strings.Count(s, "/") == 1 || strings.HasPrefix(s, "/usr/")) && dirSharedWord(s) {
			n++
		}
	}
	return n
}

func isPlaybook(path string) bool {
	return strings.HasSuffix(path, ".yml") || strings.HasSuffix(path, ".yaml")
}
