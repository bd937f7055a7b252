package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
	"github.com/ctxhook/ctxhook/pkg/tree"
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
	f, err := newFinder("script", tree.JSON, data)
	for _, root := range f.doc.Roots {
		for _, key := range []string{"mcpServers", "servers"} {
			for _, server := range root.Get(key).Entries() {
				f.server(server.Value, key+"."+server.Key)
			}
		}
		for _, event := range root.Get("hooks").Entries() {
			f.hookEntries(event.Value, "hooks."+event.Key)
		}
		f.hookCommand(root.Get("statusLine"), "statusLine")
		f.hookCommand(root.Get("fileSuggestion"), "fileSuggestion")
		for _, key := range []string{"apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "otelHeadersHelper"} {
			f.add(root.Get(key), key, shell.Bash)
		}
	}
	return f.pieces, err
}

// server adds the command of a tool server, which the agent starts with every
// session.
func (f *finder) server(server *tree.Node, name string) {
	n := len(f.pieces)
	f.hookCommand(server, name)
	for i := n; i < len(f.pieces); i++ {
		f.pieces[i].Surface = rule.Unattended
	}
}

// hookEntries reads the list of an event: commands, or matchers that have a
// list of them.
func (f *finder) hookEntries(entries *tree.Node, name string) {
	for i, entry := range entries.List() {
		at := index(name, i)
		f.hookCommand(entry, at)
		for j, hook := range entry.Get("hooks").List() {
			f.hookCommand(hook, index(at+".hooks", j))
		}
	}
}

// hookCommand adds a command: a text for the shell, or a program when its
// arguments are listed separately.
func (f *finder) hookCommand(hook *tree.Node, name string) {
	command := hook.Get("command")
	if args := hook.Get("args"); args != nil && args.Kind == tree.Sequence && command != nil {
		f.words(&tree.Node{
			Kind: tree.Sequence, From: command.From,
			Items: append([]*tree.Node{command}, args.Items...),
		}, name+".command")
		return
	}
	f.add(command, name+".command", shell.Bash)
	f.add(hook.Get("bash"), name+".bash", shell.Bash)
}
