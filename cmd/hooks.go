package cmd

import "github.com/spf13/cobra"

// runHook runs the hook that the arguments name, if they name one.
func runHook(env *Env) (code int, ok bool) {
	return 0, false
}

// hookCommands shows the hooks in the help page and to completion.
func hookCommands(env *Env) []*cobra.Command { return nil }
