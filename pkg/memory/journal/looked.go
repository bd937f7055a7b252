package journal

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

const (
	// promptLook bounds the look at the tree at a prompt: nothing waits for its end
	// but the prompt.
	promptLook = 250 * time.Millisecond
	// maxDirty bounds how many files with changes are noted of a work tree.
	maxDirty = 1000
)

// NoteTree looks at the work tree as a session begins and at each prompt, and notes
// which files have changes: whatever changes later is not older than that. It returns
// with what it looked, for others to use.
func (j *Journal) NoteTree() *facts.Source {
	seen := facts.New(facts.Options{Cwd: j.Judge.Cwd, Wall: promptLook, Looks: j.Judge.Places.LooksDir()})
	j.seen = seen
	j.noteLook(seen)
	return seen
}

// noteLook notes which files of the work tree have changes, as far as that differs from
// the look before.
func (j *Journal) noteLook(seen *facts.Source) {
	if j.ledgerFile() == "" {
		return
	}
	c := seen.Changes(j.Judge.Cwd, maxDirty)
	if !c.Known {
		return // as if it had not been looked at
	}
	line := &ledger.Line{Is: ledger.Looked, At: j.Now.UnixMicro(), Root: slashes(c.Root), Head: facts.HeadOf(c.Root).Commit, Dirty: make(map[string]int64, len(c.Files)), Whole: true}
	for name, at := range c.Files {
		line.Dirty[redact.Clean(name).String()] = at.UnixMicro()
	}
	less := line.After(j.readEnd())
	sumUp(&less, c.Root, c.Files)
	j.enter(&less)
}

const (
	// maxSummed bounds of how many files the content is noted at a look, those that
	// changed last.
	maxSummed = 100
	// maxSum bounds the size of one of them, in bytes. A few milliseconds read what work
	// changes between two commands.
	maxSum = 256 << 10
)

// sumUp notes the content of the files that a look noted as changed, so that what is
// written again as it was is not taken for new work.
func sumUp(line *ledger.Line, root string, files map[string]time.Time) {
	if line.Sums == nil {
		line.Sums = make(map[string]int64)
	}
	var changed []string
	for name := range files {
		clean := redact.Clean(name).String()
		if _, noted := line.Dirty[clean]; noted && line.Sums[clean] == 0 {
			changed = append(changed, name)
		}
	}
	order.By(changed, func(a, b string) int { return cmp.Or(files[b].Compare(files[a]), strings.Compare(a, b)) })
	for _, name := range changed[:min(maxSummed, len(changed))] {
		if sum := contentOf(filepath.Join(root, filepath.FromSlash(name))); sum != 0 {
			line.Sums[redact.Clean(name).String()] = sum
		}
	}
}

// contentOf returns the sum of what a file holds, 0 if it is too large or is none.
func contentOf(path string) int64 {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxSum {
		return 0
	}
	data, err := paths.ReadFile(path, maxSum)
	if err != nil {
		return 0
	}
	return ledger.Sum(data)
}

// Begins notes that a command may begin of which MayWrite holds: what the work tree is
// like before it. look has just seen the tree, if it looks at this machine.
func (j *Journal) Begins(text string, script *shell.Script, look rule.Facts) {
	if j.ledgerFile() == "" || script == nil {
		return
	}
	j.begins.Writes, j.begins.Cwd, j.begins.Command = true, slashes(j.Judge.Cwd), redact.Clean(text).Cut(maxCommandKept)
	j.begins.Names, j.begins.Open = namesOf(j.Judge, j.Judge.Cwd, script)
	for _, f := range script.Files[:min(maxRuns, len(script.Files))] {
		j.begins.Runs = append(j.begins.Runs, slashes(f.Path).String())
	}
	for _, text := range safety.Makes(script) {
		j.begins.Makes = append(j.begins.Makes, redact.Clean(text).String())
	}
	if seen, ok := look.(*facts.Source); ok {
		j.begins.Holds = j.holds(script, seen)
		j.begins.Names = j.restored(j.begins.Names, script, seen)
		j.noteLook(seen)
	}
}

// BeginsTool notes that a tool of a server may begin that makes something.
func (j *Journal) BeginsTool(text string) {
	if j.ledgerFile() == "" {
		return
	}
	j.begins.Writes, j.begins.Cwd, j.begins.Command = true, slashes(j.Judge.Cwd), redact.Clean(text).Cut(maxCommandKept)
}

// EndsTool notes that it went well.
func (j *Journal) EndsTool() {
	if j.ledgerFile() != "" {
		j.enter(&ledger.Line{Is: ledger.Ended, At: j.Now.UnixMicro(), Call: j.Call.ID, Subagent: j.Call.Subagent, Outcome: memory.OK.String()})
	}
}

const (
	// maxCommandKept bounds what is kept of a command in the ledger, in bytes: enough to
	// see what it names.
	maxCommandKept = 4000
	// maxRuns bounds how many of the files that a command runs are named there.
	maxRuns = 20
)

// NoteFile notes what a file is like that is about to be edited.
func (j *Journal) NoteFile(file string) {
	if j.ledgerFile() == "" {
		return
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(j.Judge.Cwd, file)
	}
	line := &ledger.Line{Is: ledger.Edits, Call: j.Call.ID, Subagent: j.Call.Subagent, Path: slashes(realPath(file))}
	if at, there := facts.ChangedAt(file); there && !facts.New(facts.Options{Cwd: j.Judge.Cwd}).Path(file).Is(rule.PathClean) {
		line.Since, line.Sum = at.UnixMicro(), contentOf(file)
	}
	j.enter(line)
}

// realPath returns a path with the symbolic links of its directory followed.
func realPath(path string) string {
	path = filepath.Clean(path)
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

// NoteEnd notes how a command of the session ended.
func (j *Journal) NoteEnd(ran *memory.Run, script *shell.Script) {
	line := &ledger.Line{
		Is: ledger.Ended, At: ran.Start.Add(ran.Duration).UnixMicro(), Call: ran.Call, Subagent: ran.Subagent, Outcome: ran.Outcome.String(), Took: ran.Duration.Microseconds(), Key: j.result,
	}
	if ran.Check != nil {
		line.Check = ran.Check.Kind
	}
	if ran.Outcome == memory.OK && j.Call.Result != nil {
		line.Shown = shownIn(j.Call.Result.Output)
	}
	switch {
	case script == nil:
		line.Open = true
	case command.MayWrite(script):
		line.Cwd, line.Command = slashes(ran.Cwd), ran.Command.Cut(maxCommandKept)
		line.Names, line.Open = namesOf(j.Judge, ran.Cwd, script)
	}
	j.enter(line)
}

// NoteRest notes that a subagent has ended, and its calls with it.
func (j *Journal) NoteRest() {
	if j.Call.Subagent != "" {
		j.enter(&ledger.Line{Is: ledger.Closed, Subagent: j.Call.Subagent})
	}
}

// noteEdit notes that a file was edited.
func (j *Journal) noteEdit(edit *memory.Edit) {
	path := realPath(j.absolute(edit.Path.String()))
	line := &ledger.Line{Is: ledger.Ended, At: edit.Time.UnixMicro(), Call: edit.Call, Subagent: edit.Subagent, Outcome: memory.OK.String(), Path: slashes(path)}
	if line.Calls = j.callsIn(path); len(line.Calls) > 0 {
		line.Sum = contentOf(path)
	}
	j.enter(line)
}

// absolute returns a path below the directory of the call where it is relative.
func (j *Journal) absolute(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(j.Judge.Cwd, path)
}

// NoteJudged leaves word that the call was judged, if it was about to happen: what
// ran without that was not guarded.
func (j *Journal) NoteJudged(a protocol.Action) {
	if j.Call.Event != protocol.Before || j.Call.Tool == protocol.Task || j.ledgerFile() == "" {
		return
	}
	j.begins.Is, j.begins.At, j.begins.Call, j.begins.Subagent, j.begins.Action = ledger.Judged, time.Now().UnixMicro(), j.Call.ID, j.Call.Subagent, judgedActions[a]
	j.enter(&j.begins)
}

// judgedActions are what became of a call, in the words of the ledger.
var judgedActions = [...]string{
	protocol.Silent: ledger.Silent,
	protocol.Warn:   ledger.Warned,
	protocol.Ask:    ledger.Asked,
	protocol.Deny:   ledger.Blocked,
}
