package safety

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Change is a file or a directory that a call changes.
type Change struct {
	Call  int             // index in the script
	Path  string          // absolute, as commands are judged; globs stand for names
	Kind  rule.EffectKind // Delete, Move, Discard, Revise, or Overwrite for all other ways to write
	Forms []string        // globs of the names that the tool changes in a directory; nil: the path alone

	whole bool // what lies in the directory goes with it
}

// fromCommit is what git calls files that it takes from a commit.
const fromCommit = "files from a commit"

// Changes lists what the calls of a script change on this machine, by their effects. What
// is only read, copied from there or noted in git's index is none, and neither is what
// calls do in functions that nothing calls.
func Changes(s *shell.Script, at Dirs) []Change {
	list := pathsOf(s, at, changeOf)
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Late || c.Where != "" || c.About.TraitsOf(c.Program)&rule.Interpreter == 0 {
			continue
		}
		if name, ok := namedOutput(c, at); ok {
			list = append(list, Change{Call: i, Path: name, Kind: rule.Overwrite})
		}
	}
	return list
}

// namedOutput returns what a script is told to write, by an option that says so in any program:
// python run.py --out results/a.h5.
func namedOutput(c *shell.Call, at Dirs) (string, bool) {
	for i := 2; i < len(c.Argv); i++ {
		option, value, attached := strings.Cut(c.Argv[i].String(), "=")
		switch option {
		case "--out", "--output", "--outfile", "--output-file", "--out-file", "--outdir", "--out-dir", "--output-dir", "--output-path", "--dest":
		default:
			continue
		}
		word := shell.LitWord(value)
		if !attached {
			if i+1 == len(c.Argv) {
				return "", false
			}
			word = c.Argv[i+1]
		}
		return changedPath(word, c.Cwd, at)
	}
	return "", false
}

// Reads lists the files that the calls of a script read on this machine, so that their content
// flows on, as Changes lists what they change.
func Reads(s *shell.Script, at Dirs) []Change {
	return pathsOf(s, at, func(e *effect.Effect) (rule.EffectKind, bool) { return e.Kind, e.Kind == rule.Read && e.Target != nil })
}

func pathsOf(s *shell.Script, at Dirs, of func(*effect.Effect) (rule.EffectKind, bool)) (list []Change) {
	reader := effect.NewReader(s, at)
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Late || c.Where != "" {
			continue
		}
		for _, e := range reader.Of(i) {
			kind, ok := of(&e)
			if !ok {
				continue
			}
			name, ok := changedPath(*e.Target, c.Cwd, at)
			if !ok {
				continue
			}
			change := Change{Call: i, Path: name, Kind: kind, whole: kind == rule.Delete && e.Recursive || kind == rule.Move}
			if forms := formsOf(e.What); forms != nil && (e.Kind == rule.Revise || e.Kind == rule.Edit) {
				change.Forms = forms
			}
			list = append(list, change)
		}
	}
	return list
}

// formsOf returns the globs of names that a tool changes in a directory, nil where an effect says
// something else of what it changes.
func formsOf(what string) []string {
	if !strings.HasPrefix(what, "*.") {
		return nil
	}
	return strings.Fields(what)
}

// changeOf returns how an effect changes its target.
func changeOf(e *effect.Effect) (kind rule.EffectKind, ok bool) {
	if e.Target == nil || !e.Kind.ChangesFiles() {
		return "", false
	}
	switch e.Kind {
	case rule.Delete, rule.Move, rule.Discard, rule.Revise:
		return e.Kind, true
	case rule.Edit:
		return rule.Overwrite, e.What == "" || e.What == fromCommit || formsOf(e.What) != nil
	}
	return rule.Overwrite, true
}

// changedPath returns the path of a word, also where a glob stands in the middle of it:
// tools expand those that a shell leaves alone.
func changedPath(w shell.Word, d shell.Dir, at Dirs) (string, bool) {
	if name, ok := effect.Literal(w, d, at); ok {
		return name, true
	}
	if name, ok := effect.Pattern(w, d, at); ok {
		return name, true
	}
	text, known := w.Literal()
	if !known {
		text = w.String()
	}
	dir, ok := d.Path.Literal()
	if len(w.Parts) == 0 {
		text = "."
	}
	if strings.ContainsAny(text, "$`\x00~") || strings.Contains(text, "..") || !ok && len(d.Path.Parts) > 0 || text == "" {
		return "", false
	}
	if !path.IsAbs(dir) {
		dir = path.Join(at.Cwd, dir)
	}
	if path.IsAbs(text) {
		return path.Clean(text), true
	}
	return path.Join(dir, text), path.IsAbs(dir)
}

// Touches reports whether a change is one of what an absolute pattern names: a file, all
// in a directory, or, where a directory is deleted or moved as a whole, something in it.
// A tool that revises a directory changes the files in it that have its forms.
func (c *Change) Touches(pattern string) bool {
	fixed, glob := fixedPart(c.Path)
	if speaksOf(pattern, fixed) || glob && matchSegments(strings.Split(c.Path, "/"), strings.Split(pattern, "/")) || glob && speaksOf(pattern, c.Path) {
		return true
	}
	named, wide := fixedPart(pattern)
	if !strings.HasPrefix(named+"/", strings.TrimSuffix(fixed, "/")+"/") || glob && !c.inForm(pattern) {
		return false
	}
	switch c.Kind {
	case rule.Delete, rule.Move:
		return c.whole && !glob && !wide
	case rule.Revise:
		return !wide && len(c.Forms) > 0 && c.inForm(pattern)
	}
	return false
}

// inForm reports whether a tool that revises files changes one with the name of a pattern.
func (c *Change) inForm(pattern string) bool {
	forms := c.Forms
	if _, glob := fixedPart(c.Path); glob {
		forms = []string{path.Base(c.Path)}
	}
	return shell.MatchAny(forms, path.Base(pattern))
}

// fixedPart returns the names of a path before the first with a glob.
func fixedPart(name string) (fixed string, glob bool) {
	at := strings.IndexAny(name, "*?[{")
	if at < 0 {
		return name, false
	}
	return strings.TrimSuffix(name[:strings.LastIndexByte(name[:at], '/')+1], "/"), true
}
