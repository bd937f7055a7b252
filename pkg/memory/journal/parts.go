package journal

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// parts are the files that a check runs one by one, as the output of a run says: a runner
// names the one that fails, and prints the pattern by which it finds them.
type parts struct {
	globs []string // it/*.sh
	named []string // scripts, by the names that the output has for them
}

// maxParts bounds the words of an output that may be names of files.
const maxParts = 64

// partsOf reads which files a check runs. "" as run, or one whose output is not kept, has none.
func (v *view) partsOf(run string) (p parts) {
	if run == "" {
		return p
	}
	for word := range strings.FieldsFuncSeq(v.output(run), func(c rune) bool { return strings.ContainsRune(" \t\n\r'\"`(){};,:=", c) }) {
		switch word = strings.TrimPrefix(word, "./"); {
		case len(p.globs)+len(p.named) == maxParts:
			return p
		case len(word) > 200 || !strings.Contains(word, "/") || word[0] == '/':
		case strings.Contains(word, "*"):
			base := path.Base(word) // packages/*/dist are directories
			if strings.ContainsAny(base, "*.") && !slices.Contains(p.globs, word) && !strings.HasPrefix(base, "*.o") {
				p.globs = append(p.globs, word)
			}
		case isScript(word) && !slices.Contains(p.named, word):
			p.named = append(p.named, word)
		}
	}
	return p
}

// isScript reports whether a name is that of a file that is run as it is.
func isScript(name string) bool {
	switch path.Ext(name) {
	case ".sh", ".bash", ".bats", ".t", ".sql", ".test", ".feature", ".hurl", ".robot", ".exp":
		return true
	}
	return false
}

// has reports whether a file is one of the parts.
func (p *parts) has(file string) bool {
	file = strings.TrimPrefix(file, "./")
	return slices.Contains(p.named, file) || slices.ContainsFunc(p.globs, func(g string) bool {
		return strings.Count(g, "/") == strings.Count(file, "/") && shell.MatchGlob(g, file)
	})
}

// inDir returns the path of a file that was named in a directory.
func inDir(dir, file string) string {
	if path.IsAbs(file) {
		return file
	}
	return path.Join(dir, file)
}

// output returns what a run printed, "" where that is not kept.
func (v *view) output(run string) string {
	whole, ok, err := v.tx.Run(run)
	if err != nil || !ok {
		return ""
	}
	return whole.Output.String()
}

// speaksOfWhole reports whether a sentence gives the number of all tests that there were
// when a check failed: "the 118 tests are fine".
func (v *view) speaksOfWhole(l *memory.Lesson, sentence string) bool {
	const few = 5 // a smaller number may count anything
	n := v.tally(l.Run, l.Check).Most
	return n >= few && slices.Contains(strings.FieldsFunc(sentence, func(c rune) bool { return c < '0' || c > '9' }), strconv.Itoa(n))
}
