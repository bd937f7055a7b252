package formats

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// JustKind is what a statement of a justfile is.
type JustKind uint8

// The kinds of statements.
const (
	JustOther     JustKind = iota // a line that could not be read
	JustRecipe                    // name, parameters and needs of a recipe
	JustLine                      // a line of the last recipe, which may be empty
	JustAttribute                 // [..] above a recipe
	JustVariable                  // NAME := VALUE
	JustAlias                     // alias NAME := VALUE
	JustSetting                   // set NAME := VALUE; without a value it is true
	JustImport                    // of the file NAME
	JustModule                    // mod NAME VALUE
)

// JustStatement is a line of a justfile. Only those of recipes may be empty.
type JustStatement struct {
	tree.Row
	Kind   JustKind
	Line   int    // from 1
	Text   string // without blanks around it
	Name   string
	Value  string // as it is written
	Export bool   // of a variable

	Params        []JustParam // of a recipe
	Before, After []JustCall
}

// JustParam is a parameter of a recipe.
type JustParam struct {
	Name, Value string // the default, as it is written
	Many        bool   // it takes all words that are left
	Env         bool   // it becomes a variable of the environment
	Optional    bool
}

// JustCall is a recipe that another one needs, with the arguments as written.
type JustCall struct{ Name, Args string }

// Justfile reads the statements of a justfile. Comments between them are left out.
func Justfile(data []byte) (list []JustStatement) {
	open := false // a recipe
	for at, number := 0, 1; at < len(data); number++ {
		s := JustStatement{Row: RowAt(data, at), Line: number}
		at = s.EOL + 1
		text := string(data[s.From:s.To])
		s.Text = strings.TrimSpace(text)
		switch {
		case s.Text == "" || text[0] == ' ' || text[0] == '\t':
			if open {
				s.Kind = JustLine
				list = append(list, s)
			}
			continue
		case text[0] == '#':
			continue
		case text[0] == '[':
			s.Kind = JustAttribute
		case !s.setting():
			s.recipe()
		}
		open = s.Kind == JustRecipe
		list = append(list, s)
	}
	return list
}

// setting reads a line that is no recipe, and reports whether it is one.
func (s *JustStatement) setting() bool {
	word, rest, _ := strings.Cut(s.Text, " ")
	rest = strings.TrimSpace(rest)
	name, value, assigned := strings.Cut(rest, ":=")
	s.Name, s.Value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch word {
	case "set":
		s.Kind = JustSetting
		if !assigned {
			s.Value = "true"
		}
		return true
	case "alias":
		if assigned {
			s.Kind = JustAlias
			return true
		}
	case "import", "import?":
		s.Kind, s.Name, s.Value = JustImport, strings.Trim(rest, `'"`), ""
		return true
	case "mod", "mod?":
		s.Kind = JustModule
		s.Name, s.Value, _ = strings.Cut(rest, " ")
		s.Value = strings.Trim(strings.TrimSpace(s.Value), `'"`)
		return true
	case "export":
		if assigned {
			s.Kind, s.Export = JustVariable, true
			return true
		}
	}
	name, value, assigned = strings.Cut(s.Text, ":=")
	s.Name, s.Value = strings.TrimSpace(name), strings.TrimSpace(value)
	if assigned && IsJustName(s.Name) {
		s.Kind = JustVariable
		return true
	}
	s.Name, s.Value = "", ""
	return false
}

// recipe reads the first line of a recipe: its name, parameters and needs.
func (s *JustStatement) recipe() {
	line := strings.TrimPrefix(s.Text, "@")
	colon := Outside(line, ':')
	for colon >= 0 && strings.Count(line[:colon], "'")%2+strings.Count(line[:colon], `"`)%2 > 0 { // in a default
		next := Outside(line[colon+1:], ':')
		if next < 0 {
			return
		}
		colon += 1 + next
	}
	if colon < 0 {
		return
	}
	words := justWords(line[:colon])
	if len(words) == 0 || !IsJustName(words[0]) {
		return
	}
	s.Kind, s.Name = JustRecipe, words[0]
	for _, w := range words[1:] {
		name, value, optional := strings.Cut(w, "=")
		p := JustParam{Name: strings.TrimLeft(name, "+*$"), Value: value, Optional: optional}
		p.Many = strings.HasPrefix(name, "+") || strings.HasPrefix(name, "*")
		p.Env = strings.Contains(name, "$")
		s.Params = append(s.Params, p)
	}
	before, after, _ := strings.Cut(uncomment(line[colon+1:]), "&&")
	s.Before, s.After = justCalls(before), justCalls(after)
}

// justCalls reads what a recipe needs: a (b 'x' y) c.
func justCalls(text string) (list []JustCall) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] == '(' {
			end := Closing(text, 0)
			if end < 0 {
				return list
			}
			name, args, _ := strings.Cut(strings.TrimSpace(text[1:end]), " ")
			list = append(list, JustCall{name, args})
			text = text[end+1:]
			continue
		}
		name, rest, _ := strings.Cut(text, " ")
		list = append(list, JustCall{Name: name})
		text = rest
	}
	return list
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

// IsJustName reports whether a text may name a recipe or a variable.
func IsJustName(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; s[i] != '_' && (c < 'a' || c > 'z') && (i == 0 || s[i] != '-' && (s[i] < '0' || s[i] > '9')) {
			return false
		}
	}
	return s != ""
}
