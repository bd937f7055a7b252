package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// GuardChange is a file that keeps the guard on, and what became of it.
type GuardChange struct {
	Path string
	How  Became
}

// Became is what became of a file that keeps the guard on.
type Became uint8

// What may become of it.
const (
	Changed Became = iota
	Gone
	Mute // it is there, and no longer calls ctxhook
)

func (b Became) String() string {
	return [...]string{"changed", "is gone", "no longer calls ctxhook"}[b]
}

// The bounds of what is read of these files, and of the note of them.
const (
	maxGuardFile  = 1 << 20
	maxGuardNote  = 64 << 10
	maxGuardNames = 100 // of a directory
)

// GuardChanged lists the files that keep the guard on and have changed since the event
// before, for a process of several to tell: of ctxhook's own settings those that changed
// during the call that ended now, because between calls it is the user who edits them.
// Where a session begins, ChangedStart tells of those of the project.
func (j *Journal) GuardChanged() []GuardChange {
	changed, key, err := TakeGuard(j.Judge)
	j.note("guard", err)
	if len(changed) > 0 && j.Call.Event == protocol.SessionStart && !goesOn(j.Call) {
		_, ofProject := j.Judge.Places.KeepsOn(j.Judge.Project)
		changed = slices.DeleteFunc(changed, func(c GuardChange) bool { return slices.Contains(ofProject[:2], c.Path) })
	}
	changed = slices.DeleteFunc(changed, func(c GuardChange) bool {
		return c.How == Changed && j.Judge.Places.Owns(c.Path, j.Judge.Project) && !j.writtenMeanwhile(c.Path)
	})
	if len(changed) == 0 {
		return nil
	}
	for i := range changed {
		j.Log.Line(redact.Clean("guard: " + changed[i].Path + " " + changed[i].How.String()))
	}
	if before, _ := j.ToldUserBefore("guard " + key); before {
		return nil
	}
	return changed
}

// writtenMeanwhile reports whether a file may have been written during the call that ended
// now.
func (j *Journal) writtenMeanwhile(path string) bool {
	if j.Call.Event != protocol.After {
		return false
	}
	const late = 5 * time.Second // the hook, behind the end of the call
	began := j.Now.Add(-late)
	if j.Call.Result != nil {
		began = began.Add(-j.Call.Result.Duration)
	}
	info, err := os.Stat(path)
	return err == nil && info.ModTime().After(began)
}

// TakeGuard takes the files that keep the guard on as they are now, and lists those that
// have changed since an event saw them last, whoever did it: it costs a stat each and one
// small file. What the client writes into its settings for other reasons is no change. A
// file that was never seen is taken as it is. key is another one for each state of them.
func TakeGuard(j *judge.Judge) (changed []GuardChange, key string, err error) {
	user, project := j.Places.KeepsOn(j.Project)
	database := j.Config.Store.Path
	if database == "" {
		database = j.Places.Database()
	}
	if program, err := os.Executable(); err == nil {
		user = append(user, program)
	}
	list, key, err := takeGuard(j.Places.KeptOn("user"), user, database)
	if j.Project != "" {
		more, other, err2 := takeGuard(j.Places.KeptOn(ledger.Key(j.Project)), project, "")
		list, key, err = append(list, more...), key+other, errors.Join(err, err2)
	}
	return list, key, err
}

// seenFile is a line of the note: how a file was seen.
type seenFile struct{ stamp, means, path string }

// takeGuard is TakeGuard for the files of one note. Of a database that is replaced only
// the deletion counts.
func takeGuard(notes [2]string, files []string, database string) (changed []GuardChange, key string, err error) {
	if notes[0] == "" {
		return nil, "", nil
	}
	before, lost, known := readGuardNote(notes)
	if known && lost && database != "" { // of the user's note: it says so once
		changed = append(changed, GuardChange{filepath.Dir(filepath.Dir(notes[0])), Gone})
	}
	same := known && !lost
	var now []seenFile
	for _, path := range append(files, database) {
		if path == "" {
			continue
		}
		was, seen := before[path]
		is := seenFile{stampOf(path, path == database), was.means, path}
		if is.stamp != was.stamp {
			same = false
			calls := true
			if is.means, calls = meaningOf(path, is.stamp, path == database); seen && is.means != was.means && !(path == database && was.stamp == missing) {
				changed = append(changed, GuardChange{path, became(is.stamp, calls, strings.HasSuffix(was.means, callsUs))})
			}
		}
		now = append(now, is)
	}
	if same {
		return nil, "", nil
	}
	var b strings.Builder
	for _, f := range now {
		delete(before, f.path)
		fmt.Fprintf(&b, "%s\t%s\t%s\n", f.stamp, f.means, f.path)
	}
	key = ledger.Key(b.String())
	for _, f := range before { // another ctxhook on this machine
		if b.Len() < maxGuardNote/2 {
			fmt.Fprintf(&b, "%s\t%s\t%s\n", f.stamp, f.means, f.path)
		}
	}
	for _, note := range notes {
		err = errors.Join(err, paths.WriteCache(note, []byte(b.String())))
	}
	return changed, key, err
}

// missing is the stamp of a file that is not there.
const missing = "-"

// callsUs ends the meaning of settings that call ctxhook.
const callsUs = "+"

// readGuardNote reads a note; lost reports that only its copy is left.
func readGuardNote(notes [2]string) (files map[string]seenFile, lost, known bool) {
	data, err := paths.ReadFile(notes[0], maxGuardNote)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = paths.ReadFile(notes[1], maxGuardNote)
		lost = true
	}
	if err != nil {
		return nil, false, false
	}
	files = make(map[string]seenFile)
	for line := range strings.Lines(string(data)) {
		stamp, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		means, path, ok := strings.Cut(rest, "\t")
		if ok {
			files[path] = seenFile{stamp, means, path}
		}
	}
	return files, lost, true
}

// stampOf returns what a look at a file shows of it without its content, of a directory
// that of the files in it. Of the database it is only whether it is there.
func stampOf(path string, database bool) string {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return missing
	case database:
		return "there"
	case !info.IsDir():
		return fmt.Sprintf("%x-%x-%x", info.Size(), info.ModTime().UnixNano(), info.Mode())
	}
	b := []byte(fmt.Sprintf("%x-%x", info.ModTime().UnixNano(), info.Mode()))
	entries, _ := os.ReadDir(path)
	for _, e := range entries[:min(len(entries), maxGuardNames)] {
		if info, err := e.Info(); err == nil {
			b = fmt.Appendf(b, "\x00%s-%x-%x", e.Name(), info.Size(), info.ModTime().UnixNano())
		}
	}
	return shortHash(b)
}

// meaningOf returns what of a file keeps the guard on, and whether it may still do so.
func meaningOf(path, stamp string, database bool) (means string, calls bool) {
	if stamp == missing {
		return missing, false
	}
	name := filepath.Base(path)
	data, err := paths.ReadFile(path, maxGuardFile)
	switch {
	case database, err != nil: // a directory, the program
		return stamp, true
	case name == "settings.json", name == "settings.local.json":
		switch what, calls := protocol.Registration(data); {
		case what == "": // as if it were not there
			return missing, false
		case calls:
			return shortHash([]byte(what)) + callsUs, true
		default:
			return shortHash([]byte(what)), false
		}
	}
	return shortHash(data), true
}

func became(stamp string, calls, called bool) Became {
	switch {
	case stamp == missing:
		return Gone
	case called && !calls:
		return Mute
	}
	return Changed
}

func shortHash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
