package safety

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// clientSettings are the files of a project by which Claude Code calls ctxhook.
var clientSettings = [...]string{".claude/settings.json", ".claude/settings.local.json"}

// takesListed is changesFiles for a call that deletes or moves files whose names another
// call lists: git ls-files | grep -v ^src/ | xargs rm. Each stage is asked whether it would
// print the names of the settings; of one that is not known, nothing is said.
func (w *weighing) takesListed(q *rule.RegistrationQuery) bool {
	call := &w.script.Calls[w.i]
	from := w.namesFrom(call)
	if len(from) == 0 || w.at.Project == "" || call.Where != "" || w.e != nil && w.e.Kind == rule.Discard {
		return false
	}
	q.Deleted = true
	for _, i := range from {
		for _, name := range clientSettings {
			if printed, ok := w.prints(i, w.at.Project+"/"+name, q, 0); ok {
				q.Paths = append(q.Paths, printed)
			}
		}
	}
	return len(q.Paths) > 0
}

// namesFrom returns the calls that list what a call takes away.
func (w *weighing) namesFrom(call *shell.Call) []int {
	if call.Program == "tar" {
		if f := call.Args.Flag("-T", "--files-from"); f != nil && f.Value != nil && f.Value.Is("-") && call.Args.Has("--remove-files") {
			return call.Stdin.From
		}
		return nil
	}
	if w.e == nil || w.e.Target == nil {
		return nil
	}
	switch w.e.Kind {
	case rule.Delete, rule.Move, rule.Overwrite, rule.Discard:
	default:
		return nil
	}
	if _, known := w.e.Target.Literal(); known {
		return nil
	}
	from := w.e.Target.From()
	const most = 4
	for n := 0; len(from) == 0 && n < most && call != nil; n++ { // names that xargs, or a shell under it, was given
		if slices.Contains(call.Wrappers, "xargs") || call.Program == "xargs" {
			from = call.Stdin.From
		}
		if call.Via < 0 {
			break
		}
		call = &w.script.Calls[call.Via]
	}
	return from
}

// prints reports whether a call would print the name of a file, and how.
func (w *weighing) prints(i int, file string, q *rule.RegistrationQuery, depth int) (name string, ok bool) {
	const longest = 8 // pipelines
	if i < 0 || i >= len(w.script.Calls) || depth > longest {
		return "", false
	}
	c := &w.script.Calls[i]
	dir, ok := effect.Literal(shell.Word{}, c.Cwd, w.at)
	if !ok {
		dir, ok = w.at.Cwd, w.at.Cwd != "" && len(c.Cwd.Path.Parts) == 0
	}
	rel, below := strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/")
	switch {
	case !ok || !below:
		return "", false
	case c.Program == "git" && c.Args.Is([]string{"ls-files"}):
		if c.Args.Has("-d", "-m", "-u", "-k", "--deleted", "--modified", "--unmerged", "--killed") {
			return "", false
		}
		if c.Args.Has("-o", "--others") {
			q.Deleted, q.Untracked, q.Ignored = false, true, !c.Args.Has("--exclude-standard")
		}
		return rel, matchesSpecs(c.Args.Operands, rel)
	case c.Program == "git" && c.Args.Is([]string{"ls-tree"}) && c.Args.Has("-r") && len(c.Args.Operands) > 0:
		return rel, matchesSpecs(c.Args.Operands[1:], rel)
	case c.Program == "git" && c.Args.Is([]string{"grep"}) && c.Args.Has("-l", "--files-with-matches", "--name-only") && len(c.Args.Operands) > 0:
		pattern, known := c.Args.Operands[0].Literal()
		q.Holding = pattern
		return rel, known && matchesSpecs(c.Args.Operands[1:], rel)
	case c.Program == "find":
		return printsFound(c, rel)
	case c.Program == "ls":
		top, _, _ := strings.Cut(rel, "/")
		return top, c.Args.Has("-a", "-A", "--all", "--almost-all") && len(c.Args.Operands) == 0
	}
	for _, from := range c.Stdin.From {
		if name, ok = w.prints(from, file, q, depth+1); ok && selects(c, name) {
			return name, true
		}
	}
	return "", false
}

// matchesSpecs reports whether pathspecs of git match a path; none match all.
func matchesSpecs(specs []shell.Word, rel string) bool {
	for _, w := range specs {
		spec, ok := w.Literal()
		spec = strings.TrimSuffix(strings.TrimPrefix(spec, "./"), "/")
		switch {
		case !ok || strings.HasPrefix(spec, ":"):
			return false
		case spec == ".", spec == rel, strings.HasPrefix(rel, spec+"/"), shell.MatchGlob(spec, rel):
			return true
		}
	}
	return len(specs) == 0
}

// printsFound reports whether find prints a path below its start. What its other conditions
// mean for the file is not known.
func printsFound(c *shell.Call, rel string) (name string, ok bool) {
	words := c.Argv[1:]
	start := "."
	if len(words) > 0 && !strings.HasPrefix(words[0].Prefix(), "-") && !words[0].Is("!") && !words[0].Is("(") {
		if start, ok = words[0].Literal(); !ok || start != "." && !strings.HasPrefix(rel, strings.TrimSuffix(start, "/")+"/") {
			return "", false
		}
		words = words[1:]
	}
	name = rel
	if start == "." {
		name = "./" + rel
	}
	f := found{words: words, rel: rel, name: name, known: true}
	holds := len(words) == 0 || f.either(true)
	if f.prints {
		holds = f.printed
	}
	return name, holds && f.known && len(f.words) == 0
}

// selects reports whether a call in a pipeline lets a line through.
func selects(c *shell.Call, line string) bool {
	switch c.Prints() {
	case rule.PrintsLines, rule.PrintsTranslated:
		return c.Program != "head" && c.Program != "tail"
	case rule.PrintsFiles:
		return len(c.Args.Operands) == 0
	case rule.PrintsSelected:
	default:
		return false
	}
	files := len(c.Args.Operands)
	if !c.Args.Has("-e", "--regexp") {
		files--
	}
	re, known := searchedFor(c)
	if !known || files > 0 || c.Args.Has("-c", "-q", "-o", "-n") {
		return false
	}
	return re.MatchString(line) != c.Args.Has("-v", "--invert-match")
}

// expression returns a pattern of grep as an expression of ours.
func expression(c *shell.Call, pattern string) string {
	if c.Args.Has("-F", "--fixed-strings") {
		pattern = regexp.QuoteMeta(pattern)
	} else if !c.Args.Has("-E", "--extended-regexp") && c.Program != "egrep" { // what a backslash gives a meaning has none without one
		pattern = strings.NewReplacer(`\|`, "|", `\(`, "(", `\)`, ")", `\?`, "?", `\+`, "+", "|", `\|`, "(", `\(`, ")", `\)`, "?", `\?`, "+", `\+`).Replace(pattern)
	}
	if c.Args.Has("-x", "--line-regexp") {
		pattern = "^(?:" + pattern + ")$"
	}
	if c.Args.Has("-i") {
		pattern = "(?i)" + pattern
	}
	return pattern
}

// leavesOut is changesFiles for a file of patterns that the same command writes: the files
// that git leaves in the tree.
func (w *weighing) leavesOut(q *rule.RegistrationQuery) bool {
	for n := range w.script.Written {
		f := &w.script.Written[n]
		if f.By >= w.i || !f.Known || !strings.HasSuffix(f.Path, ".git/info/sparse-checkout") {
			continue
		}
		text, ok := f.Text.Literal()
		if !ok {
			return false
		}
		for _, name := range clientSettings {
			if !stays(text, name) {
				q.Paths = append(q.Paths, name)
			}
		}
	}
	q.None = len(q.Paths) > 0
	q.Spare = q.None
	return q.None
}

// stays reports whether patterns, as of .gitignore, name a file: the last that fits says so.
func stays(patterns, name string) (stays bool) {
	for line := range strings.Lines(patterns) {
		line = strings.TrimSpace(line)
		pattern, not := strings.CutPrefix(line, "!")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pattern, anchored := strings.CutPrefix(strings.TrimSuffix(pattern, "/"), "/")
		anchored = anchored || strings.Contains(pattern, "/")
		for at := name; at != "."; at = path.Dir(at) {
			fits, err := path.Match(pattern, at)
			if !anchored && !fits {
				fits, err = path.Match(pattern, path.Base(at))
			}
			if err == nil && fits {
				stays = !not
				break
			}
		}
	}
	return stays
}
