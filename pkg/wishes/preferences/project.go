package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/command"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// InProject returns the family and the tool of a call for which it matters which
// tool of the family its project uses, or nil: "npm install x", and not "npm view
// x". A program that is called by its path was chosen for what lies there.
func InProject(known rule.Knowledge, s *shell.Script, i int) (f *rule.Tools, tool string) {
	c := &s.Calls[i]
	if c.Program == "" || c.Where != "" || c.Late || len(c.Argv) == 0 || strings.Contains(c.Argv[0].String(), "/") {
		return nil, ""
	}
	f = new(rule.Tools)
	if !find(known, rule.KindTools, c.Program, f) || len(f.Project.Marks) == 0 || isApart(c, f.Project.Apart) || asksForHelp(c) {
		return nil, ""
	}
	for i := range f.Project.About {
		a := &f.Project.About[i]
		if slices.ContainsFunc(namesOf(f, a.Tool), func(name string) bool { return fits(name+" "+a.As, c) }) && !underTools(f, s, c.Via) {
			return f, a.Tool
		}
	}
	return nil, ""
}

// CallsInProject reports whether a script calls a tool, as InProject finds such a
// call, in the directory in which it starts.
func CallsInProject(known rule.Knowledge, f *rule.Tools, tool string, s *shell.Script) bool {
	for i := range s.Calls {
		dir, ok := s.Calls[i].Cwd.Path.Literal()
		if family, called := InProject(known, s, i); family != nil && family.ID == f.ID && called == tool && ok && (dir == "" || dir == ".") {
			return true
		}
	}
	return false
}

// NamesOf returns the names of a tool.
func NamesOf(f *rule.Tools, tool string) []string { return namesOf(f, tool) }

// underTools reports whether a call, or one that it is nested in, is of a tool of
// a family: poetry run pip.
func underTools(f *rule.Tools, s *shell.Script, i int) bool {
	for ; i >= 0; i = s.Calls[i].Via {
		if slices.Contains(f.Names, s.Calls[i].Program) {
			return true
		}
	}
	return false
}

// namesOf returns the names of a tool.
func namesOf(f *rule.Tools, tool string) []string {
	names := []string{tool}
	for _, also := range f.Also {
		if also.Tool == tool {
			names = append(names, also.As)
		}
	}
	return names
}

// isApart reports whether a call has one of the words with which it is not about
// the project. A package may be named with a version.
func isApart(c *shell.Call, words []string) bool {
	return command.HasArg(c, words) || slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool {
		name := w.String()
		if !strings.HasPrefix(name, "-") {
			name = packageName(name)
		}
		return slices.ContainsFunc(words, func(want string) bool { return isWord(want, name) })
	})
}

// ToolsCalled returns the tools of a family that a script calls.
func ToolsCalled(f *rule.Tools, s *shell.Script) (tools []string) {
	for i := range s.Calls {
		c := &s.Calls[i]
		for _, tool := range f.Names {
			if len(c.Argv) > 0 && slices.ContainsFunc(namesOf(f, tool), func(name string) bool { return fits(name, c) }) {
				tools = append(tools, tool)
			}
		}
	}
	return tools
}

// OfProject returns the rule that a call breaks in a project that uses another
// tool of the family. It prefers a command that changes what that tool keeps: uv
// add, and not uv pip install.
func OfProject(known rule.Knowledge, f *rule.Tools, avoid, prefer string, s *shell.Script) memory.PreferenceRule {
	r := memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: avoid}
	for _, a := range f.Project.About {
		if a.Tool != prefer {
			continue
		}
		first, _, _ := strings.Cut(a.As, " ")
		first, _, _ = strings.Cut(first, "|")
		exact := r
		exact.Prefer = strings.TrimSpace(prefer + " " + first)
		if hits := Find(known, &exact, s, nil); slices.ContainsFunc(hits, func(h Hit) bool { return len(h.Edits) > 0 }) {
			return exact
		}
	}
	return r
}
