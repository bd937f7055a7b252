package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// MayWrite reports whether a command may change files here, also such that it does
// not name: anything but calls that are known only to read, and redirects that go
// nowhere. What could not be parsed may.
func MayWrite(s *shell.Script) bool {
	return len(s.Problems) > 0 || slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		return c.Where == "" && (TemplateTraits(&c)&rule.ReadOnly == 0 || slices.ContainsFunc(c.Redirs, writes) || changesFiles(&c))
	})
}

// changesFiles reports whether a call that mostly reads was told to change files: find -delete.
func changesFiles(c *shell.Call) bool {
	return slices.ContainsFunc(c.Args.Verbs, func(v *rule.Verb) bool {
		return c.Args.Holds(v) && slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return e.Do.ChangesFiles() })
	})
}

func writes(r shell.Redir) bool {
	return strings.HasPrefix(r.Op, ">") && r.Op != ">&" && !r.Word.Is("/dev/null")
}
