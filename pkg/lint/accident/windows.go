package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// windows judges a text of PowerShell or cmd.exe, statement by statement: their readers know
// what a command does, and not what was checked before it.
type windows struct {
	*File
	source
	batch  bool
	all    []statement
	sets   map[string][]setting
	fills  map[string][]int // statements that put something into a variable
	params map[string]parameter
	local  map[string]bool // variables that something else gives a value
	out    []safety.Finding
}

func judgeWindows(f *File) []safety.Finding {
	w := &windows{File: f, source: source{text: f.Script.Text}, batch: f.Language == "cmd"}
	w.read()
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
	for s := range w.all {
		w.judge(s)
	}
	return w.out
}

// keep weighs what the rules found in a command. Whether an unknown or the directory was
// checked is for judge to say.
func (w *windows) keep(f *safety.Finding) bool {
	s := w.statementAt(f.Span.From)
	text := strings.ToLower(w.text[f.Span.From:min(f.Span.To, len(w.text))])
	if s >= 0 {
		text = w.all[s].low
	}
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
		if why := w.unproven(s); why != "" {
			raise(f, why+": anyone on the way can change it")
			return true
		}
	}
	if !ruleMistakeWord(f.Rule) {
		lower(f)
	}
	return true
}

// judge judges a statement.
func (w *windows) judge(s int) {
	st := &w.all[s]
	at, line, low := st.at, st.text, st.low
	found := len(w.out)
	w.diskpart(at, low)
	if len(w.out) > found || w.selects(s) || w.slipped(s) || w.reach(s) {
		return
	}
	if w.listedHere(s) {
		return
	}
	switch from := w.deletion(low); {
	case w.batch && strings.HasPrefix(low, "forfiles ") && !strings.Contains(low, "/p ") && contains(low, []string{" del ", "/c del", " rd ", "c del"}):
		if w.astray(s, "") {
			w.add(&windowsRule, w.spanOf(s, 0), "deletes files of another directory if the change of directory before it fails")
		}
	case from >= 0:
		if wide(low[strings.LastIndexByte(low[:from], ';')+1:]) && w.astray(s, line[:from]) {
			w.add(&windowsRule, w.spanOf(s, from), "deletes everything in another directory if the change of directory before it fails")
		}
	case strings.Contains(low, "robocopy ") && (strings.Contains(low, "/mir") || strings.Contains(low, "/purge")):
		w.mirrors(s)
	}
}

// spanOf returns the line of a statement in which something stands.
func (w *windows) spanOf(s, from int) shell.Span {
	st := &w.all[s]
	to := len(st.text)
	if n := strings.IndexAny(st.text[from:], "\r\n"); n >= 0 {
		to = from + n
	}
	return shell.Span{From: st.at + from, To: st.at + to}
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

// slipped finds a deletion by a variable that nothing sets, while another one has almost its
// name.
func (w *windows) slipped(s int) bool {
	from := w.deletion(w.all[s].low)
	if from < 0 {
		return false
	}
	name := w.slip(w.all[s].text[from:])
	if name == "" {
		return false
	}
	w.add(&windowsRule, w.spanOf(s, from), "deletes all that lies there: nothing sets "+name)
	return true
}

func (w *windows) mirrors(s int) {
	line := w.all[s].text
	i := strings.Index(w.all[s].low, "robocopy ")
	span := w.spanOf(s, i)
	words := w.words(line[i:])
	if len(words) < 3 {
		return
	}
	for _, v := range w.variables(words[1]) {
		if !w.known(v.name, span.From) {
			w.add(&mirrorRule, span, "mirrors "+v.shown+", and deletes the rest: all of the copy if that is empty or another directory")
			return
		}
	}
	if v, head, tail, ok := w.end(w.spread(words[2], s)); ok && head == "" && tail != "" && w.may(v.name, s) != sure {
		w.add(&mirrorRule, span, "mirrors onto the root of the drive, and deletes the rest, if "+v.shown+" is empty")
		return
	}
	if by := w.unfilledMirror(s, w.spread(words[1], s)); by != "" {
		w.add(&mirrorRule, span, "mirrors an empty directory, and deletes all of the copy, if "+by+" before it fails: no error there stops the script")
		return
	}
	before := strings.ToLower(w.before(span.From))
	if !w.batch && !w.stops(s) && builds(before) && !contains(before, []string{"test-path", "lastexitcode", "$?", "get-childitem", "nativecommanderror"}) {
		w.add(&mirrorRule, span, "mirrors an empty directory, and deletes all of the copy, if the build before it fails: nothing looks at $LASTEXITCODE")
		return
	}
	if source := strings.Trim(words[1], `"'`); !strings.ContainsAny(source, "$%!") && !strings.Contains(before, "test-path") && !strings.Contains(before, "exist ") &&
		(strings.HasPrefix(source, ".") || w.astray(s, line[:i])) {
		w.add(&mirrorRule, span, "mirrors "+source+" of another directory, and deletes the rest, if the change of directory before it fails")
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

// astray reports whether a change of directory before a statement may have failed. What
// stands before the command on its line may be that.
func (w *windows) astray(s int, head string) bool {
	if w.Surface == "ci" && !w.batch || !w.batch && w.stops(s) {
		return false
	}
	if strings.Contains(strings.ToLower(head), "cd ") {
		return !strings.Contains(head, "&&")
	}
	for i := s - 1; i >= 0; i-- {
		line := w.all[i].low
		dir, ok := changesDir(line)
		if !ok || w.all[i].in >= 0 && !w.within(s, w.all[i].in) {
			continue
		}
		if w.otherDrive(line, dir, w.all[s].at) {
			return true
		}
		after := w.all[i+1].low
		safe := strings.Contains(line, "||") || strings.Contains(line, "-erroraction stop") || strings.Contains(line, "-ea stop") || strings.Contains(dir, "%~dp0") ||
			strings.Contains(dir, "$psscriptroot") || strings.Contains(after, "errorlevel") || strings.Contains(after, "$?") || strings.Contains(after, "%cd%") || strings.Contains(after, "$pwd")
		if safe {
			return false
		}
		bare := strings.Trim(dir, `"' `)
		return bare == "" || !slices.ContainsFunc(w.all[:i], func(st statement) bool {
			return strings.Contains(st.low, bare) && (strings.Contains(st.low, "test-path") || strings.Contains(st.low, "exist "))
		})
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
