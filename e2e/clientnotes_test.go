package e2e

import (
	"strings"
	"testing"
)

// TestClientNotes runs the real client in a project with a CLAUDE.md that no pattern reads: the
// model of the first session is asked what its line says, and notes it in one command; a
// session after it is held to that, and is asked no more.
func TestClientNotes(t *testing.T) {
	client := realClient(t)
	w := newWorld(t)
	w.file(t, "bin/aws", "#!/bin/sh\necho \"it was aws $*\"\n", 0o755)
	w.file(t, "project/CLAUDE.md", "# Shop\n\n- All AWS CLI calls must carry `--profile sandbox`.\n- Scenes (`*.scene`) are left to the editor, not to you.\n", 0o644)
	w.file(t, "project/main.scene", "x\n", 0o644)

	m := newModel(t, nil, always)
	m.uses = []use{bash("ctxhook remember --written CLAUDE.md <<'E'\n3: always run aws with --profile sandbox\n4: never edit *.scene\nE")}
	seen := w.attended(t, client, m.URL, "look around")
	if !strings.Contains(m.first, "ctxhook cannot read these lines: CLAUDE.md 3, 4.") || len(m.told) != 1 || m.told[0].failed || !strings.Contains(m.told[0].result, "noted  CLAUDE.md:4") {
		t.Fatalf("the model reads %s, and hears %+v; the user sees: %s", m.first, m.told, seen)
	}
	m = newModel(t, nil, always)
	m.uses = []use{bash("aws s3 ls"), bash("aws sts get-caller-identity"), bash("sed -i s/x/y/ main.scene"), bash("aws --profile sandbox s3 ls")}
	seen = w.attended(t, client, m.URL, "go on")
	if strings.Contains(m.first, "cannot read these lines") || len(m.told) != 4 {
		t.Fatalf("the model reads %s, and hears %+v; the user sees: %s", m.first, m.told, seen)
	}
	for i, denied := range []bool{false, true, true, false} {
		if a := m.told[i]; a.failed != denied || denied && !strings.Contains(a.result, "CLAUDE.md, line ") {
			t.Errorf("call %d: the model hears %+v", i, a)
		}
	}
}
