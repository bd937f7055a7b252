package cmd

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/agents/ancestry"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/rules"
)

// ancestors returns this process and those that started it, the nearest first.
func (e *Env) ancestors() []ancestry.Process {
	if e.Ancestors != nil {
		return e.Ancestors()
	}
	return ancestry.Self()
}

// agentAbove says which ancestor shows that an agent started this process: one
// that is an agent, or that was started with its variables. An agent can take
// them out of the environment of this process, and not out of theirs. An editor
// is no agent: there the variables decide.
func agentAbove(chain []ancestry.Process) string {
	for i := range chain[min(1, len(chain)):] {
		p := &chain[i+1]
		if name := agentName(p); name != "" {
			return fmt.Sprintf("%s (process %d) started this", name, p.ID)
		}
		if name := protocol.VariableOf(p.Variable); name != "" {
			return fmt.Sprintf("%s is set for %s (process %d), which started this", name, p.Name, p.ID)
		}
	}
	return ""
}

// agentName returns the name of the agent that a process is, or "".
func agentName(p *ancestry.Process) string {
	for _, name := range programNames(p) {
		if traitsOf(name)&rule.Agent != 0 {
			return name
		}
	}
	return ""
}

func traitsOf(program string) rule.Trait { return rules.Command(program).TraitsOf(program) }

// programNames returns the names under which a process may be known. An
// interpreter is known by the script that it runs, or by the package in which
// that lies. A program in a directory of versions has the name of the directory
// above.
func programNames(p *ancestry.Process) []string {
	names := []string{p.Name}
	if len(p.Args) == 0 {
		return names
	}
	program := slashed(p.Args[0])
	names = append(names, path.Base(program))
	if dir := path.Dir(program); path.Base(dir) == "versions" {
		names = append(names, path.Base(path.Dir(dir)))
	}
	if traitsOf(path.Base(program))&rule.Interpreter == 0 {
		return names
	}
	for _, a := range p.Args[1:] {
		if strings.HasPrefix(a, "-") {
			continue
		}
		script := strings.Split(slashed(a), "/")
		last := len(script) - 1
		switch ext := path.Ext(script[last]); ext {
		case ".js", ".cjs", ".mjs", ".py":
			script[last] = strings.TrimSuffix(script[last], ext)
		}
		if !slices.Contains(script, "node_modules") {
			script = script[last:]
		}
		return append(names, script...)
	}
	return names
}

func slashed(p string) string {
	return strings.TrimSuffix(strings.ToLower(strings.ReplaceAll(p, `\`, "/")), ".exe")
}

// madeTerminal says why no user sits at the terminal of a process: a program such as script
// made it, and was itself started without a terminal. A program that a user starts has a
// terminal, and the leader of that terminal's session is among its ancestors.
func madeTerminal(chain []ancestry.Process) string {
	for i := 0; i < len(chain); {
		leader := slices.IndexFunc(chain[i:], func(p ancestry.Process) bool { return p.ID == chain[i].Session })
		switch {
		case chain[i].Session == 0 && i == 0:
			return "" // the system does not tell
		case leader < 0 || !chain[i].Terminal:
			return fmt.Sprintf("%s (process %d) was not started at a terminal", chain[i].Name, chain[i].ID)
		}
		i += leader + 1
		if i >= len(chain) || !opensTerminal(&chain[i]) {
			return ""
		}
	}
	return ""
}

// opensTerminal reports whether a process makes a terminal for others that no user looks at.
func opensTerminal(p *ancestry.Process) bool {
	name := strings.TrimRight(p.Name, "0123456789.") // python3.11
	return (traitsOf(p.Name)|traitsOf(name))&rule.OpensTerminal != 0
}

// fromClient reports whether an agent's own process started this hook, or the
// shell in which it starts hooks: not a command of the agent. It does so too
// where the system tells nothing. An agent hands a payload over a pipe.
func (e *Env) fromClient() bool {
	if f, ok := e.Stdin.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return false
		}
	}
	chain := e.ancestors()
	if len(chain) < 2 || agentName(&chain[1]) != "" {
		return true
	}
	shell := chain[1].Args
	if len(chain) < 3 || len(shell) < 2 {
		return false
	}
	command := strings.Fields(shell[len(shell)-1] + " ")
	return len(command) > 0 && path.Base(slashed(strings.Trim(command[0], `"'`))) == "ctxhook" && agentName(&chain[2]) != ""
}
