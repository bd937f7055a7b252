package shell

import "strings"

// Reach is how far the paths go that a command names.
type Reach uint8

const (
	ReachesInside  Reach = iota // they begin in the directory that it runs in
	ReachesOutside              // one does not
	ReachesWhole                // nor has it more than one part: ~/ or /etc
)

// ReachOf returns how far the paths go that a text names.
func ReachOf(source string) (r Reach) {
	if strings.Contains(source, "HOME") {
		return ReachesWhole
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
			return ReachesWhole
		}
		r = ReachesOutside
	}
	return r
}

// endsPath are bytes before and behind paths.
const endsPath = " \t\n\"'`=<>:,;(){}&|"
