package journal

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// The bounds of what is read of them.
const (
	maxStartFile  = 256 << 10
	maxStartFiles = 40
)

// ChangedStart lists the files of the project that run by themselves and have
// changed since a session began here last. The first time they are taken as they
// are.
func (j *Journal) ChangedStart() (changed []string) {
	if goesOn(j.Call) {
		return nil
	}
	changed, err := TakeStart(j.Judge)
	j.note("start", err)
	return changed
}

// goesOn reports whether a session that starts is one that was there before.
func goesOn(c *protocol.Call) bool { return c.Source == "resume" || c.Source == "compact" }

// TakeStart takes these files as they are now, and lists those that have changed.
func TakeStart(j *judge.Judge) (changed []string, err error) {
	dir := j.Places.StartDir()
	if dir == "" || j.Project == "" {
		return nil, nil
	}
	file := filepath.Join(dir, ledger.Key(j.Project))
	root, err := paths.OpenRoot(j.Project)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	before := make(map[string]string)
	data, err := paths.ReadFile(file, maxStartFile)
	known := err == nil && json.Unmarshal(data, &before) == nil
	now := make(map[string]string)
	for _, name := range startFiles(root) {
		if now[name] = hashOf(root, name); known && now[name] != before[name] {
			changed = append(changed, name)
		}
	}
	if known && len(changed) == 0 && len(now) == len(before) || !known && len(now) == 0 {
		return nil, nil
	}
	if data, err = json.Marshal(now); err == nil {
		err = paths.WriteCache(file, data)
	}
	return changed, err
}

// starts are the files of a project that run something without being asked where it is
// opened or an agent works in it; one that ends with a slash is a directory of such files.
func starts() (names []string) {
	for r := range protocol.ReadByAgents() {
		names = append(names, r.Starts...)
	}
	return names
}

// startFiles lists those of the files that are there.
func startFiles(root *os.Root) (names []string) {
	for _, name := range starts() {
		dir, isDir := strings.CutSuffix(name, "/")
		info, err := root.Lstat(dir)
		switch {
		case err != nil:
		case !isDir:
			if info.Mode().IsRegular() {
				names = append(names, name)
			}
		case info.IsDir():
			entries, _ := fs.ReadDir(root.FS(), dir)
			for _, e := range entries[:min(len(entries), maxStartFiles)] {
				if e.Type().IsRegular() && !strings.HasPrefix(e.Name(), "_") {
					names = append(names, dir+"/"+e.Name())
				}
			}
		}
	}
	return slices.Clip(names)
}

// hashOf returns the hash of a file, and of one that cannot be read its error.
func hashOf(root *os.Root, name string) string {
	data, err := paths.ReadIn(root, name, maxStartFile)
	if err != nil {
		var failed *fs.PathError
		if errors.As(err, &failed) {
			err = failed.Err
		}
		return err.Error()
	}
	return shortHash(data)
}
