package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// TestConfigExampleIsTheDefault: with every # taken away from the keys, the
// example is a file without errors that changes nothing.
func TestConfigExampleIsTheDefault(t *testing.T) {
	var file strings.Builder
	for l := range strings.Lines(configExample()) {
		if strings.HasPrefix(l, "#") && !strings.HasPrefix(l, "# ") {
			l = strings.TrimPrefix(l, "#")
		}
		if strings.HasPrefix(l, "#  ") { // a key of a group
			l = strings.TrimPrefix(l, "#")
		}
		file.WriteString(l)
	}
	home := t.TempDir()
	p, err := paths.Resolve(func(name string) string { return map[string]string{"HOME": home}[name] }, "linux")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(p.ConfigFile()), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p.ConfigFile(), []byte(file.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	got, problems := config.Load(config.Sources{Places: p})
	for _, problem := range problems {
		t.Error(problem)
	}
	want := config.Default()
	if diff := cmp.Diff(want.Table, got.Table); diff != "" {
		t.Errorf("table (-want +got):\n%s", diff)
	}
	for _, k := range config.Keys() {
		if !strings.Contains(file.String(), k.Name[strings.IndexByte(k.Name, '.')+1:]+": ") {
			t.Errorf("%s is not in the example", k.Name)
		}
	}
}
