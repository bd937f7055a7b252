package facts

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// ownName is the name of this program, which another one may take.
const ownName = "ctxhook"

// maxMade bounds the directories that are looked through for programs.
const maxMade = 2000

// takesName tells whether a project that is installed has a program with the name of this
// one, by the files in which it says so.
func (s *Source) takesName(q *rule.RegistrationQuery) rule.RegistrationState {
	for _, name := range q.Paths {
		base, below := strings.CutSuffix(name, "...")
		dir := base
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(q.Dir, dir)
		}
		if _, err := os.Stat(dir); !below && filepath.Base(dir) == ownName && errors.Is(err, fs.ErrNotExist) {
			return rule.RegistrationState{Known: true, Gone: []string{name}} // what the same command makes
		}
		if made := manifestMakes(dir); made != "" {
			return rule.RegistrationState{Known: true, Gone: []string{made}}
		}
		if made := goMakes(dir, below); made != "" {
			return rule.RegistrationState{Known: true, Gone: []string{made}}
		}
	}
	return rule.RegistrationState{Known: true}
}

// manifestMakes returns the manifest in a directory that names the program, or "".
func manifestMakes(dir string) string {
	for _, name := range formats.Manifests {
		file := filepath.Join(dir, name)
		if data, err := paths.ReadFile(file, maxFile); err == nil && slices.Contains(formats.Programs(name, data), ownName) {
			return file
		}
	}
	bare := strings.NewReplacer(" ", "", `"`, "", "'", "", "[", "") // what may stand around names
	for _, name := range [...]string{"setup.cfg", "setup.py"} {
		file := filepath.Join(dir, name)
		data, err := paths.ReadFile(file, maxFile)
		if _, behind, ok := strings.Cut(string(data), "console_scripts"); err == nil && ok && strings.Contains(bare.Replace(behind), ownName+"=") {
			return file
		}
	}
	return ""
}

// goMakes returns the directory of a Go program with that name, in a directory or, with
// below, anywhere in it.
func goMakes(dir string, below bool) string {
	left := maxMade
	var find func(dir string, depth int) string
	find = func(dir string, depth int) string {
		entries, err := os.ReadDir(dir)
		if left -= len(entries); err != nil || left < 0 {
			return ""
		}
		for _, e := range entries {
			if own := filepath.Base(dir) == ownName; own && strings.HasSuffix(e.Name(), ".go") && !strings.HasSuffix(e.Name(), "_test.go") {
				if data, err := paths.ReadFile(filepath.Join(dir, e.Name()), maxFile); err == nil && bytes.Contains(data, []byte("package main")) {
					return dir
				}
			}
			if below && depth > 0 && e.IsDir() && e.Name()[0] != '.' && e.Name() != "node_modules" && e.Name() != "testdata" {
				if found := find(filepath.Join(dir, e.Name()), depth-1); found != "" {
					return found
				}
			}
		}
		return ""
	}
	const deep = 5
	if found := find(dir, deep); found != "" {
		return found
	}
	if data, err := paths.ReadFile(filepath.Join(dir, "go.mod"), maxFile); err == nil {
		line, _, _ := strings.Cut(string(data), "\n")
		if _, err := os.Stat(filepath.Join(dir, "main.go")); err == nil && strings.HasSuffix(strings.TrimSpace(line), "/"+ownName) {
			return dir
		}
	}
	return ""
}
