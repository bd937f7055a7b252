package diagnose

import (
	"slices"
	"strings"
)

// reason returns the line of an output that says why a run failed, where that lies around
// the code, without what differs when the same happens to another test, file or name; and
// those names. What says that the code is wrong is no reason: a command does not mend it.
func (r *Reader) reason(text string) (why, names string) {
	rows := r.anyCheck()
	exception := ""
	for at := range skim(text) {
		said := withoutShellPrefix(strings.TrimSpace(text[at.from:at.to]))
		if said == "" || isLogged(said) || isHeading(said) || strings.HasPrefix(said, "at ") || r.isVague(said) {
			continue
		}
		s := r.withoutLeads(said)
		switch {
		case s == "" || r.isVague(s) || r.matches(rows.OfCode, s):
		case r.matches(rows.Reasons, s):
			if rest := withoutException(s); r.matches(rows.Reasons, rest) {
				s = rest
			}
			return r.reasonShape(s)
		case exception == "" && raises(s):
			exception = s
		}
	}
	if exception == "" {
		return "", ""
	}
	return r.reasonShape(exception)
}

// withoutLeads returns what a line says behind the place, the label or the test that it
// begins with.
func (r *Reader) withoutLeads(said string) string {
	leads := r.anyCheck().Leads
	for range len(leads) {
		before := said
		for i := range leads {
			if p := &leads[i]; may(p, said) {
				said = strings.TrimSpace(said[len(r.regexp(p).FindString(said)):])
			}
		}
		if said == before {
			break
		}
	}
	return said
}

// raises reports whether a line begins with an exception: a name of a type, perhaps in
// its package.
func raises(said string) bool {
	name, _, ok := strings.Cut(said, ": ")
	if !ok || strings.Contains(name, " ") {
		return false
	}
	last := name[strings.LastIndexAny(name, `.:\`)+1:]
	return isException(last) || last != name && last != "" && 'A' <= last[0] && last[0] <= 'Z'
}

// withoutException returns what a line says behind the type of an exception, where that is a
// sentence of its own: another runner prints the sentence alone. Of a few words the type
// may tell what refused.
func withoutException(said string) string {
	const sentence = 5
	for raises(said) {
		_, rest, _ := strings.Cut(said, ": ")
		if strings.Count(strings.TrimSpace(rest), " ") < sentence-1 {
			break
		}
		said = rest
	}
	return said
}

// here returns a line with one name for this machine, and without the root of the project.
func here(said string) string {
	for _, name := range [...]string{"[::1]", "::1", "127.0.0.1", "0.0.0.0"} {
		said = strings.ReplaceAll(said, name, localhost)
	}
	return strings.ReplaceAll(strings.ReplaceAll(said, `"localhost" (localhost)`, `"localhost"`), "<ROOT>/", "")
}

const localhost = "localhost"

// reasonShape returns the shape of a line that says why something failed. What is quoted,
// identifiers and files are names of what it happened to; ports of known services, codes
// and variables are part of it.
func (r *Reader) reasonShape(said string) (why, names string) {
	said = here(said)
	kept := r.kept(said)
	kept[localhost] = true
	var list []string
	add := func(name string) string {
		if len(list) < maxReasonNames && !slices.Contains(list, name) {
			list = append(list, name)
		}
		return "X"
	}
	var b strings.Builder
	for field := range strings.FieldsSeq(said) {
		if b.Len() > maxShape {
			break
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if strings.Contains(field, "://") {
			writeShape(&b, field)
			continue
		}
		for field != "" {
			n := strings.IndexAny(field, ":=,;()[]{}<>\"'|`")
			if n < 0 {
				n = len(field)
			}
			if word := strings.TrimPrefix(strings.TrimRight(field[:n], "."), "./"); word != "" {
				quoted := n < len(field) && strings.IndexByte("\"'`", field[n]) >= 0 && !isLetterQuote(field, n)
				switch {
				case kept[word]:
					b.WriteString(word)
				case isNumber(word), isHash(word):
					b.WriteString(wordShape(word))
				case strings.ContainsAny(word, `/\`) && isNumber(base(word)): // HTTP/1.1
					b.WriteString(wordShape(word))
				case strings.ContainsAny(word, `/\`):
					add(base(word))
					b.WriteString(placeShape(word))
				case strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "":
					b.WriteString(word)
				case quoted, isIdentifier(word):
					b.WriteString(add(word))
				default:
					b.WriteString(strings.TrimRight(word, "0123456789."))
				}
			}
			if n < len(field) {
				b.WriteByte(field[n])
				n++
			}
			field = field[n:]
		}
	}
	return b.String()[:min(b.Len(), maxShape)], strings.Join(list, " ")
}

// maxReasonNames is how many names of what failed are kept.
const maxReasonNames = 4

// kept returns the numbers of a line that are part of what it says.
func (r *Reader) kept(said string) map[string]bool {
	kept := make(map[string]bool)
	keeps := r.anyCheck().Keeps
	for i := range keeps {
		re := r.regexp(&keeps[i])
		for _, m := range re.FindAllStringSubmatch(said, -1) {
			kept[m[re.SubexpIndex("n")]] = true
		}
	}
	return kept
}

// isLetterQuote reports whether a quotation mark is an apostrophe.
func isLetterQuote(s string, at int) bool {
	return s[at] == '\'' && at+1 < len(s) && isAlnum(s[at+1])
}

// isIdentifier reports whether a word is a name in a program, a schema or a package, and
// no exception.
func isIdentifier(word string) bool {
	if isException(word) {
		return false
	}
	inner := strings.Trim(word, "._-")
	last := inner[strings.LastIndexByte(inner, '.')+1:]
	return strings.Contains(inner, "_") || last != inner && (last[0] < 'A' || last[0] > 'Z')
}

// placeShape returns a path as the directory that a file lies in, and what kind of file it
// is.
func placeShape(path string) string {
	path = strings.ReplaceAll(path, `\`, "/")
	dir, kind := "", ""
	if at := strings.LastIndexByte(path, '/'); at > 0 {
		if dir = base(path[:at]); strings.ContainsAny(dir, "0123456789") {
			dir = "N"
		}
	}
	if file := base(path); strings.Contains(file, ".") {
		kind = strings.TrimRight(file[strings.LastIndexByte(file, '.'):], "0123456789")
	}
	return dir + "/F" + kind
}
