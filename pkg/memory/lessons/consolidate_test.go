package lessons

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// day returns the noon of a day by number.
func day(n int) time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC).AddDate(0, 0, n) }

// did returns a recipe. Words that begin with "edit " are files.
func did(words ...string) (list []memory.Step) {
	for _, w := range words {
		d := memory.Step{Text: redact.Clean(w)}
		if len(w) > 5 && w[:5] == "edit " {
			d = memory.Step{Text: redact.Clean(w[5:]), Edit: true}
		}
		list = append(list, d)
	}
	return list
}

// fixed returns a project's fix that was seen on a day.
func fixed(id string, on, worked, tried int, recipe ...string) Candidate {
	cand := Candidate{Lesson: memory.Lesson{
		ID: id, Kind: memory.LessonFix, Project: "/srv/shop", Key: "e1", What: redact.Clean("vite: not found"),
		Seen: worked, First: day(on), Last: day(on), Run: "r-" + id, Worked: worked, Tried: tried,
	}}
	cand.SetRecipe(did(recipe...))
	return cand
}

func checked(id string, on, idle int, state memory.LessonState) Candidate {
	return Candidate{Idle: idle, Lesson: memory.Lesson{
		ID: id, Kind: memory.LessonCheck, Key: "k-" + id, Seen: 1, First: day(on), Last: day(on), State: state, Check: &memory.Check{},
	}}
}

// told describes a lesson in one line.
func told(l *memory.Lesson) string {
	s := fmt.Sprintf("%s %s %d/%d", l.ID, l.State, l.Worked, l.Tried)
	for _, d := range l.Recipe() {
		s += ", " + d.Text.String()
	}
	if l.Everywhere {
		s += " everywhere"
	}
	return s
}

// with returns a changed candidate.
func with(cand Candidate, change func(*Candidate)) Candidate {
	change(&cand)
	return cand
}

func TestConsolidate(t *testing.T) {
	roots := []string{"/srv/shop-wt", "/srv/shop"}
	tests := []struct {
		name string
		held []Candidate
		put  []string
		into []Merge
		gone []string
	}{
		{name: "nothing", held: []Candidate{fixed("a", 0, 1, 1, "npm install"), checked("b", 0, 3, memory.Open), checked("c", 0, 3, memory.Closed)}},
		{
			name: "blanks", held: []Candidate{fixed("a", 0, 1, 1, "npm install"), fixed("b", 1, 2, 3, "npm  install ")},
			put: []string{"a open 3/4, npm  install "}, into: []Merge{{"b", "a"}},
		},
		{
			name: "blanks that are quoted", held: []Candidate{fixed("a", 0, 1, 1, "git commit -m 'a b'"), fixed("b", 1, 1, 1, "git commit -m 'a  b'")},
		},
		{
			name: "in another work tree", held: []Candidate{
				fixed("a", 0, 1, 1, "cd /srv/shop && make gen", "edit /srv/shop/x.go"), fixed("b", 1, 1, 1, "cd /srv/shop-wt && make gen", "edit /srv/shop-wt/x.go"),
			},
			put: []string{"a open 2/2, cd /srv/shop-wt && make gen, /srv/shop-wt/x.go"}, into: []Merge{{"b", "a"}},
		},
		{name: "in another directory", held: []Candidate{fixed("a", 0, 1, 1, "cd /srv/shopping && make"), fixed("b", 1, 1, 1, "cd /srv/shop && make")}},
		{
			name: "more than was needed", held: []Candidate{fixed("a", 0, 1, 1, "npm install", "npm run gen"), fixed("b", 1, 2, 2, "npm install")},
			put: []string{"a open 3/3, npm install"}, into: []Merge{{"b", "a"}},
		},
		{name: "more that was needed", held: []Candidate{fixed("a", 0, 3, 3, "npm install", "npm run gen"), fixed("b", 1, 1, 2, "npm install")}},
		{name: "in another order", held: []Candidate{fixed("a", 0, 1, 1, "npm run gen", "npm install"), fixed("b", 1, 1, 1, "npm install", "npm run gen")}},
		{name: "another error", held: []Candidate{fixed("a", 0, 1, 1, "npm install"), with(fixed("b", 1, 1, 1, "npm install"), func(cand *Candidate) { cand.Key = "e2" })}},
		{
			name: "a file of the name of a command", held: []Candidate{fixed("a", 0, 1, 1, "edit make"), fixed("b", 1, 1, 1, "make")},
		},
		{
			name: "another part of the command", held: []Candidate{
				with(fixed("a", 0, 1, 1, "python3"), func(cand *Candidate) { cand.From = redact.Clean("python") }),
				with(fixed("b", 1, 1, 1, "python3"), func(cand *Candidate) { cand.From = redact.Clean("pyhton") }),
			},
		},
		{
			name: "one after the other", held: []Candidate{fixed("a", 0, 1, 1, "x", "y"), fixed("b", 1, 1, 1, "x  y"), fixed("c", 2, 1, 1, "y"), fixed("d", 3, 1, 1, "x y")},
			put: []string{"a open 2/2, y", "b open 2/2, x y"}, into: []Merge{{"c", "a"}, {"d", "b"}},
		},
		{
			name: "misled in both", held: []Candidate{
				with(fixed("a", 0, 3, 4, "x"), func(cand *Candidate) { cand.Misfire = 1 }), with(fixed("b", 1, 3, 4, "x "), func(cand *Candidate) { cand.Misfire = 1 }),
			},
			put: []string{"a retired 6/8, x "}, into: []Merge{{"b", "a"}},
		},
		{
			name: "the same check from elsewhere", held: []Candidate{
				with(checked("a", 0, 5, memory.Closed), func(cand *Candidate) { cand.Key = "k" }), with(checked("b", 1, 4, memory.Open), func(cand *Candidate) { cand.Key = "k" }),
			},
			put: []string{"a open 0/0, "}, into: []Merge{{"b", "a"}},
		},

		{name: "helped once, half a year ago", held: []Candidate{with(fixed("a", 0, 1, 1, "x"), func(cand *Candidate) { cand.Idle = 185 })}},
		{
			name: "helped once, longer ago", held: []Candidate{with(fixed("a", 0, 1, 1, "x"), func(cand *Candidate) { cand.Idle = 190 })},
			put: []string{"a retired 1/1, x"},
		},
		{
			name: "helped once, so long ago that it is removed", held: []Candidate{with(fixed("a", 0, 1, 1, "x"), func(cand *Candidate) { cand.Idle = 271 })},
			gone: []string{"a"},
		},
		{name: "helped often, a year ago", held: []Candidate{with(fixed("a", 0, 5, 5, "x"), func(cand *Candidate) { cand.Idle = 365 })}},
		{
			name: "told in vain once", held: []Candidate{with(fixed("a", 0, 1, 1, "x"), func(cand *Candidate) { cand.Unused = 1 })},
			put: []string{"a open 1/1, x"},
		},
		{
			name: "told in vain again and again", held: []Candidate{with(fixed("a", 0, 1, 1, "x"), func(cand *Candidate) { cand.Unused = 4 })},
			put: []string{"a retired 1/1, x"},
		},
		{name: "not run for long", held: []Candidate{checked("a", 0, 91, memory.Open)}, put: []string{"a retired 0/0, "}},
		{name: "closed long ago", held: []Candidate{checked("a", 0, 271, memory.Closed), checked("b", 0, 270, memory.Closed)}, gone: []string{"a"}},
		{
			name: "a habit that the user declined", held: []Candidate{{
				Idle: 600, Lesson: memory.Lesson{ID: "a", Kind: memory.LessonHabit, State: memory.Retired, First: day(0)},
			}},
		},
		{
			name: "a habit of a project that is no more", held: []Candidate{{
				Idle: 800, Lesson: memory.Lesson{ID: "a", Kind: memory.LessonHabit, First: day(0)},
			}},
			gone: []string{"a"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Consolidate(tt.held, roots)
			var put []string
			for i := range c.Updated {
				put = append(put, told(&c.Updated[i]))
			}
			if diff := cmp.Diff([]any{tt.put, tt.into, tt.gone}, []any{put, c.Merged, c.Removed}); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// Of too many lessons the most valuable are kept.
func TestConsolidateIsBounded(t *testing.T) {
	var candidates []Candidate
	for i := range maxLessons + 3 {
		cand := checked(fmt.Sprintf("c%04d", i), i, 0, memory.Open)
		f := fixed(fmt.Sprintf("f%04d", i), i, 2, 2, fmt.Sprint("make ", i))
		f.Key = fmt.Sprint("e", i)
		switch i {
		case 7:
			cand.State, f.State = memory.Closed, memory.Retired
		case 8:
			cand.Idle, f.Worked = 20, 1
		case 9:
			cand.Idle, f.Idle = 30, 50
		}
		candidates = append(candidates, cand, f)
	}
	c := Consolidate(candidates, nil)
	want := []string{"c0009", "c0008", "c0007", "f0009", "f0008", "f0007"}
	slices.Sort(want)
	slices.Sort(c.Removed)
	if diff := cmp.Diff(want, c.Removed); diff != "" {
		t.Errorf("gone (-want +got)\n%s", diff)
	}
}

// applied returns the lessons after changes. As in the database, sessions that
// did not use a fix are counted afresh.
func applied(candidates []Candidate, c *Changes) []Candidate {
	for _, l := range c.Updated {
		if i := slices.IndexFunc(candidates, func(cand Candidate) bool { return cand.ID == l.ID }); i >= 0 {
			candidates[i].Lesson = l
		} else {
			l.ID = "new " + l.What.String()
			candidates = append(candidates, Candidate{Lesson: l})
		}
	}
	for _, m := range c.Merged {
		candidates = slices.DeleteFunc(candidates, func(cand Candidate) bool { return cand.ID == m.ID })
	}
	for _, id := range c.Removed {
		candidates = slices.DeleteFunc(candidates, func(cand Candidate) bool { return cand.ID == id })
	}
	return candidates
}

// Consolidating twice changes nothing more, and no trial is lost or counted
// twice unless a lesson is removed.
func TestConsolidateTwice(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	words := []string{"x", "y", "x y", "x  y", "edit a.go", "edit /srv/shop/a.go", "cd /srv/shop && x"}
	for round := range 500 {
		var candidates []Candidate
		tried := 0
		for i := range 1 + random.IntN(8) {
			var recipe []string
			for range 1 + random.IntN(3) {
				recipe = append(recipe, words[random.IntN(len(words))])
			}
			worked := 1 + random.IntN(3)
			cand := fixed(fmt.Sprint("l", i), random.IntN(20), worked, worked+random.IntN(2), recipe...)
			cand.State, cand.Misfire = memory.LessonState(2*random.IntN(2)), random.IntN(2)
			tried += cand.Tried
			candidates = append(candidates, cand)
		}
		c := Consolidate(candidates, []string{"/srv/shop"})
		after := applied(slices.Clone(candidates), &c)
		sum := 0
		for i := range after {
			sum += after[i].Tried
		}
		if sum != tried {
			t.Fatalf("round %d: %d trials became %d: %+v", round, tried, sum, c)
		}
		for _, m := range c.Merged {
			i := slices.IndexFunc(after, func(cand Candidate) bool { return cand.ID == m.Into })
			if i < 0 || !slices.Contains(after[i].Merged, m.ID) {
				t.Fatalf("round %d: %+v is not taken in", round, m)
			}
		}
		if again := Consolidate(after, []string{"/srv/shop"}); again.Count() > 0 {
			t.Fatalf("round %d: again %+v", round, again)
		}
	}
}

func TestWorth(t *testing.T) {
	tests := []struct {
		name          string
		worked, tried int
		idle, ignored int
		want          string
	}{
		{"never", 0, 0, 0, 0, "0.00"},
		{"once", 1, 1, 0, 0, "0.50"},
		{"often", 9, 9, 0, 0, "0.90"},
		{"half of the times", 2, 4, 0, 0, "0.33"},
		{"once, three months ago", 1, 1, 90, 0, "0.25"},
		{"often, three months ago", 9, 9, 90, 0, "0.78"},
		{"once, and told in vain", 1, 1, 0, 1, "0.25"},
		{"by a clock that was set back", 1, 1, -90, 0, "0.50"},
	}
	for _, tt := range tests {
		l := memory.Lesson{Worked: tt.worked, Tried: tt.tried, Ignored: tt.ignored}
		if got := fmt.Sprintf("%.2f", Score(&l, tt.idle)); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestHere(t *testing.T) {
	roots := []string{"/srv/shop/.trees/b", "/srv/shop-a", "/srv/shop"}
	tests := []struct{ name, recipe, here, want string }{
		{"another work tree", "cd /srv/shop && make -C '/srv/shop/gen' X=/srv/shop", "/srv/shop-a", "cd /srv/shop-a && make -C '/srv/shop-a/gen' X=/srv/shop-a"},
		{"this one", "make -C /srv/shop-a/gen", "/srv/shop-a", "make -C /srv/shop-a/gen"},
		{"a directory of such a name", "make -C /srv/shopping /x/srv/shop", "/srv/shop-a", "make -C /srv/shopping /x/srv/shop"},
		{"one within another", "make -C /srv/shop/.trees/b/gen", "/srv/shop", "make -C /srv/shop/gen"},
		{"another around it", "make -C /srv/shop/gen", "/srv/shop/.trees/b", "make -C /srv/shop/gen"},
		{"none", "make gen", "/srv/shop", "make gen"},
	}
	for _, tt := range tests {
		got := InWorkTree(did(tt.recipe), roots, tt.here)
		if got[0].Text.String() != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got[0].Text, tt.want)
		}
	}
}

// TestConsolidateAgainstOne checks that equal fixes for one error are merged
// quickly, however many there are.
func TestConsolidateAgainstOne(t *testing.T) {
	const many = 5000
	var candidates []Candidate
	for i := range many {
		candidates = append(candidates, fixed(fmt.Sprintf("l-%04d", i), i%7, 1, 1, fmt.Sprintf("make part%d", i%(many/2))))
	}
	c := Consolidate(candidates, nil)
	if len(c.Merged) != many/2 {
		t.Errorf("%d lessons were taken in, want %d", len(c.Merged), many/2)
	}
	if left := many - len(c.Merged) - len(c.Removed); left != maxLessons {
		t.Errorf("%d lessons are left, want %d", left, maxLessons)
	}
}
