// Package sed reads sed scripts for what they run, write and read. It edits
// nothing.
package sed

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// Read lists what a sed script, or several joined by line ends, runs and
// writes: the commands e, w, r and the flags e and w of s.
func Read(src string) []lang.Step {
	s := &reader{src: src}
	for s.at < len(src) && len(s.steps) < lang.MaxSteps {
		s.command()
	}
	return s.steps
}

// Added lists the texts that a script puts into what it edits: those of the
// commands a, i and c, and what s puts in place of something.
func Added(src string) []string {
	s := &reader{src: src}
	for s.at < len(src) && len(s.added) < lang.MaxSteps {
		s.steps = s.steps[:0]
		s.command()
	}
	return s.added
}

type reader struct {
	src   string
	at    int
	steps []lang.Step
	added []string
}

// command reads one command with its address.
func (s *reader) command() {
	s.address()
	if s.at >= len(s.src) {
		return
	}
	from := s.at
	c := s.src[s.at]
	s.at++
	switch c {
	case '#':
		s.line()
	case 's':
		s.substitute(from)
	case 'y':
		if d, ok := s.delimiter(); ok {
			s.until(d)
			s.until(d)
		}
	case 'e':
		text := strings.TrimSpace(s.line())
		if text == "" {
			s.add(lang.Step{Holes: []lang.Hole{{Name: "pattern space"}}, Note: "e"}, from)
			return
		}
		s.add(lang.Step{Text: text, Known: true, Note: "e"}, from)
	case 'w', 'W':
		s.write(from, s.line())
	case 'r', 'R':
		s.file("cat", from, s.line())
	case 'a', 'i', 'c':
		s.text()
	case 'b', 't', 'T', ':', 'q', 'Q', 'l', 'L':
		for s.at < len(s.src) && strings.IndexByte(";}\n", s.src[s.at]) < 0 {
			s.at++
		}
	}
}

// text reads what a, i or c adds, in one line or after a backslash in several.
func (s *reader) text() {
	line := strings.TrimLeft(s.line(), " \t")
	var b strings.Builder
	for strings.HasSuffix(line, `\`) && s.at < len(s.src) {
		if line = line[:len(line)-1]; b.Len() > 0 || line != "" {
			b.WriteString(line)
			b.WriteByte('\n')
		}
		line = s.line()
	}
	b.WriteString(line)
	s.added = append(s.added, strings.TrimPrefix(b.String(), `\`)+"\n")
}

// address moves over what stands in front of a command.
func (s *reader) address() {
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '/':
			s.at++
			s.until('/')
			s.flags("IM")
		case c == '\\' && s.at+1 < len(s.src):
			d := s.src[s.at+1]
			s.at += 2
			s.until(d)
			s.flags("IM")
		case lang.IsDigit(c) || strings.IndexByte(" \t\n;{}$,!~+", c) >= 0:
			s.at++
		default:
			return
		}
	}
}

func (s *reader) flags(set string) {
	for s.at < len(s.src) && strings.IndexByte(set, s.src[s.at]) >= 0 {
		s.at++
	}
}

func (s *reader) delimiter() (byte, bool) {
	if s.at >= len(s.src) {
		return 0, false
	}
	s.at++
	return s.src[s.at-1], true
}

// until reads up to and over a delimiter.
func (s *reader) until(d byte) string {
	from := s.at
	class := false
	for ; s.at < len(s.src); s.at++ {
		switch c := s.src[s.at]; {
		case c == '\\':
			s.at++
		case c == '[' && d == '/':
			class = true
		case c == ']':
			class = false
		case c == d && !(class && strings.IndexByte(s.src[s.at:min(len(s.src), s.at+64)], ']') > 0):
			s.at++
			return s.src[from : s.at-1]
		case c == '\n' && !class:
			class = false
		}
	}
	s.at = len(s.src)
	return s.src[min(from, s.at):]
}

// line reads the rest of the line.
func (s *reader) line() string {
	rest := s.src[s.at:]
	i := strings.IndexByte(rest, '\n')
	if i < 0 {
		s.at = len(s.src)
		return rest
	}
	s.at += i + 1
	return rest[:i]
}

// substitute reads s/pattern/replacement/flags.
func (s *reader) substitute(from int) {
	d, ok := s.delimiter()
	if !ok {
		return
	}
	pattern := s.until(d)
	replacement := s.until(d)
	s.added = append(s.added, strings.ReplaceAll(replacement, `\n`, "\n")+"\n")
	for s.at < len(s.src) {
		c := s.src[s.at]
		switch {
		case c == 'w':
			s.at++
			s.write(from, s.line())
			return
		case c == 'e':
			s.at++
			step := lang.Step{Text: replacement, Note: "s///e"}
			switch strings.Trim(pattern, "^$") {
			case ".*", ".+":
				step.Known = true
			default:
				step.Holes = []lang.Hole{{At: len(replacement), Name: "pattern space"}}
			}
			s.add(step, from)
		case lang.IsDigit(c) || strings.IndexByte("gpiImM", c) >= 0:
			s.at++
		default:
			return
		}
	}
}

func (s *reader) write(from int, name string) {
	if name = strings.TrimSpace(name); !strings.HasPrefix(name, "/dev/std") {
		s.file("tee", from, name)
	}
}

func (s *reader) file(verb string, from int, name string) {
	if name = strings.TrimSpace(name); name != "" {
		s.add(lang.Step{Argv: []lang.Arg{{Text: verb}, {Text: name}}, Note: s.src[from : from+1]}, from)
	}
}

func (s *reader) add(step lang.Step, from int) {
	step.From, step.To = from, s.at
	if n := len(s.steps); n == cap(s.steps) { // append would copy many of them five times
		s.steps = slices.Grow(s.steps, max(n, 1))
	}
	s.steps = append(s.steps, step)
}
