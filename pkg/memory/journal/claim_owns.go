package journal

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/claims"
)

// failedNames returns the names of the tests that failed in a check, without where they
// stand.
func failedNames(c *memory.Check) (list []string) {
	for _, t := range c.Tests {
		name := t.String()
		if i := strings.LastIndexAny(name, ":>/. "); i >= 0 {
			name = name[i+1:]
		}
		if name = strings.Trim(name, "()[]"); len(name) > 3 && strings.ContainsFunc(name, func(c rune) bool { return c == '_' || c >= 'A' && c <= 'Z' }) {
			list = append(list, name)
		}
	}
	return list
}

// owns reports whether a message tells that a check fails, of which it claims something; whole
// is whether it claims all of it.
func (v *view) owns(message string, c *memory.Check, whole bool) bool {
	tests := failedNames(c)
	for _, t := range c.Tests {
		for _, name := range [...]string{t.String(), lastPart(t.String())} {
			if len(name) > 3 && !speaksOfCheck("", name) {
				tests = append(tests, name)
			}
		}
	}
	var stems []string
	for _, f := range c.Files {
		name := path.Base(f.String())
		stem, _, _ := strings.Cut(name, ".")
		tests = append(tests, name)
		stems = append(stems, nameWords([]string{stem})...)
	}
	return claims.Owns(message, c.Kind, append(stems, tests...), tests, whole, reader().Admits)
}

// lastPart returns the name of a test without those of what it stands in.
func lastPart(name string) string {
	return strings.TrimSpace(strings.TrimLeft(name[max(0, strings.LastIndexAny(name, ":>›")):], ":>›"))
}
