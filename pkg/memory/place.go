package memory

import (
	"slices"
	"strings"
)

// PlaceRule is what the user wants left alone: files, all files but some, or what lies
// elsewhere. It speaks of effects: whatever changes the files, or reaches the target,
// breaks it, and to read or to copy from there does not.
type PlaceRule struct {
	Paths  string `json:"paths,omitempty"`  // from the root of the project on, or absolute; with globs; several with "or" between them. A directory ends in a slash
	Only   bool   `json:"only,omitempty"`   // the files in Paths may be changed, and no others of the project
	Old    bool   `json:"old,omitempty"`    // only files in Paths that are there: new ones may be made
	Target string `json:"target,omitempty"` // in place of Paths: an environment, a host or a database, or several
	Deed   Deed   `json:"deed,omitempty"`   // only this is not wanted; "": any change, and whatever reaches Target
	By     string `json:"by,omitempty"`     // with Target: only by this program
}

// Deed is what is not to be done. Its values are stored.
type Deed string

// The deeds.
const (
	ToDelete Deed = "delete" // files
	ToEdit   Deed = "edit"   // files, by hand: what writes a lockfile may, and what git ignores may be deleted
	ToDeploy Deed = "deploy" // to a target
	ToLogIn  Deed = "login"  // to a target
	ToRead   Deed = "read"   // files, or to change them
	ToWrite  Deed = "write"  // to a target, which may be read
	ToCommit Deed = "commit" // files, which may be changed
)

// Except precedes a path of a rule that it does not hold for.
const Except = "!"

// Writing is the last word of a command that is not wanted where it changes something: it may
// look.
const Writing = "+|"

// Whole is the last word of a command that is not wanted on all there is: it may name a part.
const Whole = ".|"

// List returns the paths of the rule.
func (r PlaceRule) List() []string {
	return slices.DeleteFunc(split(r.Paths), func(p string) bool { return strings.HasPrefix(p, Except) })
}

// Excepted returns the paths that the rule does not hold for.
func (r PlaceRule) Excepted() (list []string) {
	for _, p := range split(r.Paths) {
		if name, ok := strings.CutPrefix(p, Except); ok {
			list = append(list, name)
		}
	}
	return list
}

// Targets returns the targets of the rule.
func (r PlaceRule) Targets() []string { return split(r.Target) }

// Programs returns the commands of By.
func (r PlaceRule) Programs() []string { return split(r.By) }

// String returns the rule as a sentence in Markdown.
func (r PlaceRule) String() string {
	but := ""
	if list := r.Excepted(); len(list) > 0 {
		but = ", except " + quoted(list)
	}
	switch {
	case r.Old:
		return "Never change what is there in " + quoted(r.List()) + but + "."
	case r.Only:
		return "Change files only in " + quoted(r.List()) + "."
	case r.Deed == ToDelete:
		return "Never delete " + quoted(r.List()) + but + "."
	case r.Paths != "" && r.Deed == ToEdit:
		return "Never edit " + quoted(r.List()) + but + "."
	case r.Paths != "" && r.Deed == ToCommit:
		return "Never commit " + quoted(r.List()) + but + "."
	case r.Paths != "" && r.Deed == ToRead:
		return "Never read " + quoted(r.List()) + but + "."
	case r.Paths != "":
		return "Never change " + quoted(r.List()) + but + "."
	case r.Deed == ToWrite:
		return "Never write to " + quoted(r.Targets()) + "."
	case r.Deed == ToDeploy:
		return "Never deploy to " + quoted(r.Targets()) + "."
	case r.Deed == ToLogIn:
		return "Never log in to " + quoted(r.Targets()) + "."
	case r.By != "":
		return "Never run " + quoted(split(r.By)) + " on " + quoted(r.Targets()) + "."
	case strings.Contains(r.Target, "/"):
		return "Never use " + quoted(r.Targets()) + "."
	}
	return "Never run anything against " + quoted(r.Targets()) + "."
}
