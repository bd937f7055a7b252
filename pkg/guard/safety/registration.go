package safety

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// registration asks whether a call of git takes the client's settings away.
func (w *weighing) registration(fact string, _ bool) (bool, func(string) rule.Told) {
	dir, known := w.dir()
	call := &w.script.Calls[w.i]
	if !known || call.Cwd.Else != nil || call.Program == "git" && call.Args.Has("-p", "--pathspec-from-file") {
		return false, nil
	}
	if file := w.namesItself(); file != "" && fact == rule.RegistrationGone {
		return true, rule.RegistrationState{Gone: []string{file}}.Value
	}
	q := rule.RegistrationQuery{Dir: dir}
	changes := w.changesFiles
	switch {
	case fact == rule.RegistrationListed:
		changes = w.takesListed
	case call.Model != nil && call.Model.Names[0] == "patch":
		changes = w.takesBackShown
	case call.Model != nil && call.Model.Names[0] == "mv":
		changes = w.movesProject
	case call.Model == nil || call.Model.Names[0] != "git":
		changes = w.installs
	}
	if !changes(&q) || !w.headMoved(&q) || !w.script.Work.Spend(stepsOfSearch) {
		return false, nil
	}
	r := w.facts.Registration(q)
	return r.Is(fact) && !w.registrationBack(&q), r.Value
}

// changesFiles fills in what a call of git does to the files of a work tree. It
// reports whether that is known, and anything.
func (w *weighing) changesFiles(q *rule.RegistrationQuery) bool {
	call := &w.script.Calls[w.i]
	a := &call.Args
	words := a.Operands
	switch {
	case stashes(call), a.Is([]string{"stash"}) && a.Has("--") && len(call.On("behind")) == len(words):
		q.To, q.Untracked, q.Ignored = "HEAD", a.Has("-u", "-a"), a.Has("-a")
		return only(q, stashOperands(call))
	case a.Is([]string{"clean"}):
		q.Deleted = true
		if clean, ok := cleanQuery(call); ok {
			q.Paths = append(w.facts.Clean(q.Dir, clean).Names, w.untracked()...)
		}
		return a.Has("-f") && !a.Has("-n") && len(q.Paths) > 0
	case a.Is([]string{"worktree remove"}):
		q.Deleted = true
		if len(words) == 0 {
			return false
		}
		dir, ok := effect.Literal(words[len(words)-1], call.Cwd, w.at)
		q.Dir = dir
		return ok
	case a.Is([]string{"rm"}):
		q.None = true
		return !a.Has("--cached", "-n") && len(words) > 0 && only(q, words)
	case a.Is([]string{"revert"}):
		return w.reverts(q, words)
	case a.Is([]string{"rebase"}):
		onto := a.Flag("--onto")
		if onto == nil {
			return !a.Has("--abort", "--continue", "--skip", "--quit") && w.merges(q, words)
		}
		return onto != nil && onto.Value != nil && len(words) > 0 && literal(*onto.Value, &q.To) && literal(words[0], &q.Since)
	case a.Is([]string{"merge"}):
		return !a.Has("--abort", "--continue", "--quit") && w.merges(q, words)
	case a.Is([]string{"pull"}):
		if len(words) != 2 || !words[0].Is(".") {
			return false
		}
		return w.merges(q, words[1:])
	case a.Is([]string{"cherry-pick"}):
		return len(words) == 1 && literal(words[0], &q.To) && picked(q)
	case a.Is([]string{"apply"}):
		return w.takesBackShown(q)
	case a.Is([]string{"bisect start"}):
		return len(words) > 2 && literal(words[2], &q.To)
	case a.Is([]string{"read-tree", "checkout"}) && w.leavesOut(q):
		return true
	case a.Is([]string{"read-tree"}):
		return a.Has("-u") && a.Has("-m", "--reset") && len(words) > 0 && w.commit(words[len(words)-1], q)
	case a.Is([]string{"sparse-checkout set", "sparse-checkout init"}):
		if a.Has("--no-cone") {
			return w.leftOut(q, words)
		}
		return sparse(q, words)
	case a.Is([]string{"reset"}):
		q.To = "HEAD"
		q.Spare = a.Has("--keep")
		return a.Has("--hard", "--keep", "--merge") && (len(words) == 0 || len(words) == 1 && w.commit(words[0], q))
	case a.Is([]string{"restore"}):
		q.Staged = true
		if a.Has("-S") {
			q.Staged, q.To = false, "HEAD"
		}
		if f := a.Flag("-s"); f != nil && f.Value != nil {
			if q.Staged = false; !w.commit(*f.Value, q) {
				return false
			}
		}
		q.Overlay = a.Has("--overlay")
		return (a.Has("-W") || !a.Has("-S")) && len(words) > 0 && only(q, words)
	case a.Is([]string{"switch"}):
		q.None, q.Spare = a.Has("--orphan"), !a.Has("-f")
		return q.None || len(words) == 1 && w.commit(words[0], q)
	case a.Is([]string{"checkout"}):
		return w.checksOut(q)
	}
	return false
}

// movesProject is changesFiles for mv of the whole project, which takes its settings along.
func (w *weighing) movesProject(q *rule.RegistrationQuery) bool {
	call := &w.script.Calls[w.i]
	for _, word := range call.Args.Operands[:max(0, len(call.Args.Operands)-1)] {
		if dir, ok := effect.Literal(word, call.Cwd, w.at); ok && dir == w.at.Project {
			q.Dir, q.Deleted = dir, true
			return true
		}
	}
	return false
}

// merges is changesFiles for a revision that HEAD is merged with, or moved onto: what both had
// and the revision no longer has goes.
func (w *weighing) merges(q *rule.RegistrationQuery, words []shell.Word) bool {
	q.Merged = true
	return len(words) == 1 && literal(words[0], &q.To)
}

// picked is changesFiles for commits that are brought: what these take away goes.
func picked(q *rule.RegistrationQuery) bool {
	if from, to, ok := strings.Cut(q.To, ".."); ok {
		q.Since, q.To = from, strings.TrimPrefix(to, ".")
		return q.Since != "" && q.To != ""
	}
	q.Since = q.To + "^"
	return true
}

// checksOut is changesFiles for git checkout, whose words are a commit, files, or
// both. A single word is taken for a commit: as a file it is asked about by name.
func (w *weighing) checksOut(q *rule.RegistrationQuery) bool {
	call := &w.script.Calls[w.i]
	a := &call.Args
	words := a.Operands
	files := call.On("behind")
	switch {
	case a.Has("--orphan", "--ours", "--theirs"):
		return false
	case a.Has("--"):
		words = words[:len(words)-len(files)]
	case a.Has("-b", "-B") || len(words) <= 1:
		files = nil
	default:
		words, files = words[:1], words[1:]
	}
	switch {
	case len(words) > 1 || len(words) == 1 && !w.commit(words[0], q):
		return false
	case len(files) > 0:
		q.Staged, q.Overlay = len(words) == 0, !a.Has("--no-overlay")
		return only(q, files)
	}
	q.Spare = !a.Has("-f")
	if len(words) == 0 && a.Has("-f") {
		q.To = "HEAD"
	}
	return q.To != "" || q.Any || q.None
}

// installs fills in which projects on this machine a call installs the programs of. One
// that puts them into a directory of the project puts them before nothing.
func (w *weighing) installs(q *rule.RegistrationQuery) bool {
	call := &w.script.Calls[w.i]
	a := &call.Args
	into := a.Flag("--root")
	if a.Is([]string{"build"}) {
		into = a.Flag("-o")
		if into == nil || into.Value == nil || !strings.HasSuffix(into.Value.String(), "/") && !strings.HasSuffix(into.Value.String(), "bin") {
			return false // it has a name of its own
		}
	}
	if into != nil && into.Value != nil {
		if dir, ok := effect.Literal(*into.Value, call.Cwd, w.at); ok && strings.HasPrefix(dir+"/", w.at.Project+"/") {
			return false
		}
	}
	words := a.Operands
	for _, option := range [...]string{"-e", "--editable", "--path"} {
		if f := a.Flag(option); f != nil && f.Value != nil {
			words = append(words[:len(words):len(words)], *f.Value)
		}
	}
	for _, word := range words {
		if name, ok := word.Literal(); ok && (name == "." || strings.HasPrefix(name, "./") || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "../")) {
			q.Paths = append(q.Paths, name)
		}
	}
	for i := range w.i { // what an earlier call of the same line makes
		for _, word := range w.script.Calls[i].Args.Operands {
			if name, ok := word.Literal(); ok && path.Base(name) == "ctxhook" && !path.IsAbs(name) {
				q.Paths = append(q.Paths, "./"+path.Clean(name))
			}
		}
	}
	if q.Installed = true; len(words) == 0 || a.Is([]string{"link"}) {
		q.Paths = append(q.Paths, ".")
	}
	return len(q.Paths) > 0
}

// namesItself returns the manifest that an earlier call of the same line writes, in which a
// program has the name of this one; "" if there is none, or the call installs nothing.
func (w *weighing) namesItself() string {
	call := &w.script.Calls[w.i]
	if call.Model == nil || call.Model.Names[0] == "git" || call.Model.Names[0] == "patch" {
		return ""
	}
	for i := range w.i {
		c := &w.script.Calls[i]
		for _, r := range c.Redirs {
			file := path.Base(r.Word.String())
			if !strings.HasPrefix(r.Op, ">") || !isManifest(file) {
				continue
			}
			text, _ := c.Stdin.Text.Literal()
			for _, word := range c.Argv {
				text += " " + word.String()
			}
			if strings.Contains(text, "ctxhook") {
				return file
			}
		}
	}
	return ""
}

// isManifest reports whether a file says which programs a project installs.
func isManifest(file string) bool {
	switch file {
	case "package.json", "pyproject.toml", "setup.py", "setup.cfg", "Cargo.toml", "go.mod":
		return true
	}
	return false
}

// sparse is changesFiles for the directories that remain of a tree.
func sparse(q *rule.RegistrationQuery, words []shell.Word) bool {
	q.None, q.Spare, q.Except = true, true, []string{}
	for i, word := range words {
		name, ok := word.Literal()
		if !ok || strings.ContainsAny(name, "*?![") || strings.HasPrefix(name, "/") {
			return false // patterns
		}
		if i > 0 {
			q.Except = append(q.Except, name)
		}
	}
	return true
}

// only sets the files that a call names; none is all. A name that git reads in its
// own way, such as :/ or :!x, is not known.
func only(q *rule.RegistrationQuery, files []shell.Word) bool {
	for _, word := range files {
		name, ok := word.Literal()
		if !ok || strings.HasPrefix(name, ":") {
			return false
		}
		q.Paths = append(q.Paths, name)
	}
	return true
}

// literal sets text to a word, if it is known.
func literal(word shell.Word, text *string) bool {
	t, ok := word.Literal()
	*text = t
	return ok
}
