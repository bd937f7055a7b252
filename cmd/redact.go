package cmd

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
)

func newRedact(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "redact [FILE | -]",
		Short: "Copy a text without the secrets in it",
		Long: `Copy FILE, or standard input, to standard output with secrets masked: passwords,
keys and tokens by their names and forms, as in everything that ctxhook stores.
What it does not know by name or form stays: read the copy before you share it.

With the setting mask_outputs the secrets in what commands print and files hold
are masked before the model reads them, where the agent lets a hook do so.`,
		Example: `  env | ctxhook redact
  ctxhook redact server.log > shared.log`,
		GroupID: groupMore,
		Args:    atMostOne,
		RunE:    func(_ *cobra.Command, args []string) error { return redactTo(env, args) },
	}
}

func redactTo(env *Env, args []string) error {
	in, _, err := env.input(args, "a text")
	if err != nil {
		return err
	}
	defer in.Close()
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	_, err = io.WriteString(env.Stdout, redact.Clean(string(data)).String())
	return err
}
