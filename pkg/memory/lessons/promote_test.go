package lessons

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// in returns a candidate of another project.
func in(project string, cand Candidate) Candidate {
	cand.Project, cand.Origin = project, project
	return cand
}

// shared returns a fix that is offered in all projects.
func shared(id string, worked, tried int, recipe ...string) Candidate {
	cand := fixed(id, 1, worked, tried, recipe...)
	cand.Project, cand.Run, cand.Everywhere, cand.First = "", "", true, day(0)
	return cand
}

func TestPromote(t *testing.T) {
	tests := []struct {
		name string
		held []Candidate
		put  []string
		into []Merge
		gone []string
	}{
		{
			name: "helped in two projects", held: []Candidate{in("/a", fixed("a", 0, 2, 3, "npm install")), in("/b", fixed("b", 1, 1, 1, "npm  install"))},
			put: []string{" open 3/4, npm  install everywhere"},
		},
		{name: "helped in one", held: []Candidate{in("/a", fixed("a", 0, 5, 5, "npm install"))}},
		{
			name: "helped in two clones of one", held: []Candidate{
				in("/a", fixed("a", 0, 2, 2, "npm install")), with(in("/b", fixed("b", 1, 2, 2, "npm install")), func(cand *Candidate) { cand.Origin = "/a" }),
			},
		},
		{name: "helped outside of projects", held: []Candidate{in("/a", fixed("a", 0, 2, 2, "npm install")), in("", fixed("b", 1, 2, 2, "npm install"))}},
		{name: "against two errors", held: []Candidate{
			in("/a", fixed("a", 0, 2, 2, "npm install")), with(in("/b", fixed("b", 1, 2, 2, "npm install")), func(cand *Candidate) { cand.Key = "e2" }),
		}},
		{name: "misled in one of them", held: []Candidate{
			in("/a", fixed("a", 0, 2, 2, "npm install")), with(in("/b", fixed("b", 1, 2, 4, "npm install")), func(cand *Candidate) { cand.State = memory.Retired }),
		}},
		{name: "a file of the project", held: []Candidate{in("/a", fixed("a", 0, 1, 1, "edit a.go")), in("/b", fixed("b", 1, 1, 1, "edit a.go"))}},
		{name: "a path", held: []Candidate{in("/a", fixed("a", 0, 1, 1, "./gen")), in("/b", fixed("b", 1, 1, 1, "./gen"))}},
		{name: "a file by its name", held: []Candidate{in("/a", fixed("a", 0, 1, 1, "python gen.py")), in("/b", fixed("b", 1, 1, 1, "python gen.py"))}},
		{name: "a variable", held: []Candidate{in("/a", fixed("a", 0, 1, 1, "make $X")), in("/b", fixed("b", 1, 1, 1, "make $X"))}},
		{name: "what the error named", held: []Candidate{in("/a", fixed("a", 0, 1, 1, "npm install vite")), in("/b", fixed("b", 1, 1, 1, "npm install vite"))}},
		{name: "needs to be asked about", held: []Candidate{in("/a", fixed("a", 0, 1, 1, "npm run drop")), in("/b", fixed("b", 1, 1, 1, "npm run drop"))}},
		{
			name: "a program for a program", held: []Candidate{
				with(in("/a", fixed("a", 0, 1, 1, "python3.12")), func(cand *Candidate) {
					cand.From, cand.What = redact.Clean("python"), redact.Clean("python: command not found")
				}),
				with(in("/b", fixed("b", 0, 1, 1, "python3.12")), func(cand *Candidate) {
					cand.From, cand.What = redact.Clean("python"), redact.Clean("python: command not found")
				}),
			},
			put: []string{" open 2/2, python3.12 everywhere"},
		},
		{
			name: "a branch for a branch", held: []Candidate{
				with(in("/a", fixed("a", 0, 1, 1, "main")), func(cand *Candidate) {
					cand.From, cand.What = redact.Clean("master"), redact.Clean("error: pathspec 'master' did not match any file(s) known to git")
				}),
				with(in("/b", fixed("b", 0, 1, 1, "main")), func(cand *Candidate) {
					cand.From, cand.What = redact.Clean("master"), redact.Clean("error: pathspec 'master' did not match any file(s) known to git")
				}),
			},
		},
		{name: "a branch of a remote", held: []Candidate{in("/a", fixed("a", 0, 1, 1, "git push origin HEAD:x")), in("/b", fixed("b", 1, 1, 1, "git push origin HEAD:x"))}},
		{name: "is offered", held: []Candidate{shared("x", 2, 2, "npm install"), in("/a", fixed("a", 0, 1, 1, "npm install")), in("/b", fixed("b", 1, 1, 1, "npm install"))}},
		{
			name: "helped once more", held: []Candidate{shared("x", 2, 2, "npm install"), in("/a", fixed("a", 0, 1, 1, "npm install")), in("/b", fixed("b", 1, 2, 2, "npm install"))},
			put: []string{"x open 3/3, npm install everywhere"},
		},
		{
			name: "misled elsewhere", held: []Candidate{
				with(shared("x", 2, 3, "npm install"), func(cand *Candidate) { cand.Misfire = 1 }), in("/a", fixed("a", 0, 1, 1, "npm install")), in("/b", fixed("b", 1, 1, 1, "npm install")),
			},
		},
		{
			name: "misled elsewhere twice", held: []Candidate{
				with(shared("x", 2, 4, "npm install"), func(cand *Candidate) { cand.Misfire, cand.State = 2, memory.Retired }),
				in("/a", fixed("a", 0, 9, 9, "npm install")), in("/b", fixed("b", 1, 9, 9, "npm install")),
			},
		},
		{
			name: "told in vain elsewhere", held: []Candidate{
				with(shared("x", 2, 2, "npm install"), func(cand *Candidate) { cand.Unused = 6 }), in("/a", fixed("a", 0, 1, 1, "npm install")), in("/b", fixed("b", 1, 1, 1, "npm install")),
			},
			put: []string{"x retired 2/2, npm install everywhere"},
		},
		{
			name: "helps in one of them no more", held: []Candidate{
				shared("x", 2, 2, "npm install"), in("/a", fixed("a", 0, 1, 1, "npm install")), with(in("/b", fixed("b", 1, 1, 1, "npm install")), func(cand *Candidate) { cand.State = memory.Retired }),
			},
			gone: []string{"x"},
		},
		{name: "was forgotten everywhere", held: []Candidate{shared("x", 2, 2, "npm install")}, gone: []string{"x"}},
		{
			name: "is offered twice", held: []Candidate{
				shared("x", 2, 2, "npm install"), shared("y", 7, 7, "npm install"), in("/a", fixed("a", 0, 1, 1, "npm install")), in("/b", fixed("b", 1, 1, 1, "npm install")),
			},
			put: []string{"x open 2/2, npm install everywhere"}, into: []Merge{{"y", "x"}},
		},
		{
			name: "is offered twice, and was not wanted once", held: []Candidate{
				shared("x", 2, 2, "npm install"), with(shared("y", 2, 2, "npm install"), func(cand *Candidate) { cand.State = memory.Retired }),
				in("/a", fixed("a", 0, 1, 1, "npm install")), in("/b", fixed("b", 1, 1, 1, "npm install")),
			},
			put: []string{"x retired 4/4, npm install everywhere"}, into: []Merge{{"y", "x"}},
		},
		{
			name: "is stopped in this project", held: []Candidate{
				shared("x", 2, 2, "npm run drop"), in("/a", fixed("a", 0, 1, 1, "npm run drop")), in("/b", fixed("b", 1, 1, 1, "npm run drop")),
			},
		},
	}
	harmless := func(l *memory.Lesson) bool { return l.Remedy.String() != "npm run drop" }
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := Promote(tt.held, harmless)
			var put []string
			for i := range c.Updated {
				put = append(put, told(&c.Updated[i]))
				if c.Updated[i].Run+c.Updated[i].Session+c.Updated[i].Project != "" {
					t.Errorf("it names what a project has: %+v", c.Updated[i])
				}
			}
			if diff := cmp.Diff([]any{tt.put, tt.into, tt.gone}, []any{put, c.Merged, c.Removed}); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			candidates := applied(slices.Clone(tt.held), &c)
			if again := Promote(candidates, harmless); again.Count() > 0 {
				t.Errorf("again %+v", again)
			}
		})
	}
}

func TestPromoteIsBounded(t *testing.T) {
	var candidates []Candidate
	for i := range maxEverywhere + 5 {
		for _, project := range [...]string{"/a", "/b"} {
			candidates = append(candidates, in(project, with(fixed("l", 0, 1, 1, fmt.Sprint("make ", i)), func(cand *Candidate) { cand.Key = fmt.Sprint("e", i) })))
		}
	}
	if c := Promote(candidates, func(*memory.Lesson) bool { return true }); len(c.Updated) != maxEverywhere {
		t.Errorf("%d are offered everywhere", len(c.Updated))
	}
}
