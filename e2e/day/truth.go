package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A happened call is what the driver knows of it.
type happened struct {
	N       int      `json:"n"`
	Session string   `json:"session"`
	ID      string   `json:"id"`
	Project string   `json:"project"`
	Tool    string   `json:"tool"`
	Command string   `json:"command"` // or the file that a tool writes
	Deed    string   `json:"deed"`
	Action  string   `json:"action"` // what the hook answered
	Said    string   `json:"said,omitempty"`
	End     string   `json:"end"` // ok, failed, masked, background, refused, denied, interrupted, unheard
	Exit    int      `json:"exit"`
	Stake   []string `json:"stake,omitempty"` // work of others that it would lose, with its author
	Changed []string `json:"changed,omitempty"`
	Alone   bool     `json:"alone"`

	decision string
	check    string
	red      bool
	quiet    bool // what only looks need not be recorded
	sweep    bool
	shared   bool // it edits or commits a file that a live session works on
	never    bool
	stakes   map[string]string
}

// ran reports whether the command ran to an end that was heard.
func (h *happened) ran() bool {
	return h.End == "ok" || h.End == "failed" || h.End == "masked" || h.End == "background"
}

// authors of a project's files: who has content in each that no commit holds.
type authors struct {
	root string
	now  tree
	by   map[string]map[string]bool           // by path
	seen map[string]map[entry]map[string]bool // of each content that a path ever had
}

const user = "user"

func newAuthors(root string) (*authors, error) {
	now, err := readTree(root)
	a := &authors{root: root, now: now, by: make(map[string]map[string]bool), seen: make(map[string]map[entry]map[string]bool)}
	for p, e := range now {
		a.holds(p, e, map[string]bool{user: true})
	}
	return a, err
}

func (a *authors) holds(path string, e entry, who map[string]bool) {
	a.by[path] = who
	if a.seen[path] == nil {
		a.seen[path] = make(map[entry]map[string]bool)
	}
	a.seen[path][e] = who
}

// A change is how the content of files came about.
type change struct {
	keeps    bool              // what was in a file before is in it still
	restores bool              // a content that was there before is not made anew, as by git
	dirty    map[string]string // the files with content of their own before
}

// update reads the tree anew and gives what changed to its authors. It returns the
// paths that changed.
func (a *authors) update(how change, who func(path string) string) ([]string, error) {
	later, err := readTree(a.root)
	if err != nil {
		return nil, err
	}
	var gone []string
	changed := a.now.changes(later)
	for _, p := range changed {
		if _, there := later[p]; !there {
			gone = append(gone, p)
		}
	}
	for _, p := range changed {
		e, there := later[p]
		if !there {
			delete(a.by, p)
			continue
		}
		before := a.moved(e, gone)
		if before == nil && how.restores {
			before = a.seen[p][e]
		}
		if before == nil {
			before = map[string]bool{who(p): true}
			if how.keeps && how.dirty[p] != "" {
				maps.Copy(before, a.by[p])
			}
		}
		a.holds(p, e, before)
	}
	a.now = later
	return slices.DeleteFunc(changed, func(p string) bool { return later.isDir(p) }), nil
}

// moved returns the authors of a content that left another path.
func (a *authors) moved(e entry, gone []string) map[string]bool {
	for _, p := range gone {
		if was := a.now[p]; e.mode.IsRegular() && was.mode.IsRegular() && was.hash == e.hash {
			return maps.Clone(a.seen[p][was])
		}
	}
	return nil
}

// dirty returns the files whose content no commit has: "tracked", "untracked" or
// "ignored". It asks git, and leaves the index alone.
func (w *world) dirty(root string) map[string]string {
	fields := strings.Split(w.git(root, "status --porcelain=v1 -z --ignored -uall"), "\x00")
	files := make(map[string]string)
	for i := 0; i < len(fields); i++ {
		if len(fields[i]) < 4 {
			continue
		}
		state, path := fields[i][:2], fields[i][3:]
		if state[0] == 'R' || state[0] == 'C' {
			i++ // the old name follows
		}
		switch {
		case state == "??":
			files[path] = "untracked"
		case state == "!!":
			files[path] = "ignored"
		case !strings.Contains(state, "D"):
			files[path] = "tracked"
		}
	}
	return files
}

// stakes returns the work that a call of the session would lose and that has
// another author, who is named. The selectors are paths, directories that end in
// a slash, or @tracked, @untracked and @ignored.
func (a *authors) stakes(selectors []string, dirty map[string]string, session string, live map[string]bool) map[string]string {
	found := make(map[string]string)
	for p, state := range dirty {
		if !slices.ContainsFunc(selectors, func(s string) bool { return s == "@"+state || s == p || strings.HasSuffix(s, "/") && below(p, s) }) {
			continue
		}
		if info, err := os.Lstat(filepath.Join(a.root, p)); err == nil && info.Size() == 0 && state != "tracked" {
			continue // nobody loses an empty file
		}
		for who := range a.by[p] {
			switch {
			case who == session:
			case who == user:
				found[p] = user
			case live[who] && found[p] != user:
				found[p] = "live"
			case found[p] == "":
				found[p] = "ended"
			}
		}
	}
	return found
}

// listed are the stakes as text.
func listed(stakes map[string]string) []string {
	var all []string
	for _, p := range slices.Sorted(maps.Keys(stakes)) {
		all = append(all, filepath.ToSlash(p)+": "+stakes[p])
	}
	return all
}
