package git

import (
	"errors"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/look"
)

// maxLog bounds the log of a ref.
const maxLog = 8 << 20

// LogEntry is a change of a ref.
type LogEntry struct {
	Old, New string // hashes, all zeros for none
	Message  string
	At       time.Time // zero: it does not say
}

// Log returns the log of a ref, the newest change first; nil where none is kept.
func (r *Repo) Log(ref string) ([]LogEntry, error) {
	if err := r.look(); err != nil {
		return nil, err
	}
	if !refName(ref) {
		return nil, damaged("a ref")
	}
	dir := r.common
	if ownRef(ref) {
		dir = r.dir
	}
	text, err := r.read(dir, "logs/"+ref, maxLog)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var log []LogEntry
	for line := range strings.Lines(string(text)) {
		head, message, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		fields := strings.Fields(head)
		if len(fields) < 2 || !IsHash(fields[0]) || !IsHash(fields[1]) {
			return nil, damaged("logs/" + ref)
		}
		e := LogEntry{Old: fields[0], New: fields[1], Message: message}
		if at, err := strconv.ParseInt(fields[max(len(fields)-2, 0)], 10, 64); err == nil {
			e.At = time.Unix(at, 0)
		}
		log = append(log, e)
	}
	slices.Reverse(log)
	return log, nil
}

// Stash is a set of changes put aside.
type Stash struct {
	Commit  string
	Message string
	Made    time.Time // zero: not known
	Exact   bool      // else Made is told in whole seconds
}

// Stashes lists the stashes that all work trees of the repository share, the
// newest first: stash@{0}.
func (r *Repo) Stashes() ([]Stash, error) {
	if err := r.begin(); err != nil {
		return nil, err
	}
	top, err := r.Ref("refs/stash")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	log, err := r.Log("refs/stash")
	if err != nil {
		return nil, err
	}
	var all []Stash
	for _, e := range log {
		made, exact := r.written(e.New, e.At)
		all = append(all, Stash{e.New, e.Message, made, exact})
	}
	if len(all) == 0 {
		all = []Stash{{Commit: top}} // without a log there is still the one
	}
	return all, nil
}

// written returns when git wrote an object of which a log tells the second, from the file that
// has it until git packs it.
func (r *Repo) written(hash string, second time.Time) (at time.Time, exact bool) {
	const late = time.Second // it is written, then it is logged
	if second.IsZero() || !IsHash(hash) {
		return second, false
	}
	st, err := look.Lstat(below(r.common, "objects/"+hash[:2]+"/"+hash[2:]))
	if err != nil {
		return second, false
	}
	at = time.Unix(0, st.Mtime.Nanoseconds())
	if at.Before(second.Add(-late)) || !at.Before(second.Add(time.Second)) {
		return second, false
	}
	return at, true
}

// Commit is what is told of a commit.
type Commit struct {
	Parents []string
	Subject string
	Written string // its author and the time of that, which stay when it is picked or rebased
}

// Commit reads a commit by its hash.
func (r *Repo) Commit(hash string) (Commit, error) {
	if err := r.begin(); err != nil {
		return Commit{}, err
	}
	id, err := r.peel(hash)
	if err != nil {
		return Commit{}, err
	}
	if id == "" {
		return Commit{}, damaged("a commit")
	}
	c := r.memo.commits[id]
	told := Commit{Subject: c.subject, Written: c.written}
	for _, p := range c.parents {
		told.Parents = append(told.Parents, unraw(p))
	}
	return told, nil
}

// Changed lists the files in which two commits differ, by path; with "" for the
// first, all files of the second. It stops after most.
func (r *Repo) Changed(from, to string, most int) ([]string, error) {
	if err := r.begin(); err != nil {
		return nil, err
	}
	var trees [2]string
	for i, hash := range [...]string{from, to} {
		if hash == "" {
			continue
		}
		id, err := r.peel(hash)
		if err != nil {
			return nil, err
		}
		trees[i] = r.memo.commits[id].tree
	}
	d := treeDiff{r: r, most: most}
	err := d.dir("", trees[0], trees[1], 0)
	if err == errStop {
		err = nil
	}
	return d.names, err
}

// treeDiff compares trees.
type treeDiff struct {
	r     *Repo
	most  int
	names []string
}

// dir compares two trees, of which one may be missing.
func (d *treeDiff) dir(rel, from, to string, depth int) error {
	if from == to {
		return nil
	}
	if depth > maxDepth {
		return ErrBound
	}
	var was, is []treeItem
	var err error
	if from != "" {
		if was, err = d.r.readTree(from); err != nil {
			return err
		}
	}
	if to != "" {
		if is, err = d.r.readTree(to); err != nil {
			return err
		}
	}
	for len(was) > 0 || len(is) > 0 {
		var a, b treeItem
		switch c := compareItems(was, is); {
		case c < 0:
			a, was = was[0], was[1:]
		case c > 0:
			b, is = is[0], is[1:]
		default:
			a, b = was[0], is[0]
			was, is = was[1:], is[1:]
		}
		if a == b {
			continue
		}
		name := rel + a.name
		if a.name == "" {
			name = rel + b.name
		}
		if a.mode == modeDir || b.mode == modeDir {
			err = d.dir(name+"/", a.id, b.id, depth+1)
		} else if d.names = append(d.names, name); len(d.names) >= d.most {
			err = errStop
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// compareItems orders the first of two lists as git does, a directory with a
// slash behind it.
func compareItems(a, b []treeItem) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	}
	return strings.Compare(a[0].key(), b[0].key())
}

func (i treeItem) key() string {
	if i.mode == modeDir {
		return i.name + "/"
	}
	return i.name
}
