package rulefile

import (
	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// when reads the conditions of a rule.
func (r *reader) when(w *rule.When) func(*Node) {
	return func(n *Node) {
		seen := r.object(n, "when",
			field{"program", r.programs(&w.Program)},
			field{"sub", r.list(&w.Sub)},
			field{"flags", r.flags(&w.Flags)},
			field{"operand", r.list(&w.Operand)},
			field{"min", r.count(&w.Min)},
			field{"wrapper", r.programs(&w.Wrapper)},
			field{"where", words(r, &w.Where, "place", rule.Wheres[:])},
			field{"regex", r.pattern(&w.Regex)},
			field{"effect", words(r, &w.Effect, "effect", rule.Kinds[:])},
			field{"path", r.classes(&w.Path)},
			field{"not_path", r.classes(&w.NotPath)},
			field{"target", r.globs(&w.Target)},
			field{"what", r.list(&w.What)},
			field{"content", r.globs(&w.Content)},
			field{"scale", func(n *Node) { word(r, &w.Scale, "scale", []string{"all", "named"})(n) }},
			field{"recursive", r.maybe(&w.Recursive)},
			field{"force", r.maybe(&w.Force)},
			field{"from", words(r, &w.From, "provenance", rule.Provenances[:])},
			field{"problem", words(r, &w.Problem, "problem", rule.Problems[:])},
			field{"any", r.whens(&w.Any)},
			field{"not", r.whens(&w.Not)},
		)
		// A condition that says nothing holds of everything.
		if n.isMap() && len(seen) == 0 {
			r.errorIn(n, "when needs a condition")
		}
	}
}

func (r *reader) whens(to *[]rule.When) func(*Node) {
	return func(n *Node) {
		r.each(n, func(n *Node) {
			var w rule.When
			r.when(&w)(n)
			*to = append(*to, w)
		})
	}
}

func (r *reader) flags(to *rule.Flags) func(*Node) {
	return func(n *Node) {
		r.object(n, "flags",
			field{"any", r.list(&to.Any)},
			field{"all", r.list(&to.All)},
			field{"none", r.list(&to.None)},
		)
	}
}

// programs reads base names.
func (r *reader) programs(to *[]string) func(*Node) {
	return func(n *Node) {
		r.list(to)(n)
		for _, name := range *to {
			if !programName(name) {
				r.errorIn(n, "%s is not a program name: write only its base name", display.Quote(name))
			}
		}
	}
}

// programName reports whether a word can be the base name of a program.
func programName(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] == '/' || s[i] == '\\' && len(s) > 1 || s[i] == 0x7f {
			return false
		}
	}
	return s != ""
}

func (r *reader) maybe(to **bool) func(*Node) {
	return func(n *Node) {
		*to = new(bool)
		r.yes(*to)(n)
	}
}

func (r *reader) pattern(to *string) func(*Node) {
	return func(n *Node) {
		s, ok := r.text(n)
		if !ok {
			return
		}
		if err := CheckPattern(s); err != nil {
			r.errorIn(n, "%v", err)
			return
		}
		*to = s
	}
}

// classes reads a list of classes of paths.
func (r *reader) classes(to *rule.ClassSet) func(*Node) {
	return func(n *Node) {
		var names []string
		words(r, &names, "path class", rule.Classes[:])(n)
		*to |= rule.ClassSetOf(names...)
	}
}
