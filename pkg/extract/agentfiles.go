package extract

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// isAgentText reports whether a file tells agents what to do: instructions,
// skills, commands, subagents.
func isAgentText(name string) bool {
	switch path.Base(name) {
	case "CLAUDE.md", "CLAUDE.local.md", "AGENTS.md", "AGENTS.override.md", "AGENT.md", "GEMINI.md", "QWEN.md", "SKILL.md", "copilot-instructions.md",
		".cursorrules", ".windsurfrules", ".clinerules", ".roorules", ".goosehints", ".aider.conventions.md":
		return true
	}
	if strings.HasSuffix(name, ".instructions.md") || strings.HasSuffix(name, ".prompt.md") || strings.HasSuffix(name, ".chatmode.md") || strings.HasSuffix(name, ".agent.md") {
		return true
	}
	if !isMarkdown(name, nil) && path.Ext(name) != ".toml" {
		return false
	}
	for _, dir := range [...]string{
		".claude", ".cursor/rules", ".cursor/commands", ".codex/prompts", ".opencode", ".windsurf", ".kiro/steering", ".roo", ".clinerules", ".amazonq/rules",
		".continue/rules", ".junie", ".github/agents", ".github/prompts", ".github/skills", ".gemini", ".qwen", ".factory", ".agents", ".augment", ".trae/rules",
	} {
		if under(name, dir) {
			return true
		}
	}
	return false
}

// IsAgentFile reports whether a file is for agents, or runs by itself where a
// project is opened or installed: what worms leave behind, and what a review of a
// change looks at first.
func IsAgentFile(name string, head []byte) bool {
	if isAgentText(name) || isHusky(name) || gitSettings(name) {
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
	return isAgentText(name) || p.Surface == rule.Unattended && IsAgentFile(name, nil)
}

// gitSettings reports whether a file holds settings of git.
func gitSettings(name string) bool {
	base, dir := path.Base(name), path.Base(path.Dir(name))
	return base == ".gitconfig" || base == "gitconfig" || base == "config" && (dir == ".git" || dir == "git")
}
