package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// StartUp returns the text of a start-up file of a shell that For does not
// know, because it reads no shell of that grammar: simple lines of fish are
// those of any shell, and PowerShell is read as a command of it.
func StartUp(name, text string) []Piece {
	switch base := path.Base(name); {
	case path.Ext(base) == ".ps1":
		text = "pwsh -Command '" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	case path.Ext(base) == ".fish", base == "profile", base == "bashrc", base == "environment", base == "rc.local":
	default:
		return nil
	}
	return []Piece{{Surface: rule.Unattended, Text: text}}
}
