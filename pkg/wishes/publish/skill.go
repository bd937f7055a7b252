package publish

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// A fix becomes a skill when it takes as many steps, and worked as often.
const (
	minSteps  = 3
	minWorked = 3
)

// skillPrefix begins the name of each skill of ours.
const skillPrefix = "learned-"

// skill is one skill that is to be written.
type skill struct {
	name        string
	title       string
	description string
	applies     string // when it is to be used
	right       []string
	wrong       []string
	confidence  float64
	from        string // what it was learned from
	category    string
	first, last time.Time
}

// PlanSkills plans to write the active ones of preferences and the proven ones
// of fixes as skills, and to take back those of ours that no longer hold.
func (p *Publisher) PlanSkills(preferences []memory.Preference, fixes []memory.Lesson) (*Plan, error) {
	everywhere, here := p.skillsOf(preferences, true), append(p.skillsOf(preferences, false), recipes(fixes)...)
	plan := &Plan{}
	if user := p.Places.AgentDir(); user != "" {
		if err := p.skillFiles(plan, user, filepath.Join(user, "skills"), everywhere); err != nil {
			return nil, err
		}
	}
	if p.Root == "" {
		return plan, nil
	}
	dir, within := filepath.Join(p.Root, ".claude", "skills"), p.Root
	if p.Skills != "" {
		dir, within = p.Skills, p.within(p.Skills)
	}
	return plan, p.skillFiles(plan, within, dir, here)
}

// skillFiles plans the skills in a directory.
func (p *Publisher) skillFiles(plan *Plan, within, dir string, list []skill) error {
	wanted := make(map[string]bool)
	for i := range list {
		s := &list[i]
		wanted[s.name] = true
		c, err := p.change(within, filepath.Join(dir, s.name, "SKILL.md"))
		if err != nil {
			return err
		}
		if c.editedByHand() {
			plan.Edited = append(plan.Edited, Edited{Path: c.Path})
			continue
		}
		if err := c.owned(); err != nil {
			return err
		}
		c.After = s.render()
		plan.add(c)
	}
	entries, _ := os.ReadDir(dir) // without one there is nothing to take back
	for _, e := range entries {
		if path := filepath.Join(dir, e.Name(), "SKILL.md"); !wanted[e.Name()] && strings.HasPrefix(e.Name(), skillPrefix) && isFile(path) {
			c, err := p.change(within, path)
			if err != nil {
				return err
			}
			if c.owned() == nil {
				c.After = nil
				plan.add(c)
			}
		}
	}
	return nil
}

// skillsOf makes skills of the active preferences of every project, or of those
// of one. Preferences for the same tool are one skill.
func (p *Publisher) skillsOf(preferences []memory.Preference, everywhere bool) (list []skill) {
	for i := range preferences {
		q := &preferences[i]
		if q.State != memory.Active || (q.Project == "") != everywhere {
			continue
		}
		s := p.skillOf(q)
		at := slices.IndexFunc(list, func(o skill) bool { return o.name == s.name })
		if at < 0 {
			list = append(list, s)
			continue
		}
		list[at].join(&s)
	}
	return list
}

// skillOf makes a skill of a preference.
func (p *Publisher) skillOf(q *memory.Preference) skill {
	right, wrong := p.Example(q)
	s := skill{
		name: skillPrefix + subject(q) + "-preference", title: strings.TrimSuffix(says(q), "."), applies: applies(q),
		confidence: q.Confidence, category: categoryOf(q).title, first: q.First, last: q.Last,
	}
	s.description = says(q) + " " + s.applies
	if right != "" {
		s.right = []string{right}
	}
	if wrong != "" {
		s.wrong = []string{wrong}
	}
	sessions := make(map[string]bool)
	for _, e := range q.Evidence {
		sessions[e.Session] = true
	}
	s.from = fmt.Sprintf("seen %s in %s", display.Counted(len(q.Evidence), "time"), display.Counted(len(sessions), "session"))
	return s
}

// subject names what a preference is about, as part of a file's name.
func subject(q *memory.Preference) string {
	return cmp.Or(cut(memory.ByForm(&q.Rule, subjects{q})), slug(q.ID))
}

// subjects are such names, by the form of the rule.
type subjects struct{ *memory.Preference }

func (subjects) Use(r *memory.PreferenceRule) string { return slug(r.Prefer) }

func (subjects) Never(r *memory.PreferenceRule) string {
	return "no-" + slug(strings.TrimSpace(cmp.Or(r.Avoid, r.Class)+" "+r.Branch))
}

func (subjects) Always(r *memory.PreferenceRule) string { return slug(r.With) }

func (subjects) After(r *memory.PreferenceRule) string {
	return slug(r.After) + "-before-" + slug(cmp.Or(r.When, r.Class))
}

func (subjects) Place(r *memory.PreferenceRule) string {
	if r.Place.Only {
		return "only-" + slug(r.Place.Paths)
	}
	return "leave-" + slug(cmp.Or(r.Place.Paths, r.Place.Target))
}

func (s subjects) Text(*memory.PreferenceRule) string { return slug(s.Words.String()) }

// applies says when a preference applies.
func applies(q *memory.Preference) string {
	if categoryOf(q) == style {
		return appliesByWords(q)
	}
	r := q.Rule
	what := cmp.Or(r.Avoid, r.When)
	switch {
	case r.Place.Target != "":
		return "Applies to every command that may reach `" + strings.ReplaceAll(r.Place.Target, memory.Or, "`"+memory.Or+"`") + "`."
	case r.Place.Only:
		return "Applies before any file of the project is changed, whatever changes it."
	case r.Place.Paths != "":
		return "Applies before `" + strings.ReplaceAll(r.Place.Paths, memory.Or, "`"+memory.Or+"`") + "` is changed, by an edit or by a command."
	case what != "":
		return "Applies whenever a command would run `" + strings.ReplaceAll(what, memory.Or, "`"+memory.Or+"`") + "`."
	case r.Class != "":
		return appliesToClass(r.String())
	case r.Prefer != "":
		return "Applies whenever `" + r.Prefer + "` can do the work."
	}
	return appliesByWords(q)
}

// appliesToClass says when a rule about a class of commands applies, by its sentence: "Never push
// to `main`.", "Commit only after the tests pass.".
func appliesToClass(rule string) string {
	deed, never := strings.CutPrefix(rule, "Never ")
	before, _, after := strings.Cut(rule, " only after ")
	switch {
	case never:
		return "Applies whenever you are about to " + deed
	case after:
		return "Applies whenever you are about to " + strings.ToLower(before[:1]) + before[1:] + "."
	}
	return "Applies to every command that does that."
}

// join takes another preference for the same tool in.
func (s *skill) join(o *skill) {
	s.title += "; " + o.title
	s.description += " " + o.description
	s.applies += " " + o.applies
	s.right, s.wrong = appendNew(s.right, o.right), appendNew(s.wrong, o.wrong)
	s.confidence = min(s.confidence, o.confidence)
	s.from += "; " + o.from
	if o.first.Before(s.first) {
		s.first = o.first
	}
	if o.last.After(s.last) {
		s.last = o.last
	}
}

func appendNew(list, more []string) []string {
	for _, s := range more {
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	return list
}

// recipes makes skills of the fixes that take several commands and are proven.
func recipes(fixes []memory.Lesson) (list []skill) {
	for i := range fixes {
		l := &fixes[i]
		steps := l.Recipe()
		if l.Kind != memory.LessonFix || l.State != memory.Open || len(steps) < minSteps || l.Worked < minWorked ||
			slices.ContainsFunc(steps, func(s memory.Step) bool { return s.Edit }) {
			continue
		}
		s := skill{
			name: skillPrefix + cmp.Or(cut(slug(l.What.String())), slug(l.ID)) + "-fix", title: "What fixes: " + inline(l.What.String()),
			applies: "Applies when a command fails with: " + inline(l.What.String()), category: "Fixes",
			confidence: float64(l.Worked) / float64(max(l.Tried, l.Worked)), first: l.First, last: l.Last,
			from: fmt.Sprintf("it worked %d of %s", l.Worked, display.Counted(l.Tried, "time")),
		}
		s.description = s.applies
		for _, step := range steps {
			s.right = append(s.right, inline(step.Text.String()))
		}
		list = append(list, s)
	}
	return list
}

// cut shortens a name.
func cut(name string) string {
	const most = 40
	if len(name) > most {
		name = strings.Trim(name[:most], "-")
	}
	return name
}

// inline returns a text as one line that ends no comment or code.
func inline(s string) string {
	return strings.NewReplacer("`", "'", "<!--", "", "-->", "").Replace(strings.Join(strings.Fields(s), " "))
}

// render writes the skill as the client reads it: name and description, the rest
// under metadata.
func (s *skill) render() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\ndescription: %s\nmetadata:\n  confidence: %q\n  learned_from: %q\n  category: %q\n---\n",
		s.name, strconv.Quote(strings.ReplaceAll(s.description, "`", "")), strconv.FormatFloat(s.confidence, 'f', 2, 64), s.from, s.category)
	b.WriteString(mark)
	fmt.Fprintf(&b, "\n# %s\n\n## When to apply\n\n%s\n", s.title, s.applies)
	commands(&b, "Correct usage", s.right)
	commands(&b, "Avoid", s.wrong)
	fmt.Fprintf(&b, "\n## Context\n\n- First seen %s, last seen %s; %s.\n- Confidence %s.\n",
		s.first.UTC().Format("2006-01-02"), s.last.UTC().Format("2006-01-02"), s.from, strconv.FormatFloat(s.confidence, 'f', 2, 64))
	return sealed(b.String())
}

// commands writes a section of commands.
func commands(b *strings.Builder, title string, list []string) {
	if len(list) > 0 {
		fmt.Fprintf(b, "\n## %s\n\n```sh\n%s\n```\n", title, strings.Join(list, "\n"))
	}
}
