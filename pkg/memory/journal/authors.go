package journal

import (
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

const (
	// othersSince is how far back other sessions are looked for.
	othersSince = 7 * 24 * time.Hour
	// secondLag is ledger.Lag for what git dates in whole seconds.
	secondLag = 1500 * time.Millisecond
)

// Authors tells whose work files are, as the session of the call sees it; nil
// without a session. Nothing is read before the first question.
func (j *Journal) Authors() facts.Authors {
	if j.Call == nil || j.Call.Session == "" || j.Call.Agent.Form == protocol.FormNeutral || j.Call.Canary() || !j.Judge.Config.Learn.On {
		return nil
	}
	return &authors{journal: j}
}

// authors answers from the ledger of the session and of others in its project.
type authors struct {
	journal *Journal
	world   *ledger.World         // nil: not read yet
	stashed map[*ledger.Call]bool // calls whose stash was found
	held    []facts.Held          // what sessions put where
	trees   []string              // directories in which subagents of the session work
}

// load reads the accounts.
func (a *authors) load() *ledger.World {
	if a.world != nil {
		return a.world
	}
	j := a.journal
	a.stashed = make(map[*ledger.Call]bool)
	a.world = &ledger.World{Own: j.account(), Others: j.otherAccounts(), Now: j.Now, Speaks: make(texts).speaks, Exists: func(file string) bool { return exists(filepath.FromSlash(file)) }, Root: make(roots).of}
	if j.Call.Subagent != "" {
		a.trees = append(a.trees, j.Judge.Cwd)
	}
	for i := range a.world.Own.Calls {
		if c := &a.world.Own.Calls[i]; c.Subagent != "" && c.Ran() {
			a.trees = append(a.trees, c.Cwd)
		}
	}
	return a.world
}

// File implements facts.Authors.
func (a *authors) File(f facts.File) rule.Author {
	w := a.load()
	path := filepath.ToSlash(f.Path)
	if f.Changed.IsZero() { // a directory
		if w.Own.Made(path) {
			return rule.Author{Kind: rule.AuthorSession}
		}
		return rule.Author{}
	}
	return w.File(ledger.File{Path: path, Written: f.Written, Changed: f.Changed, Born: f.Born, Tracked: f.Tracked, Unseen: f.Unseen, Content: func() int64 { return contentOf(f.Path) }})
}

// Earlier implements facts.Authors.
func (a *authors) Earlier(word string) (list []rule.Past) {
	w := a.load()
	for i := range w.Own.Calls {
		c := &w.Own.Calls[i]
		if !c.Heard || c.Outcome != memory.OK {
			continue
		}
		in := ""
		if c.Cwd != "" && c.Cwd != a.journal.Judge.Cwd {
			in = "cd " + shell.Quote(c.Cwd) + " && "
		}
		found := slices.Contains(c.Shown, rule.ShownFound)
		for _, text := range c.Makes {
			if speaks(text, word) {
				list = append(list, rule.Past{Text: in + text, Found: found, Shown: c.Shown})
			}
		}
		if text := c.Command.String(); speaks(text, word) {
			list = append(list, rule.Past{Text: in + text, Found: found, Shown: c.Shown})
		}
	}
	return list
}

// speaks reports whether a text has a word, or may choose another cluster or account.
func speaks(text, word string) bool {
	return strings.Contains(text, word) || strings.Contains(text, "context") || strings.Contains(text, "kube") || strings.Contains(text, "credentials")
}

// Commit implements facts.Authors.
func (a *authors) Commit(m facts.Made) bool {
	w := a.load()
	root := filepath.ToSlash(m.Root)
	return slices.ContainsFunc(w.Own.Calls, func(c ledger.Call) bool {
		if !c.Heard || !speaksOf(&c, m.Verb) || m.Said != "" && !ledger.HasName(c.Command.String(), m.Said) || !c.Covers(m.At, secondLag) {
			return false
		}
		for _, name := range m.Files {
			if !w.OwnBefore(&c, root+"/"+name) {
				return false
			}
		}
		return true
	})
}

// Refused implements facts.Authors.
func (a *authors) Refused(branch string) (at time.Time) {
	w := a.load()
	for i := range w.Own.Calls {
		if c := &w.Own.Calls[i]; c.Heard && c.Outcome == memory.Failed && pushes(c.Command.String(), branch) {
			at = c.From
		}
	}
	return at
}

// pushes reports whether a command pushes a branch: by name, or the one that is checked out.
func pushes(command, branch string) bool {
	_, behind, ok := strings.Cut(command, "git push")
	words := 0
	for _, w := range strings.Fields(behind) {
		if strings.ContainsAny(w, "|&;") || strings.ContainsRune(w, '>') {
			break
		}
		if w == branch || w == "HEAD" || branch == "" || strings.HasSuffix(w, ":"+branch) {
			return ok
		}
		if w[0] != '-' {
			words++
		}
	}
	return ok && words < 2
}

// Head implements facts.Authors.
func (a *authors) Head() string { return a.load().Own.Head() }

// Live implements facts.Authors.
func (a *authors) Live() bool { return a.load().Live() }

// speaksOf reports whether a word is in the text of a command.
func speaksOf(c *ledger.Call, word string) bool { return strings.Contains(c.Command.String(), word) }

// Tree implements facts.Authors. A worktree is the session's if one of its
// commands made it, or if it was made for the session or a subagent of it.
func (a *authors) Tree(root string, made time.Time) rule.Author {
	w := a.load()
	session := rule.Author{Kind: rule.AuthorSession}
	for i := range w.Own.Calls {
		if c := &w.Own.Calls[i]; c.Heard && speaksOf(c, "worktree") && c.Covers(made, ledger.Lag) {
			return session
		}
	}
	switch began := w.Own.Began; {
	case began.IsZero():
	case made.After(began):
		if slices.ContainsFunc(a.trees, func(dir string) bool { return inTree(resolved(dir), root) }) {
			return session
		}
	case began.Sub(made) < time.Minute && inTree(resolved(w.Own.Cwd), root):
		return session
	}
	return rule.Author{}
}

// resolved follows the symbolic links of a path that is there.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
