package rulefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Bounds on one directory: a repository may hold anything, and its rules are
// read before a command runs.
const (
	maxFiles = 200
	maxNames = 2000
	maxBytes = 256 << 10 // of all files together

	// MaxBundle bounds the bytes of a shared pack.
	MaxBundle = maxBytes
	maxStored = maxBytes + maxFiles*100 // with the names of the files
)

// Dir is a directory with the rule files of a user, a project or a shared pack.
type Dir struct {
	Path string
	Pack string // UserPack, ProjectPack, MachinePack or the name of a shared pack; ids begin with it
	// Root, when it is given, holds Path, and no link is followed out of it:
	// a repository must not make us read what is not its own.
	Root string
	// Sum, when it is given, says that Path is a file: a Bundle with this hash.
	Sum string
	// Bundle, when it is given, is read in place of Path.
	Bundle Bundle
	// Protected says that the directory and its files count only if root alone may
	// write them.
	Protected bool
}

// Pack is what the files of users and projects hold.
type Pack struct {
	Rules    []*rule.Rule
	Commands []*rule.Command // of the user
	// Project are the models of a project. They may make a program known,
	// but must not stand in for a model that is known already: one that says
	// rm is harmless would switch off the rules about it.
	Project []*rule.Command
}

// Load reads the *.yaml files of directories: a file with a program key is a
// command model, any other a rule by the name of the file. It never fails as
// a whole. Every broken file is one error and the others count; a directory
// that is missing is empty.
//
// What was read is remembered in cacheDir, unless it is "", so that YAML is
// parsed again only when a file or ctxhook itself has changed. A cache that
// cannot be read, written or trusted costs time and nothing else.
func Load(dirs []Dir, cacheDir string) (Pack, []error) {
	l := loader{seen: make(map[string]string)}
	defer l.close()
	for _, d := range dirs {
		switch {
		case d.Bundle != nil:
			l.found = append(l.found, found{entry: entry{Path: d.Pack, Pack: d.Pack}, bundle: d.Bundle})
		case d.Sum != "":
			l.stored(d)
		default:
			l.list(d)
		}
	}
	if len(l.found) == 0 {
		return Pack{}, l.errs
	}
	c := openCache(cacheDir, dirs)
	for _, f := range l.found {
		e, err := c.get(f)
		if err != nil {
			l.errs = append(l.errs, err)
		}
		l.add(e)
	}
	c.save()
	return l.pack, l.errs
}

// loader collects what directories hold.
type loader struct {
	roots []*os.Root // open as long as files are read through them
	found []found
	pack  Pack
	errs  []error
	seen  map[string]string // rule id or pack and program -> path
}

// found is a file that was seen and not read yet.
type found struct {
	tree paths.Tree
	name string // in the tree
	entry
	sum    string // of a stored bundle
	bundle Bundle // to be read in place of a file
}

// PackError says why none of the rules of a shared pack hold.
type PackError struct {
	Pack string
	Text string
	Cure string // what the user types; "": ctxhook packs update
}

func (e *PackError) Error() string {
	return "pack " + e.Pack + ": " + e.Text + ": none of its rules hold"
}

// stored finds the file of a shared pack.
func (l *loader) stored(d Dir) {
	info, err := os.Lstat(d.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		l.errs = append(l.errs, &PackError{Pack: d.Pack, Text: "its files are missing"})
	case err != nil:
		l.errs = append(l.errs, &PackError{Pack: d.Pack, Text: paths.Reason(err)})
	default:
		l.found = append(l.found, found{tree: paths.Disk{}, name: d.Path, sum: d.Sum, entry: entry{
			Path: d.Path, Pack: d.Pack, Mtime: info.ModTime().UnixNano(), Size: info.Size(),
		}})
	}
}

// list finds the rule files of a directory.
func (l *loader) list(d Dir) {
	tree, dir, err := l.open(d)
	var names []string
	if err == nil && d.Protected {
		err = paths.Protected(d.Path)
	}
	if err == nil && IsShared(d.Pack) {
		if info, err := tree.Stat(filepath.Join(dir, RulesDir)); err == nil && info.IsDir() {
			dir, d.Path = filepath.Join(dir, RulesDir), filepath.Join(d.Path, RulesDir)
		}
	}
	if err == nil {
		names, err = readNames(tree, dir)
	}
	if IsShared(d.Pack) {
		names = slices.DeleteFunc(names, func(name string) bool { return name == PackFile })
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.errs = append(l.errs, &Error{Path: d.Path, Text: paths.Reason(err)})
	}
	total := int64(0)
	for i, name := range names {
		full := filepath.Join(d.Path, name)
		if i == maxFiles {
			l.fail(d.Path, "more than %d rule files: the rest is ignored", maxFiles)
			return
		}
		info, err := tree.Stat(filepath.Join(dir, name))
		if err == nil && d.Protected {
			err = paths.Protected(full)
		}
		switch {
		case err != nil:
			l.fail(full, "%s", paths.Reason(err))
			continue
		case !info.Mode().IsRegular():
			l.fail(full, "not a regular file")
			continue
		}
		if total += min(info.Size(), maxFile); total > maxBytes {
			l.fail(d.Path, "more than %d bytes of rule files: %s and the rest are ignored", maxBytes, display.Quote(name))
			return
		}
		l.found = append(l.found, found{tree: tree, name: filepath.Join(dir, name), entry: entry{
			Path: full, Pack: d.Pack, Mtime: info.ModTime().UnixNano(), Size: info.Size(),
		}})
	}
}

// open returns the tree that a directory may be read through, and its name
// there.
func (l *loader) open(d Dir) (paths.Tree, string, error) {
	if d.Root == "" {
		return paths.Disk{}, d.Path, nil
	}
	dir, err := filepath.Rel(d.Root, d.Path)
	if err != nil {
		return nil, "", err
	}
	root, err := paths.OpenRoot(d.Root)
	if err != nil {
		return nil, "", err
	}
	l.roots = append(l.roots, root)
	return root, dir, nil
}

// readNames lists the rule files of a directory in order, of a huge one some.
func readNames(tree paths.Tree, dir string) ([]string, error) {
	f, err := paths.OpenDirIn(tree, dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(maxNames)
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".yaml") && !strings.HasPrefix(e.Name(), ".") && !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return names, err
}

func (l *loader) close() {
	for _, root := range l.roots {
		root.Close()
	}
}

// add takes over what a file holds.
func (l *loader) add(e entry) {
	for i := range e.Rules {
		r := &e.Rules[i]
		if l.first(r.ID, r.ID, e.Path) {
			l.pack.Rules = append(l.pack.Rules, r)
		}
	}
	for i := range e.Commands {
		c := &e.Commands[i]
		for _, name := range c.Names {
			if !l.first(e.Pack+" "+name, name, e.Path) {
				return
			}
		}
		if e.Pack == UserPack {
			l.pack.Commands = append(l.pack.Commands, c)
		} else {
			l.pack.Project = append(l.pack.Project, c)
		}
	}
	if len(e.Errors) > 0 {
		many := make([]error, len(e.Errors))
		for i := range e.Errors {
			many[i] = &e.Errors[i]
		}
		l.errs = append(l.errs, errors.Join(many...))
	}
}

func (l *loader) first(key, name, path string) bool {
	if other, ok := l.seen[key]; ok && other != path {
		l.fail(path, "%s is already in %s", name, other)
		return false
	}
	l.seen[key] = path
	return true
}

func (l *loader) fail(path, format string, args ...any) {
	l.errs = append(l.errs, &Error{Path: path, Text: fmt.Sprintf(format, args...)})
}

// read reads and parses a file that was found. Without ok it must not be
// remembered: it could not be read, for a reason that the file's time and size
// do not show, or it is no file.
func (f found) read() (e entry, ok bool, err error) {
	e = f.entry
	if f.bundle != nil {
		e.addBundle(f.bundle)
		return e, false, nil
	}
	if f.sum != "" {
		b, err := ReadBundle(f.name, f.sum)
		if err != nil {
			return e, false, &PackError{Pack: e.Pack, Text: err.Error()}
		}
		e.addBundle(b)
		return e, true, nil
	}
	data, err := readBounded(f.tree, f.name)
	if err != nil {
		e.Errors = []Error{{Path: e.Path, Text: paths.Reason(err)}}
		return e, false, nil
	}
	id := e.Pack + "/" + strings.TrimSuffix(filepath.Base(f.name), ".yaml")
	var r *rule.Rule
	var c *rule.Command
	if IsShared(e.Pack) {
		r, err = parseShared(id, e.Path, data)
	} else {
		r, c, err = parse(id, e.Path, data)
	}
	e.addErrors(err)
	if r != nil {
		e.Rules = []rule.Rule{*r}
	}
	if c != nil {
		e.Commands = []rule.Command{*c}
	}
	return e, true, nil
}

// addBundle takes over the rules of a bundle.
func (e *entry) addBundle(b Bundle) {
	rules, err := b.Rules(e.Pack, func(name string) string { return e.Pack + "/" + name })
	for _, r := range rules {
		e.Rules = append(e.Rules, *r)
	}
	e.addErrors(err)
}

func (e *entry) addErrors(err error) {
	for _, one := range Errors(err) {
		e.Errors = append(e.Errors, *one)
	}
}

var errPackChanged = errors.New("its files changed after it was added")

// ReadBundle reads a stored bundle that must have this hash.
func ReadBundle(path, sum string) (Bundle, error) {
	data, err := paths.ReadFile(path, maxStored)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errors.New("its files are missing")
	case errors.Is(err, paths.ErrTooLarge), errors.Is(err, paths.ErrNotRegular):
		return nil, errPackChanged
	case err != nil:
		return nil, errors.New(paths.Reason(err))
	case Sum(data) != sum:
		return nil, errPackChanged
	}
	return decodeBundle(data)
}

func readBounded(tree paths.Tree, name string) ([]byte, error) {
	f, err := paths.OpenIn(tree, name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}
