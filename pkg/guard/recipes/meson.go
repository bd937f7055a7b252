package recipes

import (
	"path"
	"strings"
)

// readMeson returns what a meson.build and those of its subdirectories run while they are
// configured and built: run_command, scripts that are added, commands of targets.
func readMeson(o Order) (list []Command) {
	name, text, ok := o.open()
	for files := 0; ok && files < maxFiles; files++ {
		var more []string
		list = append(list, mesonCommands(name, text, func(sub string) { more = append(more, path.Join(path.Dir(name), sub, "meson.build")) })...)
		ok = false
		for _, next := range more {
			if text, ok = o.Text(next); ok {
				name = next
				break
			}
		}
	}
	return list
}

// mesonCommands returns the commands of one file, and calls sub for each of its
// subdirectories.
func mesonCommands(name, text string, sub func(string)) (list []Command) {
	add := func(at int, words []string) {
		for k := range words {
			words[k] = "'" + strings.ReplaceAll(words[k], "'", `'\''`) + "'"
		}
		if len(words) > 0 && len(list) < maxCommands {
			list = append(list, Command{Text: strings.Join(words, " "), File: name, Line: 1 + strings.Count(text[:at], "\n"), Dir: dirOf(name)})
		}
	}
	for at := 0; at < len(text); {
		i := strings.IndexByte(text[at:], '(')
		if i < 0 {
			break
		}
		from := at + i
		at = from + 1
		function := text[:from]
		if strings.Contains(function[strings.LastIndexByte(function, '\n')+1:], "#") {
			continue // a comment
		}
		switch function = function[strings.LastIndexAny(function, " \t\n=(,:[")+1:]; {
		case function == "subdir":
			if words := mesonStrings(text[at:], ')'); len(words) == 1 {
				sub(words[0])
			}
		case function == "run_command", strings.HasPrefix(function, "meson.add_") && strings.HasSuffix(function, "_script"):
			add(from, mesonStrings(text[at:], ')'))
		case function == "custom_target", function == "run_target", function == "vcs_tag":
			if k := strings.Index(text[at:], "command"); k >= 0 {
				if j := strings.IndexByte(text[at+k:], '['); j >= 0 && j < 20 {
					add(from, mesonStrings(text[at+k+j+1:], ']'))
				}
			}
		}
	}
	return list
}

// mesonStrings returns the strings of a list up to the sign that closes it, or up to its
// first argument with a name.
func mesonStrings(text string, closing byte) (words []string) {
	for i := 0; i < len(text) && len(words) < 64; i++ {
		switch c := text[i]; {
		case c == closing, c == ':':
			return words
		case c == '#':
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				return words
			}
			i += end
		case c == '\'':
			word, n := mesonString(text[i:])
			if n == 0 {
				return words
			}
			words = append(words, word)
			i += n - 1
		}
	}
	return words
}

// mesonString returns the string with which a text begins, and how long it is as written; 0
// where it does not end. In three quotes a backslash means itself.
func mesonString(text string) (word string, n int) {
	const raw = "'''"
	if strings.HasPrefix(text, raw) {
		end := strings.Index(text[len(raw):], raw)
		if end < 0 {
			return "", 0
		}
		return text[len(raw) : len(raw)+end], end + 2*len(raw)
	}
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\'':
			return b.String(), i + 1
		case c == '\\' && i+1 < len(text) && (text[i+1] == '\'' || text[i+1] == '\\'):
			i++
			b.WriteByte(text[i])
		case c == '\\' && i+1 < len(text) && text[i+1] == 'n':
			i++
			b.WriteByte('\n')
		default:
			b.WriteByte(c)
		}
	}
	return "", 0
}

// readNinja returns the commands of a build.ninja that do not compile.
func readNinja(o Order) (list []Command) {
	name, text, ok := o.open()
	if !ok {
		return nil
	}
	line := 0
	for row := range strings.Lines(text) {
		line++
		key, value, _ := strings.Cut(strings.TrimSpace(row), " = ")
		if (key == "COMMAND" || key == "command") && !strings.Contains(value, "$in") && !strings.HasPrefix(value, "$") && len(list) < maxCommands {
			list = append(list, Command{Text: strings.NewReplacer("$ ", " ", "$:", ":", "$$", "$").Replace(value), File: name, Line: line, Dir: dirOf(name)})
		}
	}
	return list
}
