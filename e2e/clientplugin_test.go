package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestClientPlugin runs the real client in a home in which nothing but the plugin was
// installed, from a checkout.
func TestClientPlugin(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	program := filepath.Join(w.dir, "bin", "ctxhook")
	w.command(t, program, "uninstall", "--yes")
	checkout := filepath.Join(w.dir, "checkout")
	if err := os.CopyFS(filepath.Join(checkout, ".claude-plugin"), os.DirFS(marketplace)); err != nil {
		t.Fatal(err)
	}
	const settings = "{\n  \"cleanupPeriodDays\": 30\n}\n"
	w.file(t, "home/.claude/settings.json", settings, 0o600)

	w.manages(t, client, "validate", "--strict", checkout)
	w.manages(t, client, "validate", "--strict", filepath.Join(checkout, ".claude-plugin", "ctxhook"))
	w.manages(t, client, "marketplace", "add", checkout)
	w.manages(t, client, "install", "ctxhook@ctxhook")

	told := w.plays(t, client, bash("rm no-such-file"), bash("rm -rf ~/"), bash("twine upload dist/none.whl"), bash("git tag kept"))
	if told[0].failed || !told[1].failed || !strings.Contains(told[1].result, "ctxhook blocked this (filesystem/delete-critical") {
		t.Errorf("with the plugin alone the model hears %+v", told[:2])
	}
	if n := strings.Count(w.command(t, program, "history", "--limit", "0"), "git tag kept"); n != 1 {
		t.Errorf("a run was kept %d times", n)
	}
	out := w.command(t, program, "doctor")
	if !strings.Contains(out, "plugin settings call ctxhook pre-bash") || strings.Contains(out, "\nfail") || strings.Contains(out, "\nwarn") {
		t.Errorf("doctor says\n%s", out)
	}

	// The skill is listed, and the user's word has the model read it.
	m := newModel(t, nil, always)
	listed := struct{ Skills, SlashCommands []string }{}
	out = w.says(t, client, m.URL, "/ctxhook:ctxhook status", "--output-format", "stream-json", "--verbose")
	for line := range strings.Lines(out) {
		var begins struct {
			Subtype       string
			Skills        []string
			SlashCommands []string `json:"slash_commands"`
		}
		if json.Unmarshal([]byte(line), &begins) == nil && begins.Subtype == "init" {
			listed.Skills, listed.SlashCommands = begins.Skills, begins.SlashCommands
		}
	}
	if !slices.Contains(listed.Skills, "ctxhook:ctxhook") {
		t.Errorf("skills %v, commands %v", listed.Skills, listed.SlashCommands)
	}
	if !strings.Contains(m.all, "ctxhook undo --list") || !strings.Contains(m.all, "The user's words: status") {
		t.Errorf("with the skill the model reads %s", m.all)
	}

	// Registered by init, too, each call is decided once, and doctor mends it.
	w.command(t, program, "init", "--user")
	before := len(w.decisions(t))
	const open = "chmod 777 a.txt"
	if told := w.plays(t, client, bash(open), bash("gem push none.gem")); !told[0].failed || strings.Count(told[0].result, decisionIn(told[0].result)) != 1 ||
		strings.Count(strings.Join(told[1].beside, "\n"), "ctxhook warns") != 1 {
		t.Errorf("registered twice, the model hears %+v", told)
	}
	if n := len(w.decisions(t)) - before; n != 2 {
		t.Errorf("two calls make %d decisions", n)
	}
	if out := w.command(t, program, "doctor"); !strings.Contains(out, "user and plugin settings call ctxhook pre-bash more than once for each event") {
		t.Errorf("doctor says\n%s", out)
	}
	w.command(t, program, "doctor", "--fix")
	if told := w.plays(t, client, bash(open)); !told[0].failed {
		t.Errorf("mended, the model hears %+v", told)
	}

	// Without the program the client goes on, and the user is told.
	if err := os.Rename(program, program+".away"); err != nil {
		t.Fatal(err)
	}
	m = newModel(t, []string{"git tag unguarded"}, always)
	out = w.says(t, client, m.URL, "go on", "--output-format", "stream-json", "--verbose")
	if len(m.told) != 1 || m.told[0].failed || !strings.Contains(out, "ctxhook is not on PATH or does not run, so nothing is guarded") {
		t.Errorf("without the program the model hears %+v, and the user\n%s", m.told, out)
	}
	if err := os.Rename(program+".away", program); err != nil {
		t.Fatal(err)
	}

	w.manages(t, client, "uninstall", "ctxhook@ctxhook")
	w.manages(t, client, "marketplace", "remove", "ctxhook")
	var left map[string]any
	if err := json.Unmarshal([]byte(read(t, filepath.Join(w.home, ".claude", "settings.json"))), &left); err != nil {
		t.Fatal(err)
	}
	for key, value := range left {
		if members, ok := value.(map[string]any); ok && len(members) == 0 {
			delete(left, key) // the client's own, which it empties and keeps
		}
	}
	if diff := cmp.Diff(map[string]any{"cleanupPeriodDays": 30.0}, left); diff != "" {
		t.Errorf("what is left of the settings (-want +got)\n%s", diff)
	}
	before = len(w.decisions(t))
	if told := w.plays(t, client, bash(open)); told[0].failed || len(w.decisions(t)) != before {
		t.Errorf("uninstalled, the model hears %+v", told)
	}
}

// manages has the client do something about plugins.
func (w *world) manages(t *testing.T, client string, args ...string) {
	t.Helper()
	c := w.client(t, client, "http://127.0.0.1:1", "")
	c.Args = append([]string{client, "plugin"}, args...)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("plugin %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

// says runs the client, and returns what it writes.
func (w *world) says(t *testing.T, client, url, prompt string, args ...string) string {
	t.Helper()
	out, err := w.client(t, client, url, prompt, args...).CombinedOutput()
	if _, ok := err.(*exec.ExitError); err != nil && !ok {
		t.Fatal(err)
	}
	return string(out)
}
