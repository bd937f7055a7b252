package safety

import (
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// JudgeServer judges the use of a tool that is no shell with the rules for commands. The
// script is what shell.ServerTool makes of it. What it does to files is judged by JudgeUse.
func (e *Engine) JudgeServer(s *shell.Script, at Dirs, facts rule.Facts) Verdict {
	engine := *e
	engine.offered = true // there is no command in its place
	return engine.verdict(s, at, facts)
}

// JudgeServerCommand judges a command that does what the tool of a server is told to.
func (e *Engine) JudgeServerCommand(command string, at Dirs, facts rule.Facts) Verdict {
	engine := *e
	engine.offered = true // it is not typed
	return engine.Judge(command, at, facts)
}
