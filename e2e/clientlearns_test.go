package e2e

import (
	"strings"
	"testing"
)

// TestClientLearns runs the real client in one session after the other: what
// made a check pass in the first is told where it fails in the second, and
// what failed in both is stopped once in the third; what is wrong in itself,
// and was put right, already in the second.
func TestClientLearns(t *testing.T) {
	client := realClient(t)
	w := newGoWorld(t)
	w.file(t, "bin/prettify", "#!/bin/sh\ntest \"$1\" = --write || { echo \"error: unknown option '$1'\" >&2; exit 2; }\n", 0o755)
	w.file(t, "bin/publish", "#!/bin/sh\necho packing\ncat index.md || exit 1\n", 0o755)
	w.file(t, "bin/mend", "#!/bin/sh\nsed -i 's/a - b/a + b/' sum.go\n", 0o755)
	const recipe = "Here `mend` fixed this (2 of 2 times)."
	mends := []use{
		bash("go test ./..."),
		bash("mend"),
		bash("go test ./... -count=1"),
	}

	wrong, right, publish := bash("prettify --wirte sum.go"), bash("prettify --write sum.go"), bash("publish")
	first := w.plays(t, client, append(mends, wrong, right, publish)...)
	if !first[0].failed || first[2].failed || strings.Contains(about(first[0].beside), "fixed this") {
		t.Fatalf("the first session: %+v", first)
	}

	broken := func() { w.file(t, "project/sum.go", "package sum\n\nfunc Sum(a, b int) int { return a - b }\n", 0o644) }
	broken()
	w.plays(t, client, mends...) // what helped once may have been chance
	broken()
	second := w.plays(t, client, append(mends, wrong, publish)...)
	if beside := about(second[0].beside); !strings.Contains(beside, recipe) {
		t.Errorf("the second session is told: %s", beside)
	}
	if second[2].failed {
		t.Errorf("what helped does not: %+v", second[2])
	}

	const stopped = "Stopped once (d-"
	if got := second[3]; !got.failed || !strings.Contains(got.result, stopped) {
		t.Errorf("what lies in the command, and is known, is not stopped at once: %+v", got)
	}
	third := w.plays(t, client, publish, wrong, wrong, right)
	for i, want := range [][]string{
		{stopped, "failed here 2 times, last on ", "`cat: index.md: No such file or directory`"},
		{stopped, "failed here on ", "`error: unknown option '--wirte'`", "use `prettify --write sum.go`."},
	} {
		for _, part := range want {
			if !third[i].failed || !strings.Contains(third[i].result, part) {
				t.Errorf("%d: it is not stopped with %q: %.600s", i, part, third[i].result)
			}
		}
	}
	if got := third[2]; strings.Contains(got.result, stopped) || !strings.Contains(got.result, "Exit code 2") {
		t.Errorf("who insists is not let through: %+v", got)
	}
	if got := third[3]; got.failed {
		t.Errorf("what helped is not let through: %+v", got)
	}

	w.file(t, "project/index.md", "# Sums\n", 0o644)
	fourth := w.plays(t, client, publish, publish)
	for i, got := range fourth {
		if got.failed || !strings.Contains(got.result, "# Sums") || strings.Contains(about(got.beside), "ctxhook stopped") {
			t.Errorf("%d: the cause is gone, and it is not let through: %+v", i, got)
		}
	}
}
