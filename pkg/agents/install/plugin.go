package install

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Plugin stands for the hooks of ctxhook's plugin in Claude Code, which installs and
// removes them itself: they are looked at here, and not written.
const Plugin = User + 1

// pluginAt is ctxhook's plugin as Claude Code has it.
type pluginAt struct {
	id    string // ctxhook@MARKETPLACE
	hooks string // its file of hooks
	user  bool   // it is enabled in all projects
}

// plugin finds the plugin that is enabled where the agent is started, or fails.
func (s *Setup) plugin() (p pluginAt, err error) {
	none := fmt.Errorf("%w by a plugin", ErrNotRegistered)
	if s.client() != &Claude || s.Places.AgentDir() == "" {
		return p, none
	}
	enabled := map[string]bool{}
	for _, scope := range [...]Scope{User, Project, Local} { // later ones overrule
		path, err := s.File(scope)
		if err != nil {
			continue
		}
		for id, on := range pluginsIn(path) {
			enabled[id] = on
			p.user = p.user || on && scope == User
		}
	}
	dir := filepath.Join(s.Places.AgentDir(), "plugins")
	d, err := documentAt(filepath.Join(dir, "installed_plugins.json"))
	if err != nil {
		return p, none
	}
	installed := d.root.child("plugins")
	for i := range installed.children() {
		list := &installed.kids[i]
		if !enabled[list.key] {
			continue
		}
		for j := range list.kids {
			of, _ := d.str(list.kids[j].child("projectPath"))
			if at, ok := d.str(list.kids[j].child("installPath")); ok && (of == "" || filepath.Clean(of) == filepath.Clean(s.Root)) {
				p.id, p.hooks = list.key, filepath.Join(at, "hooks", "hooks.json")
				return p, nil
			}
		}
	}
	return p, none
}

// pluginsIn returns which plugins of the name ctxhook settings switch on and off.
func pluginsIn(path string) map[string]bool {
	found := map[string]bool{}
	d, err := documentAt(path)
	if err != nil {
		return found
	}
	list := d.root.child("enabledPlugins")
	for _, n := range list.children() {
		if name, _, _ := strings.Cut(n.key, "@"); name == progName {
			found[n.key] = d.isTrue(list, n.key)
		}
	}
	return found
}

// children returns the members of an object that may not be there.
func (n *node) children() []node {
	if n == nil || n.kind != object {
		return nil
	}
	return n.kids
}

// documentAt reads a JSON file of the client.
func documentAt(path string) (*document, error) {
	f, err := paths.ReadUserFile(path, maxSettings)
	if err != nil {
		return nil, err
	}
	return parse(f.Data)
}

// UninstallPlugin returns what to type to take the plugin out; "" where there is none.
func (s *Setup) UninstallPlugin() string {
	if p, err := s.plugin(); err == nil {
		return "claude plugin uninstall " + p.id
	}
	return ""
}

// everywhere lists the scopes, and the plugin.
func everywhere() []Scope { return slices.Concat(scopes(), []Scope{Plugin}) }
