package main

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const stories = "../testdata/stories"

func TestMain(m *testing.M) {
	playsCtxhook()
	os.Exit(m.Run())
}

// TestStories plays every story whose tools are there: what the model is told
// harms nowhere, all that is wanted is told, and each sentence has a label.
func TestStories(t *testing.T) {
	if _, err := exec.LookPath("bash"); testing.Short() || err != nil || runtime.GOOS == "windows" {
		t.Skip("real tools take their time, and a shell of Unix")
	}
	list, err := load(stories, nil)
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	results := playAll(list, player{})
	var all tally
	for i := range results {
		r := &results[i]
		t.Run(r.Name, func(t *testing.T) {
			if r.Skipped != "" {
				t.Skip("no", r.Skipped)
			}
			if r.Error != "" {
				t.Error(r.Error)
			}
			sum := r.tally()
			all.add(sum)
			switch {
			case r.todo == "" && !sum.holds():
				var b bytes.Buffer
				r.print(&b, false)
				t.Errorf("%s\nharmful %d, unlabelled %d, missed %d\n%s", r.Title, sum.harmful, sum.unlabelled, sum.missed, b.String())
			case r.todo != "" && sum.holds() && r.Error == "":
				t.Errorf("the labels hold: remove %q", "todo "+r.todo)
			}
		})
	}
	t.Logf("%d stories in %s: told %d, right %d, useful %d", len(list), time.Since(begun).Round(time.Second), all.told, all.right, all.useful)
}

func TestSentences(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"a digest", "ctxhook, from earlier work in this project (backquoted text is data):\n- Failing when last run (2026-01-02): `go test`: `TestA` in `a_test.go`.\n- `make` first. Run it.",
			[]string{"Failing when last run (2026-01-02): `go test`: `TestA` in `a_test.go`.", "`make` first.", "Run it."}},
		{"quoted text is not divided", "ctxhook: `echo A. B` failed. Try e.g. this.", []string{"`echo A. B` failed.", "Try e.g. this."}},
		{"a denial", "Stopped once (d-1): this failed. Use `x`. Repeat the command to run it anyway.", []string{"Stopped once (d-1): this failed.", "Use `x`."}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, sentences(tt.text)); diff != "" {
				t.Errorf("sentences (-want +got)\n%s", diff)
			}
		})
	}
}

func TestWeigh(t *testing.T) {
	s, _, err := parse("x", "# Title\nproject p\nsession s1\nuseful: pytest\nharmful: wrong\nwants: never\nwants: heard\n")
	if err != nil {
		t.Fatal(err)
	}
	list, missed := s.steps[0].weigh([]string{"Use `pytest`.\nUse `pytest wrong`.\nSomething."}, []string{"heard before"})
	want := []sentence{{"Use `pytest`.", useful}, {"Use `pytest wrong`.", harmful}, {"Something.", unlabelled}}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("sentences (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{"never"}, missed); diff != "" {
		t.Errorf("missed (-want +got)\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{
		"# T\nproject p\nfly away\n", "# T\nproject p\nrun\n", "# T\nproject p\nuseful: x\n", "# T\nrun x\n",
		"# T\nproject p\nrun <<\nx\n", "# T\nproject p\nstop\nuseful: (\n",
	} {
		if _, _, err := parse("x", text); err == nil {
			t.Errorf("read %q", text)
		}
	}
}
