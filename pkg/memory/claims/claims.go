// Package claims reads what the last message of an agent says was verified: "all
// tests pass", "the build is green". Its grammar is closed: a sentence that it does
// not know claims nothing, and neither does one about what should be, was, or is so
// with an exception. It does not know whether a claim is true.
package claims

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// Claim is something that a message says was verified.
type Claim struct {
	Kind     string // of a check: test, lint, types, build or format; "": whatever was checked
	Command  string // that went well, as the message writes it; it has no kind
	All      bool   // of that kind, without exception: "all tests", "the whole suite"
	Sentence string
	Words    string // by which the sentence claims it, "": not known
}

// About reports whether a claim is about checks of a kind, whatever ran them.
func (c *Claim) About(kind string) bool { return c.Command == "" && (c.Kind == "" || c.Kind == kind) }

// The bounds of what is read of a message, from its end, and of a clause, in bytes.
const (
	maxMessage = 16 << 10
	maxClause  = 400
)

// Find returns what a message claims, in order. Of a kind of which the message says
// that something fails, it claims nothing.
func Find(message string) []Claim {
	var list []Claim
	add := func(c Claim) {
		if k := slices.IndexFunc(list, func(k Claim) bool { return k.Kind == c.Kind && k.Command == c.Command }); k < 0 {
			list = append(list, c)
		} else if c.All && !list[k].All {
			list[k] = c
		}
	}
	for line := range lines(message) {
		foreign := hasWord(line, abroad[:]) || hasWord(line, quiet[:])
		if !foreign && !hasWord(line, promising[:]) {
			continue
		}
		g := grammar()
		for _, c := range g.byCommand(line) {
			add(c)
		}
		for _, s := range g.sentences(marks.Replace(line)) {
			for _, clause := range g.splits.Split(s, -1) {
				found := g.claimed(clause)
				if foreign {
					found = append(found, saidAbroad(clause)...)
				}
				for _, c := range found {
					c.Sentence = s
					add(c)
				}
			}
		}
	}
	if list == nil {
		return nil
	}
	admits, any := admitted(message)
	return slices.DeleteFunc(list, func(c Claim) bool { return admits[c.Kind] || any && c.Kind == "" || admits[""] && !c.All })
}

// Named returns what a message claims of a check by one of its names, which are no words
// of the language: "tox passes everywhere".
func Named(message string, names []string) (c Claim, ok bool) {
	if !hasWord(message, names) {
		return c, false
	}
	for _, s := range sentences(message) {
		for _, clause := range grammar().splits.Split(s, -1) {
			if found, is := named(clause, names); is {
				found.Sentence = s
				admits, any := admitted(message)
				return found, !any || len(admits) == 1 && !admits["test"] && !admits[""]
			}
		}
	}
	return c, false
}

// named returns what a clause claims of one of some names: what it would claim of tests.
func named(clause string, names []string) (c Claim, ok bool) {
	low := strings.ToLower(clause)
	for _, name := range names {
		at := strings.Index(low, strings.ToLower(name))
		if at < 0 || len(low) != len(clause) || at > 0 && isWord(low[at-1]) || at+len(name) < len(low) && isWord(low[at+len(name)]) {
			continue
		}
		for i, subject := range subjects {
			said := clause[:at] + subject + clause[at+len(name):]
			found := grammar().claimed(said)
			if i > 0 || hasWord(said, abroad[:]) {
				found = append(found, saidAbroad(said)...)
			}
			if k := slices.IndexFunc(found, func(c Claim) bool { return c.Kind == "test" }); k >= 0 {
				return found[k], true
			}
			if !hasWord(clause, abroad[:]) {
				break
			}
		}
	}
	return c, false
}

// subjects are the tests in the languages that are read.
var subjects = [...]string{"tests", "test", "testes", "тесты", "テスト", "测试", "테스트"}

func isWord(c byte) bool {
	return c == '_' || c == '-' || c == '/' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}

// admitted returns the kinds of checks of which a message says that something fails,
// and reports whether there are any.
func admitted(message string) (kinds map[string]bool, any bool) {
	kinds = make(map[string]bool)
	for line := range lines(unquoted(message)) {
		if crossed(line) {
			kinds[grammar().kindOf(line)], any = true, true
		}
		for _, s := range grammar().sentences(marks.Replace(line)) {
			for _, clause := range grammar().splits.Split(s, -1) {
				if kind, is := grammar().admitted(clause); is {
					if kind == "" {
						kind = grammar().kindOf(s)
					}
					kinds[kind], any = true, true
				}
			}
		}
	}
	return kinds, any
}

// promising are words of which every claim has one.
var promising = [...]string{
	"pass", "green", "succe", "clean", "compile", "builds", " valid", "tested", "verified", "confirmed", "validated", "fixed", "happy", "smooth", " fine", "types check", " ok",
	"0 failures", "no failures", "0 failed", "0 err", "0 fehler", "no errors", "no more errors", "0 issues", "no issues", "exit 0", "exits 0", "exited 0", "exit code 0", "exits with", "exited with",
	"no failing", "0 failing", "no more", "no type", "no lint", "no compil", "no build", "0 problems", "no problems", "no findings", "0 findings", "no violations", "no offenses", "without", "no complaints", "no warnings", "0 warnings", "through", "quiet",
}

func hasWord(line string, words []string) bool {
	line = strings.ToLower(line)
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(line, w) })
}

// marks are what stands between words and means nothing.
var marks = strings.NewReplacer("./...", "./…", "/...", "/…", "*", "", "`", "", "✅", ";", "✓", ";", "✔", ";", "☑", ";", "\ufe0f", "", "🎉", "", "🟢", ";", "[x]", "", "[X]", "", "back to green", "green", "back in the green", "green",
	"was successful", "is successful", "were successful", "are successful", "was a success", "is successful")

// tickMarks say alone that something is well.
const tickMarks = "✅✓✔☑🟢"

// ticks are marks that say alone that what stands before them is well.
var ticks = pattern.Later(`[:|]\s*[` + tickMarks + `]\x{fe0f}?\s*(\||$)`)

// ticked is a line of a list that names in a word or a few what is well.
var ticked = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[-+•#*\\s]*(?:[" + tickMarks + "]|\\[x\\])\\x{fe0f}?\\s+(`[^`]+`|(?:all |unit |the |full )*(?:tests?|suite|specs?|lint|build|types?|type-?check|checks|ci)|[a-z]+(?: [a-z:./-]+){0,2})$")
})

// verdict is what stands behind the name of a kind of check, and says alone that it is
// well: "tests ✅, lint ✅", "Tests: OK".
var verdict = pattern.Later(`(?i)\b(tests?|test suite|suite|specs?|lint|build|type-?check|types|checks|ci)(?:\s*[` + tickMarks + `]\x{fe0f}?|:\s+(?:all\s+)?(?:ok|pass|passed|passing|green|clean|success|successful)\b)\s*([.,;|]|$)`)

// verdicts are what every verdict has one of.
var verdicts = [...]string{"✅", "✓", "✔", "☑", "🟢", ": ok", ": pass", ": all", ": green", ": clean", ": succ"}

// row returns the row of a table as a clause: what it is about, and how that is.
func row(line string) string {
	line = strings.Trim(strings.Map(func(r rune) rune {
		if strings.ContainsRune(tickMarks, r) {
			return -1
		}
		return r
	}, line), "| ")
	return strings.Join(strings.Fields(strings.ReplaceAll(line, "|", " ")), " ")
}

// end returns what is read of a message.
func end(message string) string { return message[max(0, len(message)-maxMessage):] }

// sentences yields the sentences of a message, each with its line.
func sentences(message string) iter.Seq2[string, string] {
	return func(yield func(line, sentence string) bool) {
		for line := range lines(message) {
			for _, s := range grammar().sentences(marks.Replace(line)) {
				if !yield(line, s) {
					return
				}
			}
		}
	}
}

// lines yields the lines of a message, without code, quotations, and what is still to
// be done.
func lines(message string) iter.Seq[string] {
	return func(yield func(string) bool) {
		fenced := false
		for line := range strings.Lines(end(message)) {
			line = strings.TrimSpace(line)
			if strings.HasPrefix(line, "```") {
				fenced = !fenced
				continue
			}
			if fenced && !strings.ContainsAny(line, tickMarks) || strings.HasPrefix(line, ">") || strings.Contains(line, "[ ]") {
				continue
			}
			line = ticks().ReplaceAllString(line, " pass $1")
			if fenced { // a summary, each line of which ends with its mark
				named := strings.TrimRight(line, tickMarks+"\ufe0f \t")
				if named == line {
					continue
				}
				line = named + " pass"
			}
			if m := ticked().FindStringSubmatch(line); m != nil {
				line = m[1] + " pass"
			}
			if hasWord(line, verdicts[:]) {
				line = verdict().ReplaceAllString(line, "$1 pass$2")
			}
			if strings.HasPrefix(line, "|") {
				line = row(line)
			}
			line = strings.TrimLeft(line, "-+•# \t✅✓✔☑🟢*[x]")
			if digits := strings.TrimLeft(line, "0123456789"); digits != line && strings.IndexAny(digits, ".)") == 0 {
				line = strings.TrimSpace(digits[1:]) // of a list
			}
			if line != "" && !yield(line) {
				return
			}
		}
	}
}

// unquoted returns a message in which a note is no quotation, although it looks like one.
func unquoted(message string) string { return quotedNote().ReplaceAllString(message, "$1") }

var quotedNote = pattern.Later(`(?mi)^\s*> ?(?:\[!\w+\][ \t]*\n\s*> ?|([*_ ]*(?:⚠|ℹ|❗|note|nb|warning|caveat|heads|known|important|caution|hinweis|achtung|remarque|nota|remaining|pre-?existing|still)))`)

// sentences returns the sentences of a line. A question keeps its mark.
func (g *rules) sentences(line string) (list []string) {
	for line != "" {
		at := g.ends.FindStringIndex(line)
		if at == nil {
			at = []int{len(line), len(line)}
		}
		s := strings.TrimSpace(line[:at[0]])
		if strings.Contains(line[at[0]:at[1]], "?") {
			s += "?"
		}
		if s != "" && len(s) <= maxClause {
			list = append(list, s)
		}
		line = line[at[1]:]
	}
	return list
}

// claimed returns what a clause claims: all of it, or where something in it is taken back,
// the parts of which that is not so.
func (g *rules) claimed(clause string) (list []Claim) {
	if at := included().FindStringIndex(clause); at != nil && at[0] > 0 {
		clause = clause[:at[0]] // the name of a test: including returns nil when empty
	}
	if !hasWord(clause, promising[:]) || g.blocks.MatchString(g.plain(clause)) {
		return nil
	}
	if list, whole := g.claimedBy(clause); whole {
		return list
	}
	for _, part := range g.parts.Split(clause, -1) {
		found, _ := g.claimedBy(strings.TrimSpace(part))
		list = append(list, found...)
	}
	return list
}

// plain returns a clause without the phrases that take nothing back.
func (g *rules) plain(clause string) string {
	return strings.TrimRight(g.harmless.ReplaceAllString(clause, " ${noun} "), " ")
}

// claimedBy returns what a part of a clause claims, and reports whether nothing in it is
// taken back.
func (g *rules) claimedBy(part string) (list []Claim, whole bool) {
	plain := g.plain(part)
	if g.hedges.MatchString(plain) || g.fails.MatchString(plain) {
		return nil, false
	}
	for _, m := range g.fraction.FindAllStringSubmatch(plain, -1) {
		if m[1] != m[2] {
			return nil, false // 3 of 4
		}
	}
	for i := range g.forms {
		f := &g.forms[i]
		if m := f.is.FindString(plain); m != "" {
			list = append(list, Claim{Kind: f.kind, All: g.all.MatchString(m) || g.throughout.MatchString(part), Words: strings.Trim(m, " ,(")})
		}
	}
	for i := range g.counts {
		if f := &g.counts[i]; f.is.MatchString(part) {
			list = append(list, Claim{Kind: f.kind, All: g.all.MatchString(part)})
		}
	}
	if g.summary.MatchString(part) {
		list = append(list, Claim{Kind: "test"})
	}
	return list, true
}

// admitted reports whether a clause says that something of a kind fails.
func (g *rules) admitted(clause string) (kind string, is bool) {
	if failsAbroad().MatchString(clause) {
		return "", true
	}
	if !hasWord(clause, []string{"fail", "red", "broken", "not ", "n't", "unable", "timed out", "times out", "hung", "hangs", "killed", "interrupted", "stopped", "aborted", "limit", "timeout", "time-out", "cut ", "out of time"}) {
		return "", false
	}
	if counted().MatchString(clause) {
		return "test", true
	}
	plain := conditional().ReplaceAllString(g.plain(clause), " ")
	if !g.admits.MatchString(plain) || strings.Contains(plain, "?") {
		return "", false
	}
	return g.kindOf(plain), true
}

// kindOf returns the kind of checks of which a clause speaks, "" for any.
func (g *rules) kindOf(clause string) string {
	for _, s := range g.subjects {
		if s.is.MatchString(clause) {
			return s.kind
		}
	}
	return ""
}

// counted is how many failed, of a summary: 1 failed.
var counted = pattern.Later(`(?i)(?:^|[^\d.,-])[1-9]\d* (?:failed|failures?)(?:$|[,.;]|\s*\()`)

// Says reports whether a part of a sentence of a message says something, without what it
// quotes.
func Says(message string, is func(part string) bool) bool {
	for _, s := range sentences(message) {
		if slices.ContainsFunc(asides().Split(s, -1), is) {
			return true
		}
	}
	return false
}

// asides are between the parts of a sentence that may speak of different things.
var asides = pattern.Later(`[,;]\s+(?:(?:and|so|but|then|which|und|et|y)\s+)?|\s*[()]\s*|\s+(?:and|but|so)\s+(?:all|the|every|everything|both|now|it|` + "`" + `)\b|、|，`)
