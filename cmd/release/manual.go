package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/cmd"
)

// completions are the shells and the names under which they look for scripts.
var completions = map[string]string{
	"bash":       "ctxhook.bash",
	"zsh":        "_ctxhook",
	"fish":       "ctxhook.fish",
	"powershell": "ctxhook.ps1",
}

// writeManual writes man/*.1 and completions/* below dir.
func writeManual(version, dir string) error {
	for name, page := range cmd.Manual(version) {
		if err := write(filepath.Join(dir, "man", name), []byte(page), 0o644); err != nil {
			return err
		}
	}
	for shell, name := range completions {
		var script, problem bytes.Buffer
		code := cmd.Main(cmd.Env{
			Args: []string{"completion", shell}, Stdin: &bytes.Buffer{}, Stdout: &script, Stderr: &problem,
			Getenv: func(string) string { return "" },
		})
		if code != 0 {
			return fmt.Errorf("completion %s: exit code %d: %s", shell, code, problem.String())
		}
		if err := write(filepath.Join(dir, "completions", name), script.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// write writes a file in one piece, and the directories above it.
func write(path string, data []byte, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, mode)
}
