package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// terrain is a kind of world in which turns are measured.
type terrain struct {
	name, what string

	files               int // tracked
	modified, untracked int
	patterns            int // in .gitignore
	worktrees           int // linked ones
	snapshots           int // taken before
	runs                int // stored before

	evicted bool // the program is taken out of the page cache before each process
	slow    bool // on the disk of -slow
	asked   bool // measured only by its name: it takes minutes to prepare
}

func terrains() []terrain {
	return []terrain{
		{name: "100", what: "100 tracked files", files: 100},
		{name: "5000", what: "5,000 tracked files", files: 5_000},
		{name: "50000", what: "50,000 tracked files", files: 50_000},
		{name: "100-dirty", what: "100 tracked files, 20 modified, 200 untracked", files: 100, modified: 20, untracked: 200},
		{name: "5000-dirty", what: "5,000 tracked files, 20 modified, 200 untracked", files: 5_000, modified: 20, untracked: 200},
		{name: "50000-dirty", what: "50,000 tracked files, 20 modified, 200 untracked", files: 50_000, modified: 20, untracked: 200},
		{name: "patterns", what: "1,000 tracked files, 4,000 ignore patterns", files: 1_000, patterns: 4_000},
		{name: "untracked", what: "100 tracked files, 10,000 untracked", files: 100, untracked: 10_000},
		{name: "worktrees", what: "1,000 tracked files, 20 linked worktrees", files: 1_000, worktrees: 20},
		{name: "snapshots", what: "1,000 tracked files, 20 modified, 500 snapshots", files: 1_000, modified: 20, snapshots: 500},
		{name: "evicted", what: "5,000 tracked files, programs read from the disk", files: 5_000, evicted: true},
		{name: "1m", what: "5,000 tracked files, a million stored runs", files: 5_000, runs: million, asked: true},
		{name: "slow", what: "5,000 tracked files on the disk of -slow", files: 5_000, slow: true, asked: true},
	}
}

// inDirectory is how many files of a project lie in one directory.
const inDirectory = 24

// tracked returns the name of the i-th file.
func tracked(i int) string {
	d := i / inDirectory
	return fmt.Sprintf("src/part%02d/unit%02d/file%02d.go", d/25, d%25, i%inDirectory)
}

// settle makes the project of a world what the terrain says.
func (t *terrain) settle(w *world, p programs) error {
	if err := w.write(t.tree()); err != nil {
		return err
	}
	if err := w.repository(); err != nil {
		return err
	}
	for i := range t.worktrees {
		if err := w.git([]string{"worktree", "add", "-q", "-b", fmt.Sprint("side", i), filepath.Join(filepath.Dir(w.project), fmt.Sprint("side", i))}); err != nil {
			return err
		}
	}
	if t.runs > 0 {
		if err := w.store(t.runs); err != nil {
			return err
		}
	}
	changed := make(map[string]string)
	for i := range t.modified {
		w.modified = append(w.modified, tracked(i*(t.files-10)/t.modified))
	}
	for i := range t.untracked {
		// Beside tracked files: of a directory that is all new, git reads one file.
		changed[filepath.Join(filepath.Dir(tracked(i%(t.files-10))), fmt.Sprintf("new%d.txt", i))] = source(i)
	}
	if err := errors.Join(w.write(changed), w.modify()); err != nil {
		return err
	}
	for range t.snapshots {
		if _, err := w.snapshot(); err != nil {
			return err
		}
	}
	// The first copy of many files takes as long as the disk needs, and has a deadline.
	for range 20 {
		took, err := w.snapshot()
		if err != nil {
			return err
		}
		if took.wall < time.Second/2 {
			break
		}
	}
	return w.git([]string{"status"})
}

// snapshot lets the program keep what a git reset would lose.
func (w *world) snapshot() (sample, error) {
	if len(w.modified) > 0 {
		if err := w.write(map[string]string{w.modified[0]: source(w.calls) + "// state\n"}); err != nil {
			return sample{}, err
		}
	}
	return w.hook("pre-bash", w.before("Bash", map[string]any{"command": "git reset --hard"}), false)
}

// modify gives the modified files a content that no snapshot has.
func (w *world) modify() error {
	changed := make(map[string]string)
	for i, name := range w.modified {
		changed[name] = source(i) + fmt.Sprintf("// changed before call %d\n", w.calls)
	}
	if err := w.write(changed); err != nil || len(changed) == 0 {
		return err
	}
	time.Sleep(60 * time.Millisecond) // a file that was just written may still change
	return nil
}

// tree returns the files that are committed.
func (t *terrain) tree() map[string]string {
	files := map[string]string{
		"go.mod": "module example.com/shop\n", "README.md": "# Shop\n" + strings.Repeat("A shop with parts.\n", 40), "build.sh": "#!/bin/sh\nmkdir -p dist\ncp README.md dist/\n",
		"package.json": `{"name": "shop", "scripts": {"test": "node --test"}}` + "\n",
	}
	for i := len(files); i < t.files-1; i++ {
		files[tracked(i-4)] = source(i)
	}
	var ignore strings.Builder
	ignore.WriteString("/dist/\n/bin/\n")
	for i := range t.patterns {
		ignore.WriteString([]string{"*.tmp%d\n", "/build/out%d/\n", "**/cache%d/*.o\n", "log%d.txt\n"}[i%4])
	}
	text := ignore.String()
	for i := range t.patterns {
		text = strings.Replace(text, "%d", fmt.Sprint(i), 1)
	}
	files[".gitignore"] = text
	return files
}

func source(i int) string {
	return fmt.Sprintf("package unit\n\n// Value%[1]d is one of many.\nconst Value%[1]d = %[1]d\n\nfunc value%[1]d() int { return Value%[1]d }\n", i)
}

// remove deletes the world's files.
func (w *world) remove() error {
	return errors.Join(os.RemoveAll(filepath.Dir(w.home)), os.RemoveAll(filepath.Dir(w.project)))
}
