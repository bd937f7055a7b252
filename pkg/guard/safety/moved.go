package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// earlier lists the calls of a script that may change what a fact is about, for
// the calls after them; each list is nil before it was asked for.
type earlier struct {
	moves   []int // move files
	fetches []int // fetch, or take in what was fetched
	stashes []int // leave something on the stash
	keeps   []int // are git, or copy files

	here map[string][]int // moves by the place that they surely move to
}

// those returns the calls for which is holds, which it asks for once.
func (c *checker) those(list *[]int, is func(*shell.Call) bool) []int {
	if *list == nil {
		*list = []int{}
		for k := range c.script.Calls {
			if is(&c.script.Calls[k]) {
				*list = append(*list, k)
			}
		}
	}
	return *list
}

// movers lists the calls on this machine that move files.
func (c *checker) movers() []int { return c.those(&c.earlier.moves, moves) }

func moves(call *shell.Call) bool {
	return call.Where == "" && call.Code == "" && slices.ContainsFunc(call.Args.Verbs, func(v *rule.Verb) bool {
		return slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return e.Do == rule.Move })
	})
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

// movedAway returns the last earlier call that surely moves a file, or a directory, as a whole
// to another place.
func (c *checker) movedAway(i int, name string) (call int, ok bool) {
	for _, k := range slices.Backward(c.movers()) {
		effects := c.reader.Of(k)
		if k >= i || !c.script.Follows(i, k) || !c.script.Work.Spend(1+len(effects)) {
			continue
		}
		for n := range effects {
			if e := &effects[n]; e.Kind == rule.Move && e.Target != nil {
				if from, known := e.Path(&c.script.Calls[k], c.at); known && path.Clean(from) == name {
					return k, true
				}
			}
		}
	}
	return 0, false
}

// movedHere returns what an earlier call may have moved to a path.
func (c *checker) movedHere(i int, name string) (from string, ok bool) {
	if c.earlier.here == nil {
		c.earlier.here = make(map[string][]int)
		for _, k := range c.movers() {
			effects := c.reader.Of(k)
			if !c.script.Work.Spend(1 + len(effects)) {
				break
			}
			call := &c.script.Calls[k]
			for n := range effects {
				e := &effects[n]
				if e.Kind != rule.Overwrite && e.Kind != rule.Edit || e.Target == nil || c.movedBy(k) == nil {
					continue
				}
				if p, known := e.Path(call, c.at); known {
					c.earlier.here[p] = append(c.earlier.here[p], k)
				}
			}
		}
	}
	for _, k := range slices.Backward(c.earlier.here[name]) {
		if !c.script.Work.Spend(1) {
			break
		}
		if k < i && c.before(k, i) {
			return c.movedBy(k).Path(&c.script.Calls[k], c.at)
		}
	}
	return "", false
}

// movedBy returns the first effect of a call that moves a path, nil where there
// is none.
func (c *checker) movedBy(k int) *effect.Effect {
	effects := c.reader.Of(k)
	for n := range effects {
		if e := &effects[n]; e.Kind == rule.Move && e.Target != nil {
			return e
		}
	}
	return nil
}

// database reports whether a file is a database by its name.
func database(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".db", ".sqlite", ".sqlite3", ".mdb", ".rdb":
		return true
	}
	return false
}
