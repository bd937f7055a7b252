package shell

import "strings"

// reach is how far the paths go that a command names.
type reach uint8

const (
	reachesInside  reach = iota // they begin in the directory that it runs in
	reachesOutside              // one does not
	reachesWhole                // nor has it more than one part: ~/ or /etc
)

// reachOf returns how far the paths go that a text names.
func reachOf(source string) (r reach) {
	if strings.Contains(source, "HOME") {
		return reachesWhole
	}
	for from := 0; from < len(source); {
		i := strings.IndexAny(source[from:], "/~")
		if i < 0 {
			break
		}
		i += from
		end := i + 1
		for end < len(source) && strings.IndexByte(endsPath, source[end]) < 0 {
			end++
		}
		if from = end; i > 0 && strings.IndexByte(endsPath, source[i-1]) < 0 {
			continue
		}
		if !strings.Contains(strings.Trim(source[i:end], "~/"), "/") {
			return reachesWhole
		}
		r = reachesOutside
	}
	return r
}

// endsPath are bytes before and behind paths.
const endsPath = " \t\n\"'`=<>:,;(){}&|"
