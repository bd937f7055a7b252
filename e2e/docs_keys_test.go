package e2e

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

func init() {
	generators["keysof"] = keysOfFiles
	generators["effects"] = effectTable
}

// keysOfFiles is a table of the keys of a mapping in rule files: what each is for, and a
// short example from the files that are shipped.
func keysOfFiles(t *testing.T, what string) string {
	data, err := json.Marshal(rulefile.NewSchema())
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Definitions map[string]struct {
			Properties map[string]struct{ Description string }
		}
	}
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	def, ok := schema.Definitions[what]
	if !ok {
		t.Fatalf("there is no mapping %s", what)
	}
	examples := shortUses(t, what)
	keys := make([]string, 0, len(def.Properties))
	for key := range def.Properties {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	out := "| key | what | example |\n| --- | --- | --- |\n"
	for _, key := range keys {
		text, _, _ := strings.Cut(def.Properties[key].Description, "\n")
		example := examples[key]
		if key == "regex" { // which is for users' own rules
			example = `regex: 'wipe-all\b'`
		}
		if example == "" {
			t.Errorf("no file has an example of %s.%s", what, key)
		}
		out += "| `" + key + "` | " + cell(strings.TrimSuffix(text, ":")) + " | " + code(example) + " |\n"
	}
	return out
}

// effectTable is what the words for effects mean, as their comments say it.
func effectTable(t *testing.T, _ string) string {
	out := "| effect | what |\n| --- | --- |\n"
	source := read(t, filepath.Join(sourceDir, "pkg", "guard", "rule", "kinds.go"))
	for _, kind := range rule.Kinds {
		found := regexp.MustCompile(`(?m)= "` + string(kind) + `" +// (.+)$`).FindStringSubmatch(source)
		if found == nil {
			t.Fatalf("nothing is said of the effect %s", kind)
		}
		out += "| `" + string(kind) + "` | " + cell(found[1]) + " |\n"
	}
	return out
}

// shortUses finds for each key of a mapping a short value in the files.
func shortUses(t *testing.T, what string) map[string]string {
	paths, _ := filepath.Glob(filepath.Join(sourceDir, "rules", "safety", "*", "*.yaml"))
	models, _ := filepath.Glob(filepath.Join(sourceDir, "rules", "commands", "*.yaml"))
	found := make(map[string]string)
	for _, path := range append(paths, models...) {
		file, err := parser.ParseBytes([]byte(read(t, path)), 0)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, doc := range file.Docs {
			collect(doc.Body, "", what, func(key string, value ast.Node) {
				var v any
				if yaml.NodeToValue(value, &v) != nil {
					return
				}
				text, err := yaml.MarshalWithOptions(map[string]any{key: v}, yaml.Flow(true))
				if err != nil {
					return
				}
				s := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(string(text)), "{"), "}"), `"on":`, "on:")
				if old := found[key]; !strings.Contains(s, "\n") && (old == "" || cmp.Or(unlike(s)-unlike(old), strings.Compare(s, old)) < 0) {
					found[key] = s
				}
			})
		}
	}
	return found
}

// unlike says how far an example is from one that is telling and short.
func unlike(example string) int {
	const good = 26
	return max(len(example)-good, good-len(example))
}

// collect visits the entries of the mappings that stand under a key: "when", and any and
// not in it, or the rows of "verbs".
func collect(n ast.Node, under, what string, visit func(string, ast.Node)) {
	rows := map[string][]string{"when": {"when", "any", "not"}, "verb": {"verbs"}, "nested": {"nested"}, "settings": {"settings"}, "output": {"output"}, "secrets": {"secrets"}}
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, e := range n.Values {
			collectEntry(e, under, what, rows[what], visit)
		}
	case *ast.MappingValueNode:
		collectEntry(n, under, what, rows[what], visit)
	case *ast.SequenceNode:
		for _, item := range n.Values {
			collect(item, under, what, visit)
		}
	}
}

func collectEntry(e *ast.MappingValueNode, under, what string, rows []string, visit func(string, ast.Node)) {
	key := e.Key.String()
	if slices.Contains(rows, under) {
		visit(key, e.Value)
	}
	if slices.Contains([]string{"any", "not"}, key) && under != "when" && under != "any" && under != "not" {
		return // of other mappings
	}
	collect(e.Value, key, what, visit)
}
