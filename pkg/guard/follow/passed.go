package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/lang/sed"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxPassed bounds through how many calls the text of a file is followed.
const maxPassed = 8

// passedOn returns the files whose text some calls print, one after the other: cat
// x.sh. It is nil where they print something else as well.
func (f *follower) passedOn(from []int) []*onDisk {
	if f.opt.Files == nil || len(from) == 0 {
		return nil
	}
	return f.passedWithin(from, maxPassed)
}

func (f *follower) passedWithin(from []int, depth int) []*onDisk {
	var out []*onDisk
	for _, k := range from {
		if k < 0 || k >= len(f.script.Calls) || depth == 0 {
			return nil
		}
		files := f.printedBy(k, depth-1)
		if files == nil {
			return nil
		}
		out = append(out, files...)
	}
	return out
}

// printedBy returns the files whose text call k prints or writes.
func (f *follower) printedBy(k, depth int) []*onDisk {
	c := &f.script.Calls[k]
	ops := c.Args.Operands
	switch prints := c.Prints(); {
	case c.Where != "":
		return nil
	case c.Program == "": // $(<x.sh)
		return f.sourceOf(k, depth)
	case prints == rule.PrintsFiles, prints == rule.PrintsLines, prints == rule.PrintsUnbase64, prints == rule.PrintsReversed:
		files := f.inputOf(k, ops, depth)
		for i, file := range files {
			switch prints {
			case rule.PrintsUnbase64:
				text, _ := interpret.Unbase64(file.Text)
				files[i] = file.with(text)
			case rule.PrintsReversed:
				files[i] = file.with(interpret.ReverseLines(file.Text))
			}
		}
		return files
	case prints == rule.PrintsCopy, prints == rule.PrintsTranslated:
		files := f.sourceOf(k, depth)
		for i, file := range files {
			if text, ok := interpret.Translate(c.Args, file.Text); ok && prints == rule.PrintsTranslated {
				files[i] = file.with(text)
			}
		}
		return files
	case prints == rule.PrintsSubstituted:
		programs := c.Values("-e")
		if len(programs) == 0 && len(ops) > 0 {
			programs, ops = ops[:1], ops[1:]
		}
		files := f.inputOf(k, ops, depth)
		for i, file := range files {
			files[i] = file.edited(programs, c.Args.Has("-E"))
		}
		return files
	case len(ops) == 2 && carries(c):
		return f.inputOf(k, ops[:1], depth)
	}
	return nil
}

// carries reports whether a call writes what a file holds to another: cp and mv.
func carries(c *shell.Call) bool {
	if c.Model == nil {
		return false
	}
	for _, v := range c.Args.Verbs {
		for _, row := range v.Effects {
			if (row.Do == rule.Overwrite || row.Do == rule.Edit) && row.On == "last" && c.Args.Holds(v) {
				return true
			}
		}
	}
	return false
}

// inputOf returns the files that call k reads: those it names, or else standard
// input.
func (f *follower) inputOf(k int, names []shell.Word, depth int) []*onDisk {
	if len(names) == 0 || standardInput(names[0]) {
		return f.sourceOf(k, depth)
	}
	var out []*onDisk
	for _, name := range names {
		st := interpret.NewState()
		st.Cwd = f.script.Calls[k].Cwd
		o, wrote := f.w.Written().Read(name, st)
		if wrote && !slices.Contains(o.From, k) && !o.Tail { // before k changed it
			files := f.passedWithin(o.From, depth)
			if files == nil || o.Known {
				return nil
			}
			out = append(out, files...)
			continue
		}
		_, literal := name.Literal()
		isPattern := !literal && !name.HasUnknown() && strings.ContainsAny(name.String(), "*?[")
		if isPattern {
			name = shell.LitWord(name.String())
		}
		path, ok := st.Cwd.Resolve(name)
		if !ok || f.script.Calls[k].Where != "" {
			return nil
		}
		names := []string{path}
		if isPattern {
			names = f.matching(path)
		}
		for _, path := range names {
			file := f.disk.lookUp(k, path)
			if file == nil || !file.known && file.Text == "" {
				return nil
			}
			out = append(out, file)
		}
	}
	return out
}

// sourceOf returns the files that call k reads from standard input.
func (f *follower) sourceOf(k, depth int) []*onDisk {
	c := &f.script.Calls[k]
	switch c.Stdin.Kind {
	case shell.SourceFile:
		return f.inputOf(k, []shell.Word{c.Stdin.Text}, depth)
	case shell.SourcePipe:
		if !c.Stdin.Known && depth > 0 {
			return f.passedWithin(c.Stdin.From, depth)
		}
	}
	return nil
}

// edited returns the file as sed leaves it. If there is too much to carry out, the text stays
// as it is, and the text that the program adds is appended.
func (f *onDisk) edited(programs []shell.Word, extended bool) *onDisk {
	text := f.Text
	for _, p := range programs {
		program := p.String()
		if t, ok := sed.Edit(program, text, extended); ok {
			text = t
			continue
		}
		if added := sed.Added(program); len(added) > 0 {
			text = strings.TrimSuffix(text, "\n") + "\n" + strings.Join(added, "\n") + "\n"
		}
	}
	return f.with(text)
}
