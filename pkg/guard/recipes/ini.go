package recipes

import (
	"slices"
	"strings"
)

// readTox returns what the environments of a tox.ini run: that of all, and those that are
// asked for or, without a goal, are in envlist.
func readTox(o Order) (list []Command) {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	var goals []string
	for _, w := range o.Words {
		goals = append(goals, strings.Split(w, ",")...)
	}
	section, key := "", ""
	listed := ""
	type row struct {
		section string
		line    int
		text    string
	}
	var rows []row
	number := 0
	for line := range strings.Lines(text) {
		number++
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || bare[0] == '#' || bare[0] == ';':
			continue
		case bare[0] == '[' && strings.HasSuffix(bare, "]"):
			section, key = strings.Trim(bare, "[]"), ""
			continue
		case line[0] != ' ' && line[0] != '\t':
			k, value, found := strings.Cut(bare, "=")
			if !found {
				continue
			}
			key, bare = strings.TrimSpace(k), strings.TrimSpace(value)
		}
		switch key {
		case "envlist", "env_list":
			listed += " " + bare
		case "commands", "commands_pre", "commands_post":
			if bare != "" {
				rows = append(rows, row{section, number, bare})
			}
		}
	}
	for _, r := range rows {
		env, ok := strings.CutPrefix(r.section, "testenv")
		env = strings.TrimPrefix(env, ":")
		if ok && (env == "" || slices.Contains(goals, env) || len(goals) == 0 && strings.Contains(listed, env)) && len(list) < maxCommands {
			list = append(list, Command{Text: toxCommand(r.text), File: name, Line: r.line, Dir: dirOf(name), Goal: env})
		}
	}
	return list
}

// toxCommand writes a command of tox as a shell does.
func toxCommand(text string) string {
	text = strings.TrimLeft(text, "-! ")
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		hole, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			b.WriteString(text)
			return b.String()
		}
		b.WriteString(before)
		switch name, value, _ := strings.Cut(hole, ":"); name {
		case "env":
			variable, otherwise, given := strings.Cut(value, ":")
			switch {
			case !isName(variable):
				b.WriteString(unknown)
			case given && certain(otherwise) && !strings.ContainsAny(otherwise, "{}"):
				b.WriteString("${" + variable + ":-" + otherwise + "}")
			default:
				b.WriteString("${" + variable + "}")
			}
		case "toxinidir", "tox_root":
			b.WriteString(".")
		case "envdir", "env_dir", "envtmpdir", "env_tmp_dir", "toxworkdir", "work_dir", "envlogdir", "env_log_dir":
			b.WriteString(".tox/" + name)
		case "posargs":
			b.WriteString(value)
		case "envpython", "env_python":
			b.WriteString("python")
		case "/":
			b.WriteString("/")
		default:
			b.WriteString(unknown)
		}
		text = after
	}
}
