package cmd

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// configSetCommand changes a key in the user's file.
type configSetCommand struct{ *Env }

func newConfigSet(env *Env) *cobra.Command {
	cmd := &configSetCommand{env}
	return &cobra.Command{
		Use:   "set KEY VALUE",
		Short: "Change a setting in your file",
		Long: `Write a key into your file of settings: a key that "ctxhook config" lists, or one
below a mapping, as packs.docker. A list is written in brackets, or as its only
item. The value is checked first; comments and order stay. Only the user may do
this, not an agent.`,
		Example: `  ctxhook config set safety_level strict
  ctxhook config set policy.medium ask
  ctxhook config set blocked_patterns '[terraform destroy, "glob:npm publish*"]'
  ctxhook config set packs.docker off`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 2 {
				return nil
			}
			return withHint(errors.New("config set needs a key and a value"), "for example: ctxhook config set safety_level strict")
		},
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.run(args[0], args[1:]) },
		ValidArgsFunction: completeSetting,
	}
}

func newConfigUnset(env *Env) *cobra.Command {
	cmd := &configSetCommand{env}
	return &cobra.Command{
		Use:               "unset KEY",
		Short:             "Remove a setting from your file",
		Long:              "Remove a key from your file of settings, so that its default counts again. Only the\nuser may do this, not an agent.",
		Example:           "  ctxhook config unset safety_level",
		Args:              oneArg("a key", "to see them: ctxhook config"),
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.run(args[0], nil) },
		ValidArgsFunction: completeKeys,
	}
}

// completeSetting completes a key, and then its value where there are few.
func completeSetting(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) != 1 {
		return completeKeys(c, args, begun)
	}
	i := slices.IndexFunc(config.Keys(), func(k config.Key) bool { return k.Name == args[0] })
	if i < 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return config.Keys()[i].Words(), cobra.ShellCompDirectiveNoFileComp
}

// run sets a key to a value, or removes it without one.
func (cmd *configSetCommand) run(name string, value []string) error {
	if err := refuseAgent(cmd.Env); err != nil {
		return err
	}
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	if !config.Known(name) {
		return unknownKey(name, value...)
	}
	var e *config.Edited
	if len(value) > 0 {
		e, err = config.Set(ws.sources(), name, value[0])
	} else {
		e, err = config.Unset(ws.sources(), name)
	}
	if err != nil {
		return cmd.explain(name, err)
	}
	if err := e.Write(); err != nil {
		return err
	}
	bare := func(value string) string { // of one in a group: "docker: off"
		_, key, _ := strings.Cut(name, ".")
		return display.Plain(cmp.Or(strings.TrimPrefix(value, key+": "), "not set"))
	}
	cmd.printf("%s: %s -> %s in %s\n", name, bare(e.Old), bare(e.New), display.Plain(cmd.tilde(e.Path)))
	if name == "mask_outputs" && e.New == "true" {
		cmd.hint("so that ctxhook hears what Read and Grep answer: ctxhook doctor --fix")
	}
	cmd.inForce(&ws, name)
	return nil
}

// explain adds to an error what to type next.
func (cmd *configSetCommand) explain(name string, err error) error {
	if errors.Is(err, config.ErrNotSet) {
		return withHint(errors.New(name+" is not set in your file"), "to see where it comes from: ctxhook config "+name)
	}
	if p, ok := errors.AsType[config.Problem](err); ok {
		group, _, _ := strings.Cut(name, ".")
		key := name
		if !slices.ContainsFunc(config.Keys(), func(k config.Key) bool { return k.Name == name }) {
			key = group
		}
		text, hint := p.Text, cmp.Or(p.Hint, "to see what it takes: ctxhook config "+key)
		if !strings.Contains(text, group) {
			text = display.Plain(p.String())
		}
		return withHint(errors.New("nothing was written: "+display.Plain(text)), display.Plain(hint))
	}
	return withHint(err, "nothing was written; to edit it by hand: ctxhook config path")
}

// inForce says which value counts here if it is not the one that was written.
func (cmd *configSetCommand) inForce(ws *workspace, name string) {
	c, _ := ws.settings(false)
	for _, l := range c.Lines() {
		if l.Key.Name == name && l.Origin.Source > config.FromUser {
			cmd.hint("here %s is %s: %s", name, display.Plain(l.Value), display.Plain(cmd.tilde(l.Origin.String())))
			return
		}
	}
}
