package memory

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Check is the outcome of a verification: tests, a linter, a type checker, a
// build or a formatter.
type Check struct {
	Tool   string        `json:"tool,omitempty"` // as people call it: "go test"
	Kind   string        `json:"kind,omitempty"` // test, lint, types, build, format, or CheckRun
	Key    string        `json:"key,omitempty"`  // what was checked: equal for runs that check the same
	All    bool          `json:"all,omitempty"`  // it checked everything the tool can reach from its directory
	Failed bool          `json:"failed,omitempty"`
	Masked bool          `json:"masked,omitempty"` // it failed, but the exit code of the command hides it
	Tests  []redact.Text `json:"tests,omitempty"`  // that failed, in the order of the output
	Files  []redact.Text `json:"files,omitempty"`  // that the failures name, as the output names them
	Lines  redact.Text   `json:"lines,omitzero"`   // the lines that matter: errors, locations, the last ten
	Counts *Counts       `json:"counts,omitempty"` // nil: the output does not say
	Also   []Passed      `json:"also,omitempty"`   // other checks that passed in the same run
	Beside []Red         `json:"beside,omitempty"` // other checks that failed in the same run

	Saw   *Tree     `json:"saw,omitempty"`   // nil: not known
	Seen  *Sighting `json:"seen,omitempty"`  // in a lesson: where it failed last; before it is recorded: where it ran
	Flaky bool      `json:"flaky,omitempty"` // in a lesson: it passed with nothing changed since it failed

	// Weakened says, in a lesson, what made the check weaker between its failure and
	// its pass, or in the run that passed in its place.
	Weakened redact.Text `json:"weakened,omitzero"`
	Dropped  bool        `json:"dropped,omitempty"` // the pass is owed to that
}

// Sighting is where and by which command a check was seen to fail. The same
// command in the same directory settles the check when it goes well, and what
// fails in one work tree or on one branch says nothing of another.
type Sighting struct {
	Command redact.Text `json:"command,omitzero"`
	Cwd     string      `json:"cwd,omitempty"`
	Tree    string      `json:"tree,omitempty"`   // root of the work tree; "" when it was recorded too late to know what follows
	Branch  string      `json:"branch,omitempty"` // "": none, or detached
	Commit  string      `json:"commit,omitempty"`
	Ended   time.Time   `json:"ended,omitzero"`
	Red     time.Time   `json:"red,omitzero"` // since when it fails, in the same session

	Tests []redact.Text `json:"tests,omitempty"` // files of tests that the failure names, and that were there
}

// CheckRun is the kind of a check that only ran a program: its output shows
// that it crashed, and verifies nothing else.
const CheckRun = "run"

// Verifies reports whether there is a check, and it is one of the code: a program
// that only ran, and dies, is an error and no check.
func (c *Check) Verifies() bool { return c != nil && c.Kind != CheckRun }

// Covers reports whether a check looks at all that another looked at: it is
// the same, or it checks the same paths or paths around them, in whatever
// directory it was called, with no option that the other had not and that narrows
// it, and with all that made the other one stricter. If it passes, the other would
// pass.
func (c *Check) Covers(o *Check) bool {
	if c.Key == o.Key {
		return true
	}
	if c.Tool != o.Tool {
		return false
	}
	mine, other := c.selection(), o.selection()
	if c.All {
		mine.words, mine.paths = nil, append(mine.paths, subtree(c.root()))
	}
	if !contains(other.words, mine.words) || !contains(mine.strict, other.strict) ||
		!contains(mine.unclear, other.unclear) || !contains(other.unclear, mine.unclear) {
		return false
	}
	for _, p := range other.paths {
		if !slices.ContainsFunc(mine.paths, func(q string) bool { return c.holds(q, p) }) {
			return false
		}
	}
	return true
}

// InPart reports whether a check was told to do less than another one of the same tool: by
// words that narrow it, and that the other had not.
func (c *Check) InPart(o *Check) bool {
	return c.Tool == o.Tool && !contains(o.selection().words, c.selection().words)
}

// Laxer reports whether a check was not told all that made another one stricter.
func (c *Check) Laxer(o *Check) bool {
	mine, other := c.selection(), o.selection()
	return !contains(mine.strict, other.strict) || !contains(mine.unclear, other.unclear)
}

// Selects reports whether a check looks at all that a file holds, given the
// file's path from the root directory.
func (c *Check) Selects(file string) bool {
	mine := c.selection()
	if c.All {
		mine.paths = []string{subtree(c.root())}
	}
	return len(mine.words) == 0 && slices.ContainsFunc(mine.paths, func(p string) bool {
		return c.holds(p, file) || c.holds(p, path.Dir(file))
	})
}

// The words of a key that are not a path begin with what they do to the check.
const (
	Narrows  = "-" // it checks less
	Omits    = "~" // it leaves out what is named, and so checks less
	Stricter = "+" // it asks for more
	Unclear  = "?" // either
)

// selection is what the words of a check restrict it to.
type selection struct {
	words   []string // that narrow it, and what stands behind them
	strict  []string
	unclear []string
	paths   []string // from the directory on; "/..." at the end means all below
}

// contains reports whether a list has all words of another.
func contains(list, words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(list, w) })
}

// everyBelow stands at the end of a path for all that lies below it, as go
// writes it.
const everyBelow = "/..."

// selection reads the key of a check.
func (c *Check) selection() (s selection) {
	dir := c.root()
	option := false
	for _, w := range strings.Fields(strings.TrimPrefix(strings.TrimPrefix(c.Key, dir+": "), c.Tool)) {
		switch {
		case w[:1] == Narrows, w[:1] == Omits:
			s.words = append(s.words, w)
		case w[:1] == Stricter:
			s.strict = append(s.strict, w)
		case w[:1] == Unclear:
			s.unclear = append(s.unclear, w)
		case option:
			s.words = append(s.words, w) // its value, or an operand: it may say less than it does
		default:
			s.paths = append(s.paths, from(dir, w))
		}
		option = w[:1] == Narrows && !strings.Contains(w, "=")
	}
	if len(s.paths) == 0 {
		s.paths = []string{subtree(dir)}
	}
	return s
}

// Meets reports whether two checks look at something in common: the same paths, or the
// same goals. mvn package does not meet mvn test.
func (c *Check) Meets(o *Check) bool {
	mine, other := c.selection(), o.selection()
	return slices.ContainsFunc(mine.paths, func(p string) bool {
		return slices.ContainsFunc(other.paths, func(q string) bool { return p == q || c.holds(p, q) || c.holds(q, p) })
	})
}

func subtree(dir string) string { return strings.TrimSuffix(dir, "/") + everyBelow }

// root returns the directory that a check ran in. One that is not known is like
// no other.
func (c *Check) root() string { return cmp.Or(c.Dir(), "?") }

// from returns a word as a path from a directory.
func from(dir, word string) string {
	if path.IsAbs(word) {
		return word
	}
	return path.Join(dir, word)
}

// holds reports whether what one path selects holds what another one does.
// go takes a directory for what lies in it and not below.
func (c *Check) holds(outer, inner string) bool {
	root, all := strings.CutSuffix(outer, everyBelow)
	if outer == inner || root == strings.TrimSuffix(inner, everyBelow) && (all || !strings.HasSuffix(inner, everyBelow)) {
		return true
	}
	below, is := strings.CutPrefix(inner, strings.TrimSuffix(root, "/"))
	return is && below != "" && (below[0] == '/' && (all || !strings.HasPrefix(c.Tool, "go ")) || below[0] == ':')
}

// Dir returns the directory that a check ran in, with which its key begins;
// "" when it is not known.
func (c *Check) Dir() string {
	dir, _, ok := strings.Cut(c.Key, ": ")
	if !ok {
		return ""
	}
	return dir
}
