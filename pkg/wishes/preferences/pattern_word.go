package preferences

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Words of a pattern that stand for more than themselves.
const (
	// Whole fits where a command works on all there is: it names no part, or the directory.
	Whole = memory.Whole
	// writing fits where a command changes something.
	writing = memory.Writing
	// more stands between a kind of jobs and how many there may be: "thread>2".
	more = ">"
	// call ends the name of a function: "install.packages()".
	call = "()"
	// pipe stands between two commands, of which the second one reads what the first one writes.
	pipe = " | "
)

// isWriting reports whether a call may change something: a database by its statements, other
// programs by what is known of their subcommands, or of what they do.
func isWriting(c *shell.Call) bool {
	switch {
	case c.Model == nil:
		return true
	case c.Model.Type == "Database":
		return writesData(c)
	case c.Args.Has(c.Model.Harmless...):
		return false
	}
	looks := []rule.EffectKind{rule.Read, rule.Send, rule.Run, rule.Fetch, rule.Listen, rule.Secret}
	for _, v := range c.Args.Verbs {
		if c.Args.Holds(v) && slices.ContainsFunc(v.Effects, func(e rule.Effect) bool { return !slices.Contains(looks, e.Do) }) {
			return true
		}
	}
	return !command.Has(c, rule.ReadOnly) && slices.ContainsFunc(c.Model.Traits.All(), func(t rule.TraitRow) bool { return len(t.Sub) > 0 && t.Is&rule.ReadOnly != 0 })
}

// isPiped reports whether a call reads what another one writes, as a pattern of both has it.
// What reaches elsewhere and is run by an interpreter is one thing: curl | sh.
func (f *finder) isPiped(c *shell.Call, pattern string) bool {
	from, to, ok := strings.Cut(pattern, pipe)
	if !ok || c.Stdin == nil {
		return false
	}
	fetched := isRemote(f.known, from)
	if !fits(to, c) && !(fetched && command.Is(c, rule.Interpreter) && len(command.Words(c)) < 3) {
		return false
	}
	return slices.ContainsFunc(c.Stdin.From, func(i int) bool {
		return fits(from, &f.Calls[i]) || fetched && command.Is(&f.Calls[i], rule.Remote)
	})
}

// isRemote reports whether a program is one that brings what is elsewhere.
func isRemote(known rule.Knowledge, program string) bool {
	m := new(rule.Command)
	return find(known, rule.KindProgram, program, m) && m.TraitsOf(program)&rule.Remote != 0
}

// isWhole reports whether a call works on all of the project, where words stand behind those
// of the pattern.
func isWhole(c *shell.Call, words []string) bool {
	if len(c.Args.Sub) > 0 && c.Model != nil {
		words = words[min(len(words), max(0, len(words)-len(c.Args.Operands))):] // ruff format .
	}
	if len(words) == 0 {
		return !slices.ContainsFunc(c.Argv[min(1, len(c.Argv)):], choosesPart(c))
	}
	return !slices.ContainsFunc(words, func(w string) bool {
		return !slices.Contains([]string{".", "./", "./...", "*", "**", "**/*", "./**"}, w)
	})
}

// choosesPart reports whether a word of a call may choose a part: an option with a value, or one
// whose name says so.
func choosesPart(c *shell.Call) func(shell.Word) bool {
	return func(w shell.Word) bool {
		text := w.String()
		if !strings.HasPrefix(text, "-") {
			return valued(c, text)
		}
		for _, part := range [...]string{"only", "changed", "since", "affected", "related", "fail", "stale", "filter", "modified", "lf", "staged", "spec", "="} {
			if strings.Contains(text, part) {
				return true
			}
		}
		return false
	}
}

// valued reports whether a word is the value of an option.
func valued(c *shell.Call, text string) bool {
	return !slices.Contains(command.Words(c), text)
}

// jobOptions are the options that say how many of a kind run at once, whatever the program.
var jobOptions = map[string][]string{
	"job":     {"-j", "--jobs", "--parallel", "-P"},
	"thread":  {"-@", "-t", "-T", "--threads", "--thread", "-threads", "-j"},
	"core":    {"-c", "-j", "--cores", "-p"},
	"worker":  {"-w", "-n", "-j", "--workers", "--maxWorkers", "--max-workers", "--numprocesses"},
	"process": {"-n", "-np", "-p", "-P", "--processes", "--procs"},
	"rank":    {"-n", "-np", "--np", "-c"},
	"task":    {"-n", "--ntasks", "-j"},
	"node":    {"-N", "--nodes", "-nodes"},
	"gpu":     {"-G", "--gpus", "--gpus-per-node", "--num-gpus"},
	"cpu":     {"-c", "--cpus", "--cpus-per-task", "--ncpus"},
}

// namesPort reports whether a call speaks of a port, ":3000", or of a process, ":vite", by
// what another one finds: kill $(lsof -ti:3000), kill $(pgrep vite).
func (f *finder) namesPort(c *shell.Call, avoid string) bool {
	program, port, ok := strings.Cut(avoid, " :")
	if !ok || !isNamed(program, c) {
		return false
	}
	named := func(other *shell.Call, w shell.Word) bool {
		return strings.HasSuffix(w.String(), ":"+port) || isNamed("fuser", other) && (w.String() == port || w.String() == port+"/tcp")
	}
	if strings.Trim(port, "0123456789") != "" { // the name of a process
		named = func(other *shell.Call, w shell.Word) bool {
			return isNamed("pgrep|pidof|ps|grep|lsof", other) && strings.Contains(w.String(), port)
		}
	}
	literal := slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool { text, ok := w.Literal(); return ok && !strings.HasPrefix(text, "-") })
	return !literal && slices.ContainsFunc(f.Calls, func(other shell.Call) bool {
		return slices.ContainsFunc(other.Argv, func(w shell.Word) bool { return named(&other, w) })
	})
}

// asksMore reports whether a call asks for more jobs of a kind than there may be, or for as many
// as there are processors.
func asksMore(c *shell.Call, limit string) bool {
	kind, most, _ := strings.Cut(limit, more)
	n, err := strconv.Atoi(most)
	if err != nil {
		return false
	}
	argv := c.Argv[min(1, len(c.Argv)):]
	for i := range argv {
		text := argv[i].String()
		for _, option := range jobOptions[kind] {
			rest, ok := strings.CutPrefix(text, option)
			if !ok || rest != "" && rest[0] != '=' && len(option) > 2 {
				continue
			}
			value := strings.TrimPrefix(rest, "=")
			if value != "" && !strings.ContainsAny(value[:1], "$0123456789") {
				continue // -np is not -n
			}
			if value == "" && i+1 < len(argv) && !strings.HasPrefix(argv[i+1].String(), "-") {
				value = argv[i+1].String()
			}
			if got, err := strconv.Atoi(value); err == nil {
				return got > n
			}
			return rest == "" || strings.HasPrefix(value, "$") // make -j, -@ $(nproc)
		}
	}
	return false
}

// callsFunction reports whether the program text that a call is given calls a function.
func callsFunction(c *shell.Call, name string) bool {
	if command.TemplateTraits(c)&(rule.ReadOnly|rule.Noise|rule.Filter|rule.Viewer) != 0 || c.Program == "git" {
		return false
	}
	for i := 1; i < len(c.Argv); i++ {
		text := c.Argv[i].String()
		at := strings.Index(text, name)
		if at < 0 || !strings.HasPrefix(c.Argv[i-1].String(), "-") || !strings.HasPrefix(text[at+len(name):], "(") {
			continue
		}
		if strings.Count(text[:at], `"`)%2 == 0 && strings.Count(text[:at], "'")%2 == 0 { // no text of the program
			return true
		}
	}
	return false
}

// isStep reports whether a call of another program does what one word names: a subcommand, or
// a target. "makemigrations" of manage.py, "cy:run" of npm.
func isStep(c *shell.Call, word string) bool {
	words := command.Words(c)
	if len(words) < 2 || command.TemplateTraits(c)&(rule.ReadOnly|rule.Noise|rule.Filter|rule.Viewer|rule.Builtin) != 0 || c.Model != nil && c.Model.Type == "FileSystem" {
		return false
	}
	at := 1
	if len(words) > 2 && (scriptOf(c) != "" && !command.Is(c, rule.ProjectRunner) || command.Is(c, rule.Interpreter) || slices.Contains([]string{"run", "run-script", "exec"}, words[1])) {
		at = 2 // python manage.py makemigrations
	}
	return words[at] == word
}

// isWordAlone reports whether a command that is not wanted is one word that names no program
// that is known.
func isWordAlone(known rule.Knowledge, avoid string) bool {
	if avoid == "" || strings.ContainsAny(avoid, " /.()") {
		return false
	}
	_, _, ok := known.Find(rule.KindProgram, avoid)
	tools, _ := family(known, avoid)
	return !ok && tools == nil
}
