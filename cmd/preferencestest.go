package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/pkg/wishes/prompts"
	"github.com/ctxhook/ctxhook/rules"
)

// preferencesTestCommand shows how ctxhook understands the words of a user.
type preferencesTestCommand struct {
	*Env
	json  bool
	jsonl bool
}

func newPreferencesTest(env *Env) *cobra.Command {
	cmd := &preferencesTestCommand{Env: env}
	c := &cobra.Command{
		Use:   "test WORDS",
		Short: "Show how ctxhook understands words",
		Long: `Show which rule words state, as "ctxhook remember" reads them. Nothing is
remembered.

With --jsonl, each line of standard input is a JSON object {"text":..}, a prompt
of a user. The answer to each is a line: whether the prompt corrects the agent,
states a preference, or neither (label), how sure that is (confidence), what is
wanted (prefer) and what is not (avoid), and whether the user asks for it to be
kept (promote).`,
		Example: `  ctxhook preferences test 'use uv, not pip'
  ctxhook preferences test --json 'OSD=sdl make'
  ctxhook preferences test --jsonl < prompts.jsonl`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !cmd.jsonl {
				return withHint(errors.New("preferences test needs words"), "for example: ctxhook preferences test 'use uv, not pip'")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if cmd.jsonl {
				if len(args) > 0 || cmd.json {
					return withHint(errors.New("--jsonl reads its rows from standard input, and takes nothing else"), "ctxhook preferences test --jsonl < prompts.jsonl")
				}
				return cmd.rows()
			}
			return cmd.run(strings.Join(args, " "))
		},
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print the rule as JSON")
	c.Flags().BoolVar(&cmd.jsonl, "jsonl", false, "read prompts from standard input, one JSON object a line")
	return c
}

func (cmd *preferencesTestCommand) run(words string) error {
	st, err := cmd.quietStorage()
	if err != nil {
		return err
	}
	rule := journal.New(st.Judge, time.Now()).Preferences().RememberedRule(words)
	if cmd.json {
		return cmd.printJSON(rule)
	}
	says := rule.String()
	if says == "" {
		says = "no rule for commands: agents are only told the words"
	}
	cmd.printf("%s\n", says)
	if rule.Form == "" {
		cmd.hint("%s", examplesOfRules)
	}
	return nil
}

// isProgram reports whether a word is the name of a program.
func (st *storage) isProgram(name string) bool { return st.Program(name) != nil }

// examplesOfRules shows words that state a rule.
const examplesOfRules = "rules look like this: 'use uv, not pip', 'never commit', 'OSD=sdl make', 'run tests before you commit', 'leave vendor/ alone'"

// heardView is what was heard in a prompt.
type heardView struct {
	Label      prompts.Label `json:"label"`
	Confidence float64       `json:"confidence"`
	Prefer     string        `json:"prefer"`
	Avoid      string        `json:"avoid"`
	Promote    bool          `json:"promote"`
}

// rows reads the prompts on standard input.
func (cmd *preferencesTestCommand) rows() error {
	return answerRows(cmd.Stdin, cmd.Stdout, func() (answerer, error) {
		st, err := cmd.quietStorage()
		if err != nil {
			return nil, err
		}
		wishes := journal.New(st.Judge, time.Now()).Preferences()
		known := func(name string) bool { return rules.Command(name) != nil }
		return func(text []byte) (any, error) {
			var row struct{ Text *string }
			if err := json.Unmarshal(text, &row); err != nil {
				return nil, fmt.Errorf("not a row: %w", err)
			}
			if row.Text == nil {
				return nil, errors.New(`not a row: "text" is missing`)
			}
			h := prompts.Read(*row.Text, known, func(sentence string) bool { return preferences.States(rules.Knowledge(), sentence, known) })
			if h.Label != prompts.None && h.Prefer+h.Avoid == "" { // what is wanted stands beside a no
				rule := wishes.RememberedRule(*row.Text)
				h.Prefer, h.Avoid = rule.Prefer, rule.Avoid
			}
			return heardView{h.Label, h.Confidence, h.Prefer, h.Avoid, h.Promote}, nil
		}, nil
	})
}
