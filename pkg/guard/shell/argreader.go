package shell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// argReader reads an argument list by a model.
type argReader struct {
	model *rule.Command
	argv  []Word // without the program
	pos   int
	out   Args
	first int                // of the operands
	may   []*rule.SubOptions // that may be of the subcommand, by its first word
	subs  []*rule.SubOptions // that are, by the words read so far
	// globals counts the options before the subcommand.
	globals int
}

// ReadArgs reads the words after a program as the model says, whose rows may be of some
// of its names. Without a model every word that begins with a dash is an option without
// a value.
func ReadArgs(m *rule.Command, program string, argv []Word) Args {
	r := argReader{model: m, argv: argv}
	if m == nil {
		r.model = &noModel
	}
	r.run()
	sub := ""
	if len(r.out.Sub) > 0 {
		sub = r.out.Sub[0]
	}
	r.out.Verbs = r.model.VerbsOf(program, sub)
	return r.out
}

// noModel knows no options and no subcommands.
var noModel rule.Command

func (r *argReader) run() {
	for r.pos < len(r.argv) {
		w := r.argv[r.pos]
		text := w.Prefix()
		r.pos++
		switch {
		case len(text) > 1 && text[0] == '+' && r.known("+"): // vim +'!ls'
			v := w.Cut(1)
			r.flag("+", r.find("+"), &v)
		case r.model.Style == rule.KeyVal && r.keyVal(w, text):
		case r.model.Style == rule.Slash && len(text) > 1 && text[0] == '/' && !strings.Contains(strings.TrimLeft(text, "/"), "/"):
			r.slash(text)
		case text == "--" && len(w.Parts) == 1 && r.model.Style != rule.Single:
			r.flag("--", nil, nil) // it sets git checkout -- PATH apart from git checkout BRANCH
			r.out.Front = len(r.out.Operands)
			r.operands()
			return
		case len(text) > 1 && text[0] == '-' || len(text) > 1 && text[0] == '+' && r.known(text[:2]):
			r.option(w, text)
		case r.model.Style == rule.BSDTar && r.pos == 1 && text != "":
			r.bundle(w, "-"+text)
		default:
			if r.operand(w) && (r.model.Style == rule.POSIX || r.nests()) {
				r.operands()
				return
			}
		}
	}
}

// operands takes the other words, which can no longer be options.
func (r *argReader) operands() {
	for r.pos < len(r.argv) {
		r.pos++
		r.operand(r.argv[r.pos-1])
	}
}

// operand takes a word that is not an option and reports whether it was an
// operand rather than a subcommand word.
func (r *argReader) operand(w Word) bool {
	if len(r.out.Sub) < r.model.Depth && len(r.out.Operands) == 0 {
		if s, ok := w.Literal(); ok && s != "" && !isPath(s) {
			if s[0] == '@' && len(r.out.Sub) == 0 && len(s) > 1 {
				r.flag(s, nil, nil) // wp @production db reset: where, and not what
				return false
			}
			if len(r.out.Sub) == 0 {
				r.globals = len(r.out.Flags)
			}
			r.out.Sub = append(r.out.Sub, s)
			r.subOptions()
			return false
		}
	}
	if len(r.out.Operands) == 0 {
		r.first = r.pos - 1
	}
	if r.first+len(r.out.Operands) == r.pos-1 { // nearly always they stand together
		r.out.Operands = r.argv[r.first:r.pos:r.pos]
	} else {
		r.out.Operands = append(r.out.Operands, w)
	}
	if len(r.out.Operands) <= 2 { // patterns are at most so much longer than the depth
		r.subOptions()
	}
	return true
}

// isPath reports whether a word is a path, which no subcommand is: ventoy -i /dev/sdb.
func isPath(s string) bool {
	return strings.HasPrefix(s, "./") || strings.HasPrefix(s, "../") || strings.HasPrefix(s, "~/") || s[0] == '/' && strings.LastIndexByte(s, '/') > 0
}

// nests reports whether the last operand begins a command whose options are
// its own: docker exec NAME rm -rf /.
func (r *argReader) nests() bool {
	for i := range r.model.Nested {
		n := &r.model.Nested[i]
		if (n.As == rule.AsArgv || n.As == rule.AsText) && len(r.out.Operands) == n.Skip+1 && r.out.Follows(n) {
			return true
		}
	}
	return false
}

// subOptions finds the options of the subcommand read so far.
func (r *argReader) subOptions() {
	if len(r.model.SubOptions) == 0 {
		return
	}
	if len(r.out.Sub)+len(r.out.Operands) == 1 {
		if first, ok := r.out.word(0); ok {
			r.may = r.model.SubOptionsFor(first)
		}
	}
	r.subs = r.subs[:0]
	for _, s := range r.may {
		if r.out.Is(s.Sub) {
			r.subs = append(r.subs, s)
		}
	}
	for i := range r.globals {
		f := &r.out.Flags[i]
		f.shadowed = r.subOption(f.Name) != nil
	}
}

// subOption looks an option of the subcommand up by a full spelling.
func (r *argReader) subOption(name string) *rule.Option {
	for _, s := range r.subs {
		if o := named(s.Options.All(), name); o != nil {
			return o
		}
	}
	return nil
}

func (r *argReader) keyVal(w Word, text string) bool {
	i := strings.IndexByte(text, '=')
	if i <= 0 || text[0] == '-' {
		return false
	}
	v := w.Cut(i + 1)
	r.flag(text[:i], r.find(text[:i]), &v)
	return true
}

// slash reads /x, /x:value, and //x, which Git Bash needs for the same.
func (r *argReader) slash(text string) {
	name, value, found := strings.Cut("/"+strings.TrimLeft(text, "/"), ":")
	name = strings.ToLower(name)
	o := r.find(name)
	switch {
	case found:
		v := LitWord(value)
		r.flag(name, o, &v)
	case o != nil:
		r.take(name, o)
	default:
		r.flag(name, nil, nil)
	}
}

func (r *argReader) option(w Word, text string) {
	if strings.HasPrefix(text, "--") || r.model.Style == rule.Single {
		r.long(w, text)
		return
	}
	if o := r.find(text); o != nil && len(text) > 2 { // -delete of a GNU-style program
		r.take(text, o)
		return
	}
	r.bundle(w, text)
}

// long reads --name, --name=value and abbreviations of it.
func (r *argReader) long(w Word, text string) {
	name := text
	var value *Word
	if i := strings.IndexByte(text, '='); i > 0 {
		name = text[:i]
		v := w.Cut(i + 1)
		value = &v
	}
	o := r.find(name)
	if o == nil {
		o, name = r.complete(name)
	}
	if o == nil || value != nil {
		r.flag(name, o, value)
		if o != nil {
			r.rest(o)
		}
		return
	}
	r.take(name, o)
}

// take adds an option and, when it needs one, the next word as its value.
func (r *argReader) take(name string, o *rule.Option) {
	switch o.Arg {
	case rule.RequiredArg:
		if r.pos < len(r.argv) {
			v := r.argv[r.pos]
			r.pos++
			r.flag(name, o, &v)
			r.rest(o)
			return
		}
	case rule.UntilArg:
		r.flag(name, o, nil)
		r.out.Flags[len(r.out.Flags)-1].Words = r.until()
		return
	}
	r.flag(name, o, nil)
}

// until takes the words of find -exec up to ";" or "{} +".
func (r *argReader) until() []Word {
	start := r.pos
	for r.pos < len(r.argv) {
		w := r.argv[r.pos]
		r.pos++
		if w.Is(";") || w.Is("+") && r.pos-start > 1 && r.argv[r.pos-2].Is("{}") {
			return r.argv[start : r.pos-1]
		}
	}
	return r.argv[start:]
}

// bundle reads -abc, where the last letter may carry a value.
func (r *argReader) bundle(w Word, text string) {
	for i := 1; i < len(text); i++ {
		name := text[:1] + text[i:i+1]
		o := r.find(name)
		if o == nil || o.Arg == rule.NoArg {
			r.flag(name, o, nil)
			continue
		}
		if i+1 < len(text) || len(w.Parts) > 1 {
			v := w.Cut(i + 1)
			r.flag(name, o, &v)
			r.rest(o)
			return
		}
		r.take(name, o)
		return
	}
}

// rest takes all words after an option as its value.
func (r *argReader) rest(o *rule.Option) {
	if o.Role == rule.RoleRest {
		r.operands()
	}
}

func (r *argReader) flag(name string, o *rule.Option, v *Word) {
	if r.out.Flags == nil {
		n := 1
		for i := r.pos; i < len(r.argv); i++ {
			if strings.HasPrefix(r.argv[i].Prefix(), "-") {
				n++
			}
		}
		r.out.Flags = make([]Flag, 0, n)
	}
	r.out.Flags = append(r.out.Flags, Flag{Name: name, Option: o, Value: v})
	r.out.letters |= letterOf(name)
	if o != nil {
		for _, n := range o.Names {
			r.out.letters |= letterOf(n)
		}
	}
}

func (r *argReader) known(name string) bool { return r.find(name) != nil }

// find looks an option up by a full spelling.
func (r *argReader) find(name string) *rule.Option {
	if o := r.subOption(name); o != nil {
		return o
	}
	return named(r.model.Options, name)
}

func named(list []rule.Option, name string) *rule.Option {
	for i := range list {
		for _, n := range list[i].Names {
			if n == name {
				return &list[i]
			}
		}
	}
	return nil
}

// complete finds the one long option that name abbreviates.
func (r *argReader) complete(name string) (*rule.Option, string) {
	var found *rule.Option
	full := name
	if len(name) < 3 || r.model.Style == rule.Single {
		return nil, name
	}
	for k := range len(r.subs) + 1 {
		list := r.model.Options
		if k < len(r.subs) {
			list = r.subs[k].Options.All()
		}
		for i := range list {
			for _, n := range list[i].Names {
				if strings.HasPrefix(n, name) && strings.HasPrefix(n, "--") {
					if found != nil && found != &list[i] {
						return nil, name
					}
					found, full = &list[i], n
				}
			}
		}
	}
	return found, full
}
