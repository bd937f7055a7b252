//go:build !linux && !darwin

package git

import (
	"errors"
	"io/fs"
	"os"
)

// statted: the system does not tell of a file all that the index remembers.
const statted = false

var errNotDir = errors.New("not a directory")

// lstat tells the type of what is at a path, and not where a link leads.
func lstat(path string) (stat, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return stat{}, err
	}
	var s stat
	switch {
	case info.Mode().IsRegular():
		s.mode = modeFile
	case info.IsDir():
		s.mode = modeDir
	case info.Mode()&fs.ModeSymlink != 0:
		s.mode = modeLink
	}
	return s, nil
}

func lstatIn(int, string) (stat, error) { return stat{}, ErrUnsupported }

func ownedByUser(string, func(string) string) bool { return false }
