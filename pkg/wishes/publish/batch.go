package publish

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// batch is what was published at once, kept outside of the repository so that
// it can be undone.
type batch struct {
	Time  time.Time `json:"time"`
	Files []written `json:"files"`
}

// written is a file as it was before, and as it was written.
type written struct {
	Path    string   `json:"path"`
	Existed bool     `json:"existed"`
	Before  []byte   `json:"before,omitempty"`
	Removed bool     `json:"removed,omitempty"`
	After   []byte   `json:"after,omitempty"`
	Mode    uint32   `json:"mode"`
	Made    []string `json:"made,omitempty"`   // directories, the outermost first
	Edited  []string `json:"edited,omitempty"` // blocks that the user changed by hand, by their ids
}

// keptBatches is how many times publishing can be undone.
const keptBatches = 50

const maxBatch = 64 << 20

// Apply writes a plan: all of it, or nothing. What was there is kept first.
func (p *Publisher) Apply(plan *Plan, now time.Time) error {
	if len(plan.Changes) == 0 {
		return nil
	}
	unlock, err := paths.Lock(filepath.Join(p.Places.PublishedDir(), "lock"), time.Second)
	if err != nil {
		return err
	}
	defer unlock()
	b := batch{Time: now.UTC()}
	for i := range plan.Changes {
		c := &plan.Changes[i]
		if err := errors.Join(c.file.Unchanged(), c.inside()); err != nil {
			return err
		}
		b.Files = append(b.Files, written{
			Path: c.Path, Existed: c.Before != nil, Before: c.Before, Removed: c.After == nil, After: c.After,
			Mode: uint32(c.file.Mode), Made: missing(filepath.Dir(c.file.Target)), Edited: c.edited,
		})
	}
	file := p.freeFile(b.Time)
	if err := b.write(file); err != nil {
		return fmt.Errorf("backup: %w", err)
	}
	for i := range plan.Changes {
		if err := plan.Changes[i].write(); err != nil {
			for k := i; k >= 0; k-- {
				err = errors.Join(err, b.Files[k].restore())
			}
			return errors.Join(err, os.Remove(file))
		}
	}
	p.prune()
	return nil
}

func (b *batch) write(file string) error {
	data, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return paths.WriteFile(file, append(data, '\n'))
}

// freeFile returns a file for what is published at a time, which is sorted behind
// those before it.
func (p *Publisher) freeFile(at time.Time) string {
	for ; ; at = at.Add(time.Microsecond) {
		file := filepath.Join(p.Places.PublishedDir(), at.Format("20060102T150405.000000")+".json")
		if _, err := os.Lstat(file); err != nil {
			return file
		}
	}
}

// missing returns the directories above and with dir that do not exist, the
// outermost first.
func missing(dir string) (list []string) {
	for {
		if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			slices.Reverse(list)
			return list
		}
		list = append(list, dir)
		dir = filepath.Dir(dir)
	}
}

// write writes one file and reads it back.
func (c *Change) write() error {
	if c.After == nil {
		err := os.Remove(c.file.Target)
		if dir := filepath.Dir(c.file.Target); strings.HasPrefix(filepath.Base(dir), skillPrefix) {
			_ = os.Remove(dir) // unless the user keeps something in it
		}
		return err
	}
	if err := os.MkdirAll(filepath.Dir(c.file.Target), 0o755); err != nil {
		return err
	}
	if err := c.file.Replace(c.After); err != nil {
		return err
	}
	now, err := paths.ReadUserFile(c.Path, maxFile)
	if err == nil && string(now.Data) != string(c.After) {
		err = fmt.Errorf("%s: %w", c.Path, paths.ErrChanged)
	}
	return err
}

// last returns the newest batch.
func (p *Publisher) last() (file string, b batch, err error) {
	files := p.batches()
	if len(files) == 0 {
		return "", b, ErrNothing
	}
	file = files[len(files)-1]
	b, err = readBatch(file)
	return file, b, err
}

func readBatch(file string) (b batch, err error) {
	data, err := paths.ReadFile(file, maxBatch)
	if err == nil {
		err = json.Unmarshal(data, &b)
	}
	return b, err
}

// batches returns the files of what was published, the newest last.
func (p *Publisher) batches() []string {
	files, _ := filepath.Glob(filepath.Join(p.Places.PublishedDir(), "*.json")) // the pattern is well-formed
	slices.Sort(files)
	return files
}

// made reports whether publishing made a file.
func (p *Publisher) made(path string) bool {
	for _, file := range p.batches() {
		b, err := readBatch(file)
		if err == nil && slices.ContainsFunc(b.Files, func(w written) bool { return w.Path == path && !w.Existed }) {
			return true
		}
	}
	return false
}

// prune forgets what was published long ago. Failing to costs only room.
func (p *Publisher) prune() {
	files := p.batches()
	for _, f := range files[:max(0, len(files)-keptBatches)] {
		_ = os.Remove(f)
	}
}

// restore puts a file back that could not be written well.
func (w *written) restore() error {
	f, err := paths.ReadUserFile(w.Path, maxFile)
	if err != nil {
		return err
	}
	f.Mode = fs.FileMode(w.Mode)
	if w.Existed {
		if string(f.Data) == string(w.Before) && f.Data != nil {
			return nil
		}
		return f.Replace(w.Before)
	}
	if f.Data != nil {
		err = os.Remove(f.Target)
	}
	w.removeMade()
	return err
}

// removeMade removes the directories that were made, unless something else lies
// in them by now.
func (w *written) removeMade() {
	for _, dir := range slices.Backward(w.Made) {
		if err := os.Remove(dir); err != nil && !errors.Is(err, fs.ErrNotExist) { // that of a skill went with it
			return
		}
	}
}
