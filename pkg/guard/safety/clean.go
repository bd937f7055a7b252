package safety

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// cleanQuery returns what a call of git clean asks for, if all its words are known.
func cleanQuery(call *shell.Call) (q rule.CleanQuery, ok bool) {
	a := &call.Args
	q = rule.CleanQuery{Ignored: a.Has("-x"), OnlyIgnored: a.Has("-X"), Dirs: a.Has("-d")}
	for _, f := range a.Flags {
		if f.Name == "-e" || f.Name == "--exclude" {
			if f.Value == nil {
				return q, false
			}
			t, ok := f.Value.Literal()
			if !ok {
				return q, false
			}
			q.Exclude = append(q.Exclude, t)
		}
	}
	for _, o := range a.Operands {
		t, ok := o.Literal()
		if !ok {
			return q, false
		}
		q.Paths = append(q.Paths, t)
	}
	return q, true
}

// cleanAt returns what git clean deletes as call i, the secrets first.
func (c *checker) cleanAt(i int, dir string) rule.CleanState {
	known := c.about(i)
	if known.clean == nil {
		state := c.readClean(i, dir)
		known.clean = &state
	}
	return *known.clean
}

func (c *checker) readClean(i int, dir string) (state rule.CleanState) {
	q, ok := cleanQuery(&c.script.Calls[i])
	if !ok || !c.script.Work.Spend(stepsOfWalk) {
		return state
	}
	state = c.facts.Clean(dir, q)
	if !state.Known {
		return state
	}
	root := c.facts.Tree(dir).Root
	var worth, first []string
	for _, name := range state.Names {
		full := path.Join(dir, name)
		if !q.OnlyIgnored && c.savedUntracked(i, root, full, func() bool { return !q.Ignored || c.notIgnored(full) }) {
			continue
		}
		w := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: full}}}
		class := effect.ClassOf(w, shell.Dir{}, c.at)
		switch {
		case class&effect.Secret != 0 || database(name):
			first = append(first, name)
		case class&effect.Generated != 0 || q.OnlyIgnored && strings.HasSuffix(name, "/") && effect.BuildOutput(w, c.at):
			state.Generated = true
		default:
			worth = append(worth, name)
		}
	}
	state.Names = append(first, worth...)
	// What the text writes before that is gone as well.
	writes, _ := c.earlierWrites()
	for k := range writes {
		w := &writes[k]
		if w.target != nil && w.call < i && !w.edit && c.before(w.call, i) && c.meets(w, dir) && len(state.Names) == 0 {
			state.Generated = true
		}
	}
	state.Secret = len(first) > 0
	return state
}

// notIgnored reports whether it is known of a path that git does not ignore it.
func (c *checker) notIgnored(name string) bool {
	p := c.facts.Path(name)
	return c.script.Work.Spend(stepsOfLook) && p.Known && p.Exists && p.Repo && !p.Ignored && len(p.Ignores) == 0 && !p.More
}

// savedUntracked reports whether an earlier call adds an untracked file to git
// or stashes it. ordinary says that git does not ignore it.
func (c *checker) savedUntracked(i int, root, name string, ordinary func() bool) bool {
	saved := false
	for _, k := range c.gitBefore(i, root) {
		g := &c.script.Calls[k]
		a := &g.Args
		switch {
		case a.Is([]string{"add"}) && !a.Has("-n", "-u") && (addsAll(g) == "all" && ordinary() || c.covers(a.Operands, g, name)):
			saved = true
		case stashes(g) && (len(stashOperands(g)) == 0 || c.covers(stashOperands(g), g, name)) && (a.Has("-a") || a.Has("-u") && ordinary()):
			saved = true
		case a.Is([]string{"stash pop", "stash apply"}), unstages(g):
			saved = false
		}
	}
	return saved || c.movedOut(i, root, name)
}
