package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// payloads are what agents sent, below pkg/base/protocol.
var payloads = filepath.Join(sourceDir, "pkg", "base", "protocol", "testdata")

// payloadOf is whose payload our own plugin for an agent sends.
var payloadOf = map[string]string{"pi": "opencode", "amp": "opencode"}

// support is what an agent does with answers, in words.
type support struct{ deny, ask, warn, failures, advice string }

// supportOf answers what the agent of a client sends, and looks at the answers. Of an
// agent whose payload is not at hand it knows the row.
func supportOf(t *testing.T, c *install.Client) support {
	t.Helper()
	of, hint := c.Name, "" // most are recognised
	if payloadOf[c.Name] != "" {
		of, hint = payloadOf[c.Name], c.Name
	}
	before := sent(t, filepath.Join(payloads, "agents", of+".json"), c, hint, protocol.Before)
	before.Attended = protocol.AttendedYes
	const model, user = "words for the model", "words for the user"
	says := func(call *protocol.Call, action protocol.Action) string {
		a := protocol.Encode(call, protocol.Reply{Action: action, ForModel: model, ForUser: user})
		return string(a.Stdout) + string(a.Stderr)
	}
	var s support
	if s.deny = "yes"; !strings.Contains(says(&before, protocol.Deny), model) {
		t.Errorf("%s: the model is not told why: %s", c.Name, says(&before, protocol.Deny))
	}
	row := protocol.Named(c.Name)
	asks := strings.Contains(says(&before, protocol.Ask), `"ask"`) || strings.Contains(says(&before, protocol.Ask), `"force_ask"`)
	switch {
	case !asks:
		s.ask = "denied instead"
	case row.Ask == protocol.AskAlways:
		s.ask = "yes"
	default:
		s.ask = "yes, with a user there"
	}
	if asks != (row.Ask != protocol.AskNever) {
		t.Errorf("%s: asked is %v, and the row says %v", c.Name, asks, row.Ask)
	}
	s.warn = "not shown"
	switch warning := says(&before, protocol.Warn); {
	case strings.Contains(warning, model) && strings.Contains(warning, user):
		s.warn = "to both"
	case strings.Contains(warning, model):
		s.warn = "to the model"
	case strings.Contains(warning, user):
		s.warn = "to the user"
	}
	s.failures, s.advice = "not known", "no"
	after := before
	after.Event, after.EventName = protocol.After, "PostToolUse"
	for _, name := range []string{of + "-failed", of} {
		path := filepath.Join(payloads, "after", name+".json")
		if _, err := os.Stat(path); err != nil {
			continue
		}
		after = sent(t, path, c, hint, protocol.After)
		switch r := after.Result; {
		case row.Unsaid:
			s.failures = "in the record of the session"
		case r != nil && (r.Status == protocol.Failed || r.Exited && r.Exit != 0):
			s.failures = "yes"
		default:
			s.failures = "no"
		}
		break
	}
	if strings.Contains(says(&after, protocol.Warn), model) {
		s.advice = "yes"
	}
	return s
}

// sent is a call as the agent of a client sent it, or one that is known by its row alone.
func sent(t *testing.T, path string, c *install.Client, hint string, event protocol.Event) protocol.Call {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		return protocol.Call{Agent: protocol.Named(c.Name), Event: event, Tool: protocol.Shell}
	}
	call, err := protocol.Decode(data, false, protocol.Hint{Event: event, Agent: hint, Getenv: func(string) string { return "" }})
	if err != nil || call.Agent.Name != c.Name || call.Event != event {
		t.Fatalf("%s is of %s, event %v (%v)", path, call.Agent.Name, call.Event, err)
	}
	return call
}

// agentTable shows what works in the agents in which ctxhook can be registered.
func agentTable(t *testing.T, _ string) string {
	out := "| agent | install | deny | ask | warn | failures seen | advice after them | limits |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n"
	for _, c := range install.Clients() {
		s := supportOf(t, c)
		out += fmt.Sprintf("| [%s](agents/%s.md) | `ctxhook init%s` | %s | %s | %s | %s | %s | %s |\n", c.Title, c.Name, agentOption(c), s.deny, s.ask, s.warn, s.failures, s.advice, c.Note)
	}
	return out
}

// agentOption names an agent in a command.
func agentOption(c *install.Client) string {
	if c == &install.Claude {
		return ""
	}
	return " --agent " + c.Name
}

// agentPage is all about one agent.
func agentPage(t *testing.T, c *install.Client) string {
	s := supportOf(t, c)
	name := agentOption(c)
	user, project := c.Files()
	page := "# " + c.Title + "\n\n```sh\n"
	for _, line := range [][2]string{
		{"init" + name + " --user", "in all your projects"},
		{"init" + name, "in this project"},
		{"doctor" + name, "call it as " + c.Title + " does"},
		{"uninstall" + name + " --user", "or without --user, as it was registered"},
	} {
		page += fmt.Sprintf("ctxhook %-36s # %s\n", line[0], line[1])
	}
	page += "```\n\nThe hooks are in `" + user + "`, or in the project in `" + project + "`.\n"
	for _, also := range []string{sentenceOf(c.Trust), c.Note} {
		if also != "" {
			page += also + "\n"
		}
	}
	page += "\n| what | in " + c.Title + " |\n| --- | --- |\n"
	for _, row := range [][2]string{
		{"deny", s.deny + ", and the model reads why"},
		{"ask", s.ask},
		{"warn", s.warn},
		{"failures seen", s.failures},
		{"advice after them reaches the model", s.advice},
	} {
		page += "| " + row[0] + " | " + row[1] + " |\n"
	}
	return page + "\n[All agents](../agents.md)\n"
}

func sentenceOf(clause string) string {
	if clause == "" {
		return ""
	}
	return strings.ToUpper(clause[:1]) + clause[1:] + "."
}

// TestAgentPages holds a page of each agent, which -u writes, and no other.
func TestAgentPages(t *testing.T) {
	dir := filepath.Join(sourceDir, "docs", "agents")
	known := make(map[string]bool)
	for _, c := range install.Clients() {
		path := filepath.Join(dir, c.Name+".md")
		known[path] = true
		want := agentPage(t, c)
		if c == &install.Claude {
			t.Run(c.Name, func(t *testing.T) {
				want = strings.Replace(want, "\n[All agents]", claudePayloads(t)+"\n[All agents]", 1)
			})
		}
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, _ := os.ReadFile(path)
		if diff := cmp.Diff(want, string(got)); diff != "" {
			t.Errorf("%s is stale; go test ./e2e -run AgentPages -u writes it anew (-want +got)\n%s", path, diff)
		}
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if !known[path] {
			t.Errorf("%s is of no agent", path)
		}
	}
}
