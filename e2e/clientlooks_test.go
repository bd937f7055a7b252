package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestClientLooksThrough runs the real client. A script that deletes the home is
// asked about where the model writes it. One that shows what it does only when
// it is called is written, and denied by the next call. A clean-up script that
// is committed runs, and the model learns nothing of ctxhook.
func TestClientLooksThrough(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	w.file(t, "project/package.json", "{\n  \"scripts\": {\n    \"clean\": \"rm -rf dist\"\n  }\n}\n", 0o644)
	w.file(t, "project/scripts/build.sh", "#!/bin/sh\nset -e\nrm -rf dist\n", 0o755)
	w.git(t, "add", "-A")
	w.git(t, "commit", "-q", "-m", "scripts")

	write := func(name, text string) use {
		return use{"Write", map[string]any{"file_path": filepath.Join(w.project, name), "content": text}}
	}
	script := edits(filepath.Join(w.project, "scripts/build.sh"), "rm -rf dist", `rm -rf "$@"`)
	steps := []struct {
		use
		names string // what a denial names: the file, and the line of a script
	}{
		{use: bash("npm run clean")},
		{use: bash("./scripts/build.sh")},
		{use: write("tidy.sh", "#!/bin/bash\necho tidy\nrm -rf ~/\n"), names: "tidy.sh"},
		{use: write("tidy.sh", "#!/bin/bash\necho tidy\nrm -rf \"$1\"\n")},
		{use: bash("bash tidy.sh ~/"), names: "tidy.sh:3"},
		{use: bash("cat tidy.sh | sh -s -- ~/"), names: "tidy.sh:3"},
		{use: write("tidy.py", "import os\n\nos.system('rm -rf ~/')\n")},
		{use: bash("python3 tidy.py"), names: "tidy.py:3"},
		{use: script[0]},
		{use: script[1]},
		{use: bash("./scripts/build.sh ~/"), names: "build.sh:3"},
		{use: bash("./scripts/build.sh dist")},
	}
	var uses []use
	for _, s := range steps {
		uses = append(uses, s.use)
	}
	for i, got := range w.plays(t, client, uses...) {
		s := steps[i]
		t.Logf("%v -> %.500s", s.input["command"], got.result)
		if got.failed != (s.names != "") {
			t.Errorf("%v: denied = %v: %s", s.input, got.failed, got.result)
		}
		if !strings.Contains(got.result, s.names) {
			t.Errorf("%v: the model is not told %q: %s", s.input, s.names, got.result)
		}
		if told := got.result + about(got.beside); s.names == "" && strings.Contains(told, "ctxhook") {
			t.Errorf("%v: the model is told of ctxhook: %s", s.input, told)
		}
	}
	if removed := w.removed(); strings.Count(removed, "-rf dist") != 3 || strings.Contains(removed, w.home) {
		t.Errorf("what ran removed %q, not dist three times", removed)
	}
}
