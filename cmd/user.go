package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// errNotUser refuses an agent that wants to switch its guard off.
var errNotUser = errors.New("only the user may do this")

// requireUser refuses a command that loosens the guard to a process without a
// terminal at both ends, to one whose terminal was made for it, and to one that
// an agent started. The rules about these commands are the first guard, and this
// is the second. It cannot be exact, so it errs towards no: users can open a
// terminal of their own, and the hint says so.
func requireUser(e *Env) error {
	why := e.agentStarted()
	if why == "" && !e.atTerminal() {
		why = "this is not a terminal"
	}
	if why == "" {
		why = madeTerminal(e.ancestors())
	}
	return notUser(e, why)
}

// refuseAgent refuses a command that removes traces to a process that an agent
// started. The command loosens nothing, so a user's script may run it.
func refuseAgent(e *Env) error { return notUser(e, e.agentStarted()) }

// agentStarted says what shows that an agent started this process, if anything
// does.
func (e *Env) agentStarted() string {
	if name := protocol.VariableOf(e.Getenv); name != "" {
		return name + " is set, so an agent started this"
	}
	return agentAbove(e.ancestors())
}

// notUser makes the refusal for a reason; "" is none.
func notUser(e *Env, why string) error {
	if why == "" {
		return nil
	}
	return withHint(fmt.Errorf("%w: %s", errNotUser, why), inOwnTerminal(e.Args))
}

// inOwnTerminal says what users type who were taken for an agent.
func inOwnTerminal(args []string) string {
	return "in a terminal of your own, type: ctxhook " + typedArgs(args)
}

// typedArgs are arguments as they are typed.
func typedArgs(args []string) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = shell.Quote(a)
	}
	return strings.Join(words, " ")
}

// atTerminal reports whether standard input and output are a terminal.
func (e *Env) atTerminal() bool {
	if e.AtTerminal != nil {
		return e.AtTerminal()
	}
	return isTerminal(e.Stdin) && isTerminal(e.Stdout)
}

// confirm asks the user whether something is to be removed.
func (e *Env) confirm(what string) error {
	return e.agree("this deletes "+what, "to go on, type: yes", "nothing was deleted")
}

// agree tells the user what will be, and how to agree. otherwise is what it comes to if
// they do not.
func (e *Env) agree(what, how, otherwise string) error {
	if !e.atTerminal() {
		return withHint(errors.New("no terminal to ask for confirmation"), "to skip the question: --yes")
	}
	e.hint("%s", what)
	e.hint("%s", how)
	answer, err := bufio.NewReader(e.Stdin).ReadString('\n')
	switch {
	case strings.TrimSpace(answer) == "yes":
		return nil
	case err != nil && err != io.EOF:
		return fmt.Errorf("%s: %w", otherwise, err)
	}
	e.hint("%s", otherwise)
	return codeError(exitError)
}
