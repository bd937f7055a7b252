package lessons

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// session is a list of what was done, the first step first.
type session []memory.Activity

func (s session) ran(text string, change ...func(*memory.Run)) session {
	r := &memory.Run{Command: redact.Clean(text), Template: command.Template(parsed(text)), Outcome: memory.OK}
	for _, c := range change {
		c(r)
	}
	return append(s, memory.Activity{Run: r})
}

func (s session) edited(path string, weakens ...string) session {
	return append(s, memory.Activity{Edit: &memory.Edit{Path: redact.Clean(path), Weakens: strings.Join(weakens, "")}})
}

func failing(class, line string) func(*memory.Run) {
	return func(r *memory.Run) {
		r.Outcome = memory.Failed
		r.Errors = []memory.Error{{Class: class, Signature: "0000", Line: redact.Clean(line)}}
	}
}

func check(kind, key string, failed bool) func(*memory.Run) {
	return func(r *memory.Run) { r.Check = &memory.Check{Kind: kind, Key: key, Failed: failed} }
}

func TestResolve(t *testing.T) {
	tests := []struct {
		name    string
		session session
		want    string // from => remedy
	}{
		{"a word corrected", session{}.
			ran("python3.12 -c 'print(1)' < a.txt", failing("missing-command", "bash: python3.12: command not found")).
			ran("python3 -c 'print(1)' < a.txt"),
			"python3.12 => python3"},
		{"a name that only begins alike", session{}.
			ran("golangci-lint run ./...", failing("missing-command", "bash: golangci-lint: command not found")).
			ran("go vet ./..."),
			""},
		{"another subcommand that the error does not name", session{}.
			ran("git push", failing("git", "fatal: No configured push destination.")).
			ran("git checkout -- ."),
			""},
		{"another subcommand with the same operands", session{}.
			ran("git push origin main", failing("git", "error: failed to push some refs to 'origin'")).
			ran("git fetch origin main"),
			""},
		{"a subcommand corrected", session{}.
			ran("git comit -m x", failing("usage", "git: 'comit' is not a git command. See 'git --help'.")).
			ran("git commit -m x"),
			"comit => commit"},
		{"an option corrected in a pipe", session{}.
			ran("sed -n '10,20p' main.go | cat -A", failing("usage", "cat: illegal option -- A")).
			ran("sed -n '10,20p' main.go | cat -v -e -t"),
			"cat -A => cat -v -e -t"},
		{"a build that failed in a test, which passes", session{}.
			ran("make test", failing("compiler", "a_test.go:14:10: undefined: mocks.NewClient"), check("build", "go build", true)).
			ran("make mocks").
			ran("make test", check("test", "go test", false)),
			" => make mocks"},
		{"another command of the runner that failed", session{}.
			ran("cargo xtask test", failing("test", "could not open fixtures/corpus.bin"), check("test", "cargo test", true)).
			ran("cargo xtask fetch-fixtures").
			ran("cargo xtask test"),
			" => cargo xtask fetch-fixtures"},
		{"a part of what failed", session{}.
			ran("go test ./...", failing("test", "TestSum: 3"), check("test", "go test", true)).
			ran("go test ./sum").
			ran("go test ./...", check("test", "go test", false)),
			""},
		{"another script of an interpreter", session{}.
			ran("bash scripts/test.sh", failing("test", "proto.py is missing"), check("test", "test.sh", true)).
			ran("bash scripts/gen.sh").
			ran("bash scripts/test.sh", check("test", "test.sh", false)),
			" => bash scripts/gen.sh"},
		{"a target of gradle that builds nothing", session{}.
			ran("./gradlew check", failing("build", "Could not find protoc-gen-grpc-java"), check("build", "gradle check", true)).
			ran("./gradlew installProtoPlugins", check("build", "gradle installProtoPlugins", false)).
			ran("./gradlew check", check("build", "gradle check", false)),
			" => ./gradlew installProtoPlugins"},
		{"a target of gradle that builds", session{}.
			ran("./gradlew check", failing("build", "Could not find protoc-gen-grpc-java"), check("build", "gradle check", true)).
			ran("./gradlew compileTestJava", check("build", "gradle compileTestJava", false)).
			ran("./gradlew check", check("build", "gradle check", false)),
			""},
		{"what was done in the command that passes", session{}.
			ran("go test ./...", failing("missing-module", "mocks/store.go: no such file or directory")).
			ran("make gen && go test ./..."),
			" => make gen"},
		{"nothing but looked at there", session{}.
			ran("go test ./...", failing("missing-module", "mocks/store.go: no such file or directory")).
			ran("git status && go test ./..."),
			""},
		{"what was tried before what helped", session{}.
			ran("go test ./...", failing("missing-module", "mocks/store.go: no such file or directory")).
			ran("go clean -cache").ran("make gen").
			ran("go test ./..."),
			" => make gen"},
		{"an option that was missing", session{}.
			ran("cp src /tmp/x1", failing("is-directory", "cp: -r not specified; omitting directory 'src'")).
			ran("cp -r src /tmp/x1"),
			"cp => cp -r"},
		{"an option of a subcommand that was missing", session{}.
			ran("git push origin x", failing("git", "git push: no upstream branch")).
			ran("git push --set-upstream origin x"),
			"git push => git push --set-upstream"},
		{"a path corrected", session{}.
			ran("grep -n 'resume' docs/RESUME.md", failing("missing-file", "grep: docs/RESUME.md: No such file or directory")).
			ran("grep -n 'resume' cli/docs/RESUME.md"),
			"docs/RESUME.md => cli/docs/RESUME.md"},
		{"a path corrected, and a pattern changed", session{}.
			ran(`grep -n -E "resume|again" docs/RESUME.md`, failing("missing-file", "grep: docs/RESUME.md: No such file or directory")).
			ran(`grep -n -E "resume" cli/docs/RESUME.md`),
			"docs/RESUME.md => cli/docs/RESUME.md"},
		{"looking elsewhere", session{}.
			ran("ls -la docs/", failing("missing-file", "ls: docs/: No such file or directory")).
			ran("ls -la /srv/project/"),
			""},
		{"words left out", session{}.
			ran("gh pr diff 150 -- .gitignore", failing("usage", "accepts at most 1 arg(s), received 2")).
			ran("gh pr diff 150 | head -500"),
			"gh pr diff 150 -- .gitignore => gh pr diff 150"},
		{"another subcommand", session{}.
			ran("npm run build", failing("missing-command", "sh: vite: not found")).
			ran("npm install"),
			""},
		{"a subcommand corrected", session{}.
			ran("git brnch -a", failing("usage", "git: 'brnch' is not a git command")).
			ran("git branch -a"),
			"brnch => branch"},
		{"another test that passes", session{}.
			ran("go test -run TestA ./pkg/x", failing("check", "--- FAIL: TestA"), check("test", "a", true)).
			ran("go test -run TestB ./pkg/x", check("test", "b", false)),
			""},
		{"something else", session{}.
			ran("curl -sf localhost:80/x", failing("network", "curl: (7) Failed to connect")).
			ran("ls"),
			""},
		{"what was missing is brought", session{}.
			ran("npm run build", failing("missing-command", "sh: vite: not found")).
			ran("cat package.json").ran("npm install").ran("git status").
			ran("npm run build"),
			" => npm install"},
		{"a check fixed by an edit", session{}.
			ran("go test ./... | tail", failing("check", "--- FAIL: TestAdd"), check("test", "k", true)).
			ran("cat add.go").edited("/srv/x/add.go").
			ran("cd /srv/x && go test ./...", check("test", "k", false)),
			" => file /srv/x/add.go"},
		{"a check fixed by what it needed", session{}.
			ran("go test ./...", failing("missing-module", "no required module provides package x"), check("test", "k", true)).
			ran("go mod tidy").edited("/srv/x/add.go").
			ran("go test ./...", check("test", "k", false)),
			" => go mod tidy"},
		{"skipped, and then fixed", session{}.
			ran("composer install", failing("error", "requires ext-gd * -> it is missing")).
			ran("composer install --ignore-platform-reqs").ran("apt-get install -y php-gd").
			ran("composer install"),
			" => apt-get install -y php-gd"},
		{"what was done beside skipping is taken back", session{}.
			ran("pytest", failing("check", "no such table"), check("test", "k", true)).
			ran("alembic stamp head && pytest --deselect a", check("test", "part", false)).ran("alembic stamp base").ran("alembic upgrade head").
			ran("pytest", check("test", "k", false)),
			" => alembic upgrade head"},
		{"made weaker, taken back, and then fixed", session{}.
			ran("tsc", failing("types", "Cannot find module './gen/api'"), check("types", "k", true)).
			edited("src/a.ts", "suppresses a finding").ran("tsc", check("types", "k", false)).
			edited("src/a.ts").ran("npm run codegen").
			ran("tsc", check("types", "k", false)),
			" => npm run codegen"},
		{"made weaker, and left so", session{}.
			ran("tsc", failing("types", "Cannot find module './gen/api'"), check("types", "k", true)).
			edited("src/a.ts", "suppresses a finding").ran("tsc", check("types", "k", false)).
			ran("npm run codegen").
			ran("tsc", check("types", "k", false)),
			""},
		{"a package installed, and what did not answer started", session{}.
			ran("make test", failing("network", "connection to server failed: Connection refused")).
			ran("pip install -U psycopg").ran("docker compose up -d db").
			ran("make test"),
			" => docker compose up -d db"},
		{"committed with what was formatted", session{}.
			ran("git commit -m x", failing("format", "Code style issues found")).
			ran("npx prettier --write .").
			ran("git add -A && git commit -m x"),
			" => npx prettier --write ."},
		{"a look at a version", session{}.
			ran("dotnet test", failing("check", "Ticks"), check("test", "k", true)).
			ran("dotnet --version").ran("colima status").ran("curl -sI https://example.com").
			ran("dotnet test", check("test", "k", false)),
			""},
		{"a look whether things are well", session{}.
			ran("npm ci", failing("auth", "npm ERR! code E401")).
			ran("npm cache verify").ran("node -v").ran("aws codeartifact login --tool npm").
			ran("npm ci"),
			" => aws codeartifact login --tool npm"},
		{"caches thrown away beside it", session{}.
			ran("flutter test", failing("test", "No such file or directory"), check("test", "k", true)).
			ran("flutter clean").ran("dart run build_runner build").
			ran("flutter test", check("test", "k", false)),
			" => dart run build_runner build"},
		{"caches thrown away, and nothing else", session{}.
			ran("flutter test", failing("test", "No such file or directory"), check("test", "k", true)).
			ran("flutter clean").
			ran("flutter test", check("test", "k", false)),
			" => flutter clean"},
		{"what a shallow clone lacks", session{}.
			ran("python -m build", failing("error", "setuptools-scm was unable to detect version")).
			ran("git fetch --tags").
			ran("python -m build"),
			" => git fetch --tags"},
		{"a look at what is new", session{}.
			ran("python -m build", failing("error", "setuptools-scm was unable to detect version")).
			ran("git fetch origin").
			ran("python -m build"),
			""},
		{"it went away by itself", session{}.
			ran("curl -sf localhost:80/x", failing("network", "curl: (7) Failed to connect")).
			ran("cat log").
			ran("curl -sf localhost:80/x"),
			""},
		{"what failed is no remedy", session{}.
			ran("make", failing("missing-file", "make: x.h: No such file or directory")).
			ran("make headers", failing("usage", "make: *** No rule to make target")).
			ran("make"),
			""},
		{"another part of the same is no remedy", session{}.
			ran("go test -run TestA ./...", failing("test", "--- FAIL: TestA"), check("test", "a", true)).
			ran("go test -run TestB ./... | head").ran("go test -v ./x").
			ran("go test -run TestA ./...", check("test", "a", false)),
			""},
		{"another script of the same program", session{}.
			ran("python3 manage.py runserver", failing("error", "no such table: app_user"), check(memory.CheckRun, "a", true)).
			ran("python3 manage.py migrate").
			ran("python3 manage.py runserver", check(memory.CheckRun, "a", false)),
			" => python3 manage.py migrate"},
		{"it was well since", session{}.
			ran("make", failing("missing-file", "make: x.h: No such file or directory")).
			ran("touch x.h").ran("make").ran("touch y.h").
			ran("make"),
			""},
		{"an option alone is nothing in common", session{}.
			ran("python3 -m pytest -q", failing("missing-module", "python3: No module named pytest")).
			ran("git switch -q -c tax && git commit -qam 'Add tax'"),
			""},
		{"it has its correction already", session{}.
			ran("python3.12 a.py", failing("missing-command", "python3.12: command not found")).
			ran("python3 a.py").
			ran("python3 b.py"),
			""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			last := len(tt.session) - 1
			var steps []memory.Activity
			for i := last - 1; i >= 0; i-- {
				steps = append(steps, tt.session[i])
			}
			now := tt.session[last].Run
			got := ""
			for _, l := range Resolve(now, parsed(now.Command.String()), steps, reader{}) {
				got += l.From.String() + " => "
				for _, d := range l.Before {
					got += d.Text.String() + ", "
				}
				if l.Edit {
					got += "file "
				}
				got += l.Remedy.String()
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestCorrected(t *testing.T) {
	lesson := func(from, to string) *memory.Lesson {
		return &memory.Lesson{From: redact.Clean(from), Remedy: redact.Clean(to)}
	}
	tests := []struct {
		name, command string
		lesson        *memory.Lesson
		want          string
	}{
		{"a word", "cd x && python3.12 -m venv .v | tee log", lesson("python3.12", "python3"), "cd x && python3 -m venv .v | tee log"},
		{"a call", "sed -n 1p b.go | cat -A | head", lesson("cat -A", "cat -v -e -t"), "sed -n 1p b.go | cat -v -e -t | head"},
		{"not there", "cat -B x", lesson("cat -A", "cat -vet"), ""},
		{"part of a word", "cat docs/RESUME.md.bak", lesson("docs/RESUME.md", "cli/docs/RESUME.md"), ""},
		{"an option, for other operands", "cd x && cp b /tmp/x2 | tee log", lesson("cp", "cp -r"), "cd x && cp -r b /tmp/x2 | tee log"},
		{"an option, of another program", "man cp", lesson("cp", "cp -r"), ""},
		{"no correction", "make", lesson("", "npm install"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := ApplyCorrection(parsed(tt.command), tt.lesson); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestResolveOneOfSeveral: which of several checks that failed in one run an error is of, is
// not known before all of them pass.
func TestResolveOneOfSeveral(t *testing.T) {
	red := func(r *memory.Run) {
		r.Outcome = memory.Failed
		r.Errors = []memory.Error{{Class: "lint", Signature: "0000", Line: redact.Clean("a.js: 'q' is not defined")}}
		r.Check = &memory.Check{Tool: "jest", Kind: "test", Key: "/w: jest", Failed: true, Beside: []memory.Red{{Tool: "eslint", Kind: "lint", Key: "/w: eslint ."}}}
	}
	green := func(also ...memory.Passed) func(*memory.Run) {
		return func(r *memory.Run) {
			r.Check = &memory.Check{Tool: "jest", Kind: "test", Key: "/w: jest", Also: also}
		}
	}
	for _, tt := range []struct {
		name, now string
		passes    func(*memory.Run)
		want      int
	}{
		{"one of them", "npm test", green(), 0},
		{"all of them", "npm test && npm run lint", green(memory.Passed{Tool: "eslint", Kind: "lint", Key: "/w: eslint ."}), 1},
	} {
		steps := session{}.ran("npm run lint; npm test", red).ran("npm run codegen").ran(tt.now, tt.passes)
		slices.Reverse(steps)
		if got := Resolve(steps[0].Run, parsed(tt.now), steps[1:], reader{}); len(got) != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
