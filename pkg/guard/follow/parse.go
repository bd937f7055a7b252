// Package follow adds to the calls of a text what they run in turn: commands in
// their arguments, program texts in any language, scripts, recipes, hooks. Files of
// this machine come from Options; it opens none, and it does not judge calls.
package follow

import (
	"sync"

	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Parse reads a text. It always returns a script; what could not be followed
// is in its Problems.
func Parse(text string, opt shell.Options) *shell.Script {
	if opt.Home == "" {
		opt.Home = shell.SomeHome
	}
	d, _ := workspaces.Get().(*workspace)
	if d == nil {
		d = new(workspace)
	}
	s := &d.script
	s.Text, s.Work = text, opt.Work
	if s.Work == nil {
		d.work = *shell.NewWork(shell.Steps)
		s.Work = &d.work
	}
	s.Lend(d)
	d.follower = follower{w: &d.walker, at: d.walker.At(), script: s, opt: opt, disk: disk{files: opt.Files, cwd: opt.Cwd, script: s}}
	d.walker.Run(s, opt, &d.follower)
	return s
}

// workspace is the memory that reading a text takes, allocated at once: most texts need
// little more.
type workspace struct {
	script   shell.Script
	work     shell.Work
	walker   interpret.Walker
	follower follower
}

// workspaces are those of scripts that were released, all zero but for their arrays.
var workspaces sync.Pool

// TakeBack gives the memory to the next texts that are read.
func (d *workspace) TakeBack() {
	calls := d.script.Calls
	clear(calls)
	d.script, d.work, d.follower = shell.Script{}, shell.Work{}, follower{}
	d.walker.Reset()
	if cap(calls) <= 16 {
		d.script.Calls = calls[:0]
	}
	workspaces.Put(d)
}
