package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// use reads what is wanted in the place of what: a command, or how it is called.
func (c *canonical) use(w []token) (none memory.PreferenceRule) {
	if len(w) == 2 && w[0].is("use|prefer") && !c.strict {
		return c.alone(w[1])
	}
	if len(w) < 4 || !w[0].is("use|run|call|prefer") {
		return none
	}
	if bare, spared := exceptAt(w); spared != nil {
		return c.butFor(c.use(bare), bare, spared)
	}
	for i := 2; i < len(w)-1; i++ {
		n := 0
		switch {
		case w[i].is(",") && w[i+1].is("not|never"):
			n = 2
		case w[i].is("not|never"), w[i].is("over") && !strings.Contains(w[i+1].text, "/"): // run prettier over src/
			n = 1
		case w[i].is("instead|rather") && w[i+1].is("of|than"):
			n = 2
		default:
			continue
		}
		if i+n >= len(w) {
			return none
		}
		not := withoutAsides(skipped(withoutArticle(w[i+n:]), "system|system-wide|global|globally installed|host|plain|bare|raw")) // not the system gradle
		if r := c.otherOption(w[1:i], not); r.Form != "" {
			return r
		}
		if command, on := cutAt(not, "on|in|against"); on != nil { // not cat on files in /var/log
			return c.neverOnTarget(command, withoutArticle(on))
		}
		if paths, ok := c.pathsAlone(not); ok { // the build directory, a device
			return targetRule(paths)
		}
		prefer, avoid := strings.TrimSuffix(c.verbatim(w[1:i]), call), c.verbatims(not)
		if prefer == "" && len(avoid) == 1 && i > 2 && w[1].text == avoid[0] && !anyOf(w[1:i], "with") {
			prefer = join(w[1:i]) // rebar3 as test, not rebar3
		}
		if strings.HasSuffix(join(w[1:i]), call) || strings.Contains(join(w[1:i]), "::") { // renv::install, not install.packages
			for k := range avoid {
				if !strings.ContainsAny(avoid[k], " (") {
					avoid[k] += call
				}
			}
		}
		if anyOf(w[1:i], "with") && w[i-1].is("names|name|files|paths") { // git add with file names
			prefer = ""
		}
		if c.strict && prefer == "" && i == 2 && isName(w[1].low) && len(avoid) > 0 && !isEnglish(programOf(avoid[0])) {
			prefer = w[1].low // not installed yet, or the project's own
			if strings.Contains(prefer, ".") {
				prefer = w[1].text // Build.sh
			}
		}
		switch wrapper, wraps := strings.CutSuffix(prefer, " "+firstOf(avoid)); {
		case len(avoid) == 0 || slices.Contains(avoid, prefer):
			return none
		case prefer == "" && anyOf(w[1:i], "or"):
			// sbatch or srun, not python train.py: each of them may run it
			return c.butFor(memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(avoid, memory.Or)}, w, w[1:i])
		case prefer == "" && !c.strict && c.isProgram(programOf(avoid[0])) && !isEnglish(programOf(avoid[0])): // use the patch tool, not sed -i
			return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(avoid, memory.Or)}
		case prefer == "":
			return none
		case wraps && len(avoid) == 1 && !c.isSub(wrapper, avoid[0]): // docker compose exec app phpunit, not phpunit
			return memory.PreferenceRule{Form: memory.FormAlways, When: avoid[0], With: wrapper}
		case len(avoid) == 1 && strings.HasPrefix(prefer, avoid[0]+" -"): // mkdir -p, not mkdir
			return memory.PreferenceRule{Form: memory.FormAlways, When: avoid[0], With: strings.TrimPrefix(prefer, avoid[0]+" ")}
		case len(avoid) == 1 && isRunner(prefer) && classNamed(c.known, prefer) != nil && inSubject(c.known, prefer, avoid[0]): // uv run, not python
			return memory.PreferenceRule{Form: memory.FormAlways, When: avoid[0], With: prefer}
		case c.strict && (strings.HasPrefix(avoid[0], prefer+" ") || slices.ContainsFunc(avoid, func(command string) bool { return c.familyOf([]string{command}) != c.familyOf(avoid) })):
			return none // of what does different things, none may be meant in its place
		}
		return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: strings.Join(avoid, memory.Or)}
	}
	return none
}

// alone reads one tool, or one option, that is wanted in the place of all that stand in for it:
// "use pnpm", "use --force-with-lease".
func (c *canonical) alone(t token) (none memory.PreferenceRule) {
	if t.is("--force-with-lease") { // the one option that is only wanted in the place of another
		return memory.PreferenceRule{Form: memory.FormUse, Prefer: "git push --force-with-lease", Avoid: "git push --force"}
	}
	if len(others(c.known, t.low)) == 0 {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: t.low}
}

// isSub reports whether a word is a subcommand of a program, which does not run what is called
// so: mv of git.
func (c *canonical) isSub(program, word string) bool {
	m := new(rule.Command)
	if !find(c.known, rule.KindProgram, program, m) || strings.Contains(word, " ") {
		return false
	}
	begins := func(subs []string) bool {
		return slices.ContainsFunc(subs, func(s string) bool { return programOf(s) == word })
	}
	return slices.ContainsFunc(m.Verbs, func(v rule.Verb) bool { return begins(v.Sub) }) || slices.ContainsFunc(m.SubOptions, func(s rule.SubOptions) bool { return begins(s.Sub) })
}

// looking are the words for what a program that changes nothing does.
const looking = "look|read|inspect|query|view|browse|looking|reading|inspecting|querying|viewing|browsing"

// looks reads a program that is only to look:
//
//	use kubectl only to read              use jj, git only to look
//	kubectl is read-only                  use jj instead of git, git is fine for looking
//	only read the database with psql      never use sed to edit files
func (c *canonical) looks(w []token) (none memory.PreferenceRule) {
	only := func(t token) memory.PreferenceRule {
		if !c.isProgram(t.low) {
			return none
		}
		return memory.PreferenceRule{Form: memory.FormNever, Avoid: t.low + " " + writing}
	}
	if len(w) > 4 && w[0].is(nots) && w[1].is("use|run") && w[3].is("to|for") && w[4].is("edit|change|modify|write|edits|changes|writes|editing") {
		return only(w[2])
	}
	if len(w) > 3 && w[0].is("only") && w[1].is(looking) {
		if _, with := cutAt(clauseAsTyped(w), "with|through|via"); len(with) == 1 {
			return only(with[0])
		}
		return none
	}
	s := skipped(w, "use|only")
	at := slices.IndexFunc(s, func(t token) bool { return t.is(looking) })
	if n := len(s); n == 3 && s[1].is("is") && s[2].is("read-only|readonly") {
		return only(s[0])
	}
	if at < 2 || !s[at-1].is("to|for") {
		return none
	}
	names := s[:at-1]
	for len(names) > 1 && names[len(names)-1].is("only|just|is|are|fine|ok|okay") {
		names = names[:len(names)-1]
	}
	if len(names) == at-1 && len(s) == len(w) {
		return none // "git to look"
	}
	for i := 1; i < len(names)-1; i++ { // jj, git; jj instead of git, git
		if names[i].is(",") && isName(names[0].low) && i+2 == len(names) && c.isProgram(names[i+1].low) && (i == 1 || names[i-1].low == names[i+1].low) {
			return memory.PreferenceRule{Form: memory.FormUse, Prefer: names[0].low, Avoid: names[i+1].low + " " + writing}
		}
	}
	if len(names) != 1 {
		return none
	}
	return only(names[0])
}
