package install

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

// editors have an agent in them; what their process starts may be the user's.
var editors = []string{"code", "cursor", "windsurf", "kiro"}

// plugins are agents whose hook is our own program: it sends what the other one sends.
var plugins = map[string]string{"pi": "opencode", "amp": "opencode"}

// TestClientsAreKnownEverywhere: who adds an agent learns here which place was forgotten.
func TestClientsAreKnownEverywhere(t *testing.T) {
	for _, c := range Clients() {
		if protocol.Named(c.Name) == nil {
			t.Errorf("%s: no row in the agents of package protocol", c.Name)
			continue
		}
		for _, program := range c.programs {
			if rules.Command(program).TraitsOf(program)&rule.Agent == 0 && !slices.Contains(editors, program) {
				t.Errorf("%s: %s has no trait agent below rules/commands: what it starts is taken for the user", c.Name, program)
			}
		}
		sender := c.Name
		if plugins[sender] != "" {
			sender = plugins[sender]
		}
		if _, err := os.Stat(filepath.Join("../../base/protocol/testdata/agents", sender+".json")); err != nil {
			t.Errorf("%s: no payload that it sends: %v", c.Name, err)
		}
		if !slices.ContainsFunc(protocol.Files[:], func(f protocol.AgentFiles) bool { return f.Agent == c.Name }) && plugins[c.Name] == "" && c.Name != "antigravity" {
			t.Errorf("%s: no row in the files of agents of package protocol", c.Name)
		}
		if _, project := c.Files(); strings.HasSuffix(project, ".json") && !extract.IsAgentFile(project, nil) {
			t.Errorf("%s: lint does not read its settings in %s", c.Name, project)
		}
	}
}

// TestFilesOfAgents: what agents read is read by lint, and what they start is named in a
// row of an agent that is known or of none of ours.
func TestFilesOfAgents(t *testing.T) {
	for _, f := range protocol.Files {
		for _, name := range f.Texts {
			if strings.HasSuffix(name, "/") {
				name += "x.md"
			}
			if !extract.IsAgentFile("sub/"+name, nil) {
				t.Errorf("%s: %s is no text for agents", f.Agent, name)
			}
		}
		for _, name := range f.Starts {
			members := []string{name}
			if strings.HasSuffix(name, "/") {
				members = []string{name + "x.json", name + "pre-commit"}
			}
			if !slices.ContainsFunc(members, func(name string) bool { return extract.IsAgentFile(name, nil) }) {
				t.Errorf("%s: %s is nothing that lint reads as run by itself", f.Agent, name)
			}
		}
	}
}
