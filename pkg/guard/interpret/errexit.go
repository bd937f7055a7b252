package interpret

import "strings"

// startsErrexit reports whether the first line of a script starts the shell
// with -e: #!/bin/sh -e.
func startsErrexit(text string) bool {
	if !strings.HasPrefix(text, "#!") {
		return false
	}
	line, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(line)
	for _, w := range words[min(len(words), 1):] {
		if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && strings.Contains(w, "e") {
			return true
		}
	}
	return false
}
