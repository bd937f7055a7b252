package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// allowKeys are the keys of an entry.
var allowKeys = [...]string{"id", "rule", "decision", "command", "hash", "files", "project", "until", "once", "reason", "created"}

// readAllows reads allow.yaml: a list of entries.
func readAllows(p paths.Places) ([]Allow, []Problem) {
	path := p.AllowFile()
	if path == "" {
		return nil, nil
	}
	l := layer{from: FromUser, name: path, loosen: always}
	data, err := paths.ReadFile(path, maxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		l.fail(node{}, "not read: "+paths.Reason(err), "")
		return nil, l.problems
	case isEmpty(data):
		return nil, nil
	}
	root, ok := l.tree(data)
	if !ok {
		return nil, l.problems
	}
	var all []Allow
	if root.kind != sequence {
		l.fail(root, "expected a list of entries", `write - {rule: git/reset-hard, reason: "..."}`)
	}
	for _, item := range root.items {
		if a, ok := l.allow(item); ok {
			all = append(all, a)
		}
	}
	return all, l.problems
}

// allow reads one entry. An entry with an error allows nothing: without the
// key that could not be read it might allow more than was meant.
func (l *layer) allow(n node) (a Allow, ok bool) {
	before := len(l.problems)
	if n.kind != mapping {
		l.fail(n, "an entry is a mapping", `write {rule: git/reset-hard, reason: "..."}`)
		return a, false
	}
	for _, e := range n.entries {
		v := e.value.text
		switch {
		case !slices.Contains(allowKeys[:], e.key.text):
			l.fail(e.key, "unknown key "+display.Quote(e.key.text), suggest(e.key.text, allowKeys[:]))
		case e.value.kind != text || v == "":
			l.fail(e.key, e.key.text+" has no value", "")
		default:
			l.allowKey(&a, e)
		}
	}
	if a.Rule == "" && a.Hash == "" && a.Command.String() == "" {
		l.fail(n, "the entry would allow everything", "name a rule or a command")
	}
	if a.Once && !isID(a.ID) {
		l.fail(n, "a one-time entry needs an id", "write it with ctxhook allow --once")
	}
	return a, len(l.problems) == before
}

func (l *layer) allowKey(a *Allow, e entry) {
	v := e.value.text
	switch e.key.text {
	case "id":
		a.ID = v
	case "rule":
		a.Rule = v
	case "decision":
		a.Decision = v
	case "command":
		a.Command = redact.Clean(v)
		if a.Command.String() != v {
			l.fail(e.key, "the command holds a secret", "use ctxhook allow, which stores its hash")
		}
	case "hash":
		a.Hash = v
	case "files":
		a.Files = v
	case "project":
		a.Project = v
	case "reason":
		a.Reason = redact.Clean(v)
	case "once":
		on, err := parseBool(v)
		if err != nil {
			l.fail(e.value, "once must be true or false", "")
		}
		a.Once = on != 0
	case "until":
		a.Until = l.time(e.value)
	case "created":
		a.Created = l.time(e.value)
	}
}

// time reads a moment, or a day, which ends with its last second here.
func (l *layer) time(n node) time.Time {
	if t, err := time.Parse(time.RFC3339, n.text); err == nil {
		return t
	}
	t, err := time.ParseInLocation(time.DateOnly, n.text, time.Local)
	if err != nil {
		l.fail(n, display.Quote(n.text)+" is not a time", "write 2026-01-31 or 2026-01-31T12:00:00Z")
		return time.Time{}
	}
	return t.AddDate(0, 0, 1)
}

const allowHead = `# Commands that ctxhook allows although a rule fires. Written by
# "ctxhook allow", which removes expired entries; comments are not kept.
`

// formatAllows writes entries as YAML, every text in the quotes of JSON.
func formatAllows(all []Allow) []byte {
	var b bytes.Buffer
	b.WriteString(allowHead)
	for i := range all {
		a := &all[i]
		lead := "- "
		put := func(key, value string) {
			if value != "" {
				fmt.Fprintf(&b, "%s%s: %s\n", lead, key, value)
				lead = "  "
			}
		}
		put("id", text2yaml(a.ID))
		put("rule", text2yaml(a.Rule))
		put("decision", text2yaml(a.Decision))
		put("command", text2yaml(a.Command.String()))
		put("hash", text2yaml(a.Hash))
		put("files", text2yaml(a.Files))
		put("project", text2yaml(a.Project))
		put("until", time2yaml(a.Until))
		if a.Once {
			put("once", strconv.FormatBool(true))
		}
		put("reason", text2yaml(a.Reason.String()))
		put("created", time2yaml(a.Created))
	}
	return b.Bytes()
}

func text2yaml(s string) string {
	if s == "" {
		return ""
	}
	data, err := json.Marshal(s)
	if err != nil {
		return ""
	}
	return string(data)
}

func time2yaml(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return strconv.Quote(t.UTC().Format(time.RFC3339))
}
