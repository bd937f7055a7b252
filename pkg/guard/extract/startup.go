package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// fromFish writes the branches of fish as those of other shells.
func fromFish(text string) string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == ';' })
	for i, line := range lines {
		switch s := strings.TrimSpace(line); {
		case s == "end":
			lines[i] = "fi"
		case strings.HasPrefix(s, "if "):
			lines[i] = s + "\nthen"
		case strings.HasPrefix(s, "else if "):
			lines[i] = "elif " + s[len("else if "):] + "\nthen"
		}
	}
	return strings.Join(lines, "\n")
}

// StartUp returns the text of a start-up file of a shell that For does not
// know, because it reads no shell of that grammar: simple lines of fish are
// those of any shell, and PowerShell is read as a command of it.
func StartUp(name, text string) []Piece {
	switch base := path.Base(name); {
	case path.Ext(base) == ".ps1":
		text = "pwsh -Command '" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	case path.Ext(base) == ".fish":
		text = fromFish(text)
	case base == "profile", base == "bashrc", base == "environment", base == "rc.local":
	default:
		return nil
	}
	return []Piece{{Surface: rule.Unattended, Text: text}}
}
