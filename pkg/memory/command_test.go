package memory

import (
	"testing"
	"time"
)

func TestCommandCount(t *testing.T) {
	broken := []Error{{Signature: "s1", Class: "usage"}}
	other := []Error{{Signature: "s2"}}
	tests := []struct {
		name              string
		runs              []Run
		good, bad, streak int
	}{
		{"the same error again", []Run{{Outcome: Failed, Errors: broken}, {Outcome: Masked, Errors: broken}}, 0, 2, 2},
		{"another error", []Run{{Outcome: Failed, Errors: broken}, {Outcome: Failed, Errors: other}}, 0, 2, 1},
		{"errors without a shape are not the same", []Run{{Outcome: Failed}, {Outcome: Failed}}, 0, 2, 1},
		{"it went well since", []Run{{Outcome: Failed, Errors: broken}, {Outcome: OK}}, 1, 1, 0},
		{"what became of it is not known", []Run{{Outcome: Failed, Errors: broken}, {Outcome: TimedOut}, {Outcome: Denied}}, 0, 1, 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c Command
			for i := range tt.runs {
				tt.runs[i].Start = time.Unix(int64(i), 0)
				c.Count(&tt.runs[i])
			}
			if c.Good != tt.good || c.Bad != tt.bad || c.Streak != tt.streak {
				t.Errorf("%d good, %d bad, %d in a row; want %d, %d, %d", c.Good, c.Bad, c.Streak, tt.good, tt.bad, tt.streak)
			}
		})
	}
}

func TestCommandCountLate(t *testing.T) {
	late := Run{ID: "r-late", Outcome: Failed, Start: time.Unix(10, 0)}
	c := Command{Good: 1, Run: "r-later", First: time.Unix(20, 0), Last: time.Unix(20, 0), Worked: time.Unix(20, 0)}
	c.Count(&late)
	if c.Bad != 1 || c.Streak != 0 || c.Run != "r-later" || !c.First.Equal(late.Start) {
		t.Errorf("a run that is learned late made it %+v", c)
	}
}
