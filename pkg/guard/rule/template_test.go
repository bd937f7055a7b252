package rule

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseTemplate(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       Template
		err        string
	}{
		{"text", "git status", Template{{Text: "git status"}}, ""},
		{"hole", "cd {dir} && ls", Template{{Text: "cd "}, {Name: "dir"}, {Text: " && ls"}}, ""},
		{"form", "mkdir -p {file|dir}", Template{{Text: "mkdir -p "}, {Name: "file", Form: "dir"}}, ""},
		{"replaced", "{command: old -> new}", Template{{Name: "command", From: "old", To: "new"}}, ""},
		{"left out", "{command: old -> }", Template{{Name: "command", From: "old"}}, ""},
		{"empty", "", nil, ""},
		{"open", "cd {dir", nil, "{ without }"},
		{"no name", "cd {}", nil, "{}: no such hole"},
		{"no such form", "{a|b}", nil, "{a|b}: no such hole"},
		{"no arrow", "{command: old}", nil, "{command: old}: write {command: old -> new}"},
		{"replaced in another", "{args: a -> b}", nil, "{args: a -> b}: write {command: old -> new}"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ParseTemplate(tc.text)
			if said := errorText(err); said != tc.err {
				t.Fatalf("error %q, want %q", said, tc.err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
