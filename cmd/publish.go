package cmd

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/publish"
)

// publishCommand writes preferences where the agent reads them.
type publishCommand struct {
	*Env
	to                                string
	personal, team, skills, dry, json bool
}

func newPublish(env *Env) *cobra.Command {
	cmd := &publishCommand{Env: env}
	c := &cobra.Command{
		Use:   "publish",
		Short: "Write preferences into files that the agent reads",
		Long: `Write the active preferences of this project, and those of all projects, where
Claude Code reads them: into .claude/rules/ctxhook.md and ~/.claude/rules/ctxhook.md,
or with --to claudemd into marked blocks of the CLAUDE.md that fits. The rest of a
file stays as it is, to the byte. Nothing is written that is said there already,
and no CLAUDE.md is made beside an AGENTS.md, which Claude Code would then not read.

The first time you are asked whether a project's rules are for you alone or for
colleagues too, and the answer is kept as publish_for. A project that has rules keeps
them as they are, until --personal or --team. Preferences that you take back disappear
the next time.`,
		Example: `  ctxhook publish --dry-run
  ctxhook publish
  ctxhook publish --personal
  ctxhook publish --to claudemd
  ctxhook publish --skills
  ctxhook publish undo`,
		GroupID: groupMore,
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := exclusive(c, "personal", "team"); err != nil {
				return err
			}
			return cmd.run()
		},
	}
	flags := c.Flags()
	flags.StringVar(&cmd.to, "to", "", "rules or claudemd, instead of publish_to")
	flags.BoolVar(&cmd.personal, "personal", false, "for you alone: write .claude/rules/ctxhook.local.md")
	flags.BoolVar(&cmd.team, "team", false, "for colleagues too: write .claude/rules/ctxhook.md")
	flags.BoolVar(&cmd.skills, "skills", false, "write skills, too")
	flags.BoolVar(&cmd.dry, "dry-run", false, "show what would be written")
	flags.BoolVar(&cmd.json, "json", false, "print what is written as JSON")
	completer{env}.flag(c, "to", []string{string(publish.ToRules), string(publish.ToClaudeMD)})
	c.AddCommand(newPublishUndo(env))
	return c
}

func newPublishUndo(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "undo",
		Short: "Take back what was published last",
		Long: `Take back what was published last: the files are again as they were, to the byte.
Of a file that was edited since, only the blocks that ctxhook wrote change. It can be
repeated.`,
		Example: "  ctxhook publish undo",
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			st, err := env.storageAsIs()
			if err != nil {
				return err
			}
			changes, err := st.publisher().Undo()
			for i := range changes {
				verb := "restored"
				if changes[i].After == nil {
					verb = "removed"
				}
				env.printf("%s: %s\n", verb, display.Plain(env.tilde(changes[i].Path)))
			}
			return explainPublish(err)
		},
	}
}

// publisher knows the files of this project and user.
func (st *storage) publisher() *publish.Publisher {
	return publish.New(st.Places, st.Project, &st.Config.Publish, journal.New(st.Judge, time.Now()).Preferences().Example)
}

func (cmd *publishCommand) run() error {
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	p := st.publisher()
	switch to := publish.Target(cmd.to); to {
	case "":
	case publish.ToRules, publish.ToClaudeMD:
		p.To = to
	default:
		return withHint(fmt.Errorf("--to %s is neither rules nor claudemd", quote(cmd.to)), "ctxhook publish --to rules")
	}
	p.For = cmd.audience()
	var preferences []memory.Preference
	var fixes []memory.Lesson
	if err := st.look(func(tx *store.Tx) (err error) {
		if preferences, err = journal.New(st.Judge, time.Now()).Preferences().Widest(tx, memory.Active); err == nil {
			fixes, err = tx.OpenLessons(st.Project, memory.LessonFix, time.Time{}, journal.MaxSkillFixes)
		}
		return err
	}); err != nil {
		return err
	}
	plan, err := p.Plan(preferences)
	if err == nil && plan.Asks && !cmd.dry {
		if p.For, err = cmd.askAudience(); err != nil {
			return err
		}
		plan, err = p.Plan(preferences)
	}
	if err == nil && (cmd.skills || st.Config.Publish.Skills == config.AutoAlways) {
		var skills *publish.Plan
		if skills, err = p.PlanSkills(preferences, fixes); err == nil {
			plan.Changes = append(plan.Changes, skills.Changes...)
		}
	}
	if err != nil {
		return explainPublish(err)
	}
	if !cmd.dry {
		if err := p.Apply(plan, time.Now()); err != nil {
			return explainPublish(err)
		}
	}
	if cmd.json {
		return cmd.printJSON(publishedView(plan))
	}
	cmd.print(plan, len(preferences))
	return nil
}

// print says what was written, or would be.
func (cmd *publishCommand) print(plan *publish.Plan, active int) {
	for i := range plan.Known {
		k := &plan.Known[i]
		cmd.printf("%s:%d says already: %s\n", display.Plain(cmd.tilde(k.Path)), k.Line, display.Plain(k.Preference.Words.String()))
	}
	for i := range plan.Opposed {
		o := &plan.Opposed[i]
		cmd.warnf("%s:%d says the opposite of: %s", display.Plain(cmd.tilde(o.Path)), o.Line, display.Plain(o.Preference.Words.String()))
	}
	for _, e := range plan.Edited {
		if e.Section == "" {
			cmd.warnf("%s was changed by hand and stays as it is; to have it written again, delete it", display.Plain(cmd.tilde(e.Path)))
			continue
		}
		cmd.warnf("%s: %q was changed by hand and stays as it is; to have it written again, delete the block", display.Plain(cmd.tilde(e.Path)), e.Section)
	}
	for i := range plan.Changes {
		c := &plan.Changes[i]
		if cmd.dry {
			cmd.printDiff(c.Path, c.Before, c.After)
			continue
		}
		verb := "wrote"
		if c.After == nil {
			verb = "removed"
		}
		cmd.printf("%s: %s\n", verb, display.Plain(cmd.tilde(c.Path)))
	}
	switch {
	case active == 0 && len(plan.Changes) == 0:
		cmd.printf("no preference is active here\n")
		cmd.hint(`to add one: ctxhook remember "use uv, not pip"`)
	case len(plan.Changes) == 0 && len(plan.Edited) > 0:
		cmd.printf("nothing was written\n")
	case len(plan.Changes) == 0:
		cmd.printf("nothing to write: all is said already\n")
	case cmd.dry && plan.Asks:
		cmd.hint("%s", cmd.howTo())
	case cmd.dry:
		cmd.hint("to write this: %s", cmd.typed())
	default:
		cmd.hint("to take it back: ctxhook publish undo")
	}
}

// typed is what to type to write what was shown.
func (cmd *publishCommand) typed() string {
	words := "ctxhook publish"
	if cmd.to != "" {
		words += " --to " + cmd.to
	}
	if cmd.personal {
		words += " --personal"
	}
	if cmd.team {
		words += " --team"
	}
	if cmd.skills {
		words += " --skills"
	}
	return words
}

// published is the JSON of what was written.
type published struct {
	Files   []publishedFile `json:"files"`
	Known   []publishedAt   `json:"known"`
	Opposed []publishedAt   `json:"opposed"`
	Edited  []publishedPart `json:"edited,omitempty"`
}

// publishedPart is a block that was changed by hand.
type publishedPart struct {
	Path    string `json:"path"`
	Section string `json:"section,omitempty"` // "": the whole file
}

type publishedFile struct {
	Path    string `json:"path"`
	Created bool   `json:"created,omitempty"`
	Removed bool   `json:"removed,omitempty"`
}

// publishedAt is a preference that a line of a file says, or says the opposite of.
type publishedAt struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	Line int    `json:"line"`
}

func publishedView(plan *publish.Plan) published {
	v := published{Files: []publishedFile{}, Known: []publishedAt{}, Opposed: []publishedAt{}}
	for i := range plan.Changes {
		c := &plan.Changes[i]
		v.Files = append(v.Files, publishedFile{Path: c.Path, Created: c.Before == nil, Removed: c.After == nil})
	}
	for _, k := range plan.Known {
		v.Known = append(v.Known, publishedAt{k.Preference.ID, k.Path, k.Line})
	}
	for _, e := range plan.Edited {
		v.Edited = append(v.Edited, publishedPart{e.Path, e.Section})
	}
	for _, o := range plan.Opposed {
		v.Opposed = append(v.Opposed, publishedAt{o.Preference.ID, o.Path, o.Line})
	}
	return v
}

// explainPublish adds to an error what to do about it.
func explainPublish(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, publish.ErrNotOurs):
		return withHint(err, "nothing was written; keep your lines in another file, remove this one, then try again")
	case errors.Is(err, publish.ErrOutside):
		return withHint(err, "nothing was written; to write another file: ctxhook config set claudemd_path PATH")
	case errors.Is(err, publish.ErrMarkers):
		return withHint(err, "nothing was written; a block begins with <!-- ctxhook:begin NAME --> and ends with <!-- ctxhook:end -->")
	case errors.Is(err, publish.ErrNothing):
		return withHint(err, "to publish: ctxhook publish")
	case errors.Is(err, paths.ErrChanged):
		return withHint(err, "nothing was written; try again")
	}
	return withHint(err, "nothing was written")
}
