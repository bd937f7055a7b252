package rule

import "github.com/ctxhook/ctxhook/pkg/base/unread"

// Files answers questions about the files that a command runs. What is not known
// is neither safe nor dangerous.
type Files interface {
	// File is asked for the text of a file, by an absolute path.
	File(path string) FileState
	// Names is asked which files and directories a pattern of the shell matches, an
	// absolute path: sorted, directories with a slash behind them, and few enough.
	Names(pattern string) []string
	// Hook is asked for a hook of the repository that holds a directory, and where
	// it runs. The path is "" where git would run none.
	Hook(dir, name string) (path, root string)
	// Committed is asked whether a file is committed and unchanged since, and not
	// the work of the session that asks.
	Committed(path string) bool
}

// FileState is a file that a command runs.
type FileState struct {
	Known  bool
	Text   string      // all of it, when Known, or if it is too long to be read and may be looked through
	Unread unread.Part // why it is not known
	Head   string      // how it begins, if it is too long
	// Apart is the text of a file of the user's that lies outside of the project. It is not
	// known, and asked only whether it changes the guard.
	Apart string
}
