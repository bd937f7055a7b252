// Package install registers ctxhook in the settings of agents, removes it again,
// and checks that it is really called. It adds nothing to a file that it cannot
// read in full, changes no byte of other entries, and overwrites no file that
// another program or the user wrote.
package install

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Hook is a registered hook: its event, its tools, and the subcommand that
// serves it.
type Hook struct {
	Event   string // PreToolUse
	Matcher string // Bash|PowerShell; "" when the event has no matcher
	Command string // pre-bash
	Timeout int    // seconds
	Closed  bool   // the agent is to block if ctxhook fails
	Guards  bool   // it can stop a tool; the others only record

	// Of clients that have a shell run a line:
	Agent   string  // told with --agent; "" where the payload says it surely
	Missing *string // printed where there is no such program, or it does not run; nil: the client goes on by itself
}

// tools lists the tools of the hook: "" where the event has none.
func (h Hook) tools() []string { return strings.Split(h.Matcher, "|") }

// judges reports whether the hook can stop a shell command.
func (h Hook) judges() bool { return h.Event == "PreToolUse" && slices.Contains(h.tools(), "Bash") }

// Scope is a settings file: the project's, the user's in the project, or the
// user's.
type Scope int

const (
	Project Scope = iota // .claude/settings.json, shared with colleagues
	Local                // .claude/settings.local.json, this machine only
	User                 // every project of the user
)

func (s Scope) String() string { return [...]string{"project", "local", "user", "plugin"}[s] }

// Flag returns the command line flag of the scope.
func (s Scope) Flag() string { return "--" + s.String() }

// scopes returns all scopes, in the order in which they are shown.
func scopes() []Scope { return []Scope{Project, Local, User} }

// Setup knows where settings are, and what is registered in them.
type Setup struct {
	Client *Client // nil: Claude Code
	Places paths.Places
	Root   string // the folder the agent is started in
	Binary string // absolute path of this program
	Hooks  []Hook

	StatusLine bool // init registers the status line, too

	Committed func(path string) bool // reports whether a file is in the repository; nil: none is
}

// FindRoot returns the folder that a project's settings belong to: cwd, when
// it has settings already, else the root of the project.
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

func (s *Setup) client() *Client {
	if s.Client == nil {
		return &Claude
	}
	return s.Client
}

// For returns the setup of another client in the same place. Claude Code's hooks
// are those of the setup itself.
func (s *Setup) For(c *Client) *Setup {
	other := *s
	other.Client = c
	if c != &Claude {
		other.Hooks = nil // of whole files that are ours none is registered
		if c.layout != nil {
			other.Hooks = c.hooks
		}
	}
	return &other
}

// File returns the settings file of a scope, or the first of the files that are
// ours alone.
func (s *Setup) File(scope Scope) (string, error) {
	if c := s.client(); c != &Claude {
		return c.settings(s, scope)
	}
	dir, name := filepath.Join(s.Root, ".claude"), "settings.json"
	switch scope {
	case Plugin:
		p, err := s.plugin()
		return p.hooks, err
	case Local:
		name = "settings.local.json"
	case User:
		if dir = s.Places.AgentDir(); dir == "" {
			return "", fmt.Errorf("settings of the user: %w", paths.ErrNoHome)
		}
	}
	return filepath.Join(dir, name), nil
}

// isUserFile reports whether the project's settings file is the user's, as
// when the agent is started in the home directory.
func (s *Setup) isUserFile() bool {
	if c := s.client(); c != &Claude {
		project, err := c.settings(s, Project)
		user, err2 := c.settings(s, User)
		return err == nil && err2 == nil && project == user
	}
	return filepath.Join(s.Root, ".claude") == filepath.Clean(s.Places.AgentDir())
}

// Errors by which the caller knows what to advise.
var (
	ErrNotRegistered = errors.New("ctxhook is not registered")
	ErrName          = errors.New("is not named ctxhook, by which its entries in settings are recognised")
)

// Change is what init or uninstall would do to one settings file.
type Change struct {
	Path   string    // the file as the user knows it
	Before []byte    // nil when there was no file
	After  []byte    // nil when the file is to be removed
	Odd    []Problem // what the agent will ignore in it

	OtherLine string // the command of a status line that is not ours, and stays

	file   paths.UserFile
	note   *note // what uninstall needs to know, or knows
	remove bool
}

// Same reports whether there is nothing to do.
func (c *Change) Same() bool {
	return (c.Before == nil) == (c.After == nil) && string(c.Before) == string(c.After)
}

// Restored reports whether the settings are what init found, to the byte.
func (c *Change) Restored() bool {
	return c.note != nil && c.note.Existed && c.After != nil && string(c.After) == string(c.note.Before)
}
