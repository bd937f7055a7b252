package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// maxMergedIDs is how many ids of merged lessons a lesson keeps.
const maxMergedIDs = 50

// mergeAll merges lessons that say the same into the oldest of them.
func (c *Changes) mergeAll(list []Candidate, roots []string) []Candidate {
	// A merged lesson may have become the same as a third one.
	for before := -1; before != len(list); {
		before = len(list)
		list = c.mergeOnce(list, roots)
	}
	for i := range c.Merged { // the lesson that absorbed one may have been absorbed later
		for _, later := range c.Merged[i+1:] {
			if later.ID == c.Merged[i].Into {
				c.Merged[i].Into = later.Into
			}
		}
	}
	return list
}

// maxSameKey is how many lessons about one error are compared in search of one
// that says nearly the same. Equal lessons are found among all.
const maxSameKey = 200

// mergeOnce merges each lesson into the first one that says the same.
func (c *Changes) mergeOnce(list []Candidate, roots []string) (left []Candidate) {
	byKey := make(map[string][]int) // indexes in left
	byWay := make(map[string]int)
	var fixes []fixText // of left
	for i := range list {
		cand := &list[i]
		key := string(cand.Kind) + "\x00" + cand.Key
		f := fixTextOf(&cand.Lesson, roots)
		named := key + "\x00" + f.name()
		at, is := byWay[named]
		is = is && cand.Kind == memory.LessonFix && fixes[at].equal(&f) // unless it has changed since
		for _, k := range byKey[key][:min(maxSameKey, len(byKey[key]))] {
			if left[k].sameAs(cand, &fixes[k], &f) {
				at, is = k, true
				break
			}
		}
		if !is {
			byKey[key], byWay[named] = append(byKey[key], len(left)), len(left)
			left, fixes = append(left, *cand), append(fixes, f)
			continue
		}
		into := &left[at]
		into.absorb(cand)
		fixes[at] = fixTextOf(&into.Lesson, roots)
		c.Merged = append(c.Merged, Merge{cand.ID, into.ID})
	}
	return left
}

// sameAs reports whether two lessons with the same key say the same. If one
// recipe contains the other and did not help more often, its additional steps
// were not needed.
func (c *Candidate) sameAs(o *Candidate, mine, other *fixText) bool {
	if c.Kind != memory.LessonFix {
		return c.Kind == memory.LessonCheck
	}
	if mine.equal(other) {
		return true
	}
	if c.State != memory.Open || o.State != memory.Open || c.From.Len()+o.From.Len() > 0 {
		return false
	}
	more := o.Worked*c.Tried - c.Worked*o.Tried // positive if the other helped more often
	return more <= 0 && contains(other.steps, mine.steps) || more >= 0 && contains(mine.steps, other.steps)
}

// contains reports whether a recipe contains all steps of another, in order.
func contains(all, part []memory.Step) bool {
	for _, d := range all {
		if len(part) > 0 && d == part[0] {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// absorb adds the counts of another lesson. What is shown comes from the later
// of the two.
func (c *Candidate) absorb(o *Candidate) {
	l, recipe := c.Lesson, c.Recipe()
	if o.Last.After(c.Last) {
		l, c.Unused = o.Lesson, o.Unused
	}
	if n := len(o.Recipe()); n < len(recipe) || n == len(recipe) && o.Last.After(c.Last) {
		recipe = o.Recipe()
	}
	l.ID, l.First = c.ID, c.First
	l.Seen, l.Worked, l.Tried, l.Misfire = c.Seen+o.Seen, c.Worked+o.Worked, c.Tried+o.Tried, c.Misfire+o.Misfire
	l.Merged = slices.Concat(c.Merged, o.Merged, []string{o.ID})
	l.Merged = l.Merged[max(0, len(l.Merged)-maxMergedIDs):]
	if l.Kind == memory.LessonFix {
		l.SetRecipe(recipe)
		l.State = min(c.State, o.State)
		if l.Misleads() {
			l.State = memory.Retired
		}
		if c.State == memory.Unwanted || o.State == memory.Unwanted {
			l.State = memory.Unwanted
		}
	}
	c.Lesson, c.Idle = l, min(c.Idle, o.Idle)
}

// fixText is what a fix says, without what differs between work trees.
type fixText struct {
	from  redact.Text
	steps []memory.Step
}

// fixTextOf returns what the fix of a lesson says.
func fixTextOf(l *memory.Lesson, roots []string) fixText {
	f := fixText{relative(l.From, roots), slices.Clone(l.Recipe())}
	for i := range f.steps {
		f.steps[i].Text = relative(f.steps[i].Text, roots)
	}
	return f
}

// equal reports whether two fixes say the same.
func (f *fixText) equal(o *fixText) bool { return f.from == o.from && slices.Equal(f.steps, o.steps) }

// name returns a key that is equal for equal fixes.
func (f *fixText) name() string {
	var b strings.Builder
	b.WriteString(f.from.String())
	for _, d := range f.steps {
		b.WriteByte(0)
		if d.Edit {
			b.WriteByte(1)
		}
		b.WriteString(d.Text.String())
	}
	return b.String()
}

// SameFix reports whether two lessons have the same fix. roots are the work
// trees in which they may have been learned.
func SameFix(a, b *memory.Lesson, roots []string) bool {
	one, other := fixTextOf(a, roots), fixTextOf(b, roots)
	return one.equal(&other)
}

// relative returns a text with paths below a root written from that root, and
// with blanks normalized.
func relative(t redact.Text, roots []string) redact.Text {
	s := strings.TrimSpace(t.String())
	for _, root := range roots {
		s = fromRoot(s, root, "")
	}
	if !strings.ContainsAny(s, "\n'\"`\\") { // keep blanks that may matter
		s = strings.Join(strings.Fields(s), " ")
	}
	if s == t.String() {
		return t
	}
	return redact.Clean(s)
}

// InWorkTree returns a recipe as it is done in the work tree here, wherever
// among the project's roots it was learned.
func InWorkTree(recipe []memory.Step, roots []string, here string) []memory.Step {
	list := slices.Clone(recipe)
	for i, d := range list {
		s := d.Text.String()
		for _, root := range roots {
			if !strings.HasPrefix(here+"/", root+"/") { // a root around here may be meant as it is
				s = fromRoot(s, root, here)
			}
		}
		if s != d.Text.String() {
			list[i].Text = redact.Clean(s)
		}
	}
	return list
}

// fromRoot replaces a directory, and the beginning of paths below it, by
// another one. If as is empty, paths below it become relative, and the
// directory itself ".".
func fromRoot(s, root, as string) string {
	if len(root) < 2 || !strings.Contains(s, root) {
		return s
	}
	const apart = " \t\n'\"=:;&|()<>,"
	var b strings.Builder
	for {
		i := strings.Index(s, root)
		if i < 0 {
			return b.String() + s
		}
		before, after := s[:i], s[i+len(root):]
		b.WriteString(before)
		below := len(after) > 1 && (after[0] == '/' || after[0] == '\\') && !strings.Contains(apart, after[1:2])
		switch {
		case i > 0 && !strings.Contains(apart, before[i-1:]), // part of another path
			!below && strings.TrimLeft(after, `/\`) != "" && !strings.Contains(apart, after[:1]):
			b.WriteString(root)
		case as != "":
			b.WriteString(as)
		case below:
			after = after[1:]
		default:
			b.WriteString(".")
		}
		s = after
	}
}
