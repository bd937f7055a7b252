package cmd

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/display"
	"github.com/ctxhook/ctxhook/pkg/paths"
	"github.com/ctxhook/ctxhook/pkg/rulefile"
	"github.com/ctxhook/ctxhook/rules"
)

func newConfig(env *Env) *cobra.Command {
	var asJSON bool
	c := &cobra.Command{
		Use:   "config [KEY]",
		Short: "Show the settings in force, and where each comes from",
		Long: `Show the settings in force, and where each comes from: the defaults, your file,
the project's file, the environment, later ones over earlier ones. A project
and the environment may only tighten, unless you trust the project.

With a KEY, say all about that key. Exits 1 when a file has errors.`,
		Example: `  ctxhook config
  ctxhook config safety_level
  ctxhook config path                   where the files are
  ctxhook config example > ~/.config/ctxhook/config.yaml`,
		GroupID: groupSetup,
		Args:    atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return env.configKey(args[0], asJSON)
			}
			return env.config(asJSON)
		},
		ValidArgsFunction: completeKeys,
	}
	c.Flags().BoolVar(&asJSON, "json", false, "print it as JSON")
	c.AddCommand(
		&cobra.Command{
			Use:     "path",
			Short:   "Say where the files of ctxhook are",
			Example: "  ctxhook config path",
			Args:    noArgs,
			RunE:    func(*cobra.Command, []string) error { return env.configPath() },
		},
		&cobra.Command{
			Use:     "example",
			Short:   "Print a file with every key, its default and what it means",
			Example: "  ctxhook config example > ~/.config/ctxhook/config.yaml",
			Args:    noArgs,
			RunE:    func(*cobra.Command, []string) error { env.printf("%s", configExample()); return nil },
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

// here is where a command works.
type here struct {
	places  paths.Places
	project string // root of the project; "" none
}

// here finds our files and the project of the working directory.
func (e *Env) here() (here, error) {
	places, err := paths.Resolve(e.Getenv, runtime.GOOS)
	h := here{places: places}
	if dir, err := os.Getwd(); err == nil {
		h.project, _ = places.Project(dir)
	}
	return h, err
}

// settings loads the configuration. Packs are those of built-in rules, so
// that a misspelt one is told. With trusted they are what they would be if
// the user trusted the project.
func (e *Env) settings(h here, trusted bool) (config.Config, []config.Problem) {
	packs := append(packsOf(rules.Safety()), rulefile.UserPack, rulefile.ProjectPack)
	return config.Load(config.Sources{Places: h.places, Project: h.project, Getenv: e.Getenv, Packs: packs, Trusted: trusted})
}

func (e *Env) config(asJSON bool) error {
	h, err := e.here()
	if err != nil {
		e.warnf("%v", err)
	}
	c, problems := e.settings(h, false)
	if asJSON {
		if err := e.printJSON(configJSON(&c, problems)); err != nil {
			return err
		}
	} else {
		e.printConfig(&c)
	}
	broken := 0
	for _, p := range problems {
		e.problem(p)
		if !p.Note {
			broken++
		}
	}
	if broken > 0 {
		return codeError(exitError)
	}
	return nil
}

// problem says what is wrong with a setting, or what was not honoured.
func (e *Env) problem(p config.Problem) {
	say := e.errorf
	if p.Note {
		say = e.warnf
	}
	say("%s", display.Plain(p.String()))
}

// printConfig lists a value a line with its origin; the further items of a
// list stand below the first.
func (e *Env) printConfig(c *config.Config) {
	lines := c.Lines()
	names, values := 0, 0
	for _, l := range lines {
		names = max(names, len(l.Key.Name))
		values = max(values, min(len(display.Plain(l.Value)), 40))
	}
	last := ""
	for _, l := range lines {
		name := l.Key.Name
		if name == last {
			name = ""
		} else {
			last = name
		}
		value := fmt.Sprintf("%-*s", values, display.Plain(l.Value))
		if l.Origin.Source != config.FromDefault {
			value = e.paint(e.Stdout, bold, value)
		}
		e.printf("%-*s  %s  %s\n", names, name, value, e.paint(e.Stdout, dim, display.Plain(l.Origin.String())))
	}
}

func (e *Env) configKey(name string, asJSON bool) error {
	i := slices.IndexFunc(config.Keys(), func(k config.Key) bool { return k.Name == name })
	if i < 0 {
		return unknownKey(name)
	}
	h, err := e.here()
	if err != nil {
		e.warnf("%v", err)
	}
	c, problems := e.settings(h, false)
	for _, p := range problems {
		e.problem(p)
	}
	row := configJSON(&c, nil).Keys[i]
	if asJSON {
		return e.printJSON(row)
	}
	e.printf("%s: %s\n\n", e.paint(e.Stdout, bold, row.Key), row.Doc)
	var values []string
	for _, v := range row.Values {
		values = append(values, v.Value+" ("+v.Origin.String()+")")
	}
	e.printField("value", values)
	e.printField("default", []string{row.Default})
	e.printField("takes", wrap(row.Kind))
	if row.Env != "" {
		e.printField("env", []string{row.Env})
	}
	e.printField("others", wrap("a project and the environment may change it "+row.Change))
	return nil
}

func unknownKey(name string) error {
	var names []string
	for _, k := range config.Keys() {
		names = append(names, k.Name)
	}
	err := fmt.Errorf("there is no key %s", quote(name))
	if near := rulefile.Nearest(name, names); near != "" {
		return withHint(err, "did you mean: ctxhook config "+near)
	}
	names = slices.DeleteFunc(names, func(known string) bool { return !strings.HasPrefix(known, name) })
	if name != "" && len(names) == 1 {
		return withHint(err, "did you mean: ctxhook config "+names[0])
	}
	if name != "" && len(names) > 0 {
		return withHint(err, "did you mean: "+or(names))
	}
	return withHint(err, "to see them all: ctxhook config")
}

// configPath lists our files and directories.
func (e *Env) configPath() error {
	h, err := e.here()
	if err != nil {
		return err
	}
	e.printPath("config", h.places.ConfigFile())
	e.printPath("rules", h.places.RulesDir())
	e.printPath("allow", h.places.AllowFile())
	e.printPath("project config", h.places.ProjectConfig(h.project))
	e.printPath("project rules", h.places.ProjectRules(h.project))
	c, _ := e.settings(h, false)
	e.printPath("database", c.Database(h.places))
	e.printPath("spool", h.places.SpoolDir())
	e.printPath("debug log", h.places.DebugLog())
	e.printPath("cache", h.places.Cache)
	return nil
}

func (e *Env) printPath(name, path string) {
	state := ""
	if path == "" {
		path, state = "-", "  (not in a project)"
	} else if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		state = "  (not there)"
	}
	e.printf("%-14s  %s%s\n", name, path, e.paint(e.Stdout, dim, state))
}
