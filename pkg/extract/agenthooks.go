package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// isAgentHooks reports whether a file holds settings of a coding agent that
// run commands: hooks and servers of tools.
func isAgentHooks(name string, _ []byte) bool {
	base := path.Base(name)
	switch base {
	case "hooks.json", ".mcp.json", "mcp.json", "mcp_config.json", "mcp_settings.json", "cline_mcp_settings.json", "claude_desktop_config.json":
		return true
	}
	agent := path.Base(path.Dir(name))
	return strings.HasPrefix(base, "settings") && path.Ext(base) == ".json" &&
		(agent == ".claude" || agent == ".gemini" || agent == ".qwen" || agent == ".factory")
}

// readAgentHooks finds the commands of hooks and servers. They run without a question on
// the machine of anyone who opens the project, so they are judged like any
// script.
func readAgentHooks(_ string, data []byte) ([]Piece, error) {
	f, err := newFinder("script", readJSON, data)
	for _, root := range f.doc.roots {
		for _, key := range []string{"mcpServers", "servers"} {
			for _, server := range root.get(key).entries() {
				f.server(server.value, key+"."+server.key)
			}
		}
		for _, event := range root.get("hooks").entries() {
			f.hookEntries(event.value, "hooks."+event.key)
		}
		f.hookCommand(root.get("statusLine"), "statusLine")
		f.hookCommand(root.get("fileSuggestion"), "fileSuggestion")
		for _, key := range []string{"apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "otelHeadersHelper"} {
			f.add(root.get(key), key, shell.Bash)
		}
	}
	return f.pieces, err
}

// server adds the command of a tool server, which the agent starts with every
// session.
func (f *finder) server(server *node, name string) {
	n := len(f.pieces)
	f.hookCommand(server, name)
	for i := n; i < len(f.pieces); i++ {
		f.pieces[i].Surface = rule.Unattended
	}
}

// hookEntries reads the list of an event: commands, or matchers that have a
// list of them.
func (f *finder) hookEntries(entries *node, name string) {
	for i, entry := range entries.list() {
		at := index(name, i)
		f.hookCommand(entry, at)
		for j, hook := range entry.get("hooks").list() {
			f.hookCommand(hook, index(at+".hooks", j))
		}
	}
}

// hookCommand adds a command: a text for the shell, or a program when its
// arguments are listed separately.
func (f *finder) hookCommand(hook *node, name string) {
	command := hook.get("command")
	if args := hook.get("args"); args != nil && args.kind == sequence && command != nil {
		f.words(&node{
			kind: sequence, from: command.from,
			items: append([]*node{command}, args.items...),
		}, name+".command")
		return
	}
	f.add(command, name+".command", shell.Bash)
	f.add(hook.get("bash"), name+".bash", shell.Bash)
}
