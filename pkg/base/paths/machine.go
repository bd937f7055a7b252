package paths

import (
	"errors"
	"io/fs"
	"os"
)

// machine is where an administrator's settings are in place of the system's
// directory, and belong to the user of this process. Tests alone set it: no
// variable of the environment does, because users set those.
var machine string

// UseMachine makes a directory hold the settings for all users of this machine,
// in this process. It is for tests, and a test refuses any other caller.
func UseMachine(dir string) { machine = dir }

// machineDir returns the directory of an administrator.
func machineDir(goos string) string {
	switch {
	case machine != "":
		return machine
	case goos == "windows":
		return systemDrive() + `\ProgramData\ctxhook`
	case goos == "darwin":
		return "/Library/Application Support/ctxhook"
	}
	return "/etc/ctxhook"
}

// errLinked refuses a link: who may change where it leads is not looked at.
var errLinked = errors.New("a link, and links are not followed here")

// Protected returns an error if a file or directory of the administrator's is a
// link, belongs to another user than root, or can be written by one. On Windows
// root is the group of administrators and the system itself.
func Protected(path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		err = errLinked
	default:
		err = protected(path, info)
	}
	if err != nil {
		return &fs.PathError{Op: "trust", Path: path, Err: err}
	}
	return nil
}
