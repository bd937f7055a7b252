package cmd

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// origin is a thing that is kept, with what it came from and what rests on
// it. One of the pointers is set.
type origin struct {
	Kind       string          `json:"kind"`
	Run        *runView        `json:"run,omitempty"`
	Lesson     *lessonView     `json:"lesson,omitempty"`
	Preference *preferenceView `json:"preference,omitempty"`
	Decision   *decisionView   `json:"decision,omitempty"`
	Entry      *allowView      `json:"entry,omitempty"`
	Advice     *adviceView     `json:"advice,omitempty"`
	Edit       *editView       `json:"edit,omitempty"`
	Task       *taskView       `json:"task,omitempty"`
	Episode    *episodeView    `json:"episode,omitempty"`
	Snapshot   *momentView     `json:"snapshot,omitempty"`
	From       []link          `json:"from"`
	Rests      []link          `json:"rests"`

	tx   *store.Tx
	view interface{ print(*Env) } // the one that is set
	next string                   // what to type next
}

// link names another thing that is kept, or a rule.
type link struct {
	ID   string `json:"id"`
	What string `json:"what"`
}

func newOrigin(tx *store.Tx) *origin { return &origin{tx: tx, From: []link{}, Rests: []link{}} }

func (o *origin) from(id, what string) {
	if id != "" {
		o.From = append(o.From, link{id, what})
	}
}

func (o *origin) rests(id, what string) { o.Rests = append(o.Rests, link{id, what}) }

func (o *origin) print(e *Env) {
	o.view.print(e)
	for _, list := range []struct {
		name  string
		links []link
	}{{"from", o.From}, {"depends on it", o.Rests}} {
		if len(list.links) == 0 {
			continue
		}
		e.printf("\n%s\n", e.paint(bold, list.name+":"))
		for _, l := range list.links {
			e.printf("  %s  %s\n", display.Plain(l.ID), display.Plain(brief(l.What)))
		}
	}
	if o.next != "" && isTerminal(e.Stdout) {
		e.hint("%s", o.next)
	}
}

// origin finds what the database keeps under an id; nil is nothing.
func (st *storage) origin(tx *store.Tx, id string) (*origin, error) {
	o := newOrigin(tx)
	find := o.edit
	switch idKind(id) {
	case "r":
		find = o.run
	case "l":
		find = func(id string) (bool, error) { return o.lesson(st, id) }
	case "p":
		find = o.preference
	case "d":
		find = func(id string) (bool, error) { return o.decision(st, id) }
	case "v":
		find = o.advice
	case "g":
		find = o.episode
	case "t":
		find = o.task
	}
	if found, err := find(id); err != nil || !found {
		return nil, err
	}
	return o, nil
}

// set says what the thing itself is.
func (o *origin) set(kind string, view interface{ print(*Env) }, next string) {
	o.Kind, o.view, o.next = kind, view, next
}

func (o *origin) run(id string) (bool, error) {
	r, ok, err := o.tx.Run(id)
	if err != nil || !ok {
		return false, err
	}
	o.Run = newRunView(&r)
	o.Run.Context = contextSize(&r, r.Output.Len())
	o.set("run", o.Run, "to see its output: ctxhook history "+id)
	told, err := report.AdviceAfter(o.tx, id)
	if err != nil {
		return true, err
	}
	for i := range told {
		o.rests(told[i].ID, "told the agent: "+told[i].Fix.Text.String())
	}
	episodes, err := report.EpisodesOf(o.tx, id)
	if err != nil {
		return true, err
	}
	for i := range episodes {
		o.rests(episodes[i].ID, newEpisodeView(&episodes[i]).words())
	}
	lessons, err := report.Lessons(o.tx, report.LessonFilter{Project: r.Project})
	if err != nil {
		return true, err
	}
	for i := range lessons {
		if lessons[i].Run == id {
			o.rests(lessons[i].ID, newLessonView(&lessons[i]).words())
		}
	}
	const most = 1000
	heard, err := o.tx.Advice(r.Session, most)
	for i := range heard {
		if heard[i].Followed == id {
			o.from(heard[i].ID, "followed the advice: "+heard[i].Fix.Text.String())
		}
	}
	return true, err
}

// fromRun says which run something came from, as far as it is still kept.
func (o *origin) fromRun(id, what string) error {
	if id == "" {
		return nil
	}
	r, ok, err := o.tx.Run(id)
	if ok {
		v := newRunView(&r)
		o.from(id, what+": "+v.outcomeWords(" ")+", "+firstLine(v.Command))
	} else {
		o.from(id, what+", no longer kept")
	}
	return err
}

func (o *origin) edit(id string) (bool, error) {
	d, ok, err := store.Edits.ByID(o.tx, id)
	if err != nil || !ok {
		return false, err
	}
	o.Edit = newEditView(&d)
	o.set("edit", o.Edit, "")
	here, _ := strings.CutPrefix(d.Path.String(), d.Project+string(filepath.Separator))
	lessons, err := report.Lessons(o.tx, report.LessonFilter{Project: d.Project, Kind: memory.LessonFix})
	for i := range lessons {
		if l := &lessons[i]; l.Session == d.Session && slices.ContainsFunc(l.Recipe(), func(s memory.Step) bool {
			return s.Edit && (s.Text == d.Path || s.Text.String() == here)
		}) {
			o.rests(l.ID, newLessonView(l).words())
		}
	}
	return true, err
}

func (o *origin) advice(id string) (bool, error) {
	a, ok, err := store.Advice.ByID(o.tx, id)
	if err != nil || !ok {
		return false, err
	}
	o.Advice = newAdviceView(&a)
	o.set("advice", o.Advice, "")
	if a.Fix.Lesson != "" {
		o.from(a.Fix.Lesson, "its lesson")
	}
	if err := o.fromRun(a.Run, "told after it"); err != nil || a.Followed == "" {
		return true, err
	}
	r, found, err := o.tx.Run(a.Followed)
	if found {
		v := newRunView(&r)
		o.rests(r.ID, "followed it: "+v.outcomeWords(" ")+", "+firstLine(v.Command))
	}
	return true, err
}

func (o *origin) task(id string) (bool, error) {
	t, ok, err := store.Tasks.ByID(o.tx, id)
	if err != nil || !ok {
		return false, err
	}
	o.Task = newTaskView(&t)
	o.set("task", o.Task, "")
	runs, err := o.tx.TaskRuns(&t)
	for i := len(runs) - 1; i >= 0; i-- {
		o.from(runs[i].ID, newRunView(&runs[i]).words())
	}
	return true, err
}

func (o *origin) decision(st *storage, id string) (bool, error) {
	d, ok, err := store.Decisions.ByID(o.tx, id)
	if err != nil || !ok {
		return false, err
	}
	views, err := decisionViews(st.Places, st.options, []memory.Decision{d})
	if err != nil {
		return true, err
	}
	o.Decision = views[0]
	next := ""
	if o.Decision.allowable() && st.Config.Machine.Allows == "" && !slices.ContainsFunc(d.Rules, func(r string) bool { return st.HeldBy(r) != "" }) {
		next = "to allow it once: ctxhook allow " + id
	}
	o.set("decision", o.Decision, next)
	for _, r := range d.Rules {
		o.from(r, st.ruleWords(r))
		if by := st.HeldBy(r); by != "" {
			o.from(by, "the place where an administrator set it")
		}
	}
	entries, _ := config.AllowEntries(st.Places, time.Now())
	for i := range entries {
		if entries[i].Decision == id {
			o.rests(entries[i].ID, newAllowView(&entries[i]).words(st.Places.Home, time.Now()))
		}
	}
	return true, nil
}

// ruleWords says what a rule is, and how to read it.
func (st *storage) ruleWords(id string) string {
	what := "the rule"
	if pack := st.PackOf(id); pack != "" {
		what += " of " + pack
	}
	return what + "; to read it: ctxhook explain " + id
}

// allowOrigin finds an entry of allow, which is in a file of the user's.
func allowOrigin(st *storage, entries []config.Allow, id string) (*origin, error) {
	i := slices.IndexFunc(entries, func(a config.Allow) bool { return a.ID == id })
	if i < 0 {
		return nil, nil
	}
	a, o := &entries[i], newOrigin(nil)
	o.Entry = newAllowView(a)
	o.set("entry", o.Entry, "to undo: ctxhook allow --revoke "+id)
	o.from(a.Decision, "the decision it allows")
	if a.Rule != "" {
		o.from(a.Rule, st.ruleWords(a.Rule))
	}
	return o, st.look(func(tx *store.Tx) error {
		list, err := report.Decisions(tx, report.DecisionFilter{Since: a.Created})
		for k := range list {
			if slices.Contains(list[k].AllowedBy, id) {
				o.rests(list[k].ID, "allowed: "+firstLine(list[k].Command.String()))
			}
		}
		return err
	})
}
