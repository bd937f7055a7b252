package facts

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
)

// Surroundings tell what names exist on this machine. They read a bounded part
// of what is there, and run nothing.
type Surroundings struct{}

// The bounds on what is read.
const (
	mostEntries   = 500
	mostTaskBytes = 256 << 10
)

// Entries returns the names in a directory, with a slash behind those of
// directories, or none if there are too many.
func (Surroundings) Entries(dir string) []string {
	list := some(dir, mostEntries+1)
	if len(list) > mostEntries {
		return nil
	}
	var names []string
	for _, e := range list {
		name := e.Name()
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.IsDir() {
			name += "/"
		}
		names = append(names, name)
	}
	return names
}

// Scripts returns the names of the scripts in package.json.
func (Surroundings) Scripts(dir string) []string {
	var p struct {
		Scripts map[string]json.RawMessage `json:"scripts"`
	}
	if json.Unmarshal(beginning(filepath.Join(dir, "package.json")), &p) != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(p.Scripts))
}

// Targets returns the targets of the makefile that make would read.
func (Surroundings) Targets(dir string) []string {
	for _, name := range [...]string{"GNUmakefile", "makefile", "Makefile"} {
		if text := beginning(filepath.Join(dir, name)); text != nil {
			var names []string
			for line := range bytes.Lines(text) {
				head, rest, ok := bytes.Cut(line, []byte(":"))
				if !ok || bytes.HasPrefix(rest, []byte("=")) || bytes.ContainsAny(head, "\t#=$%") || bytes.HasPrefix(head, []byte(".")) {
					continue
				}
				for _, w := range bytes.Fields(head) {
					names = append(names, string(w))
				}
			}
			slices.Sort(names)
			return slices.Compact(names)
		}
	}
	return nil
}

// beginning returns the beginning of a regular file, or nil.
func beginning(path string) []byte {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostTaskBytes))
	if err != nil {
		return nil
	}
	return text
}
