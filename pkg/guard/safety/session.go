package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// settings reports whether a script only sets up a session of the shell: it
// sets variables, options, aliases and completions, and reads files and what
// programs print for that. It starts no program of its own.
func settings(s *shell.Script, at Dirs) bool {
	if len(s.Problems) > 0 || searchesTemp(s.Text, at) {
		return false
	}
	used := make(map[int]bool) // calls whose output is used
	for i := range s.Calls {
		c := &s.Calls[i]
		for _, v := range c.Argv {
			note(used, v.From())
		}
		for _, a := range c.Assigns {
			note(used, a.Value.From())
		}
		for _, r := range c.Runs {
			note(used, r.From)
		}
	}
	x := effect.NewReader(s, at)
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Spawn || !quiet(c, x.Of(i)) {
			return false
		}
		own := c.Program == "" && (len(c.Argv) == 0 || c.Argv[0].From() != nil) || c.Late || c.Captured || used[i]
		if t := c.About.TraitsOf(c.Program); !own && t&(rule.Builtin|rule.Auxiliary|rule.ReadOnly) == 0 {
			return false
		}
		for _, r := range c.Runs {
			if r.File != nil && temporary(*r.File, c.Cwd, at) {
				return false
			}
		}
		for _, v := range c.Args.Operands {
			if temporary(v, c.Cwd, at) {
				return false
			}
		}
	}
	return true
}

func note(used map[int]bool, calls []int) {
	for _, i := range calls {
		used[i] = true
	}
}

// aliases returns what the aliases that a script defines stand for.
func aliases(s *shell.Script) []string {
	var out []string
	for i := range s.Calls {
		if c := &s.Calls[i]; c.Program == "alias" {
			for _, v := range c.Argv[1:] {
				if _, body, ok := strings.Cut(v.String(), "="); ok {
					out = append(out, body)
				}
			}
		}
	}
	return out
}

// quietly reports whether the effects of a whole script are those of reading
// files.
func quietly(s *shell.Script, at Dirs) bool {
	x := effect.NewReader(s, at)
	for i := range s.Calls {
		c := &s.Calls[i]
		if !quiet(c, x.Of(i)) || len(c.Argv) > 0 && temporary(c.Argv[0], c.Cwd, at) {
			return false
		}
	}
	return len(s.Problems) == 0
}

// quiet reports whether the effects of a call are those of reading files.
func quiet(c *shell.Call, effects []effect.Effect) bool {
	return !slices.ContainsFunc(effects, func(e effect.Effect) bool {
		return e.Kind != rule.Read && (e.Kind != rule.Run || len(c.Runs) == 0)
	})
}

// searchesTemp reports whether a text puts a directory that anyone may write
// to, or the current one, into a list of directories such as PATH.
func searchesTemp(text string, at Dirs) bool {
	for {
		_, rest, found := strings.Cut(text, "PATH=")
		if !found {
			return false
		}
		text = rest
		list := strings.TrimLeft(rest, `"'`)
		if end := strings.IndexAny(list, "\"' \t\n;"); end >= 0 {
			list = list[:end]
		}
		for dir := range strings.SplitSeq(list, ":") {
			if dir == "." || temporary(shell.Word{Parts: []shell.Part{{Text: dir}}}, shell.Dir{}, at) {
				return true
			}
		}
	}
}

func temporary(w shell.Word, cwd shell.Dir, at Dirs) bool {
	return effect.ClassOf(w, cwd, at)&(effect.Temp|effect.TempRoot) != 0
}
