package formats

import "strings"

// MakeKind is what a statement of a makefile is.
type MakeKind uint8

// The kinds of statements.
const (
	MakeText      MakeKind = iota // a line of references: $(eval ..), $(error ..)
	MakeRule                      // targets with what they need, or with a variable
	MakeRecipe                    // a line of the recipe of the last rule
	MakeVariable                  // NAME = VALUE
	MakeDefine                    // begins a variable of several lines
	MakeLine                      // a line of such a variable
	MakeEndef                     // ends it
	MakeCondition                 // ifeq, ifneq, ifdef, ifndef, else, endif
	MakeWord                      // include, export, undefine and the like
)

// MakeStatement is a line of a makefile with those that continue it.
type MakeStatement struct {
	Kind     MakeKind
	From, To int    // in the file; the line end is not part of it
	Line     int    // on which it begins, from 1
	Text     string // as one line, without a comment and an inline recipe
	Word     string // the first word of the text
	Rest     string // what stands behind that
	Variable Variable
	Targets  string // of a rule
	Needs    string // of a rule: what stands behind the colon
	Inline   int    // of a rule: where its recipe begins behind a semicolon; 0: there is none
}

// Variable is NAME OP VALUE, as it is written. A rule has one without a name unless it
// is about a variable of its targets.
type Variable struct {
	Name, Op, Value string
	Export          bool
}

// Makefile reads the statements of a makefile in order. Comments and empty lines are
// none.
type Makefile struct {
	Prefix byte // what the lines of recipes begin with; .RECIPEPREFIX changes it

	data   []byte
	pos    int
	number int
	open   bool // a line that begins with the prefix belongs to a recipe
	define int  // how many variables of several lines are open
}

// NewMakefile returns a reader of a makefile.
func NewMakefile(data []byte, prefix byte) *Makefile {
	return &Makefile{Prefix: prefix, data: data}
}

// Next returns the next statement.
func (m *Makefile) Next() (s MakeStatement, ok bool) {
	for m.pos < len(m.data) {
		s = MakeStatement{Line: m.number + 1}
		s.From, s.To = m.logical()
		if m.read(&s) {
			return s, true
		}
	}
	return s, false
}

// logical returns the line at pos with those that continue it, without the
// last line end, and moves past them.
func (m *Makefile) logical() (from, to int) {
	from = m.pos
	for {
		r := RowAt(m.data, m.pos)
		m.pos = min(r.EOL+1, len(m.data))
		m.number++
		slashes := 0
		for r.To-slashes > r.From && m.data[r.To-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 0 || m.pos >= len(m.data) {
			return from, r.To
		}
	}
}

// read reads a statement, and reports whether it is one.
func (m *Makefile) read(s *MakeStatement) bool {
	raw := string(m.data[s.From:s.To])
	if m.define == 0 && raw != "" && raw[0] == m.Prefix && m.open {
		s.Kind = MakeRecipe
		return true
	}
	m.divide(s, raw)
	if m.define > 0 {
		s.Kind = MakeLine
		switch s.Word {
		case "define":
			m.define++
		case "endef":
			if m.define--; m.define == 0 {
				s.Kind = MakeEndef
			}
		}
		return true
	}
	if s.Text == "" {
		return false
	}
	m.classify(s)
	if s.Kind != MakeCondition {
		m.open = s.Kind == MakeRule && s.Variable.Name == ""
	}
	switch {
	case s.Kind == MakeDefine:
		m.define++
	case s.Kind == MakeVariable && s.Variable.Name == ".RECIPEPREFIX" && s.Variable.Value != "":
		m.Prefix = s.Variable.Value[0]
	}
	return true
}

// divide finds the text of a statement, its first word and where an inline recipe begins.
func (m *Makefile) divide(s *MakeStatement, raw string) {
	head := uncomment(raw)
	if colon := Outside(head, ':'); colon >= 0 {
		if end := Outside(head[colon+1:], ';'); end >= 0 {
			end += colon + 1
			if _, ok := AssignmentIn(head[:end]); !ok && !ofTargets(head[colon+1:end]) {
				s.Inline = s.From + end + 1
				head = head[:end]
			}
		}
	}
	s.Text = strings.TrimSpace(joined(head))
	s.Word, s.Rest, _ = strings.Cut(strings.Replace(s.Text, "\t", " ", 1), " ")
	s.Rest = strings.TrimSpace(s.Rest)
}

// ofTargets reports whether what stands behind the colon of a rule is a variable of its
// targets.
func ofTargets(text string) bool {
	_, ok := AssignmentIn(strings.TrimSpace(joined(text)))
	return ok
}

// classify reads a statement that is no recipe.
func (m *Makefile) classify(s *MakeStatement) {
	if strings.HasPrefix(s.Word, "ifeq(") || strings.HasPrefix(s.Word, "ifneq(") {
		name, more, _ := strings.Cut(s.Word, "(")
		s.Word, s.Rest = name, "("+more+" "+s.Rest
	}
	a, isVariable := AssignmentIn(s.Text)
	switch s.Word {
	case "ifeq", "ifneq", "ifdef", "ifndef", "else", "endif":
		s.Kind = MakeCondition
		return
	case "include", "-include", "sinclude", "undefine", "vpath", "load", "-load", "endef":
		if !isVariable || a.Name != s.Word {
			s.Kind, s.Inline = MakeWord, 0
			return
		}
	case "define", "export", "unexport", "override", "private":
		if !isVariable || a.Name != s.Word {
			s.Inline = 0
			s.modified()
			return
		}
	}
	if isVariable {
		s.Kind, s.Variable = MakeVariable, a
		return
	}
	colon := Outside(s.Text, ':')
	if colon < 0 {
		return
	}
	s.Kind = MakeRule
	s.Targets = strings.TrimSuffix(s.Text[:colon], "&")
	s.Needs = strings.TrimPrefix(s.Text[colon+1:], ":")
	own, exported := strings.CutPrefix(strings.TrimSpace(s.Needs), "export ")
	if a, ok := AssignmentIn(own); ok && s.Inline == 0 {
		s.Variable = a
		s.Variable.Export = exported
	}
}

// modified reads export NAME = VALUE, override define NAME and the like.
func (s *MakeStatement) modified() {
	s.Kind = MakeWord
	word, rest := s.Word, s.Rest
	for export := false; ; {
		switch word {
		case "export":
			export = true
		case "override", "private", "unexport":
		case "define":
			name, op, _ := strings.Cut(rest, " ")
			if n := strings.TrimRight(name, ":?+!="); n != name {
				name, op = n, name[len(n):]
			}
			if op = strings.TrimSpace(op); op == "" {
				op = "="
			}
			s.Kind, s.Variable = MakeDefine, Variable{Name: name, Op: op, Export: export}
			return
		default:
			return
		}
		if a, ok := AssignmentIn(rest); ok {
			s.Kind, s.Variable = MakeVariable, a
			s.Variable.Export = export
			return
		}
		word, rest, _ = strings.Cut(rest, " ")
		rest = strings.TrimSpace(rest)
	}
}

// AssignmentIn reads NAME OP VALUE.
func AssignmentIn(text string) (a Variable, ok bool) {
	i := Outside(text, '=')
	if i <= 0 {
		return a, false
	}
	from := i
	for from > 0 && strings.IndexByte(":?+!", text[from-1]) >= 0 {
		from--
	}
	name := strings.TrimSpace(text[:from])
	if name == "" || strings.ContainsAny(name, " \t") && !strings.ContainsAny(name, "(") || Outside(name, ':') >= 0 {
		return a, false
	}
	return Variable{Name: name, Op: text[from : i+1], Value: strings.TrimLeft(text[i+1:], " \t")}, true
}

// Outside returns where a character stands in a text outside of references, or -1.
func Outside(text string, c byte) int {
	depth := 0
	for i := range len(text) {
		switch b := text[i]; {
		case b == c && depth == 0:
			return i
		case b == '(' || b == '{':
			depth++
		case b == ')' || b == '}':
			depth = max(depth-1, 0)
		}
	}
	return -1
}

// Closing returns where the bracket is closed that opens at an offset, or -1.
func Closing[T string | []byte](text T, at int) int {
	open, end := text[at], byte(')')
	if open == '{' {
		end = '}'
	}
	depth := 0
	for i := at; i < len(text); i++ {
		switch text[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// joined returns a logical line as one.
func joined(line string) string {
	if !strings.Contains(line, "\\\n") && !strings.Contains(line, "\\\r\n") {
		return line
	}
	parts := strings.Split(strings.ReplaceAll(line, "\\\r\n", "\\\n"), "\\\n")
	for i := range parts {
		if i > 0 {
			parts[i] = strings.TrimLeft(parts[i], " \t")
		}
		if i < len(parts)-1 {
			parts[i] = strings.TrimRight(parts[i], " \t")
		}
	}
	return strings.Join(parts, " ")
}

// uncomment cuts a comment off.
func uncomment(line string) string {
	for i := 0; i < len(line); i++ {
		if line[i] == '#' && (i == 0 || line[i-1] != '\\') {
			return line[:i]
		}
	}
	return line
}
