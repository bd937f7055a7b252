package journal

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/lessons"
)

// This file sees what users change with their own hands in what a session has just written:
// that it was not what they want.

// The bounds of what is kept of a written file: its lines that begin with a program.
const (
	maxCalls    = 16
	maxLines    = 400 // that are looked at
	maxCallLine = 120
)

// callsIn returns the lines of what a call writes into a file that begin with a program. Of
// source code there are none.
func (j *Journal) callsIn(file string) (list []string) {
	if ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(file), ".")); ending != "" && !fileCallsWord(ending) {
		return nil
	}
	text := j.Call.Text
	for _, e := range j.Call.Edits {
		text += "\n" + e.New
	}
	left, known := maxLines, make(map[string]bool)
	for line := range strings.Lines(text) {
		if left--; left < 0 {
			break
		}
		line = strings.TrimSpace(line)
		if len(line) > maxCallLine || len(list) == maxCalls || !j.callsProgram(line, known) {
			continue
		}
		if masked := redact.Clean(line).String(); masked == line && !slices.Contains(list, line) { // a secret is not to be kept
			list = append(list, line)
		}
	}
	return list
}

// callsProgram reports whether one of the first words of a line is a program with arguments:
// docker build ., RUN npm ci, run: npm ci. A builtin of the shell is a word of other languages.
// known is what is known of words.
func (j *Journal) callsProgram(line string, known map[string]bool) bool {
	const first = 3
	words := strings.Fields(line)
	return len(words) > 1 && slices.ContainsFunc(words[:min(first, len(words)-1)], func(w string) bool {
		w = strings.Trim(w, "`\"'")
		if strings.Trim(w, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
			return false
		}
		is, asked := known[w]
		if !asked {
			m := j.Judge.Program(w)
			is = m != nil && m.TraitsOf(w)&rule.Builtin == 0
			known[w] = is
		}
		return is
	})
}

// SeeModified sees what the user changed in what a tool was about to write, before it did.
func (j Preferences) SeeModified() {
	if learn := &j.Judge.Config.Learn; !j.Call.UserModified || !learn.On || !learn.Auto {
		return
	}
	path := j.absolute(j.Call.Paths[0])
	j.seeOwn(path, j.callsIn(path))
}

// SeeOwnChanges sees what the user changed since in the files that the session wrote: by
// their content, soon after, and where nothing else can have done it.
func (j Preferences) SeeOwnChanges() {
	if learn := &j.Judge.Config.Learn; !learn.On || !learn.Auto || j.ledgerFile() == "" {
		return
	}
	last := make(map[string]ledger.Line) // what was written last, by path
	data := readLedger(j.ledgerFile())
	ledger.Lines(data[max(0, len(data)-ledger.FarBack):], func(l *ledger.Line) {
		switch {
		case l.Is == ledger.Judged && l.Writes:
			clear(last) // a command may have changed them
		case l.Is == ledger.Ended && l.Path.Len() > 0:
			last[l.Path.String()] = *l
		}
	}, ledger.Judged, ledger.Ended)
	for path, l := range last {
		file := filepath.FromSlash(path)
		info, err := os.Lstat(file)
		if err != nil || len(l.Calls) == 0 || !info.Mode().IsRegular() {
			continue
		}
		written := time.UnixMicro(l.At)
		if after := info.ModTime().Sub(written); after <= 0 || after > soon || contentOf(file) == l.Sum || j.hasOthersSince(written) {
			continue
		}
		if before, noted := j.ToldBefore("own change " + path + " " + strconv.FormatInt(info.ModTime().UnixMicro(), 10)); !before && noted {
			j.seeOwn(file, l.Calls)
		}
	}
}

// hasOthersSince reports whether another session of the project was heard of since.
func (j *Journal) hasOthersSince(at time.Time) bool {
	return slices.ContainsFunc(latestFiles(j.Judge.Places.LedgerDir(), at), func(path string) bool {
		owner, ok := ledger.Owner(readStart(path))
		return path != j.ledgerFile() && ok && owner.Project == redact.Clean(j.Judge.Project).String()
	})
}

// seeOwn adds what a file has now in the place of a program that a line called.
func (j Preferences) seeOwn(file string, calls []string) {
	data, err := paths.ReadFile(file, maxSum)
	if err != nil {
		return
	}
	now := strings.Split(string(data), "\n")
	for i := range now {
		now[i] = strings.TrimSpace(now[i])
	}
	for _, was := range calls {
		if slices.Contains(now, was) {
			continue
		}
		for _, line := range now {
			c, ok := lessons.ProgramChanged(was, line, j.Judge)
			if !ok || slices.Contains(calls, line) {
				continue
			}
			j.update(func(u *update) error {
				return u.sightChoice(&c, u.judge.Project, memory.Evidence{
					Time: j.Now, Layer: memory.LayerRejection, Confidence: replaced, Session: j.Call.Session, Command: cleanLine(was), File: redact.Clean(file).String(),
				})
			})
			return
		}
	}
}
