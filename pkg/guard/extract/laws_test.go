package extract

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// checkLaws holds what must be true of every piece against some.
func checkLaws(t *testing.T, data []byte, pieces []Piece) {
	t.Helper()
	for _, p := range pieces {
		text, file := 0, 0
		for i, s := range p.Segments {
			if s.Text < text || s.File < file || s.Len < 0 || s.Text+s.Len > len(p.Text) || s.File+s.Len > len(data) {
				t.Fatalf("%s: segment %d %+v is out of order or range; text %d, file %d", p.Name, i, s, len(p.Text), len(data))
			}
			if got, want := p.Text[s.Text:s.Text+s.Len], string(data[s.File:s.File+s.Len]); got != want {
				t.Fatalf("%s: segment %d says %q, the file %q", p.Name, i, got, want)
			}
			text, file = s.Text+s.Len, s.File+s.Len
		}
		last := 0
		for off := 0; off <= len(p.Text) && off < 5000; off++ {
			at := p.pos(off)
			if at < last || at > len(data) {
				t.Fatalf("%s: Pos(%d) = %d behind Pos(%d) = %d; file %d", p.Name, off, at, off-1, last, len(data))
			}
			last = at
		}
		for _, n := range p.Notes {
			if n.Span.From < 0 || n.Span.From >= n.Span.To || n.Span.To > len(p.Text) {
				t.Fatalf("%s: note at %v of %d", p.Name, n.Span, len(p.Text))
			}
		}
	}
}

func TestSegmentsAreTheFile(t *testing.T) {
	for _, name := range fixtures(t, isFixture) {
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, input := range inputs {
				pieces, _ := input.Read(name, data)
				checkLaws(t, data, pieces)
			}
		})
	}
}

// A command's span, taken back to the file, is the command: it starts with
// its first word, where that is written out.
func TestSpansAreCommands(t *testing.T) {
	calls := 0
	for _, name := range fixtures(t, isFixture) {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		input := For(strings.TrimPrefix(filepath.ToSlash(name), "testdata/"), data[:min(len(data), HeadSize)])
		if input == nil {
			continue
		}
		pieces, err := input.Read(name, data)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pieces {
			script := follow.Parse(p.Text, shell.Options{Dialect: p.Dialect})
			for _, c := range script.Calls {
				if c.Via >= 0 || len(c.Assigns) > 0 || len(c.Argv) == 0 {
					continue
				}
				word := p.Text[c.Argv[0].Span.From:c.Argv[0].Span.To]
				from, to := p.Span(c.Argv[0].Span)
				if !stands(&p, c.Argv[0].Span) {
					continue
				}
				calls++
				if got := string(data[from:to]); got != word {
					t.Errorf("%s: %s: the file has %q where the command is %q", name, p.Name, got, word)
				}
			}
		}
	}
	if calls < 100 {
		t.Errorf("only %d commands", calls)
	}
}

// stands reports whether a range of the text is in the file byte for byte.
func stands(p *Piece, span shell.Span) bool {
	for _, s := range p.Segments {
		if s.Text <= span.From && span.To <= s.Text+s.Len {
			return true
		}
	}
	return false
}

// FuzzRead: whatever a file holds, reading it ends, and what is found lies in
// it.
func FuzzRead(f *testing.F) {
	for _, name := range fixtures(f, isFixture) {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for i := range inputs {
			if inputs[i].Name == kindOf(name) {
				f.Add(uint8(i), data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, kind uint8, data []byte) {
		input := inputs[int(kind)%len(inputs)]
		pieces, _ := input.Read(".claude/commands/fuzz.sh", data)
		checkLaws(t, data, pieces)
	})
}

// Reading is linear, also in files that are nothing but one kind of trouble.
func TestLargeFiles(t *testing.T) {
	const size, bound = 300_000, 10 * time.Second // what is not linear takes minutes
	for _, unit := range []string{
		"$(", "${{", "<<A\nRUN x ", "RUN x <<A\n", "'", "\"", "\\\n", "- ", "- - ", "[", "{", "a: ", "a: |\n", "? ", "*a ", "&a ", "\n", " \n",
		"```sh\n", "> ", "!`", "sh '", "sh(script: ", "<<-E\n", "provisioner \"local-exec\" {\ncommand = <<E\n", "a:\n\t$(\n", "\\u0041", "run: \"\\'",
		"${", "a = \"${", "/*", "//", "#", "%", "x:\n  y\\\n", "<<", "<a", "''", "\"a\",", "- run: |\n    ${{ x\n", "a: 'b\n", "  - '\n",
	} {
		data := []byte(strings.Repeat(unit, size/len(unit)))
		for _, input := range inputs {
			start := time.Now()
			pieces, _ := input.Read("x.sh", data)
			if d := time.Since(start); d > bound {
				t.Errorf("%s takes %v for %d bytes of %q, %d pieces", input.Name, d, size, unit, len(pieces))
			}
		}
	}
}
