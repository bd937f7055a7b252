package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// windows judges a text of PowerShell or cmd.exe, line by line: their readers know what a
// command does, and not what was checked before it.
type windows struct {
	*File
	source
	batch bool
	out   []safety.Finding
}

func judgeWindows(f *File) []safety.Finding {
	w := &windows{File: f, source: source{text: f.Script.Text}, batch: f.Language == "cmd"}
	for _, g := range f.Findings {
		if w.keep(&g) {
			w.out = append(w.out, g)
		}
	}
	if f.Surface == rule.Test {
		for i := range w.out {
			lower(&w.out[i])
		}
		return w.out
	}
	at := 0
	for line := range strings.Lines(w.text) {
		w.line(at, strings.TrimRight(line, "\r\n"))
		at += len(line)
	}
	return w.out
}

// keep weighs what the rules found in a command. Whether an unknown or the directory was
// checked is for line to say.
func (w *windows) keep(f *safety.Finding) bool {
	from := f.Span.From - len(w.piped(f.Span.From))
	text := strings.ToLower(w.text[from:min(f.Span.To, len(w.text))])
	unknown := strings.ContainsAny(text, "$%!") || strings.Contains(f.Message, "$")
	switch f.Rule {
	case "filesystem/delete-critical", "filesystem/delete-maybe-root", "filesystem/delete-wide":
		lower(f) // a path that is written out is meant
		return !unknown && !wide(text)
	case "disk/format", "disk/wipe-device":
		whole := strings.ToLower(w.text[max(0, f.Span.From-600):min(f.Span.To, len(w.text))])
		if strings.Contains(text, "-partition $") || strings.Contains(whole, "new-partition") || strings.Contains(whole, "mount-vhd") || strings.Contains(whole, "mount-diskimage") {
			lower(f)
			return true // of the partition that it made
		}
		if unknown && (strings.Contains(text, "-confirm:$false") || strings.Contains(text, "-force") || strings.Contains(text, "/y")) && !w.isChecked(text, f.Span.From) {
			raise(f, "and nothing before says which that is")
			return true
		}
		lower(f)
	case "cloud/bypass", "cloud/destroy":
		if !w.batch && !strings.Contains(text, "-az") && !strings.Contains(text, "aws") {
			quiet(f) // a command of Windows itself, or of the script
			return true
		}
	case "remote-code/pipe-to-shell":
		if strings.Contains(text, "http://") {
			raise(f, "over a connection that anyone between can change")
			return true
		}
	}
	if !ruleMistakeWord(f.Rule) {
		lower(f)
	}
	return true
}

// piped returns what stands before an offset on its line, and the line above where that
// ends in a pipe.
func (w *windows) piped(at int) string {
	before := w.before(at)
	line := strings.LastIndexByte(before, '\n') + 1
	if above := strings.TrimRight(before[:line], " \t\r\n"); strings.HasSuffix(above, "|") {
		line = strings.LastIndexByte(above, '\n') + 1
	}
	return before[line:]
}

// line judges a line that begins at an offset.
func (w *windows) line(at int, line string) {
	low := strings.ToLower(line)
	trimmed := strings.TrimLeft(low, " \t@")
	if strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "rem ") || strings.HasPrefix(trimmed, "::") {
		return
	}
	found := len(w.out)
	w.diskpart(at, low)
	w.more(at, line, low)
	if len(w.out) > found {
		return
	}
	if w.listedHere(at, line, low) || w.sourceFirst(at, line, low) || w.closed(at, line, low) || w.takenForGone(at, line, low) || w.runsFetched(at, line, low) || w.opens(at, line, low) || w.rootField(at, line, low) || w.productionFirst(at, line, low) || w.knownAdmin(at, line, low) {
		return
	}
	switch from := w.deletion(low); {
	case from >= 0:
		w.deletes(at, from, line)
	case strings.Contains(low, "robocopy ") && (strings.Contains(low, "/mir") || strings.Contains(low, "/purge")):
		w.mirrors(at, line)
	case (!w.batch || strings.HasPrefix(trimmed, "echo ")) && (strings.HasPrefix(trimmed, "write-host ") || strings.HasPrefix(trimmed, "write-output ") || strings.HasPrefix(trimmed, "echo ")):
		w.shows(at, line)
	}
}

// deletion returns where a command begins that deletes directories with what they hold,
// or -1.
func (w *windows) deletion(line string) int {
	if strings.Contains(line, "-whatif") {
		return -1
	}
	names, recursive := []string{"remove-item", "ri", "rm", "del", "rd", "rmdir"}, strings.Contains(line, "-recurse") || strings.Contains(line, " -r ")
	if w.batch {
		names, recursive = []string{"del", "erase", "rd", "rmdir"}, strings.Contains(line, "/s")
	}
	if !recursive {
		return -1
	}
	for _, name := range names {
		for from := 0; ; {
			i := strings.Index(line[from:], name)
			if i < 0 {
				break
			}
			i += from
			from = i + len(name)
			if (i == 0 || strings.IndexByte(" \t@&|({;", line[i-1]) >= 0) && (from == len(line) || strings.IndexByte(" \t/\"", line[from]) >= 0) {
				return i
			}
		}
	}
	return -1
}

func (w *windows) deletes(at, from int, line string) {
	span := shell.Span{From: at + from, To: at + len(line)}
	if name := w.slip(line[from:]); name != "" {
		w.add(&windowsRule, span, "deletes all that lies there: nothing sets "+name)
		return
	}
	text := line // of a pipeline or a loop the part before says what it works on
	for _, v := range w.variables(text) {
		if v.root && !w.known(v.name, span.From) {
			w.add(&windowsRule, span, "deletes the root of the drive, or all of the directory it runs in, if "+v.shown+" is empty")
			return
		}
	}
	if wide(strings.ToLower(line[strings.LastIndexByte(line[:from], ';')+1:])) && w.astray(span.From, line[:from]) {
		w.add(&windowsRule, span, "deletes everything in another directory if the change of directory before it fails")
	}
}

func (w *windows) mirrors(at int, line string) {
	i := strings.Index(strings.ToLower(line), "robocopy ")
	span := shell.Span{From: at + i, To: at + len(line)}
	words := strings.Fields(line[i:])
	if len(words) < 2 {
		return
	}
	for _, v := range w.variables(words[1]) {
		if !w.known(v.name, span.From) {
			w.add(&mirrorRule, span, "mirrors "+v.shown+", and deletes the rest: all of the copy if that is empty or another directory")
			return
		}
	}
	before := strings.ToLower(w.before(span.From))
	if !w.batch && builds(before) && !contains(before, []string{"test-path", "lastexitcode", "$?", "get-childitem", "nativecommanderror"}) {
		w.add(&mirrorRule, span, "mirrors an empty directory, and deletes all of the copy, if the build before it fails: nothing looks at $LASTEXITCODE")
		return
	}
	if source := strings.Trim(words[1], `"'`); !strings.ContainsAny(source, "$%!") && !strings.Contains(before, "test-path") && !strings.Contains(before, "exist ") &&
		(strings.HasPrefix(source, ".") || w.astray(span.From, line[:i])) {
		w.add(&mirrorRule, span, "mirrors "+source+" of another directory, and deletes the rest, if the change of directory before it fails")
	}
}

func (w *windows) shows(at int, line string) {
	if w.batch {
		for _, v := range w.variables(line) {
			if low := strings.ToLower(line); isSecret(v.name) && strings.HasPrefix(v.shown, "%") && strings.Contains(low, ">") && strings.Contains(low, "log") && !strings.Contains(line, "|") {
				w.add(&shownRule, shell.Span{From: at, To: at + len(line)}, "writes "+v.shown+" into a log")
				return
			}
		}
		return
	}
	if strings.ContainsAny(line, "|>") {
		return
	}
	for _, v := range w.variables(line) {
		name, ok := strings.CutPrefix(v.name, "env:")
		if value, set := w.given(w.before(at), v.name); !ok && set {
			name, ok = strings.CutPrefix(strings.ToLower(strings.TrimSpace(value)), "$env:")
		}
		if ok && isSecret(name) && !strings.Contains(strings.ToLower(line), v.name+".length") {
			w.add(&shownRule, shell.Span{From: at, To: at + len(line)}, "shows "+v.shown+", which the script was given")
			return
		}
	}
}

func (w *windows) add(r *rule.Rule, span shell.Span, say string) {
	w.out = append(w.out, safety.Finding{Rule: r.ID, Risk: r.Risk, Span: span, Message: say, Why: r.Why, Mitigation: r.Mitigation, Call: -1})
}

// wide reports whether a command works on all of the directory it runs in.
func wide(text string) bool {
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\"',", c) }) {
		switch word {
		case "*", "*.*", `.\*`, "./*", `.\*.*`, ".":
			return true
		}
	}
	return strings.Contains(text, "get-childitem |") || strings.Contains(text, "in (*) do")
}

// astray reports whether a change of directory before an offset may have failed. What
// stands before the command on its line may be that.
func (w *windows) astray(at int, head string) bool {
	before := w.before(at - len(head))
	low := strings.ToLower(before)
	if w.Surface == "ci" && !w.batch || strings.Contains(low, "erroractionpreference") && strings.Contains(low, "stop") {
		return false
	}
	if strings.Contains(strings.ToLower(head), "cd ") {
		return !strings.Contains(head, "&&")
	}
	lines := strings.Split(low, "\n")
	for i, line := range slices.Backward(lines) {
		dir, ok := changesDir(line)
		if !ok {
			continue
		}
		if w.otherDrive(line, dir, at) {
			return true
		}
		after := ""
		if i+1 < len(lines) {
			after = lines[i+1]
		}
		safe := strings.Contains(line, "||") || strings.Contains(line, "-erroraction stop") || strings.Contains(line, "-ea stop") || strings.Contains(dir, "%~dp0") ||
			strings.Contains(dir, "$psscriptroot") || strings.Contains(after, "errorlevel") || strings.Contains(after, "$?") || strings.Contains(after, "%cd%") || strings.Contains(after, "$pwd")
		if safe {
			return false
		}
		bare := strings.Trim(dir, `"' `)
		for _, l := range lines[:i] {
			if bare != "" && strings.Contains(l, bare) && (strings.Contains(l, "test-path") || strings.Contains(l, "exist ")) {
				return false
			}
		}
		return true
	}
	return false
}

// changesDir returns the directory that a line changes to.
func changesDir(line string) (dir string, ok bool) {
	line = strings.TrimSpace(strings.TrimLeft(line, " \t@"))
	if len(line) == 2 && line[1] == ':' {
		return line, true // to another drive
	}
	for _, name := range [...]string{"cd /d ", "cd ", "chdir ", "pushd ", "set-location ", "push-location ", "sl "} {
		if dir, ok := strings.CutPrefix(line, name); ok {
			dir, _, _ = strings.Cut(dir, "||")
			dir = strings.TrimPrefix(strings.TrimPrefix(dir, "-path "), "-literalpath ")
			return strings.TrimSpace(dir), true
		}
	}
	return "", false
}

// builds reports whether a text runs a program that makes what is published later. A
// program that fails does not stop PowerShell.
func builds(text string) bool {
	for line := range strings.Lines(text) {
		first, _, _ := strings.Cut(strings.TrimLeft(line, " \t&"), " ")
		if programBuildsWord(strings.TrimSuffix(first, ".exe")) {
			return true
		}
	}
	return false
}
