package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// This file is the only way in which ctxhook speaks to users. Its law:
//
// Standard output is for the result, through printf, printField, printIndented
// and printJSON, and for nothing else. Everything else goes to standard error
// with the prefix "ctxhook:", through warnf, errorf or hint. Messages are lower
// case and have no period at the end. An error is followed by a hint that says
// what to type next, where there is something to type.
//
// Text that ctxhook did not write goes through display.Plain, so that a command
// cannot play tricks on the terminal that shows it.
//
// Colour is for terminals, unless NO_COLOR, TERM=dumb or --color says otherwise,
// and it never carries what the words do not say.
//
// Hooks do not speak to users: their words go through package protocol.

// printf writes a result. What cannot be written is an error in the end: a
// script must not take half a result for a whole one.
func (e *Env) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(e.Stdout, format, args...); err != nil && e.lost == nil {
		e.lost = err
	}
}

// printField prints the lines of a field beside its name. A field without
// lines, or with nothing in its one line, is left out.
func (e *Env) printField(name string, lines ...string) {
	if len(lines) == 1 && lines[0] == "" {
		return
	}
	for _, l := range lines {
		e.printf("  %s%s%s\n", e.paint(dim, name), strings.Repeat(" ", fieldWidth-len(name)), display.Plain(l))
		name = ""
	}
}

// printIndented prints lines that were not written by ctxhook: commands, and
// what they printed.
func (e *Env) printIndented(lines ...string) {
	for _, l := range lines {
		e.printf("    %s\n", display.Plain(l))
	}
}

// warnf says what is odd but did not stop the work.
func (e *Env) warnf(format string, args ...any) {
	speak(e, yellow, "warning: ", format, args...)
}

// errorf says why the work was not done.
func (e *Env) errorf(format string, args ...any) {
	speak(e, red, "error: ", format, args...)
}

// hint says what to type next.
func (e *Env) hint(format string, args ...any) {
	speak(e, "", "", format, args...)
}

func speak(e *Env, c color, kind, format string, args ...any) {
	fmt.Fprintf(e.Stderr, "ctxhook: "+paintOn(e, e.Stderr, c, kind)+format+"\n", args...)
}

// report speaks the error a command ended with and gives the exit code.
func (e *Env) report(err error) int {
	if err == nil {
		err = e.lost
	}
	if err == nil {
		return exitOK
	}
	var code codeError
	if errors.As(err, &code) {
		return int(code)
	}
	e.errorf("%v", err)
	var h hinted
	if errors.As(err, &h) {
		e.hint("%s", h.hint)
	}
	var coded codedError
	if errors.As(err, &coded) {
		return coded.code
	}
	return exitError
}

// codeError ends a command with an exit code that needs no words: what there
// was to say is on standard output.
type codeError int

func (c codeError) Error() string { return "exit " + strconv.Itoa(int(c)) }

// codedError is an error that ends a command with a code of its own.
type codedError struct {
	error
	code int
}

func (c codedError) Unwrap() error { return c.error }

// hinted is an error with what to type next.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// withHint adds to err what to type next.
func withHint(err error, hint string) error { return hinted{err, hint} }

// quote shows a word of the user's, with control characters made visible.
func quote(s string) string { return strconv.Quote(s) }

// color is a terminal escape; "" is none.
type color string

const (
	bold   color = "\x1b[1m"
	dim    color = "\x1b[2m"
	red    color = "\x1b[31m"
	green  color = "\x1b[32m"
	yellow color = "\x1b[33m"
)

// paint colours a part of a result where standard output wants colour.
func (e *Env) paint(c color, s string) string { return paintOn(e, e.Stdout, c, s) }

func paintOn(e *Env, w io.Writer, c color, s string) string {
	if c == "" || s == "" || !e.colored(w) {
		return s
	}
	return string(c) + s + "\x1b[0m"
}

// colored reports whether a stream wants colour.
func (e *Env) colored(w io.Writer) bool {
	if e.coloring != colorAuto {
		return e.coloring == colorAlways
	}
	return isTerminal(w) && e.Getenv("NO_COLOR") == "" && e.Getenv("TERM") != "dumb"
}

// coloring is the value of --color.
type coloring string

const (
	colorAuto   coloring = ""
	colorAlways coloring = "always"
	colorNever  coloring = "never"
)

// colorings are the words for --color.
var colorings = []string{"auto", string(colorAlways), string(colorNever)}

func (c *coloring) String() string { return cmp.Or(string(*c), "auto") }
func (c *coloring) Type() string   { return "when" }

func (c *coloring) Set(s string) error {
	switch {
	case !slices.Contains(colorings, s):
		return errors.New("one of " + or(colorings))
	case s == "auto":
		s = string(colorAuto)
	}
	*c = coloring(s)
	return nil
}

// isTerminal reports whether a user may be at the other end of a stream.
func isTerminal(stream any) bool {
	if p, ok := stream.(*pager); ok {
		stream = p.terminal
	}
	f, ok := stream.(*os.File)
	return ok && f != nil && term.IsTerminal(int(f.Fd()))
}
