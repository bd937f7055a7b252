package safety

import (
	"path"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// enter settles where calls run behind a cd of which nothing says that it went well: the
// directory is there, and the calls before it only look. "cd notes; rm todo.md" loses
// notes/todo.md, and "cd build; rm -rf *" not the project.
func (c *checker) enter() {
	for i := range c.script.Calls {
		call := &c.script.Calls[i]
		if call.Cwd.Else != nil && call.Where == "" {
			if !c.isThere(call.Cwd.Path) && !c.madeBefore(i, call.Cwd.Path) {
				return
			}
			for k := i; k < len(c.script.Calls); k++ {
				if later := &c.script.Calls[k]; later.Where == "" && later.Cwd.Path.Equal(call.Cwd.Path) {
					later.Cwd.Else = nil
				}
			}
		}
		if !c.onlyLooks(i) && call.Program != "mkdir" {
			return
		}
	}
}

// isThere reports whether a word names a directory that is there.
func (c *checker) isThere(dir shell.Word) bool {
	name, ok := dir.Literal()
	if !ok || c.facts == nil || !c.script.Work.Spend(stepsOfQuestion) {
		return false
	}
	if !path.IsAbs(name) {
		name = path.Join(c.at.Cwd, name)
	}
	return c.facts.Path(name).Dir
}

// madeBefore reports whether an earlier call surely makes a directory of the project that is not
// there yet.
func (c *checker) madeBefore(i int, dir shell.Word) bool {
	name, ok := dir.Literal()
	if !ok || c.facts == nil || !c.script.Work.Spend(stepsOfQuestion) {
		return false
	}
	if !path.IsAbs(name) {
		name = path.Join(c.at.Cwd, name)
	}
	p := c.facts.Path(name)
	for k := range c.script.Calls[:i] {
		m := &c.script.Calls[k]
		if m.Program != "mkdir" || m.Where != "" || m.Cwd.Else != nil || !c.script.Follows(i, k) || !m.Args.Has("-p") && !c.facts.Path(path.Dir(name)).Dir {
			continue
		}
		if c.covers(m.Args.Operands, m, name) {
			return p.Known && !p.Exists && within(c.at.Project, name)
		}
	}
	return false
}

// onlyLooks reports whether a call leaves all directories where they are.
func (c *checker) onlyLooks(i int) bool {
	m := c.script.Calls[i].Model
	return m != nil && m.TraitsOf(c.script.Calls[i].Program)&(rule.Viewer|rule.Auxiliary) != 0 && len(c.reader.Of(i)) == 0
}
