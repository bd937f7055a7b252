package journal

import (
	"runtime"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// isSpared reports whether a change is one by git clean, which leaves a path alone because nothing
// lies there that it looks for: git clean -X deletes what git ignores, without -x that stays.
func (j Preferences) isSpared(c *safety.Change, script *shell.Script, pattern string) bool {
	call := &script.Calls[c.Call]
	if call.Program != "git" || !call.Args.Is([]string{"clean"}) || strings.ContainsAny(pattern, "*?[{") {
		return false
	}
	at := facts.New(facts.Options{Cwd: j.Judge.Cwd, Project: j.Judge.Project, Wall: lookThrough}).Path(paths.Native(pattern, runtime.GOOS))
	untracked, ignored := !call.Args.Has("-X"), call.Args.Has("-x", "-X")
	return at.Known && at.Repo && at.Repos == 0 && !at.More && (!untracked || at.Untracked == 0) && (!ignored || !at.Ignored && len(at.Ignores) == 0)
}
