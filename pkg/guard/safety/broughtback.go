package safety

import (
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// StashBack is a stash that a call of a text brings back.
type StashBack struct {
	Own   bool   // the text itself pushed it
	Dir   string // the directory of the call
	Place int    // in the list as it is before the text runs, the newest being 0
	Known bool   // false where another one may be meant
}

// BroughtBack lists the stashes that the calls of a script bring back.
func BroughtBack(s *shell.Script, at Dirs, facts rule.Facts) (list []StashBack) {
	var pushes []int // calls that pushed those on top of the list, the newest last
	sure := true     // the list is known
	for i := range s.Calls {
		c := &s.Calls[i]
		if !isGit(c) || !c.Args.Is([]string{"stash"}) || c.Args.Is([]string{"stash list", "stash show"}) {
			continue
		}
		dir, ok := effect.Literal(shell.Word{}, c.Cwd, at)
		if !ok {
			dir, ok = at.Cwd, len(c.Cwd.Path.Parts) == 0
		}
		n, err := strconv.Atoi(stashName(c))
		ok = ok && err == nil && c.Where == "" && !c.Loop
		back := c.Args.Is([]string{"stash pop", "stash apply", "stash branch"})
		leaves := c.Args.Is([]string{"stash pop", "stash drop", "stash clear", "stash branch"})
		switch {
		case !back && !leaves: // it pushes
			pushes, sure = append(pushes, i), sure && ok
			continue
		case back && sure && ok && n < len(pushes):
			push := pushes[len(pushes)-1-n]
			t := facts.Tree(dir)
			none := t.Known && t.Stashes == 0 // no other one can be meant
			own := none || s.Follows(i, push) && endsWell(s, push, c.Span.From) && t.Known && t.Modified > 0 && len(pushes) == 1 && len(stashOperands(&s.Calls[push])) == 0
			list = append(list, StashBack{Own: own})
		case back:
			list = append(list, StashBack{Dir: dir, Place: n - len(pushes), Known: sure && ok && len(pushes) == 0})
		}
		if leaves && n == 0 && ok && len(pushes) > 0 && s.Follows(i, pushes[len(pushes)-1]) {
			pushes = pushes[:len(pushes)-1]
		} else if leaves {
			sure = false
		}
	}
	return list
}
