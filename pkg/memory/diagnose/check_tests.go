package diagnose

import "strings"

// distinct returns names of tests without those that only repeat the end of a longer one:
// of test_mul and tests/test_mul.py::test_mul, which one output has both, the second. A
// test may be called like the end of another: of as many names as tests failed, all stay.
func (n names) distinct(failed int) names {
	parts := make([]string, len(n))
	for i, name := range n {
		parts[i] = " " + strings.Join(strings.FieldsFunc(name, isBetweenNames), " ")
	}
	repeats := func(i, j int) bool {
		return i != j && len(parts[i]) < len(parts[j]) && strings.HasSuffix(parts[j], parts[i])
	}
	kept := n[:0:0]
	left := len(n)
	for i := range n {
		again := false
		for j := range n {
			again = again || repeats(i, j)
		}
		if again && left > max(failed, 1) {
			left--
			continue
		}
		kept = append(kept, n[i])
	}
	return kept
}

// isBetweenNames reports whether a character stands between the name of a suite and that
// of its test.
func isBetweenNames(c rune) bool { return strings.ContainsRune(" \t:.>›#/", c) }

// unbroken returns a name that an output prints in several lines as one line.
func unbroken(name string) string {
	if !strings.Contains(name, "\n") {
		return name
	}
	return strings.Join(strings.Fields(name), " ")
}

// spanning returns the starts of the lines at which a name of a test begins that goes on
// below: what else is read in these lines is a part of it.
func (e *examiner) spanning(check int) map[int]bool {
	starts := make(map[int]bool)
	for _, m := range e.matches(check) {
		if strings.Contains(e.group(m, "test"), "\n") {
			starts[m.from] = true
		}
	}
	return starts
}
