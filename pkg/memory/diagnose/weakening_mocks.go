package diagnose

import (
	"path"
	"slices"
	"strings"
)

// mocksTested reports whether lines that came into a file of tests put something in the
// place of the module that the file is named after, or of a server that it is to meet.
func (r *Reader) mocksTested(file string, come []string) bool {
	name, _, _ := strings.Cut(path.Base(strings.ReplaceAll(file, `\`, "/")), ".")
	name = strings.ToLower(name)
	for _, affix := range [...]string{"tests", "test", "specs", "spec"} {
		name = strings.Trim(strings.TrimPrefix(strings.TrimSuffix(name, affix), affix), "_-")
	}
	whole := r.matches(r.weakening().WholeFiles, strings.ReplaceAll(file, `\`, "/"))
	for i := range r.weakening().Mocks {
		p := &r.weakening().Mocks[i]
		re := r.regexp(p)
		g := re.SubexpIndex("module")
		for _, l := range come {
			m := re.FindStringSubmatch(l)
			switch {
			case m == nil:
			case g < 0: // a server
				if whole {
					return true
				}
			case len(name) > 2 && slices.Contains(strings.FieldsFunc(strings.ToLower(m[g]), func(c rune) bool { return c == '/' || c == '.' || c == ':' }), name):
				return true
			}
		}
	}
	return false
}

// mocksAsserted reports whether lines that came into a test put something in the place of a
// function whose results the test asserts: monkeypatch.setattr(cart, "total", ..) before
// assert cart.total() == 4.
func (r *Reader) mocksAsserted(text string, come []string) bool {
	w := r.weakening()
	for i := range w.Mocks {
		re := r.regexp(&w.Mocks[i])
		g := re.SubexpIndex("function")
		if g < 0 {
			continue
		}
		for _, l := range come {
			m := re.FindStringSubmatch(l)
			if m == nil || m[g] == "" {
				continue
			}
			for asserted := range strings.Lines(text) {
				if at := strings.Index(asserted, m[g]+"("); at >= 0 && (at == 0 || !isWordByte(asserted[at-1]) || asserted[at-1] == '.') && r.count(w.Asserts, []string{asserted}) > 0 && r.count(w.Mocks, []string{asserted}) == 0 {
					return true
				}
			}
		}
	}
	return false
}
