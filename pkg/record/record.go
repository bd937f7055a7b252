// Package record keeps the log of decisions: one line for every warning, ask
// and block, so that a person can see later what was stopped and why. It is a
// spool and no database, it holds no raw command text, and a hook that cannot
// write it goes on.
package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"time"

	"github.com/ctxhook/ctxhook/pkg/id"
	"github.com/ctxhook/ctxhook/pkg/place"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Decision is what was decided about one command.
type Decision struct {
	ID        string
	Time      time.Time
	Session   string
	Project   string
	Cwd       string
	Agent     string
	Action    string // what was done: warn, ask, block
	Risk      string
	Rules     []string
	AllowedBy []string // ids of the allow entries that let something pass
	Message   redact.Text
	Command   redact.Text
	Hash      string // of the exact command: config.Hash
}

// line is a Decision as it is written.
type line struct {
	ID        string    `json:"id"`
	Time      time.Time `json:"time"`
	Session   string    `json:"session,omitempty"`
	Project   string    `json:"project,omitempty"`
	Cwd       string    `json:"cwd,omitempty"`
	Agent     string    `json:"agent,omitempty"`
	Action    string    `json:"action"`
	Risk      string    `json:"risk,omitempty"`
	Rules     []string  `json:"rules,omitempty"`
	AllowedBy []string  `json:"allowed_by,omitempty"`
	Message   string    `json:"message,omitempty"`
	Command   string    `json:"command,omitempty"`
	Hash      string    `json:"hash,omitempty"`
}

const (
	// maxLine is what one write appends whole even beside other writers.
	maxLine = 4096
	// maxSpool is the size at which the spool is set aside; one older file
	// is kept.
	maxSpool = 1 << 20
)

// Append writes one decision, with an id and a time where it has none, and
// returns its id. The error is for doctor and tests; a hook goes on.
func Append(p place.Places, d Decision) (string, error) {
	if d.ID == "" {
		d.ID = id.New('d')
	}
	if d.Time.IsZero() {
		d.Time = time.Now()
	}
	data, err := encode(d)
	if err != nil {
		return d.ID, err
	}
	rotate(p, int64(len(data)))
	f, err := place.OpenAppend(p.Decisions())
	if err != nil {
		return d.ID, fmt.Errorf("append decision: %w", err)
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return d.ID, fmt.Errorf("append decision: %w", err)
	}
	return d.ID, f.Close()
}

// encode writes a line that fits into one write.
func encode(d Decision) ([]byte, error) {
	// Six bytes is what JSON makes of one control character: the last round
	// fits whatever the texts are.
	for _, limit := range [...]int{1000, 500, 100, 30} {
		data, err := json.Marshal(line{
			ID: cut(d.ID, 40), Time: d.Time.UTC().Truncate(time.Millisecond), Session: cut(d.Session, min(limit, 100)),
			Project: cut(d.Project, limit), Cwd: cut(d.Cwd, limit), Agent: cut(d.Agent, 40),
			Action: cut(d.Action, 20), Risk: cut(d.Risk, 20), Rules: cutAll(d.Rules, limit), AllowedBy: cutAll(d.AllowedBy, limit),
			Message: d.Message.Cut(limit).String(), Command: d.Command.Cut(limit).String(), Hash: cut(d.Hash, 64),
		})
		if err != nil {
			return nil, err
		}
		if len(data) < maxLine {
			return append(data, '\n'), nil
		}
	}
	return nil, fmt.Errorf("decision %s does not fit into a line", d.ID)
}

// cut passes through redact: paths and names come from commands too.
func cut(s string, limit int) string {
	if len(s) > 4*maxLine {
		s = s[:4*maxLine]
	}
	return redact.Clean(s).Cut(limit).String()
}

func cutAll(list []string, limit int) []string {
	const most = 20
	list = list[:min(len(list), most, max(1, limit/30))]
	short := make([]string, len(list))
	for i, s := range list {
		short[i] = cut(s, min(limit, 80))
	}
	return short
}

// rotate sets a full spool aside. Only one process does, and looks again when
// it has the lock; the others append to whichever file is there.
func rotate(p place.Places, more int64) {
	path := p.Decisions()
	full := func() bool {
		info, err := os.Lstat(path)
		return err == nil && info.Size()+more > maxSpool
	}
	if path == "" || !full() {
		return
	}
	unlock, err := place.Lock(path+".lock", 0)
	if err != nil {
		return
	}
	defer unlock()
	if full() {
		_ = os.Rename(path, path+".1") // else it grows until a later write can
	}
}

// decode reads a line. What is torn or foreign is no decision, but a whole
// line that was appended to a torn one is.
func decode(data []byte) (Decision, bool) {
	data = bytes.TrimSpace(data)
	if i := bytes.LastIndex(data, []byte(`{"id":"d-`)); i > 0 {
		data = data[i:]
	}
	if len(data) == 0 || len(data) > 2*maxLine {
		return Decision{}, false
	}
	var l line
	if json.Unmarshal(data, &l) != nil || l.ID == "" || l.Action == "" {
		return Decision{}, false
	}
	return Decision{
		ID: l.ID, Time: l.Time, Session: l.Session, Project: l.Project, Cwd: l.Cwd, Agent: l.Agent, Action: l.Action, Risk: l.Risk,
		Rules: l.Rules, AllowedBy: l.AllowedBy, Message: redact.Clean(l.Message), Command: redact.Clean(l.Command), Hash: l.Hash,
	}, true
}
