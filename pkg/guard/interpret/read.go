package interpret

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// shift drops the first parameters.
func (st *State) shift(words []shell.Word) {
	n := 1
	if len(words) > 0 {
		t, ok := words[0].Literal()
		k, err := strconv.Atoi(t)
		if !ok || err != nil { // any number of them
			st.params, st.anyArgs, st.given = nil, true, 0
			return
		}
		n = k
	}
	st.given = max(st.given-max(n, 0), 0)
	if n >= 0 && n <= len(st.params) {
		st.params = st.params[n:]
	}
}

// unset carries out unset for one name. The subscript of an element is
// expanded.
func (w *Walker) unset(v shell.Word, st *State) {
	w.expander(st).reference(v)
	s, ok := v.Literal()
	name, index, element := strings.Cut(strings.TrimSuffix(s, "]"), "[")
	switch old, had := st.get(name); {
	case !ok:
	case element && had && old.array:
		if n, err := strconv.Atoi(index); err == nil && n < 0 {
			index = strconv.Itoa(len(old.elems) + n)
		}
		w.Spend(len(old.elems))
		st.set(name, old.without(index))
	case syntax.ValidName(s):
		if f := st.fn(s); f != nil && !had {
			if st.funcs == nil {
				st.funcs = map[string]*function{} // it was declared outside of this function or subshell
			}
			st.funcs[s] = nil
		}
		st.set(s, value{unset: true})
	}
}

// assignTo gives a variable or an element of an array a value.
func (st *State) assignTo(name string, w shell.Word) {
	name, index, element := strings.Cut(strings.TrimSuffix(name, "]"), "[")
	if !element {
		st.SetWord(name, w)
		return
	}
	old, _ := st.get(name)
	st.set(name, old.with(index, w))
}

// readCall is a call of read or mapfile, its options read.
type readCall struct {
	raw    bool
	array  string // the array that -a names
	delim  string // what ends the text that is read
	max    int    // characters, 0 for any number
	exact  bool   // -N: what ends a line is read as well
	names  []string
	source *shell.Source
	ifs    string
}

// readOptions reads the words of a call of read.
func readOptions(c *shell.Call, st *State) readCall {
	r := readCall{delim: "\n", source: c.Stdin, ifs: st.ifs()}
	for _, a := range c.Assigns {
		if t, ok := a.Value.Literal(); ok && a.Name == "IFS" {
			r.ifs = t
		}
	}
	words := c.Argv[1:]
	for len(words) > 0 {
		t := words[0].Prefix()
		if len(t) < 2 || t[0] != '-' {
			break
		}
		words = words[1:]
		if t == "--" {
			break
		}
		for i := 1; i < len(t); i++ {
			if strings.IndexByte("adinNptu", t[i]) < 0 {
				r.raw = r.raw || t[i] == 'r'
				continue
			}
			value := t[i+1:]
			if value == "" && len(words) > 0 {
				value, words = words[0].String(), words[1:]
			}
			r.option(t[i], value, st)
			break
		}
	}
	for _, v := range words {
		if t, ok := v.Literal(); ok {
			r.names = append(r.names, t)
		}
	}
	return r
}

func (r *readCall) option(name byte, value string, st *State) {
	switch name {
	case 'a':
		r.array = value
	case 'd':
		r.delim = value[:min(len(value), 1)]
	case 'n', 'N':
		r.max, _ = strconv.Atoi(value)
		r.exact = name == 'N'
	case 'u':
		if in, ok := st.fd(value); ok {
			r.source = in
		}
	}
}

// read gives variables what is read from standard input, where it is known.
func (w *Walker) read(i int, st *State) {
	c := &w.script.Calls[i]
	r := readOptions(c, st)
	c.Stdin = r.source
	names := r.names
	if r.array != "" {
		names = []string{r.array}
	}
	for _, n := range names {
		w.expander(st).reference(shell.LitWord(n))
	}
	switch {
	case len(r.source.Items) > 0:
		for _, n := range r.orReply() {
			st.set(n, value{alts: Capped(r.source.Items)})
		}
	case r.source.Known:
		r.assign(r.records(st), st)
	default:
		for _, n := range r.orReply() {
			st.assignTo(n, shell.UnknownWord("$"+n, append(slices.Clip(r.source.From), i)...))
		}
	}
}

// orReply returns the variables that are read into.
func (r *readCall) orReply() []string {
	switch {
	case r.array != "":
		return []string{r.array}
	case len(r.names) == 0:
		return []string{"REPLY"}
	}
	return r.names
}

// records returns the texts that the call may read: one of them, unless it
// stands in a loop.
func (r *readCall) records(st *State) []shell.Word {
	text, ok := r.source.Text.Literal()
	if !ok || len(text) > maxMatched {
		return Capped(r.source.Text.Lines())
	}
	if at := r.source.Taken; at != nil {
		text = text[min(*at, len(text)):]
	}
	var out []shell.Word
	for {
		record, rest := r.cut(text)
		if r.source.Taken != nil {
			*r.source.Taken += len(text) - len(rest)
		}
		out = append(out, shell.LitWord(record))
		if text = rest; text == "" || !st.loop {
			return Capped(out)
		}
	}
}

// cut takes one record off a text.
func (r *readCall) cut(text string) (record, rest string) {
	if r.exact {
		n := min(r.max, len(text))
		return text[:n], text[n:]
	}
	end, skip := len(text), 0
	for i := 0; i < len(text); i++ {
		if !r.raw && text[i] == '\\' {
			i++
			continue
		}
		if r.delim != "" && text[i] == r.delim[0] {
			end, skip = i, 1
			break
		}
	}
	if r.max > 0 && r.max < end {
		end, skip = r.max, 0
	}
	return text[:end], text[end+skip:]
}

// assign gives the variables the fields of the records.
func (r *readCall) assign(records []shell.Word, st *State) {
	ifs := r.ifs
	if r.exact {
		ifs = ""
	}
	names := r.orReply()
	if len(r.names) == 0 && r.array == "" {
		ifs = ""
	}
	alts := make([][]shell.Word, len(names))
	for _, rec := range records {
		text, ok := rec.Literal()
		if !ok { // what is not known may be any field
			for i := range names {
				for _, f := range rec.Split(ifs + "\n") {
					alts[i] = addAlt(alts[i], f)
				}
			}
			continue
		}
		if r.array != "" {
			st.set(r.array, value{elems: literals(fieldsOf(text, ifs, 0, r.raw)), array: true})
			return
		}
		for i, f := range fieldsOf(text, ifs, len(names), r.raw) {
			alts[i] = addAlt(alts[i], shell.LitWord(f))
		}
	}
	for i, n := range names {
		if len(alts[i]) == 1 {
			st.assignTo(n, alts[i][0])
			continue
		}
		st.set(n, value{alts: Capped(alts[i])})
	}
}

func literals(list []string) []shell.Word {
	out := make([]shell.Word, len(list))
	for i, s := range list {
		out[i] = shell.LitWord(s)
	}
	return out
}

// fieldsOf splits a text as read does: into n fields, of which the last takes
// the rest, or with 0 into all of them.
func fieldsOf(text, ifs string, n int, raw bool) []string {
	s := readSplitter{ifs: ifs, raw: raw, text: text}
	s.blanks()
	var out []string
	for (n == 0 && s.text != "") || len(out)+1 < n {
		out = append(out, s.field())
	}
	if n > 0 {
		out = append(out, s.rest())
	}
	return out
}

// readSplitter cuts fields off a text.
type readSplitter struct {
	ifs  string
	raw  bool
	text string
}

func (s *readSplitter) in(c byte) bool { return strings.IndexByte(s.ifs, c) >= 0 }

func (s *readSplitter) blank(c byte) bool { return s.in(c) && (c == ' ' || c == '\t' || c == '\n') }

func (s *readSplitter) blanks() {
	for s.text != "" && s.blank(s.text[0]) {
		s.text = s.text[1:]
	}
}

// field cuts off the next field and what separates it from the one after it.
func (s *readSplitter) field() string {
	var b strings.Builder
	for s.text != "" && !s.in(s.text[0]) {
		s.char(&b)
	}
	s.blanks()
	if s.text != "" && s.in(s.text[0]) {
		s.text = s.text[1:]
		s.blanks()
	}
	return b.String()
}

// char moves a character to a field, without the backslash that quotes it.
func (s *readSplitter) char(b *strings.Builder) {
	if !s.raw && s.text[0] == '\\' {
		if s.text = s.text[1:]; s.text == "" {
			return
		}
		if s.text[0] == '\n' {
			s.text = s.text[1:]
			return
		}
	}
	b.WriteByte(s.text[0])
	s.text = s.text[1:]
}

// rest returns the last field: all that is left, without the blanks or the one
// separator at its end.
func (s *readSplitter) rest() string {
	before := s.text
	if f := s.field(); s.text == "" {
		return f // a single field, and what ends it
	}
	s.text = before
	for s.text != "" && s.blank(s.text[len(s.text)-1]) {
		s.text = s.text[:len(s.text)-1]
	}
	var b strings.Builder
	for s.text != "" {
		s.char(&b)
	}
	return b.String()
}

// mapfile gives an array the lines of standard input.
func (st *State) mapfile(c *shell.Call) {
	name := "MAPFILE"
	if n := len(c.Args.Operands); n > 0 {
		name = c.Args.Operands[n-1].String()
	}
	in := c.Stdin
	if f := c.Args.Flag("-u"); f != nil && f.Value != nil {
		if s, ok := st.fd(f.Value.String()); ok {
			in = s
		}
	}
	switch text, ok := in.Text.Literal(); {
	case len(in.Items) > 0:
		st.set(name, value{elems: in.Items, array: true})
	case in.Known && ok && len(text) <= maxMatched:
		st.set(name, value{elems: literals(records(c, text)), array: true})
	case in.Known:
		st.set(name, value{elems: in.Text.Lines(), array: true})
	default:
		st.set(name, value{elems: []shell.Word{shell.UnknownWord("${"+name+"[..]}", in.From...)}, array: true, vague: true})
	}
}

// records returns the elements that mapfile makes of a text.
func records(c *shell.Call, text string) []string {
	number := func(option string) int {
		if f := c.Args.Flag(option); f != nil && f.Value != nil {
			n, _ := strconv.Atoi(f.Value.String())
			return n
		}
		return 0
	}
	delim := "\n"
	if f := c.Args.Flag("-d"); f != nil && f.Value != nil {
		delim = f.Value.String()
	}
	if delim == "" {
		delim = "\x00"
	}
	out := strings.SplitAfter(text, delim[:1])
	if out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	out = out[min(number("-s"), len(out)):]
	if n := number("-n"); n > 0 {
		out = out[:min(n, len(out))]
	}
	if c.Args.Has("-t") {
		for i := range out {
			out[i] = strings.TrimSuffix(out[i], delim[:1])
		}
	}
	return out
}
