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
		return &Line{Is: Ended, At: at * seconds, Command: redact.Clean(command), Open: true, Took: seconds, Outcome: memory.OK.String()}
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
		{"the session's own", []*Line{look(10, 0, 0), ran(15, "make gen"), look(20, 15, 7)}, []*Line{ran(30, "make fmt")}, 30, 7, rule.AuthorSession},
		{"of both, and as it was before the last", []*Line{look(10, 5, 7), ran(15, "make fmt"), look(20, 15, 8)}, []*Line{ran(30, "make fmt")}, 30, 8, rule.AuthorUser},
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
	if s, _ := a.Before("/w/a", time.UnixMicro(3)); s.Sum != 7 {
		t.Errorf("state %+v", s)
	}
}
