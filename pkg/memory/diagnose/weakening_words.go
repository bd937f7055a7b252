package diagnose

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/base/pattern"
)

// asksGone begins what stands for a word of what a prompt wants gone.
const asksGone = "gone "

// AskedFor returns what of the checks of a project a prompt wants changed: expected results,
// tests, or settings. What it wants left alone is none.
func (r *Reader) AskedFor(prompt string) (list []string) {
	const most = 4 << 10
	prompt = strings.ToLower(prompt[:min(len(prompt), most)])
	asked := r.weakening().Asked
	add := func(what string) {
		if !slices.Contains(list, what) {
			list = append(list, what)
		}
	}
	for i := range asked {
		p := &asked[i]
		if !may(p, prompt) {
			continue
		}
		re := r.regexp(p)
		for _, m := range re.FindAllStringSubmatchIndex(prompt, -1) {
			before := strings.Fields(prompt[max(0, m[0]-24):m[0]])
			if slices.ContainsFunc(before[max(0, len(before)-3):], refuses) {
				continue
			}
			if g := re.SubexpIndex("between"); g >= 0 && slices.ContainsFunc(strings.Fields(prompt[m[2*g]:m[2*g+1]]), func(w string) bool { return askPartsWord(strings.Trim(w, ",;:()")) }) {
				continue
			}
			for g, name := range re.SubexpNames() {
				switch {
				case m[2*g] < 0 || name == "" || name == "between":
				case name == "gone":
					for _, word := range subject(prompt[m[2*g]:m[2*g+1]]) {
						add(asksGone + word)
					}
				default:
					add(name)
				}
			}
		}
	}
	return list
}

// refuses reports whether a word says that something must not be done, or was done.
func refuses(word string) bool {
	switch strings.Trim(word, ",.;:") {
	case "not", "never", "no", "without", "avoid", "nicht", "kein", "keine", "ohne", "ne", "pas", "sans", "sin", "não", "did", "why", "someone", "somebody":
		return true
	}
	return strings.HasSuffix(word, "n't") || strings.HasSuffix(word, "n’t")
}

// AsksFor returns of the things that AskedFor returns those by which a prompt may ask for a
// weakening.
func AsksFor(what string) []string {
	for _, part := range [...]string{removesTest, removesAssert, removesCase} {
		if strings.HasSuffix(what, " "+part) {
			what = part // of a file
		}
	}
	switch {
	case strings.Contains(what, "expected results were"), strings.Contains(what, expects):
		return []string{"expected"}
	case strings.Contains(what, leavesOut): // tests, files or rules
		return []string{"tests", "settings"}
	case what == removesTest, what == removesAssert, what == removesCase:
		return []string{"tests", "rewrite", "merge"}
	case strings.Contains(what, "test ran"), strings.Contains(what, "tests ran"):
		return []string{"tests", "merge"}
	case strings.Contains(what, loosensAssert):
		return []string{"settings", "looser"}
	case strings.Contains(what, addsRetries):
		return []string{"settings", "retries"}
	case strings.Contains(what, "a limit"), strings.Contains(what, "a threshold"), strings.Contains(what, widensTolerate):
		return []string{"settings", "limits"}
	case strings.Contains(what, "a test"), strings.Contains(what, "was deleted"), strings.Contains(what, "was moved away"), strings.Contains(what, " is gone"), strings.Contains(what, "mocks what "), strings.Contains(what, commentsOut):
		return []string{"tests"}
	}
	return []string{"settings"}
}

// AsksGone returns of the things that AskedFor returns those that a prompt has all of which asks
// for the thing to go that a test is about, where a weakening is that a file of such tests went:
// "api/test_export_v1.py was deleted", and the user wants the export endpoint of v1 removed.
func AsksGone(what string) (all []string) {
	for part := range strings.SplitSeq(what, ", ") {
		name, deleted := strings.CutSuffix(part, " was deleted")
		name, missing := strings.CutSuffix(name, " is gone")
		if !deleted && !missing {
			return nil
		}
		base := path.Base(name)
		about := subject(strings.TrimSuffix(base, path.Ext(base)))
		if len(about) == 0 {
			return nil
		}
		for _, word := range about {
			all = append(all, asksGone+word)
		}
	}
	return all
}

// SameSubject reports whether the names of two files say that they are about the same: fax.rb and
// fax_spec.rb.
func SameSubject(a, b string) bool {
	about := func(name string) []string {
		base := path.Base(name)
		return subject(strings.TrimSuffix(base, path.Ext(base)))
	}
	first := about(a)
	return len(first) > 0 && slices.Equal(first, about(b))
}

// maxSubject is how many words say what something is about.
const maxSubject = 8

// subject returns the words of a text or a name that say what it is about, in lower case and
// without the s of many: coupon of CouponsSpec.
func subject(text string) (list []string) {
	for _, word := range strings.FieldsFunc(Spaced(text), func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		word = strings.ToLower(word)
		if askPartsWord(word) || askPlacesWord(word) || len(list) == maxSubject {
			break // another wish, or where it is
		}
		word = strings.TrimSuffix(word, "s")
		if len(word) > 1 && !namesTestsWord(word) {
			list = append(list, word)
		}
	}
	return list
}

// Spaced puts blanks between the words of the names in a text.
func Spaced(text string) string { return humps().ReplaceAllString(text, "$1 $2") }

// humps are where a word begins in a name that joins them.
var humps = pattern.Later(`(\p{Ll})(\p{Lu})`)

// Discloses reports whether a line of a message says that tests were taken out, or were
// made to ask for less.
func (r *Reader) Discloses(line string) bool { return r.matches(r.weakening().Discloses, line) }

// Admits reports whether a sentence of a message says that something fails, was not run, or
// is left to do.
func (r *Reader) Admits(sentence string) bool { return r.matches(r.weakening().Admits, sentence) }
