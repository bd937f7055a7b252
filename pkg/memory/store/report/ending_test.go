package report

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

func TestEndings(t *testing.T) {
	const reset = "git reset --hard"
	decided := func(action string, after int) memory.Decision {
		return memory.Decision{
			ID: fmt.Sprintf("d-%d", after), Time: noon.Add(time.Duration(after) * time.Second), Session: "s", Project: "/p",
			Action: action, Command: redact.Clean(reset), Hash: "h",
		}
	}
	ran := func(o memory.Outcome, after int) memory.Run {
		return memory.Run{
			ID: fmt.Sprintf("r-%d", after), Start: noon.Add(time.Duration(after) * time.Second), Session: "s", Project: "/p",
			Command: redact.Clean(reset), Outcome: o,
		}
	}
	allowed := decided(memory.Allowed, 40)
	allowed.AllowedBy = []string{"a-1"}
	other := ran(memory.OK, 5)
	other.Session = "t"
	tests := []struct {
		name      string
		decisions []memory.Decision
		runs      []memory.Run
		want      map[string]string
		waiting   []memory.Run // in the spool
	}{
		{"accepted", []memory.Decision{decided("ask", 10)}, []memory.Run{ran(memory.Failed, 30)}, map[string]string{"d-10": "accepted r-30"}, nil},
		{"refused, as the transcript has it", []memory.Decision{decided("ask", 10)}, []memory.Run{ran(memory.Refused, 9)}, map[string]string{"d-10": "refused r-9"}, nil},
		{"refused, then accepted", []memory.Decision{decided("ask", 10), decided("ask", 30)}, []memory.Run{ran(memory.Refused, 9), ran(memory.OK, 33)},
			map[string]string{"d-10": "refused r-9", "d-30": "accepted r-33"}, nil},
		{"denied", []memory.Decision{decided("block", 10)}, []memory.Run{ran(memory.Denied, 9)}, map[string]string{"d-10": "denied r-9"}, nil},
		{"denied, then repeated", []memory.Decision{decided("block", 10)}, []memory.Run{ran(memory.Denied, 9), ran(memory.OK, 41)}, map[string]string{"d-10": "repeated r-41"}, nil},
		{"denied twice", []memory.Decision{decided("block", 10), decided("block", 20)}, []memory.Run{ran(memory.Denied, 9), ran(memory.Denied, 19)}, map[string]string{"d-10": "denied r-9", "d-20": "denied r-19"}, nil},
		{"warned", []memory.Decision{decided("warn", 10)}, []memory.Run{ran(memory.OK, 10)}, map[string]string{"d-10": "ran r-10"}, nil},
		{"no event", []memory.Decision{decided("ask", 10)}, nil, map[string]string{}, nil},
		{"another session", []memory.Decision{decided("ask", 1)}, []memory.Run{other}, map[string]string{}, nil},
		{"before the decision", []memory.Decision{decided("ask", 10)}, []memory.Run{ran(memory.OK, 1)}, map[string]string{}, nil},
		{"let through", []memory.Decision{decided("block", 10), allowed}, []memory.Run{ran(memory.Denied, 9), ran(memory.OK, 41)},
			map[string]string{"d-10": "let through r-41 [a-1]", "d-40": "ran r-41"}, nil},
		{"let through, and blocked again at once", []memory.Decision{decided("block", 10), allowed, decided("block", 42)}, []memory.Run{ran(memory.OK, 41)},
			map[string]string{"d-10": "let through r-41 [a-1]", "d-40": "ran r-41"}, nil},
		{"accepted, and asked again at once", []memory.Decision{decided("ask", 10), decided("ask", 12)}, []memory.Run{ran(memory.OK, 11)},
			map[string]string{"d-10": "accepted r-11"}, nil},
		{"refused, which waits, then accepted", []memory.Decision{decided("ask", 10), decided("ask", 30)}, []memory.Run{ran(memory.OK, 33)},
			map[string]string{"d-10": "refused r-9", "d-30": "accepted r-33"}, []memory.Run{ran(memory.Refused, 9)}},
		{"paused", []memory.Decision{decided("block", 10), decided(memory.Paused, 20)}, nil, map[string]string{"d-10": "let through"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, at := freshAt(t)
			spool := t.TempDir()
			for i := range tt.waiting {
				if _, err := store.Spool(spool, store.Entry{Run: &tt.waiting[i]}); err != nil {
					t.Fatal(err)
				}
			}
			for i := range tt.decisions {
				spooled(t, spool, tt.decisions[i])
			}
			update(t, s, func(tx *store.Tx) error {
				for i := range tt.runs {
					if _, err := tx.AddRun(&tt.runs[i]); err != nil {
						return err
					}
				}
				return nil
			})
			ends, err := Endings(at, spool, tt.decisions, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := make(map[string]string)
			for id, e := range ends {
				got[id] = e.How
				if e.Run != nil {
					got[id] += " " + e.Run.ID
				}
				if len(e.By) > 0 {
					got[id] += fmt.Sprint(" ", e.By)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
