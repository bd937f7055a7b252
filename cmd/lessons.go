package cmd

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// lessonsCommand lists what the runs of agents taught.
type lessonsCommand struct {
	*Env
	listFlags
	state string
}

// anyState selects lessons in every state.
const anyState = "any"

func newLessons(env *Env) *cobra.Command {
	cmd := &lessonsCommand{Env: env}
	c := &cobra.Command{
		Use:   "lessons",
		Short: "List failing checks, fixes and habits",
		Long: `List what ctxhook learned: checks that still fail, fixes and how often they
worked, and which command usually follows which. The list covers this project
or, outside a project, all.

A check is closed when it passes, and retired after three months without a run.
A fix is retired, and no longer shown to agents, when it misled twice or was long
useless. A fix that worked in two projects, and names nothing of theirs, is
offered in all.

What is wrong you can decline: it is not told again, even when it is seen again.
Such a fix, or a habit, is declined when you forget it.

A proposed lesson was learned on another machine of your team. It is told once you
accept it.`,
		Example: `  ctxhook lessons
  ctxhook lessons --all --since 7d
  ctxhook lessons --state closed --json
  ctxhook lessons decline l-7c1m3k9x
  ctxhook lessons accept l-7c1m3k9x`,
		GroupID: groupDay,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	cmd.register(c, "only lessons seen in", "the lessons")
	states := append(memory.LessonStates(), anyState)
	c.Flags().StringVar(&cmd.state, "state", memory.Open.String(), "the state: "+or(states))
	completer{env}.flag(c, "state", states)
	c.AddCommand(newLessonsAccept(env), newLessonsDecline(env), newLessonsClose(env))
	return c
}

func (cmd *lessonsCommand) run() error {
	states, err := cmd.states()
	if err != nil {
		return err
	}
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	filter := report.LessonFilter{States: states, Project: at.project, Since: at.since}
	part, over := -1, 0
	l := list{
		none: func() string {
			if over == 0 {
				return ""
			}
			return fmt.Sprintf("there is no open lesson%s; %s: ctxhook lessons --state any", pick(at.project != "", " of this project", ""), pick(over == 1, "to see the one that is closed", fmt.Sprintf("to see the %d that are closed", over)))
		},
		thing: "lesson", project: at.project, narrowed: cmd.since != "" || cmd.state != memory.Open.String(),
		each: itemsOf(at.storage, func(l *memory.Lesson) *lessonView {
			v := newLessonView(l)
			if is := lessonPart(l); is != part {
				v.heading, v.first, part = lessonParts()[is].heading, part < 0, is
			}
			return v
		}, func(tx *store.Tx) ([]memory.Lesson, error) {
			list, err := report.Lessons(tx, filter)
			if err == nil && len(list) == 0 && cmd.state == memory.Open.String() {
				closed, err := report.Lessons(tx, report.LessonFilter{States: []memory.LessonState{memory.Closed}, Project: at.project, Since: at.since})
				if over = len(closed); err != nil {
					return nil, err
				}
			}
			if !cmd.json {
				order.By(list, func(a, b memory.Lesson) int { return lessonPart(&a) - lessonPart(&b) })
			}
			return list, err
		}),
	}
	return l.print(cmd.Env, cmd.json)
}

// states are those that are asked for.
func (cmd *lessonsCommand) states() (list []memory.LessonState, err error) {
	for s := memory.Open; s <= memory.Offered; s++ {
		if cmd.state == s.String() || cmd.state == anyState {
			list = append(list, s)
		}
	}
	if len(list) == 0 {
		return nil, withHint(fmt.Errorf("there is no state %s", quote(cmd.state)), "one of: "+or(append(memory.LessonStates(), anyState)))
	}
	return list, nil
}

// lessonKind is a kind of lessons: how a list of them is headed, and what they
// are counted as.
type lessonKind struct {
	kind             memory.LessonKind
	heading, counted string
}

// lessonParts are the parts of the list of lessons, the first one first. The
// last holds what is of no other kind.
func lessonParts() []lessonKind {
	return []lessonKind{
		{memory.LessonCheck, "Checks:", "about a check"},
		{memory.LessonFix, "Fixes:", "about a fix"},
		{memory.LessonHabit, "Habits:", "about a habit"},
		{"", "Other:", "about something else"},
	}
}

// lessonPart is the part of the list that a lesson belongs to.
func lessonPart(l *memory.Lesson) int {
	parts := lessonParts()
	if i := slices.IndexFunc(parts, func(p lessonKind) bool { return p.kind == l.Kind }); i >= 0 {
		return i
	}
	return len(parts) - 1
}
