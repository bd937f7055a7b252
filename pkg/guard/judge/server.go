package judge

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// serverTool names the model by which all tools of servers are read: their verbs, what
// these are done to, and what their arguments are.
const serverTool = "server-tool"

// Server judges the use of a tool that is no shell by its verb, what that is done to, and
// its arguments.
func (j *Judge) Server(c *protocol.Call, look rule.Facts) safety.Verdict {
	var v safety.Verdict
	if s := j.serverScript(c); s != nil {
		uses := j.fileUses(c, &s.Calls[0])
		v = j.allowing(s.Text, func(e *safety.Engine) safety.Verdict { return e.JudgeServer(s, j.At, look) })
		for _, use := range uses {
			if w := j.File(&use, use.Paths[0], look); w.Risk > v.Risk {
				v = w
			}
		}
	}
	for _, command := range j.serverCommands(c) {
		if w := j.allowing(c.Line(), func(e *safety.Engine) safety.Verdict { return e.JudgeServerCommand(command, j.At, look) }); w.Action >= policy.Ask && w.Risk > v.Risk {
			v = w
		}
	}
	return v
}

// ServerScript returns a call of the tool of a server as the script that does the same; nil:
// what it does is not known.
func (j *Judge) ServerScript(c *protocol.Call) *shell.Script { return j.serverScript(c) }

// serverScript reads the tool of a call as a program; nil: its name has no verb that is
// known.
func (j *Judge) serverScript(c *protocol.Call) *shell.Script {
	m := j.Engine.Models(serverTool)
	if m == nil {
		return nil
	}
	words, server := c.ToolWords()
	isVerb := func(w string) bool { return len(m.VerbsFor(w)) > 0 }
	verb, object := "", ""
	if at := slices.IndexFunc(words, isVerb); at >= 0 && slices.ContainsFunc(words, func(w string) bool { return !isGeneral(w) }) {
		verb, object = words[at], objectOf(append(slices.Clone(words[:at]), words[at+1:]...))
	} else if order, at := orderIn(c, isVerb); at >= 0 {
		verb, object = order[at], objectOf(append(slices.Clone(order[:at]), order[at+1:]...))
		if object == "" {
			object = objectOf(slices.DeleteFunc(words, isGeneral))
		}
		if object == "" {
			object = objectOf(toldOf(c))
		}
	} else {
		return nil
	}
	if object == "" || isGeneral(object) {
		object = server // terraform_apply of terraform, apply_run
	}
	options, names := []string{"--object=" + object}, []string{}
	for _, a := range c.Given {
		options = append(options, "--"+a.Name+"="+a.Text)
		if a.Text != "" && a.Text != "true" && a.Text != "false" && len(a.Text) <= longestName && !strings.ContainsAny(a.Text, "\n{}") {
			names = append(names, a.Text)
		}
	}
	return shell.ServerTool(m, c.Line(), c.RawTool, verb, options, names)
}

// longestName bounds an argument that is shown as what a tool works on.
const longestName = 64

// isOrder reports whether an argument says what a tool shall do.
func isOrder(name string) bool {
	switch name {
	case "action", "command", "operation", "op", "verb", "subcommand", "method":
		return true
	}
	return false
}

// orderIn returns the words of an argument that says what a tool shall do, in small letters,
// and the place of the verb among the first of them: delete_topic, FLUSHALL ASYNC. It is -1
// where no argument says so.
func orderIn(c *protocol.Call, isVerb func(string) bool) (order []string, at int) {
	const leading = 2
	for _, a := range c.Given {
		if !isOrder(a.Name) || len(a.Text) > longestName {
			continue
		}
		order = protocol.NameWords(a.Text)
		if at = slices.IndexFunc(order[:min(len(order), leading)], isVerb); at >= 0 {
			return order, at
		}
	}
	return nil, -1
}

// toldOf returns the words of an argument that says what a tool of many shall work on.
func toldOf(c *protocol.Call) []string {
	for _, a := range c.Given {
		if (a.Name == "service" || a.Name == "resource" || a.Name == "entity") && len(a.Text) <= longestName {
			return protocol.NameWords(a.Text)
		}
	}
	return nil
}

// isGeneral reports whether a word in the name of a tool leaves it to the arguments what the
// tool does.
func isGeneral(word string) bool {
	switch word {
	case "execute", "exec", "run", "call", "invoke", "make", "manage", "command", "cmd", "cli", "api", "request", "operation", "action", "tool", "generic", "dml":
		return true
	}
	return false
}

// objectOf returns what a tool works on, by the other words of its name: the last one of
// them before words that say how or where, in the singular.
func objectOf(words []string) string {
	if at := slices.IndexFunc(words, func(w string) bool {
		switch w {
		case "by", "from", "in", "on", "for", "to", "of", "with", "at":
			return true
		}
		return false
	}); at > 0 {
		words = words[:at]
	}
	if len(words) == 0 {
		return ""
	}
	last := words[len(words)-1]
	switch {
	case strings.HasSuffix(last, "ies"):
		return strings.TrimSuffix(last, "ies") + "y"
	case strings.HasSuffix(last, "ss"), strings.HasSuffix(last, "us"), last == "dns":
		return last
	}
	return strings.TrimSuffix(last, "s")
}

// fileUses takes out of a call what it does to files of this machine, and returns it as the
// calls of the tools for files that do the same.
func (j *Judge) fileUses(c *protocol.Call, call *shell.Call) (uses []protocol.Call) {
	call.Args.Verbs = slices.DeleteFunc(slices.Clone(call.Args.Verbs), func(v *rule.Verb) bool {
		if !call.Args.Holds(v) || len(v.Effects) == 0 {
			return false
		}
		use := protocol.Call{Text: c.Text, Edits: c.Edits, CutText: c.CutText}
		writes := c.Text != "" || len(c.Edits) > 0
		switch e := v.Effects[0]; {
		case e.Do == rule.Read:
			use.Tool = protocol.Read
		case e.Do == rule.Overwrite && writes:
			use.Tool = protocol.Write
		case e.Do == rule.Append && writes:
			use.Tool = protocol.Edit
		default:
			return false
		}
		for _, w := range call.On(v.Effects[0].On) {
			use.Paths = []string{j.local(w.String())}
			uses = append(uses, use)
		}
		return true
	})
	return uses
}

// local returns a path as this machine reads it.
func (j *Judge) local(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && j.At.Home != "" {
		return filepath.Join(j.At.Home, rest)
	}
	return strings.TrimPrefix(path, "file://")
}
