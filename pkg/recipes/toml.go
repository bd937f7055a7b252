package recipes

import (
	"strconv"
	"strings"
)

// taskTables are the tables of TOML files whose keys name what is run. A star is
// any one name.
var taskTables = [...]string{"alias", "tasks", "tool.pdm.scripts", "tool.poe.tasks", "tool.taskipy.tasks", "tool.rye.scripts", "tool.pixi.tasks",
	"tool.hatch.envs.*.scripts", "envs.*.scripts"}

// readTOML returns what the tasks of a TOML file run: the aliases of cargo, the
// scripts of a pyproject.toml, the tasks of mise.
func readTOML(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	lead := ""
	if o.Kind == "cargo" {
		lead = "cargo "
	}
	goals, args := o.goals()
	var list []Command
	entries := tomlEntries(text)
	for _, goal := range goals {
		for _, e := range entries {
			if !e.isTask(goal) {
				continue
			}
			for _, v := range e.values(lead != "") {
				v = lead + v
				for _, a := range args {
					v += " " + quote(a)
				}
				list = append(list, Command{Text: v, File: name, Line: e.line, Dir: dirOf(strings.TrimSuffix(name, ".cargo/config.toml")), Goal: goal})
			}
		}
		if len(list) > maxCommands {
			break
		}
	}
	return list
}

// tomlEntry is a key with its value as written.
type tomlEntry struct {
	path  []string
	value string
	line  int
}

// isTask reports whether an entry says what a task runs.
func (e *tomlEntry) isTask(goal string) bool {
	for _, table := range taskTables {
		names := strings.Split(table, ".")
		if len(e.path) < len(names)+1 || len(e.path) > len(names)+2 {
			continue
		}
		fit := e.path[len(names)] == goal
		for i, n := range names {
			fit = fit && (n == "*" || n == e.path[i])
		}
		if len(e.path) == len(names)+2 {
			switch e.path[len(names)+1] {
			case "cmd", "shell", "run", "script":
			default:
				fit = false
			}
		}
		if fit {
			return true
		}
	}
	return false
}

// values returns the commands of a value: a text, a list of them (the words of one
// with joined), or what an inline table calls its command.
func (e *tomlEntry) values(joined bool) []string {
	v := strings.TrimSpace(e.value)
	if inner, ok := strings.CutPrefix(v, "{"); ok {
		for _, key := range [...]string{"cmd", "shell", "run", "composite"} {
			if i := strings.Index(inner, key); i >= 0 {
				if _, rest, ok := strings.Cut(inner[i:], "="); ok {
					v = strings.TrimSpace(rest)
					break
				}
			}
		}
	}
	list := strings.HasPrefix(v, "[")
	var out []string
	for v = strings.TrimLeft(v, "[ \n\t"); len(out) < maxArguments; v = strings.TrimLeft(v, ", \n\t") {
		text, rest, ok := tomlString(v)
		if !ok {
			break
		}
		out, v = append(out, text), rest
		if !list {
			break
		}
	}
	if list && joined && len(out) > 0 {
		return []string{quoteAll(out)}
	}
	return out
}

// tomlString reads the string that a text begins with.
func tomlString(text string) (value, rest string, ok bool) {
	for _, mark := range [...]string{`"""`, "'''", `"`, "'"} {
		inner, found := strings.CutPrefix(text, mark)
		if !found {
			continue
		}
		end := 0
		for ; end < len(inner) && !strings.HasPrefix(inner[end:], mark); end++ {
			if mark[0] == '"' && inner[end] == '\\' {
				end++
			}
		}
		if end >= len(inner) {
			return "", "", false
		}
		value, rest = inner[:end], inner[end+len(mark):]
		if mark[0] == '"' {
			if u, err := strconv.Unquote(`"` + strings.ReplaceAll(value, "\n", `\n`) + `"`); err == nil {
				value = u
			}
		}
		return strings.TrimPrefix(value, "\n"), rest, true
	}
	return "", "", false
}

// tomlEntries reads the keys of a file with the tables they are in.
func tomlEntries(text string) []tomlEntry {
	var out []tomlEntry
	var table []string
	number := 0
	for text != "" && len(out) < maxVolume>>8 {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		number++
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		if trimmed[0] == '[' {
			table = tomlKey(strings.Trim(uncommentOutside(trimmed), "[] \t"))
			continue
		}
		key, value, ok := strings.Cut(trimmed, "=")
		if !ok {
			continue
		}
		e := tomlEntry{path: append(table[:len(table):len(table)], tomlKey(key)...), line: number}
		for more := 0; tomlOpen(value) && text != "" && more < maxCommands; more++ {
			line, rest, _ := strings.Cut(text, "\n")
			value += "\n" + line
			text = rest
			number++
		}
		e.value = value
		out = append(out, e)
	}
	return out
}

// tomlOpen reports whether a value goes on in the next line.
func tomlOpen(value string) bool {
	value = strings.TrimSpace(value)
	for _, mark := range [...]string{`"""`, "'''"} {
		if strings.HasPrefix(value, mark) {
			return strings.Count(value, mark) < 2
		}
	}
	return strings.HasPrefix(value, "[") && !strings.HasSuffix(value, "]") && len(value) < maxVolume>>6
}

// tomlKey splits a key at its dots.
func tomlKey(text string) []string {
	var out []string
	for text = strings.TrimSpace(text); text != ""; {
		if name, rest, ok := tomlString(text); ok {
			out = append(out, name)
			text = strings.TrimLeft(rest, " .")
			continue
		}
		name, rest, _ := strings.Cut(text, ".")
		out = append(out, strings.TrimSpace(name))
		text = strings.TrimSpace(rest)
	}
	return out
}
