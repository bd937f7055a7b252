package main

import "strings"

// toolCall is a call of a tool in a turn.
type toolCall struct {
	tool     string
	input    map[string]any
	response map[string]any
	writes   map[string]string // files that it changes; of a writing call
}

func bash(command, output string) toolCall {
	return toolCall{
		tool: "Bash", input: map[string]any{"command": command, "description": "Run it"},
		response: map[string]any{"stdout": output, "stderr": "", "interrupted": false, "isImage": false, "noOutputExpected": false},
	}
}

func read(w *world, name string) toolCall {
	file, text := w.file(name), source(7)
	return toolCall{
		tool: "Read", input: map[string]any{"file_path": file},
		response: map[string]any{"type": "text", "file": map[string]any{"filePath": file, "content": text, "numLines": 7, "startLine": 1, "totalLines": 7}},
	}
}

func grep(w *world, pattern string) toolCall {
	lines := strings.Repeat("src/part00/unit00/file03.go:4:const Value3 = 3\n", 20)
	return toolCall{
		tool: "Grep", input: map[string]any{"pattern": pattern, "path": w.project, "output_mode": "content", "-n": true},
		response: map[string]any{"mode": "content", "numFiles": 0, "filenames": []string{}, "content": lines, "numLines": 20},
	}
}

// readingCalls are 12 Bash, 6 Read and 2 Grep calls.
func readingCalls(w *world) []toolCall {
	return []toolCall{
		bash("ls -la", output(800)),
		bash("git status", "On branch main\nnothing to commit, working tree clean\n"),
		read(w, "README.md"),
		bash("cat README.md | head -50", output(1500)),
		grep(w, "const Value"),
		read(w, tracked(0)),
		bash("grep -rn Value3 .", output(3000)),
		bash("git log --oneline -5", "1a2b3c4 Second\n5d6e7f8 First\n"),
		read(w, tracked(1)),
		bash("find . -name '*.go' | head -20", output(900)),
		bash("wc -l src/part00/unit00/*.go", output(700)),
		read(w, tracked(2)),
		bash("head -40 go.mod", "module example.com/shop\n"),
		bash("git diff --stat HEAD~1", ""),
		read(w, tracked(3)),
		bash("jq .scripts package.json", "{\n  \"test\": \"node --test\"\n}\n"),
		grep(w, "func value"),
		bash("git branch -a", "* main\n"),
		read(w, tracked(4)),
		bash("sed -n 1,20p src/part00/unit00/file05.go", source(5)),
	}
}

// writingCalls are 15 reading calls, and after each three of them one that writes.
func writingCalls(w *world) []toolCall {
	writes := func(c toolCall, files map[string]string) toolCall {
		c.writes = files
		return c
	}
	writing := []toolCall{
		writes(bash("npm test", "> shop@1.0.0 test\n> node --test\n\n# tests 12\n# pass 12\n# fail 0\n"), map[string]string{"coverage/summary.json": "{}\n"}),
		writes(bash("go build -o bin/shop ./...", ""), map[string]string{"bin/shop": output(20_000)}),
		writes(bash("sh build.sh", "built dist\n"), map[string]string{"dist/README.md": "# Shop\n"}),
		writes(bash("sed -i 's/is one of/is among/' "+tracked(6), ""), map[string]string{tracked(6): strings.Replace(source(10), "is one of", "is among", 1)}),
		writes(bash("gofmt -w src/part00/unit00", ""), map[string]string{tracked(7): source(11) + "\n", tracked(8): source(12) + "\n"}),
	}
	var calls []toolCall
	for i, c := range readingCalls(w)[:15] {
		if calls = append(calls, c); i%3 == 2 {
			calls = append(calls, writing[i/3])
		}
	}
	return calls
}
