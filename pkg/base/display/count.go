package display

import "strconv"

// Counted returns a number with the noun that it counts: 1 file, 2 files.
func Counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}
