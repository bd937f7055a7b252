package safety

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// refStep is what a call of git makes of the refs. What it only may have done makes no ref
// lead to more, and may make one lead to less.
type refStep struct {
	*refsThen
	c    *checker
	call *shell.Call
	k    int
	sure bool // it went well
}

func (s *refStep) run(dir string) {
	a := &s.call.Args
	words, ok := literals(a.Operands)
	if !ok {
		s.blind = true
		return
	}
	verb := verbOf(s.call)
	if sub := strings.Fields(strings.Join(a.Sub, " ")); len(sub) > 1 {
		words = append(sub[1:], words...)
	}
	switch verb {
	case "switch", "checkout":
		s.checkOut(dir, words)
	case "branch":
		s.branch(words)
	case "tag":
		s.tag(words)
	case "worktree":
		if f := a.Flag("-b", "-B"); f != nil && f.Value != nil {
			s.make(heads+f.Value.String(), behind(words, 2), f.Name == "-B")
		}
	case "commit":
		s.commit()
	case "cherry-pick", "revert", "am":
		s.grow(0)
	case "merge":
		s.merge(words)
	case "pull":
		if !a.Has("--ff-only", "--no-rebase") {
			s.set(s.head, refThen{})
		}
	case "rebase":
		if a.Has("--abort", "--quit", "--continue", "--skip", "--onto", "--root", "-i", "--update-refs") || len(words) > 1 {
			s.blind = true
			return
		}
		s.set(s.head, refThen{})
	case "reset":
		s.reset(words)
	case "push":
		s.push(words)
	case "fetch":
		s.blind = slices.ContainsFunc(words[min(1, len(words)):], func(w string) bool { return strings.Contains(w, ":") })
	case "remote":
		s.blind = len(words) > 0 && slices.Contains([]string{"rm", "remove", "rename", "set-head", "set-branches"}, words[0])
	case "reflog":
		s.blind = len(words) > 0 && words[0] != "show"
	default:
		s.blind = true
	}
}

// literals returns words that are all known.
func literals(words []shell.Word) (list []string, ok bool) {
	for _, w := range words {
		t, ok := w.Literal()
		if !ok {
			return nil, false
		}
		list = append(list, t)
	}
	return list, true
}

// behind returns the word at a place, "" where there is none.
func behind(words []string, n int) string {
	if n < len(words) {
		return words[n]
	}
	return ""
}

// ref returns the full name of the ref that a revision names, or the revision.
func (s *refStep) ref(name string) string {
	switch {
	case name == "" || name == "HEAD" || name == "@":
		return s.head
	case strings.HasPrefix(name, "refs/"):
		return name
	}
	for _, below := range [...]string{tagRefs, heads, remotes} {
		if s.changed(below + name) {
			return below + name
		}
	}
	return name
}

// make makes a ref, or moves one that may be there.
func (s *refStep) make(ref, start string, force bool) {
	t := s.of(s.ref(start))
	if strings.ContainsAny(start, "~^@{:") && start != "@" {
		t = refThen{}
	}
	switch {
	case s.sure:
		s.set(ref, t)
	case force:
		s.set(ref, refThen{})
	}
}

func (s *refStep) checkOut(dir string, words []string) {
	a := &s.call.Args
	if f := a.Flag("-b", "-c", "-B", "-C"); f != nil && f.Value != nil {
		name, ok := f.Value.Literal()
		if s.blind = !ok; s.blind {
			return
		}
		s.make(heads+name, behind(words, 0), f.Name == "-B" || f.Name == "-C")
		s.goTo(heads + name)
		return
	}
	switch {
	case a.Has("--orphan", "-d", "-t", "--track"):
		s.goTo("")
	case a.Has("--") || len(words) != 1 || a.Has("-p", "--ours", "--theirs"):
	case words[0] == "-":
		s.goTo("")
	default:
		ref := heads + words[0]
		b := s.c.facts.Branch(dir, words[0], "")
		if _, made := s.now[ref]; made || b.Known && b.Exists && !s.gone[ref] {
			s.goTo(ref)
		} else if !s.c.facts.Path(words[0]).Exists {
			s.goTo("")
		}
	}
}

// goTo checks out a ref.
func (s *refStep) goTo(ref string) {
	if s.head != ref && !s.sure {
		ref = ""
	}
	s.head = ref
}

func (s *refStep) branch(words []string) {
	a := &s.call.Args
	switch {
	case a.Has("-d", "-D"):
		below := heads
		if a.Has("-r") {
			below = remotes
		}
		for _, w := range words {
			s.remove(below + w)
		}
	case a.Has("-m", "-M", "-c", "-C"):
		s.blind = true
	case a.Has("-f") && len(words) > 0:
		s.make(heads+words[0], behind(words, 1), true)
	case len(words) > 0 && !a.Has("-l", "-r", "-a", "-u", "--unset-upstream", "--contains", "--merged", "--no-merged", "--points-at", "--edit-description"):
		s.make(heads+words[0], behind(words, 1), false)
	}
}

func (s *refStep) tag(words []string) {
	a := &s.call.Args
	switch {
	case a.Has("-d"):
		for _, w := range words {
			s.remove(tagRefs + w)
		}
	case len(words) > 0 && !a.Has("-l", "-v", "-n", "--contains", "--points-at", "--merged", "--no-merged"):
		s.make(tagRefs+words[0], behind(words, 1), a.Has("-f"))
	}
}

// grow adds commits of the call to what is checked out, so many at least.
func (s *refStep) grow(sure int) {
	t := s.of(s.head)
	if !s.sure {
		sure = 0
	}
	s.set(s.head, refThen{holds: t.holds, grown: append(slices.Clone(t.grown), s.k), sure: t.sure + sure})
}

func (s *refStep) commit() {
	if !s.call.Args.Has("--amend") {
		s.grow(1)
		return
	}
	t := s.of(s.head)
	if t.sure == 0 {
		t.holds = slices.Clone(t.holds)
		for n, rev := range t.holds {
			t.holds[n] = rev + "^"
		}
	}
	s.set(s.head, refThen{holds: t.holds, grown: append(slices.Clone(t.grown), s.k), sure: t.sure})
}

func (s *refStep) merge(words []string) {
	a := &s.call.Args
	if a.Has("--squash", "--no-commit", "--abort", "--quit") {
		return
	}
	t := s.of(s.head)
	t.grown = append(slices.Clone(t.grown), s.k)
	if s.sure && !a.Has("--continue") {
		t.holds = slices.Clone(t.holds)
		for _, w := range words {
			other := s.of(s.ref(w))
			t.holds, t.grown = append(t.holds, other.holds...), append(t.grown, other.grown...)
		}
	}
	s.set(s.head, t)
}

func (s *refStep) reset(words []string) {
	if len(words) == 0 || s.call.Args.Has("-p") || words[0] == "HEAD" || words[0] == "@" || s.call.Args.Has("--") && len(words) < 2 {
		return
	}
	holds, steps := s.back(words[0])
	if !s.sure || steps > 0 && holds == nil {
		s.set(s.head, refThen{})
		return
	}
	s.set(s.head, refThen{holds: holds})
}

// back returns where a revision leads to, and how many commits that is behind what is checked
// out, -1 where it is not said so.
func (s *refStep) back(rev string) (holds []string, steps int) {
	t := s.of(s.head)
	steps, ok := stepsBack(rev)
	switch {
	case !ok:
		return s.of(s.ref(rev)).holds, -1
	case steps <= t.sure:
		return t.holds, steps
	case len(t.holds) == 1:
		return []string{t.holds[0] + "~" + strconv.Itoa(steps-t.sure)}, steps
	}
	return nil, steps
}

// stepsBack returns how many commits behind HEAD a revision is: HEAD~2, HEAD^^.
func stepsBack(rev string) (steps int, ok bool) {
	rest, ok := strings.CutPrefix(rev, "HEAD")
	if !ok {
		rest, ok = strings.CutPrefix(rev, "@")
	}
	if !ok {
		return 0, false
	}
	if strings.Trim(rest, "^") == "" {
		return len(rest), true
	}
	digits, ok := strings.CutPrefix(rest, "~")
	if digits == "" {
		return 1, ok
	}
	n, err := strconv.Atoi(digits)
	return n, ok && err == nil && n >= 0
}

// push sets what is known of the remote from then on.
func (s *refStep) push(words []string) {
	a := &s.call.Args
	switch {
	case a.Has("-n"):
		return
	case a.Has("--mirror", "--prune"):
		s.blind = true
		return
	case len(words) < 2:
		return
	}
	for _, w := range words[1:] {
		from, to, both := strings.Cut(strings.TrimPrefix(w, "+"), ":")
		if !both {
			to = from
		}
		there := remotes + words[0] + "/" + strings.TrimPrefix(to, heads)
		switch {
		case a.Has("-d") || from == "":
			s.remove(there)
		case strings.HasPrefix(to, tagRefs) || to == "HEAD":
		default:
			t := s.of(s.local(from))
			if !s.sure {
				before := s.of(there)
				t = refThen{holds: append(slices.Clone(before.holds), t.holds...), grown: t.grown}
			}
			s.set(there, t)
		}
	}
}

// local returns the full name of a local branch that is pushed.
func (s *refStep) local(name string) string {
	if name == "HEAD" || name == "@" {
		return s.head
	}
	return heads + strings.TrimPrefix(name, heads)
}

// sweepsOthers reports whether a call that commits may take in work of others.
func (c *checker) sweepsOthers(k int, dir string) bool {
	g := &c.script.Calls[k]
	if verbOf(g) != "commit" {
		return false // it takes what it commits from a commit
	}
	t := c.facts.Tree(dir)
	if !t.Known || t.More {
		return true
	}
	if len(g.Args.Operands) > 0 {
		return slices.ContainsFunc(g.Args.Operands, func(w shell.Word) bool {
			name, ok := effect.Literal(w, g.Cwd, c.at)
			return !ok || !c.spared(k, name)
		})
	}
	tracked, all := g.Args.Has("-a") || t.Staged > 0, false
	for j := range k {
		add := &c.script.Calls[j]
		if !isGit(add) || !add.Args.Is([]string{"add", "stage"}) || add.Args.Has("-n") {
			continue
		}
		switch how := addsAll(add); how {
		case "":
			if c.addsOthers(j) {
				return true
			}
		default:
			tracked, all = true, all || how == "all"
		}
	}
	if t.Modified == 0 && (!all || t.Untracked == 0) || !tracked {
		return c.broughtTo(k, t.Root)
	}
	return !c.facts.Authors(rule.LossQuery{Path: t.Root, Tracked: !all, Kept: true}).Is(rule.TheirsNone)
}
