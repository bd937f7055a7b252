package recipes

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
)

// read reads a justfile.
func (j *justfile) read(file, text string) {
	if j.files++; j.files > maxFiles {
		return
	}
	var open *justRecipe
	var attributes []string
	for _, s := range formats.Justfile([]byte(text)) {
		switch s.Kind {
		case formats.JustLine:
			if s.Text != "" {
				open.lines = append(open.lines, makeLine{text[s.From:s.To], file, s.Line})
			}
			continue
		case formats.JustAttribute:
			attributes = append(attributes, s.Text)
			continue
		case formats.JustRecipe:
			open = j.note(&s)
			open.attributes(attributes)
		case formats.JustVariable:
			j.variableIn(&s, file)
		case formats.JustAlias:
			j.aliases[s.Name] = s.Value
		case formats.JustSetting:
			j.setting(s.Name, s.Value)
		case formats.JustImport:
			name := beside(file, s.Name)
			if text, ok := j.order.Text(name); ok {
				j.read(name, text)
			}
		case formats.JustModule:
			j.noteModule(file, s.Name, s.Value)
		}
		attributes = nil
	}
}

// variableIn keeps the value of a variable until it is asked for.
func (j *justfile) variableIn(s *formats.JustStatement, file string) {
	if !j.given[s.Name] {
		j.unread[s.Name] = justValue{s.Value, file, s.Line}
	}
	if s.Export || j.all {
		j.exports = append(j.exports, s.Name)
	}
}

func (j *justfile) setting(name, value string) {
	switch name {
	case "export":
		j.all = value == "true"
	case "positional-arguments":
		j.numbers = value == "true"
	case "shell":
		program, _, _ := strings.Cut(strings.TrimLeft(value, "[ "), ",")
		j.lang = shellLanguage(strings.Fields(strings.Trim(strings.TrimSpace(program), `'"]`)))
	}
}

// note keeps a recipe.
func (j *justfile) note(s *formats.JustStatement) *justRecipe {
	r := &justRecipe{name: s.Name, params: s.Params, before: s.Before, after: s.After}
	j.recipes[r.name] = r
	if j.first == "" && j.files == 1 {
		j.first = r.name
	}
	return r
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
