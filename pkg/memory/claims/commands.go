package claims

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// spans are the texts of a line that stand in backquotes.
var spans = pattern.Later("`([^`]+)`")

// stand is how a span stands in a sentence while its grammar is read; digits follow.
const stand = "zqspan"

// standIns returns a line in which each span is one word, and the spans.
func standIns(line string) (plain string, texts []string) {
	plain = spans().ReplaceAllStringFunc(line, func(s string) string {
		texts = append(texts, strings.Trim(s, "`"))
		return stand + strconv.Itoa(len(texts)-1)
	})
	return plain, texts
}

// byCommand returns the commands that a line says went well: "`make test` passes", "I
// ran `make test` and it passes", "`rspec`: 36 examples, 0 failures". Whether one is a
// check, its reader knows.
func (g *rules) byCommand(line string) (list []Claim) {
	line, texts := standIns(line)
	if texts == nil {
		return nil
	}
	add := func(clause, number string) {
		if n, err := strconv.Atoi(number); err == nil && n < len(texts) && isCommand(texts[n]) {
			list = append(list, Claim{Command: texts[n], All: g.throughout.MatchString(clause), Sentence: restore(clause, texts)})
		}
	}
	line = marks.Replace(line)
	for _, m := range g.results.FindAllStringSubmatch(line, -1) {
		add(m[0], m[1])
	}
	for _, s := range g.sentences(line) {
		for _, clause := range g.splits.Split(s, -1) {
			for n := range texts {
				number := strconv.Itoa(n)
				if _, well := named(clause, []string{stand + number}); well && !g.within.MatchString(clause[:strings.Index(clause, stand+number)]) {
					add(clause, number)
				}
			}
			plain := g.plain(clause)
			if g.blocks.MatchString(plain) || g.hedges.MatchString(plain) || g.fails.MatchString(plain) {
				continue
			}
			for _, f := range g.commands {
				m := f.FindStringSubmatch(plain)
				if m == nil {
					m = f.FindStringSubmatch(clause)
				}
				if m != nil {
					add(clause, m[1])
				}
			}
		}
	}
	return list
}

// isCommand reports whether a span may be a command, and no name in a program or of a
// file.
func isCommand(span string) bool {
	first, _, more := strings.Cut(strings.TrimSpace(span), " ")
	return len(span) <= maxClause && programs().MatchString(first) && (more || strings.HasPrefix(first, "./") || !strings.ContainsAny(first, "/._("))
}

// programs are the first words of commands: a variable may be set in front.
var programs = pattern.Later(`^(?:[A-Z_]+=\S*|[a-z0-9./][a-z0-9._/+-]*)$`)

// restore puts the spans back into a sentence.
func restore(s string, texts []string) string {
	for i := len(texts) - 1; i >= 0; i-- {
		s = strings.ReplaceAll(s, stand+strconv.Itoa(i), "`"+texts[i]+"`")
	}
	return strings.TrimSpace(s)
}
