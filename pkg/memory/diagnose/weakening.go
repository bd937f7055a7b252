package diagnose

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxChange bounds the text of a change that is read, in bytes.
const maxChange = 128 << 10

// What a change takes from the checks of a project.
const (
	skipsTest      = "skips a test"
	removesTest    = "removes a test"
	removesAssert  = "removes an assertion"
	loosensAssert  = "loosens an assertion"
	widensTolerate = "widens a tolerance"
	swallows       = "swallows a failure"
	mocks          = "mocks what it tests"
	mocksCalled    = "mocks what the tested code calls: "
	addsRetries    = "adds retries"
	removesCase    = "removes a case"
	asksForLess    = "asks for less"
	leavesOut      = "leaves tests or files out"
	suppresses     = "suppresses a finding"
	commentsOut    = "comments out a line"
	laxer          = "makes a setting laxer"
	lowers         = "lowers a threshold"
	expects        = "expects now "
)

// Expects returns the values that a change has a test expect, and did before, where what
// Weakens returned says nothing else. Whether the new one is what failed, the failure tells.
func Expects(what string) (now, before string, ok bool) {
	_, rest, ok := strings.Cut(what, expects)
	if !ok {
		return "", "", false
	}
	now, before, ok = strings.Cut(rest, " instead of ")
	return now, before, ok
}

// MayBeRight reports whether a change may also follow from one of the code: a test that is
// gone, or asserts less.
func MayBeRight(what string) bool {
	return what == removesCase || what == removesTest || what == removesAssert || what == loosensAssert
}

// Mocks returns the module of a project that a change puts a mock in the place of, and does nothing
// else: it may be that what was expected of the real one is not so.
func Mocks(what string) (module string, ok bool) {
	_, module, ok = strings.Cut(what, mocksCalled)
	return module, ok
}

// Goes reports whether a change may only have moved a test: it is gone here.
func Goes(what string) bool { return what == removesCase || what == removesTest }

// IsCase reports whether a change only takes a case from a test.
func IsCase(what string) bool { return what == removesCase }

// Weakens returns what a change of a file's text takes from the checks of a project:
// "skips a test", or "" for nothing. A new expectation is named with its values: whether
// it is the right one, no text tells.
func (r *Reader) Weakens(file, before, after string) string {
	if len(before)+len(after) > maxChange {
		return ""
	}
	c := fileChange{Reader: r, w: r.weakening(), file: file, before: before, after: after, isTest: r.IsTest(file)}
	c.gone, c.come = difference(before, after)
	if r.matches(c.w.ExemptFiles, strings.ReplaceAll(file, `\`, "/")) && len(c.come) > len(c.gone) {
		return leavesOut
	}
	if before == "" {
		return ""
	}
	rust := path.Ext(file) == ".rs"
	switch {
	case c.more(c.w.Suppresses) > 0, rust && denies(c.gone) > denies(c.come):
		return suppresses
	case !c.isTest && c.more(c.w.InTests) > 0:
		return "does something else in tests"
	}
	inline := r.count(c.w.Tests, strings.Split(before, "\n")) > 0 // beside what they test
	if c.isTest || inline || rust {
		switch what := c.ofTests(); {
		case what != "":
			return what
		case !r.RunsChecks(file) && c.isTest:
			return otherValue(c.gone, c.come)
		case !r.RunsChecks(file):
			return ""
		}
	}
	if r.matches(c.w.SchemaFiles, file) && (c.more(c.w.Constrains) < 0 || r.fewerOf(c.w.Constrains, c.gone, c.come)) {
		return asksForLess
	}
	return c.ofChecks()
}

// fileChange is a change of a file's text.
type fileChange struct {
	*Reader
	w             *rule.Check // the row with the patterns
	file          string
	before, after string
	gone, come    []string // lines
	isTest        bool
}

// more returns how many more lines there are of a kind.
func (c *fileChange) more(patterns []rule.Pattern) int {
	return c.count(patterns, c.come) - c.count(patterns, c.gone)
}

// ofTests returns what a change of a file with tests takes from them. Lines are without
// comments from then on.
func (c *fileChange) ofTests() string {
	w := c.w
	skips, leaves := c.more(w.Skips)-c.returnsElsewhere()-c.newSkipped(), c.more(w.Leaves) // some are comments
	allCome := c.come
	gone, come := difference(uncommented(c.before), uncommented(c.after))
	gone, come = c.code(gone), c.code(come)
	c.gone, c.come = gone, come
	switch {
	case skips > 0:
		return skipsTest
	case c.isTest && c.commentedOut(gone, allCome):
		return commentsOut
	case c.isTest && c.wraps(gone, come):
		return swallows
	case leaves > 0 && c.isTest:
		return leavesOut
	case c.fewerTests(gone, come), path.Ext(c.file) == ".go" && c.isTest && goTests(gone) > goTests(come):
		return removesTest
	case c.more(w.Loose) > 0 && c.more(w.Asserts)-c.more(w.Loose) < 0 && c.count(w.Asserts, gone) > 0, c.isTest && (c.saysNothing(come) > c.saysNothing(gone) || failsLess(gone, come) || c.asksLess(gone, come) || c.onlyLengths(gone, come)):
		return loosensAssert
	case c.mocksTested(c.file, come), c.isTest && c.mocksAsserted(c.after, come):
		return mocks
	case c.more(w.Swallows) > 0 && c.more(w.Asserts) <= 0 && c.isTest && c.guards(c.before, come):
		return swallows
	case c.more(w.Asserts) < 0 && !c.testsMoved(gone, come) && c.isTest && !c.folded(gone, come):
		return removesAssert
	case c.moved(w.Tolerances, gone, come, larger), c.moved(w.Precisions, gone, come, smaller):
		return widensTolerate
	case c.isTest && c.moved(w.Lowered, withWord(gone, "overage"), withWord(come, "overage"), smaller):
		return lowers
	case c.moved(w.Retries, gone, come, larger), c.isTest && c.newly(w.Retries, gone, come):
		return addsRetries
	case c.moved(w.Raised, gone, come, func(was, is float64) bool { return is >= muchMore*was }):
		return "raises a limit"
	case c.isTest && c.fewerCases(gone, come):
		return removesCase
	case c.isTest && c.count(w.Asserts, come) == 0 && c.count(w.Tests, come) == 0:
		if module := c.mocksCalledBy(come); module != "" {
			return mocksCalled + module
		}
	}
	return ""
}

// ofChecks returns what a change of a file that says how checks run takes from them.
func (c *fileChange) ofChecks() string {
	w := c.w
	inCI := c.matches(w.CIFiles, c.file)
	if !inCI && !c.matches(w.CheckFiles, c.file) {
		return ""
	}
	if c.commentedOut(slices.DeleteFunc(slices.Clone(c.gone), func(l string) bool { return !c.saysWhat([]string{l}) }), c.come) {
		return commentsOut
	}
	gone, come := c.code(c.gone), c.code(c.come)
	c.gone, c.come = gone, come
	ofLinter := isOfLinter(c.file)
	switch {
	case c.more(w.Leaves) > 0:
		return leavesOut
	case c.more(w.Lenient) > 0, c.more(w.Demands) < 0:
		return "lets a step fail"
	case inCI && fewerValues(c.Reader, gone, come):
		return removesCase
	case inCI && onlyConditions(gone, come):
		return "runs a step in fewer cases"
	case (inCI || strings.Contains(strings.ToLower(path.Base(c.file)), "dockerfile")) && c.steps(gone) > c.steps(come), c.fewerWords(gone, come):
		return "removes a step that checks"
	case c.moved(w.Retries, gone, come, larger), c.newly(w.Retries, gone, come):
		return addsRetries
	case c.takesRules(c.file, gone, come):
		return "takes a rule out"
	case c.more(w.Laxer) > 0, flips(gone, come, ofLinter):
		return laxer
	case !ofLinter && c.moved(w.Lowered, gone, come, smaller):
		return lowers
	case c.moved(w.Raised, gone, come, larger), ofLinter && c.moved(w.Lowered, gone, come, larger) && !strings.Contains(c.after, "overage"):
		return "raises a limit"
	}
	return ""
}

// muchMore is how many times as long a test may take for that to hide why it is slow.
const muchMore = 3

func larger(was, is float64) bool  { return is > was }
func smaller(was, is float64) bool { return is < was }

// guards reports whether lines of a text that asserts something came into a block whose
// failures go nowhere.
func (r *Reader) guards(before string, come []string) bool {
	w := r.weakening()
	return r.count(w.Asserts, strings.Split(before, "\n")) > 0 && !slices.ContainsFunc(come, func(l string) bool {
		return strings.Contains(l, "raise") || strings.Contains(l, "throw")
	})
}

// literals are the values in a line of a test.
var literals = pattern.Later(`"[^"]*"|'[^']*'|-?\b\d[\d_]*(\.\d+)?\b`)

// otherValue says which value a changed line expects in place of another one, if that is
// all that the lines differ in.
func otherValue(gone, come []string) string {
	if len(gone) != len(come) || len(gone) == 0 || len(gone) > 3 {
		return ""
	}
	type pair struct{ was, is string }
	var pairs []pair
	for i := range gone {
		was, is := literals().FindAllString(gone[i], -1), literals().FindAllString(come[i], -1)
		if len(was) != len(is) || literals().ReplaceAllString(gone[i], "") != literals().ReplaceAllString(come[i], "") {
			return ""
		}
		for k := range was {
			if p := (pair{was[k], is[k]}); p.was != p.is && !slices.Contains(pairs, p) {
				pairs = append(pairs, p)
			}
		}
	}
	if len(pairs) == 0 {
		return ""
	}
	value := slices.MinFunc(pairs, func(a, b pair) int { return len(a.was) - len(b.was) })
	if len(value.was)+len(value.is) > 120 || slices.ContainsFunc(pairs, func(p pair) bool { // a message quotes it
		return p != value && strings.ReplaceAll(p.was, value.was, value.is) != p.is
	}) {
		return ""
	}
	return expects + value.is + " instead of " + value.was
}

// weakening returns by what changes make checks weaker.
func (r *Reader) weakening() *rule.Check { return r.rowOfAll(rule.Weakening) }

// code returns the lines that do not only comment.
func (r *Reader) code(lines []string) []string {
	comments := r.weakening().Comments
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return r.matches(comments, l) })
}

// moved reports whether a line that is there before and after differs in its number
// alone, in some way.
func (r *Reader) moved(patterns []rule.Pattern, gone, come []string, is func(was, is float64) bool) bool {
	type setting struct{ name, value string }
	find := func(lines []string) (list []setting) {
		for _, l := range lines {
			for i := range patterns {
				re := r.regexp(&patterns[i])
				for _, m := range re.FindAllStringSubmatch(l, -1) {
					list = append(list, setting{m[1], m[re.SubexpIndex("n")]})
				}
			}
		}
		return list
	}
	before := find(gone)
	return slices.ContainsFunc(find(come), func(now setting) bool {
		return slices.ContainsFunc(before, func(was setting) bool {
			a, err1 := strconv.ParseFloat(strings.ReplaceAll(was.value, "_", ""), 64)
			b, err2 := strconv.ParseFloat(strings.ReplaceAll(now.value, "_", ""), 64)
			return was.name == now.name && err1 == nil && err2 == nil && is(a, b)
		})
	})
}

// difference returns the lines that only one of two texts has.
func difference(before, after string) (gone, come []string) {
	n := make(map[string]int)
	for l := range strings.Lines(before) {
		n[strings.TrimRight(l, "\r\n")]++
	}
	for l := range strings.Lines(after) {
		if l = strings.TrimRight(l, "\r\n"); n[l] > 0 {
			n[l]--
		} else {
			come = append(come, l)
		}
	}
	for l := range strings.Lines(before) {
		if l = strings.TrimRight(l, "\r\n"); n[l] > 0 {
			n[l]--
			gone = append(gone, l)
		}
	}
	return gone, come
}

// count returns how many lines match one of some patterns.
func (r *Reader) count(patterns []rule.Pattern, lines []string) (n int) {
	for _, l := range lines {
		if len(l) <= maxLine && r.matches(patterns, l) {
			n++
		}
	}
	return n
}

// matches reports whether a line matches one of some patterns.
func (r *Reader) matches(patterns []rule.Pattern, line string) bool {
	return slices.ContainsFunc(patterns, func(p rule.Pattern) bool {
		return may(&p, line) && r.regexp(&p).MatchString(line)
	})
}

// IsTest reports whether a file holds tests, by its name.
func (r *Reader) IsTest(file string) bool {
	return !strings.HasSuffix(file, ".log") && r.matches(r.weakening().TestFiles, strings.ReplaceAll(file, `\`, "/"))
}

// Guards reports whether a file holds tests, or says what a server or a hook of git checks.
func (r *Reader) Guards(file string) bool {
	return r.IsTest(file) || r.matches(r.weakening().CIFiles, strings.ReplaceAll(file, `\`, "/"))
}

// RunsChecks reports whether a file may say how checks are run.
func (r *Reader) RunsChecks(file string) bool {
	return r.matches(r.weakening().CheckFiles, file) || r.matches(r.weakening().CIFiles, file)
}

// HoldsSettings reports whether a file says how tools work in a project, and holds
// neither code nor tests.
func (r *Reader) HoldsSettings(file string) bool { return r.matches(r.weakening().SettingFiles, file) }

// ShowsRuns reports whether a command shows what was checked on a server.
func (r *Reader) ShowsRuns(command string) bool { return r.ofServers("shows", command) }

// SaysFailed reports whether what such a command printed says that something failed.
func (r *Reader) SaysFailed(output string) bool {
	for line := range strings.Lines(output) {
		if len(line) < maxLine && r.ofServers("failed", strings.TrimRight(line, "\r\n")) {
			return true
		}
	}
	return false
}

func (r *Reader) ofServers(group, text string) bool {
	servers := r.weakening().Servers
	for i := range servers {
		if p := &servers[i]; may(p, text) {
			re := r.regexp(p)
			if g := re.SubexpIndex(group); g > 0 && re.MatchString(text) {
				return true
			}
		}
	}
	return false
}
