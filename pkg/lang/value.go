package lang

import "strings"

// shape says what is known of a value.
type shape uint8

const (
	opaque shape = iota // nothing; arg is a hole that names it
	text                // a string, perhaps with holes, or an object standing for one
	number              // a number as written
	list
	dict   // keys and items side by side
	ref    // a name of the program or its libraries: "os.path"
	choice // one of items: loop variables, a or b
)

// value is what an expression may be worth.
type value struct {
	shape shape
	arg   Arg
	typ   string // qualified type of an object whose methods have rows
	name  string // the qualified name of a ref
	lhs   string // what an assignment to the expression would bind
	self  *value // the object, for the name of a method
	items []value
	keys  []string
	net   bool // comes from the network
	sock  bool // is a connection, or comes from one
	file  *Arg // path of the file whose content this is
}

// maxChoices bounds the alternatives of one value, and so the steps of a call.
const maxChoices = 16

// lit is a known string.
func lit(s string) value { return value{shape: text, arg: Arg{Text: s}} }

// home is the user's home directory.
func home() value {
	return value{shape: text, arg: Arg{Holes: []Hole{{Name: "~", Home: true}}}}
}

// temp is a fresh temporary path.
func temp(name string) value {
	return value{shape: text, arg: Arg{Holes: []Hole{{Name: name, Temp: true}}}}
}

// environ is the value of an environment variable.
func environ(name string) value {
	switch name {
	case "HOME", "USERPROFILE":
		return home()
	case "":
		return unknown("environment")
	}
	return unknown("$" + name)
}

// unknown is a value of which only the expression is known.
func unknown(name string) value {
	return value{shape: opaque, arg: Arg{Holes: []Hole{{Name: shorten(name)}}}}
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

// known reports whether the value is a string or number without holes.
func (v value) known() bool {
	return (v.shape == text || v.shape == number) && len(v.arg.Holes) == 0 && !v.arg.Glob
}

// alternatives are the values that v can be.
func (v value) alternatives() []value {
	if v.shape == choice && len(v.items) > 0 {
		return v.items[:min(len(v.items), maxChoices)]
	}
	return []value{v}
}

// choose is a value that is one of vs.
func choose(vs []value) value {
	var out []value
	for _, v := range vs {
		for _, a := range v.alternatives() {
			if len(out) < maxChoices {
				out = append(out, a)
			}
		}
	}
	if len(out) == 0 {
		return unknown("nothing")
	}
	if len(out) == 1 {
		return out[0]
	}
	v := value{shape: choice, items: out, typ: out[0].typ}
	return v.stained(out...)
}

// stained marks v as coming from wherever its sources come from.
func (v value) stained(from ...value) value {
	for i := range from {
		f := &from[i]
		v.net = v.net || f.net
		v.sock = v.sock || f.sock
		if v.file == nil {
			v.file = f.file
		}
	}
	if v.net && v.shape == opaque {
		holes := make([]Hole, len(v.arg.Holes))
		copy(holes, v.arg.Holes)
		for i := range holes {
			holes[i].Net = true
		}
		v.arg.Holes = holes
	}
	return v
}

// join sets b behind a.
func join(a, b Arg) Arg {
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

// joinPath sets the path b below the path a.
func joinPath(a, b Arg) Arg {
	switch {
	case strings.HasPrefix(b.Text, "/") && (len(b.Holes) == 0 || b.Holes[0].At > 0):
		return b
	case len(b.Holes) > 0 && b.Holes[0].At == 0 && b.Holes[0].Home:
		return b
	case a.Text == "" && len(a.Holes) == 0:
		return b
	case strings.HasSuffix(a.Text, "/") && (len(a.Holes) == 0 || a.Holes[len(a.Holes)-1].At < len(a.Text)):
		return join(a, b)
	}
	return join(join(a, Arg{Text: "/"}), b)
}

// expandHome gives a path that starts with ~ as the library that expands it
// would.
func expandHome(a Arg) Arg {
	if a.Text == "~" && len(a.Holes) == 0 {
		return home().arg
	}
	if !strings.HasPrefix(a.Text, "~/") || len(a.Holes) > 0 && a.Holes[0].At == 0 {
		return a
	}
	rest := Arg{Text: a.Text[1:], Glob: a.Glob}
	for _, h := range a.Holes {
		h.At--
		rest.Holes = append(rest.Holes, h)
	}
	return join(home().arg, rest)
}

func isName(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !isWord(c) || i == 0 && c >= '0' && c <= '9' {
			return false
		}
	}
	return s != ""
}

func isWord(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// lower writes the letters of ASCII small, and so keeps the length of a text
// that is not UTF-8.
func lower(s string) string {
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
