package cmd

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/packs"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func newPacks(env *Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "packs",
		Short: "Add, update and remove rules that others wrote",
		Long: `Add, update and remove packs: rules that others wrote, such as your team. A pack
is a directory of rule files, or a git repository with one.

A pack can only tighten: it cannot allow anything or change a built-in rule, and
nothing in it runs. You accept its files as they are now. Until you run "packs
update", nothing is fetched and nothing changes; a stored file that changed is
refused.`,
		Example: `  ctxhook packs add https://github.com/acme/agent-rules
  ctxhook packs update
  ctxhook packs list
  ctxhook packs remove acme`,
		GroupID: groupMore,
		Args:    knownCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newPacksAdd(env), newPacksUpdate(env), newPacksList(env), newPacksRemove(env), newPacksTest(env))
	return c
}

// packs completes the name of a pack that the user added.
func (cp completer) packs(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	ws, err := cp.workspace()
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list, _ := packs.Read(ws.places) // without an answer nothing is offered
	var words []string
	for i := range list {
		words = append(words, list[i].Name+"\t"+display.Plain(list[i].Source))
	}
	return words, cobra.ShellCompDirectiveNoFileComp
}

// packNamed finds a pack that the user added.
func packNamed(list []packs.Pack, name string) (packs.Pack, error) {
	var names []string
	for _, p := range list {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	err := fmt.Errorf("there is no pack %s", quote(name))
	if near := spelling.Nearest(name, names); near != "" {
		return packs.Pack{}, withHint(err, "did you mean: "+near)
	}
	return packs.Pack{}, withHint(err, "to see them: ctxhook packs list")
}

// addedPacks returns the packs that the user added.
func (ws *workspace) addedPacks() ([]packs.Pack, error) {
	list, err := judge.AddedPacks(ws.places)
	if err != nil {
		return nil, withHint(err, "correct the file, or delete it and add the packs again: ctxhook packs add SOURCE")
	}
	return list, nil
}

// packView shows a pack that the user added.
type packView struct {
	Name        string    `json:"name"`
	Source      string    `json:"source"`
	Commit      string    `json:"commit,omitempty"`
	SHA256      string    `json:"sha256"`
	Pin         string    `json:"pin,omitempty"`
	Since       time.Time `json:"since"`
	Holds       bool      `json:"holds"`
	Why         string    `json:"why,omitempty"` // it does not hold
	Rules       int       `json:"rules"`
	Description string    `json:"description,omitempty"`
	Version     string    `json:"version,omitempty"`
	License     string    `json:"license,omitempty"`
}

// packOff is why a pack does not hold that is as the user accepted it.
const packOff = "switched off by your settings"

// newPackView reads a pack. on says whether the settings leave it on.
func newPackView(ws *workspace, p *packs.Pack, on bool) *packView {
	v := &packView{Name: p.Name, Source: p.Source, Commit: p.Commit, SHA256: p.SHA256, Pin: p.Pin, Since: p.Since}
	b, err := p.Stored(ws.places)
	if err != nil {
		v.Why = err.Error()
		return v
	}
	if v.Holds = on; !on {
		v.Why = packOff
	}
	set, _ := b.Rules(p.Name, func(name string) string { return name })
	v.Rules = len(set)
	about, _ := rulefile.ParseAbout(rulefile.PackFile, b.File(rulefile.PackFile)) // it was read when the pack was added
	v.Description, v.Version, v.License = about.Description, about.Version, about.License
	return v
}

func newPacksList(env *Env) *cobra.Command {
	asJSON := false
	c := &cobra.Command{
		Use:   "list",
		Short: "List the packs, and whether their files are unchanged",
		Long: `List the packs that you added, and whether they hold: not if their stored files
changed, nor if your settings switch them off.

Exits 0, or 1 if stored files changed.`,
		Example: `  ctxhook packs list
  ctxhook packs list --json
  ctxhook rules list --pack acme       list the rules of a pack`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return listPacks(env, asJSON) },
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print the list as JSON")
	return c
}

func listPacks(env *Env, asJSON bool) error {
	ws, err := env.workspace()
	if err != nil {
		return err
	}
	list, err := ws.addedPacks()
	if err != nil {
		return err
	}
	settings, _ := ws.settings(false)
	views, width, broken := make([]*packView, len(list)), 0, false
	for i := range list {
		v := newPackView(&ws, &list[i], settings.PackOn(list[i].Name))
		views[i], broken = v, broken || !v.Holds && v.Why != packOff
		width = max(width, len(list[i].Name))
	}
	if asJSON {
		err = env.printJSON(views)
	} else {
		env.printPacks(views, list, width)
	}
	if err == nil && broken {
		return codeError(exitError)
	}
	return err
}

// printPacks lists packs. list has what they were added as.
func (e *Env) printPacks(views []*packView, list []packs.Pack, width int) {
	if len(views) == 0 {
		e.printf("no packs\n")
		e.hint("to add one: ctxhook packs add https://.., or a directory")
	}
	for i, v := range views {
		state := display.Counted(v.Rules, "rule")
		switch {
		case v.Why == packOff:
			state += ", " + packOff
		case !v.Holds:
			state = e.paint(red, v.Why+": ctxhook packs update "+v.Name)
		}
		if v.Pin != "" {
			state += ", pinned"
		}
		e.printf("%-*s  %s  %s  %s\n", width, v.Name, list[i].Short(), state, display.Plain(e.tilde(v.Source)))
		if v.Description != "" {
			e.printf("%-*s  %s\n", width, "", e.paint(dim, display.Plain(v.Description)))
		}
	}
}

func newPacksRemove(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "remove NAME",
		Short: "Remove a pack",
		Long: `Remove a pack: its rules no longer hold. That loosens the guard, so only the user may
do this, at a terminal: there is no --yes.`,
		Example:           "  ctxhook packs remove acme",
		Args:              oneArg("the name of a pack", "to see them: ctxhook packs list"),
		ValidArgsFunction: completer{env}.packs,
		RunE:              func(_ *cobra.Command, args []string) error { return removePack(env, args[0]) },
	}
}

func removePack(env *Env, name string) error {
	if err := requireUser(env); err != nil {
		return err
	}
	ws, err := env.workspace()
	if err != nil {
		return err
	}
	list, err := ws.addedPacks()
	if err != nil {
		return err
	}
	p, err := packNamed(list, name)
	if err != nil {
		return err
	}
	if err := packs.Remove(ws.places, name); err != nil {
		return err
	}
	env.printf("removed: %s\n", name)
	env.printf("to undo: ctxhook packs add %s --name %s\n", display.Plain(shell.Quote(p.Source)), name)
	return nil
}

func newPacksTest(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "test [DIR]",
		Short: "Check a pack that you write",
		Long: `Check a pack that you write as "packs add" does, and add nothing: the form of its
files, the examples of its rules, and the commands that they suggest. DIR is this
directory by default. The hash at the end is what others can pin.

Exits 0, or 1 if others could not add the pack.`,
		Example: `  ctxhook packs test
  ctxhook packs test ~/work/agent-rules`,
		Args: atMostOne,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(c *cobra.Command, args []string) error {
			dir := "."
			if len(args) > 0 {
				dir = args[0]
			}
			return testPack(c, env, dir)
		},
	}
}

func testPack(c *cobra.Command, env *Env, dir string) error {
	source, err := packs.ParseSource(dir)
	if err != nil {
		return explainPack(err)
	}
	if source.IsRemote() {
		return withHint(fmt.Errorf("%s is not a directory", quote(dir)), "get a copy with git clone, then: ctxhook packs test DIR")
	}
	f, err := source.Fetch(c.Context(), "", nil)
	if err != nil {
		return explainPack(err)
	}
	p, err := env.checkPack(f, "", source.Base())
	if err != nil {
		return err
	}
	env.printf("ok: pack %s, %s, %s\n", p.name, display.Counted(len(p.rules), "rule"), display.Counted(p.examples, "example"))
	env.printf("sha256:%s\n", f.Sum())
	return nil
}

// explainPack adds to an error about a source what to do about it.
func explainPack(err error) error {
	switch {
	case errors.Is(err, packs.ErrAddress):
		return withHint(err, "name a directory, or a repository by https://, ssh:// or git@host:path")
	case errors.Is(err, packs.ErrNoRules):
		return withHint(err, "a pack has files such as no-prod.yaml in rules/, or beside its pack.yaml: ctxhook help packs")
	case errors.Is(err, packs.ErrPinned):
		return withHint(err, "to pin what is there now: ctxhook packs add SOURCE --pin sha256:..")
	case errors.Is(err, packs.ErrNoGit):
		return withHint(err, "install git, or add a directory: ctxhook packs add DIR")
	case errors.Is(err, packs.ErrGit):
		return withHint(err, "check that git ls-remote reaches it; ctxhook lets git ask for no password")
	}
	return err
}

// reservedPacks are the names of packs that no other pack may have.
func reservedPacks() []string {
	return slices.Concat(packsOf(rules.Safety()), packsOf(ownRules()), []string{rulefile.UserPack, rulefile.ProjectPack, rulefile.MachinePack})
}
