package safety

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// found evaluates an expression of find for a file, from its words on: as find does, what
// follows -o only where what stands before is false.
type found struct {
	words     []shell.Word
	rel, name string // the file, below the directory, and as find prints it
	known     bool   // false: a condition is not read
	prints    bool   // it has -print, so that nothing else prints
	printed   bool
	depth     int // of the brackets around the words
}

// maxBrackets bounds how deep brackets are read: the text decides how many there are.
const maxBrackets = 50

// either evaluates terms with -o between them. Where does is false, they are only passed over.
func (f *found) either(does bool) (holds bool) {
	holds = f.all(does)
	for f.next("-o", "-or") {
		holds = f.all(does && !holds) || holds
	}
	return holds
}

// all evaluates terms that all have to hold.
func (f *found) all(does bool) (holds bool) {
	holds = true
	for len(f.words) > 0 && f.known && !f.words[0].Is("-o") && !f.words[0].Is("-or") && !f.words[0].Is(")") {
		if f.next("-a", "-and") {
			continue
		}
		not := false
		for f.next("!", "-not") {
			not = !not
		}
		if f.term(does && holds) == not {
			holds = false
		}
	}
	return holds
}

// term evaluates a condition, or an expression in brackets.
func (f *found) term(does bool) bool {
	if f.next("(") {
		if f.depth++; f.depth > maxBrackets {
			f.known = false
			return false
		}
		holds := f.either(does)
		f.known = f.next(")") && f.known
		f.depth--
		return holds
	}
	if f.next("-print", "-print0") {
		f.prints, f.printed = true, f.printed || does
		return true
	}
	if len(f.words) < 2 {
		f.known = false
		return false
	}
	test, ok := f.words[0].Literal()
	value, known := f.words[1].Literal()
	f.words, f.known = f.words[2:], f.known && ok && known
	switch test {
	case "-name", "-iname":
		return shell.MatchGlob(value, path.Base(f.rel))
	case "-path", "-wholename":
		return shell.MatchGlob(value, f.name)
	case "-type":
		return value == "f"
	case "-mindepth", "-maxdepth":
		depth := strings.Count(f.rel, "/") + 1
		return test == "-mindepth" == (len(value) == 1 && value[0]-'0' <= byte(depth)) || test == "-maxdepth" && len(value) == 1 && byte(depth) <= value[0]-'0'
	}
	f.known = false
	return false
}

// next passes over one of some words, and reports whether it stood there.
func (f *found) next(words ...string) bool {
	for _, w := range words {
		if len(f.words) > 0 && f.words[0].Is(w) {
			f.words = f.words[1:]
			return true
		}
	}
	return false
}
