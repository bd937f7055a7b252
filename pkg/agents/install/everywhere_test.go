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

// TestClientsAreKnownEverywhere: who adds an agent learns here what was forgotten.
func TestClientsAreKnownEverywhere(t *testing.T) {
	for _, c := range Clients() {
		for _, program := range c.Programs {
			if rules.Command(program).TraitsOf(program)&rule.Agent == 0 && !slices.Contains(editors, program) {
				t.Errorf("%s: %s has no trait agent below rules/commands: what it starts is taken for the user", c.Name, program)
			}
		}
		sender := c.Name
		if c.Plugin != nil {
			sender = "opencode" // our own program, in all of them
		}
		if _, err := os.Stat(filepath.Join("../../base/protocol/testdata/agents", sender+".json")); err != nil {
			t.Errorf("%s: no payload that it sends: %v", c.Name, err)
		}
		if _, project := c.Files(); strings.HasSuffix(project, ".json") && !extract.IsAgentFile(project, nil) {
			t.Errorf("%s: lint does not read its settings in %s", c.Name, project)
		}
	}
}

// TestFilesOfAgents: lint reads what agents read, and knows what they start.
func TestFilesOfAgents(t *testing.T) {
	for f := range protocol.ReadByAgents() {
		for _, name := range f.Texts {
			if strings.HasSuffix(name, "/") {
				name += "x.md"
			}
			if !extract.IsAgentFile("sub/"+name, nil) {
				t.Errorf("%s is no text for agents", name)
			}
		}
		for _, name := range f.Starts {
			members := []string{name}
			if strings.HasSuffix(name, "/") {
				members = []string{name + "x.json", name + "pre-commit"}
			}
			if !slices.ContainsFunc(members, func(name string) bool { return extract.IsAgentFile(name, nil) }) {
				t.Errorf("%s is nothing that lint reads as run by itself", name)
			}
		}
	}
}
