package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// startsByItself are the files of a project that run something without being
// asked where it is opened or an agent works in it; one that ends with a slash is a
// directory of such files.
var startsByItself = [...]string{
	".vscode/tasks.json", ".mcp.json", ".claude/settings.json", ".claude/settings.local.json", ".cursor/hooks.json", ".cursor/mcp.json",
	".cursor/environment.json", ".codex/config.toml", ".codex/hooks.json", ".gemini/settings.json", ".qwen/settings.json", ".factory/settings.json",
	".windsurf/hooks.json", "opencode.json", ".devcontainer/devcontainer.json", ".devcontainer.json", ".github/hooks/", ".kiro/hooks/", ".husky/", ".zed/tasks.json",
}

// The bounds of what is read of them.
const (
	maxStartFile  = 256 << 10
	maxStartFiles = 40
)

// ChangedStart lists the files of the project that run by themselves and have
// changed since a session began here last. The first time they are taken as they
// are.
func (j *Journal) ChangedStart() (changed []string) {
	if j.Call.Source == "resume" || j.Call.Source == "compact" {
		return nil
	}
	return j.TakeStart()
}

// TakeStart takes these files as they are now, and lists those that have changed.
func (j *Journal) TakeStart() (changed []string) {
	file := j.startFile()
	if file == "" {
		return nil
	}
	root, err := paths.OpenRoot(j.Judge.Project)
	if err != nil {
		return nil
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
		return nil
	}
	if data, err = json.Marshal(now); err == nil {
		err = paths.WriteCache(file, data)
	}
	j.note("start", err)
	return changed
}

// startFile keeps what the files were like; "" where nothing is kept.
func (j *Journal) startFile() string {
	dir := j.Judge.Places.StartDir()
	if dir == "" || j.Judge.Project == "" {
		return ""
	}
	return recordFile(dir, j.Judge.Project)
}

// startFiles lists those of the files that are there.
func startFiles(root *os.Root) (names []string) {
	for _, name := range startsByItself {
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
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}
