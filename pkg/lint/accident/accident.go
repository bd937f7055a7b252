// Package accident says which commands of a file can do what nobody meant: one
// judgement over all calls of a text, behind the rules that look at one call each. What
// a file is for, it does on purpose, and that is medium at most; an unknown that nothing
// checked, or a step that may have failed before, is high. It reads the text and its
// calls, and no file.
package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// File is a text of a file as it was judged call by call.
type File struct {
	Path     string // below the project
	Surface  string // where the text stands
	Name     string // of the target or the script that it is in the file
	Language string // of a text for Windows: "powershell", "cmd"; else ""
	Whole    string // all of the file
	Script   *shell.Script
	Findings []safety.Finding
	At       effect.Dirs
	Empty    map[string]string // variables of the text that may be empty, as the file has them
	Cut      bool              // set by Judge: the commands at the end of the text were not judged
}

// Judge returns the findings of a file: those of the rules, weighed by what the rest of
// the text does, and those that only the text as a whole shows.
func Judge(f *File) []safety.Finding {
	if f.Language != "" {
		return judgeWindows(f)
	}
	j := &judge{File: f, source: source{text: f.Script.Text, empty: f.Empty, known: &known{}}, out: f.Findings}
	if f.Surface == "ci" {
		j.given = f.Whole
	}
	if len(f.Findings) > 0 || runsHere(f.Surface) {
		j.reader = effect.NewReader(f.Script, f.At)
	}
	typos := make(map[int]bool)
	for i := range f.Findings {
		if typo(f, &f.Findings[i]) {
			typos[i] = true
		} else {
			j.purpose(&j.out[i])
		}
	}
	composed := isComposed(f)
	if composed {
		j.composed = true
		f.Surface = "script"
		j.reader = effect.NewReader(f.Script, f.At)
	}
	if !runsHere(f.Surface) || len(f.Script.Calls) == 0 {
		return f.Findings
	}
	j.library = !slices.ContainsFunc(f.Script.Calls, func(c shell.Call) bool { return !c.Late })
	for i := range j.out {
		if !typos[i] {
			j.weigh(&j.out[i])
		}
	}
	seen := make(map[place]int) // how often a call was made, by functions that call each other
	most := readAgain * max(len(j.text), 1<<20)
	for i := range f.Script.Calls {
		if j.known.read > most {
			f.Cut = true
			break
		}
		c := &f.Script.Calls[i]
		if c.Guess || c.In != nil || !j.spelled(c) {
			continue
		}
		at := place{c.Span, c.Program} // code in quotes has one span
		seen[at]++
		for _, k := range kinds {
			if k.cares(c) {
				k.look(j, i, c)
			}
		}
		for _, look := range looks {
			if len(c.Argv) > 0 && seen[at] <= maxSeen {
				look(j, i, c)
			}
		}
	}
	if contains(j.Path, fileDisposableWords[:]) && !composed {
		for i := range j.out {
			lower(&j.out[i]) // what is lost there is made anew
		}
	}
	j.traced()
	j.sqlFilters()
	return j.once()
}

// once leaves out findings within others of their pack, on one line: they have one origin.
func (j *judge) once() []safety.Finding {
	return slices.DeleteFunc(slices.Clone(j.out), func(f safety.Finding) bool {
		return slices.ContainsFunc(j.out, func(g safety.Finding) bool {
			within := g.Span.From <= f.Span.From && f.Span.To <= g.Span.To && g.Span != f.Span && !strings.Contains(j.before(f.Span.From)[min(g.Span.From, f.Span.From):], "\n")
			return within && f.Risk >= policy.High && g.Risk >= f.Risk && path.Dir(f.Rule) == path.Dir(g.Rule)
		})
	})
}

// runsHere reports whether a text runs on a machine that has something to lose. An image
// is built anew, and what a document shows is typed by hand.
func runsHere(surface string) bool {
	switch surface {
	case "script", "make", "package", "ci", rule.Unattended:
		return true
	}
	return false
}

// isComposed reports whether a text runs in a container that has directories of the machine.
func isComposed(f *File) bool {
	return f.Surface == "image" && strings.Contains(path.Base(f.Path), "compose") && strings.Contains(f.Whole, "volumes:")
}

// judge collects the findings of one text.
type judge struct {
	*File
	source
	reader   *effect.Reader
	out      []safety.Finding
	composed bool         // runs in a container that has directories of the machine
	library  bool         // functions and nothing else: whoever reads it in sets the variables
	deeds    map[int]bool // calls that destroy, by what the rules found; nil before it was asked for
	selects  []int        // calls that select where others act; nil before they were asked for
	pipes    map[int]bool // calls whose output another one reads; nil before it was asked for
}

// kind is a kind of accident: the calls that it looks at, and how.
type kind struct {
	cares func(c *shell.Call) bool
	look  func(j *judge, i int, c *shell.Call)
}

var kinds = []kind{
	{isMirror, (*judge).mirror},
	{deletes, (*judge).deletion},
	{isFilter, (*judge).filter},
	{isKill, (*judge).kill},
}

// looks are kinds of accidents that read the lines around a call: the same lines say the
// same, from wherever they are called.
var looks = []func(j *judge, i int, c *shell.Call){
	(*judge).tooMuch, (*judge).failedBefore, (*judge).emptied, (*judge).astray, (*judge).outsiders,
	(*judge).fromTemporary, (*judge).convertedFirst, (*judge).worstDefault, (*judge).alike,
}

const maxSeen = 2

// readAgain is how often all of a text may be looked through, for what stands before its
// commands.
const readAgain = 2000

// place is where a call stands, and its program.
type place struct {
	span    shell.Span
	program string
}

// add adds a finding about a call.
func (j *judge) add(r *rule.Rule, i int, span shell.Span, say string) {
	if slices.ContainsFunc(j.out, func(f safety.Finding) bool { return f.Rule == r.ID && f.Span == span }) {
		return
	}
	risk := r.Risk
	if r == &ontoRootRule && j.library {
		risk = policy.Medium
	}
	j.out = append(j.out, safety.Finding{
		Rule: r.ID, Risk: risk, Span: span, Message: say, Why: r.Why, Mitigation: r.Mitigation, Call: i,
	})
}

// raise makes a finding of another rule high, and says why.
func raise(f *safety.Finding, because string) {
	if f.Risk < policy.High {
		f.Risk = policy.High
		f.Message += ", " + because
	}
}

// lower says that a deed is what the file is for.
func lower(f *safety.Finding) { f.Risk = min(f.Risk, policy.Medium) }

// quiet says that a deed does no harm that anyone would want to read of.
func quiet(f *safety.Finding) { f.Risk = min(f.Risk, policy.Low) }
