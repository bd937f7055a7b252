package diagnose

import (
	"slices"
	"strings"
)

// Narrows returns what a change of a whole file of settings takes from what is checked:
// a key by which things are left out has more values, or one by which they are selected
// has fewer. The notation may be any in which a key stands before its values.
func (r *Reader) Narrows(file, before, after string) string {
	if len(before)+len(after) > maxChange || before == "" || after == "" || !r.RunsChecks(file) {
		return ""
	}
	was, is := r.scopes(before), r.scopes(after)
	for _, v := range is.out {
		if !slices.Contains(was.out, v) && len(is.out) > len(was.out) {
			return leavesOut
		}
	}
	for _, v := range was.in {
		if slices.Contains(is.in, v) {
			continue
		}
		part := func(n string) bool { return !slices.Contains(was.in, n) && isPartOf(n, v) }
		if len(is.in) < len(was.in) && !strings.Contains(v, "*") || len(is.in) == len(was.in) && slices.ContainsFunc(is.in, part) {
			return "checks no longer " + v
		}
	}
	return ""
}

// isPartOf reports whether a path, or a pattern of paths, is a part of another: it has all of
// its names, and more in front of the last: test/core/**/*.test.ts of test/**/*.test.ts.
func isPartOf(inner, outer string) bool {
	dirs := strings.Split(strings.Trim(inner, "./"), "/")
	rest := strings.Split(strings.Trim(outer, "./"), "/")
	if len(dirs) <= len(rest) {
		return false
	}
	for _, d := range dirs {
		if len(rest) > 0 && d == rest[0] {
			rest = rest[1:]
		}
	}
	return len(rest) == 0
}

// isGenerated reports whether a value names a directory with nothing in it that is checked.
func isGenerated(value string) bool {
	names := strings.FieldsFunc(value, func(c rune) bool { return strings.ContainsRune("/*\\^$<>", c) })
	return len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return n != "rootDir" && !dirGeneratedWord(n) })
}

// scopes are the values of keys of both kinds.
type scopes struct{ out, in []string }

// scopes reads them from settings.
func (r *Reader) scopes(text string) (s scopes) {
	comments := r.weakening().Comments
	var kept strings.Builder
	for line := range strings.Lines(text) {
		if !r.matches(comments, strings.TrimRight(line, "\n")) || strings.HasPrefix(strings.TrimSpace(line), "<") {
			kept.WriteString(line)
		}
	}
	text = kept.String()
	rows := r.weakening().Scopes
	for i := range rows {
		re := r.regexp(&rows[i])
		out := re.SubexpIndex("out")
		for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
			values := valuesAt(text, m[1])
			if out >= 0 && m[2*out] >= 0 {
				s.out = append(s.out, slices.DeleteFunc(values, isGenerated)...)
			} else {
				s.in = append(s.in, values...)
			}
		}
	}
	return s
}

// maxScope bounds the values of a key, in bytes.
const maxScope = 4 << 10

// valuesAt returns the values of a key that ends at a place: those in brackets, those in
// the list of lines below it, or the rest of the line.
func valuesAt(text string, at int) []string {
	rest := text[at:min(len(text), at+maxScope)]
	rest = strings.TrimLeft(rest, "\"'")
	rest = strings.TrimLeft(rest, " \t")
	if quoted := strings.HasPrefix(rest, "'") || strings.HasPrefix(rest, "\""); !quoted {
		if rest == "" || !strings.ContainsRune(":=(>[+", rune(rest[0])) {
			return nil
		}
		rest = strings.TrimLeft(rest, ":=>+ \t")
	}
	switch {
	case rest == "":
		return nil
	case strings.IndexByte("[({", rest[0]) >= 0:
		return items(rest[:closing(rest)])
	case rest[0] == '\n' && strings.HasPrefix(strings.TrimSpace(rest), "- "):
		return items(listed(rest[1:]))
	}
	line, below, _ := strings.Cut(rest, "\n")
	if i := strings.IndexByte(line, '<'); i >= 0 {
		line = line[:i]
	}
	var list []string
	for part := range strings.SplitSeq(line, ",") {
		if strings.Contains(part, ": ") {
			break // another key
		}
		list = append(list, items(part)...)
	}
	for strings.HasPrefix(below, " ") || strings.HasPrefix(below, "\t") { // of an ini file
		next, more, _ := strings.Cut(below, "\n")
		if strings.ContainsAny(next, ":={}()<") {
			break
		}
		list, below = append(list, items(next)...), more
	}
	return list
}

// closing returns where the bracket is closed with which a text begins.
func closing(text string) int {
	depth, quote := 0, byte(0)
	for i := range len(text) {
		switch c := text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"' || c == '`':
			quote = c
		case strings.IndexByte("[({", c) >= 0:
			depth++
		case strings.IndexByte("])}", c) >= 0:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// listed returns the lines of a list in YAML, which begin with a dash.
func listed(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		item, is := strings.CutPrefix(trimmed, "- ")
		switch {
		case trimmed == "" || strings.HasPrefix(trimmed, "#"):
			continue
		case !is:
			return b.String()
		}
		b.WriteString(item + "\n")
	}
	return b.String()
}

// items returns the values in a text, without those that say that there is none.
func items(text string) (list []string) {
	for _, f := range strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(" \t\n,;[](){}'\"`|", c) }) {
		switch f = strings.TrimRight(f, ":"); strings.ToLower(f) {
		case "", "false", "none", "null", "0", "=", ">":
		default:
			list = append(list, f)
		}
	}
	return list
}
