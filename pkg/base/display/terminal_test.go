package display

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestPrinted(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", "a\tb\nc\n", "a\tb\nc\n"},
		{"colour", "\x1b[31;1mFAIL\x1b[0m x", "FAIL x"},
		{"colour with colons", "\x1b[38:2::255:0:0mx\x1b[m", "x"},
		{"eight bit", "\u009b31mFAIL", "FAIL"},
		{"title", "\x1b]0;a title\x07text", "text"},
		{"link", "\x1b]8;;https://x/\x1b\\name\x1b]8;;\x1b\\", "name"},
		{"unclosed title", "\x1b]0;a title\nFAIL", "\nFAIL"},
		{"character set", "\x1b(Btext", "text"},
		{"progress", "10%\r50%\r100%\ndone", "100%\ndone"},
		{"windows lines", "a\r\nb\r\n", "a\nb\n"},
		{"backspace", "abc\b\bd", "ad"},
		{"backspace over a character of two bytes", "aé\bb", "ab"},
		{"overstrike", "N\bNA\bAM\bME\bE", "NAME"},
		{"bell and null", "a\x07b\x00c", "abc"},
		{"cut off", "a\x1b[3", "a"},
		{"escape at the end", "a\x1b", "a"},
		{"not UTF-8", "a\xffb", "a\ufffdb"},
		{"no-break space", "a\u00a0b", "a\u00a0b"},
		{"clear screen", "\x1b[2J\x1b[Hx", "x"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Printed(tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func FuzzPrinted(f *testing.F) {
	f.Add("\x1b[31mred\x1b[0m\r\nx\b")
	f.Add("\u009b3")
	f.Add("\x1b]8;;\x1b\\")
	f.Fuzz(func(t *testing.T, s string) {
		got := Printed(s)
		if !utf8.ValidString(got) || strings.IndexFunc(got, control) >= 0 {
			t.Errorf("Printed(%q) = %q", s, got)
		}
		if again := Printed(got); again != got {
			t.Errorf("Printed(%q) = %q, and again %q", s, got, again)
		}
	})
}

// control returns what must not be left, said of characters and not of bytes.
func control(r rune) bool { return unicode.IsControl(r) && r != '\t' && r != '\n' }

func BenchmarkPrinted(b *testing.B) {
	plain := "ok  \tgithub.com/ctxhook/ctxhook/pkg/excerpt\t0.012s\n"
	for _, bb := range []struct {
		name, part string
		size       int
	}{
		{"plain 1 KB", plain, 1 << 10},
		{"plain 50 KB", plain, 50_000},
		{"coloured 50 KB", "\x1b[32m✓\x1b[0m \x1b[2mrenders the page\x1b[0m (3 ms)\n", 50_000},
		{"progress 50 KB", "\rDownloading  42% [========>            ]", 50_000},
		{"controls 50 KB", "\x00", 50_000},
		{"broken 50 KB", "\xff", 50_000},
	} {
		b.Run(bb.name, func(b *testing.B) {
			text := strings.Repeat(bb.part, bb.size/len(bb.part))
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				Printed(text)
			}
		})
	}
}
