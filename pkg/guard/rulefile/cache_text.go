package rulefile

import (
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// A cache is a text. Its first line is a checksum of the others, its second the
// stamp of the program that wrote it, which keeps other versions of the types
// away. Then come the lines of each file, in the form in which knowledge.txt
// holds built-in rules and models:
//
//	file 1763798400 512 user "/home/ann/.config/ctxhook/rules/a.yaml"
//	rule ..
//	program ..
//	error 3 7 "a.yaml" "unknown key .."
const (
	lineFile    = "file"
	lineRule    = "rule"
	lineProgram = "program"
	lineError   = "error"
)

// seal writes entries with a stamp.
func seal(stamp string, entries []entry) []byte {
	var out strings.Builder
	fmt.Fprintf(&out, "%q\n", stamp)
	for i := range entries {
		e := &entries[i]
		fmt.Fprintf(&out, "%s %d %d %s %q\n", lineFile, e.Mtime, e.Size, e.Pack, e.Path)
		for i := range e.Rules {
			fmt.Fprintf(&out, "%s %s\n", lineRule, rule.Encode(&e.Rules[i]))
		}
		for i := range e.Commands {
			fmt.Fprintf(&out, "%s %s\n", lineProgram, rule.Encode(&e.Commands[i]))
		}
		for _, err := range e.Errors {
			fmt.Fprintf(&out, "%s %d %d %q %q\n", lineError, err.Line, err.Column, err.Path, err.Text)
		}
	}
	return []byte(checksum(out.String()) + "\n" + out.String())
}

// unseal returns the entries of a cache with a stamp, or nil.
func unseal(data []byte, stamp string) []entry {
	sum, body, _ := strings.Cut(string(data), "\n")
	head, lines, _ := strings.Cut(body, "\n")
	if sum != checksum(body) || head != strconv.Quote(stamp) {
		return nil
	}
	entries := []entry{}
	for line := range strings.Lines(lines) {
		kind, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if kind == lineFile {
			entries = append(entries, entry{})
		}
		if len(entries) == 0 || !entries[len(entries)-1].add(kind, text) {
			return nil
		}
	}
	return entries
}

// add takes over what a line says of a file.
func (e *entry) add(kind, text string) bool {
	r := lineReader{rest: text}
	switch kind {
	case lineFile:
		e.Mtime, e.Size, e.Pack, e.Path = r.number(), r.number(), r.word(), r.quoted()
	case lineRule:
		var r rule.Rule
		ok := rule.Decode(text, &r)
		r.Settle() // before it is copied
		e.Rules = append(e.Rules, r)
		return ok
	case lineProgram:
		e.Commands = append(e.Commands, rule.Command{})
		return rule.Decode(text, &e.Commands[len(e.Commands)-1])
	case lineError:
		err := Error{Line: int(r.number()), Column: int(r.number())}
		err.Path, err.Text = r.quoted(), r.quoted()
		e.Errors = append(e.Errors, err)
	default:
		return false
	}
	return !r.bad && r.rest == ""
}

// lineReader takes the words of a line.
type lineReader struct {
	rest string
	bad  bool
}

func (r *lineReader) word() string {
	word, rest, _ := strings.Cut(r.rest, " ")
	r.rest = rest
	return word
}

func (r *lineReader) number() int64 {
	n, err := strconv.ParseInt(r.word(), 10, 64)
	r.bad = r.bad || err != nil
	return n
}

func (r *lineReader) quoted() string {
	q, err := strconv.QuotedPrefix(r.rest)
	if err != nil {
		r.bad = true
		return ""
	}
	r.rest = strings.TrimPrefix(r.rest[len(q):], " ")
	s, err := strconv.Unquote(q)
	r.bad = r.bad || err != nil
	return s
}

func checksum(text string) string {
	h := fnv.New64a()
	h.Write([]byte(text))
	return fmt.Sprintf("%016x", h.Sum64())
}
