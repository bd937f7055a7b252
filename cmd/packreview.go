package cmd

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/packs"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/memory/replay"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// triedCommands is how many commands of the history a change of packs is tried on.
const triedCommands = 2000

// packReview is what a user looks at before a pack holds.
type packReview struct {
	env     *Env
	ws      *workspace
	list    []packs.Pack // that hold now
	old     *packs.Pack  // the pack as it is; nil: it is new
	next    packs.Pack
	fetched *packs.Fetched
	checked checkedPack
}

// packReviewView shows what a pack changes.
type packReviewView struct {
	Name    string        `json:"name"`
	Source  string        `json:"source"`
	From    *packVersion  `json:"from,omitempty"`
	To      packVersion   `json:"to"`
	Added   []ruleBrief   `json:"added"`
	Changed []ruleBrief   `json:"changed"`
	Removed []string      `json:"removed"`
	History *replay.Trial `json:"history,omitempty"`
	Applied bool          `json:"applied"`
}

type packVersion struct {
	Commit string `json:"commit,omitempty"`
	SHA256 string `json:"sha256"`
}

type ruleBrief struct {
	ID      string   `json:"id"`
	Risk    string   `json:"risk"`
	Was     string   `json:"was,omitempty"` // its risk before
	Title   string   `json:"title"`
	Say     string   `json:"say,omitempty"`
	Why     string   `json:"why"`
	Advice  string   `json:"mitigation,omitempty"`
	Instead []string `json:"instead,omitempty"`
}

// before returns the files of the pack as it is; nil if it is new, or if they are
// not those that the user accepted.
func (r *packReview) before() (rulefile.Bundle, error) {
	if r.old == nil {
		return nil, nil
	}
	return r.old.Stored(r.ws.places)
}

// trial holds the rules against the latest commands in the history.
func (r *packReview) trial() (*replay.Trial, error) {
	st, err := r.env.storage()
	if err != nil {
		return nil, err
	}
	then := []rulefile.Dir{{Pack: r.next.Name, Bundle: r.fetched.Bundle}}
	for i := range r.list {
		if r.list[i].Name != r.next.Name {
			then = append(then, r.list[i].Dir(r.ws.places))
		}
	}
	t := replay.NewTrial(judge.Options{Getenv: r.env.Getenv}, then)
	return t, st.look(func(tx *store.Tx) error {
		runs, err := report.Runs(tx, report.RunFilter{Limit: triedCommands})
		tell := newMeter(r.env, "commands")
		for i := range runs {
			t.Add(&runs[i])
			tell(i)
		}
		return err
	})
}

// view compares the rules with those before.
func (r *packReview) view(before rulefile.Bundle, trial *replay.Trial) *packReviewView {
	v := &packReviewView{
		Name: r.next.Name, Source: r.next.Source, To: packVersion{r.next.Commit, r.next.SHA256}, History: trial,
		Added: []ruleBrief{}, Changed: []ruleBrief{}, Removed: []string{},
	}
	if r.old != nil {
		v.From = &packVersion{r.old.Commit, r.old.SHA256}
	}
	if trial == nil {
		return v
	}
	had, _ := before.Rules(r.next.Name, func(name string) string { return name }) // what is broken did not hold
	for _, now := range r.checked.rules {
		b := ruleBrief{ID: now.ID, Risk: now.Risk.String(), Title: now.Title, Say: now.Say, Why: now.Why, Advice: now.Mitigation, Instead: commandsOf(now.Instead)}
		file := rulefile.RuleFile(now.ID)
		i := slices.IndexFunc(had, func(o *rule.Rule) bool { return o.ID == now.ID })
		switch {
		case i < 0:
			v.Added = append(v.Added, b)
		case !bytes.Equal(before.File(file), r.fetched.Bundle.File(file)):
			b.Was = had[i].Risk.String()
			v.Changed = append(v.Changed, b)
		}
	}
	for _, old := range had {
		if !slices.ContainsFunc(r.checked.rules, func(o *rule.Rule) bool { return o.ID == old.ID }) {
			v.Removed = append(v.Removed, old.ID)
		}
	}
	return v
}

// loosens reports whether a pack may stop less than before.
func (v *packReviewView) loosens() bool { return len(v.Changed)+len(v.Removed) > 0 }

// print shows the rules that change, and what that would have changed. broken says
// why before cannot be read.
func (r *packReview) print(v *packReviewView, before rulefile.Bundle, broken error) {
	e, about := r.env, r.checked.about
	e.printf("%s, from %s\n", e.paint(bold, r.next.Label()), display.Plain(e.tilde(r.next.Source)))
	if about.Description != "" {
		e.printf("%s\n", display.Plain(about.Description))
	}
	if broken != nil {
		e.warnf("pack %s: %v; all of its rules are shown", r.next.Name, broken)
	}
	for _, b := range v.Added { // all that a model may be told
		e.printf("%s %s  %s  %s\n", e.paint(green, "+"), b.ID, e.paint(riskColor(b.Risk), b.Risk), display.Plain(b.Title))
		e.printField("say", b.Say)
		e.printField("why", wrap(b.Why)...)
		e.printField("advice", wrap(b.Advice)...)
		e.printField("instead", withBlanks(b.Instead, "")...)
	}
	for _, id := range v.Removed {
		e.printf("%s %s\n", e.paint(red, "-"), id)
	}
	for _, b := range v.Changed {
		file := rulefile.RuleFile(b.ID)
		e.printDiff(b.ID, before.File(file), r.fetched.Bundle.File(file))
	}
	e.printTrial(v.History)
}

// printTrial says what rules would have changed for the commands of the history.
func (e *Env) printTrial(t *replay.Trial) {
	if t.Commands == 0 {
		e.printf("no command is recorded yet that the rules could be tried on\n")
		return
	}
	last := "your last " + display.Counted(t.Commands, "command")
	if t.Stopped+t.Freed+t.Warned == 0 {
		e.printf("would have changed nothing for %s\n", last)
		return
	}
	var parts []string
	for _, p := range []struct {
		n    int
		what string
	}{{t.Stopped, "have stopped %d"}, {t.Warned, "have warned about %d"}, {t.Freed, "no longer have stopped %d"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf(p.what, p.n))
		}
	}
	e.printf("would %s of %s\n", strings.Join(parts, ", and "), last)
	const kinds, each = 10, 3
	var told []string
	for _, c := range t.Changes {
		kind := trialKind(&c)
		if slices.Contains(told, kind) {
			continue
		}
		if told = append(told, kind); len(told) > kinds {
			e.printf("  and others, which --json lists\n")
			break
		}
		of := slices.DeleteFunc(slices.Clone(t.Changes), func(o replay.TrialChange) bool { return trialKind(&o) != kind })
		times := 0
		for _, o := range of {
			times += o.Times
		}
		e.printf("  %s -> %s  %s  %s\n", e.paint(actionColor(c.Before), c.Before), e.paint(actionColor(c.After), c.After), strings.Join(c.Rules, " "), display.Counted(times, "time"))
		for _, o := range of[:min(len(of), each)] {
			e.printIndented(brief(o.Command))
		}
		if n := len(of) - each; n > 0 {
			e.printf("    %s\n", e.paint(dim, fmt.Sprintf("and %d more", n)))
		}
	}
}

// trialKind names changes that are shown together.
func trialKind(c *replay.TrialChange) string {
	return c.Before + " " + c.After + " " + strings.Join(c.Rules, " ")
}
