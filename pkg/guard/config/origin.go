package config

import (
	"fmt"
	"strings"
)

// Source is the kind of source of a value, in rising precedence.
type Source uint8

// The sources.
const (
	FromDefault Source = iota
	FromUser
	FromProject
	FromEnv
	FromFlag
	FromMachine
)

var sourceNames = [...]string{"default", "user", "project", "environment", "flag", "machine"}

func (s Source) String() string { return name(sourceNames[:], int(s)) }

// Origin is where a value came from.
type Origin struct {
	Source Source
	Name   string // path of the file, name of the variable or of the flag
	Line   int
	Column int
}

// String returns the origin as the user would look it up.
func (o Origin) String() string {
	switch {
	case o.Source == FromDefault:
		return "default"
	case o.Source == FromFlag:
		return "--" + o.Name
	case o.Line > 0:
		return fmt.Sprintf("%s:%d:%d", o.Name, o.Line, o.Column)
	}
	return o.Name
}

// Problem is something about the settings that their author should know. An
// error is a value that was left out; a note is a value that was not honoured,
// without a mistake.
type Problem struct {
	Origin Origin
	Text   string
	Hint   string // what to do; may be empty
	Note   bool

	locked bool // an administrator decides, so that no trust helps
}

// Untrusted reports whether a project asks for this and does not get it
// because the user has not trusted it.
func (p Problem) Untrusted() bool {
	return p.Note && !p.locked && p.Origin.Source == FromProject
}

func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.Origin.String())
	b.WriteString(": ")
	b.WriteString(p.Text)
	if p.Hint != "" {
		b.WriteString(": ")
		b.WriteString(p.Hint)
	}
	return b.String()
}

// Error makes a Problem an error where one is wanted.
func (p Problem) Error() string { return p.String() }
