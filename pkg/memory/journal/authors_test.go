package journal

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// deed is what happened at a second, in session s1 where no other is named.
type deed struct {
	at       int
	prompt   map[string]int // the files of the tree with changes, and when they were changed
	edits    string         // a file is about to be edited
	since    int            //   that was changed then; 0: it is as git has it
	edited   string         // a file was edited
	command  string         // a command ended
	took     int            //   after so many seconds
	outcome  memory.Outcome
	session  string
	subagent string
	in       string // directory below the project
}

// TestAuthors: a file is the session's own only where the session wrote all of it
// since git had it, and nobody wrote it afterwards.
func TestAuthors(t *testing.T) {
	const other, user, unknown, own = rule.AuthorOther, rule.AuthorUser, rule.AuthorUnknown, rule.AuthorSession
	begun := deed{at: 10, prompt: map[string]int{}}
	for _, tt := range []struct {
		name    string
		deeds   []deed
		path    string
		changed int // when path was changed
		written int // when its content was written; 0: then, too
		tracked bool
		want    rule.AuthorKind
	}{
		{"edit of a clean file", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a"}}, "a", 21, 0, true, own},
		{"edit, and nothing of the file before it was seen", []deed{{at: 21, edited: "a"}}, "a", 21, 0, true, user},
		{"edit of a file that was clean at the prompt", []deed{begun, {at: 21, edited: "a"}}, "a", 21, 0, true, own},
		{"edit of a file that was dirty", []deed{begun, {at: 20, edits: "a", since: 15}, {at: 21, edited: "a"}}, "a", 21, 0, true, user},
		{"edit of a file that was dirty at the prompt", []deed{{at: 10, prompt: map[string]int{"a": 5}}, {at: 21, edited: "a"}}, "a", 21, 0, true, user},
		{"changed after the edit", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a"}}, "a", 30, 0, true, user},
		{"two edits", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a"}, {at: 30, edits: "a", since: 21}, {at: 31, edited: "a"}}, "a", 31, 0, true, own},
		{"two edits, and one of the user between them", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a"}, {at: 30, edits: "a", since: 25}, {at: 31, edited: "a"}}, "a", 31, 0, true, user},
		{"edit after another session's", []deed{begun, {at: 15, edited: "a", session: "s2"}, {at: 20, edits: "a", since: 15}, {at: 21, edited: "a"}}, "a", 21, 0, true, other},
		{"another session's edit after it", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a"}, {at: 31, edited: "a", session: "s2"}}, "a", 31, 0, true, other},
		{"committed, then edited again", []deed{{at: 10, prompt: map[string]int{"a": 5}}, {at: 20, edits: "a", since: 5}, {at: 21, edited: "a"}, {at: 30, edits: "a"}, {at: 31, edited: "a"}}, "a", 31, 0, true, own},
		{"still dirty at the next prompt", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a"}, {at: 40, prompt: map[string]int{"a": 21}}}, "a", 21, 0, true, own},
		{"of a subagent", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a", subagent: "x"}}, "a", 21, 0, true, own},
		{"of a file nobody touched", []deed{begun}, "a", 5, 0, true, user},

		{"formatter over an own edit", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a"}, {at: 30, command: "make fmt", took: 2}}, "a", 29, 0, true, own},
		{"formatter over a clean file", []deed{begun, {at: 30, command: "make fmt", took: 2}}, "a", 29, 0, true, own},
		{"formatter over a file that was dirty", []deed{{at: 10, prompt: map[string]int{"a": 5}}, {at: 30, command: "make fmt", took: 2}}, "a", 29, 0, true, user},
		{"formatter at the prompt before", []deed{begun, {at: 30, command: "make fmt", took: 2}, {at: 40, prompt: map[string]int{"a": 29}}}, "a", 29, 0, true, own},
		{"while a program only read", []deed{begun, {at: 30, command: "git status", took: 2}}, "a", 29, 0, true, user},
		{"while a long command ran", []deed{begun, {at: 60, command: "make test", took: 40}}, "a", 29, 0, true, unknown},
		{"new, while a long command ran", []deed{begun, {at: 60, command: "make gen", took: 40}}, "a", 29, 0, false, unknown},
		{"new, while a long command ran that speaks of it", []deed{begun, {at: 60, command: "make gen OUT=a", took: 40}}, "a", 29, 0, false, own},
		{"new, while a command ran that writes only what it names", []deed{begun, {at: 30, command: "sleep 2; date > b", took: 2}}, "a", 29, 0, false, user},
		{"new, by a program in the background", []deed{begun, {at: 20, command: "make watch", outcome: memory.Background}}, "a", 50, 0, false, unknown},
		{"older content, moved here by a program", []deed{begun, {at: 30, command: "make fetch", took: 2}}, "a", 29, 3, false, unknown},
		{"while commands of two sessions ran", []deed{begun, {at: 30, command: "make fmt", took: 2}, {at: 30, command: "make fmt", took: 2, session: "s2"}}, "a", 29, 0, true, unknown},
		{"while a command of another session ran", []deed{begun, {at: 30, command: "make fmt", took: 2, session: "s2"}}, "a", 29, 0, true, other},
		{"refused", []deed{begun, {at: 30, command: "make fmt", took: 2, outcome: memory.Refused}}, "a", 29, 0, true, user},

		{"redirection", []deed{begun, {at: 20, command: "echo x > a"}}, "a", 20, 0, false, own},
		{"redirection over what was dirty", []deed{{at: 10, prompt: map[string]int{"a": 5}}, {at: 20, command: "echo x > a"}}, "a", 20, 0, false, own},
		{"appended to what was dirty", []deed{{at: 10, prompt: map[string]int{"a": 5}}, {at: 20, command: "echo x >> a"}}, "a", 20, 0, false, user},
		{"appended to an own file", []deed{begun, {at: 20, command: "echo x > a"}, {at: 30, command: "echo x >> a"}}, "a", 30, 0, false, own},
		{"in another directory", []deed{begun, {at: 20, command: "cd lib && echo x > a"}}, "lib/a", 20, 0, false, own},
		{"redirection of another session", []deed{begun, {at: 20, command: "echo x > a", session: "s2"}}, "a", 20, 0, false, other},
		{"an older file moved", []deed{{at: 10, prompt: map[string]int{"old": 5}}, {at: 20, command: "mv old a"}}, "a", 20, 5, false, user},
		{"an own file moved", []deed{begun, {at: 15, command: "echo x > old"}, {at: 20, command: "mv old a"}}, "a", 20, 15, false, own},
		{"made and moved by one command", []deed{begun, {at: 20, command: "echo x > old && mv old a"}}, "a", 20, 19, false, own},
		{"the user's file, edited and moved", []deed{{at: 10, prompt: map[string]int{"old": 5}}, {at: 15, command: "echo x >> old"}, {at: 18, prompt: map[string]int{"old": 15}}, {at: 20, command: "mv old a"}}, "a", 20, 15, false, user},
		{"moved from where no look reaches", []deed{begun, {at: 20, command: "mv /elsewhere/old a"}}, "a", 20, 5, false, unknown},
		{"made and moved from where no look reaches", []deed{begun, {at: 15, command: "echo x > /elsewhere/old"}, {at: 20, command: "mv /elsewhere/old a"}}, "a", 20, 15, false, own},
		{"stash popped over an own edit", []deed{begun, {at: 20, edits: "a"}, {at: 21, edited: "a"}, {at: 30, command: "git stash"}, {at: 40, command: "git stash pop"}}, "a", 40, 0, true, own},
		{"stash popped of another", []deed{begun, {at: 40, command: "git stash pop"}}, "a", 40, 0, true, user},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJournal(t)
			dir, err := filepath.EvalSymlinks(j.Judge.Cwd)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(dir, "lib"), 0o700); err != nil {
				t.Fatal(err)
			}
			start := j.Now.Add(-time.Hour).Truncate(time.Second)
			second := func(n int) time.Time { return start.Add(time.Duration(n) * time.Second) }
			j.Call = &protocol.Call{Session: "s1", Agent: &protocol.Agent{}}
			j.happens(t, dir, second, tt.deeds)
			if tt.written == 0 {
				tt.written = tt.changed
			}
			got := j.Authors().File(facts.File{Path: filepath.Join(dir, tt.path), Changed: second(tt.changed), Written: second(tt.written), Tracked: tt.tracked})
			if got.Kind != tt.want {
				t.Errorf("author %+v, want kind %d", got, tt.want)
			}
		})
	}
}

// happens notes deeds in the places where hooks leave them.
func (j *Journal) happens(t *testing.T, dir string, second func(int) time.Time, deeds []deed) {
	t.Helper()
	for n, d := range deeds {
		at := second(d.at)
		line := &ledger.Line{Is: ledger.Looked, At: at.UnixMicro()}
		if d.session == "" {
			d.session = "s1"
		}
		call := *j.Call
		call.Session = d.session
		of := j.At(&call, at)
		switch {
		case d.prompt != nil:
			line.Root, line.Dirty, line.Whole = slashes(dir), make(map[string]int64), true
			for name, at := range d.prompt {
				line.Dirty[name] = second(at).UnixMicro()
			}
		case d.edits != "":
			line.Is, line.Path, line.Call = ledger.Edits, slashes(filepath.Join(dir, d.edits)), "edit"+strconv.Itoa(n)
			if d.since != 0 {
				line.Since = second(d.since).UnixMicro()
			}
		case d.command != "":
			if d.outcome == 0 {
				d.outcome = memory.OK
			}
			took, text := time.Duration(d.took)*time.Second, redact.Clean(d.command)
			ran := &memory.Run{Start: at.Add(-took), Duration: took, Cwd: filepath.Join(dir, d.in), Command: text, Outcome: d.outcome, Subagent: d.subagent, Call: "call" + strconv.Itoa(n)}
			of.NoteEnd(ran, j.Judge.Script(text))
			continue
		default:
			id := "" // of an edit whose beginning was heard
			if n > 0 && deeds[n-1].edits != "" {
				id = "edit" + strconv.Itoa(n-1)
			}
			of.noteEdit(&memory.Edit{Time: at, Path: redact.Clean(filepath.Join(dir, d.edited)), Subagent: d.subagent, Call: id})
			continue
		}
		of.enter(line)
	}
}

// TestStashAuthors: a stash is the session's own where one of its commands made
// it, in this worktree.
func TestStashAuthors(t *testing.T) {
	begun := deed{at: 10, prompt: map[string]int{}}
	for _, tt := range []struct {
		name  string
		deeds []deed
		made  []int // newest first
		want  []rule.AuthorKind
	}{
		{"own", []deed{begun, {at: 20, command: "git stash push -m x"}}, []int{20}, []rule.AuthorKind{rule.AuthorSession}},
		{"nothing was saved", []deed{begun, {at: 20, command: "git stash"}}, []int{5}, []rule.AuthorKind{rule.AuthorUser}},
		{"a command makes one", []deed{begun, {at: 20, command: "git stash"}}, []int{20, 19}, []rule.AuthorKind{rule.AuthorSession, rule.AuthorUser}},
		{"of another session", []deed{begun, {at: 20, command: "git stash", session: "s2"}}, []int{20}, []rule.AuthorKind{rule.AuthorOther}},
		{"of two sessions at once", []deed{begun, {at: 20, command: "git stash"}, {at: 20, command: "git stash", session: "s2"}}, []int{20}, []rule.AuthorKind{rule.AuthorOther}},
		{"of a subagent in this tree", []deed{begun, {at: 20, command: "git stash", subagent: "x"}}, []int{20}, []rule.AuthorKind{rule.AuthorSession}},
		{"of a subagent in its worktree", []deed{begun, {at: 20, command: "git stash", subagent: "x", in: "../wt"}}, []int{20}, []rule.AuthorKind{rule.AuthorOther}},
		{"without a stash in the command", []deed{begun, {at: 20, command: "make test"}}, []int{20}, []rule.AuthorKind{rule.AuthorUser}},
		{"in a session that was never heard of", nil, []int{20}, []rule.AuthorKind{rule.AuthorUser}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJournal(t)
			start := j.Now.Add(-time.Hour).Truncate(time.Second)
			second := func(n int) time.Time { return start.Add(time.Duration(n) * time.Second) }
			j.Call = &protocol.Call{Session: "s1", Agent: &protocol.Agent{}}
			j.happens(t, j.Judge.Cwd, second, tt.deeds)
			authors := j.Authors()
			for i, made := range tt.made {
				if got := authors.Stash(second(made), true); got.Kind != tt.want[i] {
					t.Errorf("stash %d: %+v, want kind %d", i, got, tt.want[i])
				}
			}
		})
	}
}

// TestTreeAuthors: a linked worktree is the session's own if it was made for it.
func TestTreeAuthors(t *testing.T) {
	begun := deed{at: 10, prompt: map[string]int{}}
	for _, tt := range []struct {
		name  string
		deeds []deed
		made  int
		want  rule.AuthorKind
	}{
		{"by a command", []deed{begun, {at: 22, command: "git worktree add ../wt", took: 3}}, 20, rule.AuthorSession},
		{"for a subagent", []deed{begun, {at: 30, command: "make", subagent: "x", in: "../wt"}}, 20, rule.AuthorSession},
		{"before the session", []deed{begun, {at: 30, command: "make", subagent: "x", in: "../wt"}}, 5, rule.AuthorUnknown},
		{"by the user, and the session works in it", []deed{begun, {at: 30, command: "make", in: "../wt"}}, 20, rule.AuthorUnknown},
		{"by another session", []deed{begun, {at: 22, command: "git worktree add ../wt", took: 3, session: "s2"}}, 20, rule.AuthorUnknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := newJournal(t)
			start := j.Now.Add(-time.Hour).Truncate(time.Second)
			second := func(n int) time.Time { return start.Add(time.Duration(n) * time.Second) }
			j.Call = &protocol.Call{Session: "s1", Agent: &protocol.Agent{}}
			j.happens(t, j.Judge.Cwd, second, tt.deeds)
			if got := j.Authors().Tree(filepath.Join(j.Judge.Cwd, "..", "wt"), second(tt.made)); got.Kind != tt.want {
				t.Errorf("%+v, want kind %d", got, tt.want)
			}
		})
	}
}

// TestAuthorsNeedASession: where nobody says which session asks, nothing is known.
func TestAuthorsNeedASession(t *testing.T) {
	j := newJournal(t)
	for _, call := range []*protocol.Call{nil, {Agent: &protocol.Agent{}}, {Session: "s1", Agent: &protocol.Agent{Form: protocol.FormNeutral}}} {
		if j.Call = call; j.Authors() != nil {
			t.Errorf("authors for %+v", call)
		}
	}
}

func TestPushes(t *testing.T) {
	tests := []struct {
		command, branch string
		want            bool
	}{
		{"git push", "main", true},
		{"git push -u origin HEAD", "main", true},
		{"git commit -qm x && git push -q origin main 2>&1 | tail -3", "main", true},
		{"git push origin topic", "main", false},
		{"git push origin HEAD:main", "main", true},
		{"git push && git log main", "main", true},
		{"git push 2>&1", "main", true},
		{"git log main", "main", false},
		{"git push origin x", "", true},
	}
	for _, tt := range tests {
		if got := pushes(tt.command, tt.branch); got != tt.want {
			t.Errorf("pushes(%q, %q) = %v, want %v", tt.command, tt.branch, got, tt.want)
		}
	}
}
