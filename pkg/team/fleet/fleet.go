// Package fleet carries what one machine remembers to the database of its team,
// and what the team confirmed back. It decides what leaves the machine: only what
// is stored, masked as it is stored, with names replaced. It changes nothing that is
// remembered but for adding what the user may accept; it judges nothing, and no
// hook calls it.
package fleet

import (
	"cmp"
	"errors"
	"os"
	"os/user"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/pseudonym"
)

// Machine is this machine: what it remembers, and how it appears to its team.
type Machine struct {
	Store   store.Options
	Spool   string
	Places  paths.Places // where the cursor is kept
	Account account.Account
	Program string // the version of this program
	Host    string // as it calls itself
	User    string
	Now     func() time.Time
	Here    string // the project that the user stands in; "": none
}

// ErrNoKey is returned when names are to be replaced and there is no key to do it.
var ErrNoKey = errors.New("the account has no team_key, from which pseudonyms are made; add it, or set names = plain")

// New returns this machine.
func New(o store.Options, places paths.Places, a account.Account, program string) *Machine {
	m := &Machine{Store: o, Spool: places.SpoolDir(), Places: places, Account: a, Program: program, Now: time.Now}
	m.Host, _ = os.Hostname()
	if u, err := user.Current(); err == nil {
		m.User = u.Username
	}
	return m
}

// names reads what is to be replaced, and by what projects are known.
func (m *Machine) names(s *store.Store) (*names, error) {
	a := &m.Account
	if a.Key == nil && !a.PlainNames {
		return nil, ErrNoKey
	}
	var list []memory.Project
	if err := s.View(func(t *store.Tx) (err error) {
		list, err = t.Projects()
		return err
	}); err != nil {
		return nil, err
	}
	key := a.Key
	if a.PlainNames {
		key = nil
	}
	if m.Here != "" && !slices.ContainsFunc(list, func(p memory.Project) bool { return p.Root == m.Here }) {
		list = append(list, store.ProjectAt(m.Here)) // a clone in which nothing ran yet
	}
	this := pseudonym.Machine{Home: m.Places.Home, User: m.User, Host: m.Host}
	for _, p := range list {
		this.Roots = append(this.Roots, p.Root)
	}
	slices.SortFunc(this.Roots, func(a, b string) int { return cmp.Or(len(b)-len(a), cmp.Compare(a, b)) })
	n := &names{Namer: pseudonym.New(key, this), strict: pseudonym.New([]byte("any"), this), projects: make(map[string]string), roots: make(map[string]string)}
	for _, p := range list {
		name := n.Namer.Project(cmp.Or(p.Same, p.Root), p.Remote)
		n.projects[p.Root] = name
		if p.Same == "" {
			n.roots[name] = p.Root
		}
	}
	return n, nil
}

// names are those of this machine and its projects.
type names struct {
	*pseudonym.Namer
	strict   *pseudonym.Namer  // replaces names, whether they leave the machine or not
	projects map[string]string // by root
	roots    map[string]string // by name
}

// project returns the name of a project by its root.
func (n *names) project(root string) string {
	if name, ok := n.projects[root]; ok || root == "" {
		return name
	}
	return n.Namer.Project(root, "")
}

// Text returns a text as it leaves the machine. It is masked once more as it is then: what
// was stored by an older version was masked when it was read, before names were replaced.
func (n *names) Text(t redact.Text) string { return redact.Clean(n.Namer.Text(t)).String() }

// portable reports whether a text means the same on another machine: it names
// nothing of this one, and nothing in it was masked.
func (n *names) portable(t redact.Text) bool {
	return n.strict.Text(t) == t.String() && !strings.Contains(n.Text(t), redact.Mask)
}

// open opens what is remembered: a machine on which nothing ran yet remembers nothing.
func (m *Machine) open() (*store.Store, error) {
	s, err := store.OpenForReading(m.Store)
	if errors.Is(err, store.ErrNone) {
		return store.OpenMemory()
	}
	return s, err
}
