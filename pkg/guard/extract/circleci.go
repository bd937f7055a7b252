package extract

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isCircleCI(f *file) bool {
	return isYAML(f) && f.dir() == ".circleci"
}

// readCircleCI finds the run steps of jobs and of reusable commands.
func readCircleCI(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("ci", tree.YAML, data)
	for _, root := range f.doc.Roots {
		if root != nil && root.Kind == tree.Sequence {
			f.circleSteps(root, "steps", "", tree.MaxNesting)
		}
		for _, part := range []string{"commands", "jobs"} {
			for _, job := range root.Get(part).Entries() {
				f.circleSteps(job.Value.Get("steps"), part+"."+job.Key+".steps", f.doc.Str(job.Value.Get("shell")), tree.MaxNesting)
			}
		}
	}
	return f.pieces, err
}

// circleSteps reads a list of steps, and the lists that when and unless hold.
func (f *finder) circleSteps(steps *tree.Node, name, setting string, depth int) {
	if depth == 0 || steps == nil || !f.enter(steps) {
		return
	}
	for i, step := range steps.List() {
		at := index(name, i)
		for _, key := range []string{"when", "unless"} {
			f.circleSteps(step.Get(key, "steps"), at+"."+key+".steps", setting, depth-1)
		}
		run := step.Get("run")
		if command := run.Get("command"); command != nil {
			own := setting
			if s := f.doc.Str(run.Get("shell")); s != "" {
				own = s
			}
			f.circleRun(command, at+".run.command", own)
			continue
		}
		f.circleRun(run, at+".run", setting)
	}
}

func (f *finder) circleRun(n *tree.Node, name, setting string) {
	dialect, ok := dialectOfRun(setting)
	if !ok {
		return
	}
	if p := f.add(n, name, dialect); p != nil {
		p.mask(circleParameters(p.Text), asName)
	}
}

// circleParameters finds << parameters.name >>, which is not a here-document.
func circleParameters(text string) []shell.Span {
	spans := references(text, "<<", ">>", func(c byte) bool {
		return c == ' ' || c == '.' || c == '-' || isNameByte(c)
	})
	return slices.DeleteFunc(spans, func(s shell.Span) bool {
		name := strings.TrimSpace(text[s.From+2 : s.To-2])
		return !strings.HasPrefix(name, "parameters.") && !strings.HasPrefix(name, "pipeline.") && !strings.HasPrefix(name, "matrix.")
	})
}
