package journal

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

const (
	// treeLook bounds the look at the tree that a check saw.
	treeLook = 50 * time.Millisecond
	// maxRead bounds how many bytes of files with changes are read for it.
	maxRead = 8 << 20
	// maxBetween bounds the files in which two commits differ: beyond, they say nothing
	// of each other.
	maxBetween = 500
)

// SawTree notes what the work tree held when the check of a command that has just ended
// saw it. If something may have written after the check, that is not known.
func (j *Journal) SawTree(ran *memory.Run, script *shell.Script) {
	if !ran.Check.Verifies() || script == nil {
		return
	}
	last, alone := endsInCheck(script)
	if !last {
		return
	}
	var began time.Time
	if alone && ran.Duration > 0 {
		began = ran.Start
	}
	ran.Check.Saw = j.lookTree(began)
}

// endsInCheck reports whether nothing that may write files follows the last check of a
// command, and whether nothing else in it may write at all.
func endsInCheck(s *shell.Script) (last, alone bool) {
	writers := 0
	for i := range s.Calls {
		c := s.Calls[i]
		nests := slices.ContainsFunc(s.Calls, func(o shell.Call) bool { return o.Via == i })
		piped := c.Stdin != nil && c.Stdin.Kind == shell.SourcePipe // it writes what the check prints
		one := &shell.Script{Calls: []shell.Call{c}}
		if nests || piped || !command.MayWrite(one) {
			continue
		}
		writers++
		one.Calls[0].Via = -1
		last = reader().Checks(one)
	}
	return last || writers < 2, writers < 2
}

// lookTree returns what the work tree of the project holds now, nil where that is not
// known. A check began at began: what was changed since is what it made itself, or
// somebody else changed meanwhile.
func (j *Journal) lookTree(began time.Time) *memory.Tree {
	if j.Judge.Project == "" {
		return nil
	}
	seen := j.seen
	if seen == nil {
		seen = facts.New(facts.Options{Cwd: j.Judge.Project, Wall: treeLook, Looks: j.Judge.Places.LooksDir()})
	}
	c := seen.Changes(j.Judge.Project, maxDirty)
	if root, err := filepath.EvalSymlinks(j.Judge.Project); !c.Known || err != nil || root != c.Root {
		return nil
	}
	tree := &memory.Tree{Commit: facts.HeadOf(c.Root).Commit, Dirty: make(map[string]int64)}
	read := int64(maxRead)
	for name, at := range c.Files {
		masked := redact.Clean(name).String()
		during := !began.IsZero() && at.After(began)
		switch untracked := c.Untracked[name]; {
		case untracked && (effect.IsProduct(path.Base(name)) || facts.ByTools(name)):
		case during && untracked:
			tree.Made = append(tree.Made, masked)
		case during:
			tree.Dirty[masked] = memory.UnknownFile
		default:
			tree.Dirty[masked] = sumOf(filepath.Join(c.Root, filepath.FromSlash(name)), &read)
		}
		if len(tree.Dirty) > maxSummed || len(tree.Made) > maxSummed {
			return nil
		}
	}
	for _, name := range c.Gone {
		if tree.Dirty[redact.Clean(name).String()] = memory.GoneFile; len(tree.Dirty) > maxSummed {
			return nil
		}
	}
	slices.Sort(tree.Made)
	return tree
}

// sumOf returns the sum by which the content of a file is known again. A large one is
// known by its size and times.
func sumOf(name string, left *int64) int64 {
	info, err := os.Lstat(name)
	switch {
	case err != nil:
		return memory.UnknownFile
	case info.Mode()&os.ModeSymlink != 0:
		target, err := os.Readlink(name)
		if err != nil {
			return memory.UnknownFile
		}
		return ledger.Sum([]byte(target))
	case !info.Mode().IsRegular():
		return memory.UnknownFile
	case info.Size() > maxSum || info.Size() > *left:
		return -ledger.Sum(fmt.Appendf(nil, "%d %d", info.Size(), info.ModTime().UnixNano()))
	}
	*left -= info.Size()
	return contentOf(name)
}

// tree returns what the work tree of the project holds now: it is looked at once an event.
func (j *Journal) tree() *memory.Tree {
	if j.here == nil {
		tree := j.lookTree(time.Time{})
		j.here = &tree
	}
	return *j.here
}

// commits is what the commits of a work tree hold, by sums of content.
type commits struct{ facts.Commits }

func (c commits) Changed(from, to string) (list []string, known bool) {
	names, known := c.Between(from, to, maxBetween)
	for _, name := range names {
		list = append(list, redact.Clean(name).String())
	}
	return list, known
}

func (c commits) Holds(commit, path string, sum int64) (holds, known bool) {
	content, there, known := c.Content(commit, path)
	switch {
	case !known:
		return false, false
	case !there || sum == memory.GoneFile:
		return !there && sum == memory.GoneFile, true
	case sum < 0, bytes.HasPrefix(content, []byte("version https://git-lfs")):
		return false, false
	}
	// A work tree may have other ends of lines.
	return sum == ledger.Sum(content) || sum == ledger.Sum(bytes.ReplaceAll(content, []byte("\n"), []byte("\r\n"))), true
}

// changedSinceSeen returns the files in which the work tree differs now from what a check
// saw, whoever changed them. known is false where that is not known of then or now.
func (v *view) changedSinceSeen(c *memory.Check) (changed []string, known bool) {
	if c == nil || c.Saw == nil || v.past || v.present == nil {
		return nil, false
	}
	return v.differ(c.Saw, v.present())
}

// differ returns the files in which two trees of the project differ.
func (v *view) differ(before, after *memory.Tree) (changed []string, known bool) {
	return after.Since(before, commits{facts.CommitsOf(v.judge.Project)})
}

// withoutProse leaves out the files that checks do not read.
func withoutProse(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return lessons.IsProse(name) && path.Ext(name) != ".txt" })
}

// passedHere reports whether the same check, or one that covers it, passed in a tree as it
// is now: what fails in another tree says nothing of this one.
func (v *view) passedHere(red *memory.Check, steps []memory.Activity) bool {
	if changed, known := v.changedSinceSeen(red); known && len(withoutProse(changed)) == 0 {
		return false // it failed in this one
	}
	return slices.ContainsFunc(steps, func(s memory.Activity) bool {
		if s.Run == nil || s.Run.Check == nil || s.Run.Check.Saw == nil {
			return false
		}
		if !slices.ContainsFunc(s.Run.Check.Passes(), func(p *memory.Check) bool { return p.Covers(red) }) || v.inPart(s.Run, v.judge.Script(s.Run.Command), red) {
			return false
		}
		changed, known := v.changedSinceSeen(s.Run.Check)
		return known && len(withoutProse(changed)) == 0
	})
}

// firstOf quotes the first names of a list, and counts the others.
func firstOf(names []string, most int) (list []string) {
	for _, name := range names[:min(most, len(names))] {
		list = append(list, quoted(redact.Clean(name)))
	}
	return andMore(list, len(names)-len(list))
}
