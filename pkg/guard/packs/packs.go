// Package packs keeps rules that others wrote: it fetches a pack from a directory
// or with git, stores it under its hash, and remembers in one file which packs
// hold. A pack whose stored files changed does not hold.
//
// It runs nothing that a pack contains, and does not judge its rules.
package packs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// Pack is a pack that the user added.
type Pack struct {
	Name   string    `json:"name"`
	Source string    `json:"source"`           // an address for git, or a directory
	Commit string    `json:"commit,omitempty"` // "" of a directory
	SHA256 string    `json:"sha256"`           // of its files, which must have it
	Pin    string    `json:"pin,omitempty"`    // a commit or "sha256:..": updates stay there
	Since  time.Time `json:"since"`            // when the user accepted these files
}

// Label names a pack in messages, with the version of its rules.
func (p *Pack) Label() string { return "pack " + p.Name + " @ " + p.Short() }

// Short is the version of a pack: the beginning of its commit, or of its hash if it is a
// directory.
func (p *Pack) Short() string {
	const short = 7
	if p.Commit != "" {
		return p.Commit[:short]
	}
	return p.SHA256[:short]
}

// Dir says where the rules of a pack are.
func (p *Pack) Dir(places paths.Places) rulefile.Dir {
	return rulefile.Dir{Path: p.file(places), Pack: p.Name, Sum: p.SHA256}
}

// file returns the path of the stored bundle.
func (p *Pack) file(places paths.Places) string { return filepath.Join(places.PacksDir(), p.SHA256) }

// Stored returns the files of a pack, unless they are not those that were added.
func (p *Pack) Stored(places paths.Places) (rulefile.Bundle, error) {
	return rulefile.ReadBundle(p.file(places), p.SHA256)
}

const (
	maxList  = 1 << 20         // bytes of the list of packs
	maxPacks = 100             // in it
	lockWait = 3 * time.Second // for another process that writes
	version  = 1               // of the list
)

// list is what the file holds.
type list struct {
	Version int    `json:"version"`
	Packs   []Pack `json:"packs"`
}

// ListError says why the list of packs cannot be read.
type ListError struct{ Path, Text string }

func (e *ListError) Error() string { return e.Path + ": " + e.Text + ": no shared pack holds" }

// Read returns the packs that the user added, by name. Where the list is broken
// none of them holds.
func Read(places paths.Places) ([]Pack, error) {
	path := places.PacksFile()
	if path == "" {
		return nil, nil
	}
	data, err := paths.ReadFile(path, maxList)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, &ListError{path, paths.Reason(err)}
	}
	packs, err := parse(data)
	if err != nil {
		return nil, &ListError{path, err.Error()}
	}
	return packs, nil
}

// parse reads the list of packs.
func parse(data []byte) ([]Pack, error) {
	var l list
	if err := json.Unmarshal(data, &l); err != nil {
		return nil, errors.New("not valid JSON")
	}
	if l.Version != version {
		return nil, fmt.Errorf("version %d, and this program knows %d", l.Version, version)
	}
	if len(l.Packs) > maxPacks {
		return nil, fmt.Errorf("more than %d packs", maxPacks)
	}
	for i := range l.Packs {
		p := &l.Packs[i]
		same := func(o Pack) bool { return o.Name == p.Name }
		switch {
		case !rulefile.IsPackName(p.Name) || slices.ContainsFunc(l.Packs[:i], same):
			return nil, fmt.Errorf("pack %d has no name of its own", i+1)
		case !isHex(p.SHA256, 64):
			return nil, fmt.Errorf("pack %s has no sha256", p.Name)
		case p.Commit != "" && !isCommit(p.Commit):
			return nil, fmt.Errorf("the commit of pack %s is none", p.Name)
		}
	}
	return l.Packs, nil
}

func isCommit(s string) bool { return isHex(s, 40) || isHex(s, 64) }

func isHex(s string, length int) bool {
	return len(s) == length && strings.Trim(s, "0123456789abcdef") == ""
}

// Put lets a pack hold with these files, in place of an earlier version.
func Put(places paths.Places, p Pack, b rulefile.Bundle) error {
	p.SHA256 = rulefile.Sum(b.Encode())
	return change(places, func(packs []Pack) ([]Pack, error) {
		if err := paths.WriteFile(p.file(places), b.Encode()); err != nil {
			return nil, err
		}
		packs = append(without(packs, p.Name), p)
		order.By(packs, func(a, b Pack) int { return strings.Compare(a.Name, b.Name) })
		return packs, nil
	})
}

// Remove removes a pack.
func Remove(places paths.Places, name string) error {
	return change(places, func(packs []Pack) ([]Pack, error) { return without(packs, name), nil })
}

func without(packs []Pack, name string) []Pack {
	return slices.DeleteFunc(packs, func(p Pack) bool { return p.Name == name })
}

// change rewrites the list of packs, and removes stored files that it no longer
// names.
func change(places paths.Places, do func([]Pack) ([]Pack, error)) error {
	path := places.PacksFile()
	if path == "" || places.PacksDir() == "" {
		return paths.ErrNoHome
	}
	unlock, err := paths.Lock(filepath.Join(places.PacksDir(), "lock"), lockWait)
	if err != nil {
		return err
	}
	defer unlock()
	packs, err := Read(places)
	if err != nil {
		return err
	}
	if packs, err = do(packs); err != nil {
		return err
	}
	data, err := json.MarshalIndent(list{version, packs}, "", "  ")
	if err != nil {
		return err
	}
	if err := paths.WriteFile(path, append(data, '\n')); err != nil {
		return err
	}
	return sweep(places, packs)
}

// sweep removes stored bundles that no pack names.
func sweep(places paths.Places, packs []Pack) error {
	files, err := os.ReadDir(places.PacksDir())
	for _, f := range files {
		named := func(p Pack) bool { return p.SHA256 == f.Name() }
		if isHex(f.Name(), 64) && !slices.ContainsFunc(packs, named) {
			err = errors.Join(err, os.Remove(filepath.Join(places.PacksDir(), f.Name())))
		}
	}
	return err
}
