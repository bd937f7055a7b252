package git

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// node is a commit met on a walk through the history.
type node struct {
	id      string
	commit  commit
	outside bool // led to by what is left out
	queued  bool
}

// history is a walk from new commits to old ones.
type history struct {
	r     *Repo
	nodes map[string]*node
	queue []*node // by date, the newest last
	open  int     // of the queue, those that are not outside
}

// Only returns the commits that lead to one, itself first and from new to old,
// without those that lead to one of others: git rev-list FROM --not OTHERS. It
// trusts that no commit is older than its parents: else it may return more, never
// less.
func (r *Repo) Only(from string, others []string) ([]string, error) {
	if err := r.begin(); err != nil {
		return nil, err
	}
	if slices.Contains(others, from) {
		return nil, nil
	}
	h := &history{r: r, nodes: make(map[string]*node)}
	if err := h.meetHash(from, false); err != nil {
		return nil, err
	}
	for _, id := range others {
		if err := h.meetHash(id, true); err != nil {
			return nil, err
		}
	}
	var found []*node
	oldest := int64(1<<63 - 1)
	for len(h.queue) > 0 {
		last := h.queue[len(h.queue)-1]
		if h.open == 0 && last.commit.date < oldest {
			break
		}
		h.queue = h.queue[:len(h.queue)-1]
		last.queued = false
		if !last.outside {
			h.open--
			found = append(found, last)
			oldest = min(oldest, last.commit.date)
		}
		for _, parent := range last.commit.parents {
			if err := h.meet(parent, last.outside); err != nil {
				return nil, err
			}
		}
	}
	var ids []string
	for _, n := range found {
		if !n.outside {
			ids = append(ids, unraw(n.id))
		}
	}
	return ids, nil
}

// meetHash meets what a hash names: a commit, or a tag of one. Tags of something
// else lead to no commit.
func (h *history) meetHash(hash string, outside bool) error {
	id, err := h.r.peel(hash)
	if err != nil || id == "" {
		return err
	}
	return h.meet(id, outside)
}

// meet queues a commit that is met for the first time, and hands down that it is
// outside.
func (h *history) meet(id string, outside bool) error {
	n, ok := h.nodes[id]
	if !ok {
		c, err := h.r.commit(id)
		if err != nil {
			return err
		}
		n = &node{id: id, commit: c, outside: outside, queued: true}
		h.nodes[id] = n
		at, _ := slices.BinarySearchFunc(h.queue, n, func(a, b *node) int {
			if a.commit.date <= b.commit.date {
				return -1
			}
			return 1
		})
		h.queue = slices.Insert(h.queue, at, n)
		if !outside {
			h.open++
		}
		return nil
	}
	if outside {
		h.leave(n)
	}
	return nil
}

// leave marks a commit as outside, with those before it that were met.
func (h *history) leave(n *node) {
	for left := []*node{n}; len(left) > 0; {
		n, left = left[len(left)-1], left[:len(left)-1]
		if n.outside {
			continue
		}
		n.outside = true
		if n.queued {
			h.open--
			continue // its parents follow when its turn comes
		}
		for _, parent := range n.commit.parents {
			if p, ok := h.nodes[parent]; ok {
				left = append(left, p)
			}
		}
	}
}

// maxTags bounds how many tags of tags are followed.
const maxTags = 10

// peel returns the commit that a hash stands for, as bytes: "" for a tag of
// something else.
func (r *Repo) peel(hash string) (string, error) {
	if !IsHash(hash) || len(hash) != 2*r.hashLen() {
		return "", damaged("a hash")
	}
	id := raw(hash)
	for range maxTags {
		if _, ok := r.memo.commits[id]; ok {
			return id, nil
		}
		kind, data, err := r.object(id)
		if errors.Is(err, fs.ErrNotExist) {
			return "", damaged("an object")
		} else if err != nil {
			return "", err
		}
		switch kind {
		case "commit":
			return id, r.remember(id, data)
		case "tag":
			line, _, _ := strings.Cut(string(data), "\n")
			target, ok := strings.CutPrefix(line, "object ")
			if !ok || len(target) != len(hash) || !IsHash(target) {
				return "", damaged("a tag")
			}
			id = raw(target)
		default:
			return "", nil
		}
	}
	return "", damaged("a tag")
}

// commit reads a commit with the parents that are here: a shallow clone ends
// somewhere.
func (r *Repo) commit(id string) (commit, error) {
	if c, ok := r.memo.commits[id]; ok {
		return c, nil
	}
	kind, data, err := r.object(id)
	if errors.Is(err, fs.ErrNotExist) || err == nil && kind != "commit" {
		return commit{}, damaged("a commit")
	} else if err != nil {
		return commit{}, err
	}
	err = r.remember(id, data)
	return r.memo.commits[id], err
}

// remember keeps a commit.
func (r *Repo) remember(id string, data []byte) error {
	if !r.memo.shallowRead {
		if err := r.readShallow(); err != nil {
			return err
		}
	}
	c, err := parseCommit(data)
	if err != nil {
		return err
	}
	if r.memo.shallow[id] {
		c.parents = nil
	}
	if r.memo.commits == nil {
		r.memo.commits = make(map[string]commit)
	}
	r.memo.commits[id] = c
	return nil
}

// readShallow reads where a shallow clone ends.
func (r *Repo) readShallow() error {
	if exists(r.common, "info/grafts") {
		return unsupported("grafts")
	}
	text, err := r.read(r.common, "shallow", maxConfig)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	r.memo.shallow = make(map[string]bool)
	for line := range strings.SplitSeq(string(text), "\n") {
		if IsHash(line) {
			r.memo.shallow[raw(line)] = true
		}
	}
	r.memo.shallowRead = true
	return nil
}
