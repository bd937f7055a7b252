package protocol

import (
	"iter"
	"strings"
)

// Reads is what of a project an agent reads without being asked, and the variables
// that it sets for the commands it runs.
type Reads struct {
	// Texts are instructions: names of files anywhere, and directories (with a slash at
	// the end) anywhere of Markdown and TOML.
	Texts []string
	// Starts are files below the project's root that run something by themselves, where
	// the project is opened or the agent works in it; or directories of such files.
	Starts []string
	// Variables are set for commands, in no terminal of a user.
	Variables []string
}

// uncalled is what agents read that call no hook, and what several read.
var uncalled = [...]Reads{
	{
		Texts:     []string{"AGENTS.md", "AGENTS.override.md", "AGENT.md", "SKILL.md", ".agents/"},
		Starts:    []string{".devcontainer/devcontainer.json", ".devcontainer.json", ".husky/"},
		Variables: []string{"AI_AGENT", "AGENT"},
	},
	{Texts: []string{".roorules", ".roo/"}, Variables: []string{"ROO_ACTIVE"}}, // Roo
	{Texts: []string{".augment/"}, Variables: []string{"AUGMENT_AGENT"}},       // Augment
	{Texts: []string{".trae/rules/"}, Variables: []string{"TRAE_AI_SHELL_ID"}}, // Trae
	{Texts: []string{".aider.conventions.md"}},                                 // Aider
	{Texts: []string{".amazonq/rules/"}},                                       // Amazon Q
	{Texts: []string{".junie/"}},                                               // Junie
	{Starts: []string{".zed/tasks.json"}},                                      // Zed
}

// ReadByAgents returns what each agent reads and sets, those that call no hook included.
func ReadByAgents() iter.Seq[*Reads] {
	return func(yield func(*Reads) bool) {
		for _, a := range agents {
			if !yield(&a.Reads) {
				return
			}
		}
		for i := range uncalled {
			if !yield(&uncalled[i]) {
				return
			}
		}
	}
}

// IsSettings reports whether agents have settings that run by themselves in files of a
// directory, whose names begin with "settings".
func IsSettings(dir string) bool {
	for r := range ReadByAgents() {
		for _, start := range r.Starts {
			if rest, ok := strings.CutPrefix(start, dir+"/"); ok && strings.HasPrefix(rest, "settings") {
				return true
			}
		}
	}
	return false
}

// VariableOf returns the name of a variable that agents set for the commands they run,
// if one is set. What their editors set in the terminals of users (CURSOR_TRACE_ID,
// CLAUDE_CODE_SSE_PORT) is not among them.
func VariableOf(getenv func(string) string) string {
	for r := range ReadByAgents() {
		for _, name := range r.Variables {
			if getenv(name) != "" {
				return name
			}
		}
	}
	return ""
}
