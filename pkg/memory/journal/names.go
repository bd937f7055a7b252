package journal

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// maxNames bounds how many of the files that a command writes by name are kept.
const maxNames = 50

// namesOf lists what a command writes by name, files that it runs included, and reports
// whether it may write more than that.
func namesOf(j *judge.Judge, cwd string, s *shell.Script) (names []string, open bool) {
	at := j.At
	at.Cwd = paths.Slashed(cwd, runtime.GOOS)
	n := namer{reader: effect.NewReader(s, at), at: at, open: len(s.Problems) > 0}
	for i := range s.Calls {
		switch c := &s.Calls[i]; {
		case c.Where == "":
			n.add(i, c, runsReadLines(s, i))
		case c.Box != nil:
			n.addMounted(i, c)
		}
	}
	return n.list, n.open || len(n.list) >= maxNames
}

// runsReadLines reports whether a call only runs command lines that lie in files and were
// read to the end: what they write, their own calls tell.
func runsReadLines(s *shell.Script, i int) bool {
	read := false
	for k := range s.Files {
		if f := &s.Files[k]; f.Call == i {
			if f.Unread.Reason != unread.No {
				return false
			}
			read = true
		}
	}
	for _, run := range s.Calls[i].Runs {
		if run.Lang != "" {
			return false
		}
	}
	return read && slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return c.Via == i })
}

// runsProgram reports whether a call runs a program in another language than the shell's:
// what one writes, its text does not tell.
func runsProgram(c *shell.Call) bool {
	return slices.ContainsFunc(c.Runs, func(r shell.Run) bool { return r.Lang != "" })
}

// namer collects what a command writes by name.
type namer struct {
	reader *effect.Reader
	at     effect.Dirs
	list   []string
	open   bool
}

func (n *namer) name(kind, path, from string) {
	if len(n.list) >= maxNames {
		return
	}
	text := kind + path
	if from != "" {
		text += "\t" + from
	}
	if text = redact.Clean(text).String(); !slices.Contains(n.list, text) {
		n.list = append(n.list, text)
	}
}

// add adds one call. read says that it only runs what was read.
func (n *namer) add(i int, c *shell.Call, read bool) {
	switch {
	case bringsBack(c):
		n.name(ledger.NameRestore, "", "")
	case pushesStash(c):
		n.name(ledger.NameStash, "", "")
	}
	mkdir := c.Program == "mkdir"
	if mkdir && !c.Args.Has("-p") { // with -p the directory may be older
		for _, o := range c.Args.Operands {
			if name, ok := n.literal(o, c); ok {
				n.name(ledger.NameMade, name, "")
			}
		}
	}
	effects := n.reader.Of(i)
	moved, moves := n.moved(effects, c)
	known := read || mkdir || command.TemplateTraits(c)&rule.ReadOnly != 0
	for _, e := range effects {
		if e.Kind == rule.Run && e.Known && !runsProgram(c) || e.What == effect.TheIndex {
			known = true
			continue
		}
		name, ok := "", false
		if e.Target != nil && !e.Recursive && c.Cwd.Else == nil {
			name, ok = n.literal(*e.Target, c)
		}
		switch e.Kind {
		case rule.Revise: // beside what else it writes
			switch {
			case ok && moves:
				n.moveTo(name, moved)
			case ok:
				n.name(ledger.NameEdit, name, "")
			}
		case rule.Overwrite, rule.Append, rule.Edit:
			if known = ok && e.What != effect.Mounted; known {
				kind, from := kindOf(&e, moves, editsInPlace(c)), ""
				switch kind {
				case ledger.NameMoved:
					n.moveTo(name, moved)
				case ledger.NamePut:
					kind, from = n.put(effects, &e, c)
					fallthrough
				default:
					n.name(kind, name, from)
				}
			}
			if suffix := keptAs(c); ok && suffix != "" {
				n.name(ledger.NameMoved, name+suffix, name)
			}
		case rule.Delete, rule.Move:
			known = known || ok
		}
	}
	n.open = n.open || !known
}

// addMounted adds what a call in a container writes into directories of this machine. What
// others of its programs write there is not known.
func (n *namer) addMounted(i int, c *shell.Call) {
	for _, e := range n.reader.Of(i) {
		if e.Target == nil || e.Recursive || !c.IsHere(e.Target) {
			continue
		}
		name, ok := n.literal(*e.Target, c)
		switch e.Kind {
		case rule.Overwrite, rule.Append, rule.Edit:
			if ok {
				n.name(kindOf(&e, false, true), name, "")
			}
			n.open = n.open || !ok
		}
	}
}

// put returns the letter for a file that is put down whole, and what it is a copy of. One of
// several others may hold the only copy of some.
func (n *namer) put(effects []effect.Effect, of *effect.Effect, c *shell.Call) (kind, from string) {
	sources := of.Source
	for _, e := range effects {
		if e.Kind == rule.Read && e.Target != nil && len(of.Source) == 0 {
			sources = append(sources, *e.Target)
		}
	}
	switch len(sources) {
	case 0:
		return ledger.NamePut, ""
	case 1:
		if from, ok := n.literal(sources[0], c); ok {
			return ledger.NamePut, from
		}
	}
	return ledger.NameEdit, ""
}

// editsInPlace reports whether a call may put a new file with some of the old content in the
// place of one, as sed -i and awk -i inplace do.
func editsInPlace(c *shell.Call) bool {
	return c.Args.Has("-i", "--in-place", "-w", "--write", "--fix", "--inplace")
}

// keptAs returns what a call that edits files in place puts behind the names of those that
// it replaces: sed -i.bak.
func keptAs(c *shell.Call) string {
	if f := c.Args.Flag("-i", "--in-place"); f != nil && f.Value != nil {
		if suffix, ok := f.Value.Literal(); ok && suffix != "" && strings.IndexByte("._-~", suffix[0]) >= 0 && !strings.ContainsAny(suffix, "/*") {
			return suffix
		}
	}
	return ""
}

// kindOf returns the letter for an effect that writes a file; inPlace says that some of what
// it held may stay.
func kindOf(e *effect.Effect, moves, inPlace bool) string {
	switch {
	case moves:
		return ledger.NameMoved
	case e.Kind == rule.Overwrite && e.Force:
		return ledger.NameWhole
	case e.Kind == rule.Overwrite && !inPlace:
		return ledger.NamePut
	}
	return ledger.NameEdit // sed -i puts a new file in the place of the old one
}

func (n *namer) literal(w shell.Word, c *shell.Call) (string, bool) {
	name, ok := effect.Literal(w, c.Cwd, n.at)
	return filepath.ToSlash(realPath(paths.Native(name, runtime.GOOS))), ok
}

// pushesStash reports whether a call puts work on the stash.
func pushesStash(c *shell.Call) bool {
	if c.Model == nil || c.Model.Names[0] != "git" || !c.Args.Is([]string{"stash"}) || command.Reads(c) {
		return false
	}
	return !c.Args.Is([]string{"stash pop", "stash apply", "stash branch", "stash drop", "stash clear"})
}

// bringsBack reports whether a call takes work off the stash.
func bringsBack(c *shell.Call) bool {
	return c.Model != nil && c.Model.Names[0] == "git" && c.Args.Is([]string{"stash pop", "stash apply", "stash branch"})
}
