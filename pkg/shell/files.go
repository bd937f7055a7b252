package shell

import (
	"strconv"
	"strings"
)

// files are what the text itself wrote, by path: into files, and into process
// substitutions, which go by their name. A path that ends with a slash is a
// directory that the text made.
type files map[string]output

// write records an output as the content of a file, or with more appends it.
func (f *files) write(path string, o output, more bool) {
	if path == "/dev/null" {
		return
	}
	switch old, ok := (*f)[path]; {
	case ok && more && old.tail && o.known:
		o.word, o.known, o.tail = joinWords([]Word{old.word, o.word}, ""), false, true
	case ok && more:
		o = old.then(o)
	case more: // something stood there before
		o.tail, o.known = o.known, false
	}
	f.put(path, o)
}

func (f *files) put(path string, o output) {
	if *f == nil {
		*f = files{}
	}
	(*f)[path] = o
}

// pipe notes an output under the name of a process substitution, which it
// numbers where the name is taken, and returns the name.
func (f *files) pipe(shown string, o output) string {
	name := shown
	for n := len(*f); ; n++ {
		if _, taken := (*f)[name]; !taken {
			break
		}
		name = shown + "#" + strconv.Itoa(n)
	}
	f.put(name, o)
	return name
}

// read returns the content of a file or process substitution that the text
// itself wrote.
func (f files) read(target Word, st *state) (output, bool) {
	if len(target.Parts) == 1 && target.Parts[0].Kind == Unknown {
		o, ok := f[target.Parts[0].Text]
		return o, ok
	}
	if t, ok := target.Literal(); ok && strings.HasPrefix(t, "/dev/fd/") {
		in, ok := st.fd(t[len("/dev/fd/"):])
		return output{word: in.Text, known: in.Known, from: in.From, items: in.items}, ok && in.Kind != SourceFile
	}
	p, ok := st.cwd.resolve(st.followed(target, true))
	if !ok {
		return output{}, false
	}
	o, ok := f[p]
	return o, ok
}

// source is standard input from a file. Its content is known where the text
// itself wrote it.
func (f files) source(target Word, st *state) Source {
	if o, ok := f.read(target, st); ok {
		return o.source()
	}
	return Source{Kind: SourceFile, Text: target}
}
