package diagnose

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// The bounds on what is kept of a failed check.
const (
	maxNames  = 50      // tests, or files
	maxDetail = 2 << 10 // bytes of all lines
	maxShown  = 300     // bytes of a line
	lastKept  = 10
)

// detail fills in the tests, the files and the lines of a failed check.
func (e *examiner) detail(c *memory.Check, number, call int) {
	var tests, files names
	marked := make(map[int]bool) // starts of the lines that matter
	var asides []span
	for _, number := range e.alsoFailed(number, call) {
		read := maps.Clone(marked) // a line that two tools could have printed is of the first
		asides = append(asides, e.asides(number)...)
		asides = append(asides, e.passed(number)...)
		spanning := e.spanning(number)
		for _, s := range e.matches(number) {
			if s.role != roleFail && s.role != roleLikely && s.role != roleFiles || read[s.from] || within(asides, s.from) {
				continue
			}
			marked[s.from] = true
			if test := e.group(s, "test"); spanning[s.from] && !strings.Contains(test, "\n") {
				continue
			}
			for g, name := range e.regexp(s.pattern).SubexpNames() {
				if s.groups[2*g] < 0 {
					continue
				}
				switch value := e.text[s.groups[2*g]:s.groups[2*g+1]]; name {
				case "test":
					tests.add(unbroken(value))
				case "file":
					files.addFile(e.inPackage(value, s.from))
				}
			}
		}
	}
	places := slices.DeleteFunc(slices.Clone(e.locations()), func(l location) bool { return within(asides, l.from) })
	if number >= 0 && e.check(number).Places != rule.PlaceFails && slices.ContainsFunc(places, func(l location) bool { return l.isError && !l.isWarning && !inRecipe(e.text[l.from:l.to]) }) {
		places = slices.DeleteFunc(places, func(l location) bool { return l.isWarning })
	}
	if len(e.apart) > 0 && len(files) > 0 {
		places = nil // they may be of what failed beside it
	}
	var recipe names
	for _, l := range places {
		line := e.text[l.from:l.to]
		if isThirdPartyFrame(line) || isThirdParty(l.file) || l.file == "" {
			continue
		}
		marked[l.from] = true
		if e.ofRunner(l, number) {
			recipe.addFile(l.file)
		} else {
			files.addFile(e.inPackage(l.file, l.from))
		}
	}
	if len(files) == 0 && (number < 0 || e.check(number).Runner) {
		files = recipe // make names its own file for each failure, and knows no other
	}
	if len(files) == 0 {
		files.addFile(e.onlyFile(call))
	}
	failed := 0
	if c.Counts != nil {
		failed = c.Counts.Failed
	}
	c.Tests, c.Files = tests.distinct(failed).texts(), files.texts()
	c.Lines = redact.Clean(e.excerpt(marked))
}

// alsoFailed returns a check and the tests by other tools that failed beside
// it, as in a project of several parts. A tool that is called alone has none.
func (e *examiner) alsoFailed(number, call int) []int {
	if number < 0 {
		return nil
	}
	list := []int{number}
	calls := e.out.Script.Calls
	if e.check(number).Kind != "test" || call >= 0 && len(calls) == 1 && e.checkOf(&calls[call]) == number && !e.check(number).Runner {
		return list
	}
	for _, h := range e.hits(&e.fails, e.text) {
		n := int(h.owner.check)
		if n >= 0 && !slices.Contains(list, n) && !e.apart[n] && e.check(n).Kind == "test" && !e.check(n).Runner && e.says(n, roleFail) && !e.blocked(n) {
			list = append(list, n)
		}
	}
	return list
}

// onlyFile returns the file that a call checks, or "" if it checks several or
// does not say.
func (e *examiner) onlyFile(call int) string {
	if call < 0 {
		return ""
	}
	c := &e.out.Script.Calls[call]
	n := e.checkOf(c)
	if n < 0 || e.check(n).Runner {
		return ""
	}
	only := ""
	neutral := func(k *rule.Check, w string) bool { return slices.Contains(k.Neutral, w) }
	for i, w := range c.Argv[1:] {
		word, ok := w.Literal()
		before := c.Argv[i].String()
		mayTake := i > 0 && before[:min(1, len(before))] == "-" && !strings.Contains(before, "=") && !neutral(e.check(n), before) && !neutral(e.anyCheck(), before)
		if !ok || word == "" || word[0] == '-' || mayTake {
			continue // an option, or what may be its value
		}
		if file, _, _ := strings.Cut(word, "::"); isPath(file) {
			if only != "" && only != file {
				return ""
			}
			only = file
		}
	}
	return only
}

// inRecipe reports whether make names a place in its own file in a line.
func inRecipe(line string) bool {
	return strings.Contains(line, ": *** [") || strings.Contains(line, ": recipe for target ")
}

// ofRunner reports whether a place lies in the file by which a command runs a check: a
// recipe, or a script that it names.
func (e *examiner) ofRunner(l location, check int) bool {
	return inRecipe(e.text[l.from:l.to]) || slices.ContainsFunc(e.out.Script.Calls, func(c shell.Call) bool {
		return isScript(&c, l.file) && e.checkOf(&c) != check && check >= 0 || readsRecipe(&c, l.file)
	})
}

// readsRecipe reports whether a program finds in a file of this name what its goals run.
func readsRecipe(c *shell.Call, file string) bool {
	return c.Model != nil && slices.ContainsFunc(c.Model.Nested, func(n rule.Nested) bool {
		return (n.As == rule.AsRecipe || n.As == rule.AsFiles && n.All) && slices.Contains(n.Files, base(file))
	})
}

// asides returns the parts of an output that name files which did not fail:
// each begins with a line that says so, and ends before the next line that the
// check has a pattern for.
func (e *examiner) asides(check int) []span {
	var list []span
	open := false
	for _, m := range e.matches(check) {
		switch {
		case m.role == roleAside:
			if open {
				break
			}
			list, open = append(list, span{m.from, len(e.text)}), true
		case open && m.role <= rolePass && m.from > list[len(list)-1].from:
			list[len(list)-1].to, open = m.from, false
		}
	}
	return list
}

// passed returns the lines that say what passed, or only look like a failure.
func (e *examiner) passed(check int) []span {
	var list []span
	for _, m := range e.matches(check) {
		if m.role == rolePass || m.role == roleMute {
			list = append(list, span{m.from, m.from + 1})
		}
	}
	return list
}

// within reports whether an offset lies in one of some parts.
func within(parts []span, at int) bool {
	return slices.ContainsFunc(parts, func(p span) bool { return p.from <= at && at < p.to })
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
	s = withoutLine(strings.TrimPrefix(strings.TrimPrefix(s, `\n`), `\t`)) // escaped in JSON
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

// withoutLine drops the line number, and the column, behind a path.
func withoutLine(path string) string {
	for {
		i := strings.LastIndexByte(path, ':')
		if i < 2 || i+1 == len(path) || strings.Trim(path[i+1:], "0123456789") != "" {
			return path
		}
		path = path[:i]
	}
}

func (n names) texts() []redact.Text {
	list := make([]redact.Text, 0, len(n))
	for _, s := range n {
		list = append(list, redact.Clean(s))
	}
	return list
}
