package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Use is what a tool that an agent has for files does with one of them.
type Use struct {
	Tool string          // as rules name it: Read, Write, Edit
	Kind rule.EffectKind // Read; Overwrite; Append, where the rest of the file stays
	Path string
	Text func() string // of the file, once it is written
	Old  func() string // and before; nil: all of it is new
	Held func() string // what the file holds that is written whole; nil: not known
	Cut  bool          // there is more of the text than is known
}

// operator is the redirection of a shell that does the same.
func operator(kind rule.EffectKind) string {
	switch kind {
	case rule.Read:
		return "<"
	case rule.Overwrite:
		return ">"
	case rule.Append:
		return ">>"
	}
	return ""
}

// JudgeUse judges the use of a tool with the rules for commands: what it does to
// the file, and what it writes where that is shell. Patterns of the user's own
// speak of commands, and do not count.
func (e *Engine) JudgeUse(u *Use, at Dirs, facts rule.Facts) Verdict {
	engine := *e
	engine.use, engine.Surface, engine.offered, engine.Blocked = u, rule.Tool, true, nil
	s := shell.FileTool(u.Tool, operator(u.Kind), u.Path)
	if u.Kind != rule.Read && u.Text != nil && mayRun(s, at) {
		s.Write(u.Text())
		if u.Cut && effect.ClassOf(s.Calls[0].Redirs[0].Word, shell.Dir{}, at)&effect.Startup != 0 { // others are read when they run
			s.Problems = append(s.Problems, shell.Left(unread.Cut, "the text is too long to be read to its end", shell.Span{To: len(s.Text)}, nil))
		}
	}
	v := engine.verdict(s, at, facts)
	v.Type = fileSystem
	return v
}

// fileSystem is the type of a command that works on files.
const fileSystem = "FileSystem"

// mayRun reports whether a file may be one with shell in it, or settings that run programs,
// by its name.
func mayRun(s *shell.Script, at Dirs) bool {
	file := s.Calls[0].Redirs[0].Word
	name := file.String()
	if input := extract.For(name, nil); input != nil {
		return input.Name != "markdown"
	}
	switch path.Ext(strings.TrimPrefix(path.Base(name), ".")) {
	case ".toml", ".conf", ".ini", ".cfg", ".vim", ".pth", "": // settings may name programs: rustc-wrapper
		return true
	}
	return effect.ClassOf(file, shell.Dir{}, at)&effect.Startup != 0
}

// used judges the texts in a file that a tool writes, as far as they are new.
func (c *checker) used(w *shell.Written, startup bool) (found []Finding, plain bool) {
	text, old := asWritten(w.Text), ""
	if u := c.engine.use; u.Old != nil {
		old = u.Old()
	}
	if startup {
		text, old = added(old, text), ""
	}
	found, plain = c.texts(w.Path, text, startup)
	if len(found) > 0 && old != "" {
		before, _ := c.texts(w.Path, old, startup)
		found = slices.DeleteFunc(found, func(f Finding) bool {
			return slices.ContainsFunc(before, func(b Finding) bool { return b.Rule == f.Rule && b.Message == f.Message })
		})
	}
	return found, plain
}

// texts judges the texts in a file, but for examples in documents and what
// belongs to the tests.
func (c *checker) texts(name, text string, startup bool) (found []Finding, plain bool) {
	pieces, plain := readContent(name, text, startup)
	below := strings.TrimPrefix(strings.TrimPrefix(name, c.at.Project), "/")
	for k := range pieces {
		p := &pieces[k]
		if p.Surface == "doc" || !byItself(p, startup) && Surface(below, p.Surface) == rule.Test {
			continue
		}
		more, sets := c.piece(name, p)
		found, plain = append(found, more...), plain && sets
	}
	return found, plain
}

// added returns the lines of a text that another one does not have.
func added(old, text string) string {
	known := make(map[string]int)
	for line := range strings.Lines(old) {
		known[strings.TrimRight(line, "\r\n")]++
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if bare := strings.TrimRight(line, "\r\n"); known[bare] > 0 {
			known[bare]--
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}
