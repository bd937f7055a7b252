package formats

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What each line of a Markdown file belongs to: f, c and m are front matter, code and
// comments, in capitals where they begin; ! marks a line behind which they go on.
func TestMarkdown(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"text", "# a\n\nb\n", "..."},
		{"front matter", "---\na: b\n---\nc\n", "F!f!f."},
		{"with a byte order mark and line ends of Windows", "\xef\xbb\xbf---\r\na\r\n---\r\nb", "F!f!f."},
		{"a rule at the top is none", "---\na\n", ".."},
		{"nor is one further down", "a\n---\nb\n---\n", "...."},
		{"code", "```sh\na\n```\nb\n", "C!c!c."},
		{"a longer fence holds a shorter one", "````\n```\na\n```\n````\nb", "C!c!c!c!c."},
		{"a fence is closed by a longer one", "~~~\na\n~~~~~\nb", "C!c!c."},
		{"not by one with words, or of another kind", "~~~\n~~~ a\n```\n~~~\nb", "C!c!c!c."},
		{"code within a line", "```a``` b\nc", ".."},
		{"two marks", "``\na", ".."},
		{"never closed", "a\n```\nb\n", ".C!c!"},
		{"comment", "<!-- a -->\nb\n<!-- c\n```\nd -->\ne", "M.M!m!m."},
		{"a second comment on the line goes on", "<!-- a --> <!-- b\nc\n-->\nd", "M!m!m."},
		{"a comment behind text", "a <!-- b\nc", ".."},
		{"a comment in code", "```\n<!--\n```\na", "C!c!c."},
		{"in a list", "- ```\n  a\n  ```\n2) ~~~\n~~~\n*```\nb", "C!c!cC!c.."},
		{"indented", "- a\n  ```\n  b\n  ```\nc", ".C!c!c."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			for _, l := range Markdown([]byte(test.text)) {
				mark := ".fcm"[l.Kind]
				if l.Begins {
					mark -= 'a' - 'A'
				}
				got += string(mark)
				if l.GoesOn {
					got += "!"
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
