package lessons

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// maxTaken is how many ids of lessons that it has taken in one remembers.
const maxTaken = 50

// merge makes one of lessons that say the same: of them the first stays.
func (c *Changes) merge(list []Held, roots []string) []Held {
	// What was taken in may make two of the others the same.
	for before := -1; before != len(list); {
		before = len(list)
		list = c.mergeOnce(list, roots)
	}
	for i := range c.Into { // what took one in may have been taken in itself
		for _, later := range c.Into[i+1:] {
			if later.ID == c.Into[i].Into {
				c.Into[i].Into = later.Into
			}
		}
	}
	return list
}

// maxAlike is how many lessons about one error are looked at for one that
// says nearly the same; what says the very same is found among all.
const maxAlike = 200

func (c *Changes) mergeOnce(list []Held, roots []string) (left []Held) {
	byKey := make(map[string][]int) // places in left
	byWay := make(map[string]int)
	var ways []way // of left
	for i := range list {
		h := &list[i]
		key := h.Kind + "\x00" + h.Key
		w := wayOf(&h.Lesson, roots)
		named := key + "\x00" + w.name()
		at, is := byWay[named]
		is = is && h.Kind == memory.LessonFix && ways[at].equal(&w) // and did not change since
		for _, k := range byKey[key][:min(maxAlike, len(byKey[key]))] {
			if left[k].says(h, &ways[k], &w) {
				at, is = k, true
				break
			}
		}
		if !is {
			byKey[key], byWay[named] = append(byKey[key], len(left)), len(left)
			left, ways = append(left, *h), append(ways, w)
			continue
		}
		into := &left[at]
		into.take(h)
		ways[at] = wayOf(&into.Lesson, roots)
		c.Into = append(c.Into, Move{h.ID, into.ID})
	}
	return left
}

// says tells whether two lessons with one key say the same. What a recipe has
// more than another one, and did not help more often for it, was not needed.
func (h *Held) says(o *Held, mine, other *way) bool {
	if h.Kind != memory.LessonFix {
		return h.Kind == memory.LessonCheck
	}
	if mine.equal(other) {
		return true
	}
	if h.State != memory.Open || o.State != memory.Open || h.From.Len()+o.From.Len() > 0 {
		return false
	}
	more := o.Worked*h.Tried - h.Worked*o.Tried // that it helped more often than mine
	return more <= 0 && contains(other.deeds, mine.deeds) || more >= 0 && contains(mine.deeds, other.deeds)
}

// contains tells whether a recipe has all of another one in it, in its order.
func contains(all, part []memory.Step) bool {
	for _, d := range all {
		if len(part) > 0 && d == part[0] {
			part = part[1:]
		}
	}
	return len(part) == 0
}

// take counts what another lesson counts as its own. What the later one of
// them saw is what is shown.
func (h *Held) take(o *Held) {
	l, recipe := h.Lesson, h.Recipe()
	if o.Last.After(h.Last) {
		l, h.Vain = o.Lesson, o.Vain
	}
	if n := len(o.Recipe()); n < len(recipe) || n == len(recipe) && o.Last.After(h.Last) {
		recipe = o.Recipe()
	}
	l.ID, l.First = h.ID, h.First
	l.Seen, l.Worked, l.Tried, l.Misfire = h.Seen+o.Seen, h.Worked+o.Worked, h.Tried+o.Tried, h.Misfire+o.Misfire
	l.Merged = slices.Concat(h.Merged, o.Merged, []string{o.ID})
	l.Merged = l.Merged[max(0, len(l.Merged)-maxTaken):]
	if l.Kind == memory.LessonFix {
		l.SetRecipe(recipe)
		l.State = min(h.State, o.State)
		if l.Misfire >= memory.MaxMisfires {
			l.State = memory.Retired
		}
	}
	h.Lesson, h.Idle = l, min(h.Idle, o.Idle)
}

// way is a way out, without what differs from one work tree to another.
type way struct {
	from  redact.Text
	deeds []memory.Step
}

func wayOf(l *memory.Lesson, roots []string) way {
	w := way{below(l.From, roots), slices.Clone(l.Recipe())}
	for i := range w.deeds {
		w.deeds[i].Text = below(w.deeds[i].Text, roots)
	}
	return w
}

func (w *way) equal(o *way) bool { return w.from == o.from && slices.Equal(w.deeds, o.deeds) }

// name is equal for two ways that are.
func (w *way) name() string {
	var b strings.Builder
	b.WriteString(w.from.String())
	for _, d := range w.deeds {
		b.WriteByte(0)
		if d.Edit {
			b.WriteByte(1)
		}
		b.WriteString(d.Text.String())
	}
	return b.String()
}

// SameWay tells whether two lessons tell the same way out, wherever among the
// roots of a project each of them was learned.
func SameWay(a, b *memory.Lesson, roots []string) bool {
	one, other := wayOf(a, roots), wayOf(b, roots)
	return one.equal(&other)
}

// below is a text without what differs when it is written in another work
// tree, or with other blanks: what is below a root is named from there.
func below(t redact.Text, roots []string) redact.Text {
	s := strings.TrimSpace(t.String())
	for _, root := range roots {
		s = fromRoot(s, root, "")
	}
	if !strings.ContainsAny(s, "\n'\"`\\") { // where blanks may mean something they stay
		s = strings.Join(strings.Fields(s), " ")
	}
	if s == t.String() {
		return t
	}
	return redact.Clean(s)
}

// Here is a recipe as it is done in one of the work trees of a project,
// wherever among them it was learned.
func Here(recipe []memory.Step, roots []string, here string) []memory.Step {
	list := slices.Clone(recipe)
	for i, d := range list {
		s := d.Text.String()
		for _, root := range roots {
			if !strings.HasPrefix(here+"/", root+"/") { // what is around it names it, too
				s = fromRoot(s, root, here)
			}
		}
		if s != d.Text.String() {
			list[i].Text = redact.Clean(s)
		}
	}
	return list
}

// fromRoot names a directory, and what is below it, as if it were another one;
// without one what is below is named from there, and it itself ".".
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
		case i > 0 && !strings.Contains(apart, before[i-1:]), // it is a part of another path
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
