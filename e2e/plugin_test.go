package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// marketplace is where the plugins lie: one in Claude Code's format, which others
// read, too, and one for Gemini CLI, which reads hooks of its own from a file of the
// same name.
const marketplace = "../.claude-plugin"

// handler is a hook in the settings of a client.
type handler struct {
	Type    string   `json:"type"`
	Command string   `json:"command"`
	Args    []string `json:"args,omitempty"`
	Timeout int      `json:"timeout"`
}

// matched is a group of handlers.
type matched struct {
	Matcher string    `json:"matcher,omitempty"`
	Hooks   []handler `json:"hooks"`
}

// settingsOf are the hooks that init registers.
func settingsOf(t *testing.T, path string, args ...string) (s struct {
	Hooks map[string][]matched `json:"hooks"`
}) {
	t.Helper()
	if out, err := exec.Command("ctxhook", append([]string{"init"}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("init: %v\n%s", err, out)
	}
	if err := json.Unmarshal([]byte(read(t, path)), &s); err != nil || len(s.Hooks) == 0 {
		t.Fatalf("%s registers %v (%v)", path, s.Hooks, err)
	}
	return s
}

// withoutProgram is what a session is told whose hooks find no program.
const withoutProgram = `{"systemMessage":"ctxhook is not on PATH or does not run, so nothing is guarded. To install it: https://github.com/ctxhook/ctxhook#install"}`

// shellLine calls a hook where there is a program, and lets the client go on where
// there is none, or it does not run.
func shellLine(event string) string {
	missing := "exit 0"
	if event == "SessionStart" {
		missing = "{ echo '" + withoutProgram + "'; exit 0; }"
	}
	return "command -v ctxhook >/dev/null 2>&1 || " + missing + "; ctxhook hook; s=$?; [ $s -lt 126 ] || " + missing + "; exit $s"
}

// alsoShells are the shell tools of clients that read the plugin and know no other
// name for them.
const alsoShells = "|Execute"

// claudePlugin are the hooks that init registers, one for each event: clients ask to
// trust each of them, and all of those for one event are the same line.
func claudePlugin(t *testing.T) any {
	events := make(map[string][]matched)
	for event, groups := range settingsOf(t, filepath.Join(".claude", "settings.json")).Hooks {
		var tools []string
		seconds := 0
		for _, g := range groups {
			if g.Matcher != "" {
				tools = append(tools, strings.ReplaceAll(g.Matcher, "Bash|PowerShell", "Bash|PowerShell"+alsoShells))
			}
			for _, h := range g.Hooks {
				seconds = max(seconds, h.Timeout)
			}
		}
		events[event] = []matched{{strings.Join(tools, "|"), []handler{{Type: "command", Command: shellLine(event), Timeout: seconds}}}}
	}
	return map[string]any{"hooks": events}
}

// geminiPlugin are the hooks that init registers.
func geminiPlugin(t *testing.T) any {
	return settingsOf(t, filepath.Join(".gemini", "settings.json"), "--agent", "gemini")
}

// TestPluginFiles writes, with -u, what the plugins repeat.
func TestPluginFiles(t *testing.T) {
	dir, err := filepath.Abs(marketplace)
	if err != nil {
		t.Fatal(err)
	}
	skill := filepath.Join("skills", "ctxhook", "SKILL.md")
	text := read(t, filepath.Join(dir, "ctxhook", skill))
	enterShop(t)
	t.Setenv("CTXHOOK_MASK_OUTPUTS", "true") // a plugin serves all users, whatever they set
	for path, want := range map[string]string{
		filepath.Join("ctxhook", "hooks", "hooks.json"): asJSON(t, claudePlugin(t)),
		filepath.Join("gemini", "hooks", "hooks.json"):  asJSON(t, geminiPlugin(t)),
		filepath.Join("gemini", skill):                  text,
	} {
		path = filepath.Join(dir, path)
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, read(t, path)); diff != "" {
			t.Errorf("%s is stale; go test ./e2e -run Plugin -u writes it anew (-want +got)\n%s", path, diff)
		}
	}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestPluginManifests checks what clients require of a plugin, and that the parts agree.
func TestPluginManifests(t *testing.T) {
	type owner struct{ Name, URL string }
	var m struct {
		Name, Description string
		Owner             owner
		Plugins           []struct {
			Name, Source, Description, Category string
			Keywords                            []string
		}
	}
	var plugin struct {
		Name, Version, Description, Homepage, Repository, License string
		Author                                                    owner
		Keywords                                                  []string
		Network                                                   struct{ Hosts []string }
	}
	var extension struct{ Name, Version, Description string }
	for path, into := range map[string]any{
		"marketplace.json": &m, "ctxhook/.claude-plugin/plugin.json": &plugin, "gemini/gemini-extension.json": &extension,
	} {
		d := json.NewDecoder(strings.NewReader(read(t, filepath.Join(marketplace, path))))
		d.DisallowUnknownFields()
		if err := d.Decode(into); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
	}
	if len(m.Plugins) != 1 || m.Name != "ctxhook" || m.Owner.Name == "" || m.Description == "" {
		t.Fatalf("marketplace %+v", m)
	}
	p := m.Plugins[0]
	// A source is a path below the root of the repository.
	if rest, ok := strings.CutPrefix(p.Source, "./.claude-plugin/"); !ok || read(t, filepath.Join(marketplace, rest, ".claude-plugin", "plugin.json")) == "" {
		t.Errorf("the source is %s", p.Source)
	}
	if names := []string{p.Name, plugin.Name, extension.Name}; slices.ContainsFunc(names, func(n string) bool { return n != "ctxhook" }) {
		t.Errorf("names %v", names)
	}
	if plugin.Version == "" || plugin.Version != extension.Version || plugin.Description != p.Description || plugin.Description != extension.Description {
		t.Errorf("the manifests do not agree: %+v\n%+v\n%+v", plugin, extension, p)
	}
	if plugin.Network.Hosts == nil || len(plugin.Network.Hosts) > 0 {
		t.Errorf("hosts %v, and ctxhook uses none", plugin.Network.Hosts)
	}
}

// TestPluginSkill checks the skill's head, and that each command in it exists.
func TestPluginSkill(t *testing.T) {
	text := read(t, filepath.Join(marketplace, "ctxhook", "skills", "ctxhook", "SKILL.md"))
	_, rest, ok := strings.Cut(text, "---\nname: ctxhook\ndescription: ")
	head, body, ok2 := strings.Cut(rest, "\n---\n")
	if description, _, _ := strings.Cut(head, "\n"); !ok || !ok2 || len(description) < 40 || len(description) > 1024 {
		t.Fatalf("the head of the skill: %s", head)
	}
	enterShop(t)
	tried := 0
	d := document{t: t}
	for i, span := range strings.Split(body, "`") {
		if i%2 == 1 && strings.HasPrefix(span, "ctxhook ") {
			d.exist(span)
			tried++
		}
	}
	if tried < 5 {
		t.Errorf("%d commands", tried)
	}
}

// TestPluginWithoutProgram runs the lines of the plugins where there is no ctxhook, or one
// that does not run: a client goes on, and a session is told. What it answers is kept.
func TestPluginWithoutProgram(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"ctxhook", "gemini"} {
		var s struct{ Hooks map[string][]matched }
		if err := json.Unmarshal([]byte(read(t, filepath.Join(marketplace, name, "hooks", "hooks.json"))), &s); err != nil || len(s.Hooks) == 0 {
			t.Fatalf("%s: %v hooks, %v", name, len(s.Hooks), err)
		}
		for event, groups := range s.Hooks {
			want := ""
			if name == "ctxhook" && event == "SessionStart" {
				want = withoutProgram + "\n"
			}
			for program, want := range map[string]string{
				"": want + "<nil>", "kill -SEGV $$": want + "<nil>", "exit 126": want + "<nil>",
				"echo no >&2; exit 2": "no\nexit status 2", "echo '{}'": "{}\n<nil>",
			} {
				dir := t.TempDir()
				if program != "" {
					if err := os.WriteFile(filepath.Join(dir, "ctxhook"), []byte("#!"+sh+"\n"+program+"\n"), 0o755); err != nil {
						t.Fatal(err)
					}
				}
				c := exec.Command(sh, "-c", groups[0].Hooks[0].Command)
				c.Env = []string{"PATH=" + dir}
				c.Stdin = strings.NewReader("{}\n")
				out, err := c.CombinedOutput()
				got := strings.TrimPrefix(string(out), "Segmentation fault\n") // which some shells say
				if diff := cmp.Diff(want, got+fmt.Sprint(err)); diff != "" {
					t.Errorf("%s %s, a program that does %q (-want +got)\n%s", name, event, program, diff)
				}
			}
		}
	}
}
