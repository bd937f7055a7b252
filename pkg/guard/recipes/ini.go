package recipes

import (
	"slices"
	"strings"
)

// readTox returns what the environments of a tox.ini run: that of all, and those that are
// asked for or, without a goal, are in envlist.
func readTox(o Order) []Command {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	t := &toxFile{file: name, keys: map[string][]toxLine{}, inside: map[string]bool{}}
	t.read(text)
	for _, w := range o.Words {
		t.goals = append(t.goals, strings.Split(w, ",")...)
	}
	for _, section := range t.sections {
		if env, ok := t.wanted(section); ok {
			for _, key := range [...]string{"commands_pre", "commands", "commands_post"} {
				t.commands(section, key, env, 0)
			}
		}
	}
	return t.out
}

// toxFile is a tox.ini.
type toxFile struct {
	file     string
	sections []string
	keys     map[string][]toxLine // by section and key
	goals    []string
	inside   map[string]bool // keys that are being followed
	lines    int             // that were followed
	out      []Command
}

// toxLine is a line of a value.
type toxLine struct {
	number int
	text   string
}

// read divides the text in the lines of each key of each section.
func (t *toxFile) read(text string) {
	section, key := "", ""
	number := 0
	for line := range strings.Lines(text) {
		number++
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || bare[0] == '#' || bare[0] == ';':
			continue
		case bare[0] == '[' && strings.HasSuffix(bare, "]") && line[0] == '[':
			section, key = strings.Trim(bare, "[]"), ""
			if !slices.Contains(t.sections, section) {
				t.sections = append(t.sections, section)
			}
			continue
		case line[0] != ' ' && line[0] != '\t':
			k, value, found := strings.Cut(bare, "=")
			if !found {
				continue
			}
			key, bare = strings.TrimSpace(k), strings.TrimSpace(value)
		}
		if bare != "" {
			at := section + "\x00" + key
			t.keys[at] = append(t.keys[at], toxLine{number, bare})
		}
	}
}

// wanted reports whether a section is of an environment that is asked for, and returns the
// name of that. What all share is run in each.
func (t *toxFile) wanted(section string) (env string, ok bool) {
	name, ok := strings.CutPrefix(section, "testenv")
	names := toxNames(strings.TrimPrefix(name, ":"))
	switch {
	case !ok:
		return "", false
	case name == "":
		return "", true
	case len(t.goals) == 0:
		listed := ""
		for _, key := range [...]string{"envlist", "env_list"} {
			for _, line := range t.keys["tox\x00"+key] {
				listed += " " + line.text
			}
		}
		return names[0], slices.ContainsFunc(names, func(n string) bool { return strings.Contains(listed, n) })
	}
	return names[0], slices.ContainsFunc(names, func(n string) bool { return slices.Contains(t.goals, n) })
}

// toxNames returns the names that one with braces stands for: py{310,311}-lint.
func toxNames(name string) []string {
	const most = 64
	names := []string{name}
	for i := 0; i < len(names) && len(names) < most; {
		before, rest, ok := strings.Cut(names[i], "{")
		list, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			i++
			continue
		}
		var each []string
		for one := range strings.SplitSeq(list, ",") {
			each = append(each, before+strings.TrimSpace(one)+after)
		}
		names = slices.Replace(names, i, i+1, each...)
	}
	return names
}

// commands lists the commands of a key, and those of the sections that it names:
// {[base]commands}.
func (t *toxFile) commands(section, key, env string, depth int) {
	at := section + "\x00" + key
	if t.inside[at] || depth > maxDepth {
		return
	}
	t.inside[at] = true
	defer delete(t.inside, at)
	for _, line := range t.keys[at] {
		if t.lines++; t.lines > maxCommands {
			return
		}
		text, ok := t.factored(line.text)
		if !ok {
			continue
		}
		if from, of, ok := strings.Cut(strings.TrimPrefix(text, "{["), "]"); ok && strings.HasPrefix(text, "{[") && strings.HasSuffix(of, "}") && !strings.Contains(strings.TrimSuffix(of, "}"), "}") {
			t.commands(from, strings.TrimSuffix(of, "}"), env, depth+1)
			continue
		}
		t.out = append(t.out, Command{Text: t.command(text, section, 0), File: t.file, Line: line.number, Dir: dirOf(t.file), Goal: env})
	}
}

// factored returns a line without the factors that it is for, and reports whether it is run
// for one of the goals: "lint: ruff check".
func (t *toxFile) factored(line string) (string, bool) {
	factors, rest, ok := strings.Cut(line, ": ")
	if !ok || strings.ContainsAny(factors, " \t\"'$/[]=") {
		return line, true
	}
	rest = strings.TrimSpace(rest)
	for _, group := range toxNames(factors) {
		for one := range strings.SplitSeq(group, ",") {
			all := func(env string) bool {
				parts := strings.Split(env, "-")
				for f := range strings.SplitSeq(one, "-") {
					not := strings.HasPrefix(f, "!")
					if slices.Contains(parts, strings.TrimPrefix(f, "!")) == not {
						return false
					}
				}
				return true
			}
			if len(t.goals) == 0 || slices.ContainsFunc(t.goals, all) {
				return rest, true
			}
		}
	}
	return rest, false
}

// command writes a command of tox as a shell does.
func (t *toxFile) command(text, section string, depth int) string {
	text = strings.TrimLeft(text, "-! ")
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		hole, after, closed := strings.Cut(rest, "}")
		if !ok || !closed || b.Len() > maxVolume {
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
		case "homedir":
			b.WriteString("~")
		case "/":
			b.WriteString("/")
		default:
			b.WriteString(t.value(name, section, depth))
		}
		text = after
	}
}

// value returns what a key of a section stands for in a command: {[base]target}. What has
// several lines is of no use there.
func (t *toxFile) value(name, section string, depth int) string {
	if from, key, ok := strings.Cut(strings.TrimPrefix(name, "["), "]"); ok && strings.HasPrefix(name, "[") {
		section, name = from, key
	}
	lines := t.keys[section+"\x00"+name]
	if len(lines) != 1 || depth > maxNested {
		return unknown
	}
	return t.command(lines[0].text, section, depth+1)
}

// maxNested is how deep values name other values.
const maxNested = 8
