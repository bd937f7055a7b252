package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/lint"
	"github.com/ctxhook/ctxhook/pkg/lint/report"
	"github.com/ctxhook/ctxhook/rules"
)

// lintCommand checks shell code in files.
type lintCommand struct {
	*Env
	format        string
	outputs       []string
	minRisk       string
	disable       []string
	enable        []string
	staged        bool
	base          string
	stdinName     string
	baseline      string
	noBaseline    bool
	writeBaseline bool
	exitZero      bool
	fix           bool
	dryRun        bool
	agents        bool
	all           bool
	unreadFails   bool
	found         []lint.Finding // with edits, for fix
}

func newLint(env *Env) *cobra.Command {
	cmd := &lintCommand{Env: env}
	c := &cobra.Command{
		Use:   "lint [flags] [PATH.. | -]",
		Short: "Check shell code in files",
		Long: `Check shell code in files by the rules of the hook: scripts, image builds, CI,
makefiles, package scripts, and commands in documents. Files that git ignores are
skipped unless named; links are not followed. "-" reads standard input.

The risk depends on where a command stands: a container image may delete its own
files. Only the files are read, nothing else on this machine.

To accept a finding, use one of
  a comment       # ctxhook: ignore[pack/rule] reason, after the command or on the
                  line before; ignore-file[pack/rule] reason, near the top
  the settings    lint_ignore, lint_exclude, lint_disable (ctxhook config)
  a baseline      --write-baseline records today's findings in
                  .ctxhook/baseline.json; later runs report only new ones

A rule that fires in many places, and the same words in a file, are one finding with
the further places named. --all lists each; so do --diff and --staged.

--fix rewrites shell scripts where that changes nothing else: "${VAR:?}" for a
variable that may be empty, -- before the operands of rm, || exit after a cd.

Formats: ` + strings.Join(formatNames(), ", ") + `.

Exits 0 without findings, 1 with findings, 2 on wrong usage or if a PATH does not
exist (the others are checked), 3 if a file could not be read or checked.`,
		Example: `  ctxhook lint
  ctxhook lint --min-risk high scripts .github
  ctxhook lint --staged                          in a git hook
  ctxhook lint --diff origin/main                what a branch adds
  ctxhook lint --fix --dry-run                   what would be rewritten
  ctxhook lint --agents                          what runs by itself, and texts for agents
  ctxhook lint --output sarif=ctxhook.sarif      a report as well
  ctxhook lint --stdin-filename Dockerfile - < Dockerfile`,
		GroupID: groupDay,
		RunE: func(c *cobra.Command, args []string) error {
			return cmd.run(c, args)
		},
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveDefault
		},
	}
	c.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return lintUsage(flagError(c, err))
	})
	cmd.register(c.Flags())
	completer{env}.flag(c, "format", formatCompletions())
	completer{env}.flag(c, "min-risk", []string{"low", "medium", "high", "critical"})
	completer{env}.ruleFlag(c, "disable", true)
	completer{env}.ruleFlag(c, "enable", true)
	return c
}

func (cmd *lintCommand) register(flags *pflag.FlagSet) {
	flags.StringVar(&cmd.format, "format", "text", "the `format` on standard output")
	flags.StringArrayVar(&cmd.outputs, "output", nil, "a report in a file as well, `format=file`; repeatable")
	flags.StringVar(&cmd.minRisk, "min-risk", "", "the lowest `risk` to report: low, medium, high or critical (default medium)")
	flags.StringSliceVar(&cmd.disable, "disable", nil, "`rules` or packs to skip; * and ? match any")
	flags.StringSliceVar(&cmd.enable, "enable", nil, "`rules` or packs to keep despite that")
	flags.BoolVar(&cmd.staged, "staged", false, "check only the lines that are staged")
	flags.StringVar(&cmd.base, "diff", "", "check only the lines added since this `commit`")
	flags.StringVar(&cmd.stdinName, "stdin-filename", "", "the file `name` of standard input (default: a shell script)")
	flags.StringVar(&cmd.baseline, "baseline", "", "the baseline `file` (default .ctxhook/baseline.json, if it exists)")
	flags.BoolVar(&cmd.noBaseline, "no-baseline", false, "report findings in the baseline too")
	flags.BoolVar(&cmd.writeBaseline, "write-baseline", false, "record the findings in the baseline")
	flags.BoolVar(&cmd.fix, "fix", false, "rewrite shell scripts where the fix is certain, and print the lines")
	flags.BoolVar(&cmd.dryRun, "dry-run", false, "with --fix: print the lines and write nothing")
	flags.BoolVar(&cmd.agents, "agents", false, "check only files for agents, and those that run by themselves in a project")
	flags.BoolVar(&cmd.all, "all", false, "list every place and every rule on its own, without folding")
	flags.BoolVar(&cmd.unreadFails, "fail-unread", false, "exit 3 if a file was not read to the end")
	flags.BoolVar(&cmd.exitZero, "exit-zero", false, "exit 0 even with findings")
}

func formatCompletions() []string {
	var words []string
	for _, f := range report.Formats() {
		words = append(words, f.Name+"\t"+f.About)
	}
	return words
}

func formatNames() []string {
	var names []string
	for _, f := range report.Formats() {
		names = append(names, f.Name)
	}
	return names
}

// run exits by a table of its own: 1 means that there are findings, so other
// errors need other codes.
func (cmd *lintCommand) run(c *cobra.Command, args []string) error {
	if err := cmd.contradiction(c); err != nil {
		return lintUsage(err)
	}
	settings, err := cmd.settings()
	if err != nil {
		return lintUsage(err)
	}
	made := judge.New(judge.Options{Getenv: cmd.Getenv, Flags: settings})
	cmd.problems(slices.Concat(made.Problems, made.Never()))
	o, err := cmd.options(made, args)
	if err != nil {
		return lintUsage(err)
	}
	cmd.aboutOthers(made, args)
	outs, err := cmd.reports()
	if err != nil {
		return lintUsage(err)
	}
	if cmd.fix {
		outs = nil // the changes are printed instead
	}
	var fresh *lint.Baseline
	if cmd.writeBaseline {
		fresh = o.Renewed(o.Baseline)
		o.Baseline, outs = nil, nil
	}
	sum, err := cmd.lint(o, outs, fresh)
	if err == nil && len(args) == 0 && !cmd.staged && !cmd.agents && cmd.base == "" && o.Dir == o.Project {
		cmd.unused(&made.Config.Lint, &sum.Unused, fresh == nil)
	}
	switch {
	case err != nil:
		return cmd.failure(err)
	case sum.Failed > 0:
		cmd.missing(sum.Missing)
		return codedError{fmt.Errorf("%s could not be checked", display.Counted(sum.Failed, "file")), exitLintError}
	case sum.Unread > 0 && cmd.unreadFails:
		return codedError{fmt.Errorf("%s not read to the end", display.Counted(sum.Unread, "file")), exitLintError}
	case len(sum.Missing) > 0 && fresh != nil:
		cmd.missing(sum.Missing)
		return lintUsage(errors.New("the baseline stays as it was"))
	case len(sum.Missing) > 0:
		if cmd.fix {
			if err := cmd.rewrite(o); err != nil && !errors.As(err, new(codeError)) {
				return err
			}
		}
		cmd.missing(sum.Missing)
		return codeError(exitLintUsage)
	case fresh != nil:
		return cmd.keep(fresh, cmd.baselinePath(made))
	case cmd.fix:
		return cmd.rewrite(o)
	case sum.Findings > 0 && !cmd.exitZero:
		return codeError(exitFindings)
	}
	return nil
}

// contradiction returns which flags do not go together.
func (cmd *lintCommand) contradiction(c *cobra.Command) error {
	for _, flags := range [...][]string{
		{"staged", "diff", "write-baseline"}, {"baseline", "no-baseline"}, {"output", "write-baseline"},
		{"fix", "write-baseline"}, {"fix", "staged"}, {"fix", "output"}, {"fix", "format"},
	} {
		if err := exclusive(c, flags...); err != nil {
			return err
		}
	}
	if cmd.dryRun && !cmd.fix {
		return withHint(errors.New("--dry-run needs --fix"), "for example: ctxhook lint --fix --dry-run")
	}
	return nil
}

// failure says why nothing was checked.
func (cmd *lintCommand) failure(err error) error {
	usage := (*lint.Usage)(nil)
	switch {
	case !errors.As(err, &usage):
		return codedError{err, exitLintError}
	case cmd.base != "" && strings.Contains(err.Error(), "is not a commit"):
		return lintUsage(withHint(err, "a branch, a tag or a commit, for example: ctxhook lint --diff HEAD~1"))
	case strings.HasPrefix(err.Error(), "there is no file"):
		return lintUsage(withHint(err, "to check all of this directory: ctxhook lint"))
	}
	return lintUsage(err)
}

// aboutOthers names the projects among the arguments whose own settings do not count,
// because those of the directory that lint is started in do.
func (cmd *lintCommand) aboutOthers(made *judge.Judge, args []string) {
	for _, arg := range args {
		abs, err := filepath.Abs(arg)
		if err != nil || abs == made.Project {
			continue
		}
		if _, err := os.Stat(made.Places.ProjectConfig(abs)); err == nil {
			cmd.hint("%s has settings of its own, which do not count here; to use them: cd %s && ctxhook lint", quote(arg), shell.Quote(arg))
		}
	}
}

// missing says which paths do not exist, and what may have been meant.
func (cmd *lintCommand) missing(list []string) {
	for _, path := range list {
		cmd.errorf("there is no file %s; the other paths were checked", quote(path))
		var names []string
		dir, base := filepath.Split(filepath.Clean(path))
		entries, _ := os.ReadDir(cmp.Or(dir, ".")) // without a directory there is nothing near
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if near := spelling.Nearest(base, names); near != "" {
			cmd.hint("did you mean %s?", display.Plain(filepath.ToSlash(dir+near)))
		} else {
			cmd.hint("to check all of this directory: ctxhook lint")
		}
	}
}

// settings are the options that stand for keys of the configuration.
func (cmd *lintCommand) settings() (map[string]string, error) {
	if cmd.minRisk == "" {
		return nil, nil
	}
	if risk, err := policy.ParseRisk(cmd.minRisk); err != nil || risk == policy.Safe {
		return nil, withHint(fmt.Errorf("there is no risk %s", quote(cmd.minRisk)), "one of low, medium, high, critical")
	}
	return map[string]string{"lint_min_risk": cmd.minRisk}, nil
}

func (cmd *lintCommand) baselinePath(made *judge.Judge) string {
	if cmd.baseline != "" {
		return cmd.baseline
	}
	root := made.Project
	if root == "" {
		root = made.At.Cwd
	}
	return made.Places.ProjectBaseline(root)
}

func (cmd *lintCommand) options(made *judge.Judge, args []string) (*lint.Options, error) {
	settings := &made.Config.Lint
	o := &lint.Options{
		Dir: made.At.Cwd, Project: made.Project, Paths: args, Stdin: cmd.Stdin, StdinName: cmd.stdinName,
		Staged: cmd.staged, Base: cmd.base, Index: cmd.Getenv("GIT_INDEX_FILE"),
		Agents: cmd.agents, All: cmd.all || cmd.fix || cmd.writeBaseline || cmd.staged || cmd.base != "", Engine: made.Engine, Matcher: func() lint.Matcher { return new(rulefile.Matcher) },
		Rules: lint.Rules{Enable: cmd.enable, Disable: cmd.disable, More: slices.Concat(rules.Safety(), safety.OwnRules())}, MinRisk: settings.MinRisk,
	}
	// What a user lets an agent do is no word about the project's files,
	// and a file may be longer than a command.
	o.Engine.Allowed, o.Engine.MaxLength = nil, 0
	for _, p := range settings.Disable {
		o.Rules.Disable = append(o.Rules.Disable, p.Text)
		cmd.checkPattern(o, "lint_disable", p.Text, p.Origin)
	}
	for _, p := range settings.Exclude {
		o.Exclude = append(o.Exclude, p.Text)
	}
	for _, i := range settings.Ignore {
		o.Ignore = append(o.Ignore, lint.Ignore{Rule: i.Rule, Paths: i.Paths})
		cmd.checkPattern(o, "lint_ignore", i.Rule, i.Origin)
	}
	for _, list := range [...][]string{cmd.disable, cmd.enable} {
		if unknown := o.Unknown(list); len(unknown) > 0 {
			return nil, withHint(fmt.Errorf("there is no rule or pack %s", quote(unknown[0])), "to see them all: ctxhook rules list")
		}
	}
	if cmd.noBaseline {
		return o, nil
	}
	var err error
	if o.Baseline, err = lint.ReadBaseline(cmd.baselinePath(made), cmd.baseline == "" || cmd.writeBaseline); err != nil {
		return nil, fmt.Errorf("baseline: %w", err)
	}
	return o, nil
}

// checkPattern warns of a setting that names no rule, and so does nothing.
func (cmd *lintCommand) checkPattern(o *lint.Options, key, pattern string, at config.Origin) {
	if len(o.Unknown([]string{pattern})) == 0 {
		return
	}
	cmd.warnf("%s: %s: there is no rule %s", at, key, quote(pattern))
	set := slices.Concat(rules.Safety(), o.Engine.Rules, ownRules())
	if near := nearRules(set, pattern); len(near) > 0 {
		cmd.hint("did you mean %s?", or(near))
	} else if near := spelling.Nearest(pattern, packsOf(set)); near != "" {
		cmd.hint("did you mean %s?", near)
	}
}

// unused names what the project suppresses without need, after all of it was
// checked. What users suppress in all of their projects may match elsewhere.
func (cmd *lintCommand) unused(settings *config.Lint, u *lint.Unused, baseline bool) {
	for _, i := range u.Ignore {
		if g := &settings.Ignore[i]; g.Origin.Source == config.FromProject {
			cmd.warnf("%s: lint_ignore: %s in %s matches no finding: delete it", g.Origin, quote(g.Rule), display.Plain(strings.Join(g.Paths, ", ")))
		}
	}
	for _, i := range u.Exclude {
		if p := &settings.Exclude[i]; p.Origin.Source == config.FromProject {
			cmd.warnf("%s: lint_exclude: %s matches no file: delete it", p.Origin, quote(p.Text))
		}
	}
	if u.Baseline > 0 && baseline {
		cmd.warnf("findings in the baseline that no longer exist: %d", u.Baseline)
		cmd.hint("to drop them: ctxhook lint --write-baseline")
	}
}

// lint lints, and hands every finding to all reports.
func (cmd *lintCommand) lint(o *lint.Options, outs outputs, fresh *lint.Baseline) (lint.Summary, error) {
	// The heap stays small, so collecting it less often is cheap: a third of
	// the time.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	p := newProgress(cmd.Env)
	sum, err := lint.Run(context.Background(), o, lint.Sink{
		Finding: func(f *lint.Finding) {
			p.clear()
			outs.finding(f)
			if cmd.fix {
				cmd.found = append(cmd.found, *f)
			}
			if fresh != nil {
				fresh.Add(f)
			}
		},
		Note: func(n lint.Note) {
			p.clear()
			cmd.warnf("%s: %s", display.Plain(n.Path), display.Plain(n.Say))
		},
		Progress: p.files,
	})
	p.clear()
	if err != nil {
		return sum, err
	}
	return sum, outs.end(&sum)
}

func (cmd *lintCommand) keep(b *lint.Baseline, path string) error {
	if err := b.Write(path); err != nil {
		return codedError{fmt.Errorf("baseline: %w", err), exitLintError}
	}
	shown := path
	if wd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(rel) {
			shown = rel
		}
	}
	cmd.printf("%s recorded in %s\n", display.Counted(b.Len(), "finding"), shown)
	return nil
}

func lintUsage(err error) error { return codedError{err, exitLintUsage} }
