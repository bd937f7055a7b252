package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// lostFiles returns the names of the files of which work of others is lost, where each is known
// and the call runs where the session is, whose paths they are.
func (h *holes) lostFiles() (string, bool) {
	if n := len(h.lost); n == 0 || n > maxWords || len(h.words.call.Cwd.Path.Parts) > 0 {
		return "", false
	}
	var out []string
	for _, f := range h.lost {
		if f.Name == "" || f.Name[0] == '-' || strings.ContainsFunc(f.Name, func(c rune) bool { return c < ' ' }) {
			return "", false
		}
		out = append(out, shell.Quote(f.Name))
	}
	return strings.Join(out, " "), true
}

// copyIsLost reports whether a command that is offered puts a copy beside the original, which
// would not be all that is lost, or goes with what a later call deletes.
func (c *checker) copyIsLost(i int, a *rule.Alternative, hit []*effect.Effect, lost []rule.Authored) bool {
	if !strings.Contains(a.Run, "{target}.") && !strings.Contains(a.Run, "{f%/}.") {
		return false
	}
	call := &c.script.Calls[i]
	for _, e := range hit {
		if e.Target == nil {
			continue
		}
		name, ok := e.Path(call, c.at)
		if !ok {
			continue
		}
		if a.Saves && slices.ContainsFunc(lost, func(f rule.Authored) bool {
			return f.Name != "" && len(f.Name) > len(e.Target.String()) && strings.HasPrefix(path.Clean(f.Name), path.Clean(e.Target.String())+"/")
		}) {
			return true // a directory, of which cp takes nothing
		}
		for k := i + 1; k < len(c.script.Calls) && c.script.Work.Spare(1); k++ {
			later := &c.script.Calls[k]
			if slices.ContainsFunc(c.reader.Of(k), func(d effect.Effect) bool {
				if d.Kind != rule.Delete || d.Target == nil {
					return false
				}
				dir, ok := d.Path(later, c.at)
				return ok && dir != name && strings.HasPrefix(name, strings.TrimSuffix(dir, "/")+"/")
			}) {
				return true
			}
		}
	}
	return false
}
