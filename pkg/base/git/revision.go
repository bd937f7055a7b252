package git

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// maxSteps bounds how many commits back a revision may be.
const maxSteps = 10_000

// Resolve returns the hash of the commit that a word of a command line names: a
// branch, tag, remote branch or hash in full, perhaps with ^ or ~N behind it.
// What else git takes for one is left to it.
func (r *Repo) Resolve(word string) (string, error) {
	if err := r.begin(); err != nil {
		return "", err
	}
	base := word
	if i := strings.IndexAny(word, "~^"); i >= 0 {
		base = word[:i]
	}
	hash, err := r.named(base)
	if err != nil {
		return "", err
	}
	id, err := r.peel(hash)
	if err != nil || id == "" {
		return "", errors.Join(err, unsupported("a tag of no commit"))
	}
	for steps := word[len(base):]; steps != ""; {
		kind := steps[0]
		steps = steps[1:]
		digits := len(steps) - len(strings.TrimLeft(steps, "0123456789"))
		n := 1
		if digits > 0 {
			if n, err = strconv.Atoi(steps[:digits]); err != nil || n > maxSteps {
				return "", unsupported("a revision")
			}
		}
		steps = steps[digits:]
		if steps != "" && steps[0] != '~' && steps[0] != '^' {
			return "", unsupported("a revision")
		}
		times, parent := n, 1
		if kind == '^' {
			times, parent = min(n, 1), n
		}
		for range times {
			c, err := r.commit(id)
			if err != nil {
				return "", err
			}
			if len(c.parents) < parent {
				return "", fs.ErrNotExist
			}
			id = c.parents[parent-1]
		}
	}
	return unraw(id), nil
}

// named returns the hash that a name without steps stands for.
func (r *Repo) named(name string) (string, error) {
	if name == "@" {
		name = "HEAD"
	}
	if IsHash(name) && len(name) == 2*r.hashLen() {
		return name, nil
	}
	if !refName(name) {
		return "", unsupported("a revision")
	}
	found := ""
	for _, form := range [...]string{"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"} {
		id, err := r.resolve(form + name)
		if errors.Is(err, fs.ErrNotExist) || form == "" && !strings.HasPrefix(name, "refs/") && name != "HEAD" {
			continue
		} else if err != nil {
			return "", err
		}
		if found == "" {
			found = id
		}
	}
	if found == "" {
		return "", unsupported("a revision") // an abbreviated hash, or a name of a remote
	}
	return found, nil
}

// Setting returns a setting of git, such as Setting("branch", "main", "remote"),
// "" when it is not set.
func (r *Repo) Setting(section, sub, name string) (string, error) {
	if err := r.begin(); err != nil {
		return "", err
	}
	value, _ := r.config.last(section + "." + sub + "." + name)
	return value, nil
}

// Hooks returns the directory of the repository's hooks.
func (r *Repo) Hooks() (string, error) {
	if err := r.begin(); err != nil {
		return "", err
	}
	set, ok := r.config.last("core.hookspath")
	if !ok {
		return filepath.Join(r.common, "hooks"), nil
	}
	dir, ok := r.options.userPath(set)
	switch {
	case !ok:
		return "", unsupported("core.hooksPath")
	case filepath.IsAbs(dir):
		return dir, nil
	}
	return filepath.Join(r.root, dir), nil
}

// Upstream returns the ref that a branch follows, "" when it follows none.
func (r *Repo) Upstream(branch string) (string, error) {
	if err := r.begin(); err != nil {
		return "", err
	}
	remote, _ := r.config.last("branch." + branch + ".remote")
	merge, _ := r.config.last("branch." + branch + ".merge")
	switch {
	case remote == "" || merge == "":
		return "", nil
	case remote == ".":
		return merge, nil
	}
	for _, spec := range r.config["remote."+remote+".fetch"] {
		from, to, ok := strings.Cut(strings.TrimPrefix(spec, "+"), ":")
		if !ok {
			continue
		}
		if from == merge {
			return to, nil
		}
		before, after, star := strings.Cut(from, "*")
		if name, ok := strings.CutPrefix(merge, before); star && ok {
			if name, ok = strings.CutSuffix(name, after); ok {
				return strings.Replace(to, "*", name, 1), nil
			}
		}
	}
	return "", nil
}
