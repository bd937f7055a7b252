package hook

import (
	"errors"

	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/protocol"
)

// errDisabled: hooks_enabled is false, and there is nothing but the verdict that
// would be answered.
var errDisabled = errors.New("hooks_disabled")

// judged answers with a verdict alone, where hooks_enabled is false.
func (r *run) judged(of *judgement, action policy.Action) (protocol.Reply, error) {
	if action == policy.Silent && r.call.Agent.Form == protocol.FormPlan {
		return protocol.Reply{}, errDisabled
	}
	return r.withProblems(r.timed(r.reply(of, action))), nil
}

// disabled answers an event of which nothing is made, because hooks_enabled is
// false.
func (r *run) disabled() int {
	switch r.call.Agent.Form {
	case protocol.FormPlan:
		return r.write(protocol.Skipped(errDisabled.Error()), protocol.Reply{})
	case protocol.FormNeutral:
		return r.answer(r.timed(protocol.Reply{}))
	}
	return exitOK
}
