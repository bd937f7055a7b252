package diagnose

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// The bounds on what is kept of a failed check.
const (
	maxNames  = 50      // tests, or files
	maxDetail = 2 << 10 // bytes of all lines
	maxShown  = 300     // bytes of a line
	lastKept  = 10
)

// detail fills in the tests, the files and the lines of a failed check.
func (e *examiner) detail(c *memory.Check, number int) {
	var tests, files names
	marked := make(map[int]bool) // starts of the lines that matter
	if number >= 0 {
		for _, s := range e.matches(number) {
			if s.role != roleFail && s.role != roleLikely && s.role != roleFiles {
				continue
			}
			marked[s.from] = true
			for g, name := range e.regexp(s.pattern).SubexpNames() {
				if s.groups[2*g] < 0 {
					continue
				}
				switch value := e.text[s.groups[2*g]:s.groups[2*g+1]]; name {
				case "test":
					tests.add(value)
				case "file":
					files.addFile(value)
				}
			}
		}
	}
	var recipe names
	for _, l := range e.locations() {
		line := e.text[l.from:l.to]
		if isThirdPartyFrame(line) || isThirdParty(l.file) || l.file == "" {
			continue
		}
		marked[l.from] = true
		if strings.Contains(line, ": *** [") {
			recipe.addFile(l.file)
		} else {
			files.addFile(l.file)
		}
	}
	if len(files) == 0 {
		files = recipe // make names its own file for each failure
	}
	c.Tests, c.Files = tests.texts(), files.texts()
	c.Lines = redact.Clean(e.excerpt(marked))
}

// excerpt joins the lines that matter: those that are marked or mention an
// error, and the last ten. Repeated lines are dropped, and if there are too
// many, the first ones are kept.
func (e *examiner) excerpt(marked map[int]bool) string {
	var all []span
	for at := range lines(e.text, span{0, len(e.text)}) {
		if strings.TrimSpace(e.text[at.from:min(at.to, at.from+maxLine)]) != "" {
			all = append(all, at)
		}
	}
	tail := max(0, len(all)-lastKept)
	room := maxDetail
	for _, s := range all[tail:] {
		room -= min(s.to-s.from, maxShown) + 1
	}
	var out []string
	keep := func(s span) int {
		line := strings.TrimRight(cut(e.text[s.from:s.to], maxShown), " \t\r")
		if slices.Contains(out, line) {
			return 0
		}
		out = append(out, line)
		return len(line) + 1
	}
	for _, s := range all[:min(tail, maxTried)] {
		if room > 0 && (marked[s.from] || isError(e.text[s.from:min(s.to, s.from+maxShown)])) {
			room -= keep(s)
		}
	}
	for _, s := range all[tail:] {
		keep(s)
	}
	return cut(strings.Join(out, "\n"), maxDetail+maxShown)
}

// lastLines returns the last lines of the output that are not empty.
func (e *examiner) lastLines() string {
	var list []string
	for line := range strings.Lines(e.text[max(0, len(e.text)-maxDetail):]) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			list = append(list, cut(line, maxShown))
		}
	}
	return strings.Join(list[max(0, len(list)-lastKept):], "\n")
}

// cut returns at most limit bytes of a text, without splitting a character.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "")
}

// names is a list of distinct texts.
type names []string

func (n *names) add(s string) {
	s = strings.TrimSpace(s)
	if s != "" && len(*n) < maxNames && len(s) <= maxPath && !slices.Contains(*n, s) {
		*n = append(*n, s)
	}
}

// addFile adds a path as it was printed, unless the list already has it in
// another spelling or with its directories.
func (n *names) addFile(s string) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "file://")
	s = strings.TrimPrefix(strings.TrimPrefix(s, `\n`), `\t`) // escaped in JSON
	if isThirdParty(s) || s == "" {
		return
	}
	clean := path.Clean(s)
	for i, old := range *n {
		switch o := path.Clean(old); {
		case o == clean || strings.HasSuffix(o, "/"+clean):
			return
		case strings.HasSuffix(clean, "/"+o):
			(*n)[i] = s
			return
		}
	}
	n.add(s)
}

func (n names) texts() []redact.Text {
	list := make([]redact.Text, 0, len(n))
	for _, s := range n {
		list = append(list, redact.Clean(s))
	}
	return list
}
