package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestConfigValues compares values of settings with what git reads in them.
func TestConfigValues(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "config")
	for _, text := range []string{
		"plain words  ", "a # b", "a#b", "a ; b", "a;b", `"a # b" # c`, `"a ; b"c`, `a"#"b;c`, `"  a "  `,
		"a \\\n  b", `a\tb\n\\`, `a \"b\"`, "", "# all", "\ta\r",
	} {
		if err := os.WriteFile(file, []byte("[x]\n\ty = "+text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		want, err := exec.Command("git", "config", "--file", file, "-z", "x.y").Output()
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		got := "none"
		err = parseConfig("[x]\n\ty = "+text+"\n", func(_, value string) error {
			got = value
			return nil
		})
		if got+"\x00" != string(want) || err != nil {
			t.Errorf("%q: got %q, %v, git reads %q", text, got, err, want)
		}
	}
}
