package packs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// directory is a pack in a directory of this machine.
type directory struct{ root *os.Root }

// readDir reads a pack from a directory, and follows no link.
func readDir(dir string) (*Fetched, error) {
	root, err := paths.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return bundle(directory{root}, dir)
}

func (d directory) list(dir string) ([]file, error) {
	if info, err := d.root.Lstat(dir); err != nil || !info.IsDir() {
		return nil, err
	}
	f, err := paths.OpenDirIn(d.root, dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(maxNames + 1)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if len(entries) > maxNames {
		return nil, fmt.Errorf("%s: more than %d files", f.Name(), maxNames)
	}
	var files []file
	for _, e := range entries {
		info, err := d.root.Lstat(path.Join(dir, e.Name()))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed since
		}
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: e.Name(), mode: info.Mode(), size: info.Size()})
	}
	return files, nil
}

func (d directory) read(files []file) ([][]byte, error) {
	var out [][]byte
	for _, f := range files {
		data, err := paths.ReadIn(d.root, f.name, rulefile.MaxBundle)
		if err != nil {
			return nil, err
		}
		out = append(out, data)
	}
	return out, nil
}
