package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// The languages of Windows shells, as package lang names them.
const (
	powerShell = "powershell"
	batchFile  = "cmd"
)

// isPowerShell reports whether a file is a script or a module of PowerShell.
func isPowerShell(f *file) bool {
	switch strings.ToLower(f.ext) {
	case ".ps1", ".psm1":
		return true
	}
	program, ok := shebang(f.head)
	return ok && windowsShell(program) == powerShell
}

// isBatch reports whether a file is a script of cmd.exe. Other programs use the
// extension .cmd too, so a first line that names one decides.
func isBatch(f *file) bool {
	switch strings.ToLower(f.ext) {
	case ".bat", ".cmd":
		_, other := shebang(f.head)
		return !other
	}
	return false
}

func readPowerShell(_ string, data []byte) ([]Piece, error) { return wholeFile(data, powerShell), nil }
func readBatch(_ string, data []byte) ([]Piece, error)      { return wholeFile(data, batchFile), nil }

// wholeFile returns a file as one piece in a language that is no shell of Unix.
func wholeFile(data []byte, language string) []Piece {
	w := tree.Weaver{Data: data}
	w.Copy(0, len(data))
	p := pieceOf(&w, "script", "")
	if strings.TrimSpace(p.Text) == "" {
		return nil
	}
	p.Language = language
	return []Piece{p}
}

// windowsShell returns the language of a shell of Windows by its program or path,
// as in shell: pwsh; else "".
func windowsShell(setting string) string {
	words := strings.Fields(strings.ToLower(setting))
	if len(words) == 0 {
		return ""
	}
	switch strings.TrimSuffix(path.Base(strings.ReplaceAll(words[0], `\`, "/")), ".exe") {
	case "pwsh", "powershell":
		return powerShell
	case "cmd":
		return batchFile
	}
	return ""
}
