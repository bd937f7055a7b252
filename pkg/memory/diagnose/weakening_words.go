package diagnose

import (
	"slices"
	"strings"
)

// AskedFor returns what of the checks of a project a prompt wants changed: expected results,
// tests, or settings. What it wants left alone is none.
func (r *Reader) AskedFor(prompt string) (list []string) {
	const most = 4 << 10
	prompt = strings.ToLower(prompt[:min(len(prompt), most)])
	asked := r.weakening().Asked
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
				if name != "" && name != "between" && m[2*g] >= 0 && !slices.Contains(list, name) {
					list = append(list, name)
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
	case strings.Contains(what, "a test"), strings.Contains(what, "was deleted"), strings.Contains(what, "was moved away"), strings.Contains(what, " is gone"), strings.Contains(what, mocks), strings.Contains(what, commentsOut):
		return []string{"tests"}
	}
	return []string{"settings"}
}

// Discloses reports whether a line of a message says that tests were taken out, or were
// made to ask for less.
func (r *Reader) Discloses(line string) bool { return r.matches(r.weakening().Discloses, line) }

// Admits reports whether a sentence of a message says that something fails, was not run, or
// is left to do.
func (r *Reader) Admits(sentence string) bool { return r.matches(r.weakening().Admits, sentence) }
