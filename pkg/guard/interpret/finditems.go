package interpret

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// findItems works out what find and fd go through.
func findItems(c *shell.Call) {
	switch c.Program {
	case "find", "bfs", "gfind":
		if c.Own().Items = finds(c); !c.Args.Has("-maxdepth") {
			c.Own().Items = anyDepth(c.Own().Items)
		}
	case "fd", "fdfind":
		if c.Own().Items = fdFinds(c); !c.Args.Has("-d", "--max-depth", "--exact-depth") {
			c.Own().Items = anyDepth(c.Own().Items)
		}
	}
}

func fdFinds(c *shell.Call) []shell.Word {
	ops := c.Args.Operands
	glob := "**"
	if len(ops) > 0 {
		glob = fdGlob(ops[0].String(), c.Args.Has("-g"))
	}
	if f := c.Args.Flag("-e", "--extension"); f != nil && f.Value != nil {
		glob = "*." + f.Value.String()
	}
	if len(ops) > 1 {
		return under(ops[1:], glob)
	}
	return under([]shell.Word{shell.LitWord(".")}, glob)
}

// fdGlob returns a glob for the names that a pattern of fd finds.
func fdGlob(pattern string, glob bool) string {
	if glob {
		return pattern
	}
	name := strings.ReplaceAll(strings.TrimSuffix(strings.TrimPrefix(pattern, "^"), "$"), `\.`, "\x00")
	switch {
	case strings.Trim(name, ".*+?") == "":
		return "**"
	case strings.ContainsAny(name, `.*+?[](){}|\^$/`):
		return "*"
	}
	name = strings.ReplaceAll(name, "\x00", ".")
	if !strings.HasPrefix(pattern, "^") {
		name = "*" + name
	}
	if !strings.HasSuffix(pattern, "$") {
		name += "*"
	}
	return name
}

// anyDepth returns words of which the last part is a glob of names at any depth.
func anyDepth(list []shell.Word) []shell.Word {
	for i := range list {
		parts := list[i].Parts
		parts[len(parts)-1].Deep = true
	}
	return list
}

// under returns a glob below each starting point.
func under(starts []shell.Word, glob string) []shell.Word {
	var out []shell.Word
	for _, s := range starts {
		v := s.Clone()
		if !strings.HasSuffix(v.String(), "/") {
			v.Add(shell.Part{Kind: shell.Lit, Text: "/"})
		}
		v.Parts = append(v.Parts, shell.Part{Kind: shell.Glob, Text: glob})
		out = append(out, v)
	}
	return out
}
