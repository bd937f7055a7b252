package journal

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

const (
	noOption = "error: unexpected argument '--quik' found\n\nUsage: frob build [OPTIONS]\n"
	noScript = "npm error Missing script: \"biuld\"\nnpm error\nnpm error To see a list of scripts, run:\nnpm error   npm run\n"
)

// TestRepeatIsStopped: a command is stopped once where it failed before, and nothing has
// changed since that could let it pass.
func TestRepeatIsStopped(t *testing.T) {
	for _, tt := range []struct {
		name    string
		before  func(p *play)
		command string
		want    []string // parts of why it is stopped; none: it is not
	}{
		{"what names a script that is not there", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
		}, "npm run biuld", []string{"this failed here on ", "Missing script", ", and nothing has changed"}},
		{"it failed twice", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
			p.ran("npm run biuld", 1, noScript)
		}, "npm run biuld", []string{"this failed here 2 times, last on "}},
		{"in other words", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
		}, "npm run build", nil},
		{"it passed since", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
			p.ran("npm run biuld", 0, "ok")
		}, "npm run biuld", nil},
		{"the file that defines it was edited", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
			p.edited("package.json", `"build": "tsc"`, `"biuld": "tsc"`)
		}, "npm run biuld", nil},
		{"something was installed", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
			p.ran("npm install", 0, "added 1 package")
		}, "npm run biuld", nil},
		{"only looked at since", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
			p.ran("cat package.json", 0, "{}")
		}, "npm run biuld", []string{"this failed here on "}},
		{"in another session", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
			p.in("s2")
		}, "npm run biuld", []string{"this failed here on "}},
		{"a file outside of the project appeared", func(p *play) {
			p.ran("npm run biuld -- ../shared/a.json", 1, noScript)
			p.write("../shared/a.json", "{}")
			p.changes("../shared/a.json")
		}, "npm run biuld -- ../shared/a.json", nil},
		{"another file appeared beside one that is not there", func(p *play) {
			p.write("../shared/b.json", "{}")
			p.ran("npm run biuld -- ../shared/a.json", 1, noScript)
			p.changes("../shared")
		}, "npm run biuld -- ../shared/a.json", nil},
		{"nothing changed outside of the project", func(p *play) {
			p.write("../shared/b.json", "{}")
			p.before("../shared")
			p.ran("npm run biuld -- ../shared/a.json", 1, noScript)
		}, "npm run biuld -- ../shared/a.json", []string{"this failed here on "}},
		{"long ago", func(p *play) {
			p.ran("npm run biuld", 1, noScript)
			p.Now = p.Now.Add(repeatAge)
		}, "npm run biuld", nil},
		{"a check", func(p *play) {
			p.ran("go vet ./...", 1, "# shop\n./a.go:3:2: undefined: y\n")
			p.ran("go vet ./...", 1, "# shop\n./a.go:3:2: undefined: y\n")
		}, "go vet ./...", nil},
		{"what a server did not answer", func(p *play) {
			p.ran("curl -sf https://example.org/x", 6, "curl: (6) Could not resolve host: example.org\n")
			p.ran("curl -sf https://example.org/x", 6, "curl: (6) Could not resolve host: example.org\n")
		}, "curl -sf https://example.org/x", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			tt.before(p)
			got := p.stopped(tt.command)
			if tt.want == nil && got != "" || tt.want != nil && !told(got, tt.want...) {
				t.Errorf("stopped with %q, want %q", got, tt.want)
			}
			if got != "" {
				if again := p.stopped(tt.command); again != "" {
					t.Errorf("stopped a second time: %q", again)
				}
			}
		})
	}
}

// TestMissingProgramIsStopped: where a program was missing twice, any call of it is stopped,
// until it is there.
func TestMissingProgramIsStopped(t *testing.T) {
	p := newPlay(t)
	p.ran("frobnicate --all", 127, "bash: frobnicate: command not found\n")
	if got := p.in("s2").stopped("frobnicate one"); got != "" {
		t.Errorf("after one failure: %q", got)
	}
	p.ran("mkdir -p out && frobnicate a > out/a", 127, "bash: frobnicate: command not found\n")
	if got := p.in("s3").stopped("frobnicate two"); !told(got, "`frobnicate", "failed here 2 times", "command not found") {
		t.Errorf("another call of it: %q", got)
	}
	if got := p.in("s4").stopped("command -v frobnicate || frobnicate two"); got != "" {
		t.Errorf("a command that looks for it: %q", got)
	}
	p.in("s5").installs("frobnicate")
	if got := p.stopped("frobnicate two"); got != "" {
		t.Errorf("once it is installed: %q", got)
	}
}

// TestDeniedIsStopped: a command that the user refused is stopped once the same call has
// passed with other options, until it runs after all.
func TestDeniedIsStopped(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(p *play)
		want   []string
	}{
		{"refused, and another way passed", func(p *play) {
			p.refused("git commit --no-verify -m x")
			p.ran("git commit -m x", 0, "done")
		}, []string{"the user refused this here on ", "another way has passed since"}},
		{"refused, and nothing passed", func(p *play) { p.refused("git commit --no-verify -m x") }, nil},
		{"refused, and another way failed", func(p *play) {
			p.refused("git commit --no-verify -m x")
			p.ran("git commit -m x", 1, "nothing to commit, working tree clean")
		}, nil},
		{"refused, and another call passed", func(p *play) {
			p.refused("git commit --no-verify -m x")
			p.ran("git commit -m x other.go", 0, "done")
		}, nil},
		{"refused, which is heard of later than that it ran since", func(p *play) {
			late := p.refusal("git commit --no-verify -m x")
			p.ran("git commit -m x", 0, "done")
			p.ran("git commit --no-verify -m x", 0, "done")
			p.read(func(*store.Tx) error { return nil })
			p.catchesUp(late)
		}, nil},
		{"refused, which is heard of late", func(p *play) {
			late := p.refusal("git commit --no-verify -m x")
			p.ran("git commit -m x", 0, "done")
			p.catchesUp(late)
		}, []string{"the user refused this here on "}},
		{"refused, and run later", func(p *play) {
			p.refused("git commit --no-verify -m x")
			p.ran("git commit -m x", 0, "done")
			p.ran("git commit --no-verify -m x", 0, "done")
		}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := newPlay(t)
			p.begun()
			tt.before(p)
			p.rested("Done.")
			got := p.in("s2").stopped("git commit --no-verify -m x")
			if tt.want == nil && got != "" || tt.want != nil && !told(got, tt.want...) {
				t.Errorf("stopped with %q, want %q", got, tt.want)
			}
		})
	}
}

// catchesUp takes over a call that no event told of, as it is found in the transcript.
func (p *play) catchesUp(ran *memory.Run) {
	p.t.Helper()
	if err := p.update(func(u *update) error { return u.catchUp([]unreportedRun{{Run: ran}}) }); err != nil {
		p.t.Fatal(err)
	}
}
