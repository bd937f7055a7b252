package extract

import (
	"bytes"
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// isAgentHooks reports whether a file holds settings of a coding agent that
// run commands: hooks and servers of tools.
func isAgentHooks(f *file) bool {
	switch f.base {
	case "hooks.json", ".mcp.json", "mcp.json", "mcp_config.json", "mcp_settings.json", "cline_mcp_settings.json", "claude_desktop_config.json":
		return true
	}
	if isEditorSettings(f) {
		return true
	}
	if f.ext != ".json" && f.ext != ".hook" {
		return f.base == "config.toml" && f.dir() == ".codex"
	}
	switch dir := f.dir(); dir {
	case ".zed":
		return strings.HasPrefix(f.base, "settings") || f.base == "tasks.json"
	case ".cursor":
		return f.base == "environment.json" || f.base == "worktrees.json"
	case "agents", "cli-agents":
		return under(f.path, ".kiro") || under(f.path, ".amazonq")
	case "hooks":
		return under(f.path, ".github") || under(f.path, ".kiro") || under(f.path, ".factory")
	}
	if strings.HasPrefix(f.base, "settings") && protocol.IsSettings(f.dir()) {
		return true
	}
	return f.base == "opencode.json" || f.base == "gemini-extension.json" || f.base == "conductor.json" || f.base == "plugin.json" && under(f.path, ".claude-plugin")
}

// readAgentHooks finds the commands of hooks, servers and the like. They run
// without a question on the machine of anyone who opens the project.
func readAgentHooks(name string, data []byte) ([]Piece, error) {
	read := tree.JSON
	if path.Ext(name) == ".toml" {
		read = tree.TOML
	}
	f, err := newFinder(rule.Unattended, read, data)
	for _, root := range f.doc.Roots {
		f.loosens(root)
		for _, key := range []string{"mcpServers", "mcp_servers", "servers", "mcp", "context_servers", "lsp", "formatter"} {
			for _, server := range root.Get(key).Entries() {
				f.server(server.Value, key+"."+server.Key)
			}
		}
		for _, key := range []string{"install", "start", "setup-worktree", "setup-worktree-unix"} { // of Cursor
			f.each(root.Get(key), key, shell.Bash, nil)
		}
		for _, s := range root.Get("scripts").Entries() { // of Conductor
			f.add(s.Value, "scripts."+s.Key, shell.Bash)
		}
		for i, t := range root.Get("terminals").List() {
			f.add(t.Get("command"), index("terminals", i)+".command", shell.Bash)
		}
		f.words(root.Get("notify"), "notify")                          // of Codex
		f.add(root.Get("then", "command"), "then.command", shell.Bash) // of Kiro
		for i, task := range root.List() {                             // of Zed
			f.hookCommand(task, index("", i))
		}
		f.editorTasks(root.Get("tasks", "tasks")) // of a workspace
		f.hookEvents(root.Get("hooks"))
		f.hookCommand(root.Get("statusLine"), "statusLine")
		f.hookCommand(root.Get("fileSuggestion"), "fileSuggestion")
		for _, key := range []string{"apiKeyHelper", "awsAuthRefresh", "awsCredentialExport", "otelHeadersHelper"} {
			f.add(root.Get(key), key, shell.Bash)
		}
	}
	return append(f.pieces, hiddenPieces(data)...), err
}

// frontHooks finds the hooks in the front matter of a subagent or a skill.
func frontHooks(data []byte) []Piece {
	n := bytes.Index(data, []byte("\n---"))
	if n < 0 || !bytes.HasPrefix(data, []byte("---")) || !bytes.Contains(data[:n], []byte("hooks:")) {
		return nil
	}
	f, err := newFinder(rule.Unattended, tree.YAML, data[:n+1])
	if err != nil {
		return nil // no YAML: a line of prose
	}
	for _, root := range f.doc.Roots {
		f.hookEvents(root.Get("hooks"))
	}
	return f.pieces
}

// server adds the command of a tool server, which the agent starts with every
// session: words, or a text with its arguments beside it.
func (f *finder) server(server *tree.Node, name string) {
	command := server.Get("command")
	switch {
	case command == nil:
	case command.Kind == tree.Sequence:
		f.words(command, name+".command")
	case command.Kind == tree.Mapping: // of Zed
		f.hookCommand(&tree.Node{Kind: tree.Mapping, Pairs: []tree.Pair{{Key: "command", Value: command.Get("path")}, {Key: "args", Value: command.Get("args")}}}, name)
	default:
		f.hookCommand(server, name)
	}
}

// hookEvents reads the lists of all events.
func (f *finder) hookEvents(hooks *tree.Node) {
	for _, event := range hooks.Entries() {
		f.hookEntries(event.Value, "hooks."+event.Key)
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
	f.add(hook.Get("linux"), name+".linux", shell.Bash)
	f.add(hook.Get("osx"), name+".osx", shell.Bash)
}
