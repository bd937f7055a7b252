package preferences

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// comesAfter reports whether the command that call i comes after stands in front
// of it in the script, and call i runs only if that went well, where it is a check. Others
// only show something, and may fail to say what they show: nomad job plan.
func (f *finder) comesAfter(i int) bool {
	if f.within(i) {
		return true
	}
	for k := range f.Calls[:i] {
		if c := &f.Calls[k]; c.Where == "" && !c.Late && f.isBefore(c) && (f.onlyIf(k, i) || !f.mayCheck(c) && c.Span.To <= f.Calls[i].Span.From) {
			return true
		}
	}
	return false
}

// mayCheck reports whether a call is a check, or runs what the project calls by some name.
func (f *finder) mayCheck(c *shell.Call) bool {
	if isKind(f.rule.After) || command.Is(c, rule.ProjectRunner) || strings.Contains(c.Argv[0].String(), "/") {
		return true
	}
	for _, way := range f.known.WaysOf(c.Program) {
		if fits(way, c) {
			return true
		}
	}
	return false
}

// within reports whether call i runs in what has to be entered first: conda run -n ml for conda
// activate ml, venv/bin/python for venv/bin/activate.
func (f *finder) within(i int) bool {
	words := strings.Fields(f.rule.After)
	if len(words) < 2 {
		return false
	}
	program, entered := words[0], words[len(words)-1]
	if dir := path.Dir(entered); strings.HasSuffix(entered, "/activate") && len(f.Calls[i].Argv) > 0 && path.Dir(f.Calls[i].Argv[0].String()) == dir {
		return true
	}
	for via := f.Calls[i].Via; via >= 0 && len(words) > 2; via = f.Calls[via].Via {
		c := &f.Calls[via]
		if c.Program == program && slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
			text := w.String()
			return text == entered || strings.HasPrefix(text, "-") && strings.HasSuffix(text, "="+entered)
		}) {
			return true
		}
	}
	return false
}

// isBefore reports whether a call is what has to come first.
func (f *finder) isBefore(c *shell.Call) bool { return IsStep(f.known, f.rule.After, c) }

// IsStep reports whether a call is what a rule asks for first: a command, or any
// check of a kind, such as "test".
func IsStep(known rule.Knowledge, after string, c *shell.Call) bool {
	if !isKind(after) {
		words := command.Words(c)
		return fits(after, c) || len(words) > 1 && words[len(words)-1] == after || // rebar3 dialyzer
			isWithin(strings.Fields(after), words) // rebar3 as test dialyzer
	}
	if words := command.Words(c); command.Is(c, rule.ProjectRunner) && len(words) > 1 && words[len(words)-1] == after && len(words) < 4 {
		return true // npm run lint, make test: what it runs may not be known
	}
	for id, way := range known.WaysOf(c.Program) {
		if fits(way, c) && known.Check(known.CheckNamed(id)).Kind == after {
			return true
		}
	}
	return false
}

// isWithin reports whether a call of the same program has the words of a command of two or more,
// in their order and the last one last.
func isWithin(command, words []string) bool {
	if len(command) < 2 || len(words) < len(command) || path.Base(words[0]) != command[0] || words[len(words)-1] != command[len(command)-1] {
		return false
	}
	for _, w := range words {
		if len(command) > 0 && path.Base(w) == command[0] {
			command = command[1:]
		}
	}
	return len(command) == 0
}

// checksOf returns the commands that are checks of a kind.
func checksOf(known rule.Knowledge, kind string) *rule.CommandClass {
	k := &rule.CommandClass{Name: kind, Commands: []string{
		"npm|pnpm|yarn|bun run|run-script " + kind + "|" + kind + ":*", "make|just|task|rake|mise " + kind + "|" + kind + "-*", "bun|deno|mix|dotnet|swift|zig " + kind,
	}}
	if kind == "test" {
		k.Commands = append(k.Commands, "npm|pnpm|yarn test|t", "make|just|task tests")
	}
	kinds := make(map[string]bool) // which checks are of the kind, by their ids
	for first := range known.Names(rule.KindWay) {
		for id, way := range known.WaysOf(first) {
			of, ok := kinds[id]
			if !ok {
				check := known.Check(known.CheckNamed(id))
				of = check.Kind == kind && !check.Runner
				kinds[id] = of
			}
			if kind == "build" && !strings.Contains(way, "build") { // compilers and make are called for anything
				continue
			}
			if of && !slices.Contains(k.Commands, way) {
				k.Commands = append(k.Commands, way)
			}
		}
	}
	return k
}

func isKind(after string) bool { return slices.Contains(rule.CheckKinds, after) }

// onlyIf reports whether call i runs only if call k went well: there is nothing
// but && between them, or the shell leaves where a command fails.
func (f *finder) onlyIf(k, i int) bool {
	from, to := f.Calls[k].Span.To, f.Calls[i].Span.From
	if from > to || to > len(f.Text) {
		return false
	}
	between := []byte(f.Text[from:to])
	stops := false
	for n := range f.Calls[:i] {
		c := &f.Calls[n]
		for at := max(c.Span.From, from); at < min(c.Span.To, to); at++ {
			between[at-from] = ' '
		}
		stops = stops || n < k && c.Program == "set" && len(c.Argv) > 1 && strings.HasPrefix(c.Argv[1].String(), "-") && strings.Contains(c.Argv[1].String(), "e")
	}
	rest := strings.ReplaceAll(strings.ReplaceAll(string(between), "\\\n", " "), "&&", " ")
	if stops {
		rest = strings.NewReplacer(";", " ", "\n", " ").Replace(rest)
	}
	return strings.Trim(rest, " \t(){}") == "" && (stops || strings.Contains(string(between), "&&"))
}
