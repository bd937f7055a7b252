package webpage

import (
	"slices"
	"strings"
	"time"
)

func upper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// The room for the rows of tables, in bytes.
const (
	roomLarge = 180 << 10
	roomSmall = 90 << 10
)

func (m *markup) overview(p *Page) {
	t := &p.Totals
	red := 0
	for i := range p.Checks {
		if p.Checks[i].red() {
			red++
		}
	}
	overruled := 0
	for i := range p.Endings {
		overruled += p.Endings[i].Overruled
	}
	m.open("dl", "class", "figures")
	m.figure("commands", grouped(t.Commands), counted(t.Lanes, p.Who.One, p.Who.Many)+also(t.Took > 0, ", "+lasting(t.Took)+" together"))
	m.figure("failed", percent(t.Failed, t.Commands-t.Never), counted(t.Failed, "command", "commands")+also(t.Never > 0, " of "+grouped(t.Commands-t.Never)+" that ran"))
	m.figure("stopped, asked or warned", grouped(t.Decisions), grouped(overruled)+" overruled")
	if !slices.Contains(p.Without, "checks") {
		m.figure("checks failing now", grouped(red), "of "+grouped(len(p.Checks))+" that failed in this time")
	}
	m.figure("times a fix helped", grouped(p.Advice.Worked), "of "+counted(p.Advice.Followed, "fix", "fixes")+" that an agent followed")
	m.close("dl")
	by, bars := p.fold()
	m.chart(&chart{
		id: "runs", title: "Commands and failures over time", by: by, bars: bars,
		desc: "Bars of commands in " + by.name + ", those that failed below.",
		series: []series{
			{"failed", "bad", func(h *Hour) int { return h.Failed }},
			{"other commands", "calm", func(h *Hour) int { return h.Runs - h.Failed }},
		},
	})
	outcomes := table{
		id: "outcomes", caption: "Outcomes of commands", thing: "outcomes", room: roomSmall,
		columns: []column{{"Outcome", words, ""}, {"Commands", num, "descending"}, {"Share", num, ""}, {"", plot, ""}},
	}
	for _, c := range p.Outcomes {
		outcomes.rows = append(outcomes.rows, []cell{
			status(c.Name), number(c.N), share(c.N, t.Commands), {parts: parts(t.Commands, of(c.N, strings.Replace(tone(c.Name), "good", "calm", 1))), order: int64(c.N)},
		})
	}
	m.table(&outcomes)
}

// also returns a text if a condition holds.
func also(is bool, s string) string {
	if !is {
		return ""
	}
	return s
}

// figure writes one of the large numbers.
func (m *markup) figure(name, value, note string) {
	m.WriteString("<div>")
	m.leaf("dt", name)
	m.leaf("dd", value, "class", "value")
	m.leaf("dd", note)
	m.WriteString("</div>\n")
}

func (m *markup) guard(p *Page) {
	if p.Totals.Decisions == 0 {
		m.lede(p, "", "No command was stopped, asked about or warned of in this time.")
		return
	}
	m.lede(p, "guard", "What ctxhook said about commands before they ran, and how it ended. You overruled it where you accepted a command, or let it through later.")
	by, bars := p.fold()
	m.chart(&chart{
		id: "decisions", title: "Stopped, asked and warned over time", by: by, bars: bars,
		desc:   "Bars of warnings, questions and blocks in " + by.name + ".",
		series: []series{{"stopped, asked or warned", "care", func(h *Hour) int { return h.Decisions }}},
	})
	endings := table{
		id: "endings", caption: "How it ended", thing: "actions", room: roomSmall,
		columns: []column{{"Action", words, ""}, {"Times", num, "descending"}, {"Did not run", num, ""}, {"Overruled", num, ""}, {"Ran", num, ""}, {"Not known", num, ""}, {"", plot, ""}},
	}
	most := 0
	for i := range p.Endings {
		most = max(most, p.Endings[i].N)
	}
	for i := range p.Endings {
		e := &p.Endings[i]
		endings.rows = append(endings.rows, []cell{
			status(e.Action), number(e.N), number(e.NotRun), number(e.Overruled), number(e.Ran), number(e.Unknown()),
			{parts: parts(most, of(e.NotRun, "good"), of(e.Overruled, "bad"), of(e.Ran, "care"), of(e.Unknown(), "still")), order: int64(e.N)},
		})
	}
	m.table(&endings)
	m.WriteString(`<p class="legend" aria-hidden="true"><span class="mark good">did not run</span><span class="mark bad">overruled</span>` +
		`<span class="mark care">ran</span><span class="mark still">not known</span></p>` + "\n")
	rules := table{
		id: "rules", caption: "Rules", thing: "rules", room: roomSmall, more: p.More["rules"],
		columns: []column{{"Rule", words, ""}, {"Times", num, "descending"}, {"Stopped or asked", num, ""}, {"Overruled", num, ""}, {"Share", num, ""}, {"Last", when, ""}},
	}
	for i := range p.Rules {
		r := &p.Rules[i]
		rules.rows = append(rules.rows, []cell{text(r.ID), number(r.N), number(r.Stopped), number(r.Overruled), share(r.Overruled, r.Stopped), moment(r.Last)})
	}
	m.table(&rules)
	all := 0
	for i := range p.Endings {
		all += p.Endings[i].N
	}
	log := table{
		id: "log", caption: "Latest decisions", thing: "decisions", room: roomLarge, all: all, more: p.More["log"],
		columns: []column{{"Command", code, ""}, {"Action", words, ""}, {"Why", words, ""}, {"Ended", words, ""}, {"When", when, "descending"}},
	}
	for i := range p.Decisions {
		d := &p.Decisions[i]
		why := text(strings.Join(d.Rules, ", "))
		why.note = d.Message
		action := status(d.Action)
		action.note = d.Risk
		log.rows = append(log.rows, []cell{
			{text: d.Command, note: d.Where}, action, why, {text: d.Ended, id: d.ID}, moment(d.Time),
		})
	}
	m.table(&log)
}

// red reports whether a check still fails.
func (c *Check) red() bool {
	return len(c.Spells) > 0 && c.Spells[len(c.Spells)-1].Until.IsZero()
}

func (m *markup) checks(p *Page) {
	if len(p.Checks) == 0 {
		m.lede(p, "", "No test, linter or build is known to have failed and passed again in this time.")
		return
	}
	first := p.Made
	for i := range p.Checks {
		for _, s := range p.Checks[i].Spells {
			if at := s.start(); at.Before(first) {
				first = at
			}
		}
	}
	if !p.Since.IsZero() && first.Before(p.Since) {
		first = p.Since
	}
	m.lede(p, "checks", "Each line shows when a check failed, from "+minute(first)+" on the left to "+minute(p.Made)+" on the right.")
	t := table{
		id: "spells", alone: true, caption: "Checks that failed", thing: "checks", room: roomSmall * 2, more: p.More["spells"],
		columns: []column{{"Check", code, ""}, {"Now", words, ""}, {"Red spells", plot, ""}, {"Times", num, ""}, {"Red for", num, ""}, {"Longest", num, ""}, {"Red last", when, ""}},
	}
	for i := range p.Checks {
		c := &p.Checks[i]
		now := "passed"
		if c.red() {
			now = "failing"
		}
		var total, longest time.Duration
		for _, s := range c.Spells {
			took := s.took(p.Made)
			total += took
			longest = max(longest, took)
		}
		last := c.Spells[len(c.Spells)-1]
		until := moment(last.Until)
		if last.Until.IsZero() {
			until = cell{text: "now", order: p.Made.Unix()}
		}
		t.rows = append(t.rows, []cell{
			{text: c.Name, note: c.Where}, status(now),
			{parts: c.parts(first, p.Made), label: c.words(), order: int64(total / time.Second)},
			number(len(c.Spells)), span(total), span(longest), until,
		})
	}
	m.table(&t)
}

// start is when a spell began, or at least when it was on.
func (s *Spell) start() time.Time {
	if s.From.IsZero() {
		return s.Until
	}
	return s.From
}

// took is how long a spell lasted, as far as that is known.
func (s *Spell) took(now time.Time) time.Duration {
	switch {
	case s.From.IsZero():
		return 0
	case s.Until.IsZero():
		return now.Sub(s.From)
	}
	return s.Until.Sub(s.From)
}

// parts are the spells of a check on a line from one time to another.
func (c *Check) parts(first, last time.Time) []part {
	whole := max(1, last.Sub(first))
	place := func(t time.Time) int { return min(1000, max(0, int(1000*t.Sub(first)/whole))) }
	var out []part
	for _, s := range c.Spells {
		if s.start().IsZero() || !s.Until.IsZero() && s.Until.Before(first) {
			continue
		}
		from, to := place(s.start()), 1000
		if !s.Until.IsZero() {
			to = place(s.Until)
		}
		from = min(from, 994)
		out = append(out, part{"bad", from, max(to, from+6)}) // it is seen, however short it was
	}
	return out
}

// words says when a check failed.
func (c *Check) words() string {
	const most = 5
	var list []string
	for _, s := range c.Spells[max(0, len(c.Spells)-most):] {
		until := "now"
		if !s.Until.IsZero() {
			until = minute(s.Until)
		}
		from := "a time that is not known"
		if !s.From.IsZero() {
			from = minute(s.From)
		}
		list = append(list, from+" until "+until)
	}
	return "failed from " + strings.Join(list, ", from ")
}

func (m *markup) lessons(p *Page) {
	a := &p.Advice
	if len(p.Lessons) == 0 && a.Given == 0 {
		m.lede(p, "", "Nothing was learned yet. A lesson is a fix that worked, a check that fails, or what usually follows a command.")
		return
	}
	m.lede(p, "lessons", "Agents were told "+counted(a.Given, "fix", "fixes")+": "+grouped(a.Followed)+" followed, "+grouped(a.Worked)+
		" worked, "+grouped(a.Misled)+" misled, "+grouped(a.Ignored)+" ignored. Below, what the advice rests on, with what came of each lesson in this time.")
	t := table{
		id: "learned", alone: true, caption: "What was learned", thing: "lessons", room: roomLarge, more: p.More["learned"],
		columns: []column{{"Lesson", code, ""}, {"Kind", words, ""}, {"State", words, ""}, {"Seen", words, ""}, {"Told", num, ""}, {"Followed", num, ""}, {"Helped", num, ""}, {"Last", when, "descending"}},
	}
	for i := range p.Lessons {
		l := &p.Lessons[i]
		what := cell{text: l.What, note: l.Where}
		if l.Remedy != "" {
			what.text, what.note = l.Remedy, l.What
		}
		t.rows = append(t.rows, []cell{
			what, {text: l.Kind, id: l.ID}, status(l.State), text(l.Seen), number(l.Told), number(l.Followed), number(l.Helped), moment(l.Last),
		})
	}
	m.table(&t)
}

func (m *markup) preferences(p *Page) {
	if len(p.Preferences) == 0 {
		m.open("p", "class", "lede")
		m.text("ctxhook knows nothing of what you want of commands. To tell it: ")
		m.leaf("code", "ctxhook remember 'use uv, not pip'")
		m.close("p")
		return
	}
	m.lede(p, "preferences", "What you want of commands, in your words. Only active ones are told to agents or enforced.")
	t := table{
		id: "wanted", alone: true, caption: "Preferences", thing: "preferences", room: roomSmall, more: p.More["wanted"],
		columns: []column{{"Preference", words, ""}, {"State", words, ""}, {"Where", words, ""}, {"Sure", num, ""}, {"Last seen", when, ""}},
	}
	for i := range p.Preferences {
		w := &p.Preferences[i]
		t.rows = append(t.rows, []cell{
			{text: w.Words, note: w.Does}, status(w.State), text(w.Where), share(int(1000*w.Sure+0.5), 1000), moment(w.Last),
		})
	}
	m.table(&t)
}

func (m *markup) commands(p *Page) {
	switch {
	case len(p.Failing) == 0 && p.Totals.Failed > 0:
		m.lede(p, "", counted(p.Totals.Failed, "command", "commands")+" failed. Which ones is not known here. Where they ran: ctxhook history --failed")
		return
	case len(p.Failing) == 0:
		m.lede(p, "", "No command failed in this time.")
		return
	}
	m.lede(p, "commands", "Commands without their particulars, those that failed most often first.")
	t := table{
		id: "failing", alone: true, caption: "Commands that failed", thing: "commands", room: roomSmall, more: p.More["failing"],
		columns: []column{{"Command", code, ""}, {"Failed", num, "descending"}, {"Runs", num, ""}, {"Share", num, ""}, {"", plot, ""}},
	}
	most := 0
	for _, c := range p.Failing {
		most = max(most, c.Runs)
	}
	for _, c := range p.Failing {
		t.rows = append(t.rows, []cell{
			{text: c.Template}, number(c.Failed), number(c.Runs), share(c.Failed, c.Runs),
			{parts: parts(most, of(c.Failed, "bad"), of(c.Runs-c.Failed, "calm")), order: int64(c.Runs)},
		})
	}
	m.table(&t)
}

func (m *markup) projects(p *Page) {
	if len(p.Projects) == 0 {
		m.lede(p, "", "No command ran in this time.")
		return
	}
	t := table{
		id: "places", alone: true, caption: "Projects", thing: "projects", room: roomSmall, more: p.More["places"],
		columns: []column{{"Project", words, ""}, {upper(p.Who.Many), num, ""}, {"Commands", num, ""}, {"Failed", num, ""}, {"Share", num, ""}, {"", plot, ""}, {"Last", when, "descending"}},
	}
	most := 0
	for i := range p.Projects {
		most = max(most, p.Projects[i].Runs)
	}
	for i := range p.Projects {
		q, last := &p.Projects[i], moment(p.Projects[i].Last)
		if p.Daily {
			last.text = q.Last.Format(time.DateOnly)
		}
		t.rows = append(t.rows, []cell{
			text(q.Name), number(q.Lanes), number(q.Runs), number(q.Failed), share(q.Failed, q.Runs),
			{parts: parts(most, of(q.Failed, "bad"), of(q.Runs-q.Failed, "calm")), order: int64(q.Runs)}, last,
		})
	}
	m.table(&t)
}
