package preferences

import "strings"

// Place is where the user wants something.
type Place struct {
	Path       string // a part of the project that the words name, as they name it; "" is none
	Everywhere bool   // in all projects
}

// anywhere are words for all projects.
var anywhere = []string{
	"everywhere", "in all projects", "in all my projects", "in every project", "for all projects", "for all my projects", "for every project", "in any project", "across all projects",
	"across all my projects",
}

// PlaceOf returns where the user wants something, and the words without it: "in
// apps/web use pnpm, not npm". isDir reports whether a word that may be a path is
// a directory of the project.
func PlaceOf(words string, isDir func(path string) bool) (place Place, rest string) {
	rest = strings.TrimRight(strings.TrimSpace(words), ".!")
	low := strings.ToLower(rest)
	for _, a := range anywhere {
		switch {
		case strings.HasSuffix(low, " "+a):
			return Place{Everywhere: true}, trimmed(rest[:len(rest)-len(a)])
		case strings.HasPrefix(low, a+" "), strings.HasPrefix(low, a+","):
			return Place{Everywhere: true}, trimmed(rest[len(a):])
		}
	}
	fields := strings.Fields(rest)
	if len(fields) < 3 {
		return Place{}, words
	}
	if path, ok := pathOf(fields[:2], isDir); ok {
		return Place{Path: path}, trimmed(strings.Join(fields[2:], " "))
	}
	if last := len(fields) - 2; last > 0 {
		if path, ok := pathOf(fields[last:], isDir); ok {
			return Place{Path: path}, trimmed(strings.Join(fields[:last], " "))
		}
	}
	return Place{}, words
}

// pathOf reads "in apps/web".
func pathOf(words []string, isDir func(string) bool) (string, bool) {
	if !(token{low: strings.ToLower(words[0])}).is("in|inside|under|below|within|for|on|against|from") {
		return "", false
	}
	path := strings.Trim(words[1], "`\"'()[],:;")
	path = strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(path, "./"), "**"), "/")
	return path, path != "" && path != "." && isDir(path)
}

func trimmed(s string) string { return strings.Trim(s, " ,:;") }
