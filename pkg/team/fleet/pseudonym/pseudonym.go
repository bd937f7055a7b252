// Package pseudonym replaces the names of people, hosts, projects and places in
// what leaves a machine. The same name is the same pseudonym on every machine
// of a team, because it is derived from the team's key; without the key it
// cannot be derived. It masks no secrets: that was done before.
package pseudonym

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Machine is what a machine calls itself and its user: these are replaced
// wherever they stand.
type Machine struct {
	Home, User, Host string
	Roots            []string // of projects, the longest first
}

// Namer gives names. Its zero value leaves all names as they are.
type Namer struct {
	key     []byte
	machine Machine
	words   []word
}

type word struct{ name, pseudonym string }

// New returns a namer with the key of a team. Without a key nothing is replaced.
func New(key []byte, m Machine) *Namer {
	n := &Namer{key: key, machine: m}
	if key == nil {
		return n
	}
	for _, w := range []struct{ kind, name string }{{user, m.User}, {user, path.Base(slashed(m.Home))}, {host, m.Host}, {host, shortHost(m.Host)}} {
		if len(w.name) >= 3 && !slices.Contains(generic, strings.ToLower(w.name)) {
			n.words = append(n.words, word{w.name, n.name(w.kind, strings.ToLower(w.name))})
		}
	}
	// A host that is named after its user is named as a whole.
	slices.SortStableFunc(n.words, func(a, b word) int { return len(b.name) - len(a.name) })
	return n
}

// The kinds of names, which pseudonyms begin with.
const (
	user    = "u-"
	host    = "h-"
	project = "j-"
	place   = "x-"
	session = "s-"
	check   = "c-"
)

// generic are names that say nothing about a person or a host.
var generic = []string{"root", "admin", "user", "home", "runner", "ubuntu", "debian", "dev", "vagrant", "localhost", "nobody", "build", "test", "app", "work", "git", "node"}

var encoding = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// name returns the pseudonym of a name: 60 bits of HMAC-SHA256.
func (n *Namer) name(kind, name string) string {
	h := hmac.New(sha256.New, n.key)
	h.Write([]byte(kind + "\x00" + name))
	return kind + encoding.EncodeToString(h.Sum(nil))[:12]
}

// TeamKey returns the key of a team, derived from that of the admin who enrols its machines;
// nil where there is none. With the key of one team, names cannot be tried against the
// pseudonyms of another.
func TeamKey(admin []byte, team string) []byte {
	if admin == nil {
		return nil
	}
	h := hmac.New(sha256.New, admin)
	h.Write([]byte("team\x00" + team))
	return h.Sum(nil)
}

// Plain reports whether names are left as they are.
func (n *Namer) Plain() bool { return n.key == nil }

// Session returns the name of a session. It is of no use outside of its machine.
func (n *Namer) Session(key string) string { return n.one(session, key) }

// Host returns the name of a host.
func (n *Namer) Host(name string) string { return n.one(host, strings.ToLower(name)) }

// Check returns the name of what a check looked at: its directory and its words.
func (n *Namer) Check(key string) string { return n.one(check, key) }

func (n *Namer) one(kind, name string) string {
	if name == "" || n.Plain() {
		return name
	}
	return n.name(kind, name)
}

// Project returns the name of a project: of its remote, so that all clones have
// the same, or of its directory on this machine alone.
func (n *Namer) Project(root, remote string) string {
	if root == "" {
		return ""
	}
	name := remoteName(remote)
	if name == "" {
		name = n.machine.Host + ":" + slashed(root)
	}
	return n.one(project, name)
}

// remoteName returns the one form of the ways to write where git pushes to:
// host/path.
func remoteName(remote string) string {
	r := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(remote), "/"), ".git")
	if _, rest, ok := strings.Cut(r, "://"); ok {
		r = rest
	} else if h, p, ok := strings.Cut(r, ":"); ok && !strings.Contains(h, "/") {
		r = h + "/" + p
	}
	at, slash := strings.LastIndexByte(r, '@'), strings.IndexByte(r, '/')
	if at >= 0 && (slash < 0 || at < slash) {
		r = r[at+1:]
	}
	h, p, _ := strings.Cut(r, "/")
	h, _, _ = strings.Cut(h, ":") // a port
	if p = strings.TrimLeft(p, "/"); p == "" {
		return strings.ToLower(h)
	}
	return strings.ToLower(h) + "/" + p
}

func shortHost(name string) string {
	short, _, _ := strings.Cut(name, ".")
	return short
}

func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// Text replaces the names in a text: places, users, hosts and addresses. What is
// a bare word, such as a host behind ssh, it does not recognise unless it is
// this machine's own.
func (n *Namer) Text(t redact.Text) string {
	s := t.String()
	if s == "" || n.Plain() {
		return s
	}
	return n.replace(s)
}
