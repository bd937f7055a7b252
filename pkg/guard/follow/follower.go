package follow

import (
	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/lang"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// follower follows what the calls of a script run, and looks at the files of this
// machine for it.
type follower struct {
	w         walker
	at        *interpret.Cursor // of the walker
	script    *shell.Script
	opt       shell.Options
	disk      disk
	reading   map[string]bool // files and recipes that are being followed
	imported  int             // files that were imported
	importing int             // how deep the file that is followed was imported
	steps     map[programKey][]lang.Step
	seen      map[string]bool // imported files that are looked through
	undone    undone          // what was left undone of programs in other languages
	finished  bool            // no more of it is noted
	client    client          // the one that was asked about last
}

// programKey is a program of a file, read in a language.
type programKey struct {
	file     *interpret.FileText
	language string
}

// Follow follows what call i runs, as its model says.
func (f *follower) Follow(i int, x interpret.Invocation, st *interpret.State) {
	r := runner{f, f.w, i, x, st}
	r.follow()
}

// Code follows the text of call i, which is written in another language.
func (f *follower) Code(i int, x interpret.Invocation, st *interpret.State, language string, text shell.Word) {
	r := runner{f, f.w, i, x, st}
	r.code(language, text)
}

// Program follows the text that call i runs, which reads that language.
func (f *follower) Program(i int, x interpret.Invocation, st *interpret.State, language string, text shell.Word) {
	r := runner{f, f.w, i, x, st}
	r.text(text, language, nil)
}

// Finish reports whether something was left undone, and ends the notes of it.
func (f *follower) Finish() bool {
	f.finished = true
	return len(f.undone) > 0
}

// follows marks a file as one that is being followed, until the function that
// it returns is called.
func (f *follower) follows(name string) func() {
	if f.reading == nil {
		f.reading = map[string]bool{}
	}
	f.reading[name] = true
	return func() { delete(f.reading, name) }
}
