package recipes

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// read reads the lines of a justfile.
func (j *justfile) read(file, text string) {
	if j.files++; j.files > maxFiles {
		return
	}
	var open *justRecipe
	var attributes []string
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimRight(line, "\r\n")
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
			continue
		case line[0] == ' ' || line[0] == '\t':
			if open != nil {
				open.lines = append(open.lines, makeLine{line, file, number})
			}
			continue
		case trimmed[0] == '#':
			continue
		case trimmed[0] == '[':
			attributes = append(attributes, trimmed)
			continue
		}
		open = nil
		if !j.statement(file, trimmed, number) {
			open = j.head(trimmed)
			if open != nil {
				open.attributes(attributes)
			}
		}
		attributes = nil
	}
}

// statement reads a line that is no recipe, and reports whether it is one.
func (j *justfile) statement(file, line string, number int) bool {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "set":
		j.setting(rest)
		return true
	case "alias":
		if name, to, ok := strings.Cut(rest, ":="); ok {
			j.aliases[strings.TrimSpace(name)] = strings.TrimSpace(to)
			return true
		}
	case "import", "import?":
		name := beside(file, strings.Trim(rest, `'"`))
		if text, ok := j.order.Text(name); ok {
			j.read(name, text)
		}
		return true
	case "mod", "mod?":
		name, to, _ := strings.Cut(rest, " ")
		j.noteModule(file, name, strings.Trim(strings.TrimSpace(to), `'"`))
		return true
	case "export":
		if name, value, ok := strings.Cut(rest, ":="); ok {
			j.note(strings.TrimSpace(name), value, file, number)
			j.exports = append(j.exports, strings.TrimSpace(name))
			return true
		}
	}
	name, value, ok := strings.Cut(line, ":=")
	name = strings.TrimSpace(name)
	if ok && justName(name) {
		j.note(name, value, file, number)
		if j.all {
			j.exports = append(j.exports, name)
		}
		return true
	}
	return false
}

// note keeps the value of a variable until it is asked for.
func (j *justfile) note(name, value, file string, line int) {
	if !j.given[name] {
		j.unread[name] = justValue{value, file, line}
	}
}

func (j *justfile) setting(text string) {
	name, value, ok := strings.Cut(text, ":=")
	yes := !ok || strings.TrimSpace(value) == "true"
	switch strings.TrimSpace(name) {
	case "export":
		j.all = yes
	case "positional-arguments":
		j.numbers = yes
	case "shell":
		program, _, _ := strings.Cut(strings.TrimLeft(strings.TrimSpace(value), "[ "), ",")
		j.lang = shellLanguage(strings.Fields(strings.Trim(strings.TrimSpace(program), `'"]`)))
	}
}

func (j *justfile) noteModule(file, name, to string) {
	for _, f := range [...]string{to, path.Join(to, "mod.just"), path.Join(to, "justfile"), name + ".just", path.Join(name, "mod.just"), path.Join(name, "justfile")} {
		if f == "" {
			continue
		}
		if _, ok := j.order.Text(beside(file, f)); ok {
			j.modules[name] = beside(file, f)
			return
		}
	}
}

// head reads the first line of a recipe: its name, parameters and needs.
func (j *justfile) head(line string) *justRecipe {
	line = strings.TrimPrefix(line, "@")
	colon := formats.Outside(line, ':')
	for colon >= 0 && strings.Count(line[:colon], "'")%2+strings.Count(line[:colon], `"`)%2 > 0 { // in a default
		next := formats.Outside(line[colon+1:], ':')
		if next < 0 {
			return nil
		}
		colon += 1 + next
	}
	if colon < 0 {
		return nil
	}
	words := justWords(line[:colon])
	if len(words) == 0 || !justName(words[0]) {
		return nil
	}
	r := &justRecipe{name: words[0]}
	for _, w := range words[1:] {
		name, value, optional := strings.Cut(w, "=")
		p := justParam{name: strings.TrimLeft(name, "+*$"), value: value, optional: optional}
		p.many = strings.HasPrefix(name, "+") || strings.HasPrefix(name, "*")
		p.env = strings.Contains(name, "$")
		r.params = append(r.params, p)
	}
	before, after, _ := strings.Cut(formats.Uncomment(line[colon+1:]), "&&")
	r.before, r.after = needs(before), needs(after)
	j.recipes[r.name] = r
	if j.first == "" && j.files == 1 {
		j.first = r.name
	}
	return r
}

// attributes reads what stands in brackets above a recipe.
func (r *justRecipe) attributes(lines []string) {
	for _, line := range lines {
		if _, value, ok := strings.Cut(line, "working-directory:"); ok {
			r.dir = strings.Trim(strings.TrimSpace(value), `'"] `)
		}
		if _, value, ok := strings.Cut(line, "script("); ok {
			r.lang = shellLanguage(strings.Fields(strings.Trim(value, `'")] `)))
		}
	}
}

// needs reads what a recipe needs: a (b 'x' y) c.
func needs(text string) []justCall {
	var out []justCall
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '(' {
			end := closing(text, 0)
			if end < 0 {
				return out
			}
			name, args, _ := strings.Cut(strings.TrimSpace(text[1:end]), " ")
			out = append(out, justCall{name, args})
			text = text[end+1:]
			continue
		}
		name, rest, _ := strings.Cut(text, " ")
		out = append(out, justCall{name: name})
		text = rest
	}
	return out
}

// justWords splits the head of a recipe at blanks outside of quotes.
func justWords(text string) []string {
	var out []string
	quote := byte(0)
	depth, from := 0, 0
	for i := 0; i <= len(text); i++ {
		if i == len(text) || quote == 0 && depth == 0 && (text[i] == ' ' || text[i] == '\t') {
			if i > from {
				out = append(out, text[from:i])
			}
			from = i + 1
			continue
		}
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth = max(depth-1, 0)
		}
	}
	return out
}

// justName reports whether a text may name a recipe or a variable.
func justName(s string) bool { return s != "" && isName(strings.ReplaceAll(s, "-", "_")) }
