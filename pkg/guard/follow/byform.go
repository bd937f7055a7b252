package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// A program without a model may run another one that stands in its arguments.
// The form of the command line tells: frob exec -- rm, frob run rm, frob -c 'rm x'.
// What is only likely to be a command is followed as a guess, of which package
// safety keeps no more than what it would block.

// byForm follows the command among the arguments of a program of which no model
// says where one stands.
func (r *runner) byForm() {
	c := *r.call()
	if c.Program == "" || c.Code != "" || len(c.Argv) < 2 || !hasName(c.Argv[0]) {
		return
	}
	known := c.Model != nil && c.Model.TraitsOf(c.Program)&rule.Partial == 0
	verb := r.launchVerb(c.Argv, known)
	switch dashes := indexOf(c.Argv, "--"); {
	case dashes > 0 && (verb > 0 && verb < dashes || !known):
		if words := c.Argv[dashes+1:]; r.isCommand(words) {
			r.lineOrWords(words, false)
			return
		}
	case known && verb > 0 && launchEnvWord(c.Argv[verb].String()):
		r.launched(c.Argv[verb+1:], 1)
		return
	case known && verb == 0 && c.Model.TraitsOf(c.Program)&rule.Launcher != 0 && len(c.Model.Nested) == 0:
		r.launched(c.Argv[1:], len(c.Argv)) // bwrap --bind / / rm: some options have more values than a model can say
		return
	case known:
		return
	case verb > 0:
		if r.launched(c.Argv[verb+1:], 2) {
			return
		}
	case launchName(c.Program):
		if r.launched(c.Argv[1:], 2) {
			return
		}
	}
	if !known && r.script(c.Argv) {
		return
	}
	if !known && !r.lines(c.Argv, false) && !r.likely(c.Argv) {
		r.lines(c.Argv, true)
	}
}

// script follows a word that is several commands, where it is no text about them, and
// reports whether there is one.
func (r *runner) script(argv []shell.Word) bool {
	for k := 1; k < len(argv); k++ {
		if !textOptionWord(argv[k-1].Prefix()) && r.reading(argv[k]) == manyCommands {
			r.lineOrWords(argv[k:k+1], false)
			return true
		}
	}
	return false
}

// launchName reports whether a program says by its name that it starts what stands in
// its arguments: with-creds, onhost, prod-exec.
func launchName(program string) bool {
	name := strings.ToLower(program)
	if dot := strings.IndexByte(name, '.'); dot > 0 {
		name = name[:dot]
	}
	for _, p := range strings.FieldsFunc(name, func(c rune) bool { return c == '-' || c == '_' }) {
		if launchNameWord(p) || slices.ContainsFunc(launchNameBeginsWords[:], func(w string) bool { return strings.HasPrefix(p, w) }) {
			return true
		}
	}
	return strings.HasPrefix(name, "with") || strings.HasPrefix(name, "on") && len(name) > 4 ||
		strings.HasSuffix(name, "exec") || strings.HasSuffix(name, "shell") || strings.HasSuffix(name, "run") || strings.HasSuffix(name, "wrap")
}

// overlooked follows, as a guess, a command among the arguments of a call whose
// model has not said where one stands, if a word says that one is started.
func (r *runner) overlooked() {
	c := *r.call()
	if c.Code != "" || onlyShows(&c) || c.Model.Type == "FileSystem" {
		return
	}
	dashes := indexOf(c.Argv, "--")
	switch {
	case dashes > 0 && dashes+1 < len(c.Argv) && r.startsCommand(c.Argv[dashes+1:]) && mayMean(c.Argv[dashes+1:]):
		r.lineOrWords(c.Argv[dashes+1:], true)
	case dashes > 0 || r.launchVerb(c.Argv, false) > 0:
		r.likely(c.Argv)
	}
}

// likely follows, as a guess, the first words that are a command as they stand,
// behind options and a name: lockf -t 0 /tmp/l rm -rf ~. More words are a
// sentence. It reports whether there are any.
func (r *runner) likely(argv []shell.Word) bool {
	const before = 1 // names that may stand before it
	names := 0
	for k := 1; k < len(argv) && names <= before; k++ {
		if after := strings.HasPrefix(argv[k-1].Prefix(), "-"); !after && !strings.HasPrefix(argv[k].Prefix(), "-") {
			names++
		}
		switch words := argv[k:]; {
		case r.startsCommand(words) && mayMean(words):
			r.lineOrWords(words, true)
			return true
		case len(words) == 1 && r.reading(words[0]) >= oneCommand && !textOptionWord(argv[k-1].Prefix()):
			r.lineOrWords(words, true)
			return true
		}
	}
	return false
}

// onlyShows reports whether a model without arguments says that its program reads
// or is of the shell, so that the words behind it are names.
func onlyShows(c *shell.Call) bool {
	const names = rule.PrintsData | rule.ReadOnly | rule.Leaf | rule.Builtin | rule.Auxiliary | rule.Filter
	return c.About != nil && (len(c.About.Traits.All()) == 0 || c.About.TraitsOf(c.Program)&names != 0)
}

// hasName reports whether a word names a program: one that is partly known may be
// anything.
func hasName(program shell.Word) bool {
	_, ok := program.Literal()
	return ok
}

// launchVerb returns the place of the word that says that a command follows, or 0.
// A program with a model has told what its own subcommands do; of those only exec
// means the same everywhere.
func (r *runner) launchVerb(argv []shell.Word, known bool) int {
	const depth = 4 // words that a subcommand is looked for in
	for k := 1; k < len(argv) && k <= depth; k++ {
		word, ok := argv[k].Literal()
		switch {
		case !ok || word == "--":
			return 0
		case known && launchKnownWord(word), !known && launchWord(word):
			return k
		}
	}
	return 0
}

// launched follows the command behind a word that says that one follows. Options
// and a few names, of them or of the place of the command, may stand before it.
func (r *runner) launched(words []shell.Word, names int) bool {
	skipped := 0
	for k := range words {
		text := words[k].Prefix()
		switch {
		case text == "-c" || text == "--command" || text == "--cmd" || text == "--exec":
			if k+1 < len(words) && r.reading(words[k+1]) >= oneCommand {
				r.lineOrWords(words[k+1:k+2], false)
				return true
			}
		case strings.HasPrefix(text, "-"):
		case r.isCommand(words[k:]):
			r.lineOrWords(words[k:], false)
			return true
		default:
			if skipped++; skipped > names {
				return false
			}
		}
	}
	return false
}

// lines follows words that are whole command lines: an option's value where the
// option says so, or as a guess any other word. It reports whether there are any.
func (r *runner) lines(argv []shell.Word, guess bool) bool {
	found := false
	follow := func(w shell.Word) {
		if r.reading(w) >= oneCommand {
			r.lineOrWords([]shell.Word{w}, guess)
			found = true
		}
	}
	for k := 1; k < len(argv); k++ {
		option, value, _ := strings.Cut(argv[k].Prefix(), "=")
		switch {
		case textOptionWord(argv[k-1].Prefix()):
		case launchFileWord(argv[k-1].Prefix()):
			if !guess && r.reading(argv[k]) == noCommand {
				r.file(&argv[k], "")
			}
		case launchOptionWord(option) && value != "":
			if !guess {
				follow(argv[k].Cut(len(option) + 1))
			}
		case launchOptionWord(argv[k-1].Prefix()) != guess:
			follow(argv[k])
		}
	}
	return found
}

// mayMean reports whether the words after an unknown program may be a command as
// they stand: tsocks rm -rf ~. A word like rm is as well a subcommand of the program,
// which has no options that only rm has.
func mayMean(words []shell.Word) bool {
	for _, w := range words[1:] {
		text := w.Prefix()
		if slash := len(text) == 2 && text[0] == '/'; slash || strings.HasPrefix(text, "-") || strings.HasPrefix(text, "if=") {
			return true // cmd /c, rm -rf, dd if=
		}
	}
	return false
}

// lineOrWords follows words as a command, or the only one as a line of commands.
func (r *runner) lineOrWords(words []shell.Word, guess bool) {
	in := r.inside("")
	in.st.Guess = in.st.Guess || guess
	if len(words) == 1 {
		in.program(words[0], "", r.f.at.Within(words[0], r.x.Span))
		return
	}
	in.w.Call(words, interpret.Invocation{In: r.x.In, Span: r.x.Span}, in.st)
}

// nothingNested reports whether no row of the model says where a command of this
// call stands.
func nothingNested(c *shell.Call) bool {
	for k := range c.Model.Nested {
		if n := &c.Model.Nested[k]; n.As != rule.AsFiles && n.As != rule.AsHooks && c.Args.Follows(n) {
			return false
		}
	}
	return true
}

func indexOf(words []shell.Word, text string) int {
	for k := range words {
		if words[k].Is(text) {
			return k
		}
	}
	return -1
}
