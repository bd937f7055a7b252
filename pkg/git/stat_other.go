//go:build !linux && !darwin

package git

import "errors"

// statted: the system does not tell of a file all that the index remembers.
const statted = false

var errNotDir = errors.New("not a directory")

func lstat(string) (stat, error) { return stat{}, ErrUnsupported }

func lstatIn(int, string) (stat, error) { return stat{}, ErrUnsupported }

func ownedByUser(string, func(string) string) bool { return false }
