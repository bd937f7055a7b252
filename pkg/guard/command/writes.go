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
		return c.Where == "" && (!Reads(&c) || slices.ContainsFunc(c.Redirs, writes) || changesFiles(&c))
	})
}

// Reads reports whether a call is known only to read, but for its redirects.
func Reads(c *shell.Call) bool {
	return TemplateTraits(c)&rule.ReadOnly != 0 || readsNested(c)
}

// readsNested reports whether a call only reads for a word that follows its subcommand, or an
// option of it: git stash list, ctxhook undo --list.
func readsNested(c *shell.Call) bool {
	if c.Model == nil {
		return false
	}
	return slices.ContainsFunc(c.Model.Traits.All(), func(r rule.TraitRow) bool {
		return r.Is&rule.ReadOnly != 0 && slices.ContainsFunc(r.Sub, func(words string) bool {
			sub, next, nested := strings.Cut(words, " ")
			switch {
			case !nested:
				return false
			case next[0] == '-':
				return c.Args.Is([]string{sub}) && c.Args.Has(next)
			}
			return c.Args.Is([]string{words})
		})
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
