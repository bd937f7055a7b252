package rule

import (
	"slices"
	"strconv"
	"time"
)

// LossQuery asks whose work is lost.
type LossQuery struct {
	Path    string   // a file, or a directory with what is below it
	Names   []string // relative to Path: only these, "." being itself; nil: all
	Pattern bool     // Path is a pattern of the shell
	Deep    bool     // its last element is one of names at any depth
	Tracked bool     // only changes of files that git tracks are lost
	Live    bool     // nothing is lost: it is asked whether another session works on it that goes on
	Kept    bool     // what git ignores is left out
	Holds   bool     // only what Path holds of others, as its last copy, since a session put it there
	Tests   []FileTest
	Outside bool // it lies outside of the project: there only a directory or a worktree that the session made is its own
}

// AuthorState says whose work is lost.
type AuthorState struct {
	Known  bool
	Own    int        // files that hold the work of the session that asks, and of nobody else
	Theirs []Authored // files that hold work of others
	Unsure []string   // files of which it is not known who wrote them
	More   bool       // there may be others: a bound was met, or who wrote some of them is not known
	Tree   bool       // the path that was asked about is a directory
}

// Authored is a file with work of others.
type Authored struct {
	Name   string
	Author Author
}

// Author says who wrote a file, or made a stash.
type Author struct {
	Kind AuthorKind
	Ago  time.Duration // when another session wrote it
	New  bool          // it was changed since the session that asks began
}

// AuthorKind is a kind of author.
type AuthorKind uint8

// The authors. What no call did while it ran is the user's.
const (
	AuthorUnknown AuthorKind = iota // it may be the session itself
	AuthorSession                   // the session that asks
	AuthorOther                     // another session, which goes on
	AuthorUser
	AuthorEnded // another session, which has ended
)

// Is reports whether a condition on the authors of what is lost holds.
func (o AuthorState) Is(condition string) bool {
	switch condition {
	case TheirsNone:
		return o.Known && len(o.Theirs) == 0 && !o.More
	case TheirsSome, HoldsLast:
		return o.Known && len(o.Theirs) > 0
	case LiveEdited:
		return len(o.by(AuthorOther)) > 0 && !o.Tree
	case LiveTree:
		return len(o.by(AuthorOther)) > 0 && o.Tree
	case LiveSwept:
		return len(o.by(AuthorOther)) > 0
	case UserEdited, UserSwept:
		return len(o.by(AuthorUser)) > 0
	case TheirsUnsure:
		return o.Known && len(o.Theirs) == 0 && len(o.Unsure) > 0
	case PathSession:
		return o.Known && o.Own > 0 && len(o.Theirs) == 0 && !o.More
	}
	return false
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (o AuthorState) Value(placeholder string) Told {
	switch placeholder {
	case "theirs.names":
		return authored(o.Theirs, o.More)
	case "theirs.unsure":
		return names(o.Unsure, false)
	case "holds.names":
		return authored(o.Theirs, o.More)
	case "live.names":
		return authored(o.by(AuthorOther), false)
	case "user.names":
		return o.users()
	}
	return Told{}
}

// by returns the files that hold work of one kind of author.
func (o AuthorState) by(kind AuthorKind) []Authored {
	return slices.DeleteFunc(slices.Clone(o.Theirs), func(f Authored) bool { return f.Author.Kind != kind })
}

// users lists the files of the user, the first of them by name.
func (o AuthorState) users() Told {
	list := o.by(AuthorUser)
	var first []Told
	for _, f := range list[:min(len(list), maxNames)] {
		first = append(first, outside(f.Name))
	}
	return listed(first, len(list), o.More && len(list) > len(first))
}

// authored lists files with their authors, the first of them by name. Of files in a row with
// one author, it stands behind the last.
func authored(list []Authored, more bool) Told {
	if len(list) == 0 {
		return Told{}
	}
	var first []Told
	named := list[:min(len(list), maxNames)]
	for i, f := range named {
		name := outside(f.Name)
		if by := f.Author.String(); i+1 == len(named) || named[i+1].Author.String() != by {
			name = name.and(own(" (" + by + ")"))
		}
		first = append(first, name)
	}
	return listed(first, len(list), more)
}

// String says whose work a file holds.
func (o Author) String() string {
	switch {
	case o.Kind == AuthorOther:
		return "edited by another session " + ago(o.Ago)
	case o.Kind == AuthorEnded:
		return "edited by an earlier session " + ago(o.Ago)
	case o.New:
		return "changed outside this session since it began"
	}
	return "not by this session, as far as is known"
}

// ago writes a duration in its largest unit.
func ago(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "less than a minute ago"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + " min ago"
	case d < 48*time.Hour:
		return strconv.Itoa(int(d/time.Hour)) + " h ago"
	}
	return strconv.Itoa(int(d/(24*time.Hour))) + " days ago"
}
