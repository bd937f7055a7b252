package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// isScript reports whether a file is a shell script, by its first line or,
// without one, by its extension: a Python program named x.sh is not.
func isScript(f *file) bool {
	_, ok := scriptDialect(f)
	return ok
}

func scriptDialect(f *file) (shell.Dialect, bool) {
	switch f.ext {
	case ".patch", ".diff", ".dpatch":
		return 0, false // the program in the first line applies it
	}
	if program, ok := shebang(f.head); ok {
		return dialectOf(program)
	}
	switch ext := strings.ToLower(f.ext); ext {
	case ".sh":
		return shell.Bash, true // may be either; bash also reads sh
	case ".bash", ".zsh", ".ksh", ".mksh", ".bats", ".dash":
		return dialectOf(ext[1:])
	}
	if isHusky(f.path) {
		return shell.Sh, true
	}
	switch f.base {
	case ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".envrc", "PKGBUILD":
		return shell.Bash, true
	case "bash.bashrc":
		return shell.Bash, true
	case ".profile", "APKBUILD":
		return shell.Sh, true
	case ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", "zshrc", "zshenv", "zprofile":
		return shell.Zsh, true
	}
	return 0, false
}

// isHusky reports whether a file is a hook of git as Husky keeps them.
func isHusky(name string) bool {
	return path.Ext(name) == "" && path.Base(path.Dir(name)) == ".husky" && !strings.HasPrefix(path.Base(name), ".")
}

// readScript returns the whole file as one piece.
func readScript(name string, data []byte) ([]Piece, error) {
	dialect, ok := scriptDialect(fileAt(name, data))
	if !ok || len(data) == 0 {
		return nil, nil
	}
	w := tree.Weaver{Data: data}
	w.Copy(0, len(data))
	p := pieceOf(&w, "script", "")
	p.Dialect = dialect
	if isHusky(name) || isAgentScript(name) {
		p.Surface = rule.Unattended
	}
	return []Piece{p}, nil
}

// isAgentScript reports whether a file is a script that an agent runs by itself at its
// events: those of Cline are files named after them.
func isAgentScript(name string) bool {
	dir := path.Dir(name)
	agent := path.Base(path.Dir(dir))
	return path.Base(dir) == "hooks" && (agent == ".clinerules" || agent == ".cline")
}
