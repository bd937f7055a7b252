package hook

import (
	"errors"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// errDisabled says that hooks_enabled is false, and that the verdict is silent.
var errDisabled = errors.New("hooks_disabled")

// judged answers with a verdict alone, where hooks_enabled is false.
func (r *run) judged(c *ruling) (protocol.Reply, error) {
	if c.action == policy.Silent && r.call.Agent.Form == protocol.FormPlan {
		return protocol.Reply{}, errDisabled
	}
	return r.rings(judgedAlone[:], c), nil
}

// disabled answers an event that hooks_enabled: false switches off. A change of the
// guard is still told: this setting may be what changed.
func (r *run) disabled(changed []journal.GuardChange) int {
	switch r.call.Agent.Form {
	case protocol.FormPlan:
		return r.write(protocol.Skipped(errDisabled.Error()), protocol.Reply{})
	case protocol.FormNeutral:
		return r.answer(r.timed(protocol.Reply{}))
	}
	if r.call.Agent.Replaces || len(changed) > 0 {
		return r.answer(r.withGuard(protocol.Reply{}, changed)) // secrets are masked nevertheless
	}
	return exitOK
}
