package facts

import (
	"context"
	"io"
)

// WorkTree is a work tree for callers without a time limit: only their own
// context bounds what they ask. Git runs in it as it does for questions: it
// runs nothing that the repository names.
type WorkTree struct {
	source *Source
	repo   *repo
	index  string
}

// WorkTree finds the work tree that holds a directory; nil when none does.
func (s *Source) WorkTree(dir string) (*WorkTree, error) {
	dir, ok := s.abs(dir)
	if !ok {
		return nil, nil
	}
	r, err := s.find(dir)
	if r == nil || err != nil {
		return nil, err
	}
	return &WorkTree{source: s, repo: r}, nil
}

// Root returns the top directory of the work tree, without symbolic links in
// its path.
func (w *WorkTree) Root() string { return w.repo.root }

// Git runs a git command at the top of the work tree. It writes in to git,
// passes git's output to read, and stops git when read returns an error.
func (w *WorkTree) Git(ctx context.Context, in io.Reader, read func(io.Reader) error, args ...string) error {
	if err := w.source.ready(ctx, w.repo); err != nil {
		return err
	}
	overrides := w.repo.overrides
	args = append(overrides[:len(overrides):len(overrides)], args...)
	var more []string
	if w.index != "" {
		more = []string{"GIT_INDEX_FILE=" + w.index}
	}
	return w.source.stream(ctx, w.repo.root, more, in, read, args...)
}

// Index makes git work with another index than the repository's own, as git
// itself does while a commit is being made.
func (w *WorkTree) Index(path string) { w.index = path }
