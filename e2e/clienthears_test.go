package e2e

import (
	"regexp"
	"strings"
	"testing"
)

// TestClientHears runs the real client for a user at a terminal who says the same
// in other words in three sessions: ctxhook proposes to keep it, a prompt keeps it
// without a turn of the model, and from then on the command is stopped once, in a
// subagent and after a compaction, too. What the user declines is not proposed again.
func TestClientHears(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	for _, name := range []string{"npm", "pnpm"} {
		w.file(t, "bin/"+name, "#!/bin/sh\necho \"it was "+name+"\"\n", 0o755)
	}
	w.file(t, "project/package.json", "{}\n", 0o644)
	const wrong, right = "npm install left-pad", "pnpm add left-pad"

	says := []string{"use pnpm, not npm", "please use pnpm instead of npm", "no, we use pnpm, not npm"}
	id, _ := w.proposed(t, client, says...)
	m := newModel(t, []string{wrong, right, "git status", wrong}, func(turn int) bool { return turn != 2 })
	if seen := w.attended(t, client, m.URL, "ctxhook remember "+id); m.turn != 0 || !strings.Contains(seen, "ctxhook keeps") {
		t.Errorf("the user keeps it; the model has %d turns, and the user sees: %s", m.turn, seen)
	}
	w.attended(t, client, m.URL, "install left-pad", "/compact", "and again")
	if len(m.told) != 4 || !m.told[0].failed || !strings.Contains(m.told[0].result, right) || m.told[1].failed || !m.told[3].failed {
		t.Errorf("the model hears %+v", m.told)
	}
	const prompt = "Install what is missing."
	agent := &talk{uses: []use{bash(wrong)}}
	m = newModel(t, nil, always)
	m.uses, m.agents[prompt] = []use{handOn("install", prompt)}, agent
	w.run(t, client, m.URL)
	if len(agent.told) != 1 || !agent.told[0].failed || !strings.Contains(agent.told[0].result, right) {
		t.Errorf("a subagent hears %+v", agent.told)
	}
	w.asUser(t, "ctxhook preferences decline "+id)
	if again, seen := w.proposed(t, client, says...); again != "" {
		t.Errorf("declined, and the user sees: %s", seen)
	}
	if told := w.plays(t, client, bash(wrong)); told[0].failed {
		t.Errorf("declined, and the model hears %+v", told)
	}
}

// proposed says one thing after the other, each in a session of its own, and
// returns the id of the preference that the user is asked to keep.
func (w *world) proposed(t *testing.T, client string, says ...string) (id, seen string) {
	t.Helper()
	for _, words := range says {
		seen += w.attended(t, client, newModel(t, nil, always).URL, words)
	}
	if found := regexp.MustCompile(`ctxhook heard.*ctxhook remember (p-\w{8})`).FindStringSubmatch(seen); found != nil {
		id = found[1]
	}
	return id, seen
}

// TestClientPrefers runs the real client for a user who has said what they want:
// the command is answered before it runs, and the agent goes on as they want it.
func TestClientPrefers(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	for _, name := range []string{"pip", "uv", "npm", "make"} {
		w.file(t, "bin/"+name, "#!/bin/sh\necho \"$OSD it was "+name+"\"\n", 0o755)
	}
	for _, words := range []string{"use uv, not pip", "I will run the dev server (npm run dev) myself", "OSD=sdl make"} {
		w.asUser(t, "ctxhook remember '"+words+"'")
	}
	for _, tt := range []struct{ command, says, then string }{
		{"pip install pandas", "`uv pip install pandas`", "uv pip install pandas"},
		{"npm run dev", "I will run the dev server", "npm run build"},
		{"make all", "`OSD=sdl make all`", "OSD=sdl make all"},
	} {
		told := w.plays(t, client, bash(tt.command), bash(tt.then))
		t.Log(told[0].result)
		if !told[0].failed || !strings.Contains(told[0].result, tt.says) || told[1].failed {
			t.Errorf("%s: the model hears %+v", tt.command, told)
		}
	}
	for i, row := range w.history(t) {
		if want := []string{"denied", "ok"}[i%2]; row.Outcome != want {
			t.Errorf("remembered as %+v, want %s", row, want)
		}
	}
}
