package follow

import (
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// walker is what following a call asks of the walk of the text: interpret.Walker.
type walker interface {
	// Commands
	Call(argv []shell.Word, x interpret.Invocation, st *interpret.State) interpret.Output
	AddCall(c *shell.Call, st *interpret.State) int
	Text(text string, st *interpret.State, in *shell.Source)
	Attempt(text string, whole shell.Span, st *interpret.State)
	Parses(text string) bool

	// States
	Assignments(words []shell.Word, span shell.Span, st *interpret.State) (rest []shell.Word, assigns []shell.Assign)
	Conditional(st *interpret.State)
	Process(outer *interpret.State, assigns []shell.Assign) *interpret.State
	Rejoin(st, in *interpret.State)

	// Words
	TextOf(v shell.Word) string
	AppendText(v *shell.Word, text string)
	Document(text string, st *interpret.State) (shell.Word, bool)
	Variable(name string, st *interpret.State) shell.Word
	Written() *interpret.Files

	// Bounds, and what is left where they are reached
	Spend(n int) bool
	SpendOn(f *interpret.FileText, n int) bool
	Descend() bool
	Ascend()
	Problem(kind, say string, at shell.Span)
	LeavePart(why unread.Reason, say string, at shell.Span)
	LeaveRest(f *interpret.FileText, from int, whole shell.Span)
	MayHarm(source string) bool
	ProgramMayHarm(program string) bool
}
