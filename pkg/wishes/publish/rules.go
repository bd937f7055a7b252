package publish

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// The names of files of rules begin with one of these.
const (
	teamRules     = "ctxhook"
	personalRules = "ctxhook.local"
)

// planRules writes one file for all projects, one for this project, and one for
// each directory of it that has preferences of its own, as a rule can be bound
// to paths.
func (p *Publisher) planRules(plan *Plan, active []memory.Preference) error {
	var everywhere, here []memory.Preference
	for _, q := range active {
		if q.Project == "" {
			everywhere = append(everywhere, q)
		} else {
			here = append(here, q)
		}
	}
	if user := p.Places.AgentDir(); user != "" {
		if err := p.ruleFiles(plan, user, filepath.Join(user, "rules"), teamRules, everywhere, nil); err != nil {
			return err
		}
	}
	if p.Root == "" {
		return nil
	}
	dir := filepath.Join(p.Root, ".claude", "rules")
	audience := p.audience(dir)
	name, other := teamRules, personalRules
	if audience == config.ForPersonal {
		name, other = other, name
	}
	if err := p.ruleFiles(plan, p.Root, dir, other, nil, nil); err != nil {
		return err
	}
	changes := len(plan.Changes)
	err := p.ruleFiles(plan, p.Root, dir, name, here, p.instructions())
	plan.Asks = audience == config.ForUnknown && len(plan.Changes) > changes
	return err
}

// audience returns whom the rules of the project are for: as the caller says, as
// they were before, or as the settings say of a project that has none.
func (p *Publisher) audience(dir string) config.Audience {
	if p.For != config.ForUnknown {
		return p.For
	}
	entries, _ := os.ReadDir(dir) // without one there are none
	for _, e := range entries {
		switch {
		case isRules(e.Name(), personalRules):
			return config.ForPersonal
		case isRules(e.Name(), teamRules):
			return config.ForTeam
		}
	}
	return p.usually
}

// ruleFiles plans the files of rules in a directory. What instructions say already
// is left out.
func (p *Publisher) ruleFiles(plan *Plan, within, dir, name string, list []memory.Preference, instructions []string) error {
	list = plan.unsaid(list, instructions)
	files := make(map[string][]memory.Preference)
	for _, q := range list {
		files[fileOf(name, q.Under, list)] = append(files[fileOf(name, q.Under, list)], q)
	}
	for file, preferences := range files {
		c, err := p.change(within, filepath.Join(dir, file))
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
		c.After = p.renderRules(preferences)
		plan.add(c)
	}
	entries, _ := os.ReadDir(dir) // without one there is nothing to take back
	for _, e := range entries {
		if _, wanted := files[e.Name()]; wanted || !isRules(e.Name(), name) {
			continue
		}
		c, err := p.change(within, filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		if c.owned() != nil {
			continue
		}
		c.After = nil
		plan.add(c)
	}
	return nil
}

// fileOf returns the name of the file for the preferences of a directory: where
// all have the same one, they need no file of its own.
func fileOf(name, under string, all []memory.Preference) string {
	for _, q := range all {
		if q.Under != under {
			if under != "" {
				name += "-" + slug(under)
			}
			break
		}
	}
	return name + ".md"
}

// isRules reports whether a file is one of rules that we would write.
func isRules(file, name string) bool {
	rest, ok := strings.CutPrefix(file, name)
	return ok && strings.HasSuffix(rest, ".md") && (rest == ".md" || rest[0] == '-')
}

// add adds a change, unless it changes nothing.
func (plan *Plan) add(c Change) {
	if !c.same() {
		plan.Changes = append(plan.Changes, c)
	}
}

// renderRules writes a file of rules. All its preferences are of one directory.
func (p *Publisher) renderRules(list []memory.Preference) []byte {
	var b strings.Builder
	if under := list[0].Under; under != "" {
		fmt.Fprintf(&b, "---\npaths:\n  - %s\n---\n", strconv.Quote(filepath.ToSlash(under)+"/**"))
	}
	b.WriteString(mark)
	for _, c := range categories {
		first := true
		for i := range list {
			if categoryOf(&list[i]) != c {
				continue
			}
			if first {
				b.WriteString("\n# " + c.title + "\n\n")
				first = false
			}
			b.WriteString("- " + says(&list[i]) + p.asIn(&list[i]) + "\n")
		}
	}
	return sealed(b.String())
}

// asIn says which command a preference wants in the place of which.
func (p *Publisher) asIn(q *memory.Preference) string {
	right, wrong := p.Example(q)
	if right == "" || wrong == "" || right == q.Rule.Prefer {
		return ""
	}
	return " For example " + code(right) + ", not " + code(wrong) + "."
}
