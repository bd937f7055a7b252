package preferences

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// fits reports whether a call begins with the words of a pattern, which are
// those that a user types: the program, then words in that order, wherever the
// options stand. Words with | between them are alternatives, one with a * is a
// glob, an empty alternative fits where there are no more words, and an option
// fits wherever the call has it: "vite dev|serve|", "npm install|i -g|--global".
func fits(pattern string, c *shell.Call) bool {
	fields := strings.Fields(pattern)
	for len(fields) > 0 && isAssignment(fields[0]) {
		name, value, _ := strings.Cut(fields[0], "=")
		if !slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Name == name && a.Value.Is(value) }) {
			return false
		}
		fields = fields[1:]
	}
	if len(fields) == 0 {
		return false
	}
	if name, ok := strings.CutSuffix(fields[0], call); ok && len(fields) == 1 {
		return callsFunction(c, name)
	}
	if !isProgram(fields[0], c) || strings.Contains(pattern, pipe) {
		return false
	}
	words := command.Words(c)[1:]
	if !isNamed(fields[0], c) { // its script is
		words = words[1:]
	}
	for i := 1; i < len(fields); i++ {
		want := fields[i]
		alternatives := strings.Split(want, "|")
		switch {
		case want == Whole:
			return isWhole(c, words)
		case want == writing:
			return isWriting(c)
		case strings.Contains(want, more):
			return asksMore(c, want)
		}
		if want[0] == '@' && slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool { return w.Is(want) }) { // the name of a site, wherever
			continue
		}
		if want[0] == '+' && i == 1 { // a toolchain: cargo +nightly
			if len(c.Argv) < 2 || !c.Argv[1].Is(want) {
				return false
			}
			continue
		}
		if want[0] == '/' && optionOf(c, strings.ToLower(want)) != nil { // taskkill /IM
			want = strings.ToLower(want)
			alternatives = []string{want}
		}
		if want[0] == '-' || want[0] == '/' && optionOf(c, want) != nil {
			if !slices.ContainsFunc(alternatives, func(a string) bool { return hasOption(c, a) }) {
				return false
			}
			if value := valueOf(c, want); i+1 < len(fields) && value != nil && (isWord(fields[i+1], value.String()) || strings.HasPrefix(value.String(), fields[i+1]+":")) { // -U lfuse:w:0xe2:m
				i++
			}
			continue
		}
		if len(words) == 0 {
			if !slices.Contains(alternatives, "") {
				return false
			}
			continue
		}
		for len(words) > 1 && i == 1 && isValue(c, words[0]) { // idf.py -p /dev/ttyUSB0 flash
			words = words[1:]
		}
		at := slices.IndexFunc(words, func(w string) bool {
			return slices.ContainsFunc(alternatives, func(a string) bool { return isWord(a, w) || takesGoals(c) && strings.HasSuffix(w, ":"+a) }) // :app:assemble
		})
		if at < 0 || at > 0 && !(i == 1 && takesGoals(c)) {
			return false
		}
		words = words[at+1:]
	}
	return true
}

// hasOption reports whether a call has an option under any of its names, or the letters of
// a bundle of options in any form: -rf, -fr, -r --force.
func hasOption(c *shell.Call, option string) bool {
	if command.HasArg(c, []string{option}) || c.Model != nil && c.Args.Has(option) {
		return true
	}
	if alike := alikeOptions(c, option); len(alike) > 0 && c.Args.Has(alike...) { // grep -R for grep -r
		return true
	}
	if c.Model == nil || len(option) < 3 || len(option) > 4 || option[1] == '-' {
		return false
	}
	return !slices.ContainsFunc([]byte(option[1:]), func(letter byte) bool { return !c.Args.Has("-" + string(letter)) })
}

// isValue reports whether a word may be the value of an option before it, as nothing is known of
// the program: a path, or a number.
func isValue(c *shell.Call, word string) bool {
	if c.Model != nil || !strings.ContainsAny(word, "/.=0123456789") {
		return false
	}
	for i := 2; i < len(c.Argv); i++ {
		if before := c.Argv[i-1].String(); c.Argv[i].Is(word) && strings.HasPrefix(before, "-") && !strings.Contains(before, "=") {
			return true
		}
	}
	return false
}

// alikeOptions returns the options by which a call does what it does with one: those that make
// it work on directories with all in them, and other ways to delete, such as --delete-after.
func alikeOptions(c *shell.Call, option string) (list []string) {
	if c.Model == nil {
		return nil
	}
	for i := range c.Model.Verbs {
		v := &c.Model.Verbs[i]
		for k := range v.Effects {
			e := &v.Effects[k]
			if slices.Contains(e.Recursive, option) {
				return e.Recursive
			}
			if e.Do == rule.Delete || e.Do == rule.Prune {
				for _, other := range v.Any {
					if slices.Contains(v.Any, option) && (strings.HasPrefix(other, option+"-") || strings.HasPrefix(other, option+"_")) {
						list = append(list, other)
					}
				}
			}
		}
	}
	return list
}

// valueOf returns the value that a call gives an option, nil where it has none or takes
// none as far as is known.
func valueOf(c *shell.Call, option string) *shell.Word {
	if c.Model != nil {
		if flag := c.Args.Flag(option); flag != nil && (flag.Value != nil || optionOf(c, option) != nil) {
			return flag.Value
		}
	}
	for i := 1; i < len(c.Argv); i++ {
		w := &c.Argv[i]
		switch text, _ := w.Literal(); {
		case text == option && i+1 < len(c.Argv) && !strings.HasPrefix(c.Argv[i+1].Prefix(), "-"):
			return &c.Argv[i+1]
		case strings.HasPrefix(option, "--") && strings.HasPrefix(text, option+"="):
			value := shell.LitWord(text[len(option)+1:])
			return &value
		}
	}
	return nil
}

// isProgram reports whether a call runs a program: by its name, as a script that an
// interpreter is given (python manage.py), or as one of the project that a runner of scripts
// starts (yarn chromatic).
func isProgram(want string, c *shell.Call) bool {
	script := scriptOf(c)
	return isNamed(want, c) || script != "" && slices.Contains(strings.Split(want, "|"), script)
}

func isNamed(want string, c *shell.Call) bool {
	for name := range strings.SplitSeq(want, "|") {
		if name = strings.TrimSuffix(path.Base(name), ".exe"); name == c.Program || name+".sh" == c.Program { // kafka-topics.sh
			return true
		}
	}
	return false
}

// scriptOf returns the name of the script that a call gives an interpreter, or of the program
// of the project that a runner starts without a word such as run; "" for others.
func scriptOf(c *shell.Call) string {
	words := command.Words(c)
	switch {
	case len(words) < 2:
		return ""
	case command.Is(c, rule.ProjectRunner):
		return words[1]
	case (token{low: path.Ext(words[1])}).is(".py|.rb|.js|.mjs|.ts|.php|.pl|.sh") && mayRun(c):
		return path.Base(words[1])
	}
	return ""
}

// takesGoals reports whether the operands of a call are goals, in any order: mvn clean install. Those of just and npm have operands.
func takesGoals(c *shell.Call) bool {
	return c.Model != nil && slices.ContainsFunc(c.Model.Nested, func(n rule.Nested) bool {
		return n.As == rule.AsRecipe && (token{low: n.Lang}).is("make|task|ninja|pom|gradle|ant|rake") || n.As == rule.AsFiles && n.Lang == "groovy"
	})
}

// mayRun reports whether a call may run a file that it names, and not read it: cat deploy.sh.
func mayRun(c *shell.Call) bool {
	const runs = rule.Interpreter | rule.Launcher | rule.RunsUserCode | rule.InlineCode
	return c.Model == nil || command.TemplateTraits(c)&runs != 0 || c.Model.Type == "System" || len(c.Model.Nested) > 0
}

func isWord(want, word string) bool {
	switch {
	case want == word, want == strings.TrimPrefix(word, "./"), strings.Contains(want, "*") && shell.MatchGlob(want, word):
		return true
	case strings.HasSuffix(want, "/"): // prettier templates/
		return strings.HasPrefix(strings.TrimPrefix(word, "./")+"/", want)
	}
	return len(want) > 2 && want == strings.ToUpper(want) && strings.EqualFold(want, word) // FLUSHALL
}
