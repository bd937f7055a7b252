package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

const (
	// maxMakes bounds how many calls in files are kept of a command, maxMakesText the length
	// of one.
	maxMakes     = 30
	maxMakesText = 400
)

// Makes lists the calls that stand in files which a script runs, and that surely make or take
// away objects, such as databases, containers and clusters, if the script goes well. Each is a
// shell text with its directory. Calls that choose another cluster or account are listed
// where they may run.
func Makes(s *shell.Script) (list []string) {
	if len(s.Files) == 0 {
		return nil
	}
	a := account{script: s, taken: make(map[int]bool)}
	for k := range s.Calls {
		c := &s.Calls[k]
		if c.In == nil || len(list) >= maxMakes || !ofObjects(c) {
			continue
		}
		top := a.direct(k)
		if a.taken[top] || !leads(c) && !a.sure(k) {
			continue
		}
		a.taken[top] = true
		if text, ok := callText(&s.Calls[top]); ok && len(text) <= maxMakesText {
			list = append(list, text)
		}
	}
	return list
}

// ofObjects reports whether a call may make or take away an object that is no file.
func ofObjects(c *shell.Call) bool {
	if c.Model == nil || c.Effect != "" {
		return false
	}
	switch c.Model.Type {
	case "Database", "Docker":
		return true
	case "FileSystem", "Git", "Package", "Test":
		return false
	case "Build":
		return migration(c) != notMigration
	}
	takes := func(word string) bool { return slices.ContainsFunc(verbParts(word), madeTakesWord) }
	return creates(c) || leads(c) || slices.ContainsFunc(c.Args.Sub, takes)
}

// callText writes a call as a shell text. ok is false where not all of it is known.
func callText(c *shell.Call) (text string, ok bool) {
	var b strings.Builder
	if dir, known := c.Cwd.Path.Literal(); known && dir != "" && c.Cwd.Else == nil {
		b.WriteString("cd " + shell.Quote(dir) + " && ")
	}
	for i := range c.Assigns {
		value, known := c.Assigns[i].Value.Literal()
		if !known {
			return "", false
		}
		b.WriteString(c.Assigns[i].Name + "=" + shell.Quote(value) + " ")
	}
	for i, w := range c.Argv {
		word, known := w.Literal()
		if !known {
			return "", false
		}
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(shell.Quote(word))
	}
	return b.String(), true
}

// account reads which calls in files surely run, and surely went well if the text did.
type account struct {
	script *shell.Script
	taken  map[int]bool // calls that are listed
}

// direct returns the call of the same file that is not run by another one of it.
func (a *account) direct(k int) int {
	for {
		c := &a.script.Calls[k]
		if c.Via < 0 || a.script.Calls[c.Via].In == nil || a.script.Calls[c.Via].In.Path != c.In.Path {
			return k
		}
		k = c.Via
	}
}

// sure reports whether a call in a file surely ran and went well if the whole text did.
func (a *account) sure(k int) bool {
	top := a.direct(k)
	via := a.script.Calls[top].Via
	if via < 0 {
		return false
	}
	text := a.textOf(a.script.Calls[top].In.Path)
	for at := k; ; at = a.script.Calls[at].Via {
		c := &a.script.Calls[at]
		if c.Late || c.Loop || c.Captured || c.Spawn || c.Unread || !a.stops(at, via, text) {
			return false
		}
		if at == top {
			break
		}
	}
	from := &a.script.Calls[via]
	if from.In != nil {
		return a.sure(via)
	}
	return !from.Late && !from.Loop && !from.Captured && !from.Spawn && !mayFail(a.script, via) && !behindOr(a.script, via)
}

func (a *account) textOf(path string) string {
	for i := range a.script.Files {
		if a.script.Files[i].Path == path {
			return a.script.Files[i].Text
		}
	}
	return ""
}

// stops reports whether the file that call via runs goes on behind call k only if k went well.
func (a *account) stops(k, via int, text string) bool {
	c, from := &a.script.Calls[k], &a.script.Calls[via]
	run := slices.IndexFunc(from.Runs, func(r shell.Run) bool { return r.File != nil })
	line := statement(text, c.In.Line)
	switch {
	case line == "", leavesBefore(text, c.In.Line, c.Code != "" || run >= 0 && from.Runs[run].Lang != ""):
		return false
	case c.Code != "" || run >= 0 && from.Runs[run].Lang != "":
		return raises(below(text, c.In.Line), text, c.Program)
	case run < 0 && len(from.Runs) > 0: // a text of a program that runs shell: a task of Ruby
		return raises(line, text, c.Program)
	case run >= 0:
		return c.Branch == from.Branch && !strings.ContainsAny(line, "|!&") && !opensBlock(line) && !handled(text) &&
			(a.stopsAtError(k, via, text) || lastLine(text, c.In.Line))
	}
	line = strings.TrimLeft(line, " \t@+")
	return line[0] != '-' && !from.Args.Has("-k", "--keep-going", "-i", "--ignore-errors") && !strings.ContainsAny(strings.ReplaceAll(line, "&&", ""), "|;!&`")
}

// stopsAtError reports whether a script of the shell was told to stop at the first error before
// a call: set -e.
func (a *account) stopsAtError(k, via int, text string) bool {
	first, _, _ := strings.Cut(text, "\n")
	if program, options, ok := strings.Cut(first, " -"); ok && strings.HasPrefix(program, "#!") && strings.Contains(options, "e") && !strings.Contains(program, "env") {
		return true
	}
	on := false
	for i := via + 1; i < k; i++ {
		c := &a.script.Calls[i]
		if c.Program != "set" || c.Via != via || len(c.Argv) < 2 || c.Late {
			continue
		}
		option := c.Argv[1].String()
		switch {
		case strings.HasPrefix(option, "+") && strings.Contains(option, "e"):
			return false
		case strings.HasPrefix(option, "-") && (strings.Contains(option, "e") || len(c.Argv) > 2 && c.Argv[2].Is("errexit")) && c.Branch == a.script.Calls[via].Branch:
			on = true
		}
	}
	return on
}

// statement returns the line of a text with those that it goes on from and on to, 1 for the first.
func statement(text string, line int) string {
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	goesOn := func(s string) bool {
		s = strings.TrimRight(s, " \t\r")
		return strings.HasSuffix(s, `\`) || strings.HasSuffix(s, "&&") || strings.HasSuffix(s, "|")
	}
	from, to := line-1, line-1
	for from > 0 && goesOn(lines[from-1]) {
		from--
	}
	for to+1 < len(lines) && goesOn(lines[to]) {
		to++
	}
	return strings.TrimRight(strings.Join(lines[from:to+1], " "), " \t\r")
}

// below returns the line of a text and the few behind it, on which a call in code may go on.
func below(text string, line int) string {
	const few = 6
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	return strings.Join(lines[line-1:min(len(lines), line-1+few)], "\n")
}

// leavesBefore reports whether a program may end well before a line, so that the line is not
// reached: exit 0, or in the code of a function, return.
func leavesBefore(text string, line int, code bool) bool {
	lines := strings.Split(text, "\n")
	lines = lines[:min(max(line-1, 0), len(lines))]
	for i := len(lines) - 1; i >= 0; i-- {
		words := strings.FieldsFunc(lines[i], func(r rune) bool { return strings.ContainsRune(" \t\r;&{}", r) })
		for k, word := range words {
			well := k+1 == len(words) || words[k+1] == "0" || words[k+1] == "#"
			switch {
			case word == "exit" && well && !(k > 0 && words[k-1] == "||"),
				code && (word == "return" || strings.HasPrefix(word, "return(") || strings.HasSuffix(word, "exit(0)") || strings.HasSuffix(word, "exit()")):
				return true
			}
		}
		if code && slices.ContainsFunc([]string{"def ", "async def ", "function ", "async function ", "func ", "fn ", "task "}, func(begin string) bool {
			return strings.HasPrefix(strings.TrimSpace(lines[i]), begin)
		}) {
			return false // of another function
		}
	}
	return false
}

// opensBlock reports whether a statement of the shell is a condition.
func opensBlock(line string) bool {
	word, _, _ := strings.Cut(strings.TrimLeft(line, " \t"), " ")
	return slices.Contains([]string{"if", "elif", "while", "until"}, word)
}

// handled reports whether a script goes on where a group of its calls failed.
func handled(text string) bool {
	return strings.Contains(text, "} ||") || strings.Contains(text, ") ||")
}

// lastLine reports whether nothing but comments stands behind a line.
func lastLine(text string, line int) bool {
	lines := strings.Split(text, "\n")
	return !slices.ContainsFunc(lines[min(len(lines), line):], func(s string) bool {
		s = strings.TrimSpace(s)
		return s != "" && s[0] != '#'
	})
}

// raises reports whether a call in code, of which its text is given and that of the whole
// program, ends the program if it fails. A statement that a library runs does; a program that
// is started does where the code says so.
func raises(call, program, name string) bool {
	if slices.ContainsFunc([]string{"try:", "try {", "try{", "except", "catch", "rescue"}, func(word string) bool { return strings.Contains(program, word) }) {
		return false
	}
	begins := strings.TrimSpace(call)
	return !strings.Contains(call, name) || strings.HasPrefix(begins, "sh ") || strings.HasPrefix(begins, "sh(") || slices.ContainsFunc(saysRaisesWords[:], func(word string) bool { return strings.Contains(call, word) })
}

// behindOr reports whether a call of the text runs only if another one failed.
func behindOr(s *shell.Script, k int) bool {
	from := s.Calls[k].Span.From
	return from <= len(s.Text) && strings.HasSuffix(strings.TrimRight(s.Text[:from], " \t\n\\({"), "||")
}
