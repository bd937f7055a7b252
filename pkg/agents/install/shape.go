package install

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Problem is something in settings that the agent does not read the way it was
// meant.
type Problem struct {
	Line  int    // from 1
	Where string // hooks.PreToolUse[0].hooks[1].timeout
	What  string
	Cure  string
	Fatal bool // the agent silently ignores the whole file
}

func (p Problem) String() string {
	return fmt.Sprintf("line %d: %s %s", p.Line, p.Where, p.What)
}

// SettingsError is the error for settings that the agent ignores as a whole.
type SettingsError struct {
	Path     string
	Problems []Problem
}

func (e *SettingsError) Error() string {
	p := e.Problems[0]
	more := ""
	if n := len(e.Problems) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return fmt.Sprintf("%s: %s%s; Claude Code ignores the whole file", e.Path, p, more)
}

// field is the type that a member must have. Other conditions have code of
// their own.
type field struct {
	key  string
	kind kind
}

// topFields, permissionFields and handlerFields are the members for which a
// value of another type was seen to make Claude Code 2.1.329 drop the file.
// Other members are not checked.
func topFields() []field {
	return []field{
		{"$schema", text}, {"env", object}, {"permissions", object}, {"hooks", object}, {"statusLine", object}, {"sandbox", object}, {"enabledPlugins", object},
		{"model", text}, {"apiKeyHelper", text}, {"outputStyle", text}, {"language", text}, {"cleanupPeriodDays", number}, {"allowedHttpHookUrls", array},
		{"disableAllHooks", boolean}, {"allowManagedHooksOnly", boolean}, {"includeCoAuthoredBy", boolean}, {"alwaysThinkingEnabled", boolean}, {"skipDangerousModePermissionPrompt", boolean},
	}
}

func permissionFields() []field {
	return []field{{"allow", array}, {"deny", array}, {"ask", array}, {"additionalDirectories", array}, {"defaultMode", text}}
}

func handlerFields() []field {
	return []field{
		{"type", text}, {"command", text}, {"args", array}, {"timeout", number}, {"if", text}, {"statusMessage", text}, {"shell", text}, {"onFailure", text},
		{"async", boolean}, {"asyncRewake", boolean}, {"once", boolean}, {"url", text}, {"headers", object}, {"prompt", text}, {"model", text}, {"server", text}, {"tool", text},
	}
}

// required lists the members that a handler of a type needs.
func required(handler string) ([]string, bool) {
	switch handler {
	case "command":
		return []string{"command"}, true
	case "http":
		return []string{"url"}, true
	case "prompt", "agent":
		return []string{"prompt"}, true
	case "mcp_tool":
		return []string{"server", "tool"}, true
	}
	return nil, false
}

// knownEvent reports whether Claude Code fires an event; it skips the others
// without looking into them.
func knownEvent(name string) bool {
	return slices.Contains([]string{
		"SessionStart", "SessionEnd", "Setup", "InstructionsLoaded", "UserPromptSubmit", "UserPromptExpansion", "MessageDisplay", "Notification",
		"PreToolUse", "PermissionRequest", "PermissionDenied", "PostToolUse", "PostToolUseFailure", "PostToolBatch",
		"SubagentStart", "SubagentStop", "Stop", "StopFailure", "TeammateIdle", "TaskCreated", "TaskCompleted", "PreCompact", "PostCompact",
		"CwdChanged", "FileChanged", "ConfigChange", "DirectoryAdded", "WorktreeCreate", "WorktreeRemove",
		"PreModelSwitch", "PostModelSwitch", "Elicitation", "ElicitationResult",
	}, name)
}

// inspector collects what is wrong with settings.
type inspector struct {
	*document
	found []Problem
}

// inspect compares settings with what the agent accepts.
func inspect(d *document) []Problem {
	in := &inspector{document: d}
	root := &d.root
	switch root.kind {
	case nothing:
		return nil
	case object:
	default:
		in.fatal(root, "the file", "is "+root.kind.String()+", not an object", "make it { ... }")
		return in.found
	}
	in.fields(root, "", topFields())
	if days := root.child("cleanupPeriodDays"); days != nil && days.kind == number && in.num(days) < 0 {
		in.fatal(days, "cleanupPeriodDays", "is below 0", "give a number of days")
	}
	if p := root.child("permissions"); p != nil && p.kind == object {
		in.fields(p, "permissions.", permissionFields())
	}
	if s := root.child("statusLine"); s != nil && s.kind == object {
		if t, _ := in.str(s.child("type")); t != "command" || s.child("command") == nil {
			in.fatal(s, "statusLine", `needs "type": "command" and a command`, "add them, or remove statusLine")
		}
	}
	if hooks := root.child("hooks"); hooks != nil && hooks.kind == object {
		in.events(hooks)
	}
	return in.found
}

func (in *inspector) events(hooks *node) {
	for i := range hooks.kids {
		event := &hooks.kids[i]
		where := "hooks." + event.key
		switch {
		case !knownEvent(event.key):
			in.odd(event, where, "is not an event of Claude Code: its hooks never run", "check the spelling: names are case-sensitive")
			continue
		case event.kind != array:
			in.odd(event, where, "is "+event.kind.String()+", not a list: it is ignored", "make it [ ... ]")
			continue
		}
		for j := range event.kids {
			in.group(&event.kids[j], where+"["+strconv.Itoa(j)+"]")
		}
	}
}

func (in *inspector) group(group *node, where string) {
	if group.kind != object {
		in.fatal(group, where, "is "+group.kind.String()+", not an object", `make it {"matcher": ..., "hooks": [ ... ]}`)
		return
	}
	if m := group.child("matcher"); m != nil && m.kind != text {
		in.fatal(m, where+".matcher", "is "+m.kind.String()+", not a string", "name a tool, or remove it to match all")
	}
	handlers := group.child("hooks")
	if handlers == nil || handlers.kind != array {
		in.fatal(group, where, "has no list of hooks", `add "hooks": [ ... ], or remove the group`)
		return
	}
	for k := range handlers.kids {
		in.handler(&handlers.kids[k], where+".hooks["+strconv.Itoa(k)+"]")
	}
}

func (in *inspector) handler(h *node, where string) {
	if h.kind != object {
		in.fatal(h, where, "is "+h.kind.String()+", not an object", `make it {"type": "command", "command": ...}`)
		return
	}
	in.fields(h, where+".", handlerFields())
	kind, _ := in.str(h.child("type"))
	needs, known := required(kind)
	switch {
	case h.child("type") == nil:
		in.fatal(h, where, "has no type", `add "type": "command"`)
	case !known && h.child("type").kind == text:
		in.fatal(h, where+".type", "is "+strconv.Quote(kind)+", which is unknown", `"command" runs a program; the others are http, prompt, agent and mcp_tool`)
	}
	for _, key := range needs {
		if h.child(key) == nil {
			in.fatal(h, where, "has no "+key, "add it, or remove the hook")
		}
	}
	in.values(h, where+".")
}

// values checks conditions on values beyond their type.
func (in *inspector) values(h *node, where string) {
	if t := h.child("timeout"); t != nil && t.kind == number && in.num(t) <= 0 {
		in.fatal(t, where+"timeout", "is not above 0", "give seconds, or remove it for the default")
	}
	if args := h.child("args"); args != nil && args.kind == array {
		for i := range args.kids {
			if args.kids[i].kind != text {
				in.fatal(&args.kids[i], where+"args["+strconv.Itoa(i)+"]", "is "+args.kids[i].kind.String()+", not a string", "put it in quotes")
			}
		}
	}
	if shell, ok := in.str(h.child("shell")); ok && shell != "bash" && shell != "powershell" {
		in.fatal(h.child("shell"), where+"shell", "is "+strconv.Quote(shell)+", which is unknown", `use "bash" or "powershell"`)
	}
	if on, ok := in.str(h.child("onFailure")); ok && on != "block" && on != "continue" {
		in.fatal(h.child("onFailure"), where+"onFailure", "is "+strconv.Quote(on)+", which is unknown", `use "block" or "continue"`)
	}
	if u, ok := in.str(h.child("url")); ok {
		if scheme, _, ok := strings.Cut(u, ":"); !ok || scheme == "" {
			in.fatal(h.child("url"), where+"url", "is not a URL", "begin it with https://")
		}
	}
	if headers := h.child("headers"); headers != nil && headers.kind == object {
		for i := range headers.kids {
			if headers.kids[i].kind != text {
				in.fatal(&headers.kids[i], where+"headers."+headers.kids[i].key, "is "+headers.kids[i].kind.String()+", not a string", "put it in quotes")
			}
		}
	}
	if cond, ok := in.str(h.child("if")); ok && strings.Count(cond, "(") != strings.Count(cond, ")") {
		in.odd(h.child("if"), where+"if", "is invalid: the hook never runs", `write it as "Bash(git *)"`)
	}
}

// fields checks the types of the members that are present.
func (in *inspector) fields(n *node, where string, fields []field) {
	for _, f := range fields {
		if v := n.child(f.key); v != nil && v.kind != f.kind {
			in.fatal(v, where+f.key, "is "+v.kind.String()+", not "+f.kind.String(), "correct it, or remove it")
		}
	}
}

func (in *inspector) num(n *node) (f float64) {
	if json.Unmarshal(in.text[n.from:n.to], &f) != nil {
		return 0
	}
	return f
}

func (in *inspector) fatal(n *node, where, what, cure string) {
	in.found = append(in.found, Problem{in.line(n.start), where, what, cure, true})
}

func (in *inspector) odd(n *node, where, what, cure string) {
	in.found = append(in.found, Problem{in.line(n.start), where, what, cure, false})
}
