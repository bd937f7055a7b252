package rule

// LeftQuery says what of a repository goes, and what stays. A ref is named in full.
type LeftQuery struct {
	Dir     string   // in the repository
	Tips    []string // refs or revisions that go, with the commits that lead to them
	Without []string // other refs that keep nothing: they go, too, or lead elsewhere by then
	With    []string // revisions that refs lead to by then
}

// LeftState is what is left behind.
type LeftState struct {
	Known   bool
	Commits int    // that nothing else leads to
	Own     bool   // the session made all of them, with nobody else's work in them
	Newest  string // the subject of the newest that it did not make
}
