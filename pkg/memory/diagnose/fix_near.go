package diagnose

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Surroundings tell what names exist where a command ran. They return nothing
// if they cannot know.
type Surroundings interface {
	Entries(dir string) []string  // of a directory, those that are directories with a slash at the end
	Scripts(dir string) []string  // of its package.json
	Targets(dir string) []string  // of its makefile
	Branches(dir string) []string // of its repository, and those of its remotes
}

// nearFix offers the failed command with a name that does not exist replaced by
// the only one that it can be a typo of. It reports whether there is one.
func (ff *fixFinder) nearFix(k knownError) bool {
	if ff.out.Around == nil || ff.out.Script == nil || len(ff.out.Script.Text) > maxCommand {
		return false
	}
	n := len(ff.fixes)
	switch {
	case k.fix.Class == "missing-file":
		for _, p := range k.captures {
			ff.nearEntry(k, p.text)
		}
	case k.fix.Class == "git":
		for _, p := range k.captures {
			if p.name == "branch" {
				ff.nearBranch(k, p.text)
			}
		}
	case k.fix.Class == "npm" || k.fix.Class == "unknown-command":
		for _, p := range k.captures {
			switch p.name {
			case "script", "word":
				ff.nearTask(k, p.text, ff.out.Around.Scripts)
			case "target":
				ff.nearTask(k, p.text, ff.out.Around.Targets)
			}
		}
	}
	return len(ff.fixes) > n
}

// nearEntry offers a path with its last name as it is on the disk. The program
// must only read what it is given, or run it.
func (ff *fixFinder) nearEntry(k knownError, missing string) {
	for i := range ff.out.Script.Calls {
		c := &ff.out.Script.Calls[i]
		enters := c.Program == "cd" || c.Program == "pushd"
		if !enters && !command.Is(c, rule.Interpreter) && !command.Has(c, rule.ReadOnly) {
			continue
		}
		for _, w := range c.Argv[min(1, len(c.Argv)):] {
			word, ok := w.Literal()
			if !ok || word == "" || word != missing && !strings.HasSuffix(missing, "/"+word) {
				continue
			}
			var names []string
			for _, e := range ff.out.Around.Entries(path.Dir(path.Join(enteredDir(ff.out.Dir, c.Cwd.Path.String()), word))) {
				if name, isDir := strings.CutSuffix(e, "/"); isDir == enters {
					names = append(names, name)
				}
			}
			if near, ok := onlyNear(path.Base(word), names); ok {
				near = strings.TrimSuffix(word, path.Base(word)) + near
				ff.nearWord(k, c, replacement{from: word, to: near}, near)
			}
			return
		}
	}
}

// nearTask offers a task of the project for one that does not exist. npm takes
// it for a command of its own: then run stands before it.
func (ff *fixFinder) nearTask(k knownError, missing string, tasks func(dir string) []string) {
	if k.call < 0 {
		return
	}
	c := &ff.out.Script.Calls[k.call]
	if !command.Is(c, rule.ProjectRunner) && !command.Has(c, rule.Launcher) || command.HasArg(c, otherProject) {
		return
	}
	near, ok := onlyNear(missing, tasks(enteredDir(ff.out.Dir, c.Cwd.Path.String())))
	if !ok {
		return
	}
	to, plain := near, false
	if k.fix.Class == "unknown-command" && k.tool() == "npm" && near != "test" && near != "start" {
		to, plain = "run "+shell.Quote(near), true
	}
	ff.nearWord(k, c, replacement{missing, to, plain}, near)
}

// nearBranch offers a branch for one that does not exist, except to delete it,
// and except where a file may be meant.
func (ff *fixFinder) nearBranch(k knownError, missing string) {
	if k.call < 0 {
		return
	}
	c := &ff.out.Script.Calls[k.call]
	if command.HasArg(c, []string{"-d", "-D", "--delete", "-f", "--force", "-C"}) {
		return
	}
	dir := enteredDir(ff.out.Dir, c.Cwd.Path.String())
	branches := ff.out.Around.Branches(dir)
	names := slices.Clone(branches)
	for _, e := range ff.out.Around.Entries(path.Dir(path.Join(dir, missing))) {
		names = append(names, path.Join(path.Dir(missing), strings.TrimSuffix(e, "/")))
	}
	if near, ok := onlyNear(missing, names); ok && slices.Contains(branches, near) {
		ff.nearWord(k, c, replacement{from: missing, to: near}, near)
	}
}

// mayBeBranch reports whether a repository may have a branch: it may have any
// where its branches are not known.
func (ff *fixFinder) mayBeBranch(c *shell.Call, name string) bool {
	if ff.out.Around == nil {
		return true
	}
	branches := ff.out.Around.Branches(enteredDir(ff.out.Dir, c.Cwd.Path.String()))
	return len(branches) == 0 || slices.Contains(branches, name)
}

// otherProject are options by which a command runs tasks of another directory
// or file.
var otherProject = []string{"-C", "--directory", "-f", "--file", "--makefile", "--prefix", "-w", "--workspace", "--workspaces", "--filter", "--cwd"}

func (ff *fixFinder) nearWord(k knownError, c *shell.Call, w replacement, near string) {
	words, ok := ff.out.replace(c, []replacement{w})
	if !ok {
		return
	}
	text := quoted(w.from) + " does not exist here; " + quoted(near) + " does."
	ff.add(memory.Fix{Source: memory.SourceRule, Rule: k.fix.ID, Safe: true, Text: redact.Clean(text), Signature: ff.signatureOf(k)}, ff.out.rewrite(c, "", words))
}

// onlyNear returns the only name of a list that a word can be a typo of.
func onlyNear(word string, names []string) (string, bool) {
	if slices.Contains(names, word) {
		return "", false
	}
	near := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !spelling.OneOff(word, n) || !isChoice(n) })
	if len(near) != 1 {
		return "", false
	}
	return near[0], true
}
