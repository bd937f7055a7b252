package facts

import (
	"context"
	"io"
)

// Root returns the top of the work tree that holds a directory, "" when none
// does. It runs nothing.
func (s *Source) Root(dir string) (string, error) {
	r, err := s.find(dir)
	if r == nil {
		return "", err
	}
	return r.root, nil
}

// Run runs a command of git at the top of the work tree that holds a directory,
// with nothing in it that the repository names, and has read read what it
// prints. How long it may take is up to ctx.
func (s *Source) Run(ctx context.Context, dir string, in io.Reader, read func(io.Reader) error, args ...string) error {
	r, err := s.find(dir)
	if err != nil {
		return err
	}
	if r == nil {
		return errNoTree
	}
	if err := s.ready(ctx, r); err != nil {
		return err
	}
	return s.stream(ctx, r.root, nil, in, read, append(r.overrides[:len(r.overrides):len(r.overrides)], args...)...)
}
