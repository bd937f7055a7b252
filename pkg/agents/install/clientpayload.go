package install

// What clients send before a shell command, for the calls that prove a
// registration.

// claudePayload is that of clients that use the names of Claude Code, with what
// each has besides.
func claudePayload(event, tool string, more ...member) func(session, cwd, command string) members {
	return func(session, cwd, command string) members {
		return append(members{{"session_id", session}, {"cwd", cwd}, {"hook_event_name", event}, {"tool_name", tool}, {"tool_input", members{{"command", command}}}}, more...)
	}
}

func vscodePayload(session, cwd, command string) members {
	return members{
		{"timestamp", "2026-01-01T00:00:00Z"}, {"cwd", cwd}, {"sessionId", session}, {"hookEventName", "PreToolUse"},
		{"tool_name", "run_in_terminal"}, {"tool_input", members{{"command", command}}}, {"tool_use_id", session},
	}
}

func agyPayload(session, cwd, command string) members {
	return members{{"conversationId", session}, {"workspacePaths", words{cwd}}, {"toolCall", members{{"name", "run_command"}, {"args", members{{"CommandLine", command}, {"Cwd", cwd}}}}}}
}

func cursorPayload(session, cwd, command string) members {
	return members{{"conversation_id", session}, {"hook_event_name", "beforeShellExecution"}, {"cursor_version", "1"}, {"workspace_roots", words{cwd}}, {"command", command}, {"cwd", cwd}}
}

func opencodePayload(session, cwd, command string) members {
	return members{{"hook_event_name", "tool.execute.before"}, {"tool", "bash"}, {"sessionID", session}, {"callID", session}, {"args", members{{"command", command}}}, {"cwd", cwd}}
}

func clinePayload(session, cwd, command string) members {
	return members{{"clineVersion", ""}, {"hookName", "tool_call"}, {"taskId", session}, {"workspaceRoots", words{cwd}}, {"tool_call", members{{"id", session}, {"name", "run_commands"}, {"input", members{{"commands", words{command}}}}}}}
}

func windsurfPayload(session, cwd, command string) members {
	return members{{"agent_action_name", "pre_run_command"}, {"trajectory_id", session}, {"tool_info", members{{"command_line", command}, {"cwd", cwd}}}}
}

func goosePayload(session, cwd, command string) members {
	return members{{"event", "PreToolUse"}, {"session_id", session}, {"matcher_context", "developer__shell"}, {"tool_name", "developer__shell"}, {"tool_input", members{{"command", command}}}, {"working_dir", cwd}, {"tool_call_id", session}}
}
