package store

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/redact"
)

// project returns the number of the project with a root, which it adds when
// it is new: for a work tree the number of its repository. "" has none.
func (t *Tx) project(root string) (any, error) {
	if root == "" {
		return nil, nil
	}
	root = clean(root)
	if n, err := t.knownProject(root); n != nil || err != nil {
		return n, err
	}
	main, remote := repository(root)
	if main == root {
		return t.addProject(root, nil, remote)
	}
	same, err := t.knownProject(main)
	if same == nil && err == nil {
		same, err = t.addProject(main, nil, remote)
	}
	if err != nil {
		return nil, err
	}
	if _, err := t.addProject(root, same, remote); err != nil {
		return nil, err
	}
	return same, nil
}

// knownProject returns nil where there is none.
func (t *Tx) knownProject(root string) (any, error) {
	var n any
	_, err := t.db.one("SELECT same FROM projects WHERE root = ?", []any{root}, func(r row) { n = r.integer(0) })
	return n, err
}

// lookProject returns the number of a project as project does, but adds
// none: a work tree that was not seen before has what its repository has.
func (t *Tx) lookProject(root string) (any, error) {
	if root == "" {
		return nil, nil
	}
	root = clean(root)
	n, err := t.knownProject(root)
	if n != nil || err != nil {
		return n, err
	}
	main, _ := repository(root)
	return t.knownProject(main)
}

// workTrees returns the roots of all work trees of a project; nil when it is
// not known.
func (t *Tx) workTrees(root string) (roots []string, err error) {
	number, err := t.lookProject(root)
	if number == nil || err != nil {
		return nil, err
	}
	err = t.db.each("SELECT root FROM projects WHERE same = ?", []any{number}, func(r row) error {
		roots = append(roots, r.string(0))
		return nil
	})
	return roots, err
}

// addProject adds a project, which is the same as another or its own.
func (t *Tx) addProject(root string, same any, remote string) (any, error) {
	const add = `INSERT INTO projects (root, same, remote) VALUES (?1, coalesce(?2, (SELECT coalesce(max(id), 0) + 1 FROM projects)), ?3)`
	if _, err := t.db.run(add, root, same, remote); err != nil {
		return nil, err
	}
	return t.knownProject(root)
}

// session returns the number of a session, which it adds when it is new.
func (t *Tx) session(key, agent string, project any, started int64) (any, error) {
	if key == "" {
		return nil, nil
	}
	key = clean(key)
	n, err := t.knownSession(key)
	if n != nil || err != nil {
		return n, err
	}
	const add = "INSERT INTO sessions (key, agent, project, started) VALUES (?, ?, ?, ?)"
	if _, err := t.db.run(add, key, clean(agent), project, started); err != nil {
		return nil, err
	}
	return t.knownSession(key)
}

func (t *Tx) knownSession(key string) (any, error) {
	var n any
	_, err := t.db.one("SELECT id FROM sessions WHERE key = ?", []any{key}, func(r row) { n = r.integer(0) })
	return n, err
}

// sessionKey and projectRoot are the names of a session and a project by
// their numbers. To ask once is cheaper than to join them to every row.
func (t *Tx) sessionKey(r row, column int) string {
	return t.name(r, column, "SELECT key FROM sessions WHERE id = ?")
}

func (t *Tx) projectRoot(r row, column int) string {
	return t.name(r, column, "SELECT root FROM projects WHERE id = ?")
}

// name is "" where there is none, and where it cannot be read any more.
func (t *Tx) name(r row, column int, sql string) string {
	if r.null(column) {
		return ""
	}
	number := r.integer(column)
	as := sql + strconv.FormatInt(number, 10)
	name, known := t.names[as]
	if known {
		return name
	}
	// A damaged database is found out by those who write.
	_, _ = t.db.one(sql, []any{number}, func(r row) { name = r.string(0) })
	if t.names == nil {
		t.names = make(map[string]string)
	}
	t.names[as] = name
	return name
}

// clean masks what a payload says, and bounds it: paths and names may come
// from commands.
func clean(s string) string {
	const most = 4 << 10
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "")
	}
	return redact.Clean(s).String()
}

// maxGitFile bounds the small files of git that are read.
const maxGitFile = 256 << 10

// repository finds the project that a root belongs to: for a work tree that
// was added to a repository the root of that repository, and otherwise the
// root itself. remote is where it is pushed to.
func repository(root string) (main, remote string) {
	git := filepath.Join(root, ".git")
	common := git
	// In such a work tree .git is a file that names a directory, and a file
	// there names the directory that all work trees share.
	if data, err := paths.ReadFile(git, maxGitFile); err == nil {
		if dir, ok := strings.CutPrefix(strings.TrimSpace(string(data)), "gitdir: "); ok {
			common = beside(root, dir)
			if shared, ok := sharedBy(root, common); ok {
				common = shared
				root = common // of a bare repository
				if filepath.Base(common) == ".git" {
					root = filepath.Dir(common)
				}
			}
		}
	}
	if data, err := paths.ReadFile(filepath.Join(common, "config"), maxGitFile); err == nil {
		remote = origin(string(data))
	}
	return clean(root), clean(remote)
}

// sharedBy returns the directory that the work trees of a repository share,
// of one whose own directory there is own. The repository has to know it:
// anybody can write into a directory that it is a work tree of another's.
func sharedBy(root, own string) (string, bool) {
	data, err := paths.ReadFile(filepath.Join(own, "commondir"), maxGitFile)
	if err != nil {
		return "", false
	}
	shared := beside(own, strings.TrimSpace(string(data)))
	back, err := paths.ReadFile(filepath.Join(own, "gitdir"), maxGitFile)
	if err != nil || !sameFile(filepath.Dir(filepath.Dir(own)), shared) || !sameFile(beside(own, strings.TrimSpace(string(back))), filepath.Join(root, ".git")) {
		return "", false
	}
	return shared, true
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// beside resolves a path that is written in a file of a directory.
func beside(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// origin reads the address of the remote origin from a configuration of git,
// without the user and the password that may be in it.
func origin(config string) string {
	inside := false
	for line := range strings.Lines(config) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			inside = line == `[remote "origin"]`
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !inside || !ok || strings.TrimSpace(key) != "url" {
			continue
		}
		value = strings.TrimSpace(value)
		if scheme, rest, ok := strings.Cut(value, "://"); ok {
			host, path, _ := strings.Cut(rest, "/")
			value = scheme + "://" + host[strings.LastIndexByte(host, '@')+1:] + "/" + path
		}
		return value
	}
	return ""
}
