package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Allow is an entry of the user's allow.yaml: what may run although a rule
// fires.
type Allow struct {
	ID       string
	Rule     string      // the rule that is silenced; "" any
	Decision string      // the decision it answers; for the user to read
	Command  redact.Text // the command; "" any
	Hash     string      // of the exact command; decides when set
	Files    string      // hash of the files that the command runs, as the user knew them; "" any
	Project  string      // root of the project it holds in; "" anywhere
	Until    time.Time   // zero: for ever
	Once     bool
	Reason   redact.Text
	Created  time.Time
}

// Hash identifies the exact text of a command without keeping it.
func Hash(command string) string {
	sum := sha256.Sum256([]byte(command))
	return hex.EncodeToString(sum[:])
}

// Covers reports whether an entry covers this command in this project. files is the hash
// of the files that it runs. The caller checks the rule.
func (a *Allow) Covers(command, project, files string) bool {
	if a.Project != "" && a.Project != project || a.Files != "" && a.Files != files {
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

// AllowEntries returns the entries in force: neither expired nor used up.
// Entries that cannot be read are problems, and allow nothing.
func AllowEntries(p paths.Places, now time.Time) ([]Allow, []Problem) {
	all, problems := readAllows(p)
	return live(p, all, now), problems
}

func live(p paths.Places, all []Allow, now time.Time) []Allow {
	return slices.DeleteFunc(all, func(a Allow) bool { return a.expired(now) || a.Once && used(p, a.ID) })
}

// errTooBroad refuses an entry that would allow everything.
var errTooBroad = errors.New("an entry must name a rule or a command")

// AddAllow writes an entry and returns it with its id.
func AddAllow(p paths.Places, a Allow, now time.Time) (Allow, error) {
	if a.Rule == "" && a.Hash == "" && a.Command.String() == "" {
		return a, errTooBroad
	}
	a.ID, a.Created = memory.NewID('a'), now.UTC().Truncate(time.Second)
	return a, changeAllows(p, now, func(all []Allow) ([]Allow, error) { return append(all, a), nil })
}

// ErrNoEntry is the error when there is no entry to revoke.
var ErrNoEntry = errors.New("there is no such entry")

// RevokeAllow removes an entry.
func RevokeAllow(p paths.Places, id string, now time.Time) error {
	return changeAllows(p, now, func(all []Allow) ([]Allow, error) {
		i := slices.IndexFunc(all, func(a Allow) bool { return a.ID == id })
		if i < 0 {
			return nil, ErrNoEntry
		}
		return slices.Delete(all, i, i+1), nil
	})
}

// changeAllows rewrites allow.yaml. It drops entries that expired and keeps
// those of other writers. It leaves a broken file as it is, because its
// entries are unknown.
func changeAllows(p paths.Places, now time.Time, change func([]Allow) ([]Allow, error)) error {
	path := p.AllowFile()
	if path == "" || p.State == "" {
		return paths.ErrNoHome
	}
	unlock, err := paths.Lock(filepath.Join(p.State, "allow.lock"), lockWait)
	if err != nil {
		return err
	}
	defer unlock()
	all, problems := readAllows(p)
	if len(problems) > 0 {
		return fmt.Errorf("not written: the file has errors: %w", problems[0])
	}
	if all, err = change(live(p, all, now)); err != nil {
		return err
	}
	if err := paths.WriteFile(path, formatAllows(all)); err != nil {
		return err
	}
	forget(p, now)
	return nil
}

// ConsumeOnce uses up an entry that holds once. Of all processes that try, one
// wins. Without a place to remember it, none does.
func ConsumeOnce(p paths.Places, id string) (won bool) {
	return paths.Mark(usedFile(p, id)) == nil
}

func used(p paths.Places, id string) bool {
	path := usedFile(p, id)
	if path == "" {
		return true // without a marker it counts as used
	}
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// usedFile returns the marker of an entry that was used up.
func usedFile(p paths.Places, id string) string {
	if p.UsedDir() == "" || !isID(id) {
		return ""
	}
	return filepath.Join(p.UsedDir(), id)
}

// isID reports whether s can be an id. It keeps a name in allow.yaml from
// leading out of the directory.
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
func forget(p paths.Places, now time.Time) {
	dir, err := paths.OpenDir(p.UsedDir())
	if err != nil {
		return
	}
	defer dir.Close()
	entries, _ := dir.ReadDir(-1)
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
