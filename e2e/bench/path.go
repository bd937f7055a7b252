package main

import (
	"fmt"
	"strings"
)

// path is one way to use ctxhook.
type path struct {
	name, what string

	args    []string
	stdin   func(w *world) []byte // nil: nothing
	before  []call                // what has happened
	stored  int                   // so many runs
	exit    int                   // the code that is right
	anyExit bool                  // or another
	answer  string                // a part of the right answer; "": silence

	work int    // of a path that works through much at once: how much
	unit string // in which the work is counted
	git  bool   // it needs git
}

// call is one call of ctxhook.
type call struct {
	args  []string
	stdin func(w *world) []byte
}

// paths returns all paths, in the order of the table.
func paths() []path {
	all := []path{
		preBash("silent", "an ordinary command", "go test ./... 2>&1 | tail -20"),
		{
			name: "pre-bash/look-up", what: "a command that failed before, so that the database is asked", args: []string{"pre-bash"}, stdin: command(unreachable),
			before: []call{{[]string{"post-bash"}, unreached}, {[]string{"post-bash"}, unreached}},
		},
		{
			name: "pre-bash/git", what: "a command whose verdict depends on the state of the repository",
			args: []string{"pre-bash"}, stdin: command("git reset --hard HEAD~1"), answer: `"permissionDecision":"ask"`, git: true,
		},
		preBash("script-1k", "a neutral script of 1 KB", script(1<<10)),
		preBash("script-4k", "the same, 4 KB", script(4<<10)),
		preBash("script-10k", "the same, 9.9 KB", script(9900)),
		{
			name: "pre-bash/block", what: "a command that is blocked", args: []string{"pre-bash"},
			stdin: command("cd /tmp && rm -rf ~/"), exit: 2, answer: `"permissionDecision":"deny"`,
		},
		postBash("1k", "the output of a command that went well, 1 KB", 1<<10),
		postBash("50k", "the same, 50 KB", 50<<10),
		postBash("2m", "the same, 2 MB", 2<<20),
		{name: "post-bash/failed", what: "a failing test", args: []string{"post-bash"}, stdin: failed},
		{name: "user-prompt", what: "a prompt that states no rule", args: []string{"user-prompt"}, stdin: event("UserPromptSubmit", "prompt", "Please add a test for the parser, then run it.")},
	}
	for _, size := range []struct {
		name string
		runs int
	}{{"1k", thousand}, {"1m", million}} {
		all = append(all,
			path{name: "session-start/" + size.name, what: "with " + size.name + " stored runs", args: []string{"session-start"}, stdin: event("SessionStart", "source", "startup"), stored: size.runs},
			path{name: "stats/" + size.name, what: "ctxhook stats, with " + size.name + " stored runs", args: []string{"stats"}, stored: size.runs, answer: "commands"},
			path{name: "db-stats/" + size.name, what: "ctxhook db stats, with " + size.name + " stored runs", args: []string{"db", "stats"}, stored: size.runs, answer: "commands"},
		)
	}
	return append(all,
		fileTool("pre-edit", "Edit", map[string]any{"old_string": "world", "new_string": "there", "replace_all": false}),
		fileTool("pre-write", "Write", map[string]any{"content": "hello there\n"}),
		fileTool("pre-read", "Read", nil),
		path{name: "lint", what: fmt.Sprintf("%d scripts of %d KB", lintFiles, lintSize>>10), args: []string{"lint", "scripts"}, work: lintFiles * lintSize, unit: "MB"},
		path{name: "check-jsonl", what: fmt.Sprintf("%d commands in one go", checkRows), args: []string{"check", "--jsonl"}, stdin: rows, work: checkRows, unit: "rows", answer: `"action"`},
	)
}

const (
	thousand = 1_000
	million  = 1_000_000

	lintFiles = 60
	lintSize  = 8 << 10
	checkRows = 4_000
)

// large reports whether the path takes minutes to prepare.
func (p *path) large() bool { return p.stored >= million }

func preBash(name, what, text string) path {
	return path{name: "pre-bash/" + name, what: what, args: []string{"pre-bash"}, stdin: command(text)}
}

func postBash(name, what string, size int) path {
	return path{name: "post-bash/" + name, what: what, args: []string{"post-bash"}, stdin: func(w *world) []byte {
		return w.payload("PostToolUse", "tool_name", "Bash", "tool_use_id", w.nextCall(), "tool_input", map[string]any{"command": "make build"},
			"tool_response", map[string]any{"stdout": output(size), "stderr": "", "interrupted": false, "isImage": false}, "duration_ms", 1200)
	}}
}

func fileTool(name, tool string, input map[string]any) path {
	return path{name: name, what: "the tool " + tool + " on a file of the project", args: []string{name}, stdin: func(w *world) []byte {
		words := map[string]any{"file_path": w.file(greeting)}
		for key, value := range input {
			words[key] = value
		}
		return w.payload("PreToolUse", "tool_name", tool, "tool_use_id", w.nextCall(), "tool_input", words)
	}}
}

func command(text string) func(w *world) []byte {
	return func(w *world) []byte {
		return w.payload("PreToolUse", "tool_name", "Bash", "tool_use_id", w.nextCall(), "tool_input", map[string]any{"command": text})
	}
}

func event(name string, more ...any) func(w *world) []byte {
	return func(w *world) []byte { return w.payload(name, more...) }
}

// failed is the first failure of a session: what a session knows of its own failures
// grows with each.
func failed(w *world) []byte {
	return w.failure("go test ./parser", "Exit code 1\n--- FAIL: TestSum (0.00s)\n    sum_test.go:7: got 3, want 4\nFAIL\nFAIL\texample.com/shop/parser\t0.003s\nFAIL\n", "session_id", "session of "+w.nextCall())
}

const unreachable = "curl -s https://shop.example.com/status"

func unreached(w *world) []byte {
	return w.failure(unreachable, "Exit code 6\ncurl: (6) Could not resolve host: shop.example.com")
}

// failure is the payload of a command that failed.
func (w *world) failure(command, text string, more ...any) []byte {
	return w.payload("PostToolUseFailure", append(more, "tool_name", "Bash", "tool_use_id", w.nextCall(), "tool_input", map[string]any{"command": command}, "error", text, "is_interrupt", false, "duration_ms", 900)...)
}

// script returns size bytes of a script that harms nothing.
func script(size int) string {
	var b strings.Builder
	for i := 0; ; i++ {
		line := fmt.Sprintf("if [ -f \"src/file%[1]d.txt\" ]; then cp \"src/file%[1]d.txt\" build/out%[1]d.txt; echo \"copied $(basename src/file%[1]d.txt)\"; fi\n", i)
		if b.Len()+len(line) > size {
			return b.String()
		}
		b.WriteString(line)
	}
}

// output returns size bytes of what a build prints.
func output(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "[%4d/9999] Compiling src/module_%d/part_%d.c -> build/obj/%08x.o (%d ms)\n", i, i%17, i, i*2654435761%(1<<32), i%90)
	}
	return b.String()[:size]
}

// rows are commands as check --jsonl reads them: most are harmless.
func rows(*world) []byte {
	kinds := []string{
		"git status && git diff --stat HEAD~%d", "go test ./pkg/part%d/... 2>&1 | tail -20", "cd src/part%d && npm run build", "grep -rn 'TODO %d' src | head",
		"rm -rf build/out%d", "docker run --rm -v $PWD:/src image:%d make", "find . -name '*.tmp%d' -delete", `python3 -c "import json; print(json.load(open('f%d.json')))"`,
		"for f in src/*.c; do cc -c \"$f\" -o obj%d/; done", "git push --force origin feature-%d",
	}
	var b strings.Builder
	for i := range checkRows {
		fmt.Fprintf(&b, "{\"command\":%q}\n", fmt.Sprintf(kinds[i%len(kinds)], i))
	}
	return []byte(b.String())
}
