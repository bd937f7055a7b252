package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestClientFailedBefore runs the real client in four sessions: what failed in
// the second as it had in the first is stopped once in the third, with what
// helped, runs when the model insists, and runs at once in the fourth, where
// that was done.
func TestClientFailedBefore(t *testing.T) {
	client := realClient(t)
	w := newGoWorld(t)
	w.file(t, "project/publish.sh", "#!/bin/sh\necho 'packing all of it'\n[ -f publish.conf ] || { echo 'Error: publish.conf is missing' >&2; exit 3; }\necho 'published all of it'\n", 0o755)
	w.file(t, "project/sample.conf", "to = here\n", 0o644)
	const publish, prepare = "./publish.sh --all", "cp sample.conf publish.conf"
	session := func(commands ...string) []answer {
		t.Helper()
		var uses []use
		for _, c := range commands {
			uses = append(uses, bash(c))
		}
		return w.plays(t, client, uses...)
	}
	const failed, stopped = "publish.conf is missing", "Stopped once (d-"

	session(publish, prepare, publish, "mv publish.conf old.conf", publish)
	second := session(publish)
	if !second[0].failed || !strings.Contains(second[0].result, failed) || strings.Contains(second[0].result, stopped) {
		t.Errorf("it failed once since it went well, and is told %+v", second[0])
	}
	third := session(publish, publish)
	if r := third[0].result; !strings.Contains(r, stopped) || !strings.Contains(r, "failed here 2 times") || !strings.Contains(r, "`"+prepare+"`") {
		t.Errorf("the model of the third session is told %q", r)
	}
	if r := third[1].result; !third[1].failed || strings.Contains(r, stopped) || !strings.Contains(r, failed) {
		t.Errorf("it insists, and is told %q", r)
	}
	fourth := session(prepare, publish)
	if fourth[1].failed || !strings.Contains(fourth[1].result, "published all of it") {
		t.Errorf("the cause is gone, and it is told %+v", fourth[1])
	}
	log := w.command(t, filepath.Join(w.dir, "bin", "ctxhook"), "log")
	if strings.Count(log, "memory/failed-before") != 1 {
		t.Errorf("log: %s", log)
	}
}
