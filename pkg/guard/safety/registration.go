package safety

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// registration asks whether a call of git takes the client's settings away.
func (w *weighing) registration(fact string, _ bool) (bool, func(string) string) {
	dir, known := w.dir()
	call := &w.script.Calls[w.i]
	if !known || call.Cwd.Else != nil || call.Args.Has("-p", "--pathspec-from-file") {
		return false, nil
	}
	q := rule.RegistrationQuery{Dir: dir}
	if !w.changesFiles(&q) || !w.script.Work.Spend(stepsOfSearch) {
		return false, nil
	}
	r := w.facts.Registration(q)
	return r.Is(fact), r.Value
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
			q.Paths = w.facts.Clean(q.Dir, clean).Names
		}
		return a.Has("-f") && !a.Has("-n") && len(q.Paths) > 0
	case a.Is([]string{"reset"}):
		q.To = "HEAD"
		q.Spare = a.Has("--keep")
		return a.Has("--hard", "--keep") && (len(words) == 0 || len(words) == 1 && literal(words[0], &q.To))
	case a.Is([]string{"restore"}):
		q.Staged = true
		if a.Has("-S") {
			q.Staged, q.To = false, "HEAD"
		}
		if f := a.Flag("-s"); f != nil && f.Value != nil {
			if q.Staged = false; !literal(*f.Value, &q.To) {
				return false
			}
		}
		q.Overlay = a.Has("--overlay")
		return (a.Has("-W") || !a.Has("-S")) && len(words) > 0 && only(q, words)
	case a.Is([]string{"switch"}):
		q.None, q.Spare = a.Has("--orphan"), !a.Has("-f")
		return q.None || len(words) == 1 && literal(words[0], &q.To)
	case a.Is([]string{"checkout"}):
		return w.checksOut(q)
	}
	return false
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
	case len(words) > 1 || len(words) == 1 && !literal(words[0], &q.To):
		return false
	case len(files) > 0:
		q.Staged, q.Overlay = len(words) == 0, true
		return only(q, files)
	}
	q.Spare = !a.Has("-f")
	if len(words) == 0 && a.Has("-f") {
		q.To = "HEAD"
	}
	return q.To != ""
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
