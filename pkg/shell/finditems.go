package shell

import "strings"

// findItems works out what find and fd go through.
func findItems(c *Call) {
	switch c.Program {
	case "find", "bfs", "gfind":
		c.own().Items = finds(c)
	case "fd", "fdfind":
		c.own().Items = fdFinds(c)
	}
}

func fdFinds(c *Call) []Word {
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
	return under([]Word{lit(".")}, glob)
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

// under returns a glob below each starting point.
func under(starts []Word, glob string) []Word {
	var out []Word
	for _, s := range starts {
		v := s.clone()
		if !strings.HasSuffix(v.String(), "/") {
			v.add(Part{Kind: Lit, Text: "/"})
		}
		v.Parts = append(v.Parts, Part{Kind: Glob, Text: glob})
		out = append(out, v)
	}
	return out
}
