package protocol

// Client says how ctxhook is registered in an agent. What the rows say was seen in a run
// of the agent or read in its source; of Windsurf, Kiro, VS Code, Antigravity, Amp and
// OpenCode 2 it is what their documentation says.
type Client struct {
	Title    string   // as its maker calls it
	Programs []string // its names on PATH
	Home     string   // its directory below the user's home
	Moved    string   // the variable that names another directory
	Within   string   // where below that one its own is; "" where it is that one
	User     string   // its settings below that directory
	Project  string   // its settings below the project

	// Layout is that of the settings. Where it is nil, whole files are ours: the program
	// that runs in the agent's process, or else what package install writes for the name.
	Layout *Layout
	Plugin *string
	// Hooks are registered in the settings or written into those files; the first is called
	// before a shell command. A plugin knows its own.
	Hooks []ClientHook
	// Refuses says that the agent refuses every command when the program of a hook is
	// missing, as where a colleague has no ctxhook.
	Refuses bool
	// Shared says that another agent reads the same settings: the payload tells which.
	Shared bool
	// Payload is what it sends before a shell command, with SESSION, CWD and COMMAND in
	// the place of these.
	Payload string
	Allows  string // what it is answered where a command may run; "" for nothing

	// Trust is what the user has to do before the agent runs the hooks; "" where
	// it runs them at once.
	Trust string
	// Note is what else a user should know of it.
	Note string
}

// ClientHook is a hook of an agent: its event, the tool, and how many seconds the agent
// waits.
type ClientHook struct {
	Event, Matcher string
	Timeout        int
}

// Layout is the form in which the settings of an agent list hooks: an object of
// events, each a list of handlers, or of groups of handlers with one matcher.
type Layout struct {
	Versioned bool     // a new file begins with version 1
	Under     []string // the members that lead to the events
	Flat      bool     // an event lists handlers, which have a matcher of their own
	Typed     bool     // a handler says that it is a command
	Line      string   // the member with the command
	Wait      string   // the member with how long the agent waits; "" if there is none
	Millis    bool     // in milliseconds, not seconds
	Direct    bool     // the agent starts the program with args; otherwise a shell runs the line
}

// Grouped is the layout of Claude Code, for agents that have a shell run the line.
var Grouped = Layout{Under: []string{"hooks"}, Typed: true, Line: "command", Wait: "timeout"}
