package shell

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lang/sed"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// maxPassed bounds through how many calls the text of a file is followed.
const maxPassed = 8

// passedOn returns the files whose text some calls print, one after the other: cat
// x.sh. It is nil where they print something else as well.
func passedOn(w *walker, from []int) []*onDisk {
	if w.opt.Files == nil || len(from) == 0 {
		return nil
	}
	return passedWithin(w, from, maxPassed)
}

func passedWithin(w *walker, from []int, depth int) []*onDisk {
	var out []*onDisk
	for _, k := range from {
		if k < 0 || k >= len(w.script.Calls) || depth == 0 {
			return nil
		}
		files := printedBy(w, k, depth-1)
		if files == nil {
			return nil
		}
		out = append(out, files...)
	}
	return out
}

// printedBy returns the files whose text call k prints or writes.
func printedBy(w *walker, k, depth int) []*onDisk {
	c := &w.script.Calls[k]
	ops := c.Args.Operands
	switch prints := c.Prints(); {
	case c.Where != "":
		return nil
	case c.Program == "": // $(<x.sh)
		return sourceOf(w, k, depth)
	case prints == rule.PrintsFiles, prints == rule.PrintsLines, prints == rule.PrintsUnbase64, prints == rule.PrintsReversed:
		files := inputOf(w, k, ops, depth)
		for i, f := range files {
			switch prints {
			case rule.PrintsUnbase64:
				text, _ := unbase64(f.text)
				files[i] = f.with(text)
			case rule.PrintsReversed:
				files[i] = f.with(reverseLines(f.text))
			}
		}
		return files
	case prints == rule.PrintsCopy, prints == rule.PrintsTranslated:
		files := sourceOf(w, k, depth)
		for i, f := range files {
			if text, ok := translate(c.Args, f.text); ok && prints == rule.PrintsTranslated {
				files[i] = f.with(text)
			}
		}
		return files
	case prints == rule.PrintsSubstituted:
		programs := c.values("-e")
		if len(programs) == 0 && len(ops) > 0 {
			programs, ops = ops[:1], ops[1:]
		}
		files := inputOf(w, k, ops, depth)
		for i, f := range files {
			files[i] = f.edited(programs, c.Args.Has("-E"))
		}
		return files
	case len(ops) == 2 && carries(c):
		return inputOf(w, k, ops[:1], depth)
	}
	return nil
}

// carries reports whether a call writes what a file holds to another: cp and mv.
func carries(c *Call) bool {
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
func inputOf(w *walker, k int, names []Word, depth int) []*onDisk {
	if len(names) == 0 || standardInput(names[0]) {
		return sourceOf(w, k, depth)
	}
	var out []*onDisk
	for _, name := range names {
		st := newState()
		st.cwd = w.script.Calls[k].Cwd
		o, wrote := w.files.read(name, st)
		if wrote && !slices.Contains(o.from, k) && !o.tail { // before k changed it
			files := passedWithin(w, o.from, depth)
			if files == nil || o.known {
				return nil
			}
			out = append(out, files...)
			continue
		}
		path, ok := st.cwd.resolve(name)
		if !ok || w.script.Calls[k].Where != "" {
			return nil
		}
		f := w.disk.lookUp(k, path)
		if f == nil || !f.known {
			return nil
		}
		out = append(out, f)
	}
	return out
}

// sourceOf returns the files that call k reads from standard input.
func sourceOf(w *walker, k, depth int) []*onDisk {
	c := &w.script.Calls[k]
	switch c.Stdin.Kind {
	case SourceFile:
		return inputOf(w, k, []Word{c.Stdin.Text}, depth)
	case SourcePipe:
		if !c.Stdin.Known && depth > 0 {
			return passedWithin(w, c.Stdin.From, depth)
		}
	}
	return nil
}

// edited returns the file as sed makes it. What is too much to carry out is left as
// it is, with what the program adds.
func (f *onDisk) edited(programs []Word, extended bool) *onDisk {
	text := f.text
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
