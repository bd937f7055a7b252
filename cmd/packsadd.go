package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/packs"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// packsCommand adds a pack, or updates packs: what changes is shown first.
type packsCommand struct {
	*Env
	name, pin string
	yes, json bool
}

func newPacksAdd(env *Env) *cobra.Command {
	cmd := &packsCommand{Env: env}
	c := &cobra.Command{
		Use:   "add SOURCE",
		Short: "Add a pack",
		Long: `Add a pack. SOURCE is a directory, or the address of a git repository; git fetches
the newest commit and nothing of it runs. ctxhook checks every rule by its own
examples, shows the rules and what they would have stopped of your last commands,
and asks.

With --pin the pack stays at a commit, or at files with that hash. Agents may not
run this command.`,
		Example: `  ctxhook packs add https://github.com/acme/agent-rules
  ctxhook packs add git@git.acme.example:platform/rules.git --name acme
  ctxhook packs add ~/work/agent-rules
  ctxhook packs add ~/agent-rules --pin sha256:$(cat agent-rules.sha256)`,
		Args: oneArg("a directory or the address of a repository", "for example: ctxhook packs add https://github.com/acme/agent-rules"),
		RunE: func(c *cobra.Command, args []string) error { return cmd.add(c.Context(), args[0]) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
	}
	c.Flags().StringVar(&cmd.name, "name", "", "a name of your own for the pack")
	c.Flags().StringVar(&cmd.pin, "pin", "", "the commit, or sha256: and the hash of the files, to stay at")
	cmd.register(c)
	return c
}

func newPacksUpdate(env *Env) *cobra.Command {
	cmd := &packsCommand{Env: env}
	c := &cobra.Command{
		Use:   "update [NAME]",
		Short: "Fetch packs again, and show what changes before it does",
		Long: `Fetch one pack or all again. Where the rules changed, show how, and what that would
have changed for your last 2,000 commands, and ask. A pinned pack stays as it is.

With --json nothing changes unless --yes is given. An update that changes or removes
rules may loosen the guard: only the user may accept it. Agents may not run this
command at all.`,
		Example: `  ctxhook packs update
  ctxhook packs update acme
  ctxhook packs update --json          show what would change, as JSON`,
		Args:              atMostOne,
		ValidArgsFunction: completer{env}.packs,
		RunE:              func(c *cobra.Command, args []string) error { return cmd.update(c.Context(), args) },
	}
	cmd.register(c)
	return c
}

func (cmd *packsCommand) register(c *cobra.Command) {
	c.Flags().BoolVar(&cmd.yes, "yes", false, "skip the question")
	c.Flags().BoolVar(&cmd.json, "json", false, "print what changes as JSON; without --yes nothing does")
}

func (cmd *packsCommand) add(ctx context.Context, from string) error {
	if err := refuseAgent(cmd.Env); err != nil {
		return err
	}
	source, err := packs.ParseSource(from)
	if near := packs.Nearest(from); errors.Is(err, packs.ErrAddress) && near != "" {
		return withHint(err, "did you mean: "+near)
	}
	if err != nil {
		return explainPack(err)
	}
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	list, err := ws.addedPacks()
	if err != nil {
		return err
	}
	f, err := cmd.fetch(ctx, source, cmd.pin)
	if err != nil {
		return err
	}
	checked, err := cmd.checkPack(f, cmd.name, source.Base())
	if err != nil {
		return err
	}
	made, err := cmd.judgeOf(&judgeFlags{})
	if err != nil {
		return err
	}
	if made.HasMachinePack(checked.name) {
		return withHint(fmt.Errorf("an administrator added a pack %s", checked.name), "give this one another name: --name NAME")
	}
	r := packReview{env: cmd.Env, ws: &ws, list: list, fetched: f, checked: checked}
	if i := slices.IndexFunc(list, func(p packs.Pack) bool { return p.Name == checked.name }); i >= 0 {
		if r.old = &list[i]; r.old.Source != source.Text {
			return withHint(fmt.Errorf("there is a pack %s already, from %s", checked.name, quote(r.old.Source)),
				"to add this one beside it: --name NAME; to remove that one: ctxhook packs remove "+checked.name)
		}
	}
	r.next = packs.Pack{Name: checked.name, Source: source.Text, Commit: f.Commit, SHA256: f.Sum(), Pin: cmd.pin, Since: time.Now().UTC().Truncate(time.Second)}
	view, err := cmd.accept(&r)
	if err == nil && cmd.json {
		return cmd.printJSON(view)
	}
	return err
}

// fetch reads a pack from its source.
func (cmd *packsCommand) fetch(ctx context.Context, source packs.Source, pin string) (*packs.Fetched, error) {
	if err := source.CheckPin(pin); err != nil {
		return nil, err
	}
	if source.IsRemote() && isTerminal(cmd.Stderr) {
		cmd.hint("fetching %s", display.Plain(source.Text))
	}
	f, err := source.Fetch(ctx, pin, os.Environ())
	return f, explainPack(err)
}

func (cmd *packsCommand) update(ctx context.Context, names []string) error {
	if err := refuseAgent(cmd.Env); err != nil {
		return err
	}
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	list, err := ws.addedPacks()
	if err != nil {
		return err
	}
	wanted := list
	if len(names) > 0 {
		p, err := packNamed(list, names[0])
		if err != nil {
			return err
		}
		wanted = []packs.Pack{p}
	}
	if len(wanted) == 0 && !cmd.json {
		cmd.printf("no packs\n")
		cmd.hint("to add one: ctxhook packs add https://.., or a directory")
	}
	views, failed := []*packReviewView{}, 0
	for i := range wanted {
		view, err := cmd.updateOne(ctx, &ws, &wanted[i])
		if err != nil && len(wanted) == 1 {
			return err
		}
		if err != nil {
			failed++
			if _, told := errors.AsType[codeError](err); !told {
				cmd.errorf("%s: %v", wanted[i].Name, err)
			}
			continue
		}
		views = append(views, view)
	}
	if cmd.json {
		err = cmd.printJSON(views)
	}
	if failed > 0 {
		err = errors.Join(err, fmt.Errorf("%s of %d could not be updated", display.Counted(failed, "pack"), len(wanted)))
	}
	return err
}

func (cmd *packsCommand) updateOne(ctx context.Context, ws *workspace, p *packs.Pack) (*packReviewView, error) {
	source, err := packs.ParseSource(p.Source)
	if err != nil {
		return nil, explainPack(err)
	}
	f, err := cmd.fetch(ctx, source, p.Pin)
	if errors.Is(err, packs.ErrPinned) {
		if _, broken := p.Stored(ws.places); broken == nil {
			return cmd.stays(p), nil
		}
	}
	if err != nil {
		return nil, err
	}
	checked, err := cmd.checkPack(f, p.Name, "")
	if err != nil {
		return nil, err
	}
	list, err := ws.addedPacks() // as it is after the packs before this one
	if err != nil {
		return nil, err
	}
	next := *p
	next.Commit, next.SHA256 = f.Commit, f.Sum()
	next.Since = time.Now().UTC().Truncate(time.Second)
	return cmd.accept(&packReview{env: cmd.Env, ws: ws, list: list, fetched: f, checked: checked, old: p, next: next})
}

// stays says that a pack is as it was pinned, though its source has other files now.
func (cmd *packsCommand) stays(p *packs.Pack) *packReviewView {
	if !cmd.json {
		cmd.printf("%s: stays as it is pinned; its source has other files now\n", p.Name)
		cmd.hint("to move it: ctxhook packs add %s --name %s --pin sha256:..", display.Plain(shell.Quote(p.Source)), p.Name)
	}
	return (&packReview{old: p, next: *p}).view(nil, nil)
}

// question says what the user agrees to, and how.
func (r *packReview) question() (what, how string) {
	if r.old == nil {
		return "the rules above hold in every project once you add them", "to add them, type: yes"
	}
	return "the changes above hold in every project once you accept them", "to accept them, type: yes"
}

// accept shows what a pack changes, asks the user, and lets it hold.
func (cmd *packsCommand) accept(r *packReview) (*packReviewView, error) {
	before, broken := r.before()
	if before != nil && r.old.SHA256 == r.next.SHA256 && r.old.Pin == r.next.Pin {
		r.next.Since = r.old.Since
		var err error
		if r.next != *r.old { // another commit with the same files
			err = packs.Put(r.ws.places, r.next, r.fetched.Bundle)
		}
		if !cmd.json {
			cmd.printf("%s: up to date\n", r.next.Name)
		}
		return r.view(nil, nil), err
	}
	trial, err := r.trial()
	if err != nil {
		return nil, err
	}
	v := r.view(before, trial)
	if !cmd.json {
		r.print(v, before, broken)
	}
	if cmd.json && !cmd.yes {
		return v, nil
	}
	if v.loosens() {
		if err := requireUser(cmd.Env); err != nil {
			cmd.errorf("this changes or removes rules of %s, and that may loosen the guard", r.next.Name)
			return nil, err
		}
	}
	if !cmd.yes {
		what, how := r.question()
		if err := cmd.agree(what, how, "nothing was changed"); err != nil {
			return nil, err
		}
	}
	if err := packs.Put(r.ws.places, r.next, r.fetched.Bundle); err != nil {
		return nil, err
	}
	if v.Applied = true; cmd.json {
		return v, nil
	}
	if r.old == nil {
		cmd.printf("added: %s\n", r.next.Name)
		cmd.printf("to undo: ctxhook packs remove %s\n", r.next.Name)
	} else {
		cmd.printf("updated: %s\n", r.next.Name)
	}
	return v, nil
}
