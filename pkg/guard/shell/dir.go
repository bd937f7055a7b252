package shell

import (
	"path"
	"strings"
)

// Dir is the directory a call runs in.
type Dir struct {
	Path Word // relative to the directory the script starts in, or absolute
	// Else is where the call would run instead if a cd before it failed;
	// nil when no cd can have failed silently.
	Else *Word
}

// Resolve returns the literal path of a word in a directory, relative to the
// start directory unless absolute.
func (d Dir) Resolve(w Word) (string, bool) {
	p, ok := w.Literal()
	if !ok || p == "" {
		return "", false
	}
	if p[0] == '/' {
		return path.Clean(p), true
	}
	base, ok := d.Path.Literal()
	if !ok {
		return "", false
	}
	return JoinedPath(base, p), true
}

// Base returns what resolve puts before a path in the directory, if that is all that
// it does.
func (d Dir) Base(p string) (string, bool) {
	if !isClean(p) {
		return "", false
	}
	base, ok := d.Path.Literal()
	switch {
	case p[0] == '/' || base == "":
		return "", ok
	case isClean(base):
		return base + "/", ok
	}
	return "", false
}

// JoinedPath is path.Join of a path that is not absolute: a directory can be long, and be
// joined at each of many calls.
func JoinedPath(base, p string) string {
	switch {
	case !isClean(p):
	case base == "":
		return p
	case isClean(base):
		return base + "/" + p
	}
	return path.Join(base, p)
}

// isClean reports whether a path surely is as path.Clean would make it.
func isClean(p string) bool {
	return p != "" && p[0] != '.' && p[len(p)-1] != '/' && !strings.Contains(p, "//") && !strings.Contains(p, "/.")
}

// Join returns the word for a path in the directory; absolute words stay as
// they are.
func (d Dir) Join(w Word) Word { return JoinPath(d.Path, w) }

// Joins reports whether Join puts the directory before a word.
func (d Dir) Joins(w Word) bool { return joins(d.Path, w) }

func joins(base, w Word) bool {
	return len(base.Parts) > 0 && !strings.HasPrefix(w.Head(), "/") && !StartsUnknownPath(w)
}

// JoinPath returns the word for a path in a directory; absolute words stay as they are.
func JoinPath(base, w Word) Word {
	if !joins(base, w) {
		return w
	}
	out := Word{Parts: make([]Part, len(base.Parts), len(base.Parts)+len(w.Parts)+1), Span: w.Span}
	copy(out.Parts, base.Parts)
	out.Add(Part{Kind: Lit, Text: "/"})
	out.AddWord(w)
	return out
}

// StartsUnknownPath reports whether a word begins with an unknown that is an
// absolute path of its own.
func StartsUnknownPath(w Word) bool {
	return len(w.Parts) > 0 && w.Parts[0].Kind == Unknown && (w.Parts[0].Path || w.Parts[0].Temp)
}

// Below reports whether a path is another or lies in it.
func Below(p, dir string) bool {
	n := len(dir)
	return len(p) >= n && (len(p) == n || p[n] == '/') && p[:n] == dir // most fail before they are compared
}
