package lessons

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// TestInvocations: what has to stand in front of a command, or around it, is
// learned from a run that failed without, unless something else was done.
func TestInvocations(t *testing.T) {
	red := failing("python-import", "ModuleNotFoundError: No module named 'calc'")
	for _, tt := range []struct {
		name string
		session
		want string
	}{
		{"a variable", session{}.ran("pytest -q", red).ran("PYTHONPATH=. pytest -q"), "pytest -> PYTHONPATH=. pytest"},
		{"a failing check", session{}.ran("make -j4 test", broke("k", "A")).ran("OSD=sdl make -j4 test", check("test", "k", false)), "make -> OSD=sdl make"},
		{"a program in front", session{}.ran("pytest -q", red).ran("poetry run pytest -q"), "pytest -> poetry run pytest"},
		{"two of them", session{}.ran("pytest", red).ran("env CI=1 uv run pytest"), "pytest -> env CI=1 uv run pytest"},
		{"behind another command", session{}.ran("ls && ./migrate.sh", red).ran("ls && STAGE=dev ./migrate.sh 2>&1"), "./migrate.sh -> STAGE=dev ./migrate.sh"},
		{"a secret", session{}.ran("./migrate.sh", red).ran("DB_PASSWORD=hunter2hunter2 ./migrate.sh"), "./migrate.sh -> DB_PASSWORD=[redacted] ./migrate.sh"},
		{"another directory", session{}.ran("pytest -q", red, from("/srv/x")).ran("cd py && pytest -q", from("/srv/x")), "pytest -> cd py && pytest"},
		{"another directory, and a path from there", session{}.ran("pytest -q py/tests/a.py", red, from("/srv/x")).ran("cd py && pytest -q tests/a.py", from("/srv/x")), "pytest -> cd py && pytest"},
		{"what sets up the shell", session{}.ran("pytest -q", red).ran("ulimit -n 8192 && pytest -q"), "pytest -> ulimit -n 8192 && pytest"},
		{"what chooses a version", session{}.ran("npm test", red).ran("nvm use 20 && npm test"), "npm test -> nvm use 20 && npm test"},
		{"what activates an environment", session{}.ran("pytest -q", red).ran("conda activate calc && pytest -q"), "pytest -> conda activate calc && pytest"},
		{"what installs into one", session{}.ran("pytest -q", red).ran("conda install numpy && pytest -q"), ""},
		{"what does something else before", session{}.ran("pytest -q", red).ran("rm -r out && pytest -q"), ""},
		{"after a look", session{}.ran("pytest", red).ran("ls").ran("PYTHONPATH=. pytest"), "pytest -> PYTHONPATH=. pytest"},

		{"an edit between", session{}.ran("pytest", red).edited("a.py").ran("PYTHONPATH=. pytest"), ""},
		{"an installation between", session{}.ran("pytest", red).ran("pip install calc").ran("PYTHONPATH=. pytest"), ""},
		{"the same", session{}.ran("pytest", red).ran("pytest"), ""},
		{"other operands", session{}.ran("pytest one", red).ran("PYTHONPATH=. pytest two"), ""},
		{"it went well before", session{}.ran("PYTHONPATH=. pytest").ran("pytest", red).ran("PYTHONPATH=. pytest"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now, steps := tt.session.last()
			got := ""
			for _, l := range Resolve(now, parsed(now.Command.String()), steps, reader{}) {
				if l.From.Len() > 0 {
					got += l.From.String() + " -> " + l.Remedy.String()
				}
			}
			if got != tt.want {
				t.Errorf("learned %q, want %q", got, tt.want)
			}
		})
	}
}

func from(dir string) func(*memory.Run) { return func(r *memory.Run) { r.Cwd = dir } }

// TestApplyInvocation: what surrounds a call is put around the call as it is now.
func TestApplyInvocation(t *testing.T) {
	for _, tt := range []struct{ from, to, command, want string }{
		{"pytest", "PYTHONPATH=. pytest", "pytest -q tests/b.py | tail -3", "PYTHONPATH=. pytest -q tests/b.py | tail -3"},
		{"pytest", "cd py && pytest", "pytest -q py/tests/b.py", "cd py && pytest -q tests/b.py"},
		{"make", "OSD=sdl make", "make && ls", "OSD=sdl make && ls"},
		{"make", "OSD=sdl make", "OSD=sdl make && ls", ""},
		{"make", "OSD=sdl make", "cmake .", ""},
	} {
		l := &memory.Lesson{Kind: memory.LessonFix}
		l.From, l.Remedy = redact.Clean(tt.from), redact.Clean(tt.to)
		if got := ApplyCorrection(parsed(tt.command), l); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.command, got, tt.want)
		}
	}
}
