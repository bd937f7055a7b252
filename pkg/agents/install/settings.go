package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Register plans the registration in a scope: a change of one file or, where whole
// files are ours, of each of them.
func (s *Setup) Register(scope Scope) ([]*Change, error) {
	if s.client().layout == nil {
		return s.writeOwn(scope)
	}
	c, err := s.Init(scope)
	if err != nil {
		return nil, err
	}
	return []*Change{c}, nil
}

// Unregister plans the inverse of Register.
func (s *Setup) Unregister(scope Scope) ([]*Change, error) {
	if s.client().layout == nil {
		return s.deleteOwn(scope)
	}
	c, err := s.Uninstall(scope)
	if err != nil {
		return nil, err
	}
	return []*Change{c}, nil
}

// Init plans the registration in the settings of a scope. It fails, rather than
// add to a file that the agent would ignore.
func (s *Setup) Init(scope Scope) (*Change, error) {
	path, err := s.File(scope)
	if err != nil {
		return nil, err
	}
	c, was, err := s.change(path)
	if err != nil {
		return nil, err
	}
	if err := s.check(c, c.Before); err != nil {
		return nil, err
	}
	if c.After, err = s.client().layout.register(c.Before, s.Hooks, s.program(scope)); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path, err)
	}
	if s.StatusLine && s.client() == &Claude {
		if c.After, c.OtherLine, err = withStatusLine(c.After, s.program(scope)); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	if err := s.check(c, c.After); err != nil {
		return nil, err
	}
	// Of several runs of init, only the first saw the settings without us.
	if d, err := s.client().layout.parse(c.Before); err == nil && !d.isRegistered() {
		c.note = newNote(c)
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
	return s.uninstallFrom(path, false)
}

// uninstallFrom plans to take ctxhook out of a file, but for its status line if that is
// to be kept.
func (s *Setup) uninstallFrom(path string, keepLine bool) (*Change, error) {
	c, was, err := s.change(path)
	if err != nil {
		return nil, err
	}
	d, err := s.client().layout.parse(c.Before)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path, err)
	}
	if !d.isRegistered() {
		return nil, fmt.Errorf("%w in %s", ErrNotRegistered, c.Path)
	}
	if c.After, err = s.client().layout.unregister(c.Before, was, keepLine); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Path, err)
	}
	_, line := d.statusLine()
	c.note, c.remove = was, !keepLine || line == ""
	return c, nil
}

// UninstallAll plans the inverse of every Init that is known: in the settings
// of this folder and of the user, and wherever a note of Init is kept.
func (s *Setup) UninstallAll() ([]*Change, error) {
	var all []*Change
	seen := make(map[string]bool)
	add := func(changes []*Change, err error) error {
		if errors.Is(err, ErrNotRegistered) {
			return nil
		}
		for _, c := range changes {
			if !seen[c.file.Target] {
				seen[c.file.Target] = true
				all = append(all, c)
			}
		}
		return err
	}
	for _, n := range s.notes() {
		if err := add(s.uninstallNoted(&n)); err != nil {
			return nil, err
		}
	}
	for _, client := range Clients() {
		of := s.For(client)
		for _, scope := range client.Scopes() {
			if err := add(of.Unregister(scope)); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// uninstallNoted plans the inverse of an Init that is noted, in whatever project.
func (s *Setup) uninstallNoted(n *note) ([]*Change, error) {
	client := &Claude
	if n.Client != "" {
		if client = ClientNamed(n.Client); client == nil {
			return nil, ErrNotRegistered // of a newer version
		}
	}
	of := s.For(client)
	if client.layout != nil {
		c, err := of.uninstallFrom(n.Path, false)
		if err != nil {
			return nil, err
		}
		return []*Change{c}, nil
	}
	c, was, err := of.change(n.Path)
	if err != nil || c.Before == nil {
		return nil, errors.Join(ErrNotRegistered, err)
	}
	for _, f := range client.own(client, progName) {
		if filepath.Base(f.name) == filepath.Base(n.Path) && client.ours(&f, c.Before, was) {
			c.note, c.remove = was, true
			return []*Change{c}, nil
		}
	}
	return nil, ErrNotRegistered
}

func (s *Setup) change(path string) (*Change, *note, error) {
	f, err := paths.ReadUserFile(path, maxSettings)
	if err != nil {
		return nil, nil, err
	}
	return &Change{Path: path, Before: f.Data, file: f}, s.readNote(f.Target), nil
}

// check fails when the agent would ignore the settings as a whole.
func (s *Setup) check(c *Change, data []byte) error {
	d, err := s.client().layout.parse(data)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Path, err)
	}
	c.Odd = nil
	if s.client() != &Claude {
		if k := d.root.kind; k != nothing && k != object {
			return fmt.Errorf("%s is %s, not an object", c.Path, k)
		}
		return nil
	}
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
	if c.Before == nil {
		if err := os.MkdirAll(filepath.Dir(c.file.Target), 0o755); err != nil {
			return err
		}
	}
	if c.note != nil {
		if s.client().layout == nil {
			c.note.Wrote = hashOf(c.After)
		}
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
		if c.note != nil {
			dir := filepath.Dir(c.file.Target)
			for range max(c.note.MadeDirs, c.note.oneDir()) {
				// Files of others keep the directory.
				if os.Remove(dir) != nil {
					break
				}
				dir = filepath.Dir(dir)
			}
		}
	}
	return s.dropNote(c.file.Target)
}
