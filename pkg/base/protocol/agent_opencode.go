package protocol

import _ "embed"

//go:embed opencode.js
var opencodePlugin string

//go:embed pi.js
var piPlugin string

//go:embed amp.js
var ampPlugin string

// Agents in whose process our own program runs: it sends what they all send, and speaks
// the words of Claude Code.
var (
	opencode = Agent{
		Name: "opencode", Ask: AskAlways, Exit: 2, Context: true, Late: nested, keys: keyOpenCode,
		Reads: Reads{Texts: []string{".opencode/"}, Starts: []string{"opencode.json"}, Variables: []string{"OPENCODE"}},
		Client: &Client{
			Title: "OpenCode", Programs: []string{"opencode"}, Home: ".config/opencode", Within: "opencode", Moved: "XDG_CONFIG_HOME", User: "plugins/ctxhook.js", Project: ".opencode/plugins/ctxhook.js", Plugin: &opencodePlugin,
			Payload: pluginPayload,
			Note:    "OpenCode 1 cannot ask: what you would be asked about is denied there.",
		},
	}
	pi = Agent{
		Name: "pi", Ask: AskAlways, Exit: 2, Context: true, Late: nested,
		Client: &Client{
			Title: "Pi", Programs: []string{"pi"}, Home: ".pi/agent", Moved: "PI_CODING_AGENT_DIR", User: "extensions/ctxhook.js", Project: ".pi/extensions/ctxhook.js", Plugin: &piPlugin,
			Payload: pluginPayload,
		},
	}
	amp = Agent{
		Name: "amp", Ask: AskAlways, Exit: 2,
		Client: &Client{
			Title: "Amp", Programs: []string{"amp"}, Home: ".config/amp", User: "plugins/ctxhook.ts", Project: ".amp/plugins/ctxhook.ts", Plugin: &ampPlugin,
			Payload: pluginPayload,
			Trust:   "start Amp anew, or type `plugins: reload` in its command palette",
			Note:    "Its plugins are experimental: an older Amp loads them only with PLUGINS=all.",
		},
	}
)

const pluginPayload = `{"hook_event_name":"tool.execute.before","tool":"bash","sessionID":SESSION,"callID":SESSION,"args":{"command":COMMAND},"cwd":CWD}`
