package journal

import (
	"bytes"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/members"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/redact"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// What files were like before a session touched them is kept in a file of lines
// for each session, beside the database: a hook before an edit must cost no more
// than one before a command.

const (
	// touchedAge is how long that is kept after the last line.
	touchedAge = 14 * 24 * time.Hour
	// maxTouched bounds the file of a session, in bytes. Beyond it a new one is begun.
	maxTouched = 1 << 20
	// promptLook bounds the look at the tree at a prompt: nothing waits for its end
	// but the prompt.
	promptLook = 250 * time.Millisecond
	// maxDirty bounds how many files with changes are noted of a work tree.
	maxDirty = 1000
)

// touchedLine is what was seen at a moment.
type touchedLine struct {
	At    int64            `json:"at"`              // microseconds since 1970
	Cwd   string           `json:"cwd,omitempty"`   // where the session begins
	Root  string           `json:"root,omitempty"`  // of a work tree:
	Dirty map[string]int64 `json:"dirty,omitempty"` //   its files with content in no commit, and when they were changed last
	Path  string           `json:"path,omitempty"`  // of a file that is about to be edited:
	Since int64            `json:"since,omitempty"` //   when it was changed last; 0: it is in a commit as it is, or is not there
}

func (l *touchedLine) members() []members.Member {
	return []members.Member{{"at", &l.At}, {"cwd", &l.Cwd}, {"root", &l.Root}, {"dirty", &l.Dirty}, {"path", &l.Path}, {"since", &l.Since}}
}

// NoteTree notes which files of the work tree have changes, as a session begins
// and at each prompt: whatever changes later is not older than that. It returns with
// what it looked, for others to use.
func (j *Journal) NoteTree() *facts.Source {
	seen := facts.New(facts.Options{Cwd: j.Judge.Cwd, Wall: promptLook, Looks: j.Judge.Places.LooksDir()})
	j.seen = seen
	path := j.touchedFile()
	if path == "" {
		return seen
	}
	sweep(filepath.Dir(path), touchedAge)
	sweep(j.Judge.Places.LooksDir(), touchedAge)
	line := touchedLine{At: j.Now.UnixMicro(), Cwd: redact.Clean(j.Judge.Cwd).String()}
	root, files, known := seen.Changes(j.Judge.Cwd, maxDirty)
	if known {
		line.Root, line.Dirty = redact.Clean(root).String(), make(map[string]int64, len(files))
		for name, at := range files {
			line.Dirty[redact.Clean(name).String()] = at.UnixMicro()
		}
	}
	j.noteTouched(path, &line)
	return seen
}

// NoteFile notes what a file is like that is about to be edited.
func (j *Journal) NoteFile(file string) {
	path := j.touchedFile()
	if path == "" {
		return
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(j.Judge.Cwd, file)
	}
	line := touchedLine{At: j.Now.UnixMicro(), Path: redact.Clean(spellings(file)[0]).String()}
	if at, there := facts.ChangedAt(file); there && !facts.New(facts.Options{Cwd: j.Judge.Cwd}).Path(file).Is(rule.PathClean) {
		line.Since = at.UnixMicro()
	}
	j.noteTouched(path, &line)
}

func (j *Journal) noteTouched(path string, line *touchedLine) {
	data := members.Append(nil, line.members())
	if len(data) > maxTouched/4 {
		return // as if it had not been looked at
	}
	f, err := paths.OpenAppend(path)
	if err == nil {
		if info, err := f.Stat(); err == nil && info.Size() > maxTouched-maxTouched/4 {
			f.Truncate(0)
		}
		_, err = f.Write(append(data, '\n'))
		f.Close()
	}
	j.note("touched", err)
}

// touchedFile names the file of the session; "" where none is kept.
func (j *Journal) touchedFile() string {
	dir := j.Judge.Places.TouchedDir()
	if dir == "" || j.Call.Session == "" || j.Call.Canary() {
		return ""
	}
	return recordFile(dir, j.Call.Session)
}

// touched is what is known of files before a session touched them.
type touched struct {
	began time.Time // when the session was heard of first
	first string    // directory it began in
	trees []touchedLine
	files map[string][]touchedLine
}

// readTouched reads what was noted in the session of the call.
func (j *Journal) readTouched() touched {
	data, err := paths.ReadFile(j.touchedFile(), maxTouched)
	if err != nil {
		return touched{}
	}
	return parseTouched(data)
}

// parseTouched reads lines. One that cannot be read is left out: what it would
// tell is not known then.
func parseTouched(data []byte) (t touched) {
	t.files = make(map[string][]touchedLine)
	for text := range bytes.Lines(data) {
		var line touchedLine
		if !members.Read(string(text), line.members()) {
			continue
		}
		switch {
		case line.Path != "":
			t.files[line.Path] = append(t.files[line.Path], line)
		case t.began.IsZero():
			t.began, t.first = time.UnixMicro(line.At), line.Cwd
		}
		if line.Root != "" {
			t.trees = append(t.trees, line)
		}
	}
	return t
}

// fileState is what a file was like at a moment.
type fileState struct {
	at      time.Time
	changed time.Time // zero: git had it as it was, or it was not there
	exact   bool      // seen just before an edit of it
}

func (s fileState) clean() bool { return s.changed.IsZero() }

// before returns the last that is known of a file at a time.
func (t *touched) before(path string, at time.Time) (s fileState, known bool) {
	name := redact.Clean(path).String()
	limit := at.UnixMicro()
	take := func(line *touchedLine, since int64, exact bool) {
		if line.At > limit || known && line.At < s.at.UnixMicro() {
			return
		}
		s, known = fileState{at: time.UnixMicro(line.At), exact: exact}, true
		if since != 0 {
			s.changed = time.UnixMicro(since)
		}
	}
	for i := range t.trees {
		if rel, err := filepath.Rel(t.trees[i].Root, name); err == nil && filepath.IsLocal(rel) {
			take(&t.trees[i], t.trees[i].Dirty[filepath.ToSlash(rel)], false)
		}
	}
	for i := range t.files[name] {
		take(&t.files[name][i], t.files[name][i].Since, true)
	}
	return s, known
}

// isNew reports whether a file was not there, or as git has it, when the session
// began.
func (t *touched) isNew(path string) bool {
	s, known := t.before(path, t.began)
	return known && s.clean()
}
