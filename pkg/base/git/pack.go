package git

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

const (
	maxPacks  = 1000
	maxDeltas = 4096 // in one chain, as git has it
	idxHead   = 8 + 256*4
)

// pack is a file of many objects with its index.
type pack struct {
	tree      *os.Root // of the repository
	name      string
	hash      int
	idx, data io.ReaderAt
	size      int64 // of data
	fan       [256]uint32
}

// packs lists the packs, newest first as far as their times say.
func (r *Repo) packs() ([]*pack, error) {
	if r.memo.packsRead {
		return r.memo.packs, nil
	}
	root, err := r.tree(r.common)
	if err != nil {
		return nil, err
	}
	f, err := paths.OpenDirIn(root, "objects/pack")
	if missing(err) {
		r.memo.packsRead = true
		return nil, nil
	} else if err != nil {
		return nil, damaged("objects/pack")
	}
	entries, _ := f.ReadDir(4*maxPacks + 1)
	f.Close()
	if len(entries) > 4*maxPacks {
		return nil, ErrBound
	}
	var packs []*pack
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".idx"); ok && strings.HasPrefix(name, "pack-") {
			packs = append(packs, &pack{tree: root, name: name, hash: r.hashLen()})
		}
	}
	r.memo.packs, r.memo.packsRead = packs, true
	return packs, nil
}

// file opens one of the files of a pack.
func (p *pack) file(suffix string) (*os.File, int64, error) {
	f, err := paths.OpenIn(p.tree, "objects/pack/"+p.name+suffix)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Size(), nil
}

// open opens the index of a pack.
func (p *pack) open() error {
	if p.idx != nil {
		return nil
	}
	f, size, err := p.file(".idx")
	if err != nil {
		return damaged("the index of a pack")
	}
	var head [idxHead]byte
	if _, err := f.ReadAt(head[:], 0); err != nil {
		f.Close()
		return damaged("the index of a pack")
	}
	if !bytes.Equal(head[:8], []byte{0xff, 't', 'O', 'c', 0, 0, 0, 2}) {
		f.Close()
		return unsupported("an old index of a pack")
	}
	before := uint32(0)
	for i := range p.fan {
		p.fan[i] = binary.BigEndian.Uint32(head[8+4*i:])
		if p.fan[i] < before {
			f.Close()
			return damaged("the index of a pack")
		}
		before = p.fan[i]
	}
	if int64(before)*int64(p.hash+8)+idxHead > size {
		f.Close()
		return damaged("the index of a pack")
	}
	p.idx = f
	return nil
}

// find returns where an object lies in the pack, 0 where it does not.
func (p *pack) find(id string) (int64, error) {
	if err := p.open(); err != nil {
		return 0, err
	}
	lo, hi := int64(0), int64(p.fan[id[0]])
	if id[0] > 0 {
		lo = int64(p.fan[id[0]-1])
	}
	count := int64(p.fan[255])
	var at [32]byte
	for lo < hi {
		mid := (lo + hi) / 2
		if _, err := p.idx.ReadAt(at[:p.hash], idxHead+mid*int64(p.hash)); err != nil {
			return 0, damaged("the index of a pack")
		}
		switch c := strings.Compare(string(at[:p.hash]), id); {
		case c == 0:
			return p.place(mid, count)
		case c < 0:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, nil
}

// place reads where the object with a number lies.
func (p *pack) place(number, count int64) (int64, error) {
	var at [8]byte
	offsets := idxHead + count*int64(p.hash+4)
	if _, err := p.idx.ReadAt(at[:4], offsets+4*number); err != nil {
		return 0, damaged("the index of a pack")
	}
	place := int64(binary.BigEndian.Uint32(at[:4]))
	if place&(1<<31) != 0 {
		if _, err := p.idx.ReadAt(at[:], offsets+4*count+8*(place&^(1<<31))); err != nil {
			return 0, damaged("the index of a pack")
		}
		place = int64(binary.BigEndian.Uint64(at[:]))
	}
	if place < 12 {
		return 0, damaged("the index of a pack")
	}
	return place, nil
}

// The kinds of objects in a pack.
const (
	packOffset = 6 // a difference from an object that lies before it
	packNamed  = 7 // a difference from an object by its name
)

var packKinds = [8]string{1: "commit", 2: "tree", 3: "blob", 4: "tag"}

// object reads the object at a place.
func (p *pack) object(r *Repo, at int64, depth int) (kind string, data []byte, err error) {
	if depth > maxDeltas {
		return "", nil, damaged("a pack")
	}
	if p.data == nil {
		if p.data, p.size, err = p.file(".pack"); err != nil {
			return "", nil, damaged("a pack")
		}
	}
	if at >= p.size {
		return "", nil, damaged("a pack")
	}
	in := bufio.NewReaderSize(io.NewSectionReader(p.data, at, p.size-at), 2048)
	c, err := in.ReadByte()
	size, shift := int64(c&15), 4
	number := c >> 4 & 7
	for ; err == nil && c&0x80 != 0 && shift < 40; shift += 7 {
		c, err = in.ReadByte()
		size |= int64(c&0x7f) << shift
	}
	if err != nil || c&0x80 != 0 {
		return "", nil, damaged("a pack")
	}
	switch number {
	case 1, 2, 3, 4:
		data, err = r.inflate(in, size)
		return packKinds[number], data, err
	case packOffset:
		back, err := backwards(in)
		if err != nil || back <= 0 || back > at-12 {
			return "", nil, damaged("a pack")
		}
		delta, err := r.inflate(in, size)
		if err != nil {
			return "", nil, err
		}
		kind, base, err := p.object(r, at-back, depth+1)
		if err != nil {
			return "", nil, err
		}
		data, err = r.patch(base, delta)
		return kind, data, err
	case packNamed:
		id := make([]byte, p.hash)
		if _, err := io.ReadFull(in, id); err != nil {
			return "", nil, damaged("a pack")
		}
		delta, err := r.inflate(in, size)
		if err != nil {
			return "", nil, err
		}
		place, err := p.find(string(id))
		if err != nil || place == 0 {
			return "", nil, damaged("a pack")
		}
		kind, base, err := p.object(r, place, depth+1)
		if err != nil {
			return "", nil, err
		}
		data, err = r.patch(base, delta)
		return kind, data, err
	}
	return "", nil, damaged("a pack")
}

// backwards reads how far before it the base of a difference lies.
func backwards(in *bufio.Reader) (int64, error) {
	c, err := in.ReadByte()
	n := int64(c & 0x7f)
	for err == nil && c&0x80 != 0 && n < 1<<50 {
		c, err = in.ReadByte()
		n = (n+1)<<7 | int64(c&0x7f)
	}
	return n, err
}

// inflate reads compressed data of a known size.
func (r *Repo) inflate(in io.Reader, size int64) ([]byte, error) {
	if err := r.left.spendBytes(size + perFile); err != nil || size > maxObject {
		return nil, ErrBound
	}
	z := &r.memo.zlib
	if err := z.open(in); err != nil {
		return nil, damaged("a pack")
	}
	data := make([]byte, size)
	if _, err := io.ReadFull(z, data); err != nil {
		return nil, damaged("a pack")
	}
	return data, nil
}

// patch applies a difference.
func (r *Repo) patch(base, delta []byte) ([]byte, error) {
	from, delta, ok := number(delta)
	to, delta, ok2 := number(delta)
	if !ok || !ok2 || from != int64(len(base)) {
		return nil, damaged("a difference")
	}
	if err := r.left.spendBytes(to); err != nil || to > maxObject {
		return nil, ErrBound
	}
	out := make([]byte, 0, to)
	for len(delta) > 0 {
		op := delta[0]
		delta = delta[1:]
		if op&0x80 == 0 { // new text
			n := int(op)
			if n == 0 || n > len(delta) || int64(len(out)+n) > to {
				return nil, damaged("a difference")
			}
			out, delta = append(out, delta[:n]...), delta[n:]
			continue
		}
		var part [7]byte // offset and size, of which zeros are left out
		for i := range part {
			if op>>i&1 != 0 {
				if len(delta) == 0 {
					return nil, damaged("a difference")
				}
				part[i], delta = delta[0], delta[1:]
			}
		}
		at := int64(binary.LittleEndian.Uint32(part[:4]))
		n := int64(part[4]) | int64(part[5])<<8 | int64(part[6])<<16
		if n == 0 {
			n = 0x10000
		}
		if at+n > int64(len(base)) || int64(len(out))+n > to {
			return nil, damaged("a difference")
		}
		out = append(out, base[at:at+n]...)
	}
	if int64(len(out)) != to {
		return nil, damaged("a difference")
	}
	return out, nil
}

// number reads a number at the front of a difference.
func number(b []byte) (n int64, rest []byte, ok bool) {
	for i, c := range b {
		if i == 6 {
			break
		}
		n |= int64(c&0x7f) << (7 * i)
		if c&0x80 == 0 {
			return n, b[i+1:], true
		}
	}
	return 0, nil, false
}
