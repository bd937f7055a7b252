package lang

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// calculator works out what names, calls without effect and joined strings are
// worth, for as long as its fuel lasts.
type calculator struct {
	syn       *Syntax
	src       string
	env       map[string]Value
	stars     []string // modules whose names need no prefix
	fuel      int      // bytes that may still be made
	functions rule.Functions
	rows      map[string]*rule.Function // what was asked of it, nil where there is none
}

// row finds the row of a function: by its name, among what was imported with
// a star, or as a method of any object.
func (calc *calculator) row(v *Value) *rule.Function {
	if v.Name == "" {
		return nil
	}
	if x := calc.find(v.Name); x != nil {
		return x
	}
	if v.Self == nil {
		for _, s := range calc.stars {
			if x := calc.find(s + v.Name); x != nil {
				return x
			}
		}
	}
	if i := strings.LastIndexByte(v.Name, '.'); i > 0 {
		if j := strings.LastIndexByte(v.Name[:i], '.'); j > 0 {
			if x := calc.find("*" + v.Name[j:]); x != nil {
				return x
			}
		}
		return calc.find("*" + v.Name[i:])
	}
	return nil
}

// find returns the row of a name, and nil when there is none.
func (calc *calculator) find(name string) *rule.Function {
	x, asked := calc.rows[name]
	if !asked && calc.functions != nil {
		if f, ok := calc.functions(calc.syn.table(), name); ok {
			x = &f
		}
		if calc.rows == nil {
			calc.rows = make(map[string]*rule.Function)
		}
		calc.rows[name] = x
	}
	return x
}

// Knows reports whether a function has a row.
func (calc *calculator) Knows(function string) bool { return calc.find(function) != nil }

// Arg returns a value as an argument.
func (calc *calculator) Arg(v Value) Arg {
	switch v.Shape {
	case TextShape, NumberShape:
		return v.Arg
	case OpaqueShape:
		return v.Tainted(v).Arg
	case NameShape:
		return calc.constant(v)
	case ChoiceShape:
		if len(v.Items) > 0 {
			return calc.Arg(v.Items[0])
		}
	}
	u := Unknown(v.Var)
	return u.Tainted(v).Arg
}

// constant returns the value of a name that the program does not bind.
func (calc *calculator) constant(v Value) Arg {
	if x := calc.find(v.Name); x != nil && (strings.HasPrefix(x.Gives, "=") || x.Gives == "~" || x.Gives == "tmp") {
		return calc.Result(&Call{Name: v.Name}, x.Gives).Arg
	}
	for _, p := range [...]string{"os.environ.", "process.env.", "Deno.env.", "Bun.env.", "ENV.", "$ENV.", "$_ENV.", "$_SERVER."} {
		if name, ok := strings.CutPrefix(v.Name, p); ok && !strings.HasPrefix(name, "to_") {
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

// Words returns a value as words: lists are taken apart.
func (calc *calculator) Words(v Value) []Arg {
	return calc.flatInto(nil, v, 0)
}

func (calc *calculator) flatInto(out []Arg, v Value, depth int) []Arg {
	if v.Shape != ListShape || depth > 4 {
		if v.Shape == DictShape || len(out) >= MaxWords {
			return out
		}
		return append(out, calc.Arg(v))
	}
	for i := range v.Items {
		out = calc.flatInto(out, v.Items[i], depth+1)
	}
	return out
}

// MaxWords bounds the arguments of one call.
const MaxWords = 256

// alwaysMade is how long a text may be, with its holes, that is put together where the fuel
// is used up: a command at the end of a program has mostly fewer bytes.
const alwaysMade = 1 << 10

// Both combines every alternative of two values.
func (calc *calculator) Both(a, b Value, with func(a, b Arg) Arg) Value {
	out := make([]Value, 0, 1) // mostly there is no more
	for _, x := range a.alternatives() {
		for _, y := range b.alternatives() {
			xa, ya := calc.Arg(x), calc.Arg(y)
			calc.fuel -= len(xa.Text) + len(ya.Text) + 16*(len(xa.Holes)+len(ya.Holes))
			if calc.fuel < 0 && len(xa.Text)+len(ya.Text)+16*(len(xa.Holes)+len(ya.Holes)) > alwaysMade {
				return Unknown("too long").Tainted(a, b)
			}
			v := Value{Shape: TextShape, Arg: with(xa, ya), Type: x.Type}
			if v.Type == "" && strings.HasPrefix(y.Type, "pathlib") {
				v.Type = y.Type
			}
			out = append(out, v.Tainted(x, y))
			if len(out) == maxChoices {
				return choose(out)
			}
		}
	}
	return choose(out)
}

// Concat joins two values as strings, or as lists.
func (calc *calculator) Concat(a, b Value) Value {
	if a.Shape == ListShape {
		out := a
		out.Var = ""
		more := []Value{b}
		if b.Shape == ListShape {
			more = b.Items
		}
		calc.fuel -= 16 * (len(a.Items) + len(more))
		if calc.fuel < 0 {
			return a
		}
		out.Items = append(append([]Value(nil), a.Items...), more...)
		return out.Tainted(b)
	}
	return calc.Both(a, b, Join)
}

// Result returns the value of a call, by the word that its row has for it.
func (calc *calculator) Result(c *Call, gives string) Value {
	first := Value{Shape: OpaqueShape}
	if len(c.Args) > 0 {
		first = c.Args[0]
	} else if c.Self != nil {
		first = *c.Self
	}
	from := append([]Value(nil), c.Args...)
	from = append(from, c.vals...)
	if c.Self != nil {
		from = append(from, *c.Self)
	}
	note := calc.src[c.From:min(max(c.To, c.From), c.From+80)]
	v := Unknown(note)
	switch {
	case gives == "":
	case gives == "~":
		return Home()
	case gives == "tmp":
		return Temp(note)
	case gives[0] == '=':
		return Lit(gives[1:])
	case gives == "net":
		v.Net = true
	case gives == "sock":
		v.sock = true
	case gives == "file":
		a := calc.Arg(first)
		v.file, v.Type = &a, "file"
	default:
		return calc.object(gives, first)
	}
	return v.Tainted(from...)
}

// object returns a value of a type whose methods have rows.
func (calc *calculator) object(typ string, of Value) Value {
	var out []Value
	for _, a := range of.alternatives() {
		v := Value{Shape: TextShape, Arg: calc.Arg(a), Type: typ}
		out = append(out, v.Tainted(a))
	}
	return choose(out)
}

// property returns the value of a member that is not a method.
func (calc *calculator) property(v Value, name string) (Value, bool) {
	if v.Type == "pathlib.Path" && name == "parent" {
		return calc.mapped(v, func(a Arg) (Arg, bool) { return Arg{Text: path.Dir(a.Text)}, len(a.Holes) == 0 }), true
	}
	if v.Type == "java.File" && (name == "bytes" || name == "text") { // of Groovy
		a := calc.Arg(v)
		return Value{Shape: OpaqueShape, Arg: Unknown(name).Arg, Type: "file", file: &a}, true
	}
	return Value{}, false
}

// member returns the value of a member of v.
func (calc *calculator) member(v Value, name string) Value {
	path := ""
	if len(v.Name)+len(v.Var) > maxPath {
		v.Name, v.Var = "*", ""
	}
	if v.Var != "" {
		path = v.Var + "." + name
		if bound, ok := calc.env[path]; ok {
			bound.Var = path
			return bound
		}
	}
	if p, ok := calc.property(v, name); ok {
		return p
	}
	out := Value{Shape: NameShape, Name: v.Name + "." + name, Var: path}
	if v.Shape != NameShape || v.Self != nil {
		self := v
		out.Self = &self
		out.Name = self.kindName() + "." + name
		if v.Shape == NameShape {
			out.Name = "*" + v.Name[strings.LastIndexByte(v.Name, '.'):] + "." + name
		}
	}
	if v.Shape == DictShape {
		for i, k := range v.keys {
			if k == name {
				return v.Items[i]
			}
		}
	}
	out = out.Tainted(v)
	return out
}

// maxPath bounds qualified names; longer ones are of no function we know.
const maxPath = 256

// kindName returns the prefix of the rows for methods of the value.
func (v Value) kindName() string {
	switch {
	case v.Type != "":
		return v.Type
	case v.Shape == TextShape || v.Shape == ChoiceShape:
		return "str"
	case v.Shape == ListShape:
		return "list"
	}
	return "*"
}

// Bind gives a name a value.
func (calc *calculator) Bind(name string, v Value) {
	if calc.env == nil {
		calc.env = make(map[string]Value)
	}
	v.Var = ""
	calc.env[name] = v
}

// Lookup returns what a name was bound to.
func (calc *calculator) Lookup(name string) (Value, bool) {
	v, bound := calc.env[name]
	return v, bound
}

// variable returns the value of a name.
func (calc *calculator) variable(name string) Value {
	v, bound := calc.env[name]
	if !bound {
		v = Value{Shape: NameShape, Name: name}
	}
	v.Var = name
	return v
}
