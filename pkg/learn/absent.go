package learn

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// AbsentKey names a program that is not there, as CommandKey names a command.
func AbsentKey(program string) string { return signature("missing-command", program) }

// Absent returns the program of a command that an error says is not there; ""
// when it says no such thing.
func Absent(s *shell.Script, e *memory.Error) string {
	missing := Missing(e.Line.String())
	if e.Class != "missing-command" || missing == "" {
		return ""
	}
	if !slices.Contains(Called(s), missing) || built(missing) {
		return "" // an alias led to it, or another program called it, or says what cannot be
	}
	return missing
}

// Called lists the programs that a command calls by their names alone, and
// without which it fails: not where it looks for them first, has something
// else in their place, or sees to it that they are there. It lists none of a
// command that only looks or checks something.
func Called(s *shell.Script) []string {
	if len(s.Problems) > 0 || !acts(s) || strings.Contains(s.Text, "||") {
		return nil
	}
	var list []string
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Code != "" || c.Where != "" {
			continue
		}
		if checks(c) || provides(c) || slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Name == "PATH" }) {
			return nil
		}
		if len(c.Argv) == 0 || c.Late || len(c.Wrappers) > 0 {
			continue
		}
		if name, ok := c.Argv[0].Literal(); ok && name != "" && !strings.Contains(name, "/") && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// built tells what every shell has in itself, where no PATH shows it: who says
// that it is missing does not say the truth.
func built(program string) bool {
	switch program {
	case ".", ":", "[", "[[", "alias", "bg", "bind", "break", "builtin", "caller", "case", "cd", "command", "compgen", "complete", "continue", "declare", "dirs", "disown", "echo", "enable", "eval", "exec", "exit",
		"export", "false", "fc", "fg", "for", "function", "getopts", "hash", "help", "history", "if", "jobs", "kill", "let", "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd", "read", "readarray",
		"readonly", "return", "select", "set", "shift", "shopt", "source", "suspend", "test", "time", "times", "trap", "true", "type", "typeset", "ulimit", "umask", "unalias", "unset", "until", "wait", "while":
		return true
	}
	return false
}

// provides tells the calls that look for programs, or bring them.
func provides(c *shell.Call) bool {
	switch c.Program {
	case ".", "alias", "command", "direnv", "eval", "export", "function", "hash", "source", "type", "whence", "where", "which":
		return true
	}
	return installs(spoken(c))
}

// installs tells by its words a command that puts programs in place: those
// that do little else, those that do so with a word, and scripts that say so.
func installs(words []string) bool {
	switch words[0] {
	case "apk", "apt", "apt-get", "aptitude", "asdf", "brew", "choco", "conda", "corepack", "dnf", "dpkg", "fnm", "gem", "mamba", "mise", "nix", "nix-env", "nix-shell", "nvm", "opam", "pacman", "pip", "pipx", "port",
		"pyenv", "rbenv", "rpm", "rustup", "scoop", "sdk", "snap", "volta", "winget", "yum", "zypper":
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
