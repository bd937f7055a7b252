package diagnose

import (
	"iter"
	"path"
	"slices"
	"strings"
)

// standIns yields what lines put something in the place of: "module", "function" or "server", and
// which one.
func (r *Reader) standIns(lines []string) iter.Seq2[string, string] {
	return func(yield func(kind, name string) bool) {
		patterns := r.weakening().Mocks
		for i := range patterns {
			re := r.regexp(&patterns[i])
			for _, l := range lines {
				m := re.FindStringSubmatch(l)
				for g, kind := range re.SubexpNames() {
					if m != nil && kind != "" && m[g] != "" && !yield(kind, m[g]) {
						return
					}
				}
			}
		}
	}
}

// mocksTested reports whether lines that came into a file of tests put something in the
// place of the module that the file is named after, or of a server that it is to meet.
func (r *Reader) mocksTested(file string, come []string) bool {
	file = strings.ReplaceAll(file, `\`, "/")
	name, _, _ := strings.Cut(path.Base(file), ".")
	name = strings.ToLower(name)
	for _, affix := range [...]string{"tests", "test", "specs", "spec"} {
		name = strings.Trim(strings.TrimPrefix(strings.TrimSuffix(name, affix), affix), "_-")
	}
	for kind, of := range r.standIns(come) {
		if kind != "module" {
			if r.matches(r.weakening().WholeFiles, file) {
				return true
			}
		} else if len(name) > 2 && slices.Contains(strings.FieldsFunc(strings.ToLower(of), func(c rune) bool { return c == '/' || c == '.' || c == ':' }), name) {
			return true
		}
	}
	return false
}

// mocksAsserted reports whether lines that came into a test put something in the place of a
// function whose results the test asserts: monkeypatch.setattr(cart, "total", ..) before
// assert cart.total() == 4.
func (r *Reader) mocksAsserted(text string, come []string) bool {
	w := r.weakening()
	for kind, of := range r.standIns(come) {
		for asserted := range strings.Lines(text) {
			if at := strings.Index(asserted, of+"("); kind == "function" && at >= 0 && (at == 0 || !isWordByte(asserted[at-1]) || asserted[at-1] == '.') && r.count(w.Asserts, []string{asserted}) > 0 && r.count(w.Mocks, []string{asserted}) == 0 {
				return true
			}
		}
	}
	return false
}

// mocksCalledBy returns the module of the project in whose place lines put something, "" for none.
func (r *Reader) mocksCalledBy(come []string) string {
	for kind, of := range r.standIns(come) {
		if kind == "module" && (strings.HasPrefix(of, "./") || strings.HasPrefix(of, "../")) {
			return of
		}
	}
	return ""
}
