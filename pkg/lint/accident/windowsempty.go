package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// more finds what destroys more than is meant: by a filter or a list that is empty, by a
// variable that has no value yet, or by a name that is cut at a blank.
func (w *windows) more(at int, line, low string) {
	span := shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}
	if w.batch {
		if from := w.deletion(low); from >= 0 {
			w.batchNames(at+from, line[from:])
		} else if from := strings.Index(low, "reg delete "); from >= 0 {
			w.batchNames(at+from, line[from:])
		}
		return
	}
	if !destroysWindows(low) {
		return
	}
	around := w.statement(at, line)
	switch lowAround := strings.ToLower(around); {
	case w.emptyLike(around, at) != "":
		w.add(&tooMuchRule, span, "takes everything for what it looks for if $"+w.emptyLike(around, at)+" is empty")
	case w.emptyList(around, at) != "":
		w.add(&tooMuchRule, span, "spares nothing if "+w.emptyList(around, at)+" could not be read: an error there does not stop the script")
	case olderThanNever(lowAround):
		w.add(&tooMuchRule, span, "takes what was never used for old: an empty date is less than every other")
	case w.unsetPattern(around, at) != "":
		w.add(&tooMuchRule, span, "takes everything for what it looks for: nothing sets "+w.unsetPattern(around, at))
	case w.emptyPattern(around, at) != "":
		w.add(&tooMuchRule, span, "takes everything for what it looks for if "+w.emptyPattern(around, at)+" is empty")
	case w.unfilled(around, at) != "":
		w.add(&tooMuchRule, span, "takes everything where nothing is put into $"+w.unfilled(around, at)+", which says what to take")
	default:
		w.lastPart(at, line, low)
	}
}

// destroysWindows reports whether a line of PowerShell destroys something.
func destroysWindows(low string) bool {
	if strings.Contains(low, "-whatif") {
		return false
	}
	for _, w := range strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune(" \t|;{}()&", c) }) {
		if commandDestroysWord(w) || w == "remove-item" && (strings.Contains(low, "-recurse") || strings.Contains(low, "|")) {
			return true
		}
	}
	return false
}

// statement returns a line with the pipeline and the loops in which it stands.
func (w *windows) statement(at int, line string) string {
	before := w.before(at)
	from, depth := len(before), 0
	for n := 0; n < 15 && from > 0; n++ {
		start := strings.LastIndexByte(before[:from-1], '\n') + 1
		l := strings.TrimSpace(before[start:from])
		depth += strings.Count(l, "}") - strings.Count(l, "{")
		if l == "" || depth > 0 && !strings.HasSuffix(l, "|") {
			if depth > 1 {
				break
			}
		}
		from = start
	}
	return before[from:] + line
}

// emptyLike returns the variable of a pattern that matches everything if it is empty.
func (w *windows) emptyLike(text string, at int) string {
	low := strings.ToLower(text)
	for _, op := range [...]string{"-like ", "-match ", "-clike ", "-imatch ", "-filter ", "-name ", "-vmname ", "-displayname ", "-include "} {
		for from := 0; ; {
			i := strings.Index(low[from:], op)
			if i < 0 {
				break
			}
			from += i + len(op)
			pattern := strings.TrimLeft(text[from:], " ")
			if pattern == "" || pattern[0] != '"' && pattern[0] != '$' {
				continue
			}
			end := strings.IndexAny(pattern[1:], "\" \n)}")
			if end < 0 {
				end = len(pattern) - 1
			}
			pattern = pattern[:end+1]
			used := w.variables(pattern)
			if len(used) == 1 && strings.Trim(strings.Replace(pattern, used[0].shown, "", 1), "\"'*^.") == "" && w.isParameter(used[0].name) && !w.known(used[0].name, at) {
				return used[0].name
			}
		}
	}
	return ""
}

// isParameter reports whether a variable is a parameter of the script without a default.
func (w *windows) isParameter(name string) bool {
	low := strings.ToLower(w.text)
	at := strings.Index(low, "param(")
	if at < 0 {
		at = strings.Index(low, "param (")
	}
	if at < 0 || strings.Contains(low[:at], "function ") {
		return false
	}
	end := strings.Index(low[at:], "\n)")
	if end < 0 {
		end = strings.IndexByte(low[at:], '\n')
	}
	if end < 0 {
		return false
	}
	list := low[at : at+end]
	i := strings.Index(list, "$"+name)
	if i < 0 {
		return false
	}
	rest := strings.TrimLeft(list[i+1+len(name):], " ")
	return rest == "" || rest[0] == ',' || rest[0] == ')' || rest[0] == '\n' || rest[0] == '\r'
}

// emptyList returns the list of what is spared, read from a file or a service that may not
// be there.
func (w *windows) emptyList(text string, at int) string {
	before := strings.ToLower(w.before(at))
	if strings.Contains(before, "erroractionpreference") && strings.Contains(before, "stop") {
		return ""
	}
	low := strings.ToLower(text)
	from := 0
	for _, v := range w.variables(low) {
		i := from + strings.Index(low[from:], v.shown)
		from = i + len(v.shown)
		head := strings.TrimRight(low[:i], " (@")
		tail := strings.TrimLeft(low[from:], " ")
		spares := strings.HasSuffix(head, "-notin") || strings.HasPrefix(tail, "-notcontains") || strings.HasPrefix(tail, ".") && strings.HasSuffix(head, "-notin") ||
			strings.HasPrefix(tail, "-contains") && (strings.Contains(firstLine(tail), "return") || strings.Contains(firstLine(tail), "continue"))
		if !spares || w.tests(listed(before), v.name) {
			continue
		}
		value, ok := w.given(before, v.name)
		if ok && contains(value, commandReadsWords[:]) && !strings.Contains(value, "-erroraction stop") && !strings.Contains(value, "-ea stop") {
			return v.shown
		}
	}
	return ""
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// listed leaves out the lines that use the list to spare something.
func listed(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "contains") && !strings.Contains(line, "-notin") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// olderThanNever reports whether a text compares a date of last use, which is empty for
// what was never used, with a limit, and does not ask whether it is empty.
func olderThanNever(low string) bool {
	for _, name := range strings.FieldsFunc(low, func(c rune) bool { return !isName(byte(c)) || c > 127 }) {
		if !strings.HasPrefix(name, "last") && name != "passwordlastset" {
			continue
		}
		use := "$_." + name
		i := strings.Index(low, use)
		if i < 0 {
			continue
		}
		rest := strings.TrimLeft(low[i+len(use):], " ")
		if (strings.HasPrefix(rest, "-lt ") || strings.HasPrefix(rest, "-le ")) && !strings.Contains(low, "$null") && strings.Count(low, use) == 1 && name != "lastwritetime" && name != "lastaccesstime" && name != "lastwritetimeutc" {
			return true
		}
	}
	return false
}

// lastPart finds a directory deleted by a name that may be empty: then it is all of the
// directory above.
func (w *windows) lastPart(at int, line, low string) {
	if !strings.Contains(low, "remove-item") || !strings.Contains(low, "-recurse") {
		return
	}
	text, _ := w.pipeline(at, line)
	for _, v := range w.variables(line) {
		if value, ok := w.given(w.before(at), v.name); ok && (strings.HasPrefix(strings.ToLower(value), "join-path ") || strings.HasPrefix(value, `"`) && strings.Contains(value, `\`)) {
			text = strings.ReplaceAll(value, " ", `\`)
		}
	}
	say := func(shown string) {
		w.add(&tooMuchRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "deletes all that lies beside it if "+shown+" is empty")
	}
	if field := w.field(text, at); field != "" {
		say(field)
		return
	}
	for _, v := range w.variables(text) {
		_, after, _ := strings.Cut(text, v.shown)
		head, _, _ := strings.Cut(text, v.shown)
		after = strings.TrimRight(strings.TrimLeft(after, `"'`), " \\*")
		head = strings.TrimRight(head, `"'`)
		if strings.HasSuffix(head, `\`) && len(head) > 3 && (after == "" || after[0] == ' ') && (w.isParameter(v.name) || w.mayLack(v.name, at)) && !w.known(v.name, at) {
			say(v.shown)
			return
		}
	}
}

// mayLack reports whether a variable has what a command that may find nothing gave.
func (w *windows) mayLack(name string, at int) bool {
	value, ok := w.given(w.before(at), name)
	low := strings.ToLower(strings.TrimSpace(value))
	if !ok || low == "" {
		return false
	}
	return strings.HasPrefix(low, "(get-") || strings.HasPrefix(low, "get-") || strings.HasPrefix(low, "invoke-") || strings.HasPrefix(low, "(invoke-") || strings.HasPrefix(low, "read-host") || strings.HasPrefix(low, "$env:") || strings.HasPrefix(low, "$") && strings.Contains(low, "[$")
}

// field returns the field of a row, such as $($row.Home), in which a path of a text ends: a
// row may lack it.
func (w *windows) field(text string, at int) string {
	i := strings.Index(text, `\$($`)
	if i < 3 {
		return ""
	}
	inner, after, ok := strings.Cut(text[i+3:], ")")
	if after = strings.TrimLeft(after, `"'*\`); !ok || after != "" && after[0] != ' ' && after[0] != ')' {
		return ""
	}
	row, name, ok := strings.Cut(inner, ".")
	if !ok || strings.ContainsAny(name, "(.") {
		return ""
	}
	before := strings.ToLower(w.before(at))
	if !strings.Contains(before, "import-csv") && !strings.Contains(before, "convertfrom-") && !strings.Contains(before, "invoke-restmethod") && !strings.Contains(before, "invoke-sqlcmd") && !strings.Contains(before, "get-aduser") {
		return ""
	}
	use := strings.ToLower(inner)
	for line := range strings.Lines(before) {
		if strings.Contains(line, use) && (strings.Contains(line, "if ") || strings.Contains(line, "if(") || strings.Contains(line, "where")) {
			return ""
		}
	}
	return "$(" + row + "." + name + ")"
}

// opens finds rights given to everyone on a tree whose path may be empty.
func (w *windows) opens(at int, line, low string) bool {
	if !strings.Contains(low, "icacls ") && !strings.Contains(low, "takeown ") && !strings.Contains(low, "cacls ") || !strings.Contains(low, "/t") && !strings.Contains(low, "/r") {
		return false
	}
	for _, v := range w.variables(line) {
		if v.root && !w.known(v.name, at) {
			w.add(&windowsRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "changes the rights of all of the drive if "+v.shown+" is empty")
			return true
		}
	}
	return false
}

// batchNames finds deletions of cmd.exe by a name that has no value yet, that a user left
// out, or that a blank cuts.
func (w *windows) batchNames(at int, line string) {
	span := shell.Span{From: at, To: at + len(line)}
	for _, v := range w.variables(line) {
		i := strings.Index(line, v.shown)
		head, tail := line[:i], line[i+len(v.shown):]
		last := strings.HasSuffix(head, `\`) && (tail == "" || strings.HasPrefix(tail, `"`) || tail[0] == ' ' || strings.HasPrefix(tail, `\*`))
		switch {
		case v.shown[0] == '%' && !strings.HasPrefix(v.shown, "%%") && !strings.HasPrefix(v.shown, "%~") && w.setInBlock(v.name, at):
			w.add(&windowsRule, span, "uses "+v.shown+" as it was before the block: cmd.exe expands a block when it reads it, and there it is empty")
			return
		case last && w.slip(line) != "":
			w.add(&windowsRule, span, "deletes all that lies there: nothing sets "+w.slip(line))
			return
		case last && (v.name >= "1" && v.name <= "9" || w.leftOut(v.name, at)) && !w.known(v.name, at):
			w.add(&windowsRule, span, "deletes all that lies beside it if "+v.shown+" is empty")
			return
		case strings.Count(head, `"`)%2 == 0 && v.shown[0] == '%' && w.hasBlank(v, at):
			w.add(&windowsRule, span, "deletes other names: "+v.shown+" has a blank in it, and no quotes around it")
			return
		}
	}
}

// leftOut reports whether a variable of cmd.exe is a parameter that a user may leave out, or
// has what a command that may find nothing printed.
func (w *windows) leftOut(name string, at int) bool {
	before := w.before(at)
	if w.tests(before, name) {
		return false
	}
	value, ok := w.given(before, name)
	value = strings.Trim(strings.TrimSpace(value), `"`)
	if !ok {
		return false
	}
	if value == "" && strings.Contains(strings.ToLower(before), "set /p "+name) {
		return true // who is asked may type nothing
	}
	return len(value) == 2 && value[0] == '%' && value[1] >= '1' && value[1] <= '9' && !w.tests(before, value[1:]) || strings.HasPrefix(value, "%~") && len(value) < 5 || strings.HasPrefix(value, "%%") && w.fromCommand(before, value)
}

// fromCommand reports whether a variable of a loop of cmd.exe stands for what a command
// prints.
func (w *windows) fromCommand(before, name string) bool {
	for line := range strings.Lines(before) {
		if strings.Contains(line, "for /f") && strings.Contains(line, name[:min(3, len(name))]+" in (") && !strings.HasSuffix(strings.TrimSpace(line), "(") {
			return true
		}
	}
	return false
}

// hasBlank reports whether the value of a variable has a blank in it.
func (w *windows) hasBlank(v variable, at int) bool {
	switch v.name {
	case "programfiles", "commonprogramfiles":
		return true
	}
	value, ok := w.given(w.before(at), v.name)
	return ok && strings.Contains(strings.TrimSpace(strings.Trim(value, `"`)), " ") && strings.Contains(value, `:\`) && !strings.Contains(value, "(") && !strings.HasPrefix(value, `"`)
}

// setInBlock reports whether a variable is set in the same block of parentheses as an
// offset, and not before the block.
func (w *windows) setInBlock(name string, at int) bool {
	before := strings.ToLower(w.before(at))
	open, depth := -1, 0
	for i := len(before); i > 0; {
		start := strings.LastIndexByte(before[:i-1], '\n') + 1
		line := strings.TrimSpace(before[start:i])
		if strings.HasPrefix(line, ")") {
			depth++
		}
		if strings.HasSuffix(line, "(") {
			if depth == 0 {
				open = start
				if !strings.HasPrefix(before[start:], " ") && !strings.HasPrefix(before[start:], "\t") {
					break
				}
			} else {
				depth--
			}
		}
		i = start
	}
	if open < 0 {
		return false
	}
	_, inside := w.given(w.text[open:at], name)
	_, outside := w.given(w.text[:open], name)
	return inside && !outside
}

// otherDrive reports whether a line of cmd.exe changes to a directory of another drive, which
// cd does not do without /d.
func (w *windows) otherDrive(line, dir string, at int) bool {
	if !w.batch || !strings.HasPrefix(strings.TrimLeft(line, " \t@"), "cd ") || strings.Contains(line, "/d") {
		return false
	}
	dir = strings.Trim(dir, `" `)
	for _, v := range w.variables(dir) {
		if value, ok := w.given(w.before(at), v.name); ok {
			dir = strings.Replace(dir, v.shown, strings.Trim(value, `"`), 1)
		}
	}
	return len(dir) > 2 && dir[1] == ':' && dir[2] == '\\' && !strings.HasPrefix(strings.ToLower(dir), "c:")
}
