package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// besideGuard reports whether a call changes a directory that holds guarded
// files, but leaves these as they are: it puts named things there that replace
// none of them, as in cp tool ~/bin, or deletes nothing of ours but the cache.
// Moving a directory away, or giving it to another user, takes along
// everything below it.
func (r *collector) besideGuard(kind rule.EffectKind, w shell.Word, cwd shell.Dir, at Dirs) bool {
	there, _ := r.remotePath(kind, w)
	l := locate(there, cwd, at)
	if !l.abs || len(l.segs) == 0 {
		return false
	}
	dir, held := trimGlob(l.path()), 0
	for i := range l.segs {
		if guarded(l.segs, i) {
			return false
		}
	}
	for _, g := range at.guards() {
		switch {
		case within(dir, g):
			return false
		case within(g, dir) && (kind != rule.Delete || g != at.Cache):
			held++
		}
	}
	switch kind {
	case rule.Delete:
		return held == 0
	case rule.Overwrite, rule.Append, rule.Edit:
		return held > 0 && r.what != unpacked && !isGlob(l.segs[len(l.segs)-1]) && r.putsOthers(w, &l, at)
	case rule.Fill:
		return held > 0 && r.what == sameName && r.putsOthers(w, &l, at)
	}
	return false
}

// putsOthers reports whether everything that a call puts into a directory has
// a name, and none is the name of a guarded file.
func (r *collector) putsOthers(w shell.Word, dir *location, at Dirs) bool {
	named := false
	for _, source := range r.call.Args.Operands {
		if source.Span == w.Span {
			continue
		}
		unknown := slices.ContainsFunc(source.Parts, func(p shell.Part) bool { return p.Kind == shell.Unknown })
		name := source.String()
		if base := path.Base(name); unknown || strings.HasSuffix(name, "/") || base == "." || base == ".." || replaces(dir, base, at) {
			return false
		}
		named = true
	}
	return named
}

// replaces reports whether something with a name, which may have globs in it,
// is a guarded file or holds one when it is put into a directory.
func replaces(dir *location, name string, at Dirs) bool {
	below := func(name string) bool {
		return byName(append(dir.segs[:len(dir.segs):len(dir.segs)], name), "", at)&Guard != 0
	}
	if !isGlob(name) {
		return below(name)
	}
	names := slices.Clone(guardSamples[:])
	for _, g := range at.guards() {
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

// GuardBelow lists the files that keep the guard on by their paths from a directory: those
// of this machine that lie below it, and those that a client reads in a project. A directory
// in which every file is guarded has no such list.
func GuardBelow(dir string, at Dirs) []string {
	var names []string
	for part := range strings.SplitSeq(dir, "/") {
		if slices.Contains(guardSamples[:], part) {
			return nil
		}
	}
	for _, g := range at.guards() {
		if within(dir, g) {
			return nil
		}
		if rest, ok := strings.CutPrefix(g, strings.TrimSuffix(dir, "/")+"/"); ok {
			names = append(names, rest)
		}
	}
	for _, name := range [...]string{".claude/settings.json", ".claude/settings.local.json", "settings.json", "settings.local.json"} {
		w := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: path.Join(dir, name)}}}
		if ClassOf(w, shell.Dir{}, at)&Guard != 0 && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
