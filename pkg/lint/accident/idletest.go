package accident

import (
	"strings"
)

// idleTest says why the condition in which an offset lies is always true: [ $a=b ] is one
// word, and [ $a > b ] writes a file.
func (j *judge) idleTest(at int) string {
	before := j.before(at)
	depth := 0
	for range 15 {
		nl := strings.LastIndexByte(before, '\n')
		if nl < 0 {
			return ""
		}
		before = before[:nl]
		line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
		switch {
		case line == "fi" || line == "else" || strings.HasPrefix(line, "elif "):
			depth++
		case strings.HasPrefix(line, "if ") && depth > 0:
			depth--
		case strings.HasPrefix(line, "if [ "):
			test, _, _ := strings.Cut(line[len("if [ "):], " ]")
			words := strings.Fields(test)
			switch {
			case len(words) == 1 && strings.Contains(words[0], "=") && strings.Contains(words[0], "$"):
				return "runs whatever " + words[0] + " is: without blanks around = the test is always true"
			case len(words) == 3 && (words[1] == ">" || words[1] == "<"):
				return "runs whatever " + words[0] + " is: in [ ] the " + words[1] + " is a redirection, and the test is always true"
			}
			return ""
		}
	}
	return ""
}
