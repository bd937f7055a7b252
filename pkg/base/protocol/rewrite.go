package protocol

import "github.com/tidwall/gjson"

// CanRewrite reports whether another command can be put in the place of the one
// that the call runs. In a subagent the user sees nothing of it, so that it is
// not done there.
func (c *Call) CanRewrite() bool {
	return c.Agent.Rewrite && c.Subagent == "" && c.Event == Before && len(c.Commands) == 1 && c.rewritten("true") != ""
}

// rewritten returns the whole input of the tool with another command, "" where
// that cannot be. What an answer leaves out of the input is gone.
func (c *Call) rewritten(command string) string {
	if command == "" || c.Arguments == "" {
		return ""
	}
	v := gjson.Get(c.Arguments, "command")
	if v.Type != gjson.String || v.Index <= 0 || len(c.Commands) != 1 || v.Str != c.Commands[0] {
		return ""
	}
	b := append([]byte(nil), c.Arguments[:v.Index]...)
	b = AppendString(b, command)
	b = append(b, c.Arguments[v.Index+len(v.Raw):]...)
	if out := string(b); gjson.Get(out, "command").Str == command {
		return out
	}
	return ""
}

// RestrictsShell reports whether settings of the client have rules of the user's
// that deny or ask about commands. The client compares them with the command
// that is put in the place of another, and no longer with that one.
func RestrictsShell(settings []byte) bool {
	for _, kind := range [...]string{"deny", "ask"} {
		if len(gjson.GetBytes(settings, "permissions."+kind).Array()) > 0 {
			return true
		}
	}
	return false
}
