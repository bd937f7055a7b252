package journal

import (
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// outOfPlace reports whether a fix can do nothing now: what it needs first is
// gone, or what it makes is there.
func (v *view) outOfPlace(lesson *memory.Lesson) bool {
	recipe := lesson.Recipe()
	return lesson.From.Len() == 0 && len(recipe) > 0 && !recipe[0].Edit && v.futile(recipe[0].Text)
}

// futile reports whether a command names a file to read, to move or to run that
// is not there, or does nothing but make directories that are.
func (v *view) futile(text redact.Text) bool {
	s := v.judge.Script(text)
	reader := effect.NewReader(s, v.judge.At)
	made := 0
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Where != "" || c.Cwd.Else != nil {
			return false
		}
		if len(c.Argv) > 0 && strings.Contains(c.Argv[0].String(), "/") && v.missing(c.Argv[0], c) {
			return true
		}
		for _, e := range reader.Of(i) {
			if e.Target != nil && (e.Kind == rule.Read || e.Kind == rule.Move) && v.missing(*e.Target, c) {
				return true
			}
		}
		if c.Program == "mkdir" && !slices.ContainsFunc(c.Args.Operands, func(w shell.Word) bool { return v.missing(w, c) }) {
			made++
		}
	}
	return made > 0 && made == len(s.Calls)
}

// missing reports whether a word names a path at which nothing is.
func (v *view) missing(w shell.Word, c *shell.Call) bool {
	path, ok := effect.Literal(w, c.Cwd, v.judge.At)
	if !ok {
		return false
	}
	_, err := os.Lstat(paths.Native(path, runtime.GOOS))
	return os.IsNotExist(err)
}
