package rescue

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/members"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

// Before is what a snapshot was taken for.
type Before string

// The reasons.
const (
	BeforeCommand Before = "command"
	BeforePrompt  Before = "prompt"
	AfterEdit     Before = "edit" // an agent wrote a file
	BeforeUndo    Before = "undo"
)

// Moment is a snapshot without its files.
type Moment struct {
	ID      string      `json:"id"` // s-...
	Time    time.Time   `json:"time"`
	Before  Before      `json:"before"`
	Session string      `json:"session,omitempty"`
	Call    string      `json:"call,omitempty"` // the agent's id of the command
	Command redact.Text `json:"command,omitzero"`
	Undoes  string      `json:"undoes,omitempty"` // the snapshot that an undo brought back
	By      string      `json:"by,omitempty"`     // the agent that asked for the undo
	Ended   time.Time   `json:"ended,omitzero"`   // when the undo had ended

	Whole   bool     `json:"whole"`             // all of the tree was looked at, not only one file
	Head    string   `json:"head,omitempty"`    // commit that has the files that are not kept
	Staged  int      `json:"staged,omitempty"`  // files with changes in the index
	Stashes []Stash  `json:"stashes,omitempty"` // newest first
	DirMode uint32   `json:"dir_mode"`          // of the root: the usual mode
	Unkept  []Unkept `json:"unkept,omitempty"`  // what could be lost and does not come back
	More    int      `json:"more,omitempty"`    // of Unkept, beyond its bound
	Tracked bool     `json:"tracked,omitempty"` // Unkept names all files among them that a commit has

	Cwd   string   `json:"cwd,omitempty"`   // below the root: where a command ran that names what lies elsewhere
	Named []string `json:"named,omitempty"` // of which all is kept, and nothing else
	Gone  []string `json:"gone,omitempty"`  // what snapshots before held, and was not there any more

	Left []LeftDir `json:"left,omitempty"` // directories from which something had gone since the snapshot before

	Targets []Target `json:"targets,omitempty"` // what the command names to change
}

// members are those of its JSON, as the tags say.
func (m *Moment) members() []members.Member {
	return []members.Member{
		{"id", &m.ID},
		{"time", &m.Time},
		{"before", (*string)(&m.Before)},
		{"session", &m.Session},
		{"call", &m.Call},
		{"command", &m.Command},
		{"undoes", &m.Undoes},
		{"by", &m.By},
		{"ended", (*members.Sometime)(&m.Ended)},
		{"whole", &m.Whole},
		{"head", &m.Head},
		{"staged", &m.Staged},
		{"stashes", members.List(&m.Stashes, (*Stash).members)},
		{"dir_mode", &m.DirMode},
		{"unkept", members.List(&m.Unkept, (*Unkept).members)},
		{"more", &m.More},
		{"tracked", &m.Tracked},
		{"cwd", &m.Cwd},
		{"named", &m.Named},
		{"gone", &m.Gone},
		{"left", members.List(&m.Left, (*LeftDir).members)},
		{"targets", members.List(&m.Targets, (*Target).members)},
	}
}

// Stash is an entry of the stash.
type Stash struct {
	Commit  string `json:"commit"`
	Message string `json:"message"`
}

func (s *Stash) members() []members.Member {
	return []members.Member{{"commit", &s.Commit}, {"message", &s.Message}}
}

// Unkept is what a snapshot does not hold.
type Unkept struct {
	Path    string `json:"path"`
	Why     string `json:"why"`
	Ignored bool   `json:"ignored,omitempty"` // only a command that deletes it loses it
}

func (u *Unkept) members() []members.Member {
	return []members.Member{{"path", &u.Path}, {"why", &u.Why}, {"ignored", &u.Ignored}}
}

// The bounds of how much of what was not kept is named. All files that a commit has
// must be: an undo would take one that is not for as it is in the commit.
const (
	mostUnkept        = 50
	mostTrackedUnkept = 5000
)

func (m *Moment) unkept(f found, why string) {
	most := mostUnkept
	if f.tracked {
		most = mostTrackedUnkept
	}
	if len(m.Unkept) >= most {
		m.More++
		m.Tracked = m.Tracked && !f.tracked
		return
	}
	m.Unkept = append(m.Unkept, Unkept{f.path, why, f.ignored})
}

// tooManyIgnored is why files are not kept of which a tree has more than anybody wants.
const tooManyIgnored = "too many ignored files"

// tooMany names the directory of an ignored file that is not kept: there are more than
// can be named one by one.
func (m *Moment) tooMany(f found) {
	if slices.ContainsFunc(m.Unkept, func(u Unkept) bool { return u.Why == tooManyIgnored && u.Path == path.Dir(f.path) }) {
		return
	}
	if dir := path.Dir(f.path); dir != "." {
		f.path = dir
	}
	m.unkept(f, tooManyIgnored)
}

// mayMiss reports whether a snapshot may lack what a path held, although a commit has
// that path.
func (m *Moment) mayMiss(path string) bool {
	return m.More > 0 && !m.Tracked || slices.ContainsFunc(m.Unkept, func(u Unkept) bool { return in(u.Path, path) })
}

// State is a snapshot: what the tree held at a moment.
type State struct {
	Moment
	entries map[string]Entry
}

// covers reports whether a snapshot tells what was at a path, unless it says otherwise.
func (m *Moment) covers(path string) bool {
	return m.Whole || slices.ContainsFunc(m.Named, func(dir string) bool { return in(dir, path) })
}

// gone reports whether a path was not there any more.
func (m *Moment) gone(path string) bool {
	return slices.ContainsFunc(m.Gone, func(dir string) bool { return in(dir, path) })
}

// Loss is what a command would lose.
type Loss struct {
	Path    string // below the root, "." all of it
	Deletes bool   // ignored files and repositories below it go, too
	Stash   bool   // it is a stash of the repository that holds Path
}

// in reports whether a path is dir or lies in it.
func in(dir, path string) bool {
	return dir == "." || path == dir || strings.HasPrefix(path, dir) && path[len(dir)] == '/'
}

// Lacks returns what the snapshot does not hold of some paths and what is below them.
func (s *State) Lacks(named []string) (list []Unkept) {
	for _, u := range s.Unkept {
		if slices.ContainsFunc(named, func(dir string) bool { return in(dir, u.Path) || in(u.Path, dir) }) {
			list = append(list, u)
		}
	}
	return list
}

// misses returns the first thing that a loss would take and the snapshot does not
// hold; nil: all of it comes back.
func (s *State) misses(l Loss) *Unkept {
	if !s.covers(l.Path) {
		return &Unkept{Path: l.Path, Why: "the tree was not looked at"}
	}
	if e := s.entries[l.Path]; !l.Stash && (e.Kind == File || e.Kind == Link) {
		return nil
	}
	if l.Stash && len(s.Stashes) == maxStashes {
		return &Unkept{Path: l.Path, Why: "there are too many stashes"}
	}
	for i := range s.Unkept {
		u := &s.Unkept[i]
		if in(u.Path, l.Path) || (l.Deletes || !u.Ignored) && !l.Stash && in(l.Path, u.Path) {
			return u
		}
	}
	if s.More > 0 {
		return &Unkept{Path: l.Path, Why: "there is too much to keep"}
	}
	return nil
}
