package interpret

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// finds returns the paths find lists: everything under its starting points, or
// with a test some of it.
func finds(c *shell.Call) []shell.Word {
	var starts []shell.Word
	for _, v := range c.Args.Operands {
		if v.Is("(") || v.Is("!") || v.Is(")") {
			break
		}
		starts = append(starts, v)
	}
	if len(starts) == 0 {
		starts = []shell.Word{shell.LitWord(".")}
	}
	f := findExpr{words: c.Argv[1:]}
	for f.at < len(f.words) && !f.begins() {
		f.at++
	}
	globs := f.or(0)
	if len(globs) == 0 {
		globs = []string{"*"}
	}
	var out []shell.Word
	for _, g := range globs {
		if g == links {
			out = append(out, linksUnder(starts)...)
			continue
		}
		out = append(out, under(starts, g)...)
	}
	return Capped(out)
}

// links is what -type l lets through. Links hold nothing themselves.
const links = "[links]"

// linksUnder returns the links below each starting point. In a project tools
// make them again; those of a system or a home are not like that.
func linksUnder(starts []shell.Word) []shell.Word {
	var out []shell.Word
	for _, s := range starts {
		glob := links
		if t := s.Prefix(); strings.HasPrefix(t, "/") || strings.HasPrefix(t, "..") || s.HasUnknown() {
			glob = "*"
		}
		out = append(out, under([]shell.Word{s}, glob)...)
	}
	return out
}

// findExpr reads the expression of find for what it lets through: names, "*"
// for some of the files, or "**" for all of them.
type findExpr struct {
	words []shell.Word
	at    int
	acted bool // the alternative read last does something with what it finds
}

// begins reports whether the expression begins here, after the paths.
func (f *findExpr) begins() bool {
	t := f.words[f.at].Prefix()
	switch t {
	case "-H", "-L", "-P":
		return false
	}
	return t != "" && (t[0] == '-' || t == "(" || t == "!")
}

func (f *findExpr) next() (string, bool) {
	if f.at >= len(f.words) {
		return "", false
	}
	f.at++
	return f.words[f.at-1].String(), true
}

// or reads alternatives up to the end or a closing parenthesis. If some of them do something
// with what they find, the others do nothing: -name a -o -name b -delete.
func (f *findExpr) or(depth int) []string {
	out := f.and(depth)
	acts := f.acted
	for f.at < len(f.words) {
		switch f.words[f.at].String() {
		case "-o", "-or", ",":
			f.at++
			globs := f.and(depth)
			switch {
			case f.acted && !acts:
				out, acts = nil, true
			case acts && !f.acted:
				continue
			}
			for _, g := range globs {
				out = addGlob(out, g)
			}
		default:
			f.acted = acts
			return out
		}
	}
	f.acted = acts
	return out
}

func addGlob(globs []string, g string) []string {
	for _, h := range globs {
		if h == g {
			return globs
		}
	}
	return append(globs, g)
}

// and reads tests that must all hold: the narrowest counts. What is pruned is
// not listed, unless something is done with it.
func (f *findExpr) and(depth int) []string {
	out := []string{"**"}
	pruned, acts, deletes := false, false, false
	defer func() { f.acted = acts }()
	for f.at < len(f.words) {
		switch f.words[f.at].String() {
		case "-o", "-or", ",", ")":
			if pruned && !acts {
				return nil
			}
			return out
		case "-prune":
			pruned = true
		case "-exec", "-execdir", "-ok", "-okdir", "-delete", "-print", "-print0":
			acts = true
		}
		deletes = deletes || f.words[f.at].Is("-delete") // it does not wait for tests after it
		f.acted = false
		if g := f.factor(depth); narrower(g, out) && !deletes {
			out = g
		}
		acts = acts || f.acted // in a group
	}
	return out // what is pruned at the end is still listed
}

// narrower reports whether one list of globs says more than another.
func narrower(a, b []string) bool {
	return len(b) == 1 && (b[0] == "**" || b[0] == "*" && !slices.Contains(a, "**"))
}

// factor reads one test, negated test or group.
func (f *findExpr) factor(depth int) []string {
	t, _ := f.next()
	switch t {
	case "!", "-not":
		if g := f.factor(depth); len(g) == 1 && (g[0] == "*" || g[0] == "**") {
			return []string{"*"}
		}
		return []string{"**"} // all but a few names
	case "(":
		if depth >= maxDepth {
			return []string{"**"}
		}
		g := f.or(depth + 1)
		f.next() // the closing parenthesis
		return g
	case "-exec", "-execdir", "-ok", "-okdir":
		for f.at < len(f.words) {
			if t, _ = f.next(); t == ";" || t == "+" {
				break
			}
		}
	case "-regex", "-iregex":
		if expr, ok := f.next(); ok {
			return []string{highest(regexGlob(expr))}
		}
	case "-name", "-iname", "-path", "-ipath", "-wholename", "-iwholename":
		if name, ok := f.next(); ok && strings.Trim(name, "*./") != "" {
			return []string{highest(name)}
		}
	case "-empty", "-inum", "-samefile": // nothing that holds anything, or one file
		return []string{"[" + t + "]"}
	case "-type", "-xtype", "-size":
		return f.ofKind(t)
	case "-mtime", "-mmin", "-atime", "-amin", "-ctime", "-cmin", "-newer", "-user", "-group", "-perm",
		"-links", "-uid", "-gid", "-nouser", "-nogroup", "-lname", "-newermt", "-anewer",
		"-cnewer", "-used", "-fstype", "-maxdepth":
		return []string{"*"}
	}
	return []string{"**"}
}

// highest returns the pattern of the nearest paths that a pattern matches: .claude/* for
// */.claude/*, where * stands for any directories.
func highest(pattern string) string {
	rest := pattern
	for strings.HasPrefix(rest, "*/") {
		rest = rest[2:]
	}
	if dotted, ok := strings.CutPrefix(rest, "*"); ok && strings.HasPrefix(dotted, ".") && strings.Contains(dotted, "/") {
		rest = dotted
	}
	return rest
}

// regexGlob returns a pattern for the names that a regular expression matches: *.py[co] for
// .*\.py[co]$. One that says more stands for some of the files.
func regexGlob(expr string) string {
	glob := strings.NewReplacer(".*", "*", `\.`, ".").Replace(strings.TrimSuffix(strings.TrimPrefix(expr, "^"), "$"))
	switch {
	case strings.Trim(glob, "*./") == "":
		return "**"
	case strings.ContainsAny(glob, `\()|+{}^$`):
		return "*"
	}
	return strings.TrimPrefix(glob, "./")
}

// ofKind reads a test of the type or size: links, broken links and empty files
// hold nothing.
func (f *findExpr) ofKind(test string) []string {
	value, _ := f.next()
	switch {
	case test == "-type" && value == "l":
		return []string{links}
	case test == "-xtype" && value == "l", test == "-size" && (value == "0" || value == "0c" || value == "0b" || value == "0k" || value == "-1"):
		return []string{"[" + test + "]"}
	case test == "-type":
		return []string{"**"}
	}
	return []string{"*"}
}
