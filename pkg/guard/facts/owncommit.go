package facts

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/git"
)

// The bounds of a search for who made a commit.
const (
	maxLogs        = 50  // branches whose logs are read
	maxMadeEntries = 500 // of a log
	maxMadeFiles   = 200 // of a commit
	maxAmended     = 20  // times
)

// madeHere returns a function that reports whether the session made a commit, and put nobody
// else's work into it. That a commit was made here only the logs tell, which no fetch writes.
func (s *Source) madeHere(r *repo) func(id string) bool {
	m := made{source: s, repo: r, entries: make(map[string]git.LogEntry), known: make(map[string]bool)}
	if s.author == nil {
		return func(string) bool { return false }
	}
	m.read("HEAD")
	if heads, err := r.Refs("refs/heads"); err == nil {
		for _, ref := range heads[:min(len(heads), maxLogs)] {
			m.read(ref.Name)
		}
	}
	return func(id string) bool { return m.commit(id, 0) }
}

// made answers who made the commits of a repository.
type made struct {
	source  *Source
	repo    *repo
	entries map[string]git.LogEntry // that made a commit, by its hash
	order   []string                // these hashes
	known   map[string]bool         // commits by whether the session made them
}

// read adds the entries of a log.
func (m *made) read(ref string) {
	log, err := m.repo.Log(ref)
	if err != nil {
		return
	}
	for _, e := range log[:min(len(log), maxMadeEntries)] {
		if _, ok := m.entries[e.New]; !ok && !e.At.IsZero() && verbOf(e.Message) != "" {
			m.entries[e.New] = e
			m.order = append(m.order, e.New)
		}
	}
}

// verbOf returns which command of git made the commit of an entry, "" where it made none.
func verbOf(message string) string {
	verb, rest, ok := strings.Cut(message, ": ")
	first, kind, _ := strings.Cut(verb, " ")
	switch {
	case !ok || strings.HasPrefix(rest, "Fast-forward") || strings.HasPrefix(rest, "fast-forward"):
	case first == "commit" && kind != "(merge)", first == "revert", first == "cherry-pick":
		return first
	case first == "rebase" && (kind == "(pick)" || kind == "(reword)" || strings.HasSuffix(kind, " (pick)")):
		return first
	case first == "merge" && strings.HasPrefix(rest, "Merge made by"):
		return first
	}
	return ""
}

// commit reports whether the session made a commit, and put nobody else's work into it.
func (m *made) commit(id string, depth int) bool {
	if own, ok := m.known[id]; ok {
		return own
	}
	e, ok := m.entries[id]
	own := ok && depth <= maxAmended && m.entry(id, &e, depth)
	m.known[id] = own
	return own
}

func (m *made) entry(id string, e *git.LogEntry, depth int) bool {
	verb := verbOf(e.Message)
	c := Made{Root: m.repo.root, At: e.At, Verb: verb}
	_, c.Said, _ = strings.Cut(e.Message, ": ")
	switch {
	case verb == "merge":
		c.Said = ""
		return m.source.author.Commit(c) // its content is that of others
	case verb == "revert":
		c.Said = ""
	case verb == "rebase", verb == "cherry-pick":
		c.Said = ""
		return m.again(id) && m.source.author.Commit(c)
	case strings.HasPrefix(e.Message, "commit (amend)"):
		if c.Said, c.Verb = "", "amend"; !m.commit(e.Old, depth+1) {
			return false
		}
	}
	commit, err := m.repo.Commit(id)
	if err != nil || len(commit.Parents) > 1 {
		return false
	}
	parent := ""
	if len(commit.Parents) == 1 {
		parent = commit.Parents[0]
	}
	if c.Files, err = m.repo.Changed(parent, id, maxMadeFiles+1); err != nil || len(c.Files) > maxMadeFiles {
		return false
	}
	if verb == "revert" {
		c.Files = nil
	}
	for _, name := range c.Files { // what git ignores no look has seen
		if ignored, err := m.repo.Ignored(name); err != nil || ignored {
			return false
		}
	}
	return m.source.author.Commit(c)
}

// again reports whether a commit has what the session wrote in another one: a rebase or a pick
// made it again.
func (m *made) again(id string) bool {
	commit, err := m.repo.Commit(id)
	if err != nil || commit.Written == "" {
		return false
	}
	return slices.ContainsFunc(m.order, func(other string) bool {
		if e := m.entries[other]; other == id || verbOf(e.Message) != "commit" {
			return false
		}
		first, err := m.repo.Commit(other)
		return err == nil && first.Written == commit.Written && first.Subject == commit.Subject && m.commit(other, 0)
	})
}
