package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// steps returns how many lines start a check: of a hook of pre-commit by its id.
func (r *Reader) steps(lines []string) (n int) {
	for _, l := range lines {
		if strings.HasPrefix(strings.TrimSpace(l), "- id:") {
			n++
			continue
		}
		text := strings.TrimLeft(strings.TrimSpace(l), "- ")
		for _, key := range [...]string{"run:", "script:", "command:", "entry:", "RUN "} {
			if _, value, ok := strings.Cut(l, key); ok {
				text = value
			}
		}
		if slices.ContainsFunc(strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("&;|[]'\",", c) }), r.startsCheck) {
			n++
		}
	}
	return n
}

// startsCheck reports whether a command is one by which a check is known, whatever starts
// it: npx --yes prettier.
func (r *Reader) startsCheck(text string) bool {
	option := false
	for words := strings.Fields(text); len(words) > 0; words = words[1:] {
		first, _, _ := strings.Cut(words[0], "@") // of a version
		for _, way := range r.known.WaysOf(first) {
			if parts := strings.Fields(way); len(parts) <= len(words) && shell.MatchGlob(parts[0], first) && slices.EqualFunc(parts[1:], words[1:len(parts)], shell.MatchGlob) {
				return true
			}
		}
		if was := option; words[0][0] != '-' && !startsOthers(words[0]) && !was {
			break
		}
		option = words[0][0] == '-' && !strings.Contains(words[0], "=")
	}
	return false
}

// startsOthers reports whether a word only stands in front of a command.
func startsOthers(word string) bool {
	switch word {
	case "npx", "bunx", "pnpx", "pnpm", "exec", "dlx", "uv", "uvx", "run", "poetry", "pipenv", "pdm", "hatch", "bundle", "mise", "time", "sudo", "env", "python", "python3", "-m":
		return true
	}
	return strings.Contains(word, "=")
}

// onlyConditions reports whether all that came to what a server checks says when it does:
// if: github.event_name != 'pull_request'.
func onlyConditions(gone, come []string) bool {
	gone, come = withoutBlank(gone), withoutBlank(come)
	return len(gone) == 0 && len(come) > 0 && !slices.ContainsFunc(come, func(l string) bool { return !conditional().MatchString(l) })
}

var conditional = pattern.Later(`^\s*(?:- )?(?:if|when|only|except|unless|condition|paths-ignore|branches-ignore|exclude|expression)\s*[:({]`)

// fewerValues reports whether a list on one line of what a server checks came back with
// less in it: os: [linux, windows].
func fewerValues(r *Reader, gone, come []string) bool {
	other := func(l string) bool { return !valueList().MatchString(l) }
	gone, come = slices.DeleteFunc(slices.Clone(gone), other), slices.DeleteFunc(slices.Clone(come), other)
	return r.shorter(gone, come, func(_, dropped []string) bool { return len(dropped) > 0 })
}

// valueList is a key with a list of plain values.
var valueList = pattern.Later(`^\s*(?:- )?[\w.-]+:\s*\[[^\[\]{}$]*\]\s*$`)

// Commands returns the commands of the lines that only one of two texts has, as far as
// they begin one by which a check is known.
func (r *Reader) Commands(before, after string) (gone, come []string) {
	const most = 8
	commands := func(lines []string) (list []string) {
		for _, l := range lines {
			text := strings.TrimLeft(strings.TrimSpace(l), "-@ ")
			if m := keyed().FindStringSubmatch(text); m != nil {
				text = m[1]
			}
			if len(list) < most && len(text) < maxLine && r.startsCheck(text) {
				list = append(list, strings.Trim(text, quotes+","))
			}
		}
		return list
	}
	out, in := difference(before, after)
	return commands(r.code(out)), commands(r.code(in))
}

// keyed is a command behind its key: run: go test ./...
var keyed = pattern.Later(`^["']?[\w:-]+["']?\s*[:=]\s*["']?(\w[^"']*)`)

// ofChecks is what a line names that says what is checked.
var ofChecks = pattern.Later(`(?i)test|lint|check|verif|valid|type|spec|audit|scan|\bvet\b|\bci\b|e2e|integ|unit|cover|fmt|format|hook|stage|env_?list`)

// saysWhat reports whether a line says what is checked: a recipe, a step, a list of goals.
func (r *Reader) saysWhat(lines []string) bool {
	return r.steps(lines) > 0 || r.count(r.weakening().Runs, lines) > 0 || r.count(r.weakening().Tests, lines) > 0
}
