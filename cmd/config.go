package cmd

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// configCommand shows the settings in force, and where each comes from.
type configCommand struct {
	*Env
	json bool
}

func newConfig(env *Env) *cobra.Command {
	cmd := &configCommand{Env: env}
	c := &cobra.Command{
		Use:   "config [KEY]",
		Short: "Show the settings, and where each comes from",
		Long: `Show the settings, and where each comes from: the defaults, your file, the
project's file, the environment, an administrator's file for this machine; later
ones win. A project and the environment may only tighten the guard, unless you
trust the project.

With a KEY, describe that key. Exits 1 if a file has errors.`,
		Example: `  ctxhook config
  ctxhook config safety_level
  ctxhook config set safety_level strict
  ctxhook config path                   where the files are
  ctxhook config example                a file with every key`,
		GroupID: groupSetup,
		Args:    atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return cmd.showKey(args[0])
			}
			return cmd.show()
		},
		ValidArgsFunction: completeKeys,
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	c.AddCommand(
		newConfigSet(env),
		newConfigUnset(env),
		&cobra.Command{
			Use:     "path",
			Short:   "Show where the files are",
			Example: "  ctxhook config path",
			Args:    noArgs,
			RunE:    func(*cobra.Command, []string) error { return cmd.showPaths() },
		},
		&cobra.Command{
			Use:     "example",
			Short:   "Print a file with every key, its default and meaning",
			Example: "  ctxhook config example > config.yaml",
			Args:    noArgs,
			RunE:    func(*cobra.Command, []string) error { env.printf("%s", configExample()); return nil },
		},
		&cobra.Command{
			Use:   "schema",
			Short: "Print the JSON schema of config.yaml, for editors",
			Long: `Print the JSON schema of config.yaml. Editors that use yaml-language-server complete
and check the file if its first line is the one that "ctxhook config example"
prints.`,
			Example: "  ctxhook config schema > config.schema.json",
			Args:    noArgs,
			RunE:    func(*cobra.Command, []string) error { return env.printJSON(config.NewSchema()) },
		},
	)
	return c
}

func completeKeys(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []string
	for _, k := range config.Keys() {
		names = append(names, k.Name+"\t"+k.Doc)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// show lists all settings, and what is wrong with them.
func (cmd *configCommand) show() error {
	ws, err := cmd.workspace()
	if err != nil {
		cmd.warnf("%v", err)
	}
	c, problems := ws.settings(false)
	j, err := cmd.judgeOf(&judgeFlags{})
	if err != nil {
		return err
	}
	strays := cmd.strays(j)
	for _, err := range strays {
		if p, ok := errors.AsType[config.Problem](err); ok {
			problems = append(problems, p)
		}
	}
	if v := newConfigView(&ws, &c, problems); !cmd.json {
		v.print(cmd.Env)
	} else if err := cmd.printJSON(v); err != nil {
		return err
	}
	broken := 0
	for _, p := range problems {
		cmd.problem(p)
		if !p.Note {
			broken++
		}
	}
	for _, err := range slices.Concat(j.Problems, j.Never()) {
		for _, one := range rulefile.Errors(err) {
			cmd.errorf("%s", display.Plain(one.Error()))
			broken++
		}
	}
	if broken > 0 {
		return codeError(exitError)
	}
	return nil
}

// strays notes what is written and counts for nothing: an allow entry for a rule
// that does not exist, and a variable that is no setting.
func (e *Env) strays(j *judge.Judge) []error {
	var list []error
	note := func(o config.Origin, text, near string) {
		p := config.Problem{Origin: o, Text: text, Note: true}
		if near != "" {
			p.Hint = "did you mean " + near + "?"
		}
		list = append(list, p)
	}
	set := slices.Concat(rules.Safety(), j.Engine.Rules, ownRules())
	entries, _ := config.AllowEntries(j.Places, time.Now())
	for i := range entries {
		id := entries[i].Rule
		if id == "" || slices.ContainsFunc(set, func(r *rule.Rule) bool { return r.ID == id }) {
			continue
		}
		note(config.Origin{Source: config.FromUser, Name: j.Places.AllowFile()},
			"allows nothing: there is no rule "+display.Quote(id), or(nearRules(set, id)))
	}
	var known []string
	for _, k := range config.Keys() {
		if k.Env != "" {
			known = append(known, k.Env)
		}
	}
	for _, pair := range os.Environ() {
		name, _, _ := strings.Cut(pair, "=")
		bare, ours := strings.CutPrefix(name, config.Prefix)
		if !ours || slices.Contains(known, name) {
			continue
		}
		if s := config.SwitchNamed(bare); s != nil {
			note(config.Origin{Source: config.FromEnv, Name: name}, "has no use here: "+s.Unused, "")
		} else {
			note(config.Origin{Source: config.FromEnv, Name: name}, "there is no such setting", spelling.Nearest(name, known))
		}
	}
	return list
}

// problem says what is wrong with a setting, or what was not honoured.
func (e *Env) problem(p config.Problem) {
	say := e.errorf
	if p.Note {
		say = e.warnf
	}
	say("%s", display.Plain(p.String()))
}

// showKey shows one setting.
func (cmd *configCommand) showKey(name string) error {
	i := slices.IndexFunc(config.Keys(), func(k config.Key) bool { return k.Name == name })
	if i < 0 {
		return unknownKey(name)
	}
	ws, err := cmd.workspace()
	if err != nil {
		cmd.warnf("%v", err)
	}
	c, problems := ws.settings(false)
	for _, p := range problems {
		cmd.problem(p)
	}
	v := &newConfigView(&ws, &c, nil).Keys[i]
	if cmd.json {
		return cmd.printJSON(v)
	}
	v.print(cmd.Env)
	return nil
}

// unknownKey is about a key that does not exist. typed is what follows it, where it is set.
func unknownKey(name string, typed ...string) error {
	var names []string
	for _, k := range config.Keys() {
		names = append(names, k.Name)
	}
	err := fmt.Errorf("there is no key %s", quote(name))
	if near := spelling.Nearest(name, names); near != "" {
		return withHint(err, "did you mean: ctxhook config "+setWords(near, typed))
	}
	names = slices.DeleteFunc(names, func(known string) bool { return !strings.HasPrefix(known, name) })
	if name != "" && len(names) == 1 {
		return withHint(err, "did you mean: ctxhook config "+setWords(names[0], typed))
	}
	if name != "" && len(names) > 0 {
		return withHint(err, "did you mean: "+or(names))
	}
	return withHint(err, "to see them all: ctxhook config")
}

// setWords are the words that set a key, or only the key.
func setWords(key string, typed []string) string {
	if len(typed) == 0 {
		return key
	}
	return "set " + key + " " + shell.Quote(typed[0])
}

// showPaths lists the files and directories of ctxhook.
func (cmd *configCommand) showPaths() error {
	ws, err := cmd.workspace()
	if err != nil {
		return err
	}
	cmd.printPath("config", ws.places.ConfigFile())
	cmd.printPath("rules", ws.places.RulesDir())
	cmd.printPath("allow", ws.places.AllowFile())
	cmd.printPath("packs", ws.places.PacksFile())
	cmd.printPath("project config", ws.places.ProjectConfig(ws.project))
	cmd.printPath("project rules", ws.places.ProjectRules(ws.project))
	cmd.printPath("machine", ws.places.Machine)
	c, _ := ws.settings(false)
	cmd.printPath("database", c.Database(ws.places))
	cmd.printPath("spool", ws.places.SpoolDir())
	cmd.printPath("debug log", ws.places.DebugLog())
	cmd.printPath("cache", ws.places.Cache)
	return nil
}

func (cmd *configCommand) printPath(name, path string) {
	state := ""
	if path == "" {
		path, state = "-", "  (not in a project)"
	} else if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		state = "  (does not exist)"
	}
	cmd.printf("%-14s  %s%s\n", name, path, cmd.paint(dim, state))
}
