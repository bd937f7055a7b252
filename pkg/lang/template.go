package lang

import (
	"strconv"
	"strings"
)

// apply adds the steps that a row's Do describes.
func (r *Reader) apply(do string, c *Call) {
	do = c.alternative(do)
	if do == "" {
		return
	}
	head, rest, _ := strings.Cut(do, " ")
	switch do[0] {
	case '#':
		r.connection(head[1:], c)
	case '$':
		for _, words := range r.words(c, rest) {
			r.shellStep(c, words)
		}
	case '&':
		v, ok := c.pick(rest)
		if ok {
			r.started(c, v)
		}
	case '!':
		for _, words := range r.words(c, rest) {
			r.Argv(c, words)
		}
	case '=':
		if v, ok := c.pick(strings.TrimPrefix(rest, "%")); ok {
			r.Program(c, head[1:], v)
		}
	case '~':
		for _, words := range r.words(c, rest) {
			r.Add(Step{Effect: head[1:], Argv: append([]Arg{{Text: c.Name}}, words...)}, c)
		}
	default:
		for _, words := range r.words(c, do) {
			r.Argv(c, words)
		}
	}
}

// alternative chooses between the halves of "name? A | B".
func (c *Call) alternative(do string) string {
	cond, rest, found := strings.Cut(do, "? ")
	if !found || strings.Contains(cond, " ") {
		return do
	}
	yes, no, _ := strings.Cut(rest, " | ")
	if c.on(cond) {
		return yes
	}
	return no
}

// on reports whether an option is given and not false.
func (c *Call) on(name string) bool {
	v, ok := c.Option(name)
	if !ok {
		return false
	}
	switch v.Arg.Text {
	case "false", "False", "FALSE", "F", "0", "nil", "null", "None", "undef":
		return false
	}
	return v.Name != "false" && v.Name != "False" && v.Name != "FALSE" && v.Name != "F" && v.Name != "None" && v.Name != "nil" && v.Name != "null"
}

// Option returns a named argument, or a member of a table among the arguments.
func (c *Call) Option(name string) (Value, bool) {
	for i, k := range c.keys {
		if k == name || c.Cut && k != "" && strings.HasPrefix(name, k) {
			return c.vals[i], true
		}
	}
	for i := len(c.Args) - 1; i >= 0; i-- {
		if c.Args[i].Shape != DictShape {
			continue
		}
		for j, k := range c.Args[i].keys {
			if k == name {
				return c.Args[i].Items[j], true
			}
		}
	}
	return Value{}, false
}

// pick returns the argument that a template's word names: "1", "1:path", ":path"
// or "s".
func (c *Call) pick(spec string) (Value, bool) {
	spec = strings.TrimPrefix(spec, "%")
	where, name, named := strings.Cut(spec, ":")
	if where == "s" {
		if c.Self != nil {
			return *c.Self, true
		}
		where = "1"
	}
	if n, err := strconv.Atoi(where); err == nil && n <= len(c.Args) && (c.Args[n-1].Shape != DictShape || !named) {
		return c.Args[n-1], true
	}
	if named {
		return c.Option(name)
	}
	return Value{}, false
}

// words fills a template: one list of words for every choice of values.
func (r *Reader) words(c *Call, template string) [][]Arg {
	out := [][]Arg{nil}
	for template != "" {
		var w string
		w, template, _ = strings.Cut(template, " ")
		var next [][]Arg
		for _, more := range r.wordChoices(c, w) {
			for _, line := range out {
				if len(next) < maxChoices {
					next = append(next, append(line[:len(line):len(line)], more...))
				}
			}
		}
		out = next
	}
	return out
}

// wordChoices gives what one word of a template may stand for.
func (r *Reader) wordChoices(c *Call, w string) [][]Arg {
	if w, option, found := strings.Cut(w, "?"); found {
		if !c.on(option) {
			return [][]Arg{nil}
		}
		return [][]Arg{{{Text: w}}}
	}
	if strings.HasPrefix(w, "@%") {
		return r.payload(c, w[2:])
	}
	if !strings.HasPrefix(w, "%") {
		return [][]Arg{{{Text: w}}}
	}
	w = w[1:]
	if strings.HasSuffix(w, "*") {
		return r.flattened(c, w[:len(w)-1])
	}
	mode := strings.HasSuffix(w, "m")
	v, ok := c.pick(strings.TrimSuffix(w, "m"))
	if !ok {
		return [][]Arg{nil}
	}
	var out [][]Arg
	for _, a := range v.Alternatives() {
		if mode {
			a = octal(a)
		}
		out = append(out, r.Words(a))
	}
	return out
}

// Words returns a value as words: lists are taken apart.
func (r *Reader) Words(v Value) []Arg {
	return r.flatInto(nil, v, 0)
}

// MaxWords bounds the arguments of one call.
const MaxWords = 256

func (r *Reader) flatInto(out []Arg, v Value, depth int) []Arg {
	if v.Shape != ListShape || depth > 4 {
		if v.Shape == DictShape || len(out) >= MaxWords {
			return out
		}
		return append(out, r.Arg(v))
	}
	for i := range v.Items {
		out = r.flatInto(out, v.Items[i], depth+1)
	}
	return out
}

// flattened returns all arguments from the n-th on, or the list named :name.
func (r *Reader) flattened(c *Call, spec string) [][]Arg {
	if strings.Contains(spec, ":") {
		v, ok := c.pick(spec)
		if !ok {
			return [][]Arg{nil}
		}
		return [][]Arg{r.Words(v)}
	}
	n := 1
	if i, err := strconv.Atoi(spec); err == nil {
		n = i
	}
	lines := [][]Arg{nil}
	for i := n - 1; i < len(c.Args); i++ {
		var next [][]Arg
		for _, a := range c.Args[i].Alternatives() {
			words := r.Words(a)
			for _, line := range lines {
				if len(next) < maxChoices && len(line) < MaxWords {
					next = append(next, append(line[:len(line):len(line)], words...))
				}
			}
		}
		lines = next
	}
	return lines
}

// payload returns an argument as curl -d takes it: @path for a file's content.
func (r *Reader) payload(c *Call, spec string) [][]Arg {
	v, ok := c.pick(spec)
	if !ok {
		return [][]Arg{nil}
	}
	if v.file != nil {
		return [][]Arg{{{Text: "-d"}, Join(Arg{Text: "@"}, *v.file)}}
	}
	if v.Shape == DictShape || v.Shape == ListShape {
		v = Unknown(spec)
	}
	return [][]Arg{{{Text: "-d"}, r.Arg(v)}}
}

// octal writes a permission mode as chmod takes it.
func octal(v Value) Value {
	if v.Shape != NumberShape {
		return v
	}
	s := strings.ReplaceAll(v.Arg.Text, "_", "")
	n, err := strconv.ParseUint(s, 0, 32)
	if err != nil {
		return v
	}
	return Lit(strconv.FormatUint(n, 8))
}

// Arg returns a value as an argument.
func (r *Reader) Arg(v Value) Arg {
	switch v.Shape {
	case TextShape, NumberShape:
		return v.Arg
	case OpaqueShape:
		return v.Tainted(v).Arg
	case NameShape:
		return r.constant(v)
	case ChoiceShape:
		if len(v.Items) > 0 {
			return r.Arg(v.Items[0])
		}
	}
	u := Unknown(v.Var)
	return u.Tainted(v).Arg
}

// constant returns the value of a name that the program does not bind.
func (r *Reader) constant(v Value) Arg {
	if x := r.find(v.Name); x != nil && (strings.HasPrefix(x.Gives, "=") || x.Gives == "~" || x.Gives == "tmp") {
		return r.Result(&Call{Name: v.Name}, x.Gives).Arg
	}
	for _, p := range [...]string{"os.environ.", "process.env.", "Deno.env.", "Bun.env.", "ENV.", "$ENV.", "$_ENV.", "$_SERVER."} {
		if name, ok := strings.CutPrefix(v.Name, p); ok {
			return Environ(name).Arg
		}
	}
	name := v.Name
	if v.Var != "" {
		name = v.Var
	}
	u := Unknown(name)
	return u.Tainted(v).Arg
}

// Add puts a step that the call c takes on the list.
func (r *Reader) Add(s Step, c *Call) {
	if len(r.found) >= MaxSteps {
		return
	}
	s.From, s.To, s.Note = c.From, max(c.From, c.To), c.Name
	r.found = append(r.found, s)
}

// Argv adds a step that is a command with its arguments.
func (r *Reader) Argv(c *Call, words []Arg) {
	if len(words) == 0 {
		return
	}
	r.sawProgram(c, words)
	r.Add(Step{Argv: words}, c)
}

// ShellText adds a step that is text for a shell.
func (r *Reader) ShellText(c *Call, v Value) {
	for _, a := range v.Alternatives() {
		r.shellStep(c, []Arg{r.Arg(a)})
	}
}

func (r *Reader) shellStep(c *Call, words []Arg) {
	if len(words) == 0 {
		return
	}
	all := words[0]
	for _, w := range words[1:] {
		all = Join(Join(all, Arg{Text: " "}), w)
	}
	r.sawText(c, all)
	r.Text(c, "", all)
}

// Text adds a step that is program text; text of which all is from the
// network is the effect of running it.
func (r *Reader) Text(c *Call, lang string, a Arg) {
	if strings.TrimSpace(a.Text) == "" && len(a.Holes) > 0 && a.Holes[0].Net {
		as := lang
		if as == "" {
			as = "shell"
		}
		r.Add(Step{Effect: "run", Lang: lang, Argv: []Arg{{Text: as}, a}}, c)
		return
	}
	if a.Text == "" && len(a.Holes) == 0 {
		return
	}
	r.Add(Step{Text: a.Text, Holes: a.Holes, Lang: lang, Known: len(a.Holes) == 0}, c)
}

// Program adds a step that runs a value as program text of a language.
func (r *Reader) Program(c *Call, lang string, v Value) {
	for _, a := range v.Alternatives() {
		x := r.Arg(a)
		if lang == "sql" && !LooksLikeSQL(x.Text) {
			continue
		}
		r.Text(c, lang, x)
	}
}

// started adds a step for what takes a command either as shell text or as a
// list of words.
func (r *Reader) started(c *Call, v Value) {
	for _, a := range v.Alternatives() {
		if a.Shape != ListShape {
			r.ShellText(c, a)
			continue
		}
		words := r.Words(a)
		if c.on("shell") && len(words) > 0 {
			r.shellStep(c, words[:1])
			continue
		}
		r.Argv(c, words)
	}
}
