package lang

import (
	"slices"
	"strings"
)

// Shape says what is known of a value.
type Shape uint8

const (
	OpaqueShape Shape = iota // nothing; arg is a hole that names it
	TextShape                // a string, perhaps with holes, or an object standing for one
	NumberShape              // a number as written
	ListShape
	DictShape   // keys and items side by side
	NameShape   // a name of the program or its libraries: "os.path"
	ChoiceShape // one of items: loop variables, a or b
)

// Value is what an expression may be worth.
type Value struct {
	Shape Shape
	Arg   Arg
	Type  string // qualified type of an object whose methods have rows
	Name  string // the qualified name of a ref
	Var   string // what an assignment to the expression would bind
	Self  *Value // the object, for the name of a method
	Items []Value
	keys  []string
	Net   bool // comes from the network
	sock  bool // is a connection, or comes from one
	file  *Arg // path of the file whose content this is
}

// maxChoices bounds the alternatives of one value, and so the steps of a call.
const maxChoices = 16

// Lit returns a known string.
func Lit(s string) Value { return Value{Shape: TextShape, Arg: Arg{Text: s}} }

// Home returns the user's home directory.
func Home() Value {
	return Value{Shape: TextShape, Arg: Arg{Holes: []Hole{{Name: "~", Home: true}}}}
}

// Profile returns the directory in the user's home that a variable of Windows names;
// ok is false for other variables.
func Profile(variable string) (v Value, ok bool) {
	v = Home()
	switch variable {
	case "APPDATA":
		v.Arg.Text = `\AppData\Roaming`
	case "LOCALAPPDATA":
		v.Arg.Text = `\AppData\Local`
	default:
		return v, false
	}
	return v, true
}

// Temp returns a fresh temporary path.
func Temp(name string) Value {
	return Value{Shape: TextShape, Arg: Arg{Holes: []Hole{{Name: name, Temp: true}}}}
}

// isTemp reports whether an argument begins with a temporary path.
func isTemp(a Arg) bool { return len(a.Holes) > 0 && a.Holes[0].Temp && a.Holes[0].At == 0 }

// Environ returns the value of an environment variable.
func Environ(name string) Value {
	switch name {
	case "HOME", "USERPROFILE", "user.home": // the last is Java's
		return Home()
	case "":
		return Unknown("environment")
	}
	if v, ok := Profile(name); ok {
		return v
	}
	return Unknown("$" + name)
}

// Unknown returns a value of which only the expression is known.
func Unknown(name string) Value {
	return Value{Shape: OpaqueShape, Arg: Arg{Holes: []Hole{{Name: shorten(name)}}}}
}

// shorten cuts an expression to what a message can hold.
func shorten(s string) string {
	const most = 60
	long := len(s) > most
	if long {
		s = s[:most]
	}
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s, long = s[:i], true
	}
	s = strings.ToValidUTF8(strings.TrimSpace(s), "")
	if long {
		s += "..."
	}
	return s
}

// Known reports whether the value is a string or number without holes.
func (v Value) Known() bool {
	return (v.Shape == TextShape || v.Shape == NumberShape) && len(v.Arg.Holes) == 0 && !v.Arg.Glob
}

// alternatives returns the values that v can be.
func (v Value) alternatives() []Value {
	if v.Shape == ChoiceShape && len(v.Items) > 0 {
		return v.Items[:min(len(v.Items), maxChoices)]
	}
	return []Value{v}
}

// choose returns a value that is one of vs.
func choose(vs []Value) Value {
	if len(vs) == 1 && vs[0].Shape != ChoiceShape { // nearly always
		return vs[0]
	}
	out := make([]Value, 0, min(len(vs), maxChoices))
	for i := range vs {
		out = append(out, vs[i].alternatives()...)
	}
	if len(out) > maxChoices {
		out = farthest(out)
	}
	if len(out) == 0 {
		return Unknown("nothing")
	}
	if len(out) == 1 {
		return out[0]
	}
	v := Value{Shape: ChoiceShape, Items: out, Type: out[0].Type}
	return v.Tainted(out...)
}

// farthest returns as many values as there may be, in their order: those that reach
// farthest, as a list must not hide the home directory behind many harmless names.
func farthest(vs []Value) []Value {
	out := make([]Value, 0, maxChoices)
	least, room := 0, 0 // values that reach less are left out, and of those that reach as far all but the first
	for reach, left := farReach, maxChoices; reach >= 0; reach-- {
		n := 0
		for i := range vs {
			if vs[i].reach() == reach {
				n++
			}
		}
		if least, room = reach, left; n >= left {
			break
		}
		left -= n
	}
	for i := range vs {
		switch reach := vs[i].reach(); {
		case reach > least:
			out = append(out, vs[i])
		case reach == least && room > 0:
			out = append(out, vs[i])
			room--
		}
	}
	return out
}

// farReach is the most that reach returns.
const farReach = 3

// reach returns how far what a value names lies from the directory of the program: 3 for
// the home directory, 2 for other paths from the root, 1 for options of commands, else 0.
func (v *Value) reach() int {
	text := v.Arg.Text
	switch {
	case strings.Contains(text, "~") || strings.Contains(text, "HOME") || slices.ContainsFunc(v.Arg.Holes, func(h Hole) bool { return h.Home }):
		return farReach
	case strings.HasPrefix(text, "/") || strings.Contains(text, " /"):
		return 2
	case strings.Contains(text, " -"):
		return 1
	}
	return 0
}

// Tainted marks v as coming from wherever its sources come from.
func (v Value) Tainted(from ...Value) Value {
	for i := range from {
		f := &from[i]
		v.Net = v.Net || f.Net
		v.sock = v.sock || f.sock
		if v.file == nil {
			v.file = f.file
		}
	}
	if v.Net && v.Shape == OpaqueShape {
		holes := make([]Hole, len(v.Arg.Holes))
		copy(holes, v.Arg.Holes)
		for i := range holes {
			holes[i].Net = true
		}
		v.Arg.Holes = holes
	}
	return v
}

// Join sets b behind a.
func Join(a, b Arg) Arg {
	out := Arg{Text: a.Text + b.Text, Glob: a.Glob || b.Glob}
	if len(a.Holes)+len(b.Holes) == 0 {
		return out
	}
	out.Holes = make([]Hole, 0, len(a.Holes)+len(b.Holes))
	out.Holes = append(out.Holes, a.Holes...)
	for _, h := range b.Holes {
		h.At += len(a.Text)
		out.Holes = append(out.Holes, h)
	}
	return out
}

// JoinPath sets the path b below the path a.
func JoinPath(a, b Arg) Arg {
	switch {
	case strings.HasPrefix(b.Text, "/") && (len(b.Holes) == 0 || b.Holes[0].At > 0):
		return b
	case len(b.Holes) > 0 && b.Holes[0].At == 0 && b.Holes[0].Home:
		return b
	case a.Text == "" && len(a.Holes) == 0:
		return b
	case strings.HasSuffix(a.Text, "/") && (len(a.Holes) == 0 || a.Holes[len(a.Holes)-1].At < len(a.Text)):
		return Join(a, b)
	}
	return Join(Join(a, Arg{Text: "/"}), b)
}

// ExpandHome gives a path that starts with ~ as the library that expands it
// would.
func ExpandHome(a Arg) Arg {
	if a.Text == "~" && len(a.Holes) == 0 {
		return Home().Arg
	}
	if !strings.HasPrefix(a.Text, "~/") || len(a.Holes) > 0 && a.Holes[0].At == 0 {
		return a
	}
	rest := Arg{Text: a.Text[1:], Glob: a.Glob}
	for _, h := range a.Holes {
		h.At--
		rest.Holes = append(rest.Holes, h)
	}
	return Join(Home().Arg, rest)
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !IsWord(c) || i == 0 && c >= '0' && c <= '9' {
			return false
		}
	}
	return s != ""
}

// IsWord reports whether names may hold c: letters, digits, the underscore, and
// whatever is not ASCII.
func IsWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// IsDigit reports whether c is a digit.
func IsDigit(c byte) bool { return c >= '0' && c <= '9' }

// Lower writes the letters of ASCII small, and so keeps the length of a text
// that is not UTF-8.
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= 'A' && s[i] <= 'Z' {
			b := []byte(s)
			for ; i < len(b); i++ {
				if b[i] >= 'A' && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// System returns the value that a variable of Windows about the system has on nearly every
// machine.
func System(name string) (Value, bool) {
	switch strings.ToLower(name) {
	case "systemdrive", "homedrive":
		return Lit("C:"), true
	case "systemroot", "windir":
		return Lit(`C:\Windows`), true
	}
	return Value{}, false
}
