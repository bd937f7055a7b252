package facts

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// How much is read of files that leave this machine.
const (
	maxLeavingFile  = 256 << 10
	maxLeavingBytes = 4 << 20
	maxLeavingFiles = 300
	maxMembers      = 200
)

// Leaving implements rule.Facts.
func (s *Source) Leaving(q rule.LeavingQuery) rule.LeavingState {
	var ok bool
	if q.Dir, ok = s.abs(q.Dir); !ok {
		return rule.LeavingState{}
	}
	return ask(s, &s.leaving, strings.Join(append([]string{q.Dir, q.As, q.File, strconv.FormatBool(q.All)}, q.Paths...), "\x00"), func(ctx context.Context) rule.LeavingState {
		l := leaving{source: s, ctx: ctx, q: &q, files: maxLeavingFiles, bytes: maxLeavingBytes}
		switch q.As {
		case rule.LeavingCommit:
			l.commit()
		case rule.LeavingPackage:
			l.pack()
		case rule.LeavingImage:
			l.image()
		default:
			for _, p := range q.Paths {
				l.below(p, nil)
			}
		}
		l.out.Known = ctx.Err() == nil
		return l.out
	})
}

// leaving reads what leaves, within bounds.
type leaving struct {
	source *Source
	ctx    context.Context
	q      *rule.LeavingQuery
	files  int
	bytes  int
	out    rule.LeavingState
}

// below reads a file, or the files of a directory that skip does not leave out; those that
// stand nearest first.
func (l *leaving) below(root string, skip func(rel string) bool) {
	info, err := os.Stat(root)
	if err != nil {
		return
	}
	if !info.IsDir() {
		l.read(root)
		return
	}
	dirs := []string{""}
	for len(dirs) > 0 && l.files > 0 && l.ctx.Err() == nil {
		dir := dirs[0]
		dirs = dirs[1:]
		entries, _ := os.ReadDir(filepath.Join(root, dir))
		for _, e := range entries {
			rel := path.Join(filepath.ToSlash(dir), e.Name())
			switch {
			case skip != nil && skip(rel):
			case !e.IsDir():
				l.read(filepath.Join(root, rel))
			case e.Name() != ".git" && e.Name() != "node_modules" && e.Name() != ".venv":
				dirs = append(dirs, rel)
			}
		}
	}
}

// read notes a file that holds a secret.
func (l *leaving) read(name string) {
	data := l.content(name)
	if data != nil && l.holds(name, data) {
		l.note(name)
	}
}

func (l *leaving) note(name string) {
	if rel, err := filepath.Rel(l.q.Dir, name); err == nil && !strings.HasPrefix(rel, "..") {
		name = rel
	}
	if name = filepath.ToSlash(name); !slices.Contains(l.out.Names, name) {
		l.out.Names = append(l.out.Names, name)
	}
}

// content returns what a file holds, nil of one that is too long, or no file.
func (l *leaving) content(name string) []byte {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxLeavingFile || l.files == 0 || l.bytes < int(info.Size()) {
		return nil
	}
	l.files--
	l.bytes -= int(info.Size())
	data, err := paths.ReadFile(name, maxLeavingFile)
	if err != nil {
		return nil
	}
	return data
}

// holds reports whether a content holds a secret, also where it is packed or encoded once.
func (l *leaving) holds(name string, data []byte) bool {
	switch {
	case bytes.HasPrefix(data, []byte("\x1f\x8b")):
		if plain := unzipped(data); len(plain) > 0 && !isTar(plain) {
			return redact.Live(string(plain)) > 0
		}
		l.members(name)
		return false
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), isTar(data):
		l.members(name)
		return false
	case bytes.IndexByte(data[:min(len(data), 1024)], 0) >= 0:
		return false // no text
	}
	text := string(data)
	if redact.Live(text) > 0 {
		return true
	}
	plain, err := base64.StdEncoding.DecodeString(strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, text))
	return err == nil && len(plain) > 0 && redact.Live(string(plain)) > 0
}

// unzipped returns what gzip has packed, as far as it is read. Package compress/gzip would
// cost every start of the hook for a checksum.
func unzipped(data []byte) []byte {
	const head, extra, named, commented = 10, 4, 8, 16
	if len(data) < head || data[3]&extra != 0 {
		return nil
	}
	flags, rest := data[3], data[head:]
	for _, flag := range [...]byte{named, commented} {
		if flags&flag != 0 {
			_, rest, _ = bytes.Cut(rest, []byte{0})
		}
	}
	plain, _ := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(rest)), maxLeavingFile))
	return plain
}

func isTar(data []byte) bool { return len(data) > 262 && string(data[257:262]) == "ustar" }

// members notes what an archive holds.
func (l *leaving) members(archive string) {
	l.source.listed(l.ctx, archive, func(name, _ string) bool {
		l.out.Members = append(l.out.Members, name)
		return len(l.out.Members) < maxMembers
	})
}

// commit reads what a commit takes. What HEAD has of a file already is not new.
func (l *leaving) commit() {
	r, err := l.source.find(l.q.Dir)
	if err != nil || r == nil {
		return
	}
	_ = taken(r, l.q, func(name, full string) bool {
		l.added(r, name, full)
		return l.files > 0 && l.ctx.Err() == nil
	})
}

// added notes a file that holds more secrets than HEAD has of it.
func (l *leaving) added(r *repo, name, full string) {
	data := l.content(full)
	if data == nil || bytes.IndexByte(data[:min(len(data), 1024)], 0) >= 0 {
		return
	}
	n := redact.Live(string(data))
	if n == 0 {
		return
	}
	if head, err := r.Resolve("HEAD"); err == nil {
		old, err := r.Content(head, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return // what it held is not known
		}
		n -= redact.Live(string(old))
	}
	if n > 0 {
		l.note(full)
	}
}
