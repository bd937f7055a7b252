package journal

import (
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/effect"
	"github.com/ctxhook/ctxhook/pkg/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// deeds are what a command writes by name. Paths have slashes.
type deeds struct {
	files    map[string]*ledger.Names
	made     []string // directories
	restores bool     // it takes work off the stash
}

// speaksOf reports whether a word is in the text of a command.
func speaksOf(c *ledger.Call, word string) bool { return strings.Contains(c.Command.String(), word) }

// names returns what a command says of a file. A command is parsed when it may matter: to
// parse all of a session takes longer than a verdict may.
func (a *authors) names(of *ledger.Account, c *ledger.Call, file string) *ledger.Names {
	if !speaksOf(c, path.Base(file)) && !speaksOf(c, "stash") {
		return nil
	}
	d := a.of(of, c)
	if n := d.files[file]; n != nil {
		return n
	}
	if d.restores {
		return &ledger.Names{Restores: true}
	}
	return nil
}

// of reads what a command does by name, once.
func (a *authors) of(account *ledger.Account, c *ledger.Call) *deeds {
	d := a.deeds[c]
	if d == nil {
		d = &deeds{files: make(map[string]*ledger.Names)}
		a.deeds[c] = d
		a.read(d, account == a.world.Own, c)
	}
	return d
}

// read adds the files that a command names and writes, and the directories that it
// makes.
func (a *authors) read(d *deeds, own bool, c *ledger.Call) {
	s := a.journal.Judge.Script(c.Command)
	d.restores = slices.ContainsFunc(s.Calls, bringsBack)
	at := a.journal.Judge.At
	at.Cwd = paths.Slashed(c.Cwd, runtime.GOOS)
	reader := effect.NewReader(s, at)
	for i := range s.Calls {
		call := &s.Calls[i]
		if call.Where != "" || call.Cwd.Else != nil {
			continue
		}
		if own && call.Program == "mkdir" && !call.Args.Has("-p") { // with -p the directory may be older
			for _, o := range call.Args.Operands {
				if name, ok := effect.Literal(o, call.Cwd, at); ok {
					d.made = append(d.made, realName(name))
				}
			}
		}
		effects := reader.Of(i)
		moved := slices.ContainsFunc(effects, func(e effect.Effect) bool { return e.Kind == rule.Move && !a.mine(e.Target, call, at, c) })
		for _, e := range effects {
			if e.Target == nil || e.Recursive || moved {
				continue // what was moved there is older than the session
			}
			switch e.Kind {
			case rule.Overwrite, rule.Append, rule.Edit:
				if name, ok := effect.Literal(*e.Target, call.Cwd, at); ok {
					d.add(realName(name), e.Kind == rule.Overwrite && e.Force, e.Kind != rule.Overwrite)
				}
			}
		}
	}
}

// add adds that a file is written, whole or by an edit.
func (d *deeds) add(name string, whole, edits bool) {
	d.files[name] = &ledger.Names{Writes: true, Whole: whole, Edits: edits, Restores: d.restores}
}

// realName is realPath for a path with slashes.
func realName(name string) string {
	return paths.Slashed(realPath(paths.Native(name, runtime.GOOS)), runtime.GOOS)
}

// bringsBack reports whether a call takes work off the stash.
func bringsBack(c shell.Call) bool {
	return c.Model != nil && c.Model.Names[0] == "git" && c.Args.Is([]string{"stash pop", "stash apply", "stash branch"})
}

// mine reports whether an earlier call of the session wrote what a word of a call names.
func (a *authors) mine(word *shell.Word, of *shell.Call, at effect.Dirs, before *ledger.Call) bool {
	if word == nil {
		return false
	}
	name, ok := effect.Literal(*word, of.Cwd, at)
	if !ok {
		return false
	}
	name = realName(name)
	own := a.world.Own
	for i := range slices.Backward(own.Calls) {
		c := &own.Calls[i]
		switch {
		case c == before || !c.Ran() || c.From.After(before.From):
		case c.Path == name:
			return true
		case c.Outcome != memory.Unknown && speaksOf(c, path.Base(name)):
			if n := a.of(own, c).files[name]; n != nil && n.Writes {
				return true
			}
		}
	}
	return false
}
