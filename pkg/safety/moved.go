package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// movers lists the calls on this machine that move files.
func (c *checker) movers() []int {
	if c.moves != nil {
		return c.moves
	}
	c.moves = []int{}
	for k := range c.script.Calls {
		call := &c.script.Calls[k]
		if call.Where == "" && call.Code == "" && slices.ContainsFunc(call.Args.Verbs, func(v *rule.Verb) bool {
			return slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return e.Do == rule.Move })
		}) {
			c.moves = append(c.moves, k)
		}
	}
	return c.moves
}

// movedOut reports whether an earlier call surely moves a path out of a tree.
func (c *checker) movedOut(i int, root, name string) bool {
	for _, k := range c.movers() {
		call := &c.script.Calls[k]
		effects := c.reader.Of(k)
		if k >= i || !c.script.Work.Spend(1+len(effects)) {
			break
		}
		if !c.script.Follows(i, k) {
			continue
		}
		from, to := false, ""
		for _, e := range effects {
			if e.Target == nil {
				continue
			}
			p, ok := e.Path(call, c.at)
			switch {
			case e.Kind == rule.Move:
				from = from || ok && p == strings.TrimSuffix(name, "/")
			case e.Kind == rule.Overwrite || e.Kind == rule.Edit:
				if to = p; !ok {
					to = root
				}
			}
		}
		if from && to != "" && to != root && !strings.HasPrefix(to, root+"/") {
			return true
		}
	}
	return false
}

// movedHere returns what an earlier call may have moved to a path.
func (c *checker) movedHere(i int, name string) (from string, ok bool) {
	for _, k := range slices.Backward(c.movers()) {
		call := &c.script.Calls[k]
		if k >= i || !c.before(k, i) {
			continue
		}
		effects := c.reader.Of(k)
		if !c.script.Work.Spend(1 + len(effects)) {
			break
		}
		at := slices.IndexFunc(effects, func(e effect.Effect) bool { return e.Kind == rule.Move && e.Target != nil })
		if at < 0 {
			continue
		}
		for _, e := range effects {
			if e.Kind != rule.Overwrite && e.Kind != rule.Edit || e.Target == nil {
				continue
			}
			if p, known := e.Path(call, c.at); known && p == name {
				return effects[at].Path(call, c.at)
			}
		}
	}
	return "", false
}

// stashedBefore reports

// database reports whether a file is a database by its name.
func database(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".db", ".sqlite", ".sqlite3", ".mdb", ".rdb":
		return true
	}
	return false
}
