package install

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/audit"
)

// How far back doctor compares what ran with what was checked, and in how many of
// the client's records.
const (
	auditedAge     = 7 * 24 * time.Hour
	auditedRecords = 20
)

// unchecked reports what ran without being checked although the hooks are registered.
func (d *Doctor) unchecked() {
	const name = "calls"
	agent, trail := d.Places.AgentDir(), audit.Trails(d.Places)
	if agent == "" || trail.Ledger == "" {
		return
	}
	r, err := audit.Recent(filepath.Join(agent, "projects"), trail, d.Now.Add(-auditedAge), auditedRecords, d.RegisteredSince())
	if err != nil {
		d.add(name, Note, "", "what ran cannot be compared with what was checked: %v", err)
	}
	if r == nil || r.Calls == 0 {
		return
	}
	if len(r.Gaps) == 0 {
		d.add(name, OK, "", "all of %d calls that Claude Code recorded lately were checked", r.Calls)
		return
	}
	const most = 3
	var words []string
	for i := range r.Gaps[:min(most, len(r.Gaps))] {
		words = append(words, r.Gaps[i].Words())
	}
	d.add(name, Warn, "to list them, run: ctxhook audit", "%d of %d calls that Claude Code recorded lately ran unchecked: %s", r.Calls-r.Judged, r.Calls, strings.Join(words, "; "))
}

// unread reports what was left unread of the commands that were checked lately.
func (d *Doctor) unread() {
	const name = "unread"
	log := d.Places.DebugLog()
	lines := paths.Log{Path: log}.Unread(d.Now.Add(-auditedAge))
	if len(lines) == 0 {
		d.add(name, OK, "", "all of the commands of the last 7 days were read")
		return
	}
	d.add(name, Note, "to list it, run: grep unread: "+log, "%s of the last 7 days left unread, and weighed as such; the last: %s",
		display.Counted(len(lines), "part"), display.Plain(lines[len(lines)-1]))
}
