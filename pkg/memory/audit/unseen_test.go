package audit

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/transcript"
)

// played makes entries of words such as "Bash", "-Bash" for one that was not
// judged, "Bash/sub" for one of a subagent, and "!Bash" for one that was refused.
func played(trail *Trail, session, words string) (list []transcript.Entry) {
	for i, word := range strings.Fields(words) {
		e := transcript.Entry{Time: time.Unix(1_700_000_000+int64(i), 0), Outcome: memory.OK}
		word, missed := strings.CutPrefix(word, "-")
		word, refused := strings.CutPrefix(word, "!")
		if refused {
			e.Outcome = memory.Refused
		}
		tool, sub, _ := strings.Cut(word, "/")
		e.Call = protocol.Call{Commands: []string{"make " + strings.ToLower(word)}, Session: session, ID: session + word + e.Time.String(), RawTool: tool, Subagent: sub, Cwd: "/p", Tool: protocol.Shell}
		if tool == "Edit" {
			e.Call.Tool = protocol.Edit
		}
		if !missed && !refused {
			trail.calls[e.Call.ID] = true
		}
		list = append(list, e)
	}
	return list
}

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name, words string
		want        string
	}{
		{"all were judged", "Bash Edit Bash/sub", ""},
		{"what was refused did not run", "Bash !Bash", ""},
		{"the registration was removed", "Bash Bash -Bash -Bash", "2 Bash no longer called behind make bash"},
		{"one call is missing", "Bash -Bash Bash", "1 Bash did not finish"},
		{"a tool has no hook", "Bash -Edit Bash -Edit", "2 Edit tool"},
		{"a subagent has none", "Bash -Bash/sub Bash -Bash/sub", "2 Bash/sub subagent"},
		{"hooks came later", "-Bash Bash", "1 Bash before the first"},
		{"no hook was called", "-Bash -Edit", "1 Bash never called, 1 Edit never called"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			trail := newTrail()
			list := append(played(trail, "before", "Bash"), played(trail, "s", tt.words)...)
			n := 0
			r := trail.Compare(func() (transcript.Entry, bool) {
				if n == len(list) {
					return transcript.Entry{}, false
				}
				n++
				return list[n-1], true
			}, time.Time{}, nil)
			var got []string
			for _, g := range r.Gaps {
				tool := g.Tool
				if g.Subagent != "" {
					tool += "/" + g.Subagent
				}
				words := []string{string(rune('0' + g.Calls)), tool, string(g.Cause)}
				if g.Behind != "" {
					words = append(words, "behind", g.Behind)
				}
				got = append(got, strings.Join(words, " "))
			}
			if diff := cmp.Diff(tt.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if r.Sessions != 2 {
				t.Errorf("%d sessions, want 2", r.Sessions)
			}
			if unseen := strings.Count(tt.words, "-"); r.Calls-r.Judged != unseen {
				t.Errorf("%d of %d were judged, want %d fewer", r.Judged, r.Calls, unseen)
			}
		})
	}
}

// TestCompareUnregistered: where no call was ever judged ctxhook is not registered.
func TestCompareUnregistered(t *testing.T) {
	trail := newTrail()
	list := played(trail, "s", "-Bash -Bash")
	next := func() (e transcript.Entry, ok bool) {
		if len(list) > 0 {
			e, ok, list = list[0], true, list[1:]
		}
		return e, ok
	}
	if r := trail.Compare(next, time.Time{}, nil); r.Calls != 0 || len(r.Gaps) != 0 {
		t.Errorf("%+v", r)
	}
	list = played(trail, "s", "-Bash -Bash")
	if r := trail.Compare(next, time.Time{}, func(dir string, _ time.Time) bool { return dir == "/p" }); r.Calls != 2 || len(r.Gaps) != 1 || r.Gaps[0].Cause != Never {
		t.Errorf("%+v", r)
	}
}
