package git

import (
	"io/fs"

	"github.com/ctxhook/ctxhook/pkg/base/look"
)

// permissionBits are those of a mode beside its type.
const permissionBits = 0o7777

// Entries lists a directory of the work tree by its path from the root, as it was
// when it was first looked at. permissions are those that it had then, as Unix
// has them. The list stays as it is.
func (r *Repo) Entries(rel string) (list []look.Entry, permissions uint32, err error) {
	if err := r.look(); err != nil {
		return nil, 0, err
	}
	if !look.Complete && !isDir(r.full(rel)) {
		return nil, 0, fs.ErrNotExist
	}
	open, d, err := r.list(rel)
	look.Close(open)
	if missing(err) {
		return nil, 0, fs.ErrNotExist
	} else if err != nil {
		return nil, 0, err
	}
	return d.entries, r.work.Mode(rel) & permissionBits, nil
}

// Permissions passes the tracked regular files at a path and below it to visit,
// with the permissions that they had when Status compared them.
func (r *Repo) Permissions(path string, visit func(path string, permissions uint32)) error {
	if err := r.begin(); err != nil {
		return err
	}
	x, err := r.readIndex()
	if err != nil {
		return err
	}
	lo, hi := x.below(path)
	for i := lo; i < hi && x.work != nil; i++ {
		if mode := uint32(x.work[i].mode); mode&modeType == modeFile {
			visit(x.entries[i].name, mode&permissionBits)
		}
	}
	return nil
}
