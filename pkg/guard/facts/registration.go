package facts

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// maxSettings bounds the settings of a client that are read.
const maxSettings = 4 << 20

// registration tells whether the client would no longer call ctxhook. It is not
// known where the settings of a project are a link.
func (s *Source) registration(ctx context.Context, q rule.RegistrationQuery) rule.RegistrationState {
	if q.Installed {
		return s.takesName(&q)
	}
	r, err := s.find(q.Dir)
	if err != nil || r == nil {
		return rule.RegistrationState{}
	}
	dir, err := s.resolved(q.Dir)
	if err != nil {
		return rule.RegistrationState{}
	}
	q.Paths = slices.Clone(q.Paths)
	for i, name := range q.Paths {
		if q.Paths[i] = filepath.Clean(name); !filepath.IsAbs(name) {
			q.Paths[i] = filepath.Join(dir, name)
		}
	}
	state := rule.RegistrationState{Known: true}
	r.clientOnce.Do(func() { r.client, r.clientErr = s.registered(ctx, r) })
	for _, rel := range r.client {
		gone := false
		if rel != "" {
			if gone, err = r.loses(rel, &q); err != nil {
				return rule.RegistrationState{}
			}
		}
		if !gone {
			return rule.RegistrationState{Known: true}
		}
		state.Gone = append(state.Gone, rel)
		state.Loose = state.Loose || !s.unchanged(ctx, filepath.Join(r.root, filepath.FromSlash(rel)))
	}
	if r.clientErr != nil {
		return rule.RegistrationState{}
	}
	return state
}

// registered lists the settings of the client that call ctxhook by their paths
// from the root, "" for each that lies elsewhere, up to the first of which that is
// not known.
func (s *Source) registered(ctx context.Context, r *repo) (list []string, err error) {
	places, err := paths.Resolve(s.getenv, runtime.GOOS)
	if err != nil {
		return nil, err
	}
	for _, file := range places.ClientSettings(s.clientDirs(r)...) {
		data, err := paths.ReadFile(file, maxSettings)
		switch {
		case ctx.Err() != nil:
			return list, ctx.Err()
		case err != nil || !registers(data):
			continue
		}
		rel, err := r.inTree(file)
		if err != nil {
			return list, err
		}
		list = append(list, rel)
	}
	return list, nil
}

// registers reports whether settings seem to make the client call ctxhook before
// a command. That an entry is whole is for package install to say.
func registers(settings []byte) bool {
	return bytes.Contains(settings, []byte(`"PreToolUse"`)) && bytes.Contains(settings, []byte("ctxhook"))
}

// clientDirs returns the directories of a work tree whose settings the client may
// have read when the session began.
func (s *Source) clientDirs(r *repo) []string {
	if dir := s.getenv("CLAUDE_PROJECT_DIR"); dir != "" {
		return []string{dir}
	}
	dir, err := s.resolved(s.cwd)
	if err != nil {
		return nil
	}
	var dirs []string
	for ; dir == r.root || within(dir, r.root); dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
	}
	return dirs
}

// inTree returns the path of a file from the root, "" if it lies elsewhere.
func (r *repo) inTree(file string) (string, error) {
	dir, err := filepath.EvalSymlinks(filepath.Dir(file))
	if err != nil {
		return "", err
	}
	file = filepath.Join(dir, filepath.Base(file))
	if real, err := filepath.EvalSymlinks(file); err == nil && within(real, r.root) {
		file = real // of dotfiles
	}
	if !within(file, r.root) {
		return "", nil
	}
	if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
		return "", errors.Join(err, errNoFile)
	}
	return r.Rel(file)
}

var errNoFile = errors.New("no regular file")

// loses reports whether a call of git takes the registration out of a file, or
// the file away.
func (r *repo) loses(rel string, q *rule.RegistrationQuery) (bool, error) {
	file := filepath.Join(r.root, filepath.FromSlash(rel))
	if q.Paths != nil && !slices.ContainsFunc(q.Paths, func(p string) bool { return p == file || within(file, p) }) {
		return false, nil
	}
	if q.Holding != "" {
		if data, err := paths.ReadFile(file, maxSettings); err != nil || !bytes.Contains(data, []byte(q.Holding)) {
			return false, err
		}
	}
	if q.Deleted {
		return true, nil
	}
	tracked, _, err := r.Tracked(rel)
	if err != nil {
		return false, err
	}
	if tracked == 0 {
		if !q.Untracked || q.Ignored {
			return q.Untracked, nil
		}
		ignored, err := r.Ignored(rel)
		return !ignored, err
	}
	if q.Except != nil && (!strings.Contains(rel, "/") || slices.ContainsFunc(q.Except, func(dir string) bool { return strings.HasPrefix(rel, strings.Trim(dir, "/")+"/") })) {
		return false, nil
	}
	if q.Since != "" {
		commit, err := r.goal(q.Since)
		if err != nil {
			return false, err
		}
		if data, err := r.Content(commit, rel); err != nil || !registers(data) {
			return false, nil
		}
	}
	if q.Merged {
		kept, err := r.keptSince(rel, q.To)
		if err != nil || kept {
			return false, err
		}
	}
	if q.Spare {
		changed := false
		err := r.Status(git.Query{Path: rel, Untracked: git.None}, func(c git.Change) bool {
			changed = true
			return false
		})
		if err != nil || changed {
			return false, err
		}
	}
	if q.Any {
		return r.anyWithout(rel)
	}
	data, err := r.after(rel, q)
	if errors.Is(err, fs.ErrNotExist) {
		return !q.Overlay, nil
	}
	return err == nil && !registers(data), err
}

// keptSince reports whether a revision did not take the registration out of a file since it and
// HEAD parted: what it never had, a merge leaves alone.
func (r *repo) keptSince(rel, word string) (bool, error) {
	const most = 512 // commits of each side
	head, err := r.Resolve("HEAD")
	if err != nil {
		return false, err
	}
	to, err := r.goal(word)
	if err != nil {
		return false, err
	}
	ours := make(map[string]bool)
	if err := r.history(head, most, func(commit string) bool { ours[commit] = true; return true }); err != nil {
		return false, err
	}
	kept := true
	err = r.history(to, most, func(commit string) bool {
		if !ours[commit] {
			return true
		}
		data, err := r.Content(commit, rel)
		kept = err != nil || !registers(data)
		return false
	})
	return kept, err
}

// history goes through the commits that lead to one, the nearest first, until told to stop.
func (r *repo) history(commit string, most int, each func(commit string) bool) error {
	todo, seen := []string{commit}, map[string]bool{}
	for n := 0; n < len(todo) && n < most; n++ {
		if seen[todo[n]] {
			continue
		}
		seen[todo[n]] = true
		if !each(todo[n]) {
			return nil
		}
		c, err := r.Commit(todo[n])
		if err != nil {
			return err
		}
		todo = append(todo, c.Parents...)
	}
	return nil
}

// anyWithout reports whether a branch or a tag does not register ctxhook by a file.
func (r *repo) anyWithout(rel string) (bool, error) {
	const most = 64
	for _, below := range [...]string{"refs/heads", "refs/tags"} {
		refs, err := r.Refs(below)
		if err != nil {
			return false, err
		}
		for _, ref := range refs[:min(len(refs), most)] {
			commit, err := r.Resolve(ref.Name)
			if err != nil {
				continue // a tag of something else
			}
			if data, err := r.Content(commit, rel); errors.Is(err, fs.ErrNotExist) || err == nil && !registers(data) {
				return true, nil
			}
		}
	}
	return false, nil
}

// after returns what a tracked file becomes.
func (r *repo) after(rel string, q *rule.RegistrationQuery) ([]byte, error) {
	switch {
	case q.None:
		return nil, fs.ErrNotExist
	case q.Staged:
		return r.Content("", rel)
	}
	commit, err := r.goal(q.To)
	if err != nil {
		return nil, err
	}
	return r.Content(commit, rel)
}

// goal returns the commit that a word of git checkout or switch leads to.
func (r *repo) goal(word string) (string, error) {
	if word == "-" || word == "@{-1}" {
		log, err := r.Log("HEAD")
		if err != nil {
			return "", err
		}
		for _, entry := range log {
			if from, ok := strings.CutPrefix(entry.Message, "checkout: moving from "); ok {
				word, _, _ = strings.Cut(from, " to ")
				break
			}
		}
	}
	commit, err := r.Resolve(word)
	if err != nil {
		// A branch that only a remote has is made from that one.
		if remote, err := r.Resolve("origin/" + word); err == nil {
			return remote, nil
		}
		return "", git.ErrUnsupported
	}
	return commit, nil
}
