package journal

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// Stash implements facts.Authors.
func (a *authors) Stash(made time.Time, exact bool) rule.Author {
	author, _ := a.pushed(made, exact)
	return author
}

// pushed returns who pushed a stash, and with which call of the session. All worktrees share
// one list: a stash of another subagent, in another worktree, is not the caller's.
func (a *authors) pushed(made time.Time, exact bool) (rule.Author, *ledger.Call) {
	w, j := a.load(), a.journal
	var own *ledger.Call
	var other rule.Author
	w.Calls(func(of *ledger.Account, c *ledger.Call) {
		if a.stashed[c] || !c.Pushed(made, exact) {
			return
		}
		if of == w.Own && (c.Subagent == j.Call.Subagent || inTree(c.Cwd, j.Judge.Project)) {
			own = c
		} else if other = w.Author(of, c); of == w.Own {
			other = rule.Author{Kind: rule.AuthorOther, Ago: j.Now.Sub(made), New: true}
		}
	})
	switch {
	case other != (rule.Author{}):
		return other, nil
	case own != nil:
		a.stashed[own] = true // the newest is asked for first, and one command makes one
		return rule.Author{Kind: rule.AuthorSession}, own
	}
	return w.User(made), nil
}

// restored returns the names of what a command writes that brings back stashes. Where nobody
// else's work is in them, it writes their files as an edit does.
func (j *Journal) restored(names []string, script *shell.Script, look *facts.Source) []string {
	if !slices.Contains(names, ledger.NameRestore) {
		return names
	}
	own, ok := j.ownStashes(script, look)
	if !ok || len(names)+len(own) > maxNames {
		return names
	}
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == ledger.NameRestore })
	for _, file := range own {
		if text := ledger.NameEdit + slashes(file).String(); !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	return names
}

// ownStashes lists the files of the stashes that a command brings back; ok is false where they
// are not surely the session's work alone.
func (j *Journal) ownStashes(script *shell.Script, look *facts.Source) (files []string, ok bool) {
	a, _ := j.Authors().(*authors)
	if a == nil {
		return nil, false
	}
	for _, back := range safety.BroughtBack(script, j.Judge.At, look) {
		if back.Own {
			continue
		}
		of := facts.Stashed{}
		if back.Known {
			of = look.Stashed(back.Dir, back.Place)
		}
		if !of.Known {
			return nil, false
		}
		clear(a.stashed)
		author, call := a.pushed(of.Made, of.Exact)
		var slashed []string
		for _, file := range of.Files {
			slashed = append(slashed, filepath.ToSlash(file))
		}
		if author.Kind != rule.AuthorSession || !a.world.OwnStash(call, of.Made, slashed) {
			return nil, false
		}
		files = append(files, of.Files...)
	}
	return files, true
}
