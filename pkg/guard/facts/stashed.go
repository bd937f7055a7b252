package facts

import (
	"context"
	"path/filepath"
	"time"
)

// Stashed is what a stash brings back.
type Stashed struct {
	Made  time.Time
	Exact bool     // else Made is told in whole seconds
	Files []string // absolute
	Known bool     // false where there are too many, or no look sees all of them
}

// Stashed returns what a stash of the repository that holds a directory brings back, the
// newest being 0.
func (s *Source) Stashed(dir string, n int) Stashed {
	dir, ok := s.abs(dir)
	if !ok || n < 0 {
		return Stashed{}
	}
	var memo map[string]Stashed
	return ask(s, &memo, dir, func(context.Context) (of Stashed) {
		r, err := s.find(dir)
		if err != nil || r == nil {
			return of
		}
		all, err := r.Stashes()
		if err != nil || n >= len(all) {
			return of
		}
		names, err := filesOfStash(r, all[n].Commit)
		if err != nil || len(names) > maxStashes {
			return of
		}
		for _, name := range names { // what git ignores no look has seen
			if ignored, err := r.Ignored(name); err != nil || ignored {
				return of
			}
			of.Files = append(of.Files, filepath.Join(r.root, filepath.FromSlash(name)))
		}
		of.Made, of.Exact, of.Known = all[n].Made, all[n].Exact, true
		return of
	})
}

// filesOfStash lists the files that a stash changes, and those in it that git did not track.
func filesOfStash(r *repo, hash string) ([]string, error) {
	c, err := r.Commit(hash)
	if err != nil || len(c.Parents) == 0 {
		return nil, err
	}
	names, err := r.Changed(c.Parents[0], hash, maxStashes+1)
	if err != nil || len(c.Parents) < 3 {
		return names, err
	}
	added, err := r.Changed("", c.Parents[2], maxStashes+1)
	return append(names, added...), err
}
