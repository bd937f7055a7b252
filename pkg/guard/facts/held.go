package facts

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Held says that a place holds work of others, since the session put it there.
type Held struct {
	Place string    // of the file that holds it; "" git does, in a commit or a stash
	Whole bool      // the place has its content as it is, and is no archive
	Name  string    // where it was
	Sum   int64     // of its content; 0: not taken
	Since time.Time // when it was put there at the latest; zero: not known
}

const (
	// maxHeldNames bounds of how many files it is found out whether a copy is the last.
	maxHeldNames = 100
	// heldLag is by how much a file may be younger than the call that wrote it.
	heldLag = 2 * time.Second
)

// heldAt says of which work of others the last copy is at a place.
func (s *Source) heldAt(ctx context.Context, q rule.LossQuery) rule.AuthorState {
	all := s.author.Held()
	if len(all) == 0 {
		return rule.AuthorState{Known: true}
	}
	dir, err := s.resolved(filepath.Dir(q.Path))
	if err != nil {
		return rule.AuthorState{}
	}
	path := filepath.Join(dir, filepath.Base(q.Path))
	lies := func(place string) bool {
		return place != "" && (place == path || q.Names == nil && within(place, path))
	}
	if q.Pattern {
		lies = func(place string) bool { return place != "" && matchesPlace(path, place, q.Deep) }
	}
	state := rule.AuthorState{Known: true}
	l := loss{source: s}
	for i := range all {
		h := &all[i]
		if !lies(h.Place) || !s.holds(h) {
			continue
		}
		if len(state.Theirs) == maxHeldNames || ctx.Err() != nil {
			state.More = true
			break
		}
		if s.stays(ctx, h, "") || s.heldElsewhere(all, h, lies) {
			continue
		}
		add(&state.Theirs, l.name(h.Name))
	}
	return state
}

// add adds a file of others to a list, once.
func add(list *[]rule.Authored, name string) {
	for _, a := range *list {
		if a.Name == name {
			return
		}
	}
	*list = append(*list, rule.Authored{Name: name, Author: rule.Author{Kind: rule.AuthorUser}})
}

// matchesPlace reports whether a pattern of the shell matches a path, or a directory that it
// lies in; with deep, its last element is a name at any depth.
func matchesPlace(pattern, place string, deep bool) bool {
	dir, last := filepath.Split(pattern)
	for at := place; len(at) >= len(dir) && at != filepath.Dir(at); at = filepath.Dir(at) {
		if deep || last == "**" {
			if ok, _ := filepath.Match(strings.ReplaceAll(last, "**", "*"), filepath.Base(at)); ok && within(at, filepath.Clean(dir)) {
				return true
			}
		} else if ok, _ := filepath.Match(pattern, at); ok {
			return true
		}
	}
	return false
}

// holds reports whether a place still holds what was put there.
func (s *Source) holds(h *Held) bool {
	info, err := os.Lstat(h.Place)
	switch {
	case err != nil || !info.Mode().IsRegular():
		return false
	case h.Whole:
		return h.Sum == 0 || s.sumOf(h.Place) == h.Sum
	}
	return h.Since.IsZero() || !info.ModTime().After(h.Since.Add(heldLag))
}

// sumOf returns the sum of what a file holds, 0 where it cannot be read.
func (s *Source) sumOf(path string) int64 {
	data, err := paths.ReadFile(path, maxHeld)
	if err != nil {
		return 0
	}
	return s.author.Sum(data)
}

// heldElsewhere reports whether a copy lies at another place, which stays.
func (s *Source) heldElsewhere(all []Held, h *Held, goes func(place string) bool) bool {
	for i := range all {
		o := &all[i]
		if o.Name == h.Name && o.Sum == h.Sum && o.Place != "" && !goes(o.Place) && s.holds(o) {
			return true
		}
	}
	return false
}

// stays reports whether the file that a copy was made of is still there, or git has its
// content: in the index, or in the commit that is named and will be checked out.
func (s *Source) stays(ctx context.Context, h *Held, commit string) bool {
	r, err := s.find(filepath.Dir(h.Name))
	if err != nil {
		r = nil
	}
	if commit != "" {
		if r == nil {
			return false // its directory is gone
		}
		rel, err := r.Rel(h.Name)
		if err != nil {
			return false
		}
		data, err := r.Content(commit, rel)
		return err == nil && s.author.Sum(data) == h.Sum
	}
	info, err := os.Lstat(h.Name)
	there := err == nil && info.Mode().IsRegular() && info.Size() > 0
	switch {
	case there && (h.Sum == 0 || s.sumOf(h.Name) == h.Sum):
		return true
	case r != nil && s.inIndex(r, h):
		return true
	case !there:
		return false
	}
	if p := s.path(ctx, h.Name); p.Known && p.Repo && p.Tracked > 0 && p.Modified == 0 {
		return false // git has another content there: the changes were discarded
	}
	return h.Place == "" || !h.Whole || editedFrom(h.Place, h.Name)
}

// inIndex reports whether git tracks the content under the same name.
func (s *Source) inIndex(r *repo, h *Held) bool {
	if h.Whole {
		if info, err := os.Lstat(h.Place); err == nil && info.Size() <= maxHeld {
			return r.Holds(info.Size(), func() ([]byte, error) { return paths.ReadFile(h.Place, maxHeld) })
		}
	}
	rel, err := r.Rel(h.Name)
	if err != nil {
		return false
	}
	data, err := r.Content("", rel)
	return err == nil && h.Sum != 0 && s.author.Sum(data) == h.Sum
}

// editedFrom reports whether a file has at least a fifth of the lines of another: it was
// edited since, and not written anew.
func editedFrom(old, now string) bool {
	before, err := paths.ReadFile(old, maxHeld)
	if err != nil {
		return true // too large to tell
	}
	after, err := paths.ReadFile(now, maxHeld)
	if err != nil {
		return true
	}
	has := make(map[string]bool)
	for line := range bytes.Lines(after) {
		has[string(bytes.TrimSpace(line))] = true
	}
	stay, all := 0, 0
	for line := range bytes.Lines(before) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			if all++; has[string(line)] {
				stay++
			}
		}
	}
	return stay*5 >= all
}
