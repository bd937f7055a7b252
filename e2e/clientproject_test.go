package e2e

import (
	"strings"
	"testing"
)

// TestClientLockfile runs the real client in a project whose lockfile shows which
// tool it uses: an agent that types another is told afterwards, and the next one
// that does is denied once, a subagent, too.
func TestClientLockfile(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	for _, name := range []string{"npm", "pnpm"} {
		w.file(t, "bin/"+name, "#!/bin/sh\necho \"it was "+name+" $*\"\n", 0o755)
	}
	w.file(t, "project/package.json", "{\"name\":\"shop\",\"private\":true}\n", 0o644)
	w.file(t, "project/pnpm-lock.yaml", "lockfileVersion: '9.0'\n", 0o644)
	const shows = "this project uses `pnpm`, not `npm` (pnpm-lock.yaml)."

	told := w.plays(t, client, bash("git status"), bash("npm i"), bash("npm i"), bash("npm i"), bash("pnpm install"))
	t.Logf("%s\n%s", about(told[1].beside), told[2].result)
	if beside := about(told[1].beside); told[1].failed || !strings.Contains(told[1].result, "it was npm i") ||
		strings.Count(strings.ToLower(beside), shows) != 1 || !strings.Contains(beside, "Next time: Use `pnpm install`.") {
		t.Errorf("at first the model hears %+v", told[1])
	}
	if !told[2].failed || !strings.Contains(told[2].result, shows+" Use `pnpm install`.") {
		t.Errorf("after that the model hears %+v", told[2])
	}
	for i, name := range map[int]string{3: "npm i", 4: "pnpm install"} {
		if told[i].failed || !strings.Contains(told[i].result, "it was "+name) || strings.Contains(about(told[i].beside), shows) {
			t.Errorf("%s: the model hears %+v", name, told[i])
		}
	}

	told = w.plays(t, client, bash("npm view zod"), bash("npm install zod"), bash("pnpm add zod"))
	if told[0].failed || !told[1].failed || !strings.Contains(told[1].result, "Use `pnpm add zod`.") || told[2].failed {
		t.Errorf("in the next session the model hears %+v", told)
	}

	const prompt = "Install what is missing."
	agent := &talk{uses: []use{bash("npm ci"), bash("pnpm install --frozen-lockfile")}}
	m := newModel(t, nil, always)
	m.uses, m.agents[prompt] = []use{handOn("install", prompt)}, agent
	w.run(t, client, m.URL)
	if len(agent.told) != 2 || !agent.told[0].failed || !strings.Contains(agent.told[0].result, "Use `pnpm install --frozen-lockfile`.") || agent.told[1].failed {
		t.Errorf("a subagent hears %+v", agent.told)
	}
}

// TestClientDeeds runs the real client for agents that find the same way out in
// session after session: the user is asked whether to keep it, and from then on
// it is told before the command fails.
func TestClientDeeds(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	w.needs(t, "make")
	w.file(t, "project/Makefile", "run:\n\t@[ \"$(OSD)\" ] || { echo 'SDL could not open: no display' >&2; exit 1; }\n\t@echo \"it ran with $(OSD)\"\n", 0o644)
	const wrong, right = "make run", "OSD=sdl make run"
	for i := range 5 {
		told := w.plays(t, client, bash(wrong), bash(right))
		if !told[0].failed || told[1].failed {
			t.Fatalf("session %d: the model hears %+v", i, told)
		}
		t.Logf("session %d: %.400s | %.400s", i, told[0].result, about(told[0].beside))
	}
	id, seen := w.proposed(t, client, "thanks")
	if !strings.Contains(seen, "OSD=sdl") {
		t.Fatalf("after five sessions the user sees: %s", seen)
	}
	w.attended(t, client, newModel(t, nil, always).URL, "ctxhook remember "+id)
	told := w.plays(t, client, bash("make run V=1"), bash("OSD=sdl make run V=1"))
	if !told[0].failed || !strings.Contains(told[0].result, "Use `OSD=sdl make run V=1`") || told[1].failed {
		t.Errorf("kept, and the model hears %+v", told)
	}
}
