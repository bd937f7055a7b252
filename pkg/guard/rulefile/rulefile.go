// Package rulefile reads rule files, command models and the names of paths,
// validates them, and holds text against their regular expressions. It does not
// judge commands, and it knows none of the rules that are built in.
//
// Reading is strict, because a condition that is misspelt and ignored is a
// rule that never fires: an unknown key, effect, class or fact is an error
// with its place in the file and the word that was probably meant.
package rulefile

import (
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
)

// The packs of rules that are not built in. Their ids begin so, and what a
// built-in rule must prove by examples is left to their authors.
const (
	UserPack    = "user"
	ProjectPack = "project"
	MachinePack = "machine" // of an administrator
)

// Error is one thing that is wrong with a file.
type Error struct {
	Path   string
	Line   int // 0 when it is about the file as a whole
	Column int
	Text   string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Path + ": " + e.Text
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Text)
}

// Bounds on one file. The largest model that is built in has some hundred
// lines; the YAML parser needs 20 seconds for a text block of 64 K empty
// ones, and its recursion is not bounded by itself.
const (
	maxFile  = 64 << 10
	maxLines = 2000
	maxDepth = 24 // nested collections
	maxTexts = 20 // errors reported of one file
)

// printable makes the message of a library, which may repeat the file, fit
// for a line of ours.
func printable(s string) string {
	const most = 120
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, s)
}

// oneOf names the words that are known, when they are few enough to be read,
// after the one that was probably meant.
func oneOf[T ~string](word string, known []T) string {
	list := make([]string, len(known))
	for i, k := range known {
		list[i] = string(k)
	}
	switch near := spelling.Nearest(word, list); {
	case near != "":
		return ": did you mean " + near + "?"
	case len(list) <= 45: // all effects
		return ": one of " + strings.Join(list, ", ")
	}
	return ""
}

// Errors takes an error of this package apart into the single ones, in the
// order of the file.
func Errors(err error) []*Error {
	var list []*Error
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			list = append(list, Errors(e)...)
		}
		return list
	}
	if one, ok := errors.AsType[*Error](err); ok {
		list = append(list, one)
	}
	return list
}
