package judge

import (
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// maxWritten bounds the files that are read to judge what an edit makes of them.
const maxWritten = 1 << 20

// File judges what a call does with one of the files that it names, under that
// name and where links lead.
func (j *Judge) File(c *protocol.Call, path string, look rule.Facts) safety.Verdict {
	if !filepath.IsAbs(path) {
		path = filepath.Join(j.Cwd, path)
	}
	v := j.file(c, path, look)
	if real := target(path); real != path && v.Action < policy.Block {
		if w := j.file(c, real, look); w.Risk > v.Risk {
			w.Script = v.Script // allow entries are about the name that the agent used
			return w
		}
	}
	return v
}

func (j *Judge) file(c *protocol.Call, path string, look rule.Facts) safety.Verdict {
	u := safety.Use{Tool: c.Tool.FileTool(), Kind: rule.Read, Path: path, Cut: c.CutText}
	held := func() string {
		data, err := paths.ReadFile(path, maxWritten)
		if err != nil {
			return ""
		}
		return string(data)
	}
	switch c.Tool {
	case protocol.Write:
		u.Kind, u.Text = rule.Overwrite, func() string { return c.Text }
		if !c.CutText {
			u.Held = held
		}
	case protocol.Edit:
		u.Kind = rule.Append // the rest of the file stays
		u.Old = held
		u.Text = func() string { return c.Apply(u.Old()) }
	}
	return j.allowing(u.Tool+" "+path, func(e *safety.Engine) safety.Verdict { return e.JudgeUse(&u, j.At, look) })
}

// target returns where the links of a path lead, of one that does not exist
// those of its directory.
func target(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		return filepath.Join(dir, filepath.Base(path))
	}
	return path
}

// VerdictIn judges a text in a language that another tool than a shell runs.
func (j *Judge) VerdictIn(language, text string, look rule.Facts) safety.Verdict {
	return j.allowing(text, func(e *safety.Engine) safety.Verdict {
		if language != "shell" {
			e.Language = language
		}
		return e.Judge(text, j.At, look)
	})
}
