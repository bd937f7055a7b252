package cmd

import (
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
)

// defaultPause is long enough for a task by hand, and short enough to forget
// safely.
const defaultPause = 10 * time.Minute

func newPause(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:   "pause [DURATION]",
		Short: "Stop guarding for a while",
		Long: `Let every command pass for ten minutes, or for DURATION, at most a day. The pause
ends by itself. An agent may not do this.`,
		Example: `  ctxhook pause
  ctxhook pause 1h`,
		GroupID: groupSetup,
		Args:    atMostOne,
		RunE: func(_ *cobra.Command, args []string) error {
			d := defaultPause
			if len(args) > 0 {
				var err error
				if d, err = parseDuration(args[0]); err != nil {
					return withHint(err, "for example: ctxhook pause 30m")
				}
			}
			if err := requireUser(env); err != nil {
				return err
			}
			ws, err := env.workspace()
			if err != nil {
				return err
			}
			j, err := env.judgeOf(&judgeFlags{})
			if err != nil {
				return err
			}
			if j.Config.Machine.Acts {
				return withHint(errors.New("an administrator of this machine forbids pauses"), "to see what holds: ctxhook config")
			}
			now := time.Now()
			if err := config.Pause(ws.places, now, now.Add(d)); err != nil {
				return err
			}
			env.printf("paused until %s: %s\n", clock(now, now.Add(d)), passing(j))
			env.printf("to end it now: ctxhook resume\n")
			return nil
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
}

// passing says what passes in a pause.
func passing(j *judge.Judge) string {
	if j.Engine.Held == nil {
		return "every command passes"
	}
	return "every command passes that no rule of " + display.Plain(j.Places.Machine) + " stops"
}

func newResume(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:     "resume",
		Short:   "End a pause",
		Example: "  ctxhook resume",
		GroupID: groupSetup,
		Args:    noArgs,
		RunE: func(*cobra.Command, []string) error {
			ws, err := env.workspace()
			if err != nil {
				return err
			}
			_, paused := config.Paused(ws.places, time.Now())
			if err := config.Resume(ws.places); err != nil {
				return err
			}
			if !paused {
				env.printf("not paused: commands are checked\n")
				return nil
			}
			env.printf("commands are checked again\n")
			return nil
		},
	}
}
