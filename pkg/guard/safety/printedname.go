package safety

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// printedName returns the pattern of the file that an effect writes, where what is not known of its
// name is printed by programs that print a name without a directory: backups/app-$(date +%F).db.
// The present date stands for itself; fresh says that a time in it makes the name a new one.
func (w *weighing) printedName() (pattern string, fresh, ok bool) {
	if w.e.Kind != rule.Overwrite {
		return "", false, false
	}
	word := shell.Word{Span: w.e.Target.Span, Parts: slices.Clone(w.e.Target.Parts)}
	found := false
	for i := range word.Parts {
		p := &word.Parts[i]
		if p.Kind != shell.Unknown {
			continue
		}
		text, isNew, printed := w.printed(p)
		if !printed {
			return "", false, false
		}
		fresh, found = fresh || isNew, true
		*p = shell.Part{Kind: shell.Glob, Text: text}
		if !strings.Contains(text, "*") {
			p.Kind = shell.Lit
		}
	}
	if !found {
		return "", false, false
	}
	call := &w.script.Calls[w.i]
	if pattern, ok = effect.Literal(word, call.Cwd, w.at); !ok {
		pattern, ok = effect.Pattern(word, call.Cwd, w.at)
	}
	return pattern, fresh, ok
}

// printed returns a pattern of what an unknown part of a word is, where programs print it that
// print no directory.
func (w *weighing) printed(p *shell.Part) (pattern string, fresh, ok bool) {
	if len(p.From) != 1 {
		return "", false, false
	}
	from := p.From[0]
	call := &w.script.Calls[from]
	runs := func(c shell.Call) bool { return c.Via == from } // a function of that name
	if call.Where != "" || !programPrintsNameWord(call.Program) || slices.ContainsFunc(w.script.Calls, runs) {
		return "", false, false
	}
	pattern = "*"
	if call.Program != "date" {
		joins := func(a shell.Word) bool { // seq -f dir/%g
			text, known := a.Literal()
			return !known || strings.Contains(text, "/")
		}
		return pattern, false, call.Program == "basename" || !slices.ContainsFunc(call.Argv[1:], joins)
	}
	for _, a := range call.Argv[1:] {
		text, known := a.Literal()
		switch format, is := strings.CutPrefix(text, "+"); {
		case !known || strings.Contains(text, "/") || strings.Contains(text, "%D") || strings.Contains(text, "%x"):
			return "", false, false
		case is:
			pattern, fresh = today().Replace(format), strings.Contains(format, "%s") || strings.Contains(format, "%S") || strings.Contains(format, "%T") || strings.Contains(format, "%N")
		case text != "-u" && text != "--utc":
			return "*", false, true // of another day
		}
	}
	if strings.Contains(pattern, "%") {
		pattern = "*"
	}
	return pattern, fresh, true
}

// today replaces what formats have for the present date, and what they have for the time by any.
var today = sync.OnceValue(func() *strings.Replacer {
	now := time.Now()
	list := []string{"%F", now.Format(time.DateOnly), "%Y", now.Format("2006"), "%y", now.Format("06"), "%m", now.Format("01"), "%d", now.Format("02")}
	for _, part := range [...]string{"%H", "%M", "%S", "%s", "%T", "%N", "%R"} {
		list = append(list, part, "*")
	}
	return strings.NewReplacer(list...)
})

// printedMissing reports whether nothing stands where a file of a printed name is written.
func (w *weighing) printedMissing() bool {
	pattern, fresh, ok := w.printedName()
	if !ok || !w.script.Work.Spend(stepsOfLook) {
		return false
	}
	dir := effect.FixedDir(pattern)
	if w.pathChanged(w.i, -1, dir, false) {
		return false
	}
	at := w.facts.Path(dir)
	switch {
	case fresh:
		return true
	case !at.Known || !at.Repo:
		return false // nobody looks for names there
	case !strings.ContainsAny(pattern, "*?["):
		at = w.facts.Path(pattern)
		return at.Known && !at.Exists
	}
	return len(w.facts.Names(pattern)) == 0
}
