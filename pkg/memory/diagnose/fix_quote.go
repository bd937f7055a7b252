package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// quotedFixes offers commands that the output says to run: quoted ones, or
// ones that stand alone, indented below a line that introduces them.
func (ff *fixFinder) quotedFixes(among []span) {
	for _, at := range among {
		i := ff.lineIndex(at)
		said := ff.text[ff.lines[i].from:ff.lines[i].to]
		if strings.HasPrefix(strings.TrimLeft(strings.ToLower(said), " "), "see ") || strings.HasPrefix(said, "> ") {
			continue // the second is what npm says it runs
		}
		for _, q := range quotedIn(said) {
			ff.quotedFix(i, q)
		}
		for n := i + 1; n < min(i+4, len(ff.lines)); n++ {
			below := ff.text[ff.lines[n].from:ff.lines[n].to]
			if command := strings.TrimSpace(strings.TrimPrefix(below, "hint:")); command != "" && command != below && ff.introducesCommand(n) {
				ff.quotedFix(n, strings.TrimPrefix(command, "$ "))
			}
		}
	}
}

// instructions are words of lines that tell the user to do something.
var instructions = [...]string{"run ", " run", "running", "try ", " try", "use ", " use", "using", "with ", " with", "can do so", "execute", "type ", "instead", "hint", "help:", "führen", "to see", "resolve", "exécut", "ejecut"}

// introducesCommand reports whether a line above ends as if a command
// followed.
func (ff *fixFinder) introducesCommand(i int) bool {
	for n := i - 1; n >= max(0, i-2); n-- {
		above := strings.TrimSpace(strings.TrimPrefix(ff.text[ff.lines[n].from:ff.lines[n].to], "hint:"))
		if above == "" {
			continue
		}
		low := strings.ToLower(above)
		return strings.HasSuffix(low, ":") || strings.HasSuffix(low, " use") || strings.HasSuffix(low, " run") || strings.HasSuffix(low, " try") || strings.HasSuffix(low, " with")
	}
	return false
}

// quotedFix offers a command of the output. It must consist of plain words,
// and be one of the failing program or one that only fetches what the project
// declares.
func (ff *fixFinder) quotedFix(i int, quote string) {
	words := strings.Fields(quote)
	if len(words) < 2 || len(quote) > maxCommand/2 || strings.ContainsAny(quote, "<>|;&$`(){}[]*!\\\"'#…") || strings.Contains(quote, "...") {
		return
	}
	if slices.ContainsFunc(words[1:], func(w string) bool {
		switch w {
		case "help", "-h", "-help", "--help", "--usage", "--manual", "--version", "--explain":
			return true
		case "--continue", "--abort", "--skip", "--quit": // the choice needs a look at the conflict
			return true
		}
		if ff.errs != nil && ff.errs[0].Class == "test" && (w == "-u" || strings.HasPrefix(w, "--update")) {
			return true // what the tests expect would be made what they got
		}
		return w[0] == '+' // a toolchain
	}) {
		return
	}
	f := memory.Fix{Source: memory.SourceTool, Safe: true, Text: redact.Clean("The output says to run " + quoted(quote) + ".")}
	if isProjectSetup(words) {
		if n := ff.out.lastOwnCall(); n >= 0 {
			c := &ff.out.Script.Calls[n]
			if whole, ok := ff.callPart(c, "command"); ok && len(c.Argv) > 0 && !command.Is(c, rule.PassThrough) && !strings.HasPrefix(whole+" ", strings.Join(words, " ")+" ") {
				ff.add(f, ff.out.rewrite(c, quote+" && ", whole))
			}
		}
		return
	}
	for n := range ff.out.Script.Calls {
		c := &ff.out.Script.Calls[n]
		if c.Program != base(words[0]) || len(c.Argv) == 0 || command.Is(c, rule.PassThrough|rule.Interpreter) {
			continue
		}
		ff.sameProgramFix(i, f, c, words)
		return
	}
}

// isProjectSetup reports whether a command sets up a project from what it
// declares, and takes no name from the output.
func isProjectSetup(words []string) bool {
	name := base(words[0])
	if name == "rails" || name == "rake" {
		sub, rest, _ := strings.Cut(strings.Join(words[1:], " "), " ")
		return sub == "db:migrate" && (rest == "" || rest == "RAILS_ENV=development" || rest == "RAILS_ENV=test")
	}
	return projectSetupWord(name + "/" + strings.Join(words[1:], "/"))
}

// sameProgramFix offers a command of the failing program in place of the call,
// with the call's options.
func (ff *fixFinder) sameProgramFix(i int, f memory.Fix, c *shell.Call, words []string) {
	sub := firstOperand(c)
	same := sub > 0 && c.Argv[sub].String() == words[1]
	switch {
	case same && len(words) == 2:
		return // it is only mentioned
	case keepsOperands(words[2:], c):
	case !same && !isHarmlessSibling(words[1:], c), same && (adviceFetchesWord(words[1]) || namesOtherTarget(words[2:], c)):
		return
	}
	text := strings.Join(words[1:], " ")
	program, _ := ff.callPart(c, "program")
	f.Safe = same && (keepsOperands(words[2:], c) || isUpstream(words[1:]))
	if same && onlyOptions(words[2:]) {
		head, _ := ff.callPart(c, "head")
		rest, _ := ff.callPart(c, "rest")
		ff.add(f, ff.out.rewrite(c, "", head+" "+strings.Join(words[2:], " ")+" "+rest))
		return
	}
	if !same {
		ff.add(f, ff.out.rewrite(c, "", program+" "+text))
		return
	}
	head, _ := ff.callPart(c, "head")
	text = strings.Join(words[2:], " ")
	for _, w := range c.Argv[sub+1:] {
		if o, ok := w.Literal(); ok && strings.HasPrefix(o, "-") && isChoice(o) && !rule.Bold(o) && o != "-f" && !alreadyGiven(c, o, words) {
			text += " " + o
		}
	}
	ff.add(f, ff.out.rewrite(c, "", head+" "+text))
}

// onlyOptions reports whether all words are options: such advice adds them to
// the call and leaves its operands out.
func onlyOptions(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !strings.HasPrefix(w, "-") })
}

// alreadyGiven reports whether advice already has an option of the call, in
// any spelling. It also reports true for options that take a value or are not
// known: they are left out.
func alreadyGiven(c *shell.Call, option string, advice []string) bool {
	fl := c.Args.Flag(option)
	if fl == nil || fl.Value != nil {
		return true
	}
	names := []string{fl.Name}
	if fl.Option != nil {
		names = fl.Option.Names
	}
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(advice, n) })
}

// keepsOperands reports whether all operands of a command are words of the
// call, so that the output did not choose what it is done to.
func keepsOperands(operands []string, c *shell.Call) bool {
	return len(operands) > 0 && !slices.ContainsFunc(operands, func(w string) bool { return indexOf(c, w) < 0 })
}

// namesOtherTarget reports whether a word that the call does not have may name
// a file, a host or a value: the output must not choose what the work is done
// with.
func namesOtherTarget(args []string, c *shell.Call) bool {
	return slices.ContainsFunc(args, func(w string) bool {
		if branch, ok := strings.CutPrefix(w, "HEAD:"); ok && isChoice(branch) && slices.Contains(args, "origin") {
			return false // git offers the upstream branch under its own name
		}
		return (strings.ContainsAny(w, "=:@\\") || strings.IndexByte("/.~+", w[0]) >= 0) && indexOf(c, w) < 0
	})
}

// isUpstream reports whether a command names the branch to push to, as git
// suggests for a new branch.
func isUpstream(words []string) bool {
	return len(words) == 4 && words[0] == "push" && (words[1] == "--set-upstream" || words[1] == "-u") && words[2] == "origin"
}

// isHarmlessSibling reports whether another command of the same program may be
// offered: it changes nothing that the failed one did not name.
func isHarmlessSibling(args []string, c *shell.Call) bool {
	if slices.ContainsFunc(args[:min(2, len(args))], adviceChangesWord) {
		return false
	}
	if rule.Bold(args[0]) { // force-unlock
		return false
	}
	for _, w := range args[1:] {
		if strings.ContainsAny(w, "=:/@") && indexOf(c, w) < 0 {
			return false
		}
	}
	return true
}
