package cmd

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// pager shows a result that is longer than the terminal page by page: in the
// program that PAGER names, else in less. What fits is printed as it is.
type pager struct {
	terminal *os.File
	program  *exec.Cmd
	room     int          // lines that fit on the terminal
	held     bytes.Buffer // until it is known whether they are enough
	pipe     io.WriteCloser
	left     bool // the user has seen enough
}

// paged has show print to a pager, where standard output is a terminal and
// there is a pager. show may stop when seenEnough.
func (e *Env) paged(show func() error) error {
	p := newPager(e)
	if p == nil {
		return show()
	}
	stdout := e.Stdout
	e.Stdout = p
	err := show()
	e.Stdout = stdout
	p.close()
	return err
}

// seenEnough reports whether the user has left the pager.
func (e *Env) seenEnough() bool {
	p, ok := e.Stdout.(*pager)
	return ok && p.left
}

func newPager(e *Env) *pager {
	if !isTerminal(e.Stdout) || e.Getenv("TERM") == "dumb" {
		return nil
	}
	terminal, ok := e.Stdout.(*os.File)
	if !ok {
		return nil
	}
	program := pagerProgram(e.Getenv("PAGER"))
	if program == nil {
		return nil
	}
	program.Stdout, program.Stderr = terminal, os.Stderr
	program.Env = os.Environ()
	if e.Getenv("LESS") == "" {
		program.Env = append(program.Env, "LESS=FRX") // colours, and the text stays when it ends
	}
	return &pager{terminal: terminal, program: program, room: height(terminal) - 1}
}

// height is how many lines a terminal shows.
func height(terminal *os.File) int {
	if _, lines, err := term.GetSize(int(terminal.Fd())); err == nil && lines > 0 {
		return lines
	}
	return 24
}

// pagerProgram is the pager of a user, as the shell reads it. nil is none.
func pagerProgram(setting string) *exec.Cmd {
	words := strings.Fields(setting)
	switch {
	case len(words) == 0:
		path, err := exec.LookPath("less")
		if err != nil {
			return nil
		}
		return exec.Command(path)
	case setting == "cat":
		return nil
	case runtime.GOOS == "windows":
		return exec.Command(words[0], words[1:]...)
	}
	return exec.Command("/bin/sh", "-c", setting)
}

// Write never fails: leaving a pager is no error.
func (p *pager) Write(data []byte) (int, error) {
	switch {
	case p.left:
	case p.pipe != nil:
		p.send(data)
	default:
		p.held.Write(data)
		if bytes.Count(p.held.Bytes(), []byte("\n")) > p.room {
			p.start()
		}
	}
	return len(data), nil
}

// start starts the program. Without it the text runs through as it would
// without a pager.
func (p *pager) start() {
	pipe, err := p.program.StdinPipe()
	if err == nil {
		err = p.program.Start()
	}
	if p.pipe = pipe; err != nil {
		p.pipe, p.program = p.terminal, nil
	} else {
		// ctrl-c is for the pager, which would be left alone with the
		// terminal otherwise.
		signal.Ignore(os.Interrupt)
	}
	p.send(p.held.Bytes())
	p.held.Reset()
}

func (p *pager) send(data []byte) {
	if _, err := p.pipe.Write(data); err != nil {
		p.left = true
	}
}

// close waits until the user has read it all.
func (p *pager) close() {
	switch {
	case p.pipe == nil:
		p.terminal.Write(p.held.Bytes())
	case p.program != nil:
		p.pipe.Close()
		_ = p.program.Wait() // how a pager ends says nothing about the text
		signal.Reset(os.Interrupt)
	}
}
