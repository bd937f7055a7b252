package install

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// note holds the settings as they were before init, so that uninstall can
// restore them. It is the backup, too.
type note struct {
	Path    string `json:"path"`
	Existed bool   `json:"existed"`
	MadeDir bool   `json:"made_dir"`
	Before  []byte `json:"-"` // in a file of its own, for the user to copy back
}

// noteFiles returns the paths of the note about a settings file and of the
// copy of the file.
func (s *Setup) noteFiles(target string) (about, before string) {
	dir := s.Places.InstallDir()
	if dir == "" {
		return "", ""
	}
	h := fnv.New64a()
	h.Write([]byte(target))
	name := filepath.Join(dir, hex.EncodeToString(h.Sum(nil)))
	return name + ".json", name + ".settings.json"
}

// Backup returns the path of a copy of the settings as they were before init.
func (s *Setup) Backup(c *Change) string {
	_, before := s.noteFiles(c.file.Target)
	return before
}

func (s *Setup) readNote(target string) *note {
	about, before := s.noteFiles(target)
	data, err := paths.ReadFile(about, maxSettings)
	if err != nil {
		return nil
	}
	var n note
	if json.Unmarshal(data, &n) != nil || n.Path != target {
		return nil
	}
	if !n.Existed {
		return &n
	}
	if n.Before, err = paths.ReadFile(before, maxSettings); err != nil {
		return nil
	}
	return &n
}

// notes returns the settings files that a note is kept about.
func (s *Setup) notes() []string {
	files, _ := filepath.Glob(filepath.Join(s.Places.InstallDir(), "*.json")) // the pattern is well-formed
	var list []string
	for _, path := range files {
		data, err := paths.ReadFile(path, maxSettings)
		var n note
		if err == nil && json.Unmarshal(data, &n) == nil && n.Path != "" {
			list = append(list, n.Path)
		}
	}
	return list
}

func (s *Setup) writeNote(n *note) error {
	about, before := s.noteFiles(n.Path)
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	if n.Existed {
		err = paths.WriteFile(before, n.Before)
	}
	if err == nil {
		err = paths.WriteFile(about, append(data, '\n'))
	}
	if err != nil {
		return fmt.Errorf("backup of %s: %w", n.Path, err)
	}
	return nil
}

func (s *Setup) dropNote(target string) error {
	about, before := s.noteFiles(target)
	for _, path := range []string{about, before} {
		if path == "" {
			continue
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
