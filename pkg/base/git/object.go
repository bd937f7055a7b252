package git

import (
	"bytes"
	"compress/zlib"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"
)

// maxObject bounds a commit, a tree, or the content of a file.
const maxObject = 16 << 20

// object reads an object: its kind and content. fs.ErrNotExist says that the
// repository does not have it, as a partial clone may not.
func (r *Repo) object(id string) (kind string, data []byte, err error) {
	name := hex.EncodeToString([]byte(id))
	text, err := r.read(r.common, "objects/"+name[:2]+"/"+name[2:], maxObject)
	if err == nil {
		return r.looseObject(text)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", nil, err
	}
	packs, err := r.packs()
	if err != nil {
		return "", nil, err
	}
	for _, p := range packs {
		at, err := p.find(id)
		if err != nil {
			return "", nil, err
		}
		if at > 0 {
			return p.object(r, at, 0)
		}
	}
	if exists(r.common, "objects/info/alternates") {
		return "", nil, unsupported("objects of another repository")
	}
	return "", nil, fs.ErrNotExist
}

// looseObject reads an object from a file of its own.
func (r *Repo) looseObject(text []byte) (kind string, data []byte, err error) {
	z := &r.memo.zlib
	if err := z.open(bytes.NewReader(text)); err != nil {
		return "", nil, damaged("an object")
	}
	data, err = io.ReadAll(io.LimitReader(z, min(maxObject, r.left.bytes)+1))
	if err != nil {
		return "", nil, damaged("an object")
	}
	if err := r.left.spendBytes(int64(len(data))); err != nil || len(data) > maxObject {
		return "", nil, ErrBound
	}
	head, data, ok := bytes.Cut(data, []byte{0})
	kind, size, _ := strings.Cut(string(head), " ")
	if n, err := strconv.Atoi(size); !ok || err != nil || n != len(data) {
		return "", nil, damaged("an object")
	}
	return kind, data, nil
}

// inflater reads compressed data, which must be read before the next are: the tables
// of one reader, 45 KB, serve all.
type inflater struct{ io.Reader }

// open begins with other data.
func (z *inflater) open(in io.Reader) (err error) {
	if old, ok := z.Reader.(zlib.Resetter); ok {
		return old.Reset(in, nil)
	}
	z.Reader, err = zlib.NewReader(in)
	return err
}

// commit is what is read of a commit.
type commit struct {
	tree    string
	parents []string
	date    int64
	subject string
	written string // who wrote what it changes, and when: it stays when the commit is made again elsewhere
}

func parseCommit(data []byte) (commit, error) {
	var c commit
	head, body, _ := strings.Cut(string(data), "\n\n")
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, " ")
		switch {
		case key == "tree" && IsHash(value) && c.tree == "":
			c.tree = raw(value)
		case key == "parent" && IsHash(value):
			c.parents = append(c.parents, raw(value))
		case key == "author":
			c.written = value
		case key == "committer":
			if fields := strings.Fields(value[strings.LastIndexByte(value, '>')+1:]); len(fields) > 0 {
				c.date, _ = strconv.ParseInt(fields[0], 10, 64)
			}
		}
	}
	c.subject = subject(body)
	if c.tree == "" {
		return c, damaged("a commit")
	}
	return c, nil
}

// subject returns the first paragraph of a message in one line.
func subject(message string) string {
	message = strings.TrimLeft(message, "\n")
	message, _, _ = strings.Cut(message, "\n\n")
	return strings.Join(strings.Split(strings.TrimRight(message, " \n"), "\n"), " ")
}
