package install

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// Client is an agent whose settings can have ctxhook called.
type Client struct {
	Name string // as --agent has it
	*protocol.Client

	layout *layout                                   // of the settings; nil where whole files are ours
	own    func(c *Client, program string) []ownFile // those files, below the directory of the settings
	hooks  []Hook                                    // the first is called before a shell command
}

// Claude is Claude Code, the client in which everything works.
var Claude = Client{Name: "claude", Client: &protocol.Client{Title: "Claude Code", Programs: []string{"claude"}, Home: ".claude"}, layout: &claudeLayout}

// others are the clients but Claude Code. They are made where they are needed: no hook asks
// for them.
var others = sync.OnceValue(func() []Client {
	var list []Client
	for _, a := range protocol.Clients() {
		c := Client{Name: a.Name, Client: a.Client, layout: (*layout)(a.Client.Layout)}
		switch {
		case a.Client.Plugin != nil:
			c.own = inProcess
		case c.layout == nil:
			c.own = ownHooks(a.Name)
		}
		for _, h := range a.Client.Hooks {
			c.hooks = append(c.hooks, c.hook(h))
		}
		list = append(list, c)
	}
	return list
})

// Clients returns the agents in which ctxhook can be registered: Claude Code, then the
// others by name.
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

// hook returns a hook that the client is to call.
func (c *Client) hook(h protocol.ClientHook) Hook {
	made := Hook{Event: h.Event, Matcher: h.Matcher, Command: "hook", Timeout: h.Timeout}
	if !c.Shared {
		made.Agent = c.Name
	}
	if c.Refuses {
		made.Missing = &c.Allows
	}
	return made
}

// call returns the line by which a shell calls ctxhook for the client.
func (c *Client) call(program string) string { return c.hook(protocol.ClientHook{}).line(program) }

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
	return "~/" + c.Home + "/" + c.User, c.Project
}

// settings returns the settings file of a scope, or the first of the files that
// are ours.
func (c *Client) settings(s *Setup, scope Scope) (string, error) {
	switch {
	case scope == Local:
		return "", fmt.Errorf("%s has no settings for one machine: use %s or %s", c.Title, Project.Flag(), User.Flag())
	case scope == Project:
		return filepath.Join(s.Root, filepath.FromSlash(c.Project)), nil
	case c.dir(s) == "":
		return "", fmt.Errorf("settings of the user: %w", paths.ErrNoHome)
	}
	return filepath.Join(c.dir(s), filepath.FromSlash(c.User)), nil
}

// dir returns the directory of the client's own settings, "" where no home is known.
func (c *Client) dir(s *Setup) string {
	if other := os.Getenv(c.Moved); c.Moved != "" && filepath.IsAbs(other) {
		return filepath.Join(other, c.Within)
	}
	if s.Places.Home == "" {
		return ""
	}
	return filepath.Join(s.Places.Home, filepath.FromSlash(c.Home))
}

// Present reports whether a client seems to be used on this machine: its program is
// on PATH, or its directory exists.
func (c *Client) Present(s *Setup) bool {
	for _, name := range c.Programs {
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
