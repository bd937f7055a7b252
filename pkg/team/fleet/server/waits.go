package server

import (
	"cmp"
	"context"
	"fmt"

	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// A check waits for a fix from this number of failures on; so many are shown.
const (
	failingMost  = 5
	failingTimes = 10
)

// readWaits gathers what waits for a lead, after the rest of the page was read: what to
// confirm, rules that are overruled again and again, checks that fail more often than
// they pass, and machines that fell silent.
func (s *Server) readWaits(ctx context.Context, p *webpage.Page) error {
	add := func(deed, what, why, command, or string) {
		p.Waits = append(p.Waits, webpage.Wait{Deed: deed, What: what, Why: why, Command: command, Or: or})
	}
	candidates, err := s.Candidates(ctx)
	if err != nil {
		return err
	}
	for _, c := range candidates {
		why := "a user of " + c.Machine + " wants it"
		if c.Kind == "lesson" {
			why = fmt.Sprintf("worked %d of %d times on %s: %s", c.Worked, c.Tried, c.Machine, c.What)
		}
		add(webpage.Accept, c.Text, why, "ctxhook-fleet confirm "+c.Machine+"/"+c.ID, "")
	}
	for i := range p.Rules {
		if r := &p.Rules[i]; r.Often() {
			add(webpage.Allow, r.ID, fmt.Sprintf("users overruled it %d of %d times", r.Overruled, r.Stopped), "ctxhook allow "+r.ID+" --for 7d", "ctxhook explain "+r.ID)
		}
	}
	for _, c := range p.Failing[:min(len(p.Failing), failingMost)] {
		if c.Failed >= failingTimes && 2*c.Failed > c.Runs {
			add(webpage.Fix, c.Template, fmt.Sprintf("failed %d of %d times", c.Failed, c.Runs), "ctxhook lessons", "ctxhook history --failed")
		}
	}
	silent, err := s.silent(ctx)
	for _, m := range silent {
		pushed := "never pushed"
		if m.Pushed != nil {
			pushed = "pushed last on " + m.Pushed.Local().Format("2006-01-02 15:04")
		}
		add(webpage.Fix, cmp.Or(m.Machine, m.Host), pushed+"; on it, see why, or end its account", "ctxhook-fleet status", "ctxhook-fleet revoke "+m.Machine)
	}
	return err
}
