package rule

import (
	"slices"
	"sync"
)

// Verb gives the effects of a program's call when its conditions hold.
type Verb struct {
	Program []string   // only of these of the names of the model; with none of all
	Sub     []string   // any of these subcommand patterns: "stash drop", "* delete-*"
	Any     []string   // at least one of these flags
	All     []string   // all of these flags
	None    []string   // none of these flags
	Operand []string   // at least one operand (or option value for "-x=GLOB") matches one of these globs
	Min     int        // at least so many operands (after the subcommand words)
	Max     int        // at most so many operands, when above zero
	Type    string     // command type instead of the program's
	Effects []Effect   // if there are several: [{do: read, on: first}, {do: overwrite, on: last}]
	Later   *laterVerb // the others of these fields where the model was decoded and Sub is given
	first   firstLetters
}

// laterVerb is what a row says, decoded when a call may be of its subcommand:
// git has a hundred rows.
type laterVerb struct {
	packed string
	once   sync.Once
}

// verbs is the list of Verbs.
func (m *Command) verbs(c *codec) {
	if c.writing {
		c.putNumber(len(m.Verbs))
		for i := range m.Verbs {
			m.Verbs[i].encode(c)
		}
		return
	}
	m.Verbs = make([]Verb, c.length())
	var later []laterVerb
	for i := range m.Verbs {
		v := &m.Verbs[i]
		if c.list('s', &v.Sub); len(v.Sub) == 0 {
			v.fields(c)
			continue
		}
		v.first = lettersOf(v.Sub)
		if later == nil {
			later = make([]laterVerb, len(m.Verbs)-i)
		}
		later[0].packed = c.getText()
		v.Later, later = &later[0], later[1:]
	}
}

func (v *Verb) encode(c *codec) {
	v = v.whole()
	if c.list('s', &v.Sub); len(v.Sub) == 0 {
		v.fields(c)
		return
	}
	inner := codec{writing: true}
	v.fields(&inner)
	c.putText(inner.sealed())
}

// whole decodes what was left to be decoded later.
func (v *Verb) whole() *Verb {
	if l := v.Later; l != nil {
		l.once.Do(func() {
			c := codec{in: l.packed}
			c.makeRoom()
			if v.fields(&c); !c.done() {
				*v = Verb{Sub: v.Sub, Later: l} // never: the generator has decoded them all
			}
		})
	}
	return v
}

// VerbsFor returns the rows that may be about a call with some first
// subcommand word; all of them where it has none.
func (m *Command) VerbsFor(sub string) []*Verb { return m.VerbsOf("", sub) }

// VerbsOf returns the rows that may be about a call of a program by one of the names
// of its model; "" is any of them.
func (m *Command) VerbsOf(program, sub string) []*Verb {
	var list []*Verb
	for i := range m.Verbs {
		v := &m.Verbs[i]
		if sub != "" && !(v.first.may(sub) && (len(v.Sub) == 0 || mayBeginAny(v.Sub, sub))) {
			continue
		}
		if v = v.whole(); program != "" && len(v.Program) > 0 && !slices.Contains(v.Program, program) {
			continue
		}
		if list == nil {
			list = make([]*Verb, 0, min(len(m.Verbs)-i, 8))
		}
		list = append(list, v)
	}
	return list
}

// firstLetters is a set of the bytes, modulo 32, that some patterns begin with; 0 is
// any. A program may have hundreds of rows, and most calls are of few.
type firstLetters uint32

func lettersOf(patterns []string) (s firstLetters) {
	for _, p := range patterns {
		if p == "" || p[0] == '*' || p[0] == '?' {
			return 0
		}
		s |= 1 << (p[0] % 32)
	}
	return s
}

// may reports whether one of the patterns may begin with a word.
func (s firstLetters) may(word string) bool {
	return s == 0 || word != "" && s&(1<<(word[0]%32)) != 0
}

// mayBeginAny reports whether one of some patterns of subcommand words may begin with a word.
func mayBeginAny(patterns []string, word string) bool {
	for _, pattern := range patterns {
		if mayBegin(pattern, word) {
			return true
		}
	}
	return false
}

// mayBegin reports whether a pattern of subcommand words may begin with a
// word.
func mayBegin(pattern, word string) bool {
	for i := range len(pattern) {
		switch p := pattern[i]; {
		case p == '*' || p == '?':
			return true
		case p == ' ':
			return i == len(word)
		case i == len(word) || p != word[i]:
			return false
		}
	}
	return len(pattern) == len(word)
}

// Effect is one row of a verb: what is done, and to which words.
type Effect struct {
	Do        EffectKind // what is done, such as delete
	On        string     // operands first last init rest behind (what follows --) flag:-o stdin uploads (put f on stdin) cwd clone (the directory that one makes) repository (the .git that an init makes); "=path" is a fixed path; "" nothing
	Recursive []string   // flags that make it recursive; "*" always
	Force     []string   // flags that make it unasked; "*" always
	What      string     // what is affected, in words, for messages
	Scale     string     // "" or "all": hits everything rather than what is named
	Source    string     // words, as in on, of what takes the place: the commit a ref goes to, the archive or directory whose files land
}

// fields are those behind Sub.
func (v *Verb) fields(c *codec) {
	c.list('p', &v.Program)
	c.list('a', &v.Any)
	c.list('l', &v.All)
	c.list('n', &v.None)
	c.list('o', &v.Operand)
	c.int('m', &v.Min)
	c.int('x', &v.Max)
	c.text('t', &v.Type)
	structs(c, 'e', &v.Effects, &c.effects)
	c.end()
}

func (e *Effect) fields(c *codec) {
	c.text('d', (*string)(&e.Do))
	c.text('o', &e.On)
	c.list('r', &e.Recursive)
	c.list('f', &e.Force)
	c.text('w', &e.What)
	c.text('s', &e.Scale)
	c.text('u', &e.Source)
	c.end()
}
