package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// printed is a name that programs print which print no directory: hostname, date +%F.
type printed struct {
	dated bool // it has the present date, so that only what was written today may have it
	fresh bool // it has the time, to the second: nothing has it yet
}

// printedMissing reports whether nothing stands where a file is written of whose name a part is
// printed by such programs: backups/app-$(date +%F).db.
func (w *weighing) printedMissing() bool {
	pattern, name, ok := w.printedName()
	if !ok || !w.script.Work.Spend(stepsOfSearch) {
		return false
	}
	dir := effect.FixedDir(pattern)
	if w.pathChanged(w.i, -1, dir, false) {
		return false
	}
	if name.fresh {
		return true
	}
	if at := w.facts.Path(dir); !at.Known || !at.Repo {
		return false // nobody looks for names there
	}
	if len(w.facts.Names(pattern)) == 0 {
		return true
	}
	if !name.dated {
		return false
	}
	today, _ := fileTest("-mtime", "-1")
	a := w.facts.Authors(rule.LossQuery{Path: pattern, Pattern: true, Tests: []rule.FileTest{today}})
	return a.Known && a.Own == 0 && !a.More && len(a.Theirs)+len(a.Unsure) == 0
}

// printedName returns the pattern of the file that an effect writes, where programs print what is
// not known of its name.
func (w *weighing) printedName() (pattern string, name printed, ok bool) {
	if w.e.Kind != rule.Overwrite {
		return "", name, false
	}
	word := shell.Word{Span: w.e.Target.Span, Parts: slices.Clone(w.e.Target.Parts)}
	found := false
	for i := range word.Parts {
		p := &word.Parts[i]
		if p.Kind != shell.Unknown {
			continue
		}
		part, prints := w.printedBy(p)
		if !prints {
			return "", name, false
		}
		name.dated, name.fresh, found = name.dated || part.dated, name.fresh || part.fresh, true
		*p = shell.Part{Kind: shell.Glob, Text: "*"}
	}
	if !found {
		return "", name, false
	}
	pattern, ok = effect.Pattern(word, w.script.Calls[w.i].Cwd, w.at)
	return pattern, name, ok
}

// printedBy says what an unknown part of a word is, where programs print it that print no
// directory.
func (w *weighing) printedBy(p *shell.Part) (name printed, ok bool) {
	if len(p.From) != 1 {
		return name, false
	}
	from := p.From[0]
	call := &w.script.Calls[from]
	runs := func(c shell.Call) bool { return c.Via == from } // a function of that name
	joins := func(a shell.Word) bool {                       // seq -f dir/%g
		text, known := a.Literal()
		return !known || strings.Contains(text, "/")
	}
	switch {
	case call.Where != "" || !programPrintsNameWord(call.Program) || slices.ContainsFunc(w.script.Calls, runs):
		return name, false
	case call.Program != "date":
		return name, call.Program == "basename" || !slices.ContainsFunc(call.Argv[1:], joins)
	}
	for _, a := range call.Argv[1:] {
		text, known := a.Literal()
		has := func(parts ...string) bool {
			return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
		}
		switch {
		case !known || has("/", "%D", "%x"):
			return name, false
		case strings.HasPrefix(text, "+"):
			name.fresh = has("%s", "%S", "%T", "%N")
			name.dated = has("%F") || has("%Y", "%y") && has("%m") && has("%d")
		case text != "-u" && text != "--utc":
			return printed{}, true // perhaps of another day
		}
	}
	return name, true
}
