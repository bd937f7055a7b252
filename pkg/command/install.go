package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// Installs tells by its words a command that puts programs in place: those
// that do little else, those that do so with a word, and scripts that say so.
func Installs(words []string) bool {
	if Is(words[0], Installer) {
		return true
	}
	return slices.ContainsFunc(words[:min(3, len(words))], func(w string) bool {
		switch w {
		case "add", "ci", "get", "i", "link", "pip", "restore", "sync", "update", "upgrade":
			return w != words[0]
		}
		for _, part := range [...]string{"install", "setup", "bootstrap", "provision"} {
			if strings.Contains(w, part) {
				return true
			}
		}
		return false
	}) || strings.HasPrefix(words[0], "pip")
}

// Fetches tells whether a command takes something from elsewhere that it
// names: what is installed then, or run, is whatever has that name there.
func Fetches(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		words := Words(&c)
		switch words[0] {
		case "npx", "bunx", "uvx", "pipx":
			return true
		case "corepack", "nvm", "pyenv", "rbenv":
			return false // by what the project or the person has chosen
		}
		if !Installs(words) && !slices.Contains(words[:min(3, len(words))], "dlx") {
			return false
		}
		verb := 1
		return slices.ContainsFunc(words[1:], func(w string) bool {
			if w != "" && w[0] == '-' {
				return false
			}
			verb--
			return verb < 0
		})
	})
}
