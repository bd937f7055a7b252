package lessons

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

// latestFirst reverses a session.
func (s session) latestFirst() []memory.Activity {
	steps := slices.Clone([]memory.Activity(s))
	slices.Reverse(steps)
	return steps
}

func lint(r *memory.Run) { r.Check = &memory.Check{Tool: "ruff", Kind: "lint"} }

func tests(r *memory.Run) { r.Check = &memory.Check{Tool: "pytest", Kind: "test"} }

// usual returns a session that runs the linter after the tests, with one step
// between them.
func usual(between string) session {
	return session{}.edited("src/a.py").ran("pytest -q tests", tests).ran(between).ran("ruff check src", lint).
		ran("make docs").ran("make docs").ran("make docs").ran("make docs").ran("make docs").ran("make docs").ran("make docs").ran("make docs")
}

func habits(sessions ...session) []memory.Lesson {
	var list [][]memory.Activity
	for _, s := range sessions {
		list = append(list, s.latestFirst())
	}
	return Habits(list, rules.Command)
}

func habitWords(list []memory.Lesson) (words []string) {
	for _, h := range list {
		said := fmt.Sprintf("%s, %d of %d in %d", h.What.String(), h.Worked, h.Tried, h.Seen)
		if h.Check != nil {
			said += ", " + h.Check.Kind
		}
		words = append(words, said)
	}
	return words
}

// inOrder is a session in which three commands follow each other among others.
func inOrder(n int) session {
	s := session{}.ran("pytest", tests).ran("ruff check .", lint).ran("make package")
	for range 12 {
		s = s.ran(fmt.Sprintf("cat file%d", n))
	}
	return s
}

// onlyLooks is a session with a check in the middle that changes no file.
func onlyLooks(n int) session {
	s := session{}.ran("go build ./...").ran("go vet ./...", func(r *memory.Run) { r.Check = &memory.Check{Tool: "go vet", Kind: "lint"} }).ran("go test ./...")
	for range 12 {
		s = s.ran(fmt.Sprintf("cat file%d", n))
	}
	return s
}

// handles is a session in which files are handled, and code is run that is typed there.
func handles(n int) session {
	s := session{}.ran("rm -f out.txt").ran("python3 - <<E\nprint(1)\nE").ran("mkdir -p out")
	for range 12 {
		s = s.ran(fmt.Sprintf("cat file%d", n))
	}
	return s
}

func TestHabits(t *testing.T) {
	twice := session{}.edited("a.py").ran("pytest", tests).ran("ruff check .", lint).ran("pytest", tests).ran("ruff check .", lint)
	tests := []struct {
		name     string
		sessions []session
		want     []string
	}{
		{"a check after another, and after an edit", []session{usual("cat a"), usual("git diff"), usual("git add -A")}, []string{
			"pytest is usually run after an edit of .py files, 3 of 3 in 3, test",
			"ruff check is usually run after an edit of .py files, 3 of 3 in 3, lint",
			"ruff check is usually run after pytest, 3 of 3 in 3, lint",
		}},
		{"in two sessions", []session{usual("cat a"), usual("cat a")}, nil},
		{"as often not", []session{
			usual("cat a"), usual("cat a"), usual("cat a"),
			session{}.ran("pytest"), session{}.ran("pytest"), session{}.ran("pytest"), session{}.edited("x.py"), session{}.edited("x.py"),
		}, []string{"make docs is usually run after ruff check, 3 of 3 in 3"}},
		{"run again though nothing was edited", []session{twice, twice, twice}, []string{
			"pytest is usually run after an edit of .py files, 3 of 3 in 3, test",
			"ruff check is usually run after an edit of .py files, 3 of 3 in 3, lint",
			"ruff check is usually run after pytest, 3 of 3 in 3, lint",
		}},
		{"three in their order", []session{inOrder(0), inOrder(1), inOrder(2)}, []string{
			"make package is usually run after pytest, 3 of 3 in 3",
			"make package is usually run after pytest and then ruff check, 3 of 3 in 3",
			"make package is usually run after ruff check, 3 of 3 in 3",
			"ruff check is usually run after pytest, 3 of 3 in 3, lint",
		}},
		{"a check that only reads", []session{onlyLooks(0), onlyLooks(1), onlyLooks(2)}, []string{
			"go test is usually run after go build, 3 of 3 in 3",
			"go test is usually run after go build and then go vet, 3 of 3 in 3",
			"go test is usually run after go vet, 3 of 3 in 3",
			"go vet is usually run after go build, 3 of 3 in 3, lint",
		}},
		{"programs that do what their operands say", []session{handles(0), handles(1), handles(2)}, nil},
		{"nothing", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(tt.want, habitWords(habits(tt.sessions...))); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestHabitsAreBounded checks that many sessions give no more habits than a user
// would read.
func TestHabitsAreBounded(t *testing.T) {
	var all []session
	for range 6 {
		var s session
		for i := range 60 {
			s = s.ran(fmt.Sprintf("tool%c%c go", 'a'+i/26, 'a'+i%26))
		}
		all = append(all, s)
	}
	if got := habits(all...); len(got) != maxHabits {
		t.Errorf("%d habits", len(got))
	}
}
