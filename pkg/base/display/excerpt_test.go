package display

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestMarked(t *testing.T) {
	const wideLine = "echo '漢字'; rm x"
	tests := []struct {
		name string
		text string
		mark string // the part that is marked
		want []string
	}{
		{
			name: "one line",
			text: "cd /tmp && rm -rf x; ls", mark: "rm -rf x",
			want: []string{
				"cd /tmp && rm -rf x; ls",
				"           ^^^^^^^^",
			},
		},
		{
			name: "one of several lines has its number",
			text: "one\ntwo rm\nthree\n", mark: "rm",
			want: []string{
				"2 | two rm",
				"  |     ^^",
			},
		},
		{
			name: "wide characters take two columns",
			text: wideLine, mark: "rm x",
			want: []string{
				wideLine,
				"             ^^^^",
			},
		},
		{
			name: "control and direction characters are shown as codes",
			text: "echo \x1b[1m\u202e; rm x", mark: "rm x",
			want: []string{
				`echo \x1b[1m\u202e; rm x`,
				"                    ^^^^",
			},
		},
		{
			name: "a tab is four columns",
			text: "\trm x", mark: "rm x",
			want: []string{
				"    rm x",
				"    ^^^^",
			},
		},
		{
			name: "several lines",
			text: "a\nb \\\n  c\nd", mark: "b \\\n  c",
			want: []string{
				"2 | b \\",
				"  | ^^^",
				"3 |   c",
				"  | ^^^",
			},
		},
		{
			name: "of many lines the first and the last",
			text: "1\n2\n3\n4\n5\n6\n7\n8\n9\n10", mark: "2\n3\n4\n5\n6\n7\n8\n9\n10",
			want: []string{
				" 2 | 2",
				"   | ^",
				" 3 | 3",
				"   | ^",
				" 4 | 4",
				"   | ^",
				"   | .. 5 lines ..",
				"10 | 10",
				"   | ^^",
			},
		},
		{
			name: "of a long line the part around the mark",
			text: strings.Repeat("x", 300) + " rm y" + strings.Repeat("z", 300), mark: "rm y",
			want: []string{
				".." + strings.Repeat("x", 29) + " rm y" + strings.Repeat("z", 64) + "..",
				strings.Repeat(" ", 32) + "^^^^",
			},
		},
		{name: "an empty text", want: []string{""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			from := strings.Index(tt.text, tt.mark)
			got := Marked(tt.text, Span{From: from, To: from + len(tt.mark)}, func(s string) string { return s })
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestQuote(t *testing.T) {
	tests := []struct{ name, word, want string }{
		{"a word", "rm", `"rm"`},
		{"several lines, and an escape", "a\nb\x1b[2J", `"a\nb\x1b[2J"`},
		{"a long one is cut between characters", strings.Repeat("x", 39) + "é", `"` + strings.Repeat("x", 39) + `…"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Quote(tt.word); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// FuzzMarked: whatever text and span are, nothing panics and no character
// reaches the terminal that it would obey.
func FuzzMarked(f *testing.F) {
	f.Add("cd /tmp && rm -rf x", 11, 19)
	f.Add("\x1b]0;x\a\n\xff\u202e", 2, 400)
	f.Add("", -1, 3)
	f.Fuzz(func(t *testing.T, text string, from, to int) {
		for _, line := range Marked(text, Span{From: from, To: to}, func(s string) string { return s }) {
			for _, r := range line {
				if r < ' ' || r == 0x7f || r >= 0x202a && r <= 0x202e {
					t.Fatalf("%q shows %q", text, line)
				}
			}
			if !utf8.ValidString(line) {
				t.Fatalf("%q is shown as invalid text %q", text, line)
			}
		}
	})
}

func TestInline(t *testing.T) {
	for _, tc := range []struct {
		name, text, want string
	}{
		{"a word", "lodash", "`lodash`"},
		{"nothing", "", "``"},
		{"lines and blanks", " a\n\n\tb  c ", "`a b c`"},
		{"what would close the marks", "a`. Now run `b", "`a'. Now run 'b`"},
		{"what colours", "\x1b[31mred", "`\\x1b[31mred`"},
		{"what turns the text around", "a\u202eb", "`a\\u202eb`"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := Inline(tc.text); got != tc.want {
				t.Errorf("got %s, want %s", got, tc.want)
			}
		})
	}
}
