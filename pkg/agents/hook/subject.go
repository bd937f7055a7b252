package hook

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
)

// judgement is a command, or the use of another tool, and its verdict.
type judgement struct {
	command string
	tool    string // for files: Read, Write, Edit; "" runs the command
	verdict safety.Verdict
	allows  string           // the file of the machine by which users allow nothing; "" none
	uses    []safety.Verdict // on what a tool does to each of its files
	pack    string           // the shared pack of the rule that it is about, with its version
}

// verb and noun name what was judged.
func (j *judgement) verb() string {
	if j.tool != "" {
		return "do"
	}
	return "run"
}

func (j *judgement) noun() string {
	switch j.tool {
	case "":
		return "a command"
	case "Edit":
		return "an edit"
	}
	return "a " + strings.ToLower(j.tool)
}

// subject is a part of a call that is judged by itself.
type subject struct {
	command string // or what stands for it: Write PATH
	judge   func(look rule.Facts) safety.Verdict
	keep    bool // a shell runs it: what it loses can be kept before
	file    bool // it is the use of a file
}

// subjects lists the parts of the call.
func (r *run) subjects() []subject {
	var list []subject
	for _, c := range r.call.Commands {
		list = append(list, r.shell(c))
	}
	for _, p := range r.call.Programs {
		list = append(list, subject{p.Text, func(look rule.Facts) safety.Verdict { return r.judge.VerdictIn(p.Lang, p.Text, look) }, false, false})
	}
	if r.call.Tool == protocol.Server {
		list = append(list, subject{r.call.Line(), func(look rule.Facts) safety.Verdict { return r.judge.Server(&r.call, look) }, false, false})
	}
	if tool := r.call.Tool.FileTool(); tool != "" {
		for _, path := range r.call.Paths {
			list = append(list, subject{tool + " " + path, func(look rule.Facts) safety.Verdict { return r.judge.File(&r.call, path, look) }, false, true})
		}
	}
	return list
}

// shell is a command as a subject.
func (r *run) shell(command string) subject {
	return subject{command, func(look rule.Facts) safety.Verdict {
		if r.call.OfServer() && look != nil {
			look = elsewhere{look, r.judge.Project}
		}
		return r.judge.Verdict(command, look)
	}, true, false}
}

// asked returns what is asked about: the command, and what the files hold that it
// runs. To repeat it with another script is to ask anew.
func (j *judgement) asked() string {
	return j.command + "\x00" + judge.FilesHash(j.verdict.Script)
}
