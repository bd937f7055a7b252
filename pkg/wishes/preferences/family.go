package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// asked returns the patterns of a command that a user names: with every name of
// its program, and without what only starts it.
func asked(known rule.Knowledge, words string) []string {
	t, tool := family(known, words)
	words = strings.Join(strings.Fields(words), " ")
	list := []string{words}
	if t == nil {
		return list
	}
	if fields := strings.Fields(words); len(fields) == 2 && ((token{low: tool}).is("pnpm|yarn|bun") || tool == "npm" && (token{low: fields[1]}).is("test|start|stop|restart")) {
		list = append(list, tool+" run "+fields[1]) // scripts of the project
	} else if len(fields) == 3 && fields[1] == "run" && ((token{low: tool}).is("pnpm|yarn|bun") || tool == "npm" && (token{low: fields[2]}).is("test|start|stop|restart")) {
		list = append(list, tool+" "+fields[2])
	}
	for _, lead := range t.Through {
		if inner, ok := strings.CutPrefix(words, lead+" "); ok {
			words = inner
			list = append(list, inner)
		}
	}
	for _, also := range t.Also {
		if also.Tool == tool {
			list = append(list, also.As+strings.TrimPrefix(words, tool))
		}
	}
	sub, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(words, tool), " "), " ")
	if names := synonyms(t, tool, sub); names != "" {
		for i := range list {
			list[i] = strings.Replace(list[i]+" ", " "+sub+" ", " "+names+" ", 1)
			list[i] = strings.TrimSuffix(list[i], " ")
		}
	}
	return list
}

// synonyms returns the names of a subcommand of a tool, as a Pattern has them, ""
// where it has no other: "install|i".
func synonyms(t *rule.Tools, tool, sub string) string {
	for i := range t.Swaps {
		as, _ := rule.Of(t.Swaps[i].Commands, tool)
		first, _, _ := strings.Cut(as, " ")
		if names := strings.Split(first, "|"); sub != "" && len(names) > 1 && !t.Swaps[i].Rest && slices.Contains(names, sub) {
			return first
		}
	}
	return ""
}

// alike returns the same command by the other names of its program, where these
// are of one tool: python3 for python.
func alike(known rule.Knowledge, words string) (list []string) {
	t, tool := family(known, words)
	if t == nil || !t.Alike {
		return nil
	}
	for _, name := range t.Names {
		if rest, ok := strings.CutPrefix(words, tool); ok && name != tool {
			list = append(list, name+rest)
		}
	}
	return list
}

// others returns the tools that the family of a tool can write as that one.
func others(known rule.Knowledge, prefer string) (tools []string) {
	t, tool := family(known, prefer)
	if t == nil {
		return nil
	}
	for _, other := range t.Names {
		if other != tool && slices.ContainsFunc(t.Swaps, func(s rule.Swap) bool {
			return hasSpelling(s.Commands, other) && hasSpelling(s.Commands, tool)
		}) {
			tools = append(tools, other)
		}
	}
	return tools
}

// classNamed returns a class of commands by its name, or by that of a wrapper that is
// for its commands, or nil. The checks of a kind are one: "test".
func classNamed(known rule.Knowledge, name string) *rule.CommandClass {
	if name == "" {
		return nil
	}
	if isKind(name) {
		return checksOf(known, name)
	}
	c := new(rule.CommandClass)
	if !find(known, rule.KindClass, name, c) {
		return nil
	}
	return c
}

// family returns the family of the tool that a command begins with, and the
// tool, or nil.
func family(known rule.Knowledge, words string) (*rule.Tools, string) {
	fields := strings.Fields(words)
	for n := len(fields); n > 0; n-- {
		t := new(rule.Tools)
		name := strings.Join(fields[:n], " ")
		if !find(known, rule.KindTools, name, t) {
			continue
		}
		for _, also := range t.Also {
			if also.As == name {
				name = also.Tool
			}
		}
		return t, name
	}
	if len(fields) > 2 { // python -m pip
		if t, tool := family(known, fields[2]); t != nil && slices.Contains(t.Through, fields[0]+" "+fields[1]) {
			return t, tool
		}
	}
	return nil, ""
}

func find(known rule.Knowledge, kind, name string, e rule.Entry) bool {
	text, of, ok := known.Find(kind, name)
	if ok && of != name {
		text, _, ok = known.Find(kind, of)
	}
	return ok && rule.Decode(text, e)
}
