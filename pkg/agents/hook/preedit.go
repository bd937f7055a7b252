package hook

import (
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
)

// preEdit judges what a tool is about to write.
func preEdit(r *run) (protocol.Reply, error) {
	if len(r.call.Paths) == 0 {
		return protocol.Reply{}, errNoFile
	}
	return judgeTool(r)
}

// preRead judges a file that a tool is about to show. A search may name none.
func preRead(r *run) (protocol.Reply, error) { return judgeTool(r) }

// preServer judges what a tool of a server is about to do.
func preServer(r *run) (protocol.Reply, error) {
	return judgeTool(r)
}

// judgeTool answers with the verdict on another tool than a shell.
func judgeTool(r *run) (protocol.Reply, error) {
	r.open()
	c := ruling{judgement: r.uses()}
	if r.duplicate != nil {
		return *r.duplicate, nil
	}
	if c.action = c.verdict.Action; c.action != policy.Silent {
		c.action = r.attend(c.action, &c.judgement, c.command)
	}
	if !r.judge.Config.Learn.On {
		return r.judged(&c)
	}
	return r.rings(beforeTool[:], &c), nil
}
