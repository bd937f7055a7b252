package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// A program of Python that is run as such ends without the functions of its own that nothing in
// it names: a module with a function that empties a table, run for what stands at its end.

// reaching are words by which a program may call functions that it does not name.
var reaching = []string{
	"globals", "locals", "vars(", "getattr", "eval(", "exec(", "execfile", "__dict__", "inspect", "fire", "importlib", "sys.modules", "runpy", "compile(", "pickle", "pytest", "doctest", "nose",
}

// withoutUncalled returns the steps of a program without those of functions that nothing calls.
func (r *runner) withoutUncalled(language, src string, steps []lang.Step) []lang.Step {
	f := r.f.at.WholeFile()
	if language != "python" || f == nil || f.Unasked || r.f.importing > 0 || len(steps) == 0 || !strings.HasPrefix(r.call().Program, "python") || r.call().Args.Has("-i") || containsAny(src, reaching) {
		return steps
	}
	dead := uncalled(src)
	if len(dead) == 0 {
		return steps
	}
	return slices.DeleteFunc(slices.Clone(steps), func(s lang.Step) bool {
		return slices.ContainsFunc(dead, func(d shell.Span) bool { return d.From <= s.From && s.From < d.To })
	})
}

// defined is a function of Python at the left margin.
type defined struct {
	name string
	at   shell.Span
}

// uncalled returns where functions stand that no other line names, but for such functions.
func uncalled(src string) (dead []shell.Span) {
	list := atMargin(src)
	for changed := true; changed; {
		changed = false
		for _, d := range list {
			if !slices.Contains(dead, d.at) && !namedBeside(src, d, dead) {
				dead, changed = append(dead, d.at), true
			}
		}
	}
	return dead
}

// atMargin lists the functions that are defined at the left margin and have no decorator.
func atMargin(src string) (list []defined) {
	decorated, open := false, -1
	at := 0
	for line := range strings.Lines(src) {
		if margin := line[0] != ' ' && line[0] != '\t' && line[0] != '\n' && line[0] != '\r' && line[0] != '#' && line[0] != ')'; margin {
			if open >= 0 {
				list[open].at.To, open = at, -1
			}
			head, isDef := strings.CutPrefix(strings.TrimPrefix(line, "async "), "def ")
			name, _, _ := strings.Cut(head, "(")
			if name = strings.TrimSpace(name); isDef && !decorated && name != "" && !strings.HasPrefix(name, "__") {
				list, open = append(list, defined{name, shell.Span{From: at, To: len(src)}}), len(list)
			}
			decorated = line[0] == '@'
		}
		at += len(line)
	}
	return list
}

// namedBeside reports whether a name stands anywhere but in its own function and in dead ones.
func namedBeside(src string, d defined, dead []shell.Span) bool {
	for from := 0; ; {
		at := strings.Index(src[from:], d.name)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(d.name)
		inside := d.at.From <= at && at < d.at.To || slices.ContainsFunc(dead, func(s shell.Span) bool { return s.From <= at && at < s.To })
		if !inside {
			return true // also as a part of another name, or in a text
		}
	}
}
