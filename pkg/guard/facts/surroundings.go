package facts

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
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
	p, _ := formats.ReadPackage(beginning(filepath.Join(dir, "package.json")))
	var names []string
	for _, s := range p.Scripts() {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Targets returns the targets of the makefile that make would read.
func (Surroundings) Targets(dir string) []string {
	for _, name := range [...]string{"GNUmakefile", "makefile", "Makefile"} {
		if text := beginning(filepath.Join(dir, name)); text != nil {
			var names []string
			makefile := formats.NewMakefile(text, '\t')
			for s, ok := makefile.Next(); ok; s, ok = makefile.Next() {
				if s.Kind == formats.MakeRule && !strings.ContainsAny(s.Targets, "$%") && !strings.HasPrefix(s.Targets, ".") {
					names = append(names, strings.Fields(s.Targets)...)
				}
			}
			slices.Sort(names)
			return slices.Compact(names)
		}
	}
	return nil
}

// Branches returns the branches of the repository that holds a directory, and
// those of its remotes by the names that they would have here.
func (Surroundings) Branches(dir string) []string {
	r, err := git.Open(dir, git.Options{})
	if err != nil {
		return nil
	}
	var names []string
	for _, below := range [...]string{"refs/heads/", "refs/remotes/"} {
		refs, _ := r.Refs(strings.TrimSuffix(below, "/"))
		for _, ref := range refs {
			name := strings.TrimPrefix(ref.Name, below)
			if below == "refs/remotes/" {
				_, name, _ = strings.Cut(name, "/")
			}
			if name != "" && name != "HEAD" {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// exists reports whether there is an entry at a path.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// beginning returns the beginning of a regular file, or nil.
func beginning(path string) []byte {
	f, err := paths.Open(path)
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

// some lists at most that many entries of a directory, and none when it cannot
// be read.
func some(dir string, most int) []os.DirEntry {
	f, err := paths.OpenDir(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(most) // what was read before an error
	return entries
}
