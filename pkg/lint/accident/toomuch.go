package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// destroys reports whether a call deletes or destroys something, by its effects and by
// what the rules found.
func (j *judge) destroys(i int) bool {
	if j.deeds == nil {
		j.deeds = make(map[int]bool)
		for _, f := range j.Findings {
			pack, _, _ := strings.Cut(f.Rule, "/")
			switch pack {
			case "cloud", "database", "disk", "docker", "git":
				j.deeds[f.Call] = true
			}
		}
	}
	if c := &j.Script.Calls[i]; j.deeds[i] || c.Program == "find" && (c.Args.Has("-delete") || strings.Contains(argv(c), " -delete") || strings.Contains(argv(c), " -exec rm ")) {
		return true
	}
	return slices.ContainsFunc(j.reader.Of(i), func(e effect.Effect) bool {
		return e.Kind == rule.Delete && e.Target != nil || e.Kind == rule.Destroy
	})
}

// tooMuch finds calls that destroy more than is meant: because a filter is empty, because
// of the order of words, or because nothing is what it seems to test.
func (j *judge) tooMuch(i int, c *shell.Call) {
	if len(c.Argv) == 0 || c.Where == "chroot" {
		return
	}
	if dotsUp(c) {
		j.add(&tooMuchRule, i, c.Span, "changes everything in the directory above as well: .* matches ..")
		return
	}
	if !j.destroys(i) {
		if len(j.reached(i, c)) > 0 {
			j.reaches(i, c)
		}
		return
	}
	if c.Program == "find" && deletesFirst(c) {
		j.add(&tooMuchRule, i, c.Span, "deletes before it tests: find reads its words from left to right, so everything goes")
		return
	}
	statement := j.statement(c.Span.From)
	switch why := j.newest(c, statement); {
	case why != "":
		j.add(&tooMuchRule, i, c.Span, why)
		return
	case c.Loop && !strings.Contains(statement, "grep "):
		statement = j.loopHead(c.Span.From)
	}
	if name := j.unfilteredList(i, c); name != "" {
		j.add(&tooMuchRule, i, c.Span, "takes everything for what it looks for if $"+name+" is empty")
		return
	}
	if j.reaches(i, c) {
		return
	}
	if why := j.idleTest(c.Span.From); why != "" {
		j.add(&tooMuchRule, i, c.Span, why)
	}
}

// deletesFirst reports whether find deletes before it tests what it found.
func deletesFirst(c *shell.Call) bool {
	deletes := false
	for n := 1; n < len(c.Argv); n++ {
		switch w := c.Argv[n].String(); {
		case w == "-delete", (w == "-exec" || w == "-execdir") && n+1 < len(c.Argv) && c.Argv[n+1].String() == "rm":
			deletes = true
		case w == "-o" || w == "-or" || w == ",":
			deletes = false
		case deletes && optionTestsWord(strings.TrimPrefix(w, "-")) && w[0] == '-':
			return true
		}
	}
	return false
}

// dotsUp reports whether a call changes a whole tree by .*, which is .. too.
func dotsUp(c *shell.Call) bool {
	switch c.Program {
	case "chown", "chmod", "chgrp":
	default:
		return false
	}
	if !c.Args.Has("-R", "--recursive") {
		return false
	}
	return slices.ContainsFunc(rest(c), func(w shell.Word) bool {
		s := w.String()
		return s == ".*" || strings.HasSuffix(s, "/.*")
	})
}

// newest finds a rotation that keeps the oldest files: what it sorts by time and where it
// cuts do not fit.
func (j *judge) newest(c *shell.Call, statement string) string {
	if c.Program != "rm" && c.Program != "unlink" {
		return ""
	}
	_, after, ok := strings.Cut(" "+statement, " ls ")
	if !ok {
		if _, after, ok = strings.Cut(statement, "$(ls "); !ok {
			return ""
		}
	}
	byTime, reversed := false, false
	for _, w := range strings.Fields(after) {
		if w == "|" {
			break
		}
		if len(w) > 1 && w[0] == '-' && w[1] != '-' {
			byTime = byTime || strings.Contains(w, "t")
			reversed = reversed || strings.Contains(w, "r")
		}
	}
	if !byTime || strings.Contains(after, "sort") || strings.Contains(after, "tac") {
		return ""
	}
	head := strings.Contains(after, "head -n -") || strings.Contains(after, "head -n-")
	tail := strings.Contains(after, "tail -n +") || strings.Contains(after, "tail -n+") || strings.Contains(after, "tail +")
	last := !head && !tail && reversed && (strings.Contains(after, "| tail -n ") || strings.Contains(after, "| tail -")) || !head && !tail && !reversed && (strings.Contains(after, "| head -n ") || strings.Contains(after, "| head -"))
	if last && strings.Contains(after, " -1") || strings.Contains(after, "-n 1 ") || strings.Contains(after, "-n1") {
		last = false // that one is meant
	}
	if head && !reversed || tail && reversed || last {
		return "deletes the newest and keeps the oldest: the order does not fit where it is cut"
	}
	return ""
}

// loopHead returns the statement that feeds the loop in which an offset lies.
func (j *judge) loopHead(at int) string {
	before := j.before(at)
	for range 60 {
		nl := strings.LastIndexByte(before, '\n')
		if nl < 0 {
			return ""
		}
		before = before[:nl]
		line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
		if strings.HasPrefix(line, "for ") || strings.Contains(line, "while ") {
			return j.statement(len(before) - 1)
		}
		if line == "done" {
			return ""
		}
	}
	return ""
}
