package lint

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// mark begins a comment for ctxhook:
//
//	rm -rf "$X" # ctxhook: ignore[filesystem/delete-tree] X is a fresh directory
//
//	# ctxhook: ignore[git/clean, git/discard] the checkout is thrown away
//	git clean -fdx && git checkout .
//
//	# ctxhook: ignore-file[privilege] runs in a container of its own
//
// On a line of its own it applies to the next line that is not a comment, and
// the lines that continue it; in Markdown to the fenced block that follows.
// For a whole file it must be among the first lines.
const mark = "ctxhook:"

// topLines is the number of lines in which ignore-file may be.
const topLines = 20

// ignore is a comment that suppresses findings.
type ignore struct {
	rules       []string // patterns
	line        int      // of the comment
	first, last int      // the lines it applies to
	used        []bool   // the patterns that matched a finding, reported or not
}

type ignores []ignore

// cover reports whether a comment suppresses a finding, and remembers which.
func (list ignores) cover(f *offsetFinding) bool {
	covered := false
	for i := range list {
		g := &list[i]
		starts := f.Start.Line >= g.first && f.Start.Line <= g.last
		ends := f.End.Line >= g.first && f.End.Line <= g.last
		for k, pattern := range g.rules {
			if (starts || ends) && ruleMatches(pattern, f.Rule.ID) {
				g.used[k], covered = true, true
			}
		}
	}
	return covered
}

// unused notes the comments about shell code, or patterns of them, that matched
// no finding. In a document, text that only shows a comment is left alone.
func (list ignores) unused(j *job, t *text, pieces []extract.Piece) {
	for i := range list {
		g := &list[i]
		if t.file.added != nil && !t.file.added.touch(g.line, g.line) || !g.aboutCode(t, pieces) {
			continue
		}
		for k, pattern := range g.rules {
			if !g.used[k] {
				j.notes = append(j.notes, Note{j.file.shown + ":" + strconv.Itoa(g.line), "ignore[" + pattern + "] matches no finding: delete it"})
			}
		}
	}
}

// aboutCode reports whether one of the pieces of a file is on the lines that a
// comment applies to.
func (g *ignore) aboutCode(t *text, pieces []extract.Piece) bool {
	return slices.ContainsFunc(pieces, func(p extract.Piece) bool {
		from, to := p.Span(shell.Span{To: len(p.Text)})
		return t.line(from)+1 <= g.last && t.line(max(from, to-1))+1 >= g.first
	})
}

// readIgnores finds the comments of a file. A comment that cannot be read is a
// finding, because its author believes that it counts.
func readIgnores(t *text, k ruleSet) ignores {
	var list ignores
	t.line(0) // fill the table of lines
	for n := range t.lines {
		line := string(t.lineText(n))
		at := strings.Index(line, mark)
		if at < 0 {
			continue
		}
		c, ok := readComment(line, at)
		if !ok {
			continue
		}
		say, counts := c.check(n, k)
		if say != "" {
			from := t.lines[n] + c.at
			t.add(&badIgnoreRule, badIgnoreRule.Risk, from, t.lines[n]+len(line), say, nil, "", line)
		}
		if !counts {
			continue
		}
		g := ignore{rules: c.rules, line: n + 1, first: n + 1, last: n + 1, used: make([]bool, len(c.rules))}
		switch {
		case c.file:
			g.first, g.last = 1, len(t.lines)
		case c.alone:
			g.first, g.last = t.following(n)
		}
		list = append(list, g)
	}
	return list
}

// comment is the text after the mark.
type comment struct {
	at     int  // where the comment begins in its line
	alone  bool // nothing is before it
	word   string
	file   bool // ignore-file
	rules  []string
	reason string
}

// readComment reads a comment whose mark is at an offset of a line. It reports
// false for text that is not a comment, or not about ignoring.
func readComment(line string, at int) (comment, bool) {
	var c comment
	before := strings.TrimRight(line[:at], " \t")
	sign := ""
	for _, s := range [...]string{"#", "//", "<!--"} {
		if strings.HasSuffix(before, s) {
			sign = s
		}
	}
	if sign == "" {
		return c, false
	}
	before = strings.TrimRight(before[:len(before)-len(sign)], sign)
	if before != "" && !strings.HasSuffix(before, " ") && !strings.HasSuffix(before, "\t") {
		return c, false // a#b, or `# code` in prose
	}
	c.at, c.alone = len(before), strings.TrimSpace(before) == ""
	rest := strings.TrimSpace(line[at+len(mark):])
	if sign == "<!--" {
		rest, _, _ = strings.Cut(rest, "-->")
	}
	c.word = rest
	if i := strings.IndexAny(rest, "[ \t"); i >= 0 {
		c.word, rest = rest[:i], rest[i:]
	} else {
		rest = ""
	}
	c.file = c.word == "ignore-file"
	if !strings.HasPrefix(rest, "[") {
		return c, c.file || c.word == "ignore"
	}
	list, reason, closed := strings.Cut(rest[1:], "]")
	if closed {
		c.reason = strings.TrimSpace(reason)
		for _, r := range strings.Split(list, ",") {
			if r = strings.TrimSpace(r); r != "" {
				c.rules = append(c.rules, r)
			}
		}
	}
	return c, true
}

// check returns what is wrong with a comment, and whether it still counts:
// where some rules are misspelled, the others do.
func (c *comment) check(n int, k ruleSet) (wrong string, counts bool) {
	switch {
	case c.word != "ignore" && c.word != "ignore-file":
		return "there is no " + c.word + "[..]: write ignore[rule] or ignore-file[rule]", false
	case len(c.rules) == 0:
		return "names no rule: write " + c.word + "[pack/rule] and a reason", false
	case c.reason == "":
		return "gives no reason: write one after the bracket", false
	case c.file && n >= topLines:
		return "is too far down: move ignore-file to the top of the file", false
	}
	var unknown []string
	c.rules = slices.DeleteFunc(c.rules, func(r string) bool {
		if k.names(r) {
			return false
		}
		unknown = append(unknown, r)
		return true
	})
	if len(unknown) > 0 {
		wrong = "there is no rule " + strings.Join(unknown, ", ")
	}
	return wrong, len(c.rules) > 0
}

// following returns the lines that a comment alone on line n, from 0, applies
// to.
func (t *text) following(n int) (first, last int) {
	at := n + 1
	for at < len(t.lines) && isRemark(t.lineText(at)) {
		at++
	}
	if at >= len(t.lines) {
		return n + 1, n + 1
	}
	first = at + 1
	if fence := fenceOf(t.lineText(at)); fence != nil {
		for at++; at < len(t.lines) && !bytes.HasPrefix(bytes.TrimSpace(t.lineText(at)), fence); at++ {
		}
		return first, at + 1
	}
	for at+1 < len(t.lines) && bytes.HasSuffix(t.lineText(at), []byte(`\`)) {
		at++
	}
	return first, at + 1
}

func isRemark(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("//")) || bytes.HasPrefix(line, []byte("<!--"))
}

// fenceOf returns the mark that closes the fenced block that a line opens.
func fenceOf(line []byte) []byte {
	line = bytes.TrimSpace(line)
	for _, sign := range [...]byte{'`', '~'} {
		n := 0
		for n < len(line) && line[n] == sign {
			n++
		}
		if n >= 3 {
			return line[:n]
		}
	}
	return nil
}
