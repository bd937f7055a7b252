package extract

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/moby/buildkit/frontend/dockerfile/parser"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// buildkitTexts returns what BuildKit would run, instruction by instruction.
func buildkitTexts(n *parser.Node, outer string) []string {
	name := outer + strings.ToUpper(n.Value)
	switch strings.ToUpper(n.Value) {
	case "ONBUILD":
		return buildkitTexts(n.Next.Children[0], "ONBUILD ")
	case "HEALTHCHECK":
		if n.Next == nil || n.Next.Value != "CMD" {
			return nil
		}
		name += " CMD"
		n = &parser.Node{Next: n.Next.Next, Attributes: n.Attributes}
	case "RUN", "CMD", "ENTRYPOINT":
	default:
		return nil
	}
	var args []string
	for a := n.Next; a != nil; a = a.Next {
		args = append(args, a.Value)
	}
	text := strings.Join(args, " ")
	switch {
	case n.Attributes["json"]:
		if at, _, ok := shellText(args); ok {
			text = args[at]
			break
		}
		for i := range args {
			args[i] = shell.Quote(args[i])
		}
		text = strings.Join(args, " ")
	case len(n.Heredocs) == 1 && strings.HasPrefix(text, "<<") && !strings.Contains(text, " "):
		text = n.Heredocs[0].Content
		if n.Heredocs[0].Chomp {
			text = parser.ChompHeredocContent(text)
		}
	case len(n.Heredocs) > 0:
		for _, doc := range n.Heredocs {
			text += "\n" + doc.Content + doc.Name
		}
		text += "\n"
	}
	if text == "" {
		return nil
	}
	return []string{name + ": " + text}
}

// What is read of a Dockerfile is what BuildKit reads, but for what no POSIX
// shell runs.
func TestDockerfileIsReadAsBuildKitDoes(t *testing.T) {
	files := fixtures(t, func(name string) bool {
		return strings.HasPrefix(name, "testdata/dockerfile/") && isFixture(name) &&
			!strings.HasSuffix(name, "shift.Dockerfile") // BuildKit refuses it, older builders do not
	})
	for _, file := range files {
		t.Run(file, func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			result, err := parser.Parse(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			var want, got []string
			for _, n := range result.AST.Children {
				for _, text := range buildkitTexts(n, "") {
					if !strings.Contains(text, "no shell") && !strings.Contains(text, "Remove-Item") {
						want = append(want, text)
					}
				}
			}
			pieces, err := readDockerfile(file, data)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range pieces {
				got = append(got, p.Name+": "+p.Text)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("BuildKit -, ours +:\n%s", diff)
			}
		})
	}
}
