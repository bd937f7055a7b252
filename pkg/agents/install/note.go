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
	"slices"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// note holds the settings as they were before init, so that uninstall can
// restore them. It is the backup, too.
type note struct {
	Path     string `json:"path"`
	Client   string `json:"client,omitempty"` // "" for Claude Code
	Existed  bool   `json:"existed"`
	MadeDir  bool   `json:"made_dir,omitempty"` // as older versions noted one directory
	MadeDirs int    `json:"made_dirs"`          // directories that were made for the file
	Wrote    string `json:"wrote,omitempty"`    // hash of a file that is ours alone, by which a newer version knows it
	Before   []byte `json:"-"`                  // in a file of its own, for the user to copy back
}

// newNote notes how things are before a change.
func newNote(c *Change) *note {
	return &note{Path: c.file.Target, Existed: c.Before != nil, Before: c.Before, MadeDirs: missingDirs(filepath.Dir(c.file.Target))}
}

// missingDirs counts the directories that have to be made for a path.
func missingDirs(dir string) (n int) {
	for ; ; n++ {
		if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
			return n
		}
		dir = filepath.Dir(dir)
	}
}

// oneDir is how many directories an older version made.
func (n *note) oneDir() int {
	if n.MadeDir {
		return 1
	}
	return 0
}

// noteFiles returns the paths of the note about a settings file and of the
// copy of the file.
func (s *Setup) noteFiles(target string) (about, before string) {
	dir := s.Places.InstallDir()
	if dir == "" {
		return "", ""
	}
	name := filepath.Join(dir, hashOf([]byte(target)))
	return name + ".json", name + ".settings.json"
}

func hashOf(data []byte) string {
	h := fnv.New64a()
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
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

// notes returns what is noted about the files that init wrote.
func (s *Setup) notes() []note {
	files, _ := filepath.Glob(filepath.Join(s.Places.InstallDir(), "*.json")) // the pattern is well-formed
	var list []note
	for _, path := range files {
		data, err := paths.ReadFile(path, maxSettings)
		var n note
		if err == nil && json.Unmarshal(data, &n) == nil && n.Path != "" {
			list = append(list, n)
		}
	}
	return list
}

// RegisteredSince tells where and since when ctxhook is registered in Claude Code, by what init
// noted: a guard that was never called leaves nothing else.
func (s *Setup) RegisteredSince() func(dir string, at time.Time) bool {
	type place struct {
		dir   string // "" all
		since time.Time
	}
	var list []place
	for _, n := range s.notes() {
		about, _ := s.noteFiles(n.Path)
		info, err := os.Stat(about)
		if n.Client != "" || err != nil {
			continue
		}
		p := place{filepath.Dir(filepath.Dir(n.Path)), info.ModTime()}
		if filepath.Dir(n.Path) == filepath.Clean(s.Places.AgentDir()) {
			p.dir = ""
		}
		list = append(list, p)
	}
	return func(dir string, at time.Time) bool {
		return slices.ContainsFunc(list, func(p place) bool { return (p.dir == "" || p.dir == filepath.Clean(dir)) && at.After(p.since) })
	}
}

func (s *Setup) writeNote(n *note) error {
	about, before := s.noteFiles(n.Path)
	if c := s.client(); c != &Claude {
		n.Client = c.Name
	}
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
