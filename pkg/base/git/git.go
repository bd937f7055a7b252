// Package git reads a git repository from its files: what is checked out, what
// is tracked, changed, untracked or ignored, which stashes there are and which
// commits lead where. It executes nothing, writes nothing, reads regular files
// of the repository and the user's own settings of git only, and stops at
// bounds that are counted, so an answer does not depend on the load. What
// it cannot answer exactly as git would is an error, never a guess.
package git

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/look"
)

// Why a question has no answer. Errors wrap one of these, or those of the file
// system.
var (
	// ErrNone: the directory is in no work tree.
	ErrNone = errors.New("no work tree")
	// ErrUnsupported: git knows more than this package reads, such as filters,
	// a split index or reftables. Git may be asked instead.
	ErrUnsupported = errors.New("left to git")
	// ErrBound: the answer takes more than the bounds allow.
	ErrBound = errors.New("past the bound")
	// ErrDamaged: a file is not what git writes. Git is better not asked.
	ErrDamaged = errors.New("not as git writes it")
)

func unsupported(what string) error { return fmt.Errorf("%w: %s", ErrUnsupported, what) }

func damaged(what string) error { return fmt.Errorf("%s: %w", what, ErrDamaged) }

// Options say how far a repository is read. The zero value has the defaults.
type Options struct {
	// Getenv finds HOME, XDG_CONFIG_HOME and the variables that say where
	// settings of git are; nil: those of this process.
	Getenv func(string) string
	// Follow returns a path without symbolic links, as filepath.EvalSymlinks does,
	// which it is when nil.
	Follow  func(path string) (string, error)
	Entries int   // entries of directories and of the index, for one question
	Bytes   int64 // content read, for one question
}

const (
	defaultEntries = 200_000
	defaultBytes   = 64 << 20
)

// Repo is a repository with a work tree. It is not for concurrent use. What it
// has read once it keeps: open another to see what changed since.
type Repo struct {
	root   string // of the work tree, without symbolic links
	dir    string // holds HEAD and the index
	common string // holds objects and branches: dir, but for a linked work tree

	linked bool

	options Options
	unfit   error // why no question can be answered
	ready   bool  // the settings have been read
	config  config
	unset   error // why no question that needs them can be answered
	sha256  bool

	left budget
	work *look.Tree // the work tree, as it was seen

	memo struct {
		trees       map[string]*os.Root
		refs        map[string]looseRef
		below       map[string][]Ref // by their directory
		refFiles    bool             // refs are files
		packed      string
		packedRead  bool
		index       *index
		indexErr    error
		part        *index       // what it has at one path
		staged      *stagedFiles // of all files
		zlib        inflater
		packs       []*pack
		packsRead   bool
		commits     map[string]commit
		shallow     map[string]bool
		shallowRead bool
		dirs        map[string]*directory
		excludes    []*list
		excluded    bool
		ignore      map[string]*list
		attrs       map[string]attrFile
	}
}

// Open finds the work tree that holds a directory. Errors wrap ErrNone where
// there is none, and ErrDamaged where something is made to look like a
// repository. One that only git can read is opened, too: each question gets the
// error.
func Open(dir string, o Options) (*Repo, error) {
	if o.Getenv == nil {
		o.Getenv = os.Getenv
	}
	if o.Follow == nil {
		o.Follow = filepath.EvalSymlinks
	}
	if o.Entries == 0 {
		o.Entries = defaultEntries
	}
	if o.Bytes == 0 {
		o.Bytes = defaultBytes
	}
	r := &Repo{options: o}
	r.look()
	if err := r.locate(dir); err != nil {
		return nil, err
	}
	r.work = look.New(r.root)
	return r, nil
}

// StopWhen says when there is no more time to look at the work tree: questions then
// end with look.ErrLate.
func (r *Repo) StopWhen(over func() bool) { r.work.StopWhen(over) }

// Work returns the work tree as it was seen.
func (r *Repo) Work() *look.Tree { return r.work }

// Recall names a file in which an earlier look at the work tree has kept what it
// listed: a question about all of it lists again only what has changed.
func (r *Repo) Recall(file string) { r.work.Recall(file) }

// Keep writes what was listed of the work tree into the file that Recall named.
func (r *Repo) Keep() error { return r.work.Keep() }

// begin gives a question its budget, and reads the settings before the first
// one that needs them.
func (r *Repo) begin() error {
	if err := r.look(); err != nil {
		return err
	}
	if !r.ready {
		r.ready = true
		r.unset = r.configure()
	}
	return r.unset
}

// look is begin for questions that need no settings.
func (r *Repo) look() error {
	r.left = budget{entries: r.options.Entries, bytes: r.options.Bytes, steps: maxMatching}
	return r.unfit
}

// Root returns the top directory of the work tree, without symbolic links in
// its path.
func (r *Repo) Root() string { return r.root }

// Dir returns the directory that holds HEAD and the index.
func (r *Repo) Dir() string { return r.dir }

// Linked reports whether the work tree is a linked one, neither a main one nor
// a submodule.
func (r *Repo) Linked() bool { return r.linked }

// Rel returns the path from the root, as questions want it: with slashes, ""
// for the root. Symbolic links in front of the last element are followed.
func (r *Repo) Rel(path string) (string, error) {
	parent, err := filepath.EvalSymlinks(filepath.Dir(path))
	if err != nil {
		return "", err
	}
	path = filepath.Join(parent, filepath.Base(path))
	rel, err := filepath.Rel(r.root, path)
	if err != nil {
		return "", err
	}
	rel = filepath.ToSlash(rel)
	if rel == "." {
		return "", nil
	}
	if rel == ".." || strings.HasPrefix(rel, "../") {
		return "", fmt.Errorf("%s: %w", path, ErrNone)
	}
	return rel, nil
}

// full returns the place of a path on this machine.
func (r *Repo) full(rel string) string {
	if rel == "" {
		return r.root
	}
	return below(r.root, rel)
}
