package store

// numbers maps projects and sessions to the numbers under which they are kept,
// adds new ones, and maps numbers back to names. A number is nil where there
// is none, as in a column.
type numbers struct {
	db    *conn
	names map[asked]string
}

// asked is a query for a name that was made, with its number.
type asked struct {
	sql    string
	number int64
}

// project returns the number of the project with a root, and adds it when it
// is new. The number of a work tree is that of its repository.
func (n *numbers) project(root string) (any, error) {
	if root == "" {
		return nil, nil
	}
	root = clean(root)
	if number, err := n.knownProject(root); number != nil || err != nil {
		return number, err
	}
	main, remote := repository(root)
	if main == root {
		return n.addProject(root, nil, remote)
	}
	same, err := n.knownProject(main)
	if same == nil && err == nil {
		same, err = n.addProject(main, nil, remote)
	}
	if err != nil {
		return nil, err
	}
	if _, err := n.addProject(root, same, remote); err != nil {
		return nil, err
	}
	return same, nil
}

// knownProject returns the number of a project that was seen before, or nil.
func (n *numbers) knownProject(root string) (number any, err error) {
	_, err = n.db.one("SELECT same FROM projects WHERE root = ?", []any{root}, func(r Row) { number = r.Int64(0) })
	return number, err
}

// lookProject is project without adding: a new work tree has the number of its
// repository.
func (n *numbers) lookProject(root string) (any, error) {
	if root == "" {
		return nil, nil
	}
	root = clean(root)
	number, err := n.knownProject(root)
	if number != nil || err != nil {
		return number, err
	}
	main, _ := repository(root)
	return n.knownProject(main)
}

// addProject adds a project. same is the number of the repository that it is a
// work tree of; nil: it is one itself.
func (n *numbers) addProject(root string, same any, remote string) (any, error) {
	const add = `INSERT INTO projects (root, same, remote) VALUES (?1, coalesce(?2, (SELECT coalesce(max(id), 0) + 1 FROM projects)), ?3)`
	if _, err := n.db.run(add, root, same, remote); err != nil {
		return nil, err
	}
	return n.knownProject(root)
}

// session returns the number of a session, and adds it when it is new.
func (n *numbers) session(key, agent string, project any, started int64) (any, error) {
	if key == "" {
		return nil, nil
	}
	key = clean(key)
	number, err := n.knownSession(key)
	if number != nil || err != nil {
		return number, err
	}
	const add = "INSERT INTO sessions (key, agent, project, started) VALUES (?, ?, ?, ?)"
	if _, err := n.db.run(add, key, clean(agent), project, started); err != nil {
		return nil, err
	}
	return n.knownSession(key)
}

// knownSession returns the number of a session that was seen before, or nil.
func (n *numbers) knownSession(key string) (number any, err error) {
	_, err = n.db.one("SELECT id FROM sessions WHERE key = ?", []any{key}, func(r Row) { number = r.Int64(0) })
	return number, err
}

// owner returns the numbers of a project and a session, and adds those that
// are new. at is when the session started, if it is new.
func (n *numbers) owner(project, session, agent string, at int64) (o owner, err error) {
	if o.project, err = n.project(project); err != nil {
		return o, err
	}
	o.session, err = n.session(session, agent, o.project, at)
	return o, err
}

// sessionKey and projectRoot are the names of a session and a project by
// their numbers. To ask once is cheaper than to join them to every row.
func (n *numbers) sessionKey(r Row, column int) string {
	return n.name(r, column, "SELECT key FROM sessions WHERE id = ?")
}

func (n *numbers) projectRoot(r Row, column int) string {
	return n.name(r, column, "SELECT root FROM projects WHERE id = ?")
}

// name returns "" where there is no number, and where the name cannot be read.
func (n *numbers) name(r Row, column int, sql string) string {
	if r.Null(column) {
		return ""
	}
	as := asked{sql, r.Int64(column)}
	name, known := n.names[as]
	if known {
		return name
	}
	// That a database is damaged is found when it is written to.
	_, _ = n.db.one(sql, []any{as.number}, func(r Row) { name = r.Text(0) })
	if n.names == nil {
		n.names = make(map[asked]string)
	}
	n.names[as] = name
	return name
}

// ProjectNumber returns the number under which a project, or the repository
// of a work tree, is kept; nil when nothing is known of it.
func (t *Tx) ProjectNumber(root string) (any, error) { return t.numbers.lookProject(root) }

// SessionNumber returns the number under which a session is kept; nil when
// nothing is known of it.
func (t *Tx) SessionNumber(key string) (any, error) { return t.numbers.knownSession(clean(key)) }

// KnownProjects returns which of some directories are known, in the same order.
func (t *Tx) KnownProjects(dirs []string) (known []string, err error) {
	for _, dir := range dirs {
		number, err := t.numbers.knownProject(clean(dir))
		if err != nil {
			return nil, err
		}
		if number != nil {
			known = append(known, dir)
		}
	}
	return known, nil
}

// WorkTrees returns the roots of all work trees of a project, the longest
// first; nil when nothing is known of it.
func (t *Tx) WorkTrees(root string) (roots []string, err error) {
	number, err := t.ProjectNumber(root)
	if number == nil || err != nil {
		return nil, err
	}
	err = t.db.each("SELECT root FROM projects WHERE same = ? ORDER BY length(root) DESC", []any{number}, func(r Row) error {
		roots = append(roots, r.Text(0))
		return nil
	})
	return roots, err
}
