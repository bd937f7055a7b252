package interpret

import "github.com/ctxhook/ctxhook/pkg/guard/shell"

// What a follower asks of a walker about words, texts and files. What it changes is
// in the files of what is changed.

// Written returns what the text wrote so far.
func (w *Walker) Written() *Files { return &w.files }

// TextOf returns the text of a word, with variables of our own for its unknown parts.
func (w *Walker) TextOf(v shell.Word) string { return w.holes.text(v) }

// AppendText appends text to a word, with the parts that variables of our own stand for.
func (w *Walker) AppendText(v *shell.Word, text string) { w.holes.appendTo(v, text) }

// Document expands a text as if it stood in double quotes. The substitutions in it run.
func (w *Walker) Document(text string, st *State) (shell.Word, bool) {
	return w.expander(st).document(text)
}

// Variable returns what a variable may hold.
func (w *Walker) Variable(name string, st *State) shell.Word { return w.expander(st).variable(name)[0] }

// Text follows the commands of a text whose output nothing takes.
func (w *Walker) Text(text string, st *State, in *shell.Source) { w.text(text, st, in, nil) }

// At returns where the walker is.
func (w *Walker) At() *Cursor { return &w.at }
