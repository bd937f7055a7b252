package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// Init plans the registration in a scope. It fails, rather than add to a file
// that the agent would ignore.
func (s *Setup) Init(scope Scope) (*Change, error) {
	path, err := s.File(scope)
	if err != nil {
		return nil, err
	}
	c, was, err := s.change(path)
	if err != nil {
		return nil, err
	}
	if err := c.check(c.Before); err != nil {
		return nil, err
	}
	if c.After, err = register(c.Before, s.Hooks, s.program(scope)); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path, err)
	}
	if err := c.check(c.After); err != nil {
		return nil, err
	}
	// Of several runs of init, only the first saw the settings without us.
	if d, err := parse(c.Before); err == nil && len(d.entries()) == 0 {
		c.note = &note{Path: c.file.Target, Existed: c.Before != nil, Before: c.Before}
	} else {
		c.note = was
	}
	return c, nil
}

// Uninstall plans the inverse of Init.
func (s *Setup) Uninstall(scope Scope) (*Change, error) {
	path, err := s.File(scope)
	if err != nil {
		return nil, err
	}
	return s.uninstallFrom(path)
}

func (s *Setup) uninstallFrom(path string) (*Change, error) {
	c, was, err := s.change(path)
	if err != nil {
		return nil, err
	}
	d, err := parse(c.Before)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path, err)
	}
	if len(d.entries()) == 0 {
		return nil, fmt.Errorf("%w in %s", ErrNotRegistered, c.Path)
	}
	if c.After, err = unregister(c.Before, was); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path, err)
	}
	c.note, c.remove = was, true
	return c, nil
}

// UninstallAll plans the inverse of every Init that is known: in the settings
// of this folder and of the user, and wherever a note of Init is kept.
func (s *Setup) UninstallAll() ([]*Change, error) {
	paths := s.notes()
	for _, scope := range Scopes() {
		path, err := s.File(scope)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	var all []*Change
	seen := make(map[string]bool)
	for _, path := range paths {
		c, err := s.uninstallFrom(path)
		switch {
		case errors.Is(err, ErrNotRegistered):
		case err != nil:
			return nil, err
		case !seen[c.file.Target]:
			seen[c.file.Target] = true
			all = append(all, c)
		}
	}
	return all, nil
}

func (s *Setup) change(path string) (*Change, *note, error) {
	f, err := paths.ReadUserFile(path, maxSettings)
	if err != nil {
		return nil, nil, err
	}
	return &Change{Path: path, Before: f.Data, file: f}, s.readNote(f.Target), nil
}

// check fails when the agent would ignore the settings as a whole.
func (c *Change) check(data []byte) error {
	d, err := parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Path, err)
	}
	c.Odd = nil
	var fatal []Problem
	for _, p := range inspect(d) {
		if p.Fatal {
			fatal = append(fatal, p)
		} else {
			c.Odd = append(c.Odd, p)
		}
	}
	if len(fatal) > 0 {
		return &SettingsError{Path: c.Path, Problems: fatal}
	}
	return nil
}

// Apply writes a change, all of it or nothing.
func (s *Setup) Apply(c *Change) error {
	if c.Same() {
		return nil
	}
	if err := c.file.Unchanged(); err != nil {
		return err
	}
	if c.remove {
		return s.takeOut(c)
	}
	dir := filepath.Dir(c.file.Target)
	if c.Before == nil {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			c.note.MadeDir = true
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	if c.note != nil {
		if err := s.writeNote(c.note); err != nil {
			return err
		}
	}
	return c.file.Replace(c.After)
}

func (s *Setup) takeOut(c *Change) error {
	if c.After != nil {
		if err := c.file.Replace(c.After); err != nil {
			return err
		}
	} else {
		if err := os.Remove(c.file.Target); err != nil {
			return err
		}
		if c.note != nil && c.note.MadeDir {
			// Files of others keep the directory.
			_ = os.Remove(filepath.Dir(c.file.Target))
		}
	}
	return s.dropNote(c.file.Target)
}
