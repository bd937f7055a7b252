package lang

import (
	"strconv"
	"strings"
)

// apply adds the steps that a row's Do describes.
func (r *reader) apply(do string, c *call) {
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
			r.argv(c, words)
		}
	case '=':
		if v, ok := c.pick(strings.TrimPrefix(rest, "%")); ok {
			r.program(c, head[1:], v)
		}
	case '~':
		for _, words := range r.words(c, rest) {
			r.add(Step{Effect: head[1:], Argv: append([]Arg{{Text: c.name}}, words...)}, c)
		}
	default:
		for _, words := range r.words(c, do) {
			r.argv(c, words)
		}
	}
}

// alternative chooses between the halves of "name? A | B".
func (c *call) alternative(do string) string {
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
func (c *call) on(name string) bool {
	v, ok := c.option(name)
	if !ok {
		return false
	}
	switch v.arg.Text {
	case "false", "False", "FALSE", "F", "0", "nil", "null", "None", "undef":
		return false
	}
	return v.name != "false" && v.name != "False" && v.name != "FALSE" && v.name != "F" && v.name != "None" && v.name != "nil" && v.name != "null"
}

// option is a named argument, or a member of a table among the arguments.
func (c *call) option(name string) (value, bool) {
	for i, k := range c.keys {
		if k == name {
			return c.vals[i], true
		}
	}
	for i := len(c.args) - 1; i >= 0; i-- {
		if c.args[i].shape != dict {
			continue
		}
		for j, k := range c.args[i].keys {
			if k == name {
				return c.args[i].items[j], true
			}
		}
	}
	return value{}, false
}

// pick is the argument that a template's word names: "1", "1:path", ":path"
// or "s".
func (c *call) pick(spec string) (value, bool) {
	spec = strings.TrimPrefix(spec, "%")
	where, name, named := strings.Cut(spec, ":")
	if where == "s" {
		if c.self != nil {
			return *c.self, true
		}
		where = "1"
	}
	if n, err := strconv.Atoi(where); err == nil && n <= len(c.args) && (c.args[n-1].shape != dict || !named) {
		return c.args[n-1], true
	}
	if named {
		return c.option(name)
	}
	return value{}, false
}

// words fills a template: one list of words for every choice of values.
func (r *reader) words(c *call, template string) [][]Arg {
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
func (r *reader) wordChoices(c *call, w string) [][]Arg {
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
	for _, a := range v.alternatives() {
		if mode {
			a = octal(a)
		}
		out = append(out, r.flat(a))
	}
	return out
}

// flat is a value as words: lists are taken apart.
func (r *reader) flat(v value) []Arg {
	return r.flatInto(nil, v, 0)
}

// maxWords bounds the arguments of one call.
const maxWords = 256

func (r *reader) flatInto(out []Arg, v value, depth int) []Arg {
	if v.shape != list || depth > 4 {
		if v.shape == dict || len(out) >= maxWords {
			return out
		}
		return append(out, r.arg(v))
	}
	for i := range v.items {
		out = r.flatInto(out, v.items[i], depth+1)
	}
	return out
}

// flattened is all arguments from the n-th on, or the list named :name.
func (r *reader) flattened(c *call, spec string) [][]Arg {
	if strings.Contains(spec, ":") {
		v, ok := c.pick(spec)
		if !ok {
			return [][]Arg{nil}
		}
		return [][]Arg{r.flat(v)}
	}
	n := 1
	if i, err := strconv.Atoi(spec); err == nil {
		n = i
	}
	lines := [][]Arg{nil}
	for i := n - 1; i < len(c.args); i++ {
		var next [][]Arg
		for _, a := range c.args[i].alternatives() {
			words := r.flat(a)
			for _, line := range lines {
				if len(next) < maxChoices && len(line) < maxWords {
					next = append(next, append(line[:len(line):len(line)], words...))
				}
			}
		}
		lines = next
	}
	return lines
}

// payload is an argument as curl -d takes it: @path for a file's content.
func (r *reader) payload(c *call, spec string) [][]Arg {
	v, ok := c.pick(spec)
	if !ok {
		return [][]Arg{nil}
	}
	if v.file != nil {
		return [][]Arg{{{Text: "-d"}, join(Arg{Text: "@"}, *v.file)}}
	}
	if v.shape == dict || v.shape == list {
		v = unknown(spec)
	}
	return [][]Arg{{{Text: "-d"}, r.arg(v)}}
}

// octal writes a permission mode as chmod takes it.
func octal(v value) value {
	if v.shape != number {
		return v
	}
	s := strings.ReplaceAll(v.arg.Text, "_", "")
	n, err := strconv.ParseUint(s, 0, 32)
	if err != nil {
		return v
	}
	return lit(strconv.FormatUint(n, 8))
}

// arg is a value as an argument.
func (r *reader) arg(v value) Arg {
	switch v.shape {
	case text, number:
		return v.arg
	case opaque:
		return v.stained(v).arg
	case ref:
		return r.constant(v)
	case choice:
		if len(v.items) > 0 {
			return r.arg(v.items[0])
		}
	}
	u := unknown(v.lhs)
	return u.stained(v).arg
}

// constant is what a name stands for when nobody has bound it.
func (r *reader) constant(v value) Arg {
	if x := r.find(v.name); x != nil && (strings.HasPrefix(x.gives, "=") || x.gives == "~" || x.gives == "tmp") {
		return r.result(&call{name: v.name}, x.gives).arg
	}
	for _, p := range [...]string{"os.environ.", "process.env.", "Deno.env.", "Bun.env.", "ENV.", "$ENV.", "$_ENV.", "$_SERVER."} {
		if name, ok := strings.CutPrefix(v.name, p); ok {
			return environ(name).arg
		}
	}
	name := v.name
	if v.lhs != "" {
		name = v.lhs
	}
	u := unknown(name)
	return u.stained(v).arg
}

// add puts a step that the call c takes on the list.
func (r *reader) add(s Step, c *call) {
	if len(r.steps) >= MaxSteps {
		return
	}
	s.From, s.To, s.Note = c.from, max(c.from, c.to), c.name
	r.steps = append(r.steps, s)
}

// argv adds a step that is a command with its arguments.
func (r *reader) argv(c *call, words []Arg) {
	if len(words) == 0 {
		return
	}
	r.sawProgram(c, words)
	r.add(Step{Argv: words}, c)
}

// shellText adds a step that is text for a shell.
func (r *reader) shellText(c *call, v value) {
	for _, a := range v.alternatives() {
		r.shellStep(c, []Arg{r.arg(a)})
	}
}

func (r *reader) shellStep(c *call, words []Arg) {
	if len(words) == 0 {
		return
	}
	all := words[0]
	for _, w := range words[1:] {
		all = join(join(all, Arg{Text: " "}), w)
	}
	r.sawText(c, all)
	r.text(c, "", all)
}

// text adds a step that is program text; text of which all is from the
// network is the effect of running it.
func (r *reader) text(c *call, lang string, a Arg) {
	if strings.TrimSpace(a.Text) == "" && len(a.Holes) > 0 && a.Holes[0].Net {
		as := lang
		if as == "" {
			as = "shell"
		}
		r.add(Step{Effect: "run", Lang: lang, Argv: []Arg{{Text: as}, a}}, c)
		return
	}
	if a.Text == "" && len(a.Holes) == 0 {
		return
	}
	r.add(Step{Text: a.Text, Holes: a.Holes, Lang: lang, Known: len(a.Holes) == 0}, c)
}

// program adds a step that runs a value as program text of a language.
func (r *reader) program(c *call, lang string, v value) {
	for _, a := range v.alternatives() {
		x := r.arg(a)
		if lang == "sql" && !looksLikeSQL(x.Text) {
			continue
		}
		r.text(c, lang, x)
	}
}

// started adds a step for what takes a command either as shell text or as a
// list of words.
func (r *reader) started(c *call, v value) {
	for _, a := range v.alternatives() {
		if a.shape != list {
			r.shellText(c, a)
			continue
		}
		words := r.flat(a)
		if c.on("shell") && len(words) > 0 {
			r.shellStep(c, words[:1])
			continue
		}
		r.argv(c, words)
	}
}
