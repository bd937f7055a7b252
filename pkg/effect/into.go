package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// besideGuard reports whether a call puts things that have names into a
// directory that holds guarded files, and none of them takes the place of such
// a file: cp tool ~/bin. What it deletes, moves away or hands to others goes
// with all that is below.
func (r *reader) besideGuard(kind string, w shell.Word, cwd shell.Dir, at Place) bool {
	switch kind {
	case rule.Overwrite, rule.Append, rule.Edit:
	default:
		return false
	}
	l := locate(r.remotePath(kind, w), cwd, at)
	if !l.abs || len(l.segs) == 0 {
		return false
	}
	dir, holds := l.path(), false
	for i := range l.segs {
		if guardName(l.segs, i) {
			return false
		}
	}
	for _, g := range at.Guard {
		if within(dir, g) {
			return false
		}
		holds = holds || within(g, dir)
	}
	named := false
	for _, source := range r.call.Args.Operands {
		if source.Span == w.Span {
			continue
		}
		unknown := slices.ContainsFunc(source.Parts, func(p shell.Part) bool { return p.Kind == shell.Unknown })
		name := source.String()
		if base := path.Base(name); unknown || strings.HasSuffix(name, "/") || base == "." || base == ".." || replaces(l, base, at) {
			return false
		}
		named = true
	}
	return holds && named
}

// replaces reports whether something with a name, which may have globs in it,
// is a guarded file or holds one when it is put into a directory.
func replaces(dir located, name string, at Place) bool {
	below := func(name string) bool {
		return byName(append(dir.segs[:len(dir.segs):len(dir.segs)], name), at)&Guard != 0
	}
	if !isGlob(name) {
		return below(name)
	}
	names := []string{".ctxhook", ".claude", "hooks", "settings.json", "settings.local.json"}
	for _, g := range at.Guard {
		if rest, ok := strings.CutPrefix(g, dir.path()+"/"); ok {
			next, _, _ := strings.Cut(rest, "/")
			names = append(names, next)
		}
	}
	for _, n := range names {
		if fits, err := path.Match(name, n); (fits || err != nil) && below(n) {
			return true
		}
	}
	return false
}
