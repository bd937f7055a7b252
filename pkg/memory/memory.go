package memory

// Project is a directory in which work is done. The work trees of a git
// repository are one project.
type Project struct {
	Root   string `json:"root"`
	Same   string `json:"same,omitempty"`   // the root of the repository that it is a work tree of
	Remote string `json:"remote,omitempty"` // where git pushes to, without passwords
}
