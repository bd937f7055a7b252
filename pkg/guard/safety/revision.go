package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// commit sets the revision that a word of a call of git leads to. Of one that git itself
// lists, such as $(git log --format=%h | tail -1), only that is known: it may be any.
func (w *weighing) commit(word shell.Word, q *rule.RegistrationQuery) bool {
	if literal(word, &q.To) {
		return true
	}
	q.To = ""
	for _, i := range w.listers(word) {
		a := &w.script.Calls[i].Args
		switch {
		case a.Is([]string{"log", "rev-list", "reflog"}):
			q.None = true // the first commit, or another from before
		case a.Is([]string{"branch", "tag", "for-each-ref", "describe"}):
			q.Any = true
		}
	}
	return q.Any || q.None
}

// listers returns the calls of git whose output a word is, through what selects lines.
func (w *weighing) listers(word shell.Word) (list []int) {
	const most = 8
	todo := slices.Clone(word.From())
	for n := 0; n < len(todo) && n < most; n++ {
		if todo[n] < 0 || todo[n] >= len(w.script.Calls) {
			continue
		}
		c := &w.script.Calls[todo[n]]
		if c.Program == "git" {
			list = append(list, todo[n])
		}
		todo = append(todo, c.Stdin.From...)
	}
	return list
}

// headMoved takes into account what earlier calls of the same text make of HEAD. It reports
// whether that is known.
func (w *weighing) headMoved(q *rule.RegistrationQuery) bool {
	for i := range w.i {
		c := &w.script.Calls[i]
		a := &c.Args
		if c.Program != "git" {
			continue
		}
		words := a.Operands
		if len(words) > 0 && len(a.Sub) == 0 {
			words = words[1:]
		}
		name := func(sub string) bool { return a.Is([]string{sub}) || len(a.Operands) > 0 && a.Operands[0].Is(sub) }
		switch {
		case commits(c) && q.Since != "" && strings.HasPrefix(q.Since, "HEAD"):
			return false // it is this one that is taken back
		case name("symbolic-ref") && len(words) == 2 && words[0].Is("HEAD") && q.To == "HEAD":
			literal(words[1], &q.To)
		case name("update-ref") && len(words) >= 2 && q.To == "HEAD":
			literal(words[1], &q.To)
		case (name("fetch") || name("pull")) && len(words) >= 2 && words[0].Is(".") && q.To == "FETCH_HEAD":
			if literal(words[1], &q.To) {
				q.To, _, _ = strings.Cut(q.To, ":")
			}
		}
	}
	return true
}

// reverts is changesFiles for a commit that is taken back. One that git was asked for by the
// name of the settings is one that brought them.
func (w *weighing) reverts(q *rule.RegistrationQuery, words []shell.Word) bool {
	if len(words) == 1 {
		for _, i := range w.listers(words[0]) {
			for _, operand := range w.script.Calls[i].Args.Operands {
				if name, ok := operand.Literal(); ok && namesSettings(name) {
					q.None, q.Spare = true, true
					return true
				}
			}
		}
	}
	return takesBack(q, words)
}

// namesSettings reports whether a path is that of the client's settings in a project, or of
// the directory that holds them.
func namesSettings(name string) bool {
	name = strings.TrimSuffix(strings.TrimPrefix(name, "./"), "/")
	return name == ".claude" || slices.Contains(clientSettings[:], name)
}

// takesBack is changesFiles for a commit that is taken back: what it brought goes.
func takesBack(q *rule.RegistrationQuery, words []shell.Word) bool {
	if len(words) != 1 || !literal(words[0], &q.Since) {
		return false
	}
	if from, to, ok := strings.Cut(q.Since, ".."); ok {
		q.To, q.Since, q.Spare = from, to, true
		return from != "" && to != "" && to[0] != '.'
	}
	q.To, q.Spare = q.Since+"^", true
	return true
}

// takesBackShown is changesFiles for a patch that an earlier call shows: in the pipeline,
// in <( ), or in a file that it writes.
func (w *weighing) takesBackShown(q *rule.RegistrationQuery) bool {
	call := &w.script.Calls[w.i]
	if call.Args.Has("--check", "--stat", "--numstat", "--summary", "--cached", "--dry-run") {
		return false
	}
	back := call.Args.Has("-R", "--reverse")
	for _, i := range w.patches(call) {
		a := &w.script.Calls[i].Args
		words := a.Operands
		if a.Has("--") {
			files := w.script.Calls[i].On("behind")
			if words = words[:len(words)-len(files)]; !only(q, files) {
				return false
			}
		}
		switch {
		case a.Is([]string{"show", "format-patch"}):
			if len(words) == 0 {
				q.Since, q.To = "HEAD", "HEAD^"
			} else if !takesBack(q, words) {
				return false
			}
		case a.Is([]string{"diff"}):
			if !between(q, words) {
				return false
			}
		default:
			continue
		}
		if !back {
			q.Since, q.To = q.To, q.Since
		}
		return true
	}
	return false
}

// between sets the two revisions of a git diff: what it shows, taken back, leads from the
// second to the first.
func between(q *rule.RegistrationQuery, words []shell.Word) bool {
	switch len(words) {
	case 0:
		return false // what is not committed
	case 1:
		q.Since = "HEAD"
		if !literal(words[0], &q.To) {
			return false
		}
		if from, to, ok := strings.Cut(strings.Replace(q.To, "...", "..", 1), ".."); ok {
			q.To, q.Since = from, to
		}
		return q.To != "" && q.Since != ""
	case 2:
		return literal(words[0], &q.To) && literal(words[1], &q.Since)
	}
	return false
}

// patches returns the calls of git that show what a call applies.
func (w *weighing) patches(call *shell.Call) (list []int) {
	shown := slices.Clone(call.Stdin.From)
	words := call.Args.Operands
	if f := call.Args.Flag("-i", "--input"); f != nil && f.Value != nil {
		words = append(words[:len(words):len(words)], *f.Value)
	}
	if call.Stdin.Kind == shell.SourceFile {
		words = append(words[:len(words):len(words)], call.Stdin.Text)
	}
	for _, word := range words {
		shown = append(shown, word.From()...) // <(git show x)
		path, ok := call.PathOf(word)
		for n := range w.script.Written {
			if f := &w.script.Written[n]; ok && f.Path == path && f.By < w.i {
				shown = append(append(shown, f.From...), f.By)
			}
		}
	}
	for _, i := range shown {
		if i >= 0 && i < len(w.script.Calls) && w.script.Calls[i].Program == "git" {
			list = append(list, i)
		}
	}
	return list
}

// leftOut is changesFiles for patterns of the files that remain of a tree.
func (w *weighing) leftOut(q *rule.RegistrationQuery, words []shell.Word) bool {
	var b strings.Builder
	for _, word := range words[min(1, len(words)):] {
		pattern, ok := word.Literal()
		if !ok {
			return false
		}
		b.WriteString(pattern + "\n")
	}
	for _, name := range clientSettings {
		if !stays(b.String(), name) {
			q.Paths = append(q.Paths, name)
		}
	}
	q.None, q.Spare = true, true
	return len(q.Paths) > 0
}

// untracked returns the files that earlier calls of the same text take out of the index, and
// leave in the tree.
func (w *weighing) untracked() (names []string) {
	for i := range w.i {
		c := &w.script.Calls[i]
		if c.Program != "git" || !c.Args.Is([]string{"rm"}) || !c.Args.Has("--cached") {
			continue
		}
		for _, word := range c.Args.Operands {
			if name, ok := word.Literal(); ok {
				names = append(names, name)
			}
		}
	}
	return names
}
