package install

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// machine says what an administrator of this machine sets, and which files there do
// not do what they are meant to.
func (d *Doctor) machine() {
	switch {
	case d.Machine == "":
		return
	case d.Unsaved:
		d.add("machine", Note, "have an administrator run, as root: ctxhook doctor", "%s; its rules are parsed anew for each command", d.Machine)
	default:
		d.add("machine", OK, "", "%s", d.Machine)
	}
	dir := d.Places.Machine
	if closed := unreadable(dir); len(closed) > 0 {
		d.add("machine", Warn, "as root: chmod -R u=rwX,go=rX '"+dir+"'", "other users cannot read %s", some(closed))
	}
	if ignored := ignoredIn(d.Places); len(ignored) > 0 {
		d.add("machine", Warn, "what counts is config.yaml, rules/NAME.yaml and packs/PACK/", "ignored: %s", some(ignored))
	}
}

// unreadable returns the files and directories that not all users may read, as far
// as this one sees them. On Windows lists of access say it, and these are inherited.
func unreadable(dir string) (closed []string) {
	if runtime.GOOS == "windows" {
		return nil
	}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // its directory is among them
		}
		info, err := e.Info()
		if err != nil || path != dir && strings.HasPrefix(e.Name(), ".") {
			return nil
		}
		need := fs.FileMode(0o004)
		if e.IsDir() {
			need = 0o005
		}
		if !info.Mode().IsRegular() && !e.IsDir() || info.Mode()&need == need {
			return nil
		}
		closed = append(closed, fmt.Sprintf("%s (mode %#o)", path, info.Mode().Perm()))
		if e.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return closed
}

// ignoredIn returns what is in an administrator's directory and counts for nothing.
// A pack may have other files, such as its licence.
func ignoredIn(p paths.Places) (ignored []string) {
	note := func(dir string, counts func(path string, e fs.DirEntry) bool) {
		entries, _ := os.ReadDir(dir) // what cannot be read is reported as such
		for _, e := range entries {
			if path := filepath.Join(dir, e.Name()); !strings.HasPrefix(e.Name(), ".") && !counts(path, e) {
				ignored = append(ignored, path)
			}
		}
	}
	known := []string{p.MachineConfig(), p.MachineRules(), p.MachinePacks(), p.MachineCache()}
	note(p.Machine, func(path string, _ fs.DirEntry) bool { return slices.Contains(known, path) })
	note(p.MachineRules(), func(path string, e fs.DirEntry) bool { return !e.IsDir() && filepath.Ext(path) == ".yaml" })
	return ignored
}

// some lists a few names.
func some(names []string) string {
	const most = 5
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}
