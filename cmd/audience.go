package cmd

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// audience is whom the flags say that rules are for.
func (cmd *publishCommand) audience() config.Audience {
	switch {
	case cmd.personal:
		return config.ForPersonal
	case cmd.team:
		return config.ForTeam
	}
	return config.ForUnknown
}

// howTo says how to write rules without being asked whom they are for.
func (cmd *publishCommand) howTo() string {
	words := cmd.typed()
	return "for colleagues too: " + words + " --team; for you alone: " + words + " --personal"
}

// askAudience asks the user whom rules are for, and keeps the answer in the user's
// settings.
func (cmd *publishCommand) askAudience() (config.Audience, error) {
	if cmd.json || requireUser(cmd.Env) != nil {
		return 0, withHint(errors.New("nothing was written: it is not known whether the rules are for colleagues too"), cmd.howTo())
	}
	cmd.printf("Whom are this project's rules for?\n")
	cmd.printf("  team      colleagues too, in .claude/rules/ctxhook.md\n")
	cmd.printf("  personal  you alone, in .claude/rules/ctxhook.local.md\n")
	cmd.printf("team or personal? ")
	line, _ := bufio.NewReader(cmd.Stdin).ReadString('\n') // the end of the input is no answer
	answer := config.ForUnknown
	for _, a := range [...]config.Audience{config.ForTeam, config.ForPersonal} {
		if begun := strings.ToLower(strings.TrimSpace(line)); begun != "" && strings.HasPrefix(a.String(), begun) {
			answer = a
		}
	}
	if answer == config.ForUnknown {
		return 0, withHint(errors.New("nothing was written"), cmd.howTo())
	}
	ws, err := cmd.workspace()
	if err != nil {
		return 0, err
	}
	edited, err := config.Set(ws.sources(), "publish_for", answer.String())
	if err == nil {
		err = edited.Write()
	}
	if err != nil {
		return 0, fmt.Errorf("nothing was written: %w", err)
	}
	cmd.hint("you are not asked again; to change it: ctxhook config set publish_for %s", otherAudience(answer))
	return answer, nil
}

func otherAudience(a config.Audience) config.Audience {
	if a == config.ForTeam {
		return config.ForPersonal
	}
	return config.ForTeam
}
