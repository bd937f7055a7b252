package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Installs reports whether a command, given as words and with what is known of
// its program, installs something: the program does little else, one of its
// first words says so, or it is a script named for it.
func Installs(m *rule.Command, words []string) bool {
	if programTraits(m, words[0])&rule.Installer != 0 {
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

// Fetches reports whether a command installs or runs something that it names.
// Anyone may have registered that name, so such a command is not offered
// without asking.
func Fetches(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool {
		words := Words(&c)
		switch {
		case fetchesNamedWord(words[0]):
			return true
		case SetsUpShell(&c):
			return false // the version is the project's or the user's choice
		}
		if !Installs(c.About, words) && !slices.Contains(words[:min(3, len(words))], "dlx") {
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

// SetsUpShell reports whether a call chooses what later commands of the shell find:
// variables, limits, versions of a language.
func SetsUpShell(c *shell.Call) bool {
	words := Words(c)
	return setsUpShellWord(words[0]) || len(words) > 1 && setsUpShellWord(words[0]+"/"+words[1])
}
