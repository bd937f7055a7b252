package protocol

import "strings"

// powerShell is Claude Code's tool for Windows.
const powerShell = "PowerShell"

// PowerShell reports whether PowerShell runs the commands of the call.
func (c *Call) PowerShell(goos string) bool {
	return strings.EqualFold(c.RawTool, powerShell) || goos == "windows" && c.Tool == Shell && c.Agent != nil && c.Agent.PowerShell
}

// ToolNamed returns the kind of the tool with a name.
func ToolNamed(name string) Tool {
	switch name {
	case "Bash", "bash", "shell", "Shell", "Execute", "run_shell_command", "execute_bash", "run_command", "run_commands", powerShell, "powershell":
		return Shell
	case "Write", "write", "create", "Create", "write_file", "write_to_file", "fs_write", "create_file":
		return Write
	case "Edit", "MultiEdit", "NotebookEdit", "edit", "replace", "ApplyPatch", "apply_patch", "replace_in_file", "edit_file":
		return Edit
	case "Read", "read", "view", "read_file", "fs_read", searchTool:
		return Read
	case "Agent", "Task", "task":
		return Task
	}
	if strings.HasPrefix(name, serverTool) {
		return Server
	}
	if later, _ := lateTool(name); later {
		return Later
	}
	return OtherTool
}

// searchTool is Claude Code's tool that searches files. It shows what they hold
// where it is told to.
const searchTool = "Grep"

// serverTool begins the name of a tool of an MCP server: mcp__SERVER__TOOL.
const serverTool = "mcp__"

// OfServer reports whether the tool is one of an MCP server, which may be a shell.
func (c *Call) OfServer() bool { return strings.HasPrefix(c.RawTool, serverTool) }

// shellLike guesses a shell by part of its name: a server's terminal runs
// commands too.
func shellLike(name string) bool {
	lower := strings.ToLower(name)
	for _, part := range [...]string{"bash", "shell", "terminal", "exec", "command", "cmd", "process"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

// shellEvent reports whether an event is one of a shell, whatever tool is named.
func shellEvent(name string) bool {
	switch name {
	case "pre_run_command", "post_run_command", "beforeShellExecution", "BeforeShellExecution", "afterShellExecution", "AfterShellExecution",
		"pre_bash_exec", "PreBashExec", "post_bash_exec", "PostBashExec":
		return true
	}
	return false
}

// tool returns the kind of the tool in a payload. A guessed shell counts only
// when it has a command.
func (f *fields) tool() Tool {
	if f.found || shellEvent(f.action) || shellEvent(f.hookEvent) || shellEvent(f.event) {
		return Shell
	}
	if name := f.call.RawTool; name != "" {
		t := ToolNamed(name)
		if (t == OtherTool || t == Server) && len(f.call.Commands) > 0 && shellLike(name) {
			return Shell
		}
		return t
	}
	switch f.event {
	case "pre_edit", "PreEdit", "post_edit", "PostEdit":
		return Edit
	case "pre_file_read", "PreFileRead", "post_file_read", "PostFileRead":
		return Read
	case "pre_file_write", "PreFileWrite", "post_file_write", "PostFileWrite":
		return Write
	case "pre_task", "PreTask", "post_task", "PostTask":
		return Task
	}
	switch {
	case len(f.call.Commands) > 0 || f.undecoded:
		return Shell
	case len(f.call.Paths) > 0:
		return Edit
	}
	return OtherTool
}

// neutral reports whether a payload is the neutral envelope or its flat form:
// one with an event of its own, or with neither event nor tool.
func (f *fields) neutral() bool {
	switch f.event {
	case "":
		return f.hookEvent == "" && f.hookName == "" && f.call.RawTool == "" &&
			(f.has(keyContext) || f.has(keyCommand))
	case "pre_task", "post_task", "pre_edit", "post_edit", "pre_file_read", "post_file_read",
		"pre_file_write", "post_file_write", "pre_bash_exec", "post_bash_exec", "session_start", "session_end",
		"PreTask", "PostTask", "PreEdit", "PostEdit", "PreFileRead", "PostFileRead",
		"PreFileWrite", "PostFileWrite", "PreBashExec", "PostBashExec":
		return true
	}
	return f.has(keyContext)
}

// WritesFiles reports whether a tool does nothing but write files.
func (t Tool) WritesFiles() bool { return t == Write || t == Edit }

// FileTool returns the name under which a tool for files is judged and remembered,
// whatever its agent calls it; "" for others.
func (t Tool) FileTool() string {
	switch t {
	case Read:
		return "Read"
	case Write:
		return "Write"
	case Edit:
		return "Edit"
	}
	return ""
}
