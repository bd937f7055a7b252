package effect

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// nothingLeft holds the expressions of emptied that were needed so far.
var nothingLeft sync.Map

// emptied returns an expression for programs that leave nothing of what they edit.
func emptied(language string) string {
	switch language {
	case "sed":
		return `^(?:(?:1,\$|/(?:\^|\.|\.\*|\^\.\*|\.\+)/)?\s*d|s(.)\^?\.[*+]\$?[/|,#]{2}[gmI]*);?$`
	case "perl":
		return `^(?:undef \$_|\$_ ?= ?(?:""|''|undef|q\(\))|s/\.[*+]//[gs]*|);?$`
	case "ruby":
		return `^(?:\$_ ?= ?(?:""|''|nil)|);?$`
	case "awk":
		return `^(?:0|false|\{\}|)$`
	case "vim":
		return `(?m)^:?(?:%|1,\$)\s*d(?:elete)?(?:$|\s*\|)`
	case "ed":
		return `(?m)^(?:%|1,\$|,)d$`
	}
	return ""
}

// isEmptied reports whether a program leaves nothing of what it edits.
func isEmptied(language, program string) bool {
	expression, ok := nothingLeft.Load(language)
	if !ok {
		expression, _ = nothingLeft.LoadOrStore(language, regexp.MustCompile(emptied(language)))
	}
	return expression.(*regexp.Regexp).MatchString(program)
}

// empties reports whether the program text of a call leaves nothing of the
// files that it edits in place. With a suffix for copies they stay.
func (r *collector) empties() bool {
	for k := range r.call.Runs {
		run := &r.call.Runs[k]
		text, ok := run.Text.Literal()
		if !ok || emptied(run.Lang) == "" || run.File != nil {
			continue
		}
		if f := r.call.Args.Flag("-i", "-b"); f != nil && f.Value != nil && !f.Value.Is("") && !f.Value.Is("inplace") {
			return false
		}
		text = strings.TrimSpace(text)
		if run.Lang == "sed" && r.call.Args.Has("-n") {
			return !strings.ContainsAny(text, "pPwcia")
		}
		if text == "" && run.Lang != "awk" && !r.call.Args.Has("-n") {
			continue // -p prints every line
		}
		if isEmptied(run.Lang, text) {
			return true
		}
	}
	return false
}

// Heaped is what an overwriting affects where one file after the other is moved
// onto the same name.
const Heaped = "every file but the last"

// heaps reports whether a call moves many files onto one name that is no
// directory's.
func (r *collector) heaps(w shell.Word) bool {
	again := r.again() || slices.Contains(r.call.Wrappers, "find") || slices.Contains(r.call.Wrappers, "fd")
	if !again || !singleFile(w) || r.call.Model == nil || r.call.Args.Has("-t", "-n", "-b", "--backup") {
		return false
	}
	if r.call.Via >= 0 && r.script.Calls[r.call.Via].Args.Has("-inum", "-samefile", "-quit") {
		return false // it finds one
	}
	name, ok := w.Literal()
	if !ok || !slices.ContainsFunc(r.call.Args.Verbs, func(v *rule.Verb) bool {
		return r.call.Args.Holds(v) && slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return e.Do == rule.Move })
	}) {
		return false
	}
	for _, o := range r.call.Args.Operands {
		if _, literal := o.Literal(); !literal {
			return true
		}
	}
	if !r.all.look() {
		return false
	}
	for i := range r.script.Calls { // a loop over words, one call for each
		c := &r.script.Calls[i]
		if n := len(c.Args.Operands); c != r.call && c.Span == r.call.Span && c.Program == r.call.Program && n > 1 && c.Args.Operands[n-1].Is(name) {
			return true
		}
	}
	return false
}
