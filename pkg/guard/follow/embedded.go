package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/fault"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/applescript"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/awk"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/batch"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/body"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/macro"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/powershell"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/sed"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/sql"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/vim"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// code follows program text of another language.
func (r *runner) code(language string, text shell.Word) {
	if !r.w.Descend() {
		r.w.LeavePart(unread.Deep, "embedded code is nested too deeply to follow", r.x.Span)
		return
	}
	defer r.w.Ascend()
	src := r.w.TextOf(text)
	if forks(language, src) {
		r.w.Problem(shell.ForkBomb, "a "+language+" loop that keeps starting itself", r.x.Span)
	}
	steps, ok := r.f.program(language, src)
	if !ok {
		r.f.leave(undoneCode{r: r, stand: r.f.at.Standpoint(), language: language, source: src})
		return
	}
	if len(src) > lang.MaxBytes || len(steps) >= lang.MaxSteps {
		r.w.LeavePart(unread.Long, "the "+language+" code is too long to check", r.x.Span)
	}
	steps = r.withoutUncalled(language, src, steps)
	r.imports(language, src)
	r.settingsFiles(src, steps)
	r.f.script.Calls = slices.Grow(r.f.script.Calls, len(steps)) // a call is large, and growing copies all
	for i, s := range steps {
		r.step(s)
		if !r.w.Spend(1) {
			r.f.leave(undoneCode{r: r, stand: r.f.at.Standpoint(), language: language, source: src, steps: steps[i:]}) // it may have been cut short
			return
		}
	}
}

// withoutUncalled returns the steps of a program of Python that is run as such without those of
// functions that nothing calls: a module with one that empties a table, run for what stands at
// its end.
func (r *runner) withoutUncalled(language, src string, steps []lang.Step) []lang.Step {
	f := r.f.at.WholeFile()
	if language != "python" || f == nil || f.Unasked || r.f.importing > 0 || len(steps) == 0 || !strings.HasPrefix(r.call().Program, "python") || r.call().Args.Has("-i") {
		return steps
	}
	dead := lang.Uncalled(src)
	return slices.DeleteFunc(slices.Clone(steps), func(s lang.Step) bool { return slices.ContainsFunc(dead, s.Within) })
}

// program reads a program text, and reports whether there was the work for it. That of a
// file is read once, however often it runs.
func (f *follower) program(language, src string) (steps []lang.Step, ok bool) {
	file := f.at.WholeFile()
	key := programKey{file, language}
	if file != nil {
		if steps, ok = f.steps[key]; ok {
			return steps, true
		}
	}
	if !f.w.Spend(min(len(src), lang.MaxBytes) / shell.CodeOfStep) {
		return nil, false
	}
	if steps, ok = readCode(language, src, f.opt.Functions); !ok {
		f.w.LeavePart(unread.Broken, "an error of ctxhook left some of the "+language+" code unread", f.at.Here())
	}
	if file != nil {
		if f.steps == nil {
			f.steps = map[programKey][]lang.Step{}
		}
		f.steps[key] = steps
	}
	return steps, true
}

// readLanguage lists what program text would do. The languages with a grammar of
// their own have a reader of their own.
func readLanguage(language, src string, functions rule.Functions) []lang.Step {
	fault.At(language, src)
	switch language {
	case "awk":
		return awk.Read(src)
	case "sed":
		return sed.Read(src)
	case "sql":
		steps := sql.Read(src, functions)
		if i := strings.Index(src, `\gexec`); i >= 0 {
			for _, text := range sql.Generated(src[:i]) {
				steps = append(steps, lang.Step{Text: text, Lang: "sql", Known: true, From: i, To: i})
			}
		}
		return steps
	case "vim":
		return vim.Read(src, functions)
	case "powershell":
		return powershell.Read(src, functions)
	case "cmd":
		return batch.Read(src, functions)
	case "applescript":
		return applescript.Read(src)
	case "m4", "tex", "rpm", "tcl", "uu", "patch":
		return macro.Read(language, src)
	case "body":
		return body.Read(src)
	}
	return lang.Read(language, src, functions)
}

// forks reports whether a program does nothing but start processes in a loop. A
// program that uses its children waits for them or gives them something to do.
func forks(language, src string) bool {
	starts := spawners(language)
	if len(src) > maxForks || starts == nil || !containsAny(src, starts) {
		return false
	}
	bare := strings.ReplaceAll(src, " ", "")
	src = withoutChildren(src, starts)
	if containsAny(src, []string{"wait", "exit", "if ", "if(", "pid", "sleep", "Sleep", "print", "break", "join", "communicate", "setTimeout", "setInterval", "listen", "accept"}) {
		return false
	}
	return containsAny(bare, []string{"while(true)", "while(1)", "while(!0)", "whileTrue:", "while1", "whiletrue", "while($true)", "for(;;)", "loop{", "loopdo", "untilfalse", "until(0)", "dountil0", "gotoa", "%0|%0"}) ||
		language == "perl" && strings.Contains(src, "while")
}

// withoutChildren returns a program without what its child processes are given:
// the parentheses and braces behind what starts one.
func withoutChildren(src string, starts []string) string {
	for _, s := range starts {
		name := strings.TrimSuffix(s, "(")
		for at := 0; ; {
			i := strings.Index(src[at:], name)
			if i < 0 {
				break
			}
			at += i + len(name)
			from := at + len(src[at:]) - len(strings.TrimLeft(src[at:], " "))
			if end := balanced(src, from); end > from {
				src = src[:from] + src[end:]
			}
		}
	}
	return src
}

// balanced returns where the parenthesis or brace that opens at an offset is
// closed again, or the offset.
func balanced(src string, at int) int {
	if at >= len(src) || src[at] != '(' && src[at] != '{' {
		return at
	}
	depth := 0
	for i := at; i < len(src); i++ {
		switch src[i] {
		case '(', '{':
			depth++
		case ')', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return at
}

// spawners returns how programs of a language start a process and go on.
func spawners(language string) []string {
	switch language {
	case "perl", "php":
		return []string{"fork", "popen("}
	case "python":
		return []string{"fork", "Popen(", "Process(", "spawn"}
	case "ruby":
		return []string{"fork", "spawn", "Process.detach"}
	case "javascript":
		return []string{"fork(", "spawn(", ".exec(", "execFile("}
	case "powershell":
		return []string{"Start-Process", "Start-Job", "start powershell", "start cmd"}
	case "lua":
		return []string{"io.popen(", "fork("}
	}
	return nil
}

func containsAny(s string, list []string) bool {
	for _, t := range list {
		if strings.Contains(s, t) {
			return true
		}
	}
	return false
}

// maxForks is how long the text of a fork bomb may be.
const maxForks = 200

// step turns one step of a program into a call.
func (r *runner) step(s lang.Step) {
	if rule.EffectKind(s.Effect) == rule.Drop && r.readOnly() {
		return
	}
	at, file := r.f.at.Span(s.From, s.To), r.f.at.WholeFile()
	defer r.f.at.Move(r.f.at.ToLine(s.From))
	c := r.st.Fork()
	c.Code = r.call().Program
	if s.Note != "" && r.worksElsewhere(s.Note) {
		c = r.st.Inside(r.call().Program, r.i, "remote")
	}
	switch {
	case s.Include != "":
		r.include(s.Include, s.Beside, "sql")
	case s.Effect != "":
		call := shell.Call{Span: at, Loop: toMany(s.Effect) && inLoop(file, s.From), Cwd: r.st.Cwd, Rare: &shell.Rare{Effect: rule.EffectKind(s.Effect), Code: c.Code, All: s.All}}
		for _, a := range s.Argv {
			call.Argv = append(call.Argv, r.arg(a, at))
		}
		if call.Effect == rule.Run {
			call.Effect = ""
			call.Program, call.About = c.Code, shell.About(r.f.opt.Models, c.Code)
			call.Runs = []shell.Run{{Lang: s.Lang, Net: fromNetwork(s)}}
		}
		r.w.AddCall(&call, r.st)
	case s.Argv != nil:
		var argv []shell.Word
		for _, a := range s.Argv {
			argv = append(argv, r.arg(a, at))
		}
		r.w.Call(argv, interpret.Invocation{In: shell.OwnInput, Span: at}, c)
	default:
		c.Code = ""
		t := r.filledText(s.Text, s.Holes)
		t.Span = at
		r.bare(at, c).text(t, s.Lang, nil)
	}
}

// worksElsewhere reports whether a function of a task runs its command on the hosts that
// the call is about: c.run of fab.
func (r *runner) worksElsewhere(name string) bool {
	c := r.call()
	return c.About != nil && c.About.TraitsOf(c.Program)&rule.Remote != 0 && (strings.HasSuffix(name, ".run") || strings.HasSuffix(name, ".sudo"))
}

// fromNetwork reports whether what a step runs was fetched.
func fromNetwork(s lang.Step) bool {
	for _, a := range s.Argv {
		for _, h := range a.Holes {
			if h.Net {
				return true
			}
		}
	}
	return false
}

// arg returns the word of a step's argument.
func (r *runner) arg(a lang.Arg, at shell.Span) shell.Word {
	out := r.filledText(a.Text, a.Holes)
	out.Span = at
	if a.Glob {
		out = out.Globbed()
	}
	return out
}

// filledText returns text with its holes filled, some of them names of outer
// unknowns.
func (r *runner) filledText(text string, holes []lang.Hole) shell.Word {
	var out shell.Word
	from := 0
	for _, h := range holes {
		at := min(max(h.At, from), len(text))
		r.w.AppendText(&out, text[from:at])
		out.AddWord(r.holeWord(h))
		from = at
	}
	r.w.AppendText(&out, text[from:])
	return out
}

// holeWord returns what stands in a hole: the home directory, a variable the
// script set, or an unknown.
func (r *runner) holeWord(h lang.Hole) shell.Word {
	if h.Home {
		return shell.LitWord(r.f.opt.Home)
	}
	if strings.HasPrefix(h.Name, "$") && shell.IsName(h.Name[1:]) {
		return r.w.Variable(h.Name[1:], r.st)
	}
	return shell.Word{Parts: []shell.Part{{Kind: shell.Unknown, Text: h.Name, Temp: h.Temp}}}
}

// toMany reports whether it matters of an effect that it is done again and again.
func toMany(effect string) bool {
	return effect == string(rule.Pay) || effect == string(rule.Message)
}

// inLoop reports whether what stands at an offset of a program is done in a loop of the
// function that it stands in, as the indentation of the lines above says.
func inLoop(f *interpret.FileText, at int) bool {
	if f == nil {
		return false
	}
	text := f.Text[:min(at, len(f.Text))]
	indent := indentOf(f.Text[strings.LastIndexByte(text, '\n')+1:])
	for indent > 0 {
		end := strings.LastIndexByte(text, '\n')
		if end < 0 {
			return false
		}
		text = text[:end]
		line := text[strings.LastIndexByte(text, '\n')+1:]
		if n := indentOf(line); n < indent && strings.TrimSpace(line) != "" {
			indent = n
			line = strings.TrimSpace(line)
			if first, _, _ := strings.Cut(line, " "); first == "for" || first == "foreach" || first == "while" || first == "async" && strings.HasPrefix(line, "async for") ||
				containsAny(line, []string{".forEach(", ".each ", ".find_each ", ".map("}) {
				return true
			}
		}
	}
	return false
}

// indentOf returns how many blanks a line begins with.
func indentOf(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }
