package shell

// What a follower asks of a walker about words, texts and files. What it changes is
// in the files of what is changed.

// written returns what the text wrote so far.
func (w *walker) written() *files { return &w.files }

// textOf returns the text of a word, with variables of our own for its unknown parts.
func (w *walker) textOf(v Word) string { return w.holes.text(v) }

// appendText appends text to a word, with the parts that variables of our own stand for.
func (w *walker) appendText(v *Word, text string) { w.holes.appendTo(v, text) }

// document expands a text as if it stood in double quotes. The substitutions in it run.
func (w *walker) document(text string, st *state) (Word, bool) {
	return w.expander(st).document(text)
}

// variable returns what a variable may hold.
func (w *walker) variable(name string, st *state) Word { return w.expander(st).variable(name)[0] }

// follow follows the commands of a text whose output nothing takes.
func (w *walker) follow(text string, st *state, in *Source) { w.text(text, st, in, nil) }

// file returns the file that the statement being walked stands in, nil for the text
// itself.
func (w *walker) file() *textFile { return w.spans.file }

// wholeFile returns the file whose text the statements are, as it is; else nil.
func (w *walker) wholeFile() *textFile { return w.spans.wholeFile() }

// whereFrom returns the range of the text that stands for the text being walked.
func (w *walker) whereFrom() Span { return w.spans.whole }
