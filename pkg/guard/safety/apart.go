package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// This file judges scripts of the user's that lie outside of the project: an installer of
// dotfiles, a makefile there. Of these only what they do to the guard counts.

// apart returns the verdict on a script with what it runs of the user's files outside of the
// project; nil: none of them does something to the guard.
func (e *Engine) apart(s *shell.Script, opt shell.Options, at Dirs, facts rule.Facts) *Verdict {
	of := apartFiles{Facts: facts}
	if !slices.ContainsFunc(s.Files, func(f shell.File) bool { return f.Unread.Reason == unread.Closed && of.concerns(f.Path, at) }) &&
		!slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
			return c.Model == nil && c.Where == "" && c.Program != "" && !strings.Contains(c.Program, "/") && of.concerns(of.Program(c.Program), at)
		}) {
		return nil
	}
	if opt.Work == nil {
		opt.Work = shell.NewWork(shell.Steps)
	}
	opt.Files = of
	s = follow.Parse(s.Text, opt)
	v := e.verdict(s, at, of)
	v.Findings = slices.DeleteFunc(v.Findings, func(f Finding) bool {
		return f.Call < 0 || !strings.HasPrefix(f.Rule, "guard/") && slices.ContainsFunc(s.Chain(f.Call), func(i int) bool {
			in := s.Calls[i].In
			return in != nil && of.isApart(in.Path)
		})
	})
	if e.Settle(&v); v.Action < policy.Ask {
		return nil
	}
	return &v
}

// apartFiles are the files of this machine with those of the user's outside of the project.
type apartFiles struct{ rule.Facts }

func (of apartFiles) File(path string) rule.FileState {
	f := of.Facts.File(path)
	if f.Apart != "" {
		return rule.FileState{Known: true, Text: f.Apart}
	}
	return f
}

// Program implements follow.ProgramsOfUser.
func (of apartFiles) Program(name string) string {
	if facts, ok := of.Facts.(follow.ProgramsOfUser); ok {
		return facts.Program(name)
	}
	return ""
}

// Committed reports of no file outside of the project that it is meant as it is.
func (of apartFiles) Committed(path string) bool {
	return !of.isApart(path) && of.Facts.Committed(path)
}

func (of apartFiles) isApart(path string) bool { return of.Facts.File(path).Apart != "" }

// concerns reports whether a file outside of the project may do something to the guard: it
// has a name in it that guarded files have, or lies above one.
func (of apartFiles) concerns(file string, at Dirs) bool {
	if file == "" {
		return false
	}
	text := of.Facts.File(file).Apart
	if text == "" {
		return false
	}
	dir := path.Dir(file)
	return strings.Contains(text, "claude") || strings.Contains(text, "ctxhook") || slices.ContainsFunc(at.Guard, func(g string) bool {
		above, atHome := strings.CutPrefix(path.Dir(g), at.Home+"/")
		return dir != at.Home && strings.HasPrefix(g, dir+"/") || path.Base(g) == "ctxhook" && atHome && strings.Contains(text, above)
	})
}
