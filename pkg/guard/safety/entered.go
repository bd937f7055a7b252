package safety

import (
	"path"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// enter settles where calls run behind a cd of which nothing says that it went well: the
// directory is there, and the calls before it only look. "cd notes; rm todo.md" loses
// notes/todo.md, and "cd build; rm -rf *" not the project.
func (c *checker) enter() {
	for i := range c.script.Calls {
		call := &c.script.Calls[i]
		if call.Cwd.Else == nil || call.Where != "" {
			if !c.onlyLooks(i) {
				return
			}
			continue
		}
		dir, ok := call.Cwd.Path.Literal()
		if !ok || c.facts == nil || !c.script.Work.Spend(stepsOfQuestion) {
			return
		}
		if !path.IsAbs(dir) {
			dir = path.Join(c.at.Cwd, dir)
		}
		if !c.facts.Path(dir).Dir {
			return
		}
		for k := range c.script.Calls[i:] {
			if other := &c.script.Calls[i+k]; other.Where == "" && other.Cwd.Else != nil && other.Cwd.Path.Equal(call.Cwd.Path) {
				other.Cwd.Else = nil
			}
		}
		if !c.onlyLooks(i) {
			return
		}
	}
}

// onlyLooks reports whether a call leaves all directories where they are.
func (c *checker) onlyLooks(i int) bool {
	m := c.script.Calls[i].Model
	return m != nil && m.TraitsOf(c.script.Calls[i].Program)&(rule.Viewer|rule.Auxiliary) != 0 && len(c.reader.Of(i)) == 0
}
