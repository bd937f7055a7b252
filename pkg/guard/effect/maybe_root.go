package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// reachesRoot reports whether a call would reach all of a disk or directory if
// a variable came out empty, in ways that a deletion with rm would not: chown
// -R a "$DIR/", rsync --delete "$DIR/" x, find $DIR -mtime +7 -delete.
func (r *collector) reachesRoot(e Effect, w shell.Word) bool {
	if e.Kind == rule.Delete && e.Recursive && r.leavesHome(w) {
		return true
	}
	if len(w.Parts) == 0 || !mayBeEmpty(w.Parts[0]) || w.Parts[0].Temp || tempName(w.Parts[0].Text) {
		return false
	}
	switch e.Kind {
	case rule.Mode, rule.Owner, rule.Read:
		return len(w.Parts) == 2 && w.Parts[1].Kind == shell.Lit && w.Parts[1].Text == "/"
	case rule.Delete:
		return !e.Recursive && r.found() && r.source(w)[0] == '$'
	}
	return false
}

// found reports whether find picks what the call deletes.
func (r *collector) found() bool { return r.call.Model != nil && r.call.Model.Names[0] == "find" }

// source returns the text of a word that is one expansion, as it was written:
// "$DIR" or $DIR; else " ".
func (r *collector) source(w shell.Word) string {
	text := r.script.Text
	if w.Span.From >= w.Span.To || w.Span.To > len(text) {
		return " "
	}
	if s := text[w.Span.From:w.Span.To]; !strings.Contains(s, "/") {
		return s
	}
	return " "
}

// quoted reports whether the text has the unknown that a word begins with in
// quotes. In a script that a variable holds, the quotes are those of the variable:
// sh -c "$c".
func (r *collector) quoted(w shell.Word) bool {
	s := r.source(w)
	return strings.HasPrefix(s, `"$`) && len(w.Parts) > 0 && strings.Contains(s, strings.TrimPrefix(w.Parts[0].Text, "$"))
}

// listed reports whether a word is what find printed, further up in the
// pipeline, of a directory that is written in quotes.
func (r *collector) listed(w shell.Word) bool {
	if len(w.Parts) < 2 || w.Parts[len(w.Parts)-1].Kind != shell.Glob {
		return false
	}
	calls := r.script.Calls
	for c, n := r.call, 0; n < maxUpstream; n++ {
		from := c.Stdin.From
		if len(from) == 0 && c.Via >= 0 {
			from = calls[c.Via].Stdin.From // of xargs
		}
		if len(from) != 1 || from[0] < 0 || from[0] >= len(calls) {
			return false
		}
		c = &calls[from[0]]
		if c.Model != nil && c.Model.Names[0] == "find" {
			return len(c.Args.Operands) > 0 && c.Args.Operands[0].String() == w.Parts[0].Text && r.quoted(c.Args.Operands[0])
		}
	}
	return false
}

// searchedFrom returns the directory from which find lists what the call
// deletes: find / -exec rm {} +, find / | xargs rm; else "".
func (r *collector) searchedFrom() string {
	if r.found() || r.call.Via < 0 {
		return ""
	}
	calls := r.script.Calls
	c := &calls[r.call.Via]
	for n := 0; n < maxUpstream && !searches(c); n++ {
		if len(c.Stdin.From) != 1 || c.Stdin.From[0] < 0 || c.Stdin.From[0] >= len(calls) {
			return ""
		}
		c = &calls[c.Stdin.From[0]]
	}
	return startOf(c)
}

// searches reports whether a call looks for files by their names: find, grep -r --include.
func searches(c *shell.Call) bool {
	return c.Model != nil && (c.Model.Names[0] == "find" || c.Model.Names[0] == "grep" && c.Args.Has("--include"))
}

// startOf returns the directory below which a call that searches looks.
func startOf(c *shell.Call) string {
	dirs := c.Args.Operands
	if len(dirs) > 0 && c.Model.Names[0] == "grep" && !c.Args.Has("-e", "-f") {
		dirs = dirs[1:] // behind the text
	}
	if len(dirs) == 0 {
		return ""
	}
	start, _ := dirs[0].Literal()
	return start
}

// leavesHome reports whether a path is a home directory or the root with
// something behind it that may be empty: "$HOME/$APP".
func (r *collector) leavesHome(w shell.Word) bool {
	n := len(w.Parts)
	if n < 2 || !mayBeEmpty(w.Parts[n-1]) || w.Parts[n-1].Unset || !strings.HasSuffix(w.Parts[n-2].Text, "/") {
		return false
	}
	above := shell.Word{Parts: w.Parts[:n-1]}
	return ClassOf(above, r.call.Cwd, r.at)&(Root|Home) != 0
}
