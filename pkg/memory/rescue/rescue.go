// Package rescue keeps the files of a work tree that a command may lose, and
// brings them back. What a commit holds is not kept again: changed, untracked and
// small ignored files are, in a store of our own in the data directory, each
// content once.
//
// It judges nothing, decides nothing about commands and runs nothing that a
// repository names. It never writes below .git: only git itself does, when a
// dropped stash comes back.
package rescue

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/look"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
)

// Store is where the snapshots of one work tree lie:
//
//	root          the path of the tree
//	lock
//	chains/TIME   what was kept and when, in lines: see chain.go
//	objects/HASH  contents by their SHA-256: see object.go
//	unfinished/   contents while they are written
//	size          of the contents, in bytes
type Store struct {
	Root string // of the tree
	dir  string
	own  string // where all stores lie in the tree; "": not in it

	// Facts run git, and have perhaps just looked at the tree for a verdict: what
	// they have seen is not looked at again. Open makes those that have not.
	Facts *facts.Source

	// Generated reports whether tools make a path of the tree again; nil: no
	// path. It is asked about what git ignores, and outside git about everything.
	Generated func(path string) bool

	sparse bool   // snapshots hold only what is named: see elsewhere.go
	home   string // which is not kept as a whole there

	links paths.Links

	asks bool // tests: git is asked, as where its files cannot be read
}

// Open returns the store of a tree. Nothing is read or made before it is used.
func Open(places paths.Places, root string) (*Store, error) {
	all := places.RescueDir()
	if all == "" {
		return nil, paths.ErrNoHome
	}
	var links paths.Links
	real, err := links.Follow(root)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(real))
	s := &Store{Root: real, Facts: facts.New(facts.Options{Cwd: real}), dir: filepath.Join(all, hex.EncodeToString(sum[:8]))}
	if at, err := links.Follow(filepath.Dir(all)); err == nil {
		if rel, err := filepath.Rel(real, filepath.Join(at, filepath.Base(all))); err == nil && filepath.IsLocal(rel) {
			s.own = filepath.ToSlash(rel)
		}
	}
	s.links = links
	return s, nil
}

// Bounds say how much one snapshot may take.
type Bounds struct {
	Look  time.Duration // for finding out what has to be kept
	Wall  time.Duration // for keeping it
	Bytes int64         // of content that is kept anew
	Files int           // that are read
}

// The bounds of the product: a prompt must not be felt, and its notes have
// looked already; in front of a command that loses something, asking the user would
// take longer. A command that may write, and loses nothing as far as is known, waits
// least: what it names is kept as in front of a loss all the same.
var (
	AtPrompt  = Bounds{Look: 100 * time.Millisecond, Wall: 150 * time.Millisecond, Bytes: 64 << 20, Files: 2000}
	AtCommand = Bounds{Look: time.Second, Wall: time.Second, Bytes: 256 << 20, Files: 10000}
	AtWrite   = Bounds{Look: 100 * time.Millisecond, Wall: 50 * time.Millisecond, Bytes: 64 << 20, Files: 2000}
	AtEdit    = Bounds{Wall: 100 * time.Millisecond, Bytes: 16 << 20, Files: 20}
	AtUndo    = Bounds{Look: time.Minute, Wall: time.Minute, Bytes: MaxSize, Files: 1 << 20}
)

const (
	// MaxSize bounds what is kept of a tree, in bytes on disk.
	MaxSize = 512 << 20
	// MaxAge is how long a snapshot is kept.
	MaxAge = 14 * 24 * time.Hour

	// smallIgnored bounds an ignored file that is kept: .env and its like.
	// manyIgnored bounds how many of them are.
	smallIgnored = 64 << 10
	manyIgnored  = 500
	// largestClean bounds a file that is kept although a commit has it, because a filter
	// makes it: a large one of git-lfs lies in a store of its own.
	largestClean = 1 << 20
	// manyEntries bounds how many files, links and directories a snapshot holds.
	manyEntries = 20000
)

// Errors.
var (
	ErrNone    = errors.New("nothing was kept")
	ErrUnknown = errors.New("no such snapshot")
	ErrDamaged = errors.New("what was kept is damaged")
	ErrLate    = look.ErrLate
	// ErrRepository: what git has of the tree cannot be read. That is no fault of the store.
	ErrRepository = errors.New("the repository cannot be read")
)

func (s *Store) objects() string { return s.dir + string(filepath.Separator) + "objects" }
func (s *Store) chains() string  { return filepath.Join(s.dir, "chains") }

// unfinished is where contents lie while they are written, and with them, while a
// snapshot is taken, a mark: where there is one and no process has the lock, one has
// died whose contents are not counted.
func (s *Store) unfinished() string { return filepath.Join(s.dir, "unfinished") }
func (s *Store) writing() string    { return filepath.Join(s.unfinished(), "writing") }

// lock keeps other processes from changing the store.
func (s *Store) lock(wait time.Duration) (unlock func(), err error) {
	return paths.Lock(filepath.Join(s.dir, "lock"), wait)
}

// ours reports whether a path of the tree belongs to ctxhook's own data, which
// lies in the tree where the user has it so.
func (s *Store) ours(path string) bool { return s.own != "" && in(s.own, path) }

// name writes down which tree the store is of.
func (s *Store) name() error {
	path := filepath.Join(s.dir, "root")
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	return paths.WriteCache(path, []byte(s.Root))
}
