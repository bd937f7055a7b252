package publish

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// shapes returns files of every shape that people write.
func shapes() (list []string) {
	parts := [...]string{
		"", "# Title\n\nText.\n", "Title\n=====\n\nText\n\nPart\n----\n- a\n", "## Tools\n\n- make\n\n\n## Tests\n\ngo test\n",
		"---\nname: x\n---\n\n# A\n", "---\n\ntext\n", "```sh\n# no heading\n## Tools\n```\n", "~~~~\n~~~\n## Workflow\n~~~~\n", "````md\n```\n## Tools\n````\n",
		"<!-- a\n## Tools\n-->\n", "<!-- one line -->\n## Code Style\n", "<details>\n<summary>x</summary>\n\n## Tools\n</details>\n",
		"- list\n    - nested\n\n      code\n", "| a | b |\n|---|---|\n| 1 | 2 |\n", "@AGENTS.md\n", "\n\n\n", "   \n\t\n", "## Tools ##\n", "**Tools**\n", "### Tool Preferences:\n1. x\n",
		"```\nnever closed\n## Tools\n", "<!-- never closed\n## Tools\n", "# Übersicht\n\nТекст\n\n## 工具\n", "## Workflow\n### Deep\ntext\n## Workflow\n",
		"Example:\n\n```html\n<!-- ctxhook:begin tools -->\nx\n<!-- ctxhook:end -->\n```\n", "#no heading\n", "    # code\n", "## Tools\n```sh\nx\n```\n\n",
	}
	for _, a := range parts {
		for _, b := range parts[:9] {
			for _, s := range []string{a + b, strings.TrimRight(a+b, "\n"), "\ufeff" + a + b} {
				list = append(list, s, strings.ReplaceAll(s, "\n", "\r\n"))
			}
		}
	}
	return list
}

// What is outside of the blocks stays as it is, to the byte, and without them
// the file is what it was.
func TestBytesOutsideStay(t *testing.T) {
	one := map[string]string{"tools": "- **Preference**: Use `a`, not `b`.\n"}
	all := map[string]string{"tools": "- x\n- y\n", "workflow": "- z\n", "style": "- s\n"}
	list := shapes()
	if len(list) < 200 {
		t.Fatalf("only %d files", len(list))
	}
	for i, text := range list {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			data := []byte(text)
			for _, bodies := range []map[string]string{one, all, one, {}} {
				got, err := withBlocks(data, bodies)
				if err != nil {
					t.Fatalf("%q: %v", text, err)
				}
				d := parse(got)
				blocks, err := d.blocks()
				if err != nil || len(blocks) != len(bodies) {
					t.Fatalf("%q: %d blocks, %v, want %d:\n%q", text, len(blocks), err, len(bodies), got)
				}
				if theirs, err := d.without(); err != nil || string(theirs) != text {
					t.Fatalf("outside of the blocks\n got %q, %v\nwant %q\n with %q", theirs, err, text, got)
				}
				if again, err := withBlocks(got, bodies); err != nil || !bytes.Equal(again, got) {
					t.Fatalf("written again it differs: %v\n%q\n%q", err, got, again)
				}
				if strings.Contains(text, "\r\n") && strings.Contains(strings.ReplaceAll(string(got), "\r\n", ""), "\n") {
					t.Fatalf("line ends are mixed: %q", got)
				}
				data = got
			}
			if string(data) != text {
				t.Errorf("got %q, want %q", data, text)
			}
		})
	}
}

func FuzzBytesOutsideStay(f *testing.F) {
	for _, s := range shapes()[:60] {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, "ctxhook:") || editable([]byte(text)) != nil {
			t.Skip()
		}
		got, err := withBlocks([]byte(text), map[string]string{"tools": "- x\n", "style": "- y\n"})
		if err != nil {
			t.Fatal(err)
		}
		if theirs, err := parse(got).without(); err != nil || string(theirs) != text {
			t.Errorf("outside of the blocks\n got %q, %v\nwant %q\n with %q", theirs, err, text, got)
		}
	})
}
