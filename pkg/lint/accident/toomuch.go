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
	if c.Program == "pkill" || c.Program == "killall" {
		if p := c.Argv[len(c.Argv)-1]; j.onlyEmpty(p, c) {
			j.add(&tooMuchRule, i, c.Span, "kills every process of the user if "+p.String()+" is empty")
		}
		return
	}
	if dotsUp(c) {
		j.add(&tooMuchRule, i, c.Span, "changes everything in the directory above as well: .* matches ..")
		return
	}
	if !j.destroys(i) {
		return
	}
	if c.Program == "find" && c.Args.Has("-L", "-follow") && !c.Args.Has("-xdev", "-mount") && !strings.Contains(argv(c), " -type l") && j.outOfUsers(c) {
		j.add(&tooMuchRule, i, c.Span, "follows links that users make, and deletes where they lead")
		return
	}
	if name := j.cutValue(c); name != "" {
		j.add(&tooMuchRule, i, c.Span, "deletes other names: $"+name+" has a blank in it, and no quotes around it")
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
	if name := j.emptyFilter(j.inlined(statement), c); name != "" && !j.readsLibrary(c.Span.From) {
		j.add(&tooMuchRule, i, c.Span, "takes everything for what it looks for if $"+name+" is empty")
		return
	}
	if name := j.neverSet(c); name != "" {
		j.add(&tooMuchRule, i, c.Span, "deletes all that lies there: nothing sets $"+name)
		return
	}
	if name := j.emptyPart(i, c); name != "" {
		j.add(&tooMuchRule, i, c.Span, "deletes all that lies beside it if $"+name+" is empty")
		return
	}
	if why := j.idleTest(c.Span.From); why != "" {
		j.add(&tooMuchRule, i, c.Span, why)
		return
	}
	j.hollowTest(i, c)
}

// outOfUsers reports whether find searches where users of the machine put files.
func (j *judge) outOfUsers(c *shell.Call) bool {
	return contains(argv(c), dirUsersWords[:])
}

// cutValue returns the variable of a recursive deletion that stands without quotes and has
// a blank in its value.
func (j *judge) cutValue(c *shell.Call) string {
	if c.Program != "rm" || !c.Args.Has("-r", "-R", "--recursive") {
		return ""
	}
	for _, w := range strings.Fields(j.statement(c.Span.From)) {
		names := variables(w)
		if len(names) != 1 || w[0] != '$' {
			continue
		}
		value, ok := j.assigned(names[0], c.Span.From)
		value = strings.TrimSpace(value)
		if ok && len(value) > 2 && (value[0] == '"' || value[0] == '\'') && value[len(value)-1] == value[0] && strings.Contains(value, "/") && !strings.ContainsAny(value, "$`*") || ok && strings.HasPrefix(value, `"$HOME/`) && strings.HasSuffix(value, `"`) && strings.Count(value, "$") == 1 {
			if first, second, cut := strings.Cut(value[1:len(value)-1], " "); cut && strings.Contains(first, "/") && second != "" && second[0] != '/' && second[0] != '$' && second[0] != '~' && second[0] != '-' && strings.Contains(second, "/") {
				return names[0]
			}
		}
	}
	return ""
}

// onlyEmpty reports whether a word is nothing but a variable that may be empty.
func (j *judge) onlyEmpty(w shell.Word, c *shell.Call) bool {
	if w.Span.From < 0 || w.Span.To > len(j.text) || w.Span.From >= w.Span.To {
		return false
	}
	written := strings.Trim(j.text[w.Span.From:w.Span.To], `"`)
	names := variables(written)
	return len(names) == 1 && (written == "$"+names[0] || written == "${"+names[0]+"}") && !c.Late && j.mayBeEmpty(names[0], c.Span.From)
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
	return slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
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
	if head && !reversed || tail && reversed {
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

// emptyFilter returns the variable whose emptiness makes what a statement selects
// everything: grep "$x", --pattern "$x*", --filter name=$x, -n "$x" with --all.
func (j *judge) emptyFilter(statement string, c *shell.Call) string {
	if _, pattern, ok := strings.Cut(strings.ToLower(statement), " like '"); ok {
		pattern, _, _ = strings.Cut(pattern, "'")
		for _, name := range variables(statement) {
			if strings.Trim(strings.Replace(pattern, "$"+strings.ToLower(name), "", 1), "%_{}") == "" && pattern != "%" && j.mayBeEmpty(name, c.Span.From) {
				return name
			}
		}
	}
	words := strings.Fields(strings.ReplaceAll(statement, "=", "= "))
	for n, w := range words {
		if n == 0 || !strings.Contains(w, "$") {
			continue
		}
		names := variables(w)
		w = strings.TrimRight(w, ";")
		if len(names) != 1 || strings.Contains(w, "$(") {
			continue
		}
		bare := strings.Trim(strings.NewReplacer("${"+names[0]+"}", "", "$"+names[0], "").Replace(w), "\"'^*%@-/.:_|;)")
		if bare != "" || strings.ContainsAny(strings.Trim(w, `"'`), "()") && !strings.HasSuffix(w, ")") {
			continue
		}
		before := words[n-1]
		greps := slices.Contains(words[max(0, n-3):n], "grep") && !strings.Contains(before, "v") && (before == "grep" || before[0] == '-')
		filter := before == "--pattern" || before == "--filter=" || before == "--match" || n > 1 && words[n-2] == "--filter" && strings.HasSuffix(before, "=")
		namespace := (before == "-n" || before == "--namespace" || before == "--namespace=") && strings.Contains(statement, " --all")
		if (greps || filter || namespace) && j.mayBeEmpty(names[0], c.Span.From) {
			return names[0]
		}
	}
	return ""
}

// inlined puts the body of a function of one line in the place of its name: with
// list() { zfs list | grep "$1"; }, list "$x" is zfs list | grep "$x".
func (j *judge) inlined(statement string) string {
	words := strings.Fields(statement)
	if len(words) < 2 || !strings.Contains(words[1], "$") {
		return statement
	}
	at := strings.Index(j.text, "\n"+words[0]+"() {")
	if at < 0 {
		return statement
	}
	body, _, ok := strings.Cut(j.text[at+len(words[0])+len("() {")+1:], "}\n")
	if !ok || len(body) > 300 {
		return statement
	}
	return strings.NewReplacer(`"$1`, words[1][:max(1, len(words[1])-1)], "@$1-", "@"+strings.Trim(words[1], `"`), "$1", strings.Trim(words[1], `"`)).Replace(body)
}

// neverSet returns the variable of a deletion that nothing sets: its name is in small
// letters, so that it is not from the environment.
func (j *judge) neverSet(c *shell.Call) string {
	if c.Late || c.Program != "rm" && c.Program != "find" || j.readsAny(len(j.text)) || j.nounset(len(j.text)) || j.Surface != "script" {
		return ""
	}
	for _, w := range c.Argv[1:] {
		for _, p := range w.Parts {
			name := strings.TrimPrefix(p.Text, "$")
			if p.Kind != shell.Unknown || name == p.Text || len(name) < 3 || !shell.IsName(name) || strings.ToUpper(name) == name || !strings.Contains(w.String(), "/") {
				continue
			}
			if j.isLike(name) && !strings.Contains(j.text, name+"=") && !j.sets(name, len(j.text)) && !strings.Contains(j.text, "${"+name+":") && strings.Contains(j.text, "$"+name) && !strings.Contains(j.text, "-v "+name) && !strings.Contains(j.text, "eval ") && !strings.Contains(j.text, "declare ") {
				return name
			}
		}
	}
	return ""
}

// isLike reports whether a text sets a variable of almost the same name, so that one is a
// slip for the other: log_dir for logdir, $release_dir for ${release}_dir.
func (j *judge) isLike(name string) bool {
	plain := strings.ReplaceAll(name, "_", "")
	for line := range strings.Lines(j.text) {
		other, _, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok || len(other) < 3 || !shell.IsName(other) {
			continue
		}
		if strings.EqualFold(strings.ReplaceAll(other, "_", ""), plain) || strings.HasPrefix(name, other+"_") {
			return true
		}
	}
	return false
}

// emptyPart returns the variable whose emptiness makes a deletion of one thing one of all
// beside it: "/srv/customers/$1", s3://bucket/$prefix.
func (j *judge) emptyPart(i int, c *shell.Call) string {
	wipes := c.Program == "rm" && c.Args.Has("-r", "-R", "--recursive")
	if !wipes && !(c.Program == "curl" && strings.Contains(argv(c), "DELETE") || c.Program == "aws" || c.Program == "gsutil" || c.Program == "rclone" || c.Program == "gcloud") || c.Late || j.readsAny(c.Span.From) {
		return ""
	}
	for _, w := range c.Argv[1:] {
		if w.Span.From < 0 || w.Span.To > len(j.text) || w.Span.From >= w.Span.To {
			continue
		}
		written := strings.TrimRight(strings.ReplaceAll(j.text[w.Span.From:w.Span.To], `"`, ""), "*/")
		slash := strings.LastIndexByte(written, '/')
		if slash <= 0 || strings.HasSuffix(written[:slash], ":/") || strings.HasSuffix(written[:slash], "/") {
			continue
		}
		last := written[slash+1:]
		names := variables(last)
		if len(names) != 1 || last != "$"+names[0] && last != "${"+names[0]+"}" {
			continue
		}
		parent := w.String()
		if wipes && (strings.HasPrefix(parent, "/tmp") || strings.HasPrefix(parent, "/var/tmp") || parent == "" || parent[0] != '/' && parent[0] != '$' && parent[0] != '~') {
			continue
		}
		if j.certainlyGiven(names[0], c.Span.From) {
			continue
		}
		return names[0]
	}
	return ""
}

// certainlyGiven reports whether a variable is not surely one that a user may leave out:
// only a parameter of the script is.
func (j *judge) certainlyGiven(name string, at int) bool {
	if name[0] >= '1' && name[0] <= '9' {
		return !j.mayBeEmpty(name, at)
	}
	value, _ := j.assigned(name, at)
	value = strings.Trim(strings.TrimSpace(value), `"`)
	given := len(value) > 1 && value[0] == '$' && (value[1] >= '1' && value[1] <= '9' || strings.HasPrefix(value, "${1"))
	return !given || j.inFunction(at) || !j.mayBeEmpty(name, at)
}

// idleTest says why the condition in which an offset lies is always true: [ $a=b ] is one
// word, and [ $a > b ] writes a file.
func (j *judge) idleTest(at int) string {
	before := j.before(at)
	depth := 0
	for range 15 {
		nl := strings.LastIndexByte(before, '\n')
		if nl < 0 {
			return ""
		}
		before = before[:nl]
		line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
		switch {
		case line == "fi" || line == "else" || strings.HasPrefix(line, "elif "):
			depth++
		case strings.HasPrefix(line, "if ") && depth > 0:
			depth--
		case strings.HasPrefix(line, "if [ "):
			test, _, _ := strings.Cut(line[len("if [ "):], " ]")
			words := strings.Fields(test)
			switch {
			case len(words) == 1 && strings.Contains(words[0], "=") && strings.Contains(words[0], "$"):
				return "runs whatever " + words[0] + " is: without blanks around = the test is always true"
			case len(words) == 3 && (words[1] == ">" || words[1] == "<"):
				return "runs whatever " + words[0] + " is: in [ ] the " + words[1] + " is a redirection, and the test is always true"
			}
			return ""
		}
	}
	return ""
}

// hollowTest finds deletions by a variable of which all that was tested is true where it
// is empty, too.
func (j *judge) hollowTest(i int, c *shell.Call) {
	if c.Program != "rm" && c.Program != "find" || c.Late {
		return
	}
	for _, w := range c.Argv[1:] {
		if w.Span.From < 0 || w.Span.To > len(j.text) || w.Span.From >= w.Span.To {
			continue
		}
		written := j.text[w.Span.From:w.Span.To]
		names := variables(written)
		if len(names) != 1 {
			continue
		}
		bare := strings.Trim(strings.NewReplacer("${"+names[0]+"}", "", "$"+names[0], "").Replace(written), "\"/*")
		if bare != "" || c.Program == "find" && strings.Contains(written, `"`) || c.Program == "rm" && !strings.HasSuffix(written, "*") {
			continue
		}
		for line := range strings.Lines(j.before(c.Span.From)) {
			if hollow(line, names[0]) && !j.guarded(names[0], c.Span.From) && j.openValue(names[0], c.Span.From) {
				j.add(&tooMuchRule, i, c.Span, "deletes where the script stands if $"+names[0]+" is empty: without quotes the test before is true then")
				return
			}
		}
	}
}

// openValue reports whether nothing in the text says what a variable is.
func (j *judge) openValue(name string, at int) bool {
	value, ok := j.assigned(name, at)
	if !ok {
		return !j.sets(name, at) && !j.readsLibrary(at)
	}
	value = strings.Trim(strings.TrimSpace(value), `"`)
	return strings.HasPrefix(value, "$(") || len(value) > 1 && value[0] == '$' && value[1] >= '1' && value[1] <= '9'
}

// sqlFilters finds conditions of SQL that are true for every row if a variable is empty.
func (j *judge) sqlFilters() {
	at := 0
	for line := range strings.Lines(j.text) {
		if from := strings.Index(line, "delete from"); from < 0 {
			from = strings.Index(strings.ToLower(line), "delete from")
			if from < 0 {
				at += len(line)
				continue
			}
		}
		j.sqlFilter(at, line)
		at += len(line)
	}
}

func (j *judge) sqlFilter(at int, line string) {
	from := strings.Index(strings.ToLower(line), " like '")
	if from < 0 {
		return
	}
	pattern, _, _ := strings.Cut(line[from+len(" like '"):], "'")
	names := variables(pattern)
	if len(names) != 1 || strings.Trim(strings.NewReplacer("${"+names[0]+"}", "", "$"+names[0], "").Replace(pattern), "%") != "" || !strings.Contains(pattern, "%") {
		return
	}
	if j.mayBeEmpty(names[0], at) {
		body := strings.TrimLeft(line, " \t")
		span := shell.Span{From: at + len(line) - len(body), To: at + len(strings.TrimRight(line, "\n"))}
		j.add(&tooMuchRule, -1, span, "deletes every row of the table if $"+names[0]+" is empty")
	}
}
