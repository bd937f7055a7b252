package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
)

// front is the page that ctxhook alone prints: whether this directory is guarded, what
// happened today, what can be undone, what waits for an answer, and what to type next.
type front struct {
	*Env
	st   *storage
	now  time.Time
	next []string // commands to type, with what they do
}

// frontPage prints the page. What cannot be found out is said, and the rest printed.
func (e *Env) frontPage() error {
	st, err := e.storage()
	if err != nil {
		return err
	}
	f := &front{Env: e, st: st, now: time.Now()}
	f.guarded()
	f.today()
	f.kept()
	f.waiting()
	f.suggest("ctxhook help", "list all commands")
	f.printf("\n")
	for i, line := range f.next {
		f.printField(pick(i == 0, "next", ""), line)
	}
	return nil
}

func (f *front) suggest(command, does string) {
	f.next = append(f.next, fmt.Sprintf("%-34s %s", command, does))
}

// guarded says which agents call ctxhook here, and by which settings.
func (f *front) guarded() {
	if until, ok := f.st.Config.Paused(f.st.Places, f.now); ok {
		f.printf("%s until %s: commands run unchecked\n", f.paint(yellow, "paused"), until.Local().Format("15:04"))
		f.suggest("ctxhook resume", "guard again")
		return
	}
	s, err := f.agentSettings()
	if err != nil {
		f.printf("%s: %v\n", f.paint(yellow, "not known whether an agent is guarded"), err)
		f.suggest("ctxhook doctor", "check the installation")
		return
	}
	var by, astray []string
	for _, client := range install.Clients() {
		var scopes []string
		bad, good := s.For(client).Astray()
		for _, scope := range good {
			scopes = append(scopes, scope.String())
		}
		for _, a := range bad {
			astray = append(astray, a.Says)
		}
		if len(scopes) > 0 {
			by = append(by, client.Title+" (by the "+strings.Join(scopes, " and ")+" settings)")
		}
	}
	where := "here"
	if f.st.Project != "" {
		where = "in " + f.tilde(f.st.Project)
	}
	if len(by) == 0 && len(astray) > 0 {
		f.printf("%s %s: %s\n", f.paint(red, "not guarded"), display.Plain(where), strings.Join(astray, "; "))
		f.suggest("ctxhook doctor", "say what to do about it")
		return
	}
	if len(by) == 0 {
		f.printf("%s: no settings %s call ctxhook\n", f.paint(yellow, "not guarded"), display.Plain(where))
		f.suggest("ctxhook init", "guard Claude Code in this project; --user in all, --agent NAME another agent")
		return
	}
	f.printf("%s %s: %s\n", f.paint(green, "guarded"), display.Plain(where), strings.Join(by, ", "))
	for _, says := range astray {
		f.printf("  %s: %s\n", f.paint(red, "but"), says)
	}
	f.suggest("ctxhook doctor", "prove it: call the hooks as the agent does")
}

// today lists what was stopped today and how each ended, the latest first.
func (f *front) today() {
	const most = 5
	ws := workspace{env: f.Env, places: f.st.Places, project: f.st.Project}
	year, month, day := f.now.Date()
	rows, err := ws.decisions(report.DecisionFilter{Project: f.st.Project, Since: time.Date(year, month, day, 0, 0, 0, 0, f.now.Location())})
	stopped := rows[:0:0]
	for _, v := range rows {
		if v.stopped() {
			stopped = append(stopped, v)
		}
	}
	switch {
	case err != nil && len(stopped) == 0:
		f.printf("stopped today: not known (%v)\n", err)
		return
	case len(stopped) == 0:
		f.printf("stopped today: nothing\n")
		return
	}
	f.printf("stopped today: %s\n", stoppedWords(stopped))
	for _, v := range stopped[:min(len(stopped), most)] {
		end := ""
		if words := v.endWords(); words != "" {
			end = " -> " + words
		}
		f.printf("  %s  %s  %s  %s%s\n", v.Time.Local().Format("15:04"), display.Plain(v.ID), f.paint(v.color(), fmt.Sprintf("%-7s", v.Action)),
			display.Plain(brief(v.Command)), display.Plain(end))
	}
	f.suggest("ctxhook log", "what was stopped and warned of, and why")
	for _, v := range stillStopped(stopped) {
		if v.mayBeWanted() {
			f.suggest("ctxhook allow "+display.Plain(v.ID), "let that one through once")
			break
		}
	}
}

// stoppedWords count what was stopped, what the user was asked about, and how much of that ran.
func stoppedWords(stopped []*decisionView) string {
	blocked, once, asked, ran := 0, 0, 0, 0
	for _, v := range stopped {
		switch v.Action {
		case policy.Block.String():
			blocked++
		case memory.Stopped:
			once++
		default:
			asked++
			if v.Ended != nil && v.Ended.ran() {
				ran++
			}
		}
	}
	var parts []string
	for _, p := range [...]struct {
		n    int
		what string
	}{{blocked, "blocked"}, {once, "stopped once"}, {asked, "asked about"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	words := strings.Join(parts, ", ")
	if ran > 0 {
		words += fmt.Sprintf(" (%d of these ran)", ran)
	}
	return words
}

// mayBeWanted reports whether a user may sensibly want a command that was stopped: not what
// is critical or about the guard itself, and not what they refused.
func (v *decisionView) mayBeWanted() bool {
	return v.Risk != policy.Critical.String() && (v.Ended == nil || v.Ended.How != memory.Declined) &&
		!slices.ContainsFunc(v.Rules, func(id string) bool { return strings.HasPrefix(id, "guard/") })
}

// kept says what is kept for undo.
func (f *front) kept() {
	here, err := f.st.snapshotsHere()
	if err != nil {
		return // outside of a project nothing is kept for it
	}
	list, err := here.Moments()
	switch {
	case err != nil:
		f.printf("kept for undo: not known (%v)\n", err)
	case len(list) == 0:
		f.printf("kept for undo: nothing yet\n")
	default:
		f.printf("kept for undo: %s, the last %s %s\n", display.Counted(len(list), "snapshot"), minute(list[0].Time), display.Plain(momentWords(&list[0])))
		f.suggest("ctxhook undo --diff", "show what an undo would change")
	}
}

// waiting lists what waits for the user besides what was stopped today, which stands
// above.
func (f *front) waiting() {
	const most = 5
	if f.st.Project == "" {
		return
	}
	w := waiting{st: f.st, project: f.st.Project}
	if err := f.st.look(w.learned); err != nil {
		f.printf("waits for you: not known (%v)\n", err)
		return
	}
	list := w.sorted()
	if len(list) == 0 {
		return
	}
	f.printf("waits for you: %d\n", len(list))
	for _, x := range list[:min(len(list), most)] {
		f.printf("  %-6s  %s\n          %s\n", x.Deed, display.Plain(brief(x.What)), f.paint(dim, display.Plain(x.Command)+"  (or: "+display.Plain(x.Or)+")"))
	}
	if len(list) > most {
		f.suggest("ctxhook report --html report.html", "all that waits, and all that happened")
	}
}
