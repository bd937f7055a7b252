package rule

// RegistrationQuery says what a call of git does to the files of a work tree.
type RegistrationQuery struct {
	Dir   string   // where it runs
	Paths []string // the files and directories that it is about, from there; nil: all

	// Tracked files become what a revision holds of them, what is staged, or
	// nothing; by none of these, they stay.
	To     string
	Since  string // only what this revision holds and To does not
	Merged bool   // only what HEAD and To had when they parted, and To does not
	Any    bool   // To may be any branch or tag
	Staged bool
	None   bool

	Except []string // these directories stay, and files directly in the tree

	Spare   bool // files with uncommitted changes stay
	Overlay bool // files that the revision does not hold stay

	Untracked bool // untracked files go
	Ignored   bool // and ignored ones
	Deleted   bool // all of Paths goes

	Holding string // only of settings that hold this

	Installed bool // the programs of the projects in Paths are installed
}

// RegistrationState is what becomes of the settings that make the agent call
// ctxhook.
type RegistrationState struct {
	Known bool
	Gone  []string // the files with the only registrations, from the root, if these go
	Loose bool     // no commit that is checked out has one of them as it is
}

// Is reports whether a condition on the registration holds.
func (r RegistrationState) Is(condition string) bool {
	if condition == RegistrationLoose {
		return r.Known && len(r.Gone) > 0 && r.Loose
	}
	return r.Known && (condition == RegistrationGone || condition == RegistrationListed) && len(r.Gone) > 0
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (r RegistrationState) Value(placeholder string) Told {
	if placeholder != "registration.files" {
		return Told{}
	}
	var gone []Told
	for _, name := range r.Gone {
		gone = append(gone, outside(name))
	}
	return joined(gone, " and ")
}
