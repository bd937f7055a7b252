package formats

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What an instruction is, and on which line it stands.
func TestDockerfile(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // line, name, flags and arguments
	}{
		{"plain", "FROM a\nrun x y\n", []string{"1 FROM || a", "2 RUN || x y"}},
		{"nothing", "\n# a\n\n", nil},
		{"flags", "RUN --mount=type=cache,target=/a --network=\"a b\" x\nCOPY --from=b --chown=c d /e", []string{"1 RUN |--mount=type=cache,target=/a --network=\"a b\"| x", "2 COPY |--from=b --chown=c| d /e"}},
		{"continued, with a comment and an empty line", "RUN a \\\n  # why\n\n  b\nUSER c", []string{"1 RUN || a b", "5 USER || c"}},
		{"a backslash before a backslash ends the line", "RUN a \\\\\nUSER c", []string{`1 RUN || a \\`, "2 USER || c"}},
		{"another escape", "# escape = `\nRUN a `\n b\\\nUSER c", []string{"2 RUN || a b\\", "4 USER || c"}},
		{"a directive after the first comment is one", "# a=b\n#escape=`\nRUN a `\n b", []string{"3 RUN || a b"}},
		{"an escape below an instruction is a comment", "FROM a\n# escape=`\nRUN a `\nUSER c", []string{"1 FROM || a", "3 RUN || a `", "4 USER || c"}},
		{"byte order mark", "\xef\xbb\xbfFROM a", []string{"1 FROM || a"}},
		{"line ends of Windows", "RUN a \\\r\n b\r\nUSER c\r\n", []string{"1 RUN || a b", "3 USER || c"}},
		{"for another image", "ONBUILD RUN --network=none a", []string{"1 on build RUN |--network=none| a"}},
		{"ONBUILD alone", "ONBUILD", []string{"1 ONBUILD || "}},
		{"here-document", "RUN <<A\nb\nA\nUSER c", []string{"1 RUN || <<A", "  A alone b", "4 USER || c"}},
		{"two of them, behind a command", "RUN x <<A 3<<-'B'\na\nA\nb\n\tB\nUSER c", []string{"1 RUN || x <<A 3<<-'B'", "  A a", "  B tabs b", "6 USER || c"}},
		{"of a copy", "COPY <<A <<B /c/\na\nA\nRUN\nB\nRUN d", []string{"1 COPY || <<A <<B /c/", "  A a", "  B RUN", "6 RUN || d"}},
		{"one that never ends is none", "RUN x <<A <<B\na\nA\nUSER c", []string{"1 RUN || x <<A <<B", "2 A || ", "3 A || ", "4 USER || c"}},
		{"a here-string is none", "RUN cat <<<A\nUSER c", []string{"1 RUN || cat <<<A", "2 USER || c"}},
		{"other instructions have none", "ENV a=<<B\nUSER c\nB", []string{"1 ENV || a=<<B", "2 USER || c", "3 B || "}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, in := range Dockerfile([]byte(test.text)) {
				name := in.Name
				if in.OnBuild {
					name = "on build " + name
				}
				got = append(got, fmt.Sprintf("%d %s |%s| %s", in.Line, name, strings.TrimSpace(in.Text[in.Flags:in.Args]), strings.Join(strings.Fields(in.Text[in.Args:]), " ")))
				for _, doc := range in.Documents {
					line := "  " + doc.Name
					if doc.Alone {
						line += " alone"
					}
					if doc.Tabs {
						line += " tabs"
					}
					for _, r := range doc.Rows {
						line += " " + test.text[r.From:r.To]
					}
					got = append(got, line)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
