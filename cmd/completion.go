package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
)

// shells are those that completions are written for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletion(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script for a shell",
		Long: `Print the completion script for bash, zsh, fish or powershell: it completes
commands, flags and rules. Load it where your shell starts:

  ~/.bashrc                    source <(ctxhook completion bash)
  ~/.zshrc, after compinit     source <(ctxhook completion zsh)
  ~/.config/fish/config.fish   ctxhook completion fish | source
  $PROFILE of PowerShell       ctxhook completion powershell | Out-String | iex`,
		Example:   "  source <(ctxhook completion bash)",
		GroupID:   groupMore,
		Args:      oneArg("a shell", "one of: ctxhook completion "+or(shells)),
		ValidArgs: shells,
		RunE:      func(c *cobra.Command, args []string) error { return printCompletion(env, c.Root(), args[0]) },
	}
}

// printCompletion prints the script for a shell.
func printCompletion(e *Env, root *cobra.Command, name string) error {
	switch name {
	case "bash":
		if err := root.GenBashCompletionV2(e.Stdout, true); err != nil {
			return err
		}
		e.printf("%s", bashWords)
		return nil
	case "zsh":
		return root.GenZshCompletion(e.Stdout)
	case "fish":
		return root.GenFishCompletion(e.Stdout, true)
	case "powershell":
		return root.GenPowerShellCompletionWithDesc(e.Stdout)
	}
	err := fmt.Errorf("there is no completion for %s", quote(name))
	if near := spelling.Nearest(name, shells); near != "" {
		return withHint(err, "did you mean: ctxhook completion "+near)
	}
	return withHint(err, "one of: ctxhook completion "+or(shells))
}

// bashWords replaces the one function of cobra's script that fails in a bash
// without the package bash-completion, as macOS and containers have it.
const bashWords = `
__ctxhook_init_completion()
{
    COMPREPLY=()
    if declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
        _get_comp_words_by_ref "$@" cur prev words cword
        return
    fi
    local line="${COMP_LINE:0:COMP_POINT}"
    read -r -a words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    cword=$((${#words[@]} - 1))
    cur="${words[cword]}"
    prev="${words[cword - 1]}"
}
`
