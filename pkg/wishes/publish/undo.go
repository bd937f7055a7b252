package publish

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Undo takes back what was published last, and returns the files that it
// changed. In a file that was edited since only our blocks are changed.
func (p *Publisher) Undo() ([]Change, error) {
	unlock, err := paths.Lock(filepath.Join(p.Places.PublishedDir(), "lock"), time.Second)
	if err != nil {
		return nil, err
	}
	defer unlock()
	file, b, err := p.last()
	if err != nil {
		return nil, err
	}
	var changes []Change
	for i := range b.Files {
		c, err := b.Files[i].undone()
		if err != nil {
			return nil, err
		}
		changes = append(changes, c)
	}
	for i := range changes {
		if err := b.Files[i].putBack(&changes[i]); err != nil {
			return changes[:i], err
		}
	}
	return changes, os.Remove(file)
}

// undone returns the change that takes back what was written into a file.
func (w *written) undone() (Change, error) {
	f, err := paths.ReadUserFile(w.Path, maxFile)
	if err != nil {
		return Change{}, err
	}
	c := Change{Path: w.Path, Before: f.Data, file: f}
	if w.Existed {
		c.After = w.Before
		if c.After == nil {
			c.After = []byte{}
		}
	}
	if (f.Data == nil) == w.Removed && string(f.Data) == string(w.After) {
		return c, nil
	}
	if f.Data == nil || w.Removed || isOurs(w.After) {
		return c, fmt.Errorf("%s %w", w.Path, ErrNotOurs)
	}
	theirs, err := parse(w.Before).bodies()
	if err == nil {
		c.After, err = withBlocks(f.Data, theirs)
	}
	if err != nil {
		return c, fmt.Errorf("%s: %w", w.Path, err)
	}
	return c, nil
}

// putBack writes what was there before.
func (w *written) putBack(c *Change) error {
	c.file.Mode = fs.FileMode(w.Mode)
	if err := c.file.Unchanged(); err != nil {
		return err
	}
	if c.Before == nil && c.After == nil {
		return nil
	}
	if err := c.write(); err != nil {
		return err
	}
	if c.After == nil {
		w.removeMade()
	}
	return nil
}
