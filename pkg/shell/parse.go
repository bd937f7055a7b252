package shell

import "sync"

// Parse reads a text. It always returns a script; what could not be followed
// is in its Problems.
func Parse(text string, opt Options) *Script {
	if opt.Home == "" {
		opt.Home = SomeHome
	}
	d, _ := workspaces.Get().(*workspace)
	if d == nil {
		d = new(workspace)
	}
	s := &d.script
	s.Text, s.Work = text, opt.Work
	if s.Work == nil {
		d.work = *NewWork(Steps)
		s.Work = &d.work
	}
	s.Lend(d)
	d.follower = follower{w: &d.walker, script: s, opt: opt, disk: disk{files: opt.Files, cwd: opt.Cwd, script: s}}
	d.walker.run(s, opt, &d.follower)
	return s
}

// workspace is the memory that reading a text takes, allocated at once: most texts need
// little more.
type workspace struct {
	script   Script
	work     Work
	walker   walker
	follower follower
}

// workspaces are those of scripts that were released, all zero but for their arrays.
var workspaces sync.Pool

// TakeBack gives the memory to the next texts that are read.
func (d *workspace) TakeBack() {
	calls := d.script.Calls
	clear(calls)
	d.script, d.work, d.follower = Script{}, Work{}, follower{}
	d.walker.again()
	if cap(calls) <= 16 {
		d.script.Calls = calls[:0]
	}
	workspaces.Put(d)
}
