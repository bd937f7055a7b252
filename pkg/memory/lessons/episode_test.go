package lessons

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// last returns the last run of a session, and the steps before it, the latest
// first. It numbers the runs.
func (s session) last() (now *memory.Run, steps []memory.Activity) {
	end := len(s) - 1
	for i := end - 1; i >= 0; i-- {
		steps = append(steps, s[i])
	}
	for i := range s {
		if s[i].Run != nil {
			s[i].Run.ID = "r-" + string(rune('1'+i))
		}
	}
	return s[end].Run, steps
}

// all makes a check one of everything.
func all(r *memory.Run) { r.Check.All = true }

// signed gives the error of a run its own signature.
func signed(signature string, files ...string) func(*memory.Run) {
	return func(r *memory.Run) {
		r.Errors[0].Signature = signature
		for _, f := range files {
			r.Check.Files = append(r.Check.Files, redact.Clean(f))
		}
	}
}

// broke makes a run a failing check with its own error.
func broke(key, signature string) func(*memory.Run) {
	return func(r *memory.Run) {
		failing("check", "--- FAIL: "+signature)(r)
		check("test", key, true)(r)
		signed(signature)(r)
	}
}

// stepWords describes steps, with files in brackets.
func stepWords(steps []memory.Step) string {
	var parts []string
	for _, d := range steps {
		if d.Edit {
			parts = append(parts, "["+d.Text.String()+"]")
		} else {
			parts = append(parts, d.Text.String())
		}
	}
	return strings.Join(parts, ", ")
}

func TestEpisode(t *testing.T) {
	green := check("test", "k", false)
	tests := []struct {
		name    string
		session session
		want    string // red to green: steps; lessons as signature: recipe
	}{
		{"an edit", session{}.ran("go test", broke("k", "A")).edited("a.go").ran("go test", green),
			"r-1 to r-3: [a.go]; A: [a.go]"},
		{"two edits and what writes files", session{}.
			ran("go test", broke("k", "A")).edited("a.go").ran("go generate ./...").edited("b.go").ran("go test", green),
			"r-1 to r-5: [a.go], go generate ./..., [b.go]; A: [a.go], go generate ./..., [b.go]"},
		{"the work put away", session{}.ran("go test", broke("k", "A")).edited("a.go").ran("git stash").ran("go test", green),
			"r-1 to r-4: [a.go], git stash"},
		{"the work on another branch", session{}.ran("go test", broke("k", "A")).ran("git checkout -b fix").edited("a.go").ran("go test", green),
			"r-1 to r-4: git checkout -b fix, [a.go]; A: git checkout -b fix, [a.go]"},
		{"a file edited again and again", session{}.
			ran("go test", broke("k", "A")).edited("a.go").edited("b.go").edited("a.go").ran("go test", green),
			"r-1 to r-5: [b.go], [a.go]; A: [b.go], [a.go]"},
		{"what did not help", session{}.
			ran("go test", broke("k", "A")).edited("a.go").
			ran("go test", broke("k", "A")).edited("b.go").
			ran("go test", green),
			"r-1 to r-5: [a.go], [b.go]; A: [b.go]"},
		{"one error after the other", session{}.
			ran("go test", broke("k", "A")).edited("a.go").
			ran("go test", broke("k", "B")).edited("b.go").
			ran("go test", green),
			"r-1 to r-5: [a.go], [b.go]; B: [b.go]; A: [a.go]"},
		{"what is built, kept and tried is beside it", session{}.
			ran("go test", broke("k", "A")).edited("a.go").
			ran("go build -o x", check("build", "b", false)).ran("git add -A && git commit -m x").ran("python3 try.py", check(memory.CheckRun, "p", false)).
			ran("go test", green),
			"r-1 to r-6: [a.go], go build -o x, git add -A && git commit -m x, python3 try.py; A: [a.go]"},
		{"parts of a check, then all of it", session{}.
			ran("go test ./a", broke("a", "A")).ran("go test ./b", broke("b", "B")).edited("b.go").
			ran("go test ./b", check("test", "b", false)).edited("a.go").
			ran("go test ./...", green, all),
			"r-1 to r-6: [b.go], [a.go]; A: [b.go], [a.go]"},
		{"many files, one of which it names", session{}.
			ran("go test", broke("k", "A"), signed("A", "pkg/c.go")).
			edited("/x/a.go").edited("/x/b.go").edited("/x/c.go").edited("/x/d.go").edited("/x/e.go").
			ran("go test", green),
			"r-1 to r-7: [/x/a.go], [/x/b.go], [/x/c.go], [/x/d.go], [/x/e.go]; A: [/x/c.go]"},
		{"many files, none of which it names", session{}.
			ran("go test", broke("k", "A")).
			edited("/x/a.go").edited("/x/b.go").edited("/x/c.go").edited("/x/d.go").edited("/x/e.go").
			ran("go test", green),
			"r-1 to r-7: [/x/a.go], [/x/b.go], [/x/c.go], [/x/d.go], [/x/e.go]; A: [/x/e.go]"},
		{"it went away by itself", session{}.ran("go test", broke("k", "A")).ran("cat a.go").ran("go test", green),
			"r-1 to r-3: "},
		{"it was green", session{}.ran("go test", green).edited("a.go").ran("go test", green), ""},
		{"it is still red", session{}.ran("go test", broke("k", "A")).edited("a.go").ran("go test", broke("k", "B")), ""},
		{"it was stopped between", session{}.
			ran("go test", broke("k", "A")).edited("a.go").
			ran("go test", green, func(r *memory.Run) { r.Outcome = memory.Interrupted }).
			ran("go test", green),
			"r-1 to r-4: [a.go]; A: [a.go]"},
		{"no check", session{}.ran("make", failing("error", "no")).ran("touch x").ran("make"), "; 0000: touch x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			now, steps := tt.session.last()
			script := parsed(now.Command.String())
			got := ""
			if e := Episode(now, script, steps, reader{}); e != nil {
				got = e.Red + " to " + e.Green + ": " + stepWords(e.Steps)
			}
			for _, l := range Resolve(now, script, steps, reader{}) {
				got += "; " + l.Key + ": " + stepWords(l.Recipe())
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestCommon(t *testing.T) {
	recipe := func(list string) (steps []memory.Step) {
		for text := range strings.SplitSeq(list, "; ") {
			if text != "" {
				steps = append(steps, memory.Step{Text: redact.Clean(text)})
			}
		}
		return steps
	}
	tests := []struct{ name, a, b, want string }{
		{"the same", "x; y", "x; y", "x; y"},
		{"what was needed", "x; y; z", "z; a; x", "x; z"},
		{"two ways", "x; y", "a; b", ""},
		{"more installed", "pip install requests", "pip install requests flask", "pip install requests"},
		{"less installed", "npm install left right", "npm install right", "npm install right"},
		{"other things", "npm install left", "npm install right", ""},
		{"all, and one", "npm install", "npm install right", ""},
		{"a part of a list", "make deps && make gen", "make gen", "make gen"},
		{"beside others", "make gen", "cd . && make gen", "make gen"},
		{"other operands", "touch x", "touch x y", ""},
		{"another variable", "CC=gcc make gen", "make gen", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(stepWords(recipe(tt.want)), stepWords(CommonSteps(recipe(tt.a), recipe(tt.b), reader{}))); d != "" {
				t.Error(d)
			}
		})
	}
}
