package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// dialectOf returns the dialect of a shell by its program name or path.
func dialectOf(program string) (shell.Dialect, bool) {
	program = strings.TrimSuffix(strings.ToLower(path.Base(program)), ".exe")
	switch program {
	case "bash", "rbash", "bash5":
		return shell.Bash, true
	case "sh", "dash", "ash", "posh", "yash":
		return shell.Sh, true
	case "ksh", "ksh93", "mksh", "pdksh", "oksh", "lksh", "rksh":
		return shell.Mksh, true
	case "zsh":
		return shell.Zsh, true
	case "bats":
		return shell.Bats, true
	}
	return 0, false
}

// shebang returns the name of the program in the first line of a file, and
// whether there is such a line.
func shebang(head []byte) (program string, ok bool) {
	line, ok := strings.CutPrefix(string(head[:min(len(head), HeadSize)]), "#!")
	if !ok {
		return "", false
	}
	line, _, _ = strings.Cut(line, "\n")
	words := strings.Fields(line)
	if len(words) == 0 {
		return "", true
	}
	name := path.Base(words[0])
	if name == "busybox" && len(words) > 1 {
		return words[1], true
	}
	if name != "env" {
		return name, true
	}
	for _, w := range words[1:] {
		w = strings.TrimPrefix(strings.TrimPrefix(w, "-S"), "--split-string=")
		if w != "" && w[0] != '-' && !strings.Contains(w, "=") {
			return path.Base(w), true
		}
	}
	return "", true
}
