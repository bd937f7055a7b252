package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// OtherName is the words of models for a link to what the target names.
const OtherName = "another name for it"

// Mounted is the words of models for a directory that a container gets.
const Mounted = "from inside a container"

// ownName is the name of this program.
const ownName = "ctxhook"

// reachesGuard reports whether a word stands for a guarded file without naming
// it: through a glob, by the name that a search looks for, or because what is
// put into a directory has its name. It lies at l.
func (r *collector) reachesGuard(kind rule.EffectKind, w shell.Word, l *location, at Dirs) bool {
	switch kind {
	case rule.Overwrite, rule.Append, rule.Edit, rule.Delete, rule.Move, rule.Link, rule.Mode, rule.Owner:
	default:
		return false
	}
	if behind := behindUnknown(w); behind != "" {
		// $(DESTDIR)/home/me/bin/x: where a whole path follows, nothing comes before it.
		return slices.ContainsFunc(at.guards(), func(g string) bool { return within(path.Clean(behind), g) })
	}
	if r.namedByGuard(w) {
		return true
	}
	if !l.abs || len(l.segs) == 0 {
		return false
	}
	if (kind == rule.Overwrite || kind == rule.Link) && takesName(l.path()) {
		return true
	}
	if start, ok := r.searchStart(w, l, at); ok {
		return r.findsGuard(kind, start, l.segs[len(l.segs)-1], at)
	}
	if last := l.segs[len(l.segs)-1]; kind == rule.Delete && isGlob(last) && r.call.Model != nil && r.call.Model.Names[0] == "find" && r.findsGuard(kind, path.Dir(l.path()), last, at) {
		return true
	}
	if k := slices.Index(l.segs, "**"); k > 0 && k < len(l.segs)-1 && kind != rule.Link {
		return r.findsGuard(kind, "/"+strings.Join(l.segs[:k], "/"), l.segs[len(l.segs)-1], at)
	}
	if slices.ContainsFunc(l.segs, isGlob) {
		whole := kind == rule.Delete || kind == rule.Move || kind == rule.Mode || kind == rule.Owner
		dots := r.globsDots()
		return slices.ContainsFunc(at.guards(), func(g string) bool {
			return matchesPath(l.segs, g, whole, dots) && (kind != rule.Delete || g != at.Cache)
		})
	}
	return r.landsOnGuard(kind, w, l, at)
}

// namedByGuard reports whether all of a word is what a call takes from the agent's settings, which
// name the program of the hooks: p=$(jq -r .. settings.json); mv "$p" x.
func (r *collector) namedByGuard(w shell.Word) bool {
	if len(w.Parts) == 0 || w.Parts[0].Kind != shell.Unknown {
		return false
	}
	return slices.ContainsFunc(w.From(), func(i int) bool {
		if i < 0 || i >= len(r.script.Calls) {
			return false
		}
		c := &r.script.Calls[i]
		return slices.ContainsFunc(c.Argv, func(a shell.Word) bool {
			p, ok := Literal(a, c.Cwd, r.at)
			return ok && strings.HasPrefix(path.Base(p), "settings") && slices.Contains(r.at.guards(), p)
		})
	})
}

// takesName reports whether a program at a path has the name of this one, and may be found before
// it.
func takesName(p string) bool {
	dir := strings.TrimSuffix(path.Dir(p), "/")
	base := path.Base(p)
	return (base == ownName || base == ownName+".exe") && path.Base(dir) == "bin" && !strings.HasPrefix(p, "/tmp/") && !strings.HasPrefix(p, "/var/tmp/")
}

// behindUnknown returns the absolute path that stands behind something unknown; "" if
// there is none.
func behindUnknown(w shell.Word) string {
	if len(w.Parts) < 2 || w.Parts[0].Kind != shell.Unknown {
		return ""
	}
	rest, ok := shell.Word{Parts: w.Parts[1:]}.Literal()
	if !ok || !strings.HasPrefix(rest, "/") {
		return ""
	}
	return rest
}

// matchesPath reports whether segments with globs match a path or something
// below it, or with whole a directory that holds it. A glob matches no name with
// a leading dot that it does not write, unless dots.
func matchesPath(pattern []string, p string, whole, dots bool) bool {
	last, more := "", true
	for p = strings.TrimPrefix(p, "/"); more && len(pattern) > 0; pattern = pattern[1:] {
		var name string
		name, p, more = strings.Cut(p, "/")
		switch last = pattern[0]; {
		case last == name:
		case !isGlob(last), !dots && strings.HasPrefix(name, ".") && last[0] != '.' && last[0] != '[':
			return false
		case !matchesName(last, name):
			return false
		}
	}
	return !more || whole && (dots || !everything(last))
}

// globsDots reports whether a call before has the globs of the shell match names with a
// leading dot.
func (r *collector) globsDots() bool {
	return r.i > r.all.first(&r.all.firsts.globsDots, func(c *shell.Call) bool {
		return c.Program == "shopt" && slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return w.Is("dotglob") }) ||
			c.Program == "setopt" && slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return w.Is("globdots") || w.Is("GLOB_DOTS") })
	})
}

// matchesName reports whether a glob of a shell, which may have ranges of letters, matches a
// name.
func matchesName(pattern, name string) bool {
	if strings.IndexByte(pattern, '[') < 0 {
		return shell.MatchGlob(pattern, name)
	}
	ok, err := path.Match(strings.ReplaceAll(pattern, "[!", "[^"), name)
	if err != nil { // [-a], which a shell knows
		return shell.MatchGlob(pattern, name)
	}
	return ok
}

// searchStart returns the directory below which find or grep looks for what a
// word stands for.
func (r *collector) searchStart(w shell.Word, l *location, at Dirs) (start string, ok bool) {
	if r.searched(w) {
		p := trimGlob(trimGlob(l.path()))
		return p, p != ""
	}
	from := r.searchedFrom()
	if from == "" {
		from = r.listedFrom(w)
	}
	if from == "" && len(w.Parts) > 0 && w.Parts[len(w.Parts)-1].Kind == shell.Glob {
		from = r.givenBy()
	}
	if from == "" {
		return "", false
	}
	p, ok := Literal(shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: from}}}, r.call.Cwd, at)
	return p, ok
}

// listedFrom returns the directory below which a search found what a word of a list stands
// for: for f in $(find ~ -name x).
func (r *collector) listedFrom(w shell.Word) string {
	for _, i := range w.From() {
		if i < 0 || i >= len(r.script.Calls) {
			continue
		}
		if c := &r.script.Calls[i]; searches(c) {
			return startOf(c)
		}
	}
	return ""
}

// givenBy returns the directory below which find looks for what it gives to the text that the
// call is in: find ~ -exec sh -c '.. $1'.
func (r *collector) givenBy() string {
	for c, n := r.call, 0; c.Via >= 0 && n < maxUpstream; n++ {
		if c = &r.script.Calls[c.Via]; c.Model != nil && c.Model.Names[0] == "find" && len(c.Args.Operands) > 0 {
			start, _ := c.Args.Operands[0].Literal()
			return start
		}
	}
	return ""
}

// findsGuard reports whether a search below a directory for a name, which may be
// a glob, finds guarded files. A project and a home hold much else: there it
// must look for the name of one, or for what is in it. What is deleted, moved or written over all over a
// home needs no such name.
func (r *collector) findsGuard(kind rule.EffectKind, start, name string, at Dirs) bool {
	holder := at.holds(start)
	if strings.HasPrefix(name, "[-") && (kind == rule.Mode || kind == rule.Owner) && start == at.Home {
		return true // what find picks by its number
	}
	takes := (kind == rule.Delete || kind == rule.Move || kind == rule.Overwrite) && start == at.Home && isGlob(name) && !everything(name) ||
		start == at.Home && everything(name) && (kind == rule.Mode && r.takesExecution() || (kind == rule.Overwrite || kind == rule.Edit) && r.searchesDeep())
	for _, g := range at.guards() {
		if !within(g, start) {
			continue
		}
		base := path.Base(g)
		switch {
		case name == base && !within(g, at.Project), r.looksForSelf():
			return true
		case takes && g != at.Cache && (everything(name) || matchesName(name, base)) && !within(g, at.Project):
			return true
		case !holder && (isGlob(name) && matchesName(name, base) || name == path.Base(start)):
			return true
		}
	}
	return false
}

// searchesDeep reports whether the search that a call works through has no bound of depth.
func (r *collector) searchesDeep() bool {
	for c, n := r.call, 0; n < maxUpstream; n++ {
		if c.Model != nil && c.Model.Names[0] == "find" {
			return !c.Args.Has("-maxdepth")
		}
		if c.Via >= 0 && (len(c.Stdin.From) != 1 || c.Stdin.From[0] < 0) {
			c = &r.script.Calls[c.Via]
		} else if len(c.Stdin.From) == 1 && c.Stdin.From[0] >= 0 {
			c = &r.script.Calls[c.Stdin.From[0]]
		} else {
			return false
		}
	}
	return false
}

// takesExecution reports whether a call gives files a mode with which nobody may run them:
// chmod 644, a-x, u=rw.
func (r *collector) takesExecution() bool {
	if len(r.call.Args.Operands) == 0 {
		return false
	}
	mode, ok := r.call.Args.Operands[0].Literal()
	if !ok || mode == "" {
		return false
	}
	if mode[0] >= '0' && mode[0] <= '7' {
		return !strings.ContainsAny(mode[max(0, len(mode)-3):], "1357")
	}
	for clause := range strings.SplitSeq(mode, ",") {
		n := strings.IndexAny(clause, "-=+")
		if n >= 0 && (clause[n] == '-' && strings.Contains(clause[n:], "x") || clause[n] == '=' && !strings.ContainsAny(clause[n:], "xX")) {
			return true
		}
	}
	return false
}

// looksForSelf reports whether the search that a call works through has the name
// of this program among its words.
func (r *collector) looksForSelf() bool {
	return r.i > r.all.first(&r.all.firsts.looksForSelf, func(c *shell.Call) bool {
		return c.Model != nil && (c.Model.Names[0] == "find" || c.Model.Names[0] == "grep") &&
			slices.ContainsFunc(c.Argv, speaksOfSelf)
	}) || slices.ContainsFunc(r.call.Argv, func(w shell.Word) bool { return strings.HasPrefix(w.Prefix(), "s") && speaksOfSelf(w) })
}

// speaksOfSelf reports whether a word has the name of this program or of what registers it.
func speaksOfSelf(w shell.Word) bool {
	text := w.String()
	return text == ownName || strings.Contains(text, "pre-bash") || strings.Contains(text, "PreToolUse")
}

// landsOnGuard reports whether something with the name of a guarded file, or of
// a directory that holds one, is put into the home or the project. Other
// directories are guarded themselves.
func (r *collector) landsOnGuard(kind rule.EffectKind, w shell.Word, l *location, at Dirs) bool {
	if kind != rule.Overwrite && kind != rule.Edit && kind != rule.Link || !at.isHolder(l.path()) {
		return false
	}
	for _, source := range r.call.Args.Operands {
		name := source.String()
		if sameWord(source, w) || strings.HasSuffix(name, "/") || name == "." || name == ".." {
			continue
		}
		p := l.path() + "/" + path.Base(name)
		if slices.ContainsFunc(at.guards(), func(g string) bool { return within(g, p) }) {
			return true
		}
	}
	return false
}

// guardGiven adds the guarded files that a program gets as arguments and may change.
// It says nothing of programs that only read, and of those that are known to do
// something else with the file.
func (r *collector) guardGiven() {
	c := r.call
	if c.Where != "" || c.Program == "" || len(r.at.Guard) == 0 {
		return
	}
	r.guardNamed()
	if len(c.Argv) < 2 {
		return
	}
	r.guardJoined()
	if onlyReads(c) {
		r.guardOfReader()
		return
	}
	for i, w := range c.Argv {
		if i == 0 {
			continue
		}
		t := w.Prefix()
		if n := strings.IndexByte(t, '='); strings.HasPrefix(t, "-") && n > 0 {
			w = w.Cut(n + 1)
		} else if k := strings.IndexByte(t, '/'); strings.HasPrefix(t, "-") && k > 1 {
			w = w.Cut(k) // -oFILE, -Wl,-Map,FILE
		} else if strings.HasPrefix(t, "-") {
			continue
		}
		if r.isTarget(w) {
			continue
		}
		if !r.isGuardFile(w) && !r.isTakenOver(w) && !r.globsGuard(w) {
			var ok bool
			if w, ok = r.partOfGuard(w, c.Argv[i-1]); !ok {
				continue
			}
		}
		if r.passesOn(w) {
			continue
		}
		target := w // on the heap, where few words are
		r.out = append(r.out, Effect{Kind: rule.Edit, Target: &target, Class: r.class(rule.Read, w) | Guard, What: "given to " + c.Program})
	}
}

// isTakenOver reports whether a call may change all of a directory that a word names, which holds
// guarded files: a tool of a server extracts an archive there, or a program that is not known gets
// the very directory of settings or of this program.
func (r *collector) isTakenOver(w shell.Word) bool {
	name, tool := strings.CutPrefix(r.call.Program, "mcp-")
	if tool && !slices.ContainsFunc(strings.Split(name, "-"), takesOverWord) {
		return false
	}
	p, ok := Literal(w, r.call.Cwd, r.at)
	if !tool {
		return ok && r.isOfUnknown() && p != r.at.Home && !within(p, r.at.Project) && slices.ContainsFunc(r.at.guards(), func(g string) bool {
			return path.Dir(g) == p && (path.Base(g) == ownName || path.Base(g) == "settings.json")
		})
	}
	return ok && p != r.at.Project && slices.ContainsFunc(r.at.guards(), func(g string) bool { return within(g, p) && !within(g, r.at.Project) })
}

// globsGuard reports whether a word with a glob stands for guarded files.
func (r *collector) globsGuard(w shell.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Kind == shell.Glob }) && r.class(rule.Edit, w)&Guard != 0
}

// isOfUnknown reports whether a call is of a program of which nothing is known, or of a script.
func (r *collector) isOfUnknown() bool {
	c := r.call
	return c.Model == nil || c.Model.TraitsOf(c.Program)&rule.Interpreter != 0
}

// passesOn reports whether a word is an argument of a known program that the call runs, which
// is asked about it by itself: python3 -m json.tool FILE.
func (r *collector) passesOn(w shell.Word) bool {
	for k := r.i + 1; k < len(r.script.Calls); k++ {
		c := &r.script.Calls[k]
		if c.Via == r.i && c.Model != nil && slices.ContainsFunc(c.Argv, func(a shell.Word) bool { return a.Span == w.Span }) {
			return true
		}
	}
	return false
}

// isTarget reports whether an effect falls on a word of the call.
func (r *collector) isTarget(w shell.Word) bool {
	const few = 8
	if len(r.out) <= few || r.call.In != nil {
		return slices.ContainsFunc(r.out, func(e Effect) bool { return e.Target != nil && sameWord(*e.Target, w) })
	}
	if r.targets == nil {
		r.targets = make(map[shell.Span]bool, len(r.out))
		for k := range r.out {
			if t := r.out[k].Target; t != nil {
				r.targets[t.Span] = true
			}
		}
	}
	return r.targets[w.Span]
}

// sameWord reports whether two words of a call are one. Those of a call in a file have the span
// of what runs that.
func sameWord(a, b shell.Word) bool { return a.Span == b.Span && a.String() == b.String() }

// isGuardFile reports whether a word names a guarded file, and no directory that
// holds others too.
func (r *collector) isGuardFile(w shell.Word) bool {
	p, ok := Literal(w, r.call.Cwd, r.at)
	if !ok {
		return false
	}
	if isGlob(p) {
		pattern := strings.Split(strings.TrimPrefix(p, "/"), "/")
		return slices.ContainsFunc(r.at.guards(), func(g string) bool { return matchesPath(pattern, g, false, false) })
	}
	return takesName(p) || slices.ContainsFunc(r.at.guards(), func(g string) bool { return within(p, g) })
}

// OnlyReads reports whether a call is of a program that changes nothing.
func OnlyReads(c *shell.Call) bool {
	return c.Model != nil && c.Model.TraitsOf(c.Program)&rule.Viewer != 0
}

// onlyReads reports whether a program is known to change none of the files that
// it is given.
func onlyReads(c *shell.Call) bool {
	const reads = rule.ReadOnly | rule.PrintsData | rule.PassThrough | rule.Filter | rule.Auxiliary | rule.Locator | rule.Builtin | rule.Records
	m := c.About
	if m == nil {
		m = c.Model
	}
	if m == nil {
		return false
	}
	return m.TraitsOf(c.Program)&reads != 0 || m.Names[0] == "git" || m.Names[0] == ownName ||
		len(c.Args.Sub) > 0 && m.SubTraits(c.Program, c.Args.Sub[0])&reads != 0 ||
		len(c.Args.Operands) > 0 && m.SubTraits(c.Program, c.Args.Operands[0].String())&reads != 0
}

// mountSource returns what a container gets to see of this machine: the part of
// SOURCE:TARGET before the colon. ok is false where it may only read that.
func mountSource(w shell.Word) (shell.Word, bool) {
	text, known := w.Literal()
	if !known {
		return w, false
	}
	if i := strings.Index(text, "src="); i >= 0 {
		text = text[i+len("src="):]
	} else if i := strings.Index(text, "source="); i >= 0 {
		text = text[i+len("source="):]
	}
	end := strings.IndexAny(text, ":,")
	if end < 1 || strings.HasSuffix(text, ":ro") || strings.Contains(text, "readonly") {
		return w, false
	}
	return shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: text[:end]}}, Span: w.Span}, true
}
