package ledger

import (
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// A file that another session stashed and brought back, or formatted without a change,
// is the work of who wrote what it holds.
func TestWrittenAsItWas(t *testing.T) {
	const seconds = int64(time.Second / time.Microsecond)
	look := func(at, changed, sum int64) *Line {
		l := &Line{Is: Looked, At: at * seconds, Root: redact.Clean("/w"), Whole: true}
		if changed != 0 {
			l.Dirty, l.Sums = map[string]int64{"a": changed * seconds}, map[string]int64{"a": sum}
		}
		return l
	}
	ran := func(at int64, command string) *Line {
		l := &Line{Is: Ended, At: at * seconds, Command: redact.Clean(command), Open: true, Took: seconds, Outcome: memory.OK.String()}
		if command == "git stash pop" {
			l.Names = []string{NameRestore}
		}
		return l
	}
	for _, tt := range []struct {
		name       string
		own, other []*Line
		changed    int64
		sum        int64
		want       rule.AuthorKind
	}{
		{"as the user left it", []*Line{look(10, 5, 7)}, []*Line{ran(30, "make fmt")}, 30, 7, rule.AuthorUser},
		{"otherwise", []*Line{look(10, 5, 7)}, []*Line{ran(30, "make fmt")}, 30, 8, rule.AuthorOther},
		{"not to be read", []*Line{look(10, 5, 7)}, []*Line{ran(30, "make fmt")}, 30, 0, rule.AuthorOther},
		{"away in between", []*Line{look(10, 5, 7), look(25, 0, 0)}, []*Line{ran(20, "git stash"), ran(30, "git stash pop")}, 30, 7, rule.AuthorUser},
		{"away in between, and edited by the session meanwhile", []*Line{look(10, 5, 7), look(20, 0, 0), ran(22, "make gen"), look(25, 22, 7)}, []*Line{ran(30, "git stash pop")}, 30, 7, rule.AuthorSession},
		{"the session's own", []*Line{look(10, 0, 0), ran(15, "make gen"), look(20, 15, 7)}, []*Line{ran(30, "make fmt")}, 30, 7, rule.AuthorSession},
		{"of both, and as it was before the last", []*Line{look(10, 5, 7), ran(15, "make fmt"), look(20, 15, 8)}, []*Line{ran(30, "make fmt")}, 30, 8, rule.AuthorUser},
		{"edited by both in the same way", []*Line{look(10, 5, 7), look(20, 0, 0)}, []*Line{ran(19, "git checkout a"), ran(30, "make fmt")}, 30, 7, rule.AuthorOther},
		{"rewritten by the user as the session left it", []*Line{look(10, 0, 0), ran(15, "make gen"), look(20, 15, 7)}, nil, 30, 7, rule.AuthorSession},
	} {
		t.Run(tt.name, func(t *testing.T) {
			account := func(session string, lines []*Line) *Account {
				data := (&Line{Is: Session, At: seconds, Session: session, Project: "/w"}).Append(nil)
				for _, l := range lines {
					data = l.Append(data)
				}
				return ReadAccount(data)
			}
			w := &World{Own: account("s1", tt.own), Others: []*Account{account("s2", tt.other)}, Now: time.UnixMicro(40 * seconds), Speaks: func(*Call, string) bool { return true }}
			at := time.UnixMicro(tt.changed * seconds)
			got := w.File(File{Path: "/w/a", Written: at, Changed: at, Tracked: true, Content: func() int64 { return tt.sum }})
			if got.Kind != tt.want {
				t.Errorf("author %+v, want kind %d", got, tt.want)
			}
		})
	}
}

// A call whose beginning was not heard is said to begin up to Lag too late. What a look saw
// before it is not its work.
func TestSeenBeforeTheCall(t *testing.T) {
	const ms = int64(time.Millisecond / time.Microsecond)
	for _, tt := range []struct {
		name    string
		judged  bool
		looked  int64 // 0: not
		changed int64
		want    rule.AuthorKind
	}{
		{"seen before it", false, 950, 900, rule.AuthorUser},
		{"not looked at", false, 0, 900, rule.AuthorSession},
		{"looked at before the change", false, 850, 900, rule.AuthorSession},
		{"changed while it ran", false, 950, 1050, rule.AuthorSession},
		{"before it was judged", true, 0, 900, rule.AuthorUser},
		{"before it was judged, looked at earlier", true, 850, 900, rule.AuthorUser},
		{"as it was judged, by the clock of files", true, 850, 990, rule.AuthorSession},
		{"after it was judged", true, 950, 1050, rule.AuthorSession},
	} {
		data := (&Line{Is: Session, At: 1, Session: "s1", Project: "/w"}).Append(nil)
		data = (&Line{Is: Looked, At: 100 * ms, Root: redact.Clean("/w"), Whole: true}).Append(data)
		if tt.looked != 0 {
			l := &Line{Is: Looked, At: tt.looked * ms, Root: redact.Clean("/w")}
			if tt.looked > tt.changed {
				l.Dirty = map[string]int64{"a": tt.changed * ms}
			}
			data = l.Append(data)
		}
		end := &Line{Is: Ended, At: 1200 * ms, Call: "c", Took: int64(200 * ms), Outcome: memory.OK.String()}
		if tt.judged {
			data = (&Line{Is: Judged, At: 1000 * ms, Call: "c", Action: Silent, Writes: true, Open: true, Command: redact.Clean("make fmt")}).Append(data)
		} else {
			end.Command, end.Open = redact.Clean("make fmt"), true
		}
		data = end.Append(data)
		at := time.UnixMicro(tt.changed * ms)
		w := &World{Own: ReadAccount(data), Now: time.UnixMicro(2000 * ms), Speaks: func(*Call, string) bool { return true }}
		if got := w.File(File{Path: "/w/a", Written: at, Changed: at, Tracked: true}); got.Kind != tt.want {
			t.Errorf("%s: author %+v, want kind %d", tt.name, got, tt.want)
		}
	}
}

// People save what they work on while a command runs that does not speak of it. What is
// made meanwhile is more often the command's work.
func TestWrittenWhileACallRuns(t *testing.T) {
	const ms = int64(time.Millisecond / time.Microsecond)
	for _, tt := range []struct {
		name   string
		took   int64 // milliseconds
		born   int64 // 0: long before
		speaks bool
		names  bool // all that it writes, and not this file
		want   rule.AuthorKind
	}{
		{"a short one", 1500, 0, false, false, rule.AuthorSession},
		{"a longer one", 5000, 0, false, false, rule.AuthorUnknown},
		{"a longer one that speaks of it", 5000, 0, true, false, rule.AuthorSession},
		{"made while a longer one ran", 5000, 1500, false, false, rule.AuthorSession},
		{"made while a long one ran", 15000, 1500, false, false, rule.AuthorUnknown},
		{"made while a long one ran that speaks of it", 15000, 1500, true, false, rule.AuthorSession},
		{"made while a short one ran that names another file", 1500, 1500, false, true, rule.AuthorUser},
		{"changed while a short one ran that names another file", 1500, 0, false, true, rule.AuthorUser},
	} {
		data := (&Line{Is: Session, At: 1, Session: "s1", Project: "/w"}).Append(nil)
		data = (&Line{Is: Looked, At: 100 * ms, Root: redact.Clean("/w"), Whole: true}).Append(data)
		judged := &Line{Is: Judged, At: 1000 * ms, Call: "c", Action: Silent, Writes: true, Open: !tt.names, Command: redact.Clean("node gen.js")}
		if tt.names {
			judged.Names = []string{NameWhole + "/w/b"}
		}
		data = judged.Append(data)
		data = (&Line{Is: Ended, At: (1000 + tt.took) * ms, Call: "c", Took: tt.took * ms, Outcome: memory.OK.String()}).Append(data)
		at := time.UnixMicro(1800 * ms)
		f := File{Path: "/w/a", Written: at, Changed: at, Tracked: tt.born == 0, Born: time.UnixMicro(tt.born * ms)}
		w := &World{Own: ReadAccount(data), Now: time.UnixMicro(30000 * ms), Speaks: func(*Call, string) bool { return tt.speaks }}
		if got := w.File(f); got.Kind != tt.want {
			t.Errorf("%s: author %+v, want kind %d", tt.name, got, tt.want)
		}
	}
}

// The sum of a file that did not change is carried from look to look.
func TestSumsStay(t *testing.T) {
	first := Line{Is: Looked, At: 1, Root: redact.Clean("/w"), Head: "c1", Dirty: map[string]int64{"a": 1, "b": 1}, Sums: map[string]int64{"a": 7, "b": 8}, Whole: true}
	data := first.Append(nil)
	second := Line{Is: Looked, At: 2, Root: redact.Clean("/w"), Head: "c2", Dirty: map[string]int64{"a": 1, "b": 2}, Whole: true}
	less := second.After(data)
	if less.Sums["a"] != 7 || less.Sums["b"] != 0 {
		t.Errorf("sums %v", less.Sums)
	}
	a := ReadAccount(less.Append(data))
	if s, _ := a.before("/w/a", time.UnixMicro(3)); s.Sum != 7 {
		t.Errorf("state %+v", s)
	}
}

// What the user changes while a call runs that has not ended is the user's where the call runs in
// another project and does not speak of this one; in this one it may be the call's.
func TestRunsElsewhere(t *testing.T) {
	const seconds = int64(time.Second / time.Microsecond)
	for _, tt := range []struct {
		name, cwd, command string
		want               rule.AuthorKind
	}{
		{"in another project", "/x", "./serve.sh", rule.AuthorUser},
		{"in this one", "/w", "./serve.sh", rule.AuthorUnknown},
		{"in a directory of this one", "/w/sub", "./serve.sh", rule.AuthorUnknown},
		{"above it", "/", "./serve.sh", rule.AuthorUnknown},
		{"in another project, and speaks of this one", "/x", "cd ../w && ./serve.sh", rule.AuthorUnknown},
		{"not known where", "", "./serve.sh", rule.AuthorUnknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := (&Line{Is: Session, At: seconds, Session: "s1", Project: "/w"}).Append(nil)
			data = (&Line{Is: Looked, At: 5 * seconds, Root: redact.Clean("/w"), Whole: true}).Append(data)
			data = (&Line{Is: Judged, At: 10 * seconds, Call: "c1", Writes: true, Open: true, Cwd: redact.Clean(tt.cwd), Command: redact.Clean(tt.command)}).Append(data)
			w := &World{
				Own: ReadAccount(data), Now: time.UnixMicro(40 * seconds),
				Speaks: func(c *Call, file string) bool { return HasName(c.Command.String(), file) },
				Root: func(dir string) string {
					for _, root := range []string{"/w", "/x"} {
						if within(dir, root) {
							return root
						}
					}
					return ""
				},
			}
			at := time.UnixMicro(30 * seconds)
			if got := w.File(File{Path: "/w/a", Written: at, Changed: at, Tracked: true}); got.Kind != tt.want {
				t.Errorf("author %+v, want kind %d", got, tt.want)
			}
		})
	}
}
