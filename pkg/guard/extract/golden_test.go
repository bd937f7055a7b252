package extract

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

var update = flag.Bool("u", false, "write the golden files anew")

func isFixture(name string) bool {
	return !strings.HasSuffix(name, ".golden") && !strings.HasPrefix(name, "testdata/fuzz/")
}

// kindOf returns the input that a fixture is of: the directory it lies in.
func kindOf(name string) string {
	return strings.Split(filepath.ToSlash(name), "/")[1]
}

// place gives an offset as line:column, both from 1, columns in bytes.
func place(data []byte, at int) string {
	line := bytes.Count(data[:at], []byte("\n"))
	return fmt.Sprintf("%d:%d", line+1, at-bytes.LastIndexByte(data[:at], '\n'))
}

// show writes pieces for a reader: each line of each text with the place in
// the file that it starts at.
func show(data []byte, pieces []Piece) string {
	names := map[shell.Dialect]string{shell.Bash: "bash", shell.Sh: "sh", shell.Mksh: "mksh", shell.Zsh: "zsh", shell.Bats: "bats"}
	var b strings.Builder
	for _, p := range pieces {
		fmt.Fprintf(&b, "%s %s %q\n", p.Surface, names[p.Dialect], p.Name)
		at := 0
		for _, line := range strings.SplitAfter(p.Text, "\n") {
			if line != "" {
				fmt.Fprintf(&b, "%8s  %q\n", place(data, p.pos(at)), line)
			}
			at += len(line)
		}
		for _, n := range p.Notes {
			from, to := p.Span(n.Span)
			fmt.Fprintf(&b, "    note  %s %s-%s %s\n", n.Rule, place(data, from), place(data, to), n.Say)
		}
	}
	return b.String()
}

// What is found in a file, and where, is what its golden file says.
func TestPieces(t *testing.T) {
	kinds := make(map[string]bool)
	for _, name := range fixtures(t, isFixture) {
		kinds[kindOf(name)] = true
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			input := For(strings.TrimPrefix(filepath.ToSlash(name), "testdata/"), data[:min(len(data), HeadSize)])
			got := ""
			if input != nil {
				if input.Name != kindOf(name) {
					t.Errorf("read as %s", input.Name)
				}
				pieces, err := input.Read(name, data)
				if err != nil {
					t.Errorf("Read: %v", err)
				}
				got = show(data, pieces)
			}
			golden := name + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("want -, got +:\n%s", diff)
			}
		})
	}
	for _, input := range inputs {
		if !kinds[input.Name] {
			t.Errorf("%s has no fixture", input.Name)
		}
	}
}
