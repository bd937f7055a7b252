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

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// The bounds of what is read of the files that keep the guard on, and of the note of them.
const (
	maxGuardFile  = 1 << 20
	maxGuardNote  = 64 << 10
	maxGuardNames = 100 // of a directory
)

// seenFile is a line of a note: how a file was seen.
type seenFile struct{ stamp, means, path string }

// missing is the stamp of a file that is not there.
const missing = "-"

// callsUs ends the meaning of settings that call ctxhook.
const callsUs = "+"

// take is takeGuard for the files of one note.
func (g *group) take(own map[string]string) (changed []GuardChange, key string, err error) {
	if g.notes[0] == "" {
		return nil, "", nil
	}
	before, lost, known := readGuardNote(g.notes)
	if known && lost && g.root == "" && own == nil { // the user's note: it says so once
		changed = append(changed, GuardChange{filepath.Dir(filepath.Dir(g.notes[0])), Gone, paths.Keeps})
	}
	for path, was := range before {
		if slices.ContainsFunc(g.files, func(f paths.Support) bool { return f.Path == path }) {
			continue
		}
		switch {
		case strings.HasSuffix(was.means, callsUs): // settings of another agent, which called us
			g.files = append(g.files, paths.Support{Path: path, Is: paths.Registers})
		case was.isProgram(): // that another registration starts
			g.files = append(g.files, paths.Support{Path: path, Is: paths.Program})
		}
	}
	same := known && !lost
	var now []seenFile
	for i, f := range g.files {
		was, seen := before[f.Path]
		is := seenFile{stampOf(f), was.means, f.Path}
		if own != nil && seen && own[f.Path] == is.stamp {
			now = append(now, was)
			continue
		}
		if is.stamp != was.stamp {
			calls := true
			is.means, calls = meaningOf(f, is.stamp)
			if !seen && i >= g.always && f.Is != paths.Program && !strings.HasSuffix(is.means, callsUs) {
				continue
			}
			same = false
			switch {
			case (f.Is == paths.Pauses || f.Is == paths.Starts) && is.means == missing: // that is no loss
			case seen && is.means != was.means:
				changed = append(changed, GuardChange{f.Path, became(is.stamp, calls, strings.HasSuffix(was.means, callsUs)), f.Is})
			case !seen && known && f.Is == paths.Program:
				changed = append(changed, GuardChange{f.Path, First, f.Is})
			}
		}
		now = append(now, is)
	}
	changed = slices.DeleteFunc(changed, func(c GuardChange) bool { return c.is == paths.Keeps && c.How == Changed })
	if same {
		return nil, "", nil
	}
	if _, err := os.Stat(filepath.Dir(filepath.Dir(g.notes[0]))); own != nil && err != nil {
		return nil, "", nil // the command deleted all, or nothing is there yet
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
	for _, note := range g.notes {
		err = errors.Join(err, paths.WriteCache(note, []byte(b.String())))
	}
	return changed, key, err
}

// isProgram reports whether a line is about a program named ctxhook that was there.
func (f *seenFile) isProgram() bool {
	return strings.TrimSuffix(filepath.Base(f.path), ".exe") == "ctxhook" && strings.Count(f.means, "-") == 2
}

// readGuardNote reads a note; lost reports that only a copy is left.
func readGuardNote(notes [3]string) (files map[string]seenFile, lost, known bool) {
	var data []byte
	err := fs.ErrNotExist
	for i := 0; i < len(notes) && errors.Is(err, fs.ErrNotExist); i++ {
		data, err = paths.ReadFile(notes[i], maxGuardNote)
		lost = i > 0
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
func stampOf(f paths.Support) string {
	info, err := os.Stat(f.Path)
	switch {
	case err != nil:
		return missing
	case f.Is == paths.Keeps:
		if info.Size() == 0 {
			return missing
		}
		return "there"
	case f.Is == paths.Program: // who links or renames it changes nothing
		return fmt.Sprintf("%x-%x-%x", info.Size(), info.ModTime().UnixNano(), info.Mode())
	case !info.IsDir():
		return fmt.Sprintf("%x-%x-%x", info.Size(), paths.ChangeTime(info).UnixNano(), info.Mode())
	}
	b := []byte(fmt.Sprintf("%x-%x", info.ModTime().UnixNano(), info.Mode()))
	entries, _ := os.ReadDir(f.Path)
	for _, e := range entries[:min(len(entries), maxGuardNames)] {
		if info, err := e.Info(); err == nil {
			b = fmt.Appendf(b, "\x00%s-%x-%x", e.Name(), info.Size(), paths.ChangeTime(info).UnixNano())
		}
	}
	return shortHash(b)
}

// meaningOf returns what of a file keeps the guard on, and whether it may still do so.
func meaningOf(f paths.Support, stamp string) (means string, calls bool) {
	if stamp == missing {
		return missing, false
	}
	if f.Is == paths.Program || f.Is == paths.Keeps {
		return stamp, true
	}
	data, err := paths.ReadFile(f.Path, maxGuardFile)
	if err != nil { // a directory
		return stamp, true
	}
	what, calls := "", true
	switch f.Is {
	case paths.Registers, paths.Managed:
		if what, calls = protocol.Registration(data); !strings.HasPrefix(filepath.Base(f.Path), "settings.") && f.Is != paths.Managed {
			what, calls = protocol.Calls(data)
		}
	case paths.Starts:
		what = protocol.Steering(data)
	default:
		return shortHash(data), true
	}
	switch {
	case what == "": // as if it were not there
		return missing, false
	case calls && f.Is == paths.Registers:
		return shortHash([]byte(what)) + callsUs, true
	}
	return shortHash([]byte(what)), calls
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
