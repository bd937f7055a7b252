package cmd

import (
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
)

// rememberCommand remembers what the user wants, or confirms what ctxhook
// proposed.
type rememberCommand struct {
	*Env
	everywhere, heard, ofLines, json bool
}

func newRemember(env *Env) *cobra.Command {
	cmd := &rememberCommand{Env: env}
	c := &cobra.Command{
		Use:   "remember WORDS | ID.. | --written [FILE]",
		Short: "Remember what you want of commands",
		Long: `Remember what you want of commands. Words that state a rule are compared with
each command before it runs: use one command and not another, never run one,
always run it with a variable, an option or a wrapper, or only after a check has
passed. All other words are told to each new session and subagent.

It holds in this project. Words such as "in apps/web" narrow it to a directory,
--everywhere widens it to all projects.

The setting "preferences" says what becomes of a command that breaks a rule: it is
denied once, unless you choose otherwise.

An ID keeps a preference that ctxhook proposed. Only the user may do that. What an
agent remembers, or says with --heard that the user said, is proposed to the user; in
the session itself it holds from the next command on, and stops a command once.

With --written an agent notes what lines of a file for agents, CLAUDE.md or FILE, say
about commands and files. It reads rows, LINE: RULE or LINE: none, from standard input; a
line may have several. Such a rule holds as those do that ctxhook reads in the file itself:
for as long as a line with that text stands there. Without rows it lists the lines that may
state a rule and are not read or noted.`,
		Example: `  ctxhook remember 'use uv, not pip'
  ctxhook remember 'never run the dev server (npm run dev)'
  ctxhook remember 'OSD=sdl make'
  ctxhook remember 'run tests before you commit'
  ctxhook remember --everywhere 'use rg, not grep'
  ctxhook remember p-7c1m3k9x
  ctxhook remember --heard 'never edit files in vendor'
  echo '12: never edit gen/' | ctxhook remember --written CLAUDE.md`,
		GroupID:           groupDay,
		RunE:              func(_ *cobra.Command, args []string) error { return cmd.run(args) },
		ValidArgsFunction: completer{env}.ids("p", 0),
	}
	c.Flags().BoolVar(&cmd.everywhere, "everywhere", false, "in all projects, not only this one")
	c.Flags().BoolVar(&cmd.heard, "heard", false, "for agents: what the user said in this session")
	c.Flags().BoolVar(&cmd.ofLines, "written", false, "for agents: what lines of a file for agents say")
	c.Flags().BoolVar(&cmd.json, "json", false, "print the preference as JSON")
	return c
}

func (cmd *rememberCommand) run(args []string) error {
	words := strings.Join(args, " ")
	switch {
	case cmd.ofLines:
		return cmd.written(args)
	case strings.TrimSpace(words) == "":
		return withHint(errors.New("there is nothing to remember"), "for example: ctxhook remember 'use uv, not pip'")
	case idKind(args[0]) == "p", len(args) == 1 && strings.HasPrefix(words, "p-") && !strings.ContainsAny(words, " \t\n"):
		return cmd.setPreferences(args, memory.Active)
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	now := time.Now()
	j := journal.New(st.Judge, now).Preferences()
	p, placed := j.Remembered(redact.Clean(words))
	switch {
	case cmd.everywhere:
		p.Project, p.Under = "", ""
	case !placed:
		return withHint(errNoProject, "go to the project, or for all projects: ctxhook remember --everywhere WORDS")
	}
	said := memory.Evidence{Time: now, Layer: memory.LayerExplicit, Words: p.Words}
	if !cmd.heard && requireUser(cmd.Env) == nil {
		p.State, said.Confidence = memory.Active, 1
	} else {
		p.State, said.Confidence, said.Session = memory.Candidate, preferences.Hearsay, cmd.Getenv("CLAUDE_CODE_SESSION_ID")
	}
	p.Confidence, p.Evidence = said.Confidence, []memory.Evidence{said}
	var kept memory.Preference
	var before []memory.Preference
	if err := st.change(func(s *store.Store) (err error) {
		if before, err = allPreferences(s); err != nil {
			return err
		}
		kept, err = j.Remember(s, &p)
		return err
	}); err != nil {
		return err
	}
	v := newPreferenceView(&kept)
	if cmd.json {
		return cmd.printJSON(v)
	}
	v.print(cmd.Env)
	if dir := missingDir(words, &p, st.isProgram); dir != "" {
		if kept.Rule.Form == "" {
			cmd.hint("%s is no directory of this project: agents are told the words, but no command is compared with them; make the directory and type this again", dir)
		} else {
			cmd.hint("%s is no directory of this project, so this holds in all of it", dir)
		}
	}
	cmd.hintAtClashes(&kept, before)
	if kept.State != memory.Active {
		cmd.hint("%s", untilKept(&kept, said.Session != "" && st.Judge.Config.Learn.SessionWishes))
		if said.Session == "" && kept.Rule.Form != "" && kept.State != memory.Rejected {
			cmd.hint("it does not hold before that: CLAUDE_CODE_SESSION_ID names no session in which it could")
		}
	}
	return nil
}

// untilKept says how far a preference goes that an agent remembers, until the user keeps it.
// inSession says that rules of a session hold in it.
func untilKept(p *memory.Preference, inSession bool) string {
	keep := "only the user can keep it; to keep it, the user types: ctxhook remember " + p.ID
	if !inSession || p.State == memory.Rejected || p.Rule.Form == "" {
		return keep
	}
	return "it holds in this session; " + keep
}
