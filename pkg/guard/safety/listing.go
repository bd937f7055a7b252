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

// theirsListed lists the work of others among the files whose names another call lists for
// this one: ls data | grep csv | sed 's#^#data/#' | xargs rm. It reads the worst into what is
// not known of a filter: each file that is listed may be left. ok is false where no call lists
// names in a way that is known.
func (w *weighing) theirsListed() (list []rule.Authored, ok bool) {
	call := &w.script.Calls[w.i]
	from := w.namesFrom(call)
	if len(from) == 0 && call.Loop && w.e != nil && w.e.Target != nil && len(w.e.Target.Parts) > 0 && w.e.Kind == rule.Delete {
		if _, known := w.e.Target.Literal(); !known {
			from = call.Stdin.From // while read f
		}
	}
	dir, here := w.dir()
	if len(from) == 0 || !here {
		return nil, false
	}
	for _, i := range from {
		for _, at := range w.origins(i, 0) {
			for _, q := range w.listedIn(at) {
				if !w.script.Work.Spend(stepsOfSearch) {
					return nil, false
				}
				a := w.facts.Authors(q)
				ok = ok || a.Known
				for _, f := range a.Theirs {
					if q.Deep && !effect.IsAuthored(f.Name) && !effect.IsData(f.Name) {
						continue // git may ignore it, and a build make it again
					}
					file := w.absolute(f.Name)
					if name, may := w.mayPrint(i, file, 0); may && w.stands(name, file, dir) && !slices.Contains(list, f) {
						list = append(list, f)
					}
				}
			}
		}
	}
	return list, ok
}

// stands reports whether the target of the effect may stand for a file that is listed under a
// name; "" is one that is not known.
func (w *weighing) stands(name, file, dir string) bool {
	t := w.e.Target
	if pattern, is := effect.Pattern(*t, w.script.Calls[w.i].Cwd, w.at); is {
		last := path.Base(pattern)
		ok, err := path.Match(last, path.Base(file))
		return ok || err != nil || strings.Contains(last, "**")
	}
	if name == "" {
		return true
	}
	text, filled := "", false
	for _, p := range t.Parts {
		switch {
		case p.Kind == shell.Lit:
			text += p.Text
		case p.Kind == shell.Glob: // of all that a search may find
			return within(path.Join(dir, text), file)
		case filled:
			return true // of two words
		default:
			text, filled = text+name, true
		}
	}
	if !strings.HasPrefix(text, "/") {
		text = path.Join(dir, text)
	}
	text = path.Clean(text)
	return file == text || strings.HasPrefix(file, text+"/") && w.e.Recursive
}

// origins returns the calls from which the lines come that a call prints.
func (c *checker) origins(i, depth int) (list []int) {
	const longest = 8 // pipelines
	if i < 0 || i >= len(c.script.Calls) || depth > longest {
		return nil
	}
	if c.lists(&c.script.Calls[i]) {
		return []int{i}
	}
	for _, from := range c.script.Calls[i].Stdin.From {
		list = append(list, c.origins(from, depth+1)...)
	}
	return list
}

// lists reports whether a call prints the names of files.
func (c *checker) lists(call *shell.Call) bool {
	switch {
	case call.Where != "" || call.Cwd.Else != nil:
		return false
	case isGit(call):
		return call.Args.Is([]string{"ls-files", "status"}) || call.Args.Is([]string{"diff"}) && call.Args.Has("--name-only")
	case call.Prints() == rule.PrintsSelected:
		return call.Args.Has("-l", "--files-with-matches", "-L", "--files-without-match")
	}
	return call.Program == "find" || call.Program == "ls"
}

// listedIn returns by which questions the files are found that a call may list.
func (w *weighing) listedIn(i int) (list []rule.LossQuery) {
	c := &w.script.Calls[i]
	words := c.Args.Operands
	switch {
	case isGit(c):
		words = nil
	case c.Program == "find":
		words = nil
		for _, word := range c.Argv[1:] {
			if strings.HasPrefix(word.String(), "-") || word.Is("!") || word.Is("(") {
				break
			}
			words = append(words, word)
		}
	case c.Program != "ls" && len(words) > 0 && !c.Args.Has("-e", "--regexp", "-f"):
		words = words[1:] // behind the text that is searched for
	}
	for _, word := range words {
		if pattern, is := effect.Pattern(word, c.Cwd, w.at); is {
			list = append(list, rule.LossQuery{Path: pattern, Pattern: true})
		} else if name, ok := effect.Literal(word, c.Cwd, w.at); ok {
			list = append(list, rule.LossQuery{Path: name})
		}
	}
	list = append(list, w.namesOf(c, list)...)
	if dir, ok := w.dirOf(c); ok && len(words) == 0 {
		list = append(list, rule.LossQuery{Path: dir, Tracked: isGit(c) && !c.Args.Has("-o", "--others") && !c.Args.Is([]string{"status"})})
	}
	return list
}

// namesOf returns the questions for the files of some names that find lists in some places, those
// that git ignores included.
func (w *weighing) namesOf(c *shell.Call, places []rule.LossQuery) (list []rule.LossQuery) {
	if c.Program != "find" {
		return nil
	}
	dirs := []string{}
	for _, q := range places {
		dirs = append(dirs, q.Path)
	}
	if dir, ok := w.dirOf(c); ok && len(dirs) == 0 {
		dirs = append(dirs, dir)
	}
	for i := 1; i+1 < len(c.Argv); i++ {
		name, known := c.Argv[i+1].Literal()
		if !known || !c.Argv[i].Is("-name") && !c.Argv[i].Is("-iname") {
			continue
		}
		for _, dir := range dirs {
			list = append(list, rule.LossQuery{Path: path.Join(dir, name), Pattern: true, Deep: true})
		}
	}
	return list
}

// ownListed reports whether the call discards changes of files that git itself lists for it, and
// all changes of the tree are the session's own.
func (w *weighing) ownListed() bool {
	call := &w.script.Calls[w.i]
	if w.e == nil || w.e.Kind != rule.Discard || w.e.Target == nil || len(w.e.Target.Parts) != 1 || call.Cwd.Else != nil {
		return false
	}
	from, own := w.namesFrom(call), false
	for _, i := range from {
		c := &w.script.Calls[i]
		dir, ok := w.dirOf(c)
		if !ok || !w.lists(c) || !isGit(c) || !w.worksHere(c) || !w.script.Work.Spend(stepsOfSearch) {
			return false
		}
		if t := w.facts.Tree(dir); !t.Known || !w.facts.Authors(rule.LossQuery{Path: t.Root, Tracked: true}).Is(rule.TheirsNone) || w.brought(-1, t.Root, true) {
			return false
		}
		own = true
	}
	return own
}

// dirOf returns where a call runs.
func (c *checker) dirOf(call *shell.Call) (string, bool) {
	return dirOf(call, c.at)
}

// mayPrint reports whether a call may print the name of a file, and how; "" if that is not
// known.
func (w *weighing) mayPrint(i int, file string, depth int) (name string, may bool) {
	const longest = 8 // pipelines
	if i < 0 || i >= len(w.script.Calls) || depth > longest || !w.script.Work.Spend(1) {
		return "", false
	}
	c := &w.script.Calls[i]
	if w.lists(c) {
		return w.listedAs(c, file)
	}
	for _, from := range c.Stdin.From {
		if name, may = w.mayPrint(from, file, depth+1); may {
			if name, may = passed(c, name); may {
				return name, true
			}
		}
	}
	return "", false
}

// listedAs reports whether a call that lists files may list one, and how.
func (w *weighing) listedAs(c *shell.Call, file string) (name string, may bool) {
	dir, ok := w.dirOf(c)
	rel, below := strings.CutPrefix(file, strings.TrimSuffix(dir, "/")+"/")
	if !ok || !below {
		return "", false
	}
	switch {
	case isGit(c):
		return w.listedByGit(c, file, rel)
	case c.Program == "find":
		return printsFound(c, rel)
	case c.Program == "ls":
		return w.listedByLs(c, file, rel)
	}
	return rel, w.holdsText(c, file)
}

// listedByGit is listedAs for calls of git.
func (w *weighing) listedByGit(c *shell.Call, file, rel string) (name string, may bool) {
	p := w.facts.Path(file)
	switch {
	case c.Args.Is([]string{"status"}):
		if p.Ignored {
			return "", false
		}
		if p.Untracked == 0 {
			return " M " + rel, p.Modified > 0
		}
		if dir, _, in := strings.Cut(rel, "/"); in && !c.Args.Has("-u", "--untracked-files") && w.facts.Path(strings.TrimSuffix(file, rel)+dir).Tracked == 0 {
			rel = dir + "/"
		}
		return "?? " + rel, true
	case c.Args.Is([]string{"diff"}):
		return rel, p.Modified > 0
	case c.Args.Has("-o", "--others"):
		return rel, (p.Untracked > 0 || p.Ignored && !c.Args.Has("--exclude-standard", "-X", "--exclude-from")) && matchesSpecs(c.Args.Operands, rel)
	case c.Args.Has("-d", "-u", "-k", "--deleted", "--unmerged", "--killed"):
		return "", false
	}
	return rel, p.Tracked > 0 && matchesSpecs(c.Args.Operands, rel)
}

// listedByLs is listedAs for ls: what stands in a directory has its own name, and what is
// named that name.
func (w *weighing) listedByLs(c *shell.Call, file, rel string) (name string, may bool) {
	base := path.Base(file)
	hidden := strings.HasPrefix(base, ".") && !c.Args.Has("-a", "-A", "--all", "--almost-all")
	if len(c.Args.Operands) == 0 {
		top, _, deep := strings.Cut(rel, "/")
		return top, !hidden || deep
	}
	for _, word := range c.Args.Operands {
		text := word.String()
		if pattern, is := effect.Pattern(word, c.Cwd, w.at); is {
			if ok, _ := path.Match(pattern, file); ok {
				return strings.TrimSuffix(text, path.Base(text)) + base, true
			}
			continue
		}
		at, ok := effect.Literal(word, c.Cwd, w.at)
		switch {
		case !ok:
		case at == file:
			return text, true
		case path.Dir(file) == path.Clean(at):
			return base, !hidden
		}
	}
	return "", false
}

// holdsText reports whether a file may hold the text that a call searches for, and is not
// kept out by that.
func (w *weighing) holdsText(c *shell.Call, file string) bool {
	f := w.facts.File(file)
	re, known := searchedFor(c)
	if !f.Known || !known {
		return true
	}
	return re.MatchString(f.Text) != c.Args.Has("-L", "--files-without-match")
}

// searchedFor returns the expression that a call of grep searches for, unless it is an
// involved one.
func searchedFor(c *shell.Call) (*regexp.Regexp, bool) {
	var words []shell.Word
	for k := range c.Args.Flags {
		if f := &c.Args.Flags[k]; f.Value != nil && (f.Name == "-e" || f.Name == "--regexp") {
			words = append(words, *f.Value)
		}
	}
	if len(words) == 0 && len(c.Args.Operands) > 0 {
		words = c.Args.Operands[:1]
	}
	var all []string
	for _, word := range words {
		pattern, ok := word.Literal()
		if !ok || c.Args.Has("-f", "--file") || c.Args.Has("-P", "--perl-regexp") {
			return nil, false
		}
		all = append(all, expression(c, pattern))
	}
	re, err := regexp.Compile("(?m)" + strings.Join(all, "|"))
	return re, err == nil && len(all) > 0
}
