package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// secretNames writes what names say of their values, and the other words that package
// redact reads.
func secretNames(out *bytes.Buffer, known rulefile.Secrets) {
	classes := map[string]string{"code": "inCode", "words": "inWords", "key": "ofKey", "none": "noSecret"}
	class := func(n rulefile.SecretName) string { return cmp.Or(classes[n.Class], n.Class) }
	lookup := func(name, doc string, list func(rulefile.SecretName) []string) {
		fmt.Fprintf(out, "// %s %s\nfunc %s(w string) (class, bool) {\nswitch w {\n", name, doc, name)
		for _, n := range known.Names {
			if words := list(n); len(words) > 0 {
				fmt.Fprintf(out, "case %s:\nreturn %s, true\n", quoted(words), class(n))
			}
		}
		out.WriteString("}\nreturn ordinary, false\n}\n\n")
	}
	lookup("classOf", "returns the class of a name, or of its last two words.", func(n rulefile.SecretName) []string { return n.Is })
	lookup("classOfJoined", "returns the class of the last word of a name that has others.", func(n rulefile.SecretName) []string { return n.Joined })
	out.WriteString("// nameEnds are the ends of names that say so.\nvar nameEnds = [...]nameEnd{\n")
	for _, n := range known.Names {
		for _, end := range n.Ends {
			fmt.Fprintf(out, "{%q, %s},\n", end, class(n))
		}
	}
	out.WriteString("}\n\n")
	var ends []string
	for _, n := range known.Names {
		if n.Class != "none" { // read behind the name that it makes an exception of
			ends = slices.Concat(ends, n.Is, n.Joined, n.Ends)
		}
	}
	letters(out, "endings", "it may end a name", ends)
	letters(out, "endingsAround", "it may be the word around of one", known.Words["around"])
	for _, name := range rulefile.SecretWords {
		words := known.Words[name]
		switch name {
		case "store", "says", "published", "foreign", "login", "enter", "example", "asked", "instead", "user": // parts
			fmt.Fprintf(out, "// %sWords are the words listed in %s.\nvar %sWords = [...]string{%s}\n\n", name, name, name, quoted(words))
		default:
			fmt.Fprintf(out, "// is%sWord reports whether a word is listed in %s.\nfunc is%[1]sWord(w string) bool {\nswitch w {\ncase %[3]s:\nreturn true\n}\nreturn false\n}\n\n", strings.ToUpper(name[:1])+name[1:], name, quoted(words))
		}
	}
}

// secretCalls writes which operand of a call in code is a secret.
func secretCalls(out *bytes.Buffer, list []rulefile.SecretCall) {
	out.WriteString("// takesOf says, by the last words of the name of a function, which of its operands is a secret.\nfunc takesOf(w string) (takes, bool) {\nswitch w {\n")
	var all []string
	for _, c := range list {
		fmt.Fprintf(out, "case %s:\nreturn takes{operand: %d, typed: %t, field: %t}, true\n", quoted(c.Is), c.Operand, c.Typed, c.Field)
		all = append(all, c.Is...)
	}
	out.WriteString("}\nreturn takes{}, false\n}\n\n")
	letters(out, "endingsOfCalls", "it may end the name of a function that takes a secret", all)
}

// letters writes a table that says by the last three letters of a word what it may be: bit
// c of the row of a and b is set for "abc".
func letters(out *bytes.Buffer, name, doc string, words []string) {
	rows := make(map[int]uint32)
	for _, w := range words {
		end := w[strings.LastIndexByte(w, ' ')+1:]
		add := func(end string) { rows[int(end[0]&31)<<5|int(end[1]&31)] |= 1 << (end[2] & 31) }
		switch {
		case len(end) >= 3:
			add(end[len(end)-3:])
		case len(end) == 2:
			add("_" + end)
			add("-" + end)
		}
	}
	fmt.Fprintf(out, "// %s says by the last three letters of a word whether %s: bit c of\n// the row of a and b is set for \"abc\".\nvar %[1]s = [1024]uint32{\n", name, doc)
	for _, row := range slices.Sorted(maps.Keys(rows)) {
		fmt.Fprintf(out, "%d: %#x,\n", row, rows[row])
	}
	out.WriteString("}\n\n")
}
