package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/place"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// Allow is an entry of the user's allow.yaml: what may run although a rule
// speaks against it.
type Allow struct {
	ID       string
	Rule     string      // the rule that is silenced; "" any
	Decision string      // the decision that was answered; for people
	Command  redact.Text // the command; "" any
	Hash     string      // of the exact command; decides when it is there
	Project  string      // root of the project it holds in; "" anywhere
	Until    time.Time   // zero: for ever
	Once     bool
	Reason   redact.Text
	Created  time.Time
}

// Hash names the exact text of a command without keeping it.
func Hash(command string) string {
	sum := sha256.Sum256([]byte(command))
	return hex.EncodeToString(sum[:])
}

// Covers reports whether an entry speaks of this command in this project. The
// rule is left to those who judge.
func (a *Allow) Covers(command, project string) bool {
	if a.Project != "" && a.Project != project {
		return false
	}
	switch {
	case a.Hash != "":
		return a.Hash == Hash(command)
	case a.Command.String() != "":
		return a.Command.String() == command
	}
	return true
}

func (a *Allow) expired(now time.Time) bool { return !a.Until.IsZero() && !now.Before(a.Until) }

// AllowEntries returns the entries that hold now: neither expired nor used
// up. Entries that cannot be read are problems and allow nothing.
func AllowEntries(p place.Places, now time.Time) ([]Allow, []Problem) {
	all, problems := readAllows(p)
	return live(p, all, now), problems
}

func live(p place.Places, all []Allow, now time.Time) []Allow {
	return slices.DeleteFunc(all, func(a Allow) bool { return a.expired(now) || a.Once && used(p, a.ID) })
}

// ErrTooBroad refuses an entry that would allow everything.
var ErrTooBroad = errors.New("an entry names a rule or a command")

// AddAllow writes an entry and returns it with its id. Entries that no longer
// hold are dropped; those of other writers are kept. A file that is broken is
// left as it is, because what is in it cannot be known.
func AddAllow(p place.Places, a Allow, now time.Time) (Allow, error) {
	if a.Rule == "" && a.Hash == "" && a.Command.String() == "" {
		return a, ErrTooBroad
	}
	path := p.AllowFile()
	if path == "" || p.State == "" {
		return a, place.ErrNoHome
	}
	unlock, err := place.Lock(filepath.Join(p.State, "allow.lock"), lockWait)
	if err != nil {
		return a, err
	}
	defer unlock()
	all, problems := readAllows(p)
	if len(problems) > 0 {
		return a, fmt.Errorf("not written, because the file has errors: %w", problems[0])
	}
	a.ID, a.Created = newID(), now.UTC().Truncate(time.Second)
	all = append(live(p, all, now), a)
	if err := place.WriteFile(path, formatAllows(all)); err != nil {
		return a, err
	}
	forget(p, now)
	return a, nil
}

// newID: 40 random bits in an alphabet without look-alikes.
func newID() string {
	const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"
	id := []byte("a-........")
	for i := 2; i < len(id); i++ {
		id[i] = alphabet[rand.IntN(len(alphabet))]
	}
	return string(id)
}

// ConsumeOnce uses up an entry that holds once. Of all processes that try,
// one wins. Without a place to remember it nobody does.
func ConsumeOnce(p place.Places, id string) (won bool) {
	path := usedFile(p, id)
	if path == "" || place.MkdirAll(p.UsedDir()) != nil {
		return false
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, place.FileMode)
	if err != nil {
		return false
	}
	return f.Close() == nil
}

func used(p place.Places, id string) bool {
	path := usedFile(p, id)
	if path == "" {
		return true // nobody could consume it
	}
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// usedFile is the marker of an entry that was used up.
func usedFile(p place.Places, id string) string {
	if p.UsedDir() == "" || !isID(id) {
		return ""
	}
	return filepath.Join(p.UsedDir(), id)
}

// isID keeps a name out of allow.yaml from walking up the directories.
func isID(s string) bool {
	for _, r := range s {
		if r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') {
			return false
		}
	}
	return s != "" && len(s) <= 40
}

// forget removes old markers. They outlive their entries by a day, because a
// process that read the entry before it was dropped may still come to use it.
func forget(p place.Places, now time.Time) {
	entries, err := os.ReadDir(p.UsedDir())
	if err != nil {
		return
	}
	keep, _ := readAllows(p)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || now.Sub(info.ModTime()) < 24*time.Hour {
			continue
		}
		if !slices.ContainsFunc(keep, func(a Allow) bool { return a.ID == e.Name() }) {
			_ = os.Remove(filepath.Join(p.UsedDir(), e.Name())) // tried again at the next write
		}
	}
}

const allowHead = `# What ctxhook lets pass although a rule speaks against it. Written by
# "ctxhook allow", which drops what has expired; comments are not kept.
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
