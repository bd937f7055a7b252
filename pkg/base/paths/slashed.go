package paths

import "strings"

// Slashed returns a path in the form in which commands are judged: with slashes, and
// a drive of Windows as a directory at the root. C:\x is /c/x, as in Git Bash.
func Slashed(path, goos string) string {
	if goos != "windows" {
		return path
	}
	path = strings.ReplaceAll(path, `\`, "/")
	if hasDrive(path) {
		path = "/" + strings.ToLower(path[:1]) + path[2:]
	}
	return path
}

// Native returns a path as the system has it: the inverse of Slashed.
func Native(path, goos string) string {
	if goos != "windows" {
		return path
	}
	if letter, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/"); path != letter && hasDrive(letter+":") {
		path = strings.ToUpper(letter) + ":/" + rest
	}
	return strings.ReplaceAll(path, "/", `\`)
}

// hasDrive reports whether a path begins with a drive of Windows: C:/.
func hasDrive(path string) bool {
	return len(path) >= 2 && path[1] == ':' && 'a' <= path[0]|0x20 && path[0]|0x20 <= 'z' && (len(path) == 2 || path[2] == '/')
}
