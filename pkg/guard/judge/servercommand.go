package judge

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// longestWord bounds an argument that becomes a word of a command.
const longestWord = 1 << 10

// serverCommands returns the commands of a shell that do what the tool of a server is told
// to: a request, the words of a client (run_gcloud_command), a subcommand of one
// (docker_volume_rm), the words of a program, or what it gets files for. What is known of
// commands holds for them, too.
func (j *Judge) serverCommands(c *protocol.Call) (list []string) {
	words, server := c.ToolWords()
	for _, text := range [...]string{requestOf(c, words, server), j.clientCommand(c, words, server), j.subcommand(c, words), j.processOf(c), j.givenFiles(c, words)} {
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// ServerMakes returns what is kept of the use of a tool that makes something, so that the
// session may take it away again: itself, and the commands that do the same. "" is of
// others.
func (j *Judge) ServerMakes(c *protocol.Call) string {
	if !c.Makes() {
		return ""
	}
	var b strings.Builder
	b.WriteString(c.RawTool)
	for _, a := range c.Given {
		if a.Text != "" && len(a.Text) <= longestName {
			b.WriteString(" " + shell.Quote(a.Name+"="+a.Text))
		}
	}
	return strings.Join(append([]string{b.String()}, j.serverCommands(c)...), "\n")
}

// requestOf returns a request that changes something, with a method and an address among
// the arguments, as a command of curl. A tool may have the method in its name.
func requestOf(c *protocol.Call, words []string, server string) string {
	method, address, body := "", "", ""
	for _, a := range c.Given {
		switch text := a.Text; {
		case method == "" && (strings.HasSuffix(a.Name, "method") || a.Name == "verb"):
			method = strings.ToUpper(text)
		case address == "" && endsIn(a.Name, "path", "url", "uri", "endpoint", "route"):
			address = text
		case body == "" && slices.Contains([]string{"body", "data", "payload", "json", "requestbody"}, a.Name):
			body = text
		}
	}
	if method == "" && slices.ContainsFunc(words, func(w string) bool { return w == "http" || w == "rest" || w == "request" }) {
		for _, w := range words {
			if w == "delete" || w == "put" || w == "post" || w == "patch" {
				method = strings.ToUpper(w)
			}
		}
	}
	switch method {
	case "DELETE", "PUT", "POST", "PATCH":
	default:
		return ""
	}
	if address == "" || len(address) > longestWord {
		return ""
	}
	if !strings.Contains(address, "://") {
		address = "https://" + hostOf(server) + "/" + strings.TrimPrefix(address, "/")
	}
	text := "curl -X " + method + " " + shell.Quote(address)
	if body != "" && method != "DELETE" {
		text += " --data-raw " + shell.Quote(body)
	}
	return text
}

// endsIn reports whether a name ends in one of some words.
func endsIn(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(name, w) })
}

// hostOf returns the name of a server as that of a host: which one it speaks to is in its
// settings.
func hostOf(server string) string {
	host := strings.Trim(strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, server), "-")
	if host == "" {
		host = "server"
	}
	return host + ".server"
}

// clientCommand returns what a tool passes on to a client that it is named after, where the
// argument leaves its name out: {"args": ["sql", "instances", "delete", "shop"]} of gcloud.
func (j *Judge) clientCommand(c *protocol.Call, words []string, server string) string {
	program := j.clientAmong(append(slices.Clone(words), parts(server)...))
	if program == "" {
		return ""
	}
	var key string
	var argv []string
	for _, a := range c.Given {
		if a.Text != "" && (key == a.Name || key == "" && (endsIn(a.Name, "command", "cmd") || a.Name == "args" || a.Name == "arguments" || a.Name == "argv")) {
			key, argv = a.Name, append(argv, a.Text)
		}
	}
	if len(argv) == 0 {
		return ""
	}
	text := argv[0]
	if len(argv) > 1 {
		quoted := make([]string, len(argv))
		for i, a := range argv {
			quoted[i] = shell.Quote(a)
		}
		text = strings.Join(quoted, " ")
	}
	if first, _, _ := strings.Cut(strings.TrimSpace(text), " "); j.Engine.Models(first) != nil && !j.knowsSub(program, first) {
		return ""
	}
	return program + " " + text
}

// processOf returns the command whose program and arguments a tool gets apart: {"cmd": "cp",
// "args": ["a", "b"]}, {"argv": ["cp", "a", "b"]}.
func (j *Judge) processOf(c *protocol.Call) string {
	var program string
	var argv []string
	for _, a := range c.Given {
		switch a.Name {
		case "cmd", "command", "program", "executable", "binary", "file":
			program = a.Text
		case "args", "arguments", "argv", "commandargs":
			argv = append(argv, a.Text)
		}
	}
	if program != "" {
		argv = append([]string{program}, argv...)
	}
	if len(argv) < 2 || strings.ContainsAny(argv[0], " \n") || j.Engine.Models(argv[0][strings.LastIndexByte(argv[0], '/')+1:]) == nil {
		return ""
	}
	for i, a := range argv {
		argv[i] = shell.Quote(a)
	}
	return strings.Join(argv, " ")
}

// givenFiles returns a command of a program that is not known, with the files that a tool gets
// which does not say that it reads them.
func (j *Judge) givenFiles(c *protocol.Call, words []string) string {
	if slices.ContainsFunc(words, isLook) {
		return ""
	}
	var b strings.Builder
	for _, a := range c.Given {
		text := j.local(a.Text)
		if len(text) > longestWord || !strings.HasPrefix(text, "/") || endsIn(a.Name, "source", "src", "from", "input", "old", "config", "root", "cwd") {
			continue
		}
		b.WriteString(" " + shell.Quote(text))
	}
	if b.Len() == 0 {
		return ""
	}
	return "mcp-" + strings.Join(words, "-") + b.String()
}

// isLook reports whether a word in the name of a tool says that it only looks.
func isLook(word string) bool {
	switch word {
	case "read", "get", "list", "ls", "search", "find", "grep", "glob", "show", "view", "open", "stat", "info", "describe", "load", "parse", "analyze",
		"check", "lint", "diff", "compare", "validate", "query", "upload", "send", "attach", "watch", "cat", "head", "tail", "count", "symbols", "diagnostics", "tree", "exists", "hash":
		return true
	}
	return false
}

// subcommand returns the command of a client whose subcommand a tool is named after: git
// reset --hard HEAD~3 for git_reset with the arguments mode and commit.
func (j *Judge) subcommand(c *protocol.Call, words []string) string {
	if at := strings.LastIndex(c.RawTool, "__"); at >= 0 {
		words = protocol.NameWords(c.RawTool[at:]) // docker_volume_rm of docker
	}
	if len(words) < 2 || !j.isClient(words[0]) {
		return ""
	}
	program := words[0]
	if words = words[1:]; isGeneral(words[0]) || !j.knowsSub(program, words[0]) {
		return ""
	}
	m := j.Engine.Models(program)
	options := optionsOf(m, words[0])
	argv, front := []string{}, []string{}
	for i, w := range words {
		if i < m.Depth && (i == 0 || j.knowsSub(program, words[0]+" "+w)) {
			argv = append(argv, w)
		} else if o := options[w]; o != nil && o.Arg == rule.NoArg {
			argv = append(argv, longest(o))
		}
	}
	for _, a := range c.Given {
		o, text := options[a.Name], a.Text
		switch {
		case text == "" || text == "false" || len(text) > longestWord:
		case isPlace(a.Name):
			for k := range m.Options {
				if m.Options[k].Role == rule.RoleCwd {
					front = []string{m.Options[k].Names[0], text}
				}
			}
		case o != nil && (o.Arg == rule.NoArg || text == "true"):
			argv = append(argv, longest(o))
		case o != nil && strings.HasPrefix(longest(o), "--"):
			argv = append(argv, longest(o)+"="+text)
		case o != nil:
			argv = append(argv, longest(o), text)
		case text == "true":
		case options[joinedWord(text)] != nil && options[joinedWord(text)].Arg == rule.NoArg && isManner(a.Name):
			argv = append(argv, longest(options[joinedWord(text)]))
		default:
			argv = append(argv, text)
		}
	}
	var b strings.Builder
	b.WriteString(program)
	for _, w := range append(front, argv...) {
		b.WriteString(" " + shell.Quote(w))
	}
	return b.String()
}

// isPlace reports whether an argument says where a client works.
func isPlace(name string) bool {
	switch name {
	case "path", "repopath", "repositorypath", "projectpath", "cwd", "workdir", "workingdir", "workingdirectory", "directory", "dir", "repo":
		return true
	}
	return false
}

// isManner reports whether an argument says how the tool works, and not on what.
func isManner(name string) bool { return isOrder(name) || name == "mode" || name == "type" }

// clientAmong returns the first word that is the name of a client with subcommands.
func (j *Judge) clientAmong(words []string) string {
	if at := slices.IndexFunc(words, j.isClient); at >= 0 {
		return words[at]
	}
	return ""
}

// isClient reports whether a word is the name of a program with subcommands.
func (j *Judge) isClient(word string) bool {
	if isGeneral(word) {
		return false
	}
	m := j.Engine.Models(word)
	return m != nil && m.Depth > 0 && m.Names[0] != serverTool
}

// knowsSub reports whether a model speaks of a subcommand.
func (j *Judge) knowsSub(program, sub string) bool {
	m := j.Engine.Models(program)
	begins := func(p string) bool { return p == sub || strings.HasPrefix(p, sub+" ") }
	first, _, _ := strings.Cut(sub, " ")
	for _, v := range m.VerbsOf(program, first) {
		if slices.ContainsFunc(v.Sub, begins) {
			return true
		}
	}
	return slices.ContainsFunc(m.SubOptionsFor(first), func(s *rule.SubOptions) bool { return slices.ContainsFunc(s.Sub, begins) })
}

// optionsOf returns the options of a subcommand by their names without what joins words.
func optionsOf(m *rule.Command, sub string) map[string]*rule.Option {
	options := map[string]*rule.Option{}
	add := func(o *rule.Option) {
		for _, name := range o.Names {
			if len(name) > 2 {
				options[joinedWord(name)] = o
			}
		}
	}
	for i := range m.Options {
		add(&m.Options[i])
	}
	for _, s := range m.SubOptionsFor(sub) {
		if slices.ContainsFunc(s.Sub, func(p string) bool { return p == sub || strings.HasPrefix(p, sub+" ") }) {
			list := s.Options.All()
			for i := range list {
				add(&list[i])
			}
		}
	}
	return options
}

// longest returns the spelling of an option that says most.
func longest(o *rule.Option) string {
	return slices.MaxFunc(o.Names, func(a, b string) int { return len(a) - len(b) })
}

// joinedWord returns a word in small letters, without what joins words.
func joinedWord(word string) string {
	return strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(word))
}

// parts returns the words in the name of a server.
func parts(server string) []string {
	return strings.FieldsFunc(server, func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') })
}
