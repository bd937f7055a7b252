// Package install registers ctxhook in the settings of the agent, takes it
// out again, and looks whether it is really called. It writes no other file
// of the user's, adds nothing to a file it cannot read in full, and changes
// no byte that is not its own.
package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ctxhook/ctxhook/pkg/paths"
)

// Hook is one row of what is registered: which event and tool it is for, and
// the subcommand that serves it.
type Hook struct {
	Event   string // PreToolUse
	Matcher string // Bash; "" where the event has no matcher
	Command string // pre-bash
	Timeout int    // seconds
}

// guards reports whether the hook can stop a tool. The others take notes.
func (h Hook) guards() bool { return h.Event == "PreToolUse" && h.Matcher == "Bash" }

// Scope says whose settings are meant.
type Scope int

const (
	Project Scope = iota // .claude/settings.json, shared with colleagues
	Local                // .claude/settings.local.json, this machine only
	User                 // every project of the user
)

func (s Scope) String() string { return [...]string{"project", "local", "user"}[s] }

// Flag returns what a person types to mean the scope.
func (s Scope) Flag() string { return "--" + s.String() }

// Scopes are all scopes, in the order in which they are shown.
func Scopes() []Scope { return []Scope{Project, Local, User} }

// Setup knows where settings are, and what is registered in them.
type Setup struct {
	Places paths.Places
	Root   string // the folder the agent is started in
	Binary string // absolute path of this program
	Hooks  []Hook
}

// FindRoot returns the folder that a project's settings belong to: the one it
// is called in, where that has some already, else the root of the project.
func FindRoot(places paths.Places, cwd string) string {
	dir := filepath.Join(cwd, ".claude")
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return cwd
	}
	if root, ok := places.Project(cwd); ok {
		return root
	}
	return cwd
}

// File returns the settings file of a scope.
func (s *Setup) File(scope Scope) (string, error) {
	dir, name := filepath.Join(s.Root, ".claude"), "settings.json"
	switch scope {
	case Local:
		name = "settings.local.json"
	case User:
		if dir = s.Places.AgentDir(); dir == "" {
			return "", fmt.Errorf("settings of the user: %w", paths.ErrNoHome)
		}
	}
	return filepath.Join(dir, name), nil
}

// isUserFile reports whether the project's settings file is the user's: so it
// is for who starts the agent in the home directory.
func (s *Setup) isUserFile() bool {
	return filepath.Join(s.Root, ".claude") == filepath.Clean(s.Places.AgentDir())
}

// Errors that tell the caller what to advise.
var (
	ErrNotRegistered = errors.New("ctxhook is not registered")
	ErrReadOnly      = errors.New("read-only")
	ErrChanged       = errors.New("changed while it was being edited")
)

// Change is what init or uninstall would do to one settings file.
type Change struct {
	Scope  Scope
	Path   string    // the file as the user knows it
	Before []byte    // nil when there was no file
	After  []byte    // nil when the file is to be removed
	Odd    []Problem // what the agent will ignore in it

	target string // the file itself, behind links
	mode   fs.FileMode
	note   *note // what uninstall will want to know, or knows
	remove bool
}

// Same reports whether there is nothing to do.
func (c *Change) Same() bool {
	return (c.Before == nil) == (c.After == nil) && string(c.Before) == string(c.After)
}
