package lang

import (
	"slices"
	"strings"
)

// Block is a part of a program, by the byte offsets of its begin and end.
type Block struct{ From, To int }

// reaching are words by which a program of Python may call functions that it does not name.
var reaching = []string{
	"globals", "locals", "vars(", "getattr", "eval(", "exec(", "execfile", "__dict__", "inspect", "fire", "importlib", "sys.modules", "runpy", "compile(", "pickle", "pytest", "doctest", "nose",
}

// Uncalled returns where functions of a program of Python stand that nothing else in it names,
// but for such functions: where it runs as such, it ends without them. Methods, functions with
// decorators and those in others count as called.
func Uncalled(src string) (dead []Block) {
	if slices.ContainsFunc(reaching, func(word string) bool { return strings.Contains(src, word) }) {
		return nil
	}
	list := atMargin(src)
	for changed := true; changed; {
		changed = false
		for _, d := range list {
			if !slices.Contains(dead, d.at) && !namedBeside(src, d, dead) {
				dead, changed = append(dead, d.at), true
			}
		}
	}
	return dead
}

// marginal is a function that is defined at the left margin.
type marginal struct {
	name string
	at   Block
}

// atMargin lists the functions that are defined at the left margin and have no decorator.
func atMargin(src string) (list []marginal) {
	decorated, open := false, -1
	at := 0
	for line := range strings.Lines(src) {
		if !strings.ContainsRune(" \t\r\n#)", rune(line[0])) {
			if open >= 0 {
				list[open].at.To, open = at, -1
			}
			head, isDef := strings.CutPrefix(strings.TrimPrefix(line, "async "), "def ")
			name, _, _ := strings.Cut(head, "(")
			if name = strings.TrimSpace(name); isDef && !decorated && name != "" && !strings.HasPrefix(name, "__") {
				list, open = append(list, marginal{name, Block{at, len(src)}}), len(list)
			}
			decorated = line[0] == '@'
		}
		at += len(line)
	}
	return list
}

// namedBeside reports whether the name of a function stands anywhere but in itself and in dead
// ones, as a part of another name or in a text, too.
func namedBeside(src string, d marginal, dead []Block) bool {
	for from := 0; ; {
		at := strings.Index(src[from:], d.name)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(d.name)
		if !d.at.has(at) && !slices.ContainsFunc(dead, func(b Block) bool { return b.has(at) }) {
			return true
		}
	}
}

func (b Block) has(at int) bool { return b.From <= at && at < b.To }

// Within reports whether a step stands in a block.
func (s *Step) Within(b Block) bool { return b.has(s.From) }
