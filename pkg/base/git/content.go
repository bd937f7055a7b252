package git

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// Content returns what a commit holds of a file, by the path from the root; with
// "" for the commit, what is staged. fs.ErrNotExist says that it holds none. It is
// what git keeps: no filter has written it into a work tree.
func (r *Repo) Content(commit, path string) ([]byte, error) {
	if err := r.begin(); err != nil {
		return nil, err
	}
	id, err := r.blob(commit, path)
	if err != nil {
		return nil, err
	}
	kind, data, err := r.object(id)
	if errors.Is(err, fs.ErrNotExist) || err == nil && kind != "blob" {
		return nil, damaged("a file")
	}
	return data, err
}

// blob returns the hash of a file's content, as bytes.
func (r *Repo) blob(commit, path string) (string, error) {
	if commit == "" {
		x, err := r.readIndex()
		if err != nil {
			return "", err
		}
		lo, hi := x.span(path, path+"\x00")
		if lo == hi {
			return "", fs.ErrNotExist
		}
		if e := &x.entries[lo]; e.stage() != 0 || e.more&flagIntent != 0 || x.mode(e)&modeType != modeFile {
			return "", unsupported("no plain file")
		}
		return x.id(&x.entries[lo]), nil
	}
	id, err := r.peel(commit)
	if err != nil {
		return "", err
	}
	id = r.memo.commits[id].tree
	if id == "" {
		return "", damaged("a commit")
	}
	names := strings.Split(path, "/")
	for i, name := range names {
		items, err := r.readTree(id)
		if err != nil {
			return "", err
		}
		at := slices.IndexFunc(items, func(item treeItem) bool { return item.name == name })
		last := i == len(names)-1
		switch {
		case at < 0 || last == (items[at].mode == modeDir):
			return "", fs.ErrNotExist
		case last && items[at].mode&modeType != modeFile:
			return "", unsupported("no plain file")
		}
		id = items[at].id
	}
	return id, nil
}
