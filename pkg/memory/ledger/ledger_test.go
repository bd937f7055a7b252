package ledger

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// A line is the one that encoding/json would write, and is read as it was.
func TestLine(t *testing.T) {
	for _, line := range []Line{
		{Is: Told, At: 3, Key: "k", By: "c-1"},
		{Is: Edits, At: 1, Path: redact.Clean("/w/a \"b\"\n.go"), Since: 2, Sum: 9},
		{Is: Looked, At: 1, Root: redact.Clean("/w"), Head: "c0ffee", Dirty: map[string]int64{"b.go": 2, "a.go": 1, "é": -3}, Whole: true},
		{Is: Looked, Dirty: map[string]int64{"{": 1, "b": 2}, Sums: map[string]int64{"b": 4}, Clean: []string{"c"}},
		{Is: Judged, At: 4, Call: "t", Subagent: "a", Action: Asked, Writes: true, Cwd: redact.Clean("/w"), Command: redact.Clean("make\nx")},
		{Is: Ended, At: 5, Call: "t", Outcome: "ok", Took: 9, Check: "test"},
		{Is: Session, At: 1, Session: "s", Project: "/w", Agent: "claude", Began: 1},
	} {
		want, err := json.Marshal(line)
		if err != nil {
			t.Fatal(err)
		}
		text := line.Append(nil)
		if diff := cmp.Diff("\n"+string(want)+"\n", string(text)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		read, ok := read(text[1:])
		if diff := cmp.Diff(line, read, cmp.Comparer(func(a, b redact.Text) bool { return a == b })); !ok || diff != "" {
			t.Errorf("(-written +read):\n%s", diff)
		}
		if !isOf(text[1:], line.Is) || isOf(text[1:], "x") {
			t.Errorf("kind of %s", text)
		}
	}
}

// FuzzLines: no line is worse than one that is missing.
func FuzzLines(f *testing.F) {
	look := Line{Is: Looked, At: 5, Root: redact.Clean("/w"), Dirty: map[string]int64{"a": 3}, Whole: true}
	f.Add(look.Append(nil))
	f.Add([]byte("{\"is\":\"edit\",\"at\":1,\"path\":\"/w/a\"}\n\xff{\n{\"is\":\"edit\",\"at\":-9223372036854775808,\"path\":\"/w/a\",\"since\":-1}"))
	edit := Line{Is: Edits, At: 7, Call: "e", Path: redact.Clean("/w/b"), Since: 2}
	f.Fuzz(func(t *testing.T, data []byte) {
		a := ReadAccount(data)
		at := time.UnixMicro(10)
		if s, known := a.before("/w/a", at); known && s.At.After(at) {
			t.Errorf("before %v it was %+v", at, s)
		}
		with := ReadAccount(edit.Append(data))
		if s, known := with.before("/w/b", time.UnixMicro(7)); !known || s.At.UnixMicro() != 7 && s.At.UnixMicro() >= 0 && len(with.edits["/w/b"]) == 1 && len(with.looks) == 0 {
			t.Errorf("the line behind %q is lost: %+v", data, s)
		}
	})
}

// A look that follows another says only what differs, and both together say all.
func TestLookAfter(t *testing.T) {
	look := func(at int64, head string, dirty ...string) Line {
		l := Line{Is: Looked, At: at, Root: redact.Clean("/w"), Head: head, Dirty: make(map[string]int64), Whole: true}
		for _, d := range dirty {
			name, changed, _ := strings.Cut(d, " ")
			l.Dirty[name] = int64(len(changed))
		}
		return l
	}
	looks := []Line{
		look(1, "c1", "a 1", "b 1"), look(2, "c1", "a 1", "b 1"), look(3, "c1", "a 11", "b 1", "c 1"), look(4, "c1", "c 1"), look(5, "c1"),
		look(6, "c2", "a 1"), look(7, "c2", "a 1", "b 1"),
	}
	var data []byte
	var sizes []int
	for _, l := range looks {
		less := l.After(data)
		sizes = append(sizes, len(less.Dirty)+len(less.Clean))
		data = less.Append(data)
	}
	if diff := cmp.Diff([]int{2, 0, 2, 2, 1, 1, 1}, sizes); diff != "" {
		t.Errorf("what they say (-want +got):\n%s", diff)
	}
	a := ReadAccount(data)
	for _, l := range looks {
		for _, name := range []string{"a", "b", "c", "never"} {
			s, known := a.before("/w/"+name, time.UnixMicro(l.At))
			if want := l.Dirty[name]; !known || s.Clean() != (want == 0) || want != 0 && s.Changed.UnixMicro() != want {
				t.Errorf("at %d %s: %+v %v, want %d", l.At, name, s, known, want)
			}
		}
	}
	if _, known := a.before("/other/a", time.UnixMicro(9)); known {
		t.Error("a file of another tree is known")
	}
}

// Far from the last whole look, a whole one is written again.
func TestLookFarBehind(t *testing.T) {
	l := Line{Is: Looked, At: 1, Root: redact.Clean("/w"), Dirty: map[string]int64{"a": 1}, Whole: true}
	data := l.Append(nil)
	noise := (&Line{Is: Told, Key: strings.Repeat("k", 1000)}).Append(nil)
	for len(data) < FarBack/2+4000 {
		data = append(data, noise...)
	}
	if less := l.After(data); !less.Whole {
		t.Error("it says only what differs")
	}
	if less := l.After(data[:FarBack/4]); less.Whole {
		t.Error("it says all again")
	}
}

func TestClaims(t *testing.T) {
	line := func(is Kind, at int64, key, by string) *Line { return &Line{Is: is, At: at, Key: key, By: by} }
	var data []byte
	for _, l := range []*Line{
		line(Claimed, 1, "k", "long ago"), line(Claimed, 10, "k", "first"), line(Claimed, 11, "other", "x"), line(Claimed, 12, "k", "second"), line(Answered, 13, "k", "first"), line(Claimed, 14, "k", "third"),
	} {
		data = l.Append(data)
	}
	for by, want := range map[string][]string{"first": nil, "second": {"first"}, "third": {"first", "second"}} {
		list, ok := ClaimsBefore(data, "k", by, time.UnixMicro(5))
		var got []string
		for _, c := range list {
			got = append(got, c.By)
		}
		if diff := cmp.Diff(want, got); diff != "" || !ok || len(list) > 0 && list[0].Answered.IsZero() {
			t.Errorf("before %s (-want +got):\n%s", by, diff)
		}
	}
	if _, ok := ClaimsBefore(data, "k", "fourth", time.Time{}); ok {
		t.Error("a process without a claim has one")
	}
}

// What is kept of an old file says which calls were judged, and whose it is.
func TestOld(t *testing.T) {
	var data []byte
	for _, l := range []*Line{
		{Is: Session, At: 1, Session: "s", Project: "/w"}, {Is: Judged, At: 2, Call: "t1", Action: Silent, Command: redact.Clean("make")}, {Is: Told, At: 3, Key: "k"}, {Is: Ended, At: 4, Call: "t1"},
	} {
		data = l.Append(data)
	}
	owner, ok := Owner(Old(data))
	var calls []string
	Lines(Old(data), func(l *Line) { calls = append(calls, l.Call+" "+l.Command.String()) }, Judged)
	if diff := cmp.Diff([]string{"t1 "}, calls); !ok || owner.Session != "s" || diff != "" {
		t.Errorf("%+v (-want +got):\n%s", owner, diff)
	}
}
