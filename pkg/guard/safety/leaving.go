package safety

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// leaves asks whether what leaves, or goes into a commit, an image or a package, holds a
// secret. Fixtures of tests hold what only looks like one.
func (w *weighing) leaves(fact string, _ bool) (bool, func(string) rule.Told) {
	if w.e != nil && w.e.Target != nil && (w.e.Kind == rule.Overwrite || w.e.Kind == rule.Append) {
		l := w.written()
		return l.Is(fact), l.Value
	}
	q, ok := w.leavingQuery()
	if !ok || !w.script.Work.Spend(stepsOfSearch) {
		return false, nil
	}
	if fact == rule.LeavesNothing && (q.As != rule.LeavingPackage || !w.publishesHere(q.Dir)) {
		return false, nil
	}
	l := w.facts.Leaving(q)
	l.Names = slices.DeleteFunc(slices.Clone(l.Names), func(name string) bool {
		return effect.ForTests(name) || q.As != rule.LeavingFiles && example(name)
	})
	if q.As == rule.LeavingCommit {
		for _, name := range w.writtenSecrets(&q) {
			l.Known, l.Names = true, append(l.Names, name)
		}
	}
	for _, m := range l.Members {
		if effect.ClassOf(shell.LitWord(m), shell.Dir{}, w.at)&effect.Secret != 0 && !effect.ForTests(m) {
			l.Names = append(l.Names, m)
		}
	}
	return l.Is(fact), l.Value
}

// writtenSecrets returns the files of a commit that calls of the text write from secrets before: T=$(grep
// TOKEN .env); echo "$T" > token.ts. What has the name of a secret is asked about as such.
func (w *weighing) writtenSecrets(q *rule.LeavingQuery) (list []string) {
	calls, names := w.reader.FromSecrets(w.i)
	for k, i := range calls {
		call := &w.script.Calls[i]
		name, ok := effect.Literal(shell.LitWord(names[k]), call.Cwd, w.at)
		if !ok || effect.ForTests(name) || example(name) || effect.ClassOf(shell.LitWord(name), shell.Dir{}, w.at)&(effect.Secret|effect.Temp) != 0 || !w.script.Work.Spend(stepsOfLook) {
			continue
		}
		if at := w.facts.Path(name); at.Ignored {
			continue
		}
		if q.All || slices.ContainsFunc(q.Paths, func(p string) bool { return p == name || within(p, name) }) {
			list = append(list, path.Base(name))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// publishesHere reports whether a call publishes the package whose manifest lies in a directory,
// as it is there now.
func (w *weighing) publishesHere(dir string) bool {
	call := &w.script.Calls[w.i]
	writes, ok := w.earlierWrites()
	return ok && call.Model.Names[0] == "npm" && !call.Args.Has("-w", "--workspace", "--workspaces", "--ws", "-C", "--prefix") &&
		!slices.ContainsFunc(writes, func(e write) bool {
			return w.before(e.call, w.i) && (e.target == nil || w.meets(&e, path.Join(dir, "package.json")))
		})
}

// written looks for a key in use that is written into a file which git does not ignore.
func (w *weighing) written() (l rule.LeavingState) {
	name, ok := w.e.Path(&w.script.Calls[w.i], w.at)
	if !ok || effect.ForTests(name) || example(name) || !w.script.Work.Spend(stepsOfSearch) {
		return l
	}
	if at := w.facts.Path(name); !at.Repo || at.Ignored {
		return l
	}
	found := 0
	if u := w.engine.use; u != nil && u.Text != nil {
		if found = redact.Live(u.Text()); u.Old != nil {
			found -= redact.Live(u.Old())
		}
	} else if to, ok := w.script.Calls[w.i].PathOf(*w.e.Target); !ok {
		return l
	} else if d := w.destination(to); d != nil {
		for _, t := range d.written {
			if t.Known {
				found += redact.Live(asWritten(t.Text))
			}
		}
	}
	if found > 0 {
		l.Known, l.Names = true, []string{path.Base(name)}
	}
	return l
}

// example reports whether a file shows how others are written, by its name.
func example(name string) bool {
	base := path.Base(name)
	for _, part := range [...]string{"example", "sample", "template", ".dist", "mock", "fixture", ".snap", "_test.", ".test.", ".spec.", "_spec.", "test_", ".crt", ".cer", ".csr", ".pub", "conftest"} {
		if strings.Contains(base, part) {
			return true
		}
	}
	return false
}

// leavingQuery returns what leaves by call i.
func (w *weighing) leavingQuery() (q rule.LeavingQuery, ok bool) {
	call := &w.script.Calls[w.i]
	if q.Dir, ok = w.dir(); !ok || call.Cwd.Else != nil || call.Model == nil {
		return q, false
	}
	switch program := call.Model.Names[0]; {
	case program == "git":
		return Commit(w.script, w.i, w.at, w.namesLike)
	case publishesPackageWord(program):
		q.As = rule.LeavingPackage
		return q, len(call.Args.Operands) == 0
	case program == "docker":
		return w.imageQuery(q)
	}
	q.As = rule.LeavingFiles
	if w.e == nil || w.e.Target == nil {
		return q, false
	}
	q.Paths = w.pathsOf(call, []shell.Word{behindAt(*w.e.Target)})
	return q, len(q.Paths) > 0
}

// imageQuery returns what goes into the image that a call pushes, where the text builds it.
func (w *weighing) imageQuery(q rule.LeavingQuery) (rule.LeavingQuery, bool) {
	for k := w.i; k >= 0; k-- {
		b := &w.script.Calls[k]
		if b.Model == nil || b.Model.Names[0] != "docker" || !b.Args.Is([]string{"build", "image build", "buildx build", "builder build", "buildx b"}) {
			continue
		}
		q.As, q.Paths = rule.LeavingImage, w.pathsOf(b, b.On("last"))
		if f := b.Args.Flag("-f"); f != nil && f.Value != nil {
			for _, file := range w.pathsOf(b, []shell.Word{*f.Value}) {
				q.File = file
			}
		}
		return q, len(q.Paths) > 0
	}
	return q, false
}

// pathsOf returns the paths of words that are known, and those that patterns match.
func (w *weighing) pathsOf(call *shell.Call, words []shell.Word) (list []string) {
	return namedPaths(call, words, w.at, w.namesLike)
}

// namesLike returns the files that a pattern matches, none where nothing may be looked up anymore.
func (w *weighing) namesLike(pattern string) []string {
	if !w.script.Work.Spend(stepsOfLook) {
		return nil
	}
	return w.facts.Names(pattern)
}

// isPattern reports whether all of a word that the shell expands are patterns of files.
func isPattern(o shell.Word) bool {
	return !slices.ContainsFunc(o.Parts, func(p shell.Part) bool { return p.Kind == shell.Unknown })
}

// behindAt returns the file that a word of curl names: @FILE, NAME=@FILE.
func behindAt(w shell.Word) shell.Word {
	t := w.Prefix()
	if i := strings.IndexAny(t, "@<"); i >= 0 && (i == 0 || t[i-1] == '=') {
		name, _, _ := strings.Cut(t[i+1:], ";")
		if len(w.Parts) == 1 {
			return shell.LitWord(name)
		}
		return shell.Word{}
	}
	return w
}
