package diagnose

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// kindOfGoals returns what kind of check a runner ran, as the goals or scripts are called that
// the check's key has, or its options: lint of npm run lint and of nox -s lint. Where they
// say nothing, or are of several kinds, it is the kind of the runner; but a goal by an option
// that speaks of no check may make something: nox -s docs_deps.
func kindOfGoals(c *memory.Check, call *shell.Call) string {
	kind := ""
	words := strings.Fields(strings.TrimPrefix(c.Key, c.Dir()+": "))
	words = words[min(len(words), strings.Count(c.Tool, " ")+1):]
	named := optionGoals(call)
	goals := slices.DeleteFunc(slices.Clone(words), func(w string) bool { // options, variables and files
		w = strings.TrimLeft(w, memory.Unclear+":")
		return w == "" || strings.ContainsAny(w, "=/.") || !unicode.IsLetter(rune(w[0]))
	})
	for _, w := range append(goals, named...) {
		switch k := kindOfGoal(w); {
		case k == "" || k == kind:
		case kind != "":
			return c.Kind
		default:
			kind = k
		}
	}
	switch {
	case kind != "":
		return kind
	case len(named) > 0:
		return "build"
	}
	return c.Kind
}

// onlyCompiles reports whether a tool that builds and tests was told to compile and no more: what
// mvn compile passes says nothing of mvn test.
func onlyCompiles(c *memory.Check) bool {
	words := strings.Fields(strings.TrimPrefix(strings.TrimPrefix(c.Key, c.Dir()+": "), c.Tool))
	goals := slices.DeleteFunc(words, func(w string) bool { return !unicode.IsLetter(rune(w[0])) || strings.ContainsAny(w, "=/.") })
	return len(goals) > 0 && !slices.ContainsFunc(goals, func(goal string) bool {
		parts := strings.FieldsFunc(apart(goal), func(c rune) bool { return !unicode.IsLetter(c) })
		return !slices.Contains(parts, "compile") && !slices.Contains(parts, "classes") && !slices.Contains(parts, "assemble")
	})
}

// optionGoals returns the goals that a call names by options.
func optionGoals(c *shell.Call) (goals []string) {
	for i := range c.Args.Flags {
		if f := &c.Args.Flags[i]; f.Option != nil && f.Option.Role == rule.RoleGoal && f.Value != nil {
			goals = append(goals, strings.FieldsFunc(f.Value.String(), func(r rune) bool { return r == ',' || r == ' ' })...)
		}
	}
	return goals
}

// kindOfGoal returns the kind of check that the name of a goal speaks of, or "".
func kindOfGoal(name string) string {
	kind := ""
	for _, part := range strings.FieldsFunc(apart(name), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		part = strings.TrimRightFunc(part, unicode.IsDigit)
		switch {
		case goalBuildsWord(part):
			return "build"
		case kind != "" && kind != "test":
		case goalLintsWord(part):
			kind = "lint"
		case goalTypesWord(part):
			kind = "types"
		case goalFormatsWord(part):
			kind = "format"
		case goalTestsWord(part):
			kind = "test"
		}
	}
	return kind
}

// apart returns a name in lower case, with a blank before each capital letter within:
// compileTestJava.
func apart(name string) string {
	var b strings.Builder
	for _, c := range name {
		if unicode.IsUpper(c) && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}

// namesTests reports whether a check reads names of tests, and so may have run some.
func namesTests(c *rule.Check) bool {
	names := func(p rule.Pattern) bool { return strings.Contains(p.Regex, "(?P<test>") }
	return slices.ContainsFunc(c.Fail, names) || slices.ContainsFunc(c.Likely, names)
}
