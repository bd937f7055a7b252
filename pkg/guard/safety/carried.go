package safety

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Carry says that a call puts content where it was not before: it moves or copies files, packs
// them, writes a patch, or has git take in changes. What is lost at such a place is whatever
// was carried there.
type Carry struct {
	Call  int
	Place string // the file or directory where it puts it, absolute; "" in git
	Whole bool   // each file lies there as it is, and not in an archive or a patch
	Moves bool   // and is no longer where it was
	Stash bool   // of git: in a stash, and not in a commit
	From  []CarryFrom
}

// CarryFrom is something that is carried.
type CarryFrom struct {
	Query rule.LossQuery // by which its authors are asked for
	Path  string         // the file or directory; "" changes of a work tree

	asked  bool // others was asked for
	others []rule.Authored
}

// maxCarries bounds how many places of a text are noted.
const maxCarries = 50

// Carried lists what the calls of a script carry, on this machine.
func Carried(s *shell.Script, at Dirs) []Carry {
	c := carrier{script: s, at: at, reader: effect.NewReader(s, at)}
	for i := range s.Calls {
		if len(c.list) >= maxCarries {
			break
		}
		if call := &s.Calls[i]; call.Where == "" && call.Cwd.Else == nil {
			c.call(i, call)
		}
	}
	return c.list
}

// carrier collects what the calls of a script carry.
type carrier struct {
	script *shell.Script
	at     Dirs
	reader *effect.Reader
	list   []Carry
}

func (c *carrier) call(i int, call *shell.Call) {
	if isGit(call) && !call.Args.Has("--dry-run") {
		switch {
		case stashes(call):
			c.list = append(c.list, Carry{Call: i, Stash: true, Moves: true, From: c.changed(call, stashOperands(call), !call.Args.Has("-u", "-a"))})
		case call.Args.Is([]string{"commit"}):
			c.list = append(c.list, Carry{Call: i, From: c.changed(call, nil, false)})
		}
	}
	var to []string
	moved, read := []CarryFrom(nil), []CarryFrom(nil)
	effects := c.reader.Of(i)
	for n := range effects {
		e := &effects[n]
		if e.Target == nil || effect.Elsewhere(call.Program, *e.Target) {
			continue
		}
		switch e.Kind {
		case rule.Move:
			moved = append(moved, c.from(e, call)...)
		case rule.Read:
			read = append(read, c.from(e, call)...)
		case rule.Overwrite, rule.Append, rule.Edit:
			if name, ok := e.Path(call, c.at); ok && e.Class&effect.Device == 0 && !e.Target.Is("-") {
				to = append(to, name)
			}
		}
	}
	if len(to) == 0 {
		return
	}
	one := Carry{Call: i, Moves: len(moved) > 0, From: moved, Whole: !packsWord(call.Program)}
	switch {
	case one.Moves:
	case copiesWholeWord(call.Program) && call.Program != "cat":
		if one.From = read; len(read) == 0 {
			return
		}
	default:
		if one.From, one.Whole = c.content(i, 0); len(one.From) == 0 {
			return
		}
	}
	for _, place := range to {
		one.Place = place
		c.list = append(c.list, one)
	}
}

// from returns what an effect takes from.
func (c *carrier) from(e *effect.Effect, call *shell.Call) []CarryFrom {
	if pattern, is := effect.Pattern(*e.Target, call.Cwd, c.at); is {
		return []CarryFrom{{Query: rule.LossQuery{Path: pattern, Pattern: true}, Path: path.Dir(pattern)}}
	}
	if name, ok := e.Path(call, c.at); ok && !effect.HoldsNothing(e.Target.String()) {
		name = path.Clean(name)
		return []CarryFrom{{Query: rule.LossQuery{Path: name}, Path: name}}
	}
	return nil
}

// changed returns the changes of the work tree that a call of git works on; with operands, of
// these paths.
func (c *carrier) changed(call *shell.Call, operands []shell.Word, tracked bool) (list []CarryFrom) {
	for _, o := range operands {
		if name, ok := effect.Literal(o, call.Cwd, c.at); ok {
			list = append(list, CarryFrom{Query: rule.LossQuery{Path: name, Tracked: tracked, Kept: true}})
		}
	}
	if len(list) > 0 {
		return list
	}
	dir, ok := effect.Literal(shell.Word{}, call.Cwd, c.at)
	if !ok {
		dir = c.at.Cwd
	}
	if within(c.at.Project, dir) {
		dir = c.at.Project
	}
	return []CarryFrom{{Query: rule.LossQuery{Path: dir, Tracked: tracked, Kept: true}}}
}

// content returns of what the output of a call is made, and whether it is the content of one
// file as it is.
func (c *carrier) content(i, depth int) (list []CarryFrom, whole bool) {
	const longest = 4 // pipelines
	call := &c.script.Calls[i]
	if depth > longest {
		return nil, false
	}
	if o := call.Output(); o != nil && o.From == rule.FromChanges {
		return c.changed(call, nil, true), false
	}
	passes := false // it writes its input, packed or as it is
	switch call.Prints() {
	case rule.PrintsFiles, rule.PrintsCopy, rule.PrintsBase64:
		passes = true
	}
	effects := c.reader.Of(i)
	for n := range effects {
		switch e := &effects[n]; {
		case e.Kind == rule.Edit && e.Target == nil:
			passes = true // gzip, of its input
		case e.Kind == rule.Read && e.Target != nil && (passes || strings.Contains(e.What, "standard output")):
			list = append(list, c.from(e, call)...)
		}
	}
	whole = len(list) == 1 && call.Prints() == rule.PrintsFiles
	if passes && len(list) == 0 {
		for _, from := range call.Stdin.From {
			more, same := c.content(from, depth+1)
			list, whole = append(list, more...), same && call.Prints() != "" && call.Prints() != rule.PrintsBase64
		}
	}
	return list, whole
}

// Places returns where a file may lie that is carried from a path: cp -r a b makes b, or b/a
// where b is a directory.
func (c *Carry) Places(from *CarryFrom, name string) []string {
	switch {
	case c.Place == "" || !c.Whole:
		return []string{c.Place}
	case from.Path == name:
		return []string{c.Place, path.Join(c.Place, path.Base(name))}
	}
	if from.Query.Pattern && path.Dir(name) == from.Path { // it may be the only one that matches
		return []string{c.Place, path.Join(c.Place, path.Base(name))}
	}
	below := strings.TrimPrefix(name, strings.TrimSuffix(from.Path, "/")+"/")
	return []string{path.Join(c.Place, below), path.Join(c.Place, path.Base(from.Path), below)}
}
