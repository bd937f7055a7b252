package install

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// Client is an agent whose settings can have ctxhook called.
type Client struct {
	Name  string // as --agent has it
	Title string // as its maker calls it

	programs []string // its names on PATH
	home     string   // its directory below the user's home
	moved    string   // the variable that names another directory
	within   string   // where below that one its own is; "" where it is that one
	user     string   // its settings below that directory
	project  string   // its settings below the project

	layout  *layout                                    // of the settings; nil where whole files are ours
	own     func(c *Client, program string) []ownFile  // those files, below the directory of the settings
	hooks   []Hook                                     // the first is called before a shell command
	payload func(session, cwd, command string) members // what the client sends then
	allows  string                                     // what it is answered where a command may run; "" for nothing

	// Trust is what the user has to do before the client runs the hooks; "" where
	// it runs them at once.
	Trust string
	// Note is what else a user should know of it.
	Note string
}

// Claude is Claude Code, the client in which everything works.
var Claude = Client{Name: "claude", Title: "Claude Code", programs: []string{"claude"}, home: ".claude", layout: &claudeLayout}

// Clients returns the agents in which ctxhook can be registered.
func Clients() []*Client {
	list := []*Client{&Claude}
	for i := range others() {
		list = append(list, &others()[i])
	}
	return list
}

// ClientNamed returns the client with a name, or nil.
func ClientNamed(name string) *Client {
	for _, c := range Clients() {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// scopes returns the scopes in which a client has settings.
func (c *Client) Scopes() []Scope {
	if c == &Claude {
		return scopes()
	}
	return []Scope{Project, User}
}

// Limits says what a client cannot do, of what ctxhook does in Claude Code.
func (c *Client) Limits() string {
	row := protocol.Named(c.Name)
	var list []string
	if row.Ask == protocol.AskNever {
		list = append(list, "what you would be asked about is denied")
	}
	switch {
	case !row.Context && !row.Message:
		list = append(list, "warnings are not shown")
	case !row.Context:
		list = append(list, "warnings reach you, not the model")
	case !row.Message:
		list = append(list, "warnings reach the model, not you")
	}
	if row.Late == "" {
		list = append(list, "advice after a failure is not passed on")
	}
	return strings.Join(list, "; ")
}

// Files returns where the settings of the user and of a project are, for people.
func (c *Client) Files() (user, project string) {
	if c == &Claude {
		return "~/.claude/settings.json", ".claude/settings.json"
	}
	return "~/" + c.home + "/" + c.user, c.project
}

// settings returns the settings file of a scope, or the first of the files that
// are ours.
func (c *Client) settings(s *Setup, scope Scope) (string, error) {
	switch {
	case scope == Local:
		return "", fmt.Errorf("%s has no settings for one machine: use %s or %s", c.Title, Project.Flag(), User.Flag())
	case scope == Project:
		return filepath.Join(s.Root, filepath.FromSlash(c.project)), nil
	case c.dir(s) == "":
		return "", fmt.Errorf("settings of the user: %w", paths.ErrNoHome)
	}
	return filepath.Join(c.dir(s), filepath.FromSlash(c.user)), nil
}

// dir returns the directory of the client's own settings, "" where no home is known.
func (c *Client) dir(s *Setup) string {
	if other := os.Getenv(c.moved); c.moved != "" && filepath.IsAbs(other) {
		return filepath.Join(other, c.within)
	}
	if s.Places.Home == "" {
		return ""
	}
	return filepath.Join(s.Places.Home, filepath.FromSlash(c.home))
}

// Present reports whether a client seems to be used on this machine: its program is
// on PATH, or its directory exists.
func (c *Client) Present(s *Setup) bool {
	for _, name := range c.programs {
		if _, err := exec.LookPath(name); err == nil {
			return true
		}
	}
	info, err := os.Stat(c.dir(s))
	return err == nil && info.IsDir()
}

// Registrations lists the settings by which an agent other than Claude Code may call
// ctxhook: the user's, and those of the project if there is one.
func (s *Setup) Registrations() (files []string) {
	for _, c := range Clients()[1:] {
		for _, scope := range c.Scopes() {
			if scope == Project && s.Root == "" {
				continue
			}
			if file, err := c.settings(s, scope); err == nil && !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files
}
