package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// isAgentText reports whether a file tells agents what to do: instructions,
// skills, commands, subagents.
func isAgentText(f *file) bool {
	text := isMarkdown(f) || f.ext == ".toml"
	if text && (strings.HasSuffix(f.path, ".instructions.md") || strings.HasSuffix(f.path, ".prompt.md") || strings.HasSuffix(f.path, ".chatmode.md") || strings.HasSuffix(f.path, ".agent.md")) {
		return true
	}
	for r := range protocol.ReadByAgents() {
		for _, name := range r.Texts {
			if dir, isDir := strings.CutSuffix(name, "/"); isDir && text && under(f.path, dir) || name == f.base {
				return true
			}
		}
	}
	return false
}

// IsAgentFile reports whether a file is for agents, or runs by itself where a
// project is opened or installed: what worms leave behind, and what a review of a
// change looks at first.
func IsAgentFile(name string, head []byte) bool {
	if isAgentText(fileAt(name, nil)) || isHusky(name) || isAgentScript(name) || gitSettings(name) {
		return true
	}
	input := For(name, head)
	if input == nil {
		return false
	}
	switch input.Name {
	case "agenthooks", "agenttext", "editortasks", "devcontainer", "packagejson":
		return true
	}
	return false
}

// Unasked reports whether a piece of a file runs without a question where a
// project is opened or installed, or tells an agent what to run. It weighs more
// there than in a script that a user starts.
func (p *Piece) Unasked(name string) bool {
	return isAgentText(fileAt(name, nil)) || p.Surface == rule.Unattended && IsAgentFile(name, nil)
}

// gitSettings reports whether a file holds settings of git.
func gitSettings(name string) bool {
	switch path.Base(name) {
	case ".gitconfig", "gitconfig":
		return true
	case "config":
		dir := path.Base(path.Dir(name))
		return dir == ".git" || dir == "git"
	}
	return false
}
