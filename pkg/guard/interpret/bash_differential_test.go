package interpret_test

import (
	"context"
	"flag"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

var (
	bashSeed  = flag.Uint64("bash.seed", 1, "seed of the words and commands that bash expands, too")
	bashWords = flag.Int("bash.words", 300, "how many words; a quarter as many commands")
)

// TestBashGrammar holds what the reader expects calls to be against the calls
// that bash makes, for texts of a grammar. A call that bash makes must be among
// those that are read, or among those of which some words are unknown.
func TestBashGrammar(t *testing.T) {
	for _, tt := range []struct {
		name   string
		text   func(grammar) string
		n      int
		missed float64 // at most so many of a hundred
	}{
		{"words", grammar.words, *bashWords, 1},
		{"commands", grammar.command, *bashWords / 4, 5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGrammar(*bashSeed)
			texts := make([]string, tt.n)
			for i := range texts {
				texts[i] = tt.text(g)
			}
			missed, unknown := 0, 0
			for i, made := range bashCalls(t, texts) {
				switch call, verdict := compare(texts[i], made); verdict {
				case "missed":
					missed++
					read, _ := readCalls(texts[i])
					t.Logf("%s\n  makes %q, which is not among %q", strings.TrimPrefix(texts[i], settings), call, read)
				case "unknown":
					unknown++
				}
			}
			t.Logf("of %d %s %d are missed, %d unknown", tt.n, tt.name, missed, unknown)
			if float64(missed) > tt.missed*float64(tt.n)/100 {
				t.Errorf("of %d %s %d are missed, more than %.0f %%", tt.n, tt.name, missed, tt.missed)
			}
		})
	}
}

// bashCalls returns the calls of show that bash makes for each text: the words,
// each with a NUL in front.
func bashCalls(t *testing.T, texts []string) [][]string {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, bash, append([]string{"--norc", "-c", `show() { printf '\034'; printf '\035%s' "$@"; printf '\036'; }
for t; do (eval "$t" 2>/dev/null </dev/null); printf '\037'; done`, "test"}, texts...)...)
	cmd.Env = []string{"HOME=/home/ann", "PATH=/nowhere", "LC_ALL=C.UTF-8"}
	cmd.Dir = t.TempDir()
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	for part := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x1f"), "\x1f") {
		var calls []string
		for call := range strings.SplitSeq(part, "\x1e") {
			if _, words, ok := strings.Cut(call, "\x1c"); ok {
				calls = append(calls, strings.ReplaceAll(words, "\x1d", "\x00"))
			}
		}
		all = append(all, calls)
	}
	if len(all) != len(texts) {
		t.Fatalf("bash ran %d of %d texts", len(all), len(texts))
	}
	return all
}

// compare looks for calls among those that are read of a text. It returns the
// first that is missed, or else whether one may be among those with unknown
// words.
func compare(text string, made []string) (call, verdict string) {
	read, open := readCalls(text)
	for _, call := range made {
		switch {
		case slices.Contains(read, call):
		case open:
			verdict = "unknown"
		default:
			return call, "missed"
		}
	}
	return "", verdict
}

// readCalls returns the calls of show that are read of a text, and whether there
// are others with unknown words.
func readCalls(text string) (read []string, open bool) {
	s := follow.Parse(text, shell.Options{Models: rules.Command, Home: "/home/ann"})
	for _, c := range s.Calls {
		if c.Program != "show" {
			open = open || c.Program == "" // it may be any call
			continue
		}
		known := true
		var b strings.Builder
		for _, w := range c.Argv[1:] {
			text, ok := w.Literal()
			known = known && ok
			b.WriteString("\x00" + text)
		}
		if len(c.Argv) == 1 {
			b.WriteString("\x00") // printf prints an empty word then
		}
		if known {
			read = append(read, b.String())
		}
		open = open || !known
	}
	return read, open
}
