package e2e

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

func levelTable(_ *testing.T, _ string) string {
	risks := []policy.Risk{policy.Critical, policy.High, policy.Medium, policy.Low}
	head, rule := "| safety_level", "| ---"
	for _, r := range risks {
		head += " | " + r.String()
		rule += " | ---"
	}
	out := head + " |\n" + rule + " |\n"
	for l := policy.Permissive; l <= policy.Strict; l++ {
		out += "| " + l.String()
		for _, r := range risks {
			out += " | " + policy.For(l).Decide(r).String()
		}
		out += " |\n"
	}
	return out
}

func keyTable(_ *testing.T, _ string) string {
	out := "| key | value | default | what it does |\n| --- | --- | --- | --- |\n"
	for _, k := range config.Keys() {
		out += "| `" + k.Name + "` | " + k.Kind + " | " + k.Default + " | " + k.Doc + " |\n"
	}
	return out
}

// switchTable shows the variables that have names in other tools, too.
func switchTable(_ *testing.T, _ string) string {
	out := "| variable | key | what it does |\n| --- | --- | --- |\n"
	docs := make(map[string]string)
	for _, k := range config.Keys() {
		docs[k.Name] = k.Doc
	}
	for _, s := range config.Switches() {
		key, doc := "`"+s.Key+"`", docs[s.Key]
		if s.Key == "" {
			key, doc = "-", "Accepted without effect: "+s.Unused+"."
		}
		out += "| `" + config.Prefix + s.Name + "` | " + key + " | " + doc + " |\n"
	}
	return out
}

// fileOfTheProject shows a file.
func fileOfTheProject(t *testing.T, path string) string {
	_, lang, _ := strings.Cut(filepath.Ext(path), ".")
	return "```" + lang + "\n" + read(t, filepath.Join(sourceDir, filepath.FromSlash(path))) + "```\n"
}

// rowOfAFile shows a row of a list in a file, by its id or its name.
func rowOfAFile(t *testing.T, arg string) string {
	path, id, _ := strings.Cut(arg, " ")
	text := "\n" + read(t, filepath.Join(sourceDir, filepath.FromSlash(path)))
	for _, head := range [...]string{"\n- id: ", "\n- name: "} {
		if _, from, ok := strings.Cut(text, head+id+"\n"); ok {
			rest, _, _ := strings.Cut(from, head)
			return "```yaml" + head + id + "\n" + strings.TrimRight(rest, "\n") + "\n```\n"
		}
	}
	t.Fatalf("%s has no row %s", path, id)
	return ""
}
