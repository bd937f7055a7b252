package cmd

import (
	"os"

	"github.com/spf13/pflag"

	"github.com/ctxhook/ctxhook/pkg/fact"
	"github.com/ctxhook/ctxhook/pkg/facts"
	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rulefile"
	"github.com/ctxhook/ctxhook/pkg/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// judging holds the options of every command that judges.
type judging struct {
	level      string
	cwd        string
	unattended bool
	facts      bool
}

func (f *judging) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.level, "level", "", "judge at this safety level: permissive, standard or strict")
	flags.StringVar(&f.cwd, "cwd", "", "the directory the command would run in (default: this one)")
	flags.BoolVar(&f.unattended, "unattended", false, "judge as where nobody is there to be asked")
	flags.BoolVar(&f.facts, "facts", false, "look at git and the files of this machine, as the hook does")
}

// table is the policy of the level that was asked for.
func (f *judging) table(preset policy.Table) (policy.Table, error) {
	if f.level == "" {
		return preset, nil
	}
	level, err := policy.ParseLevel(f.level)
	if err != nil {
		return preset, err
	}
	return policy.For(level), nil
}

// judge is an engine and the place it judges for.
type judge struct {
	engine     *safety.Engine
	at         safety.Place
	facts      fact.Source
	unattended bool
}

// verdict is what came of a command: the action is that of the hook, after
// nobody was there to be asked.
type verdict struct {
	safety.Verdict
	action policy.Action
}

func (j *judge) judge(text string) verdict {
	v := verdict{Verdict: j.engine.Judge(text, j.at, j.facts)}
	v.action = v.Action
	if j.unattended && v.action == policy.Ask {
		v.action = policy.Block
	}
	return v
}

// judge makes the judge of this user and this directory.
func (e *Env) judge(f *judging) (*judge, error) {
	j, err := builtinJudge(f)
	if err != nil {
		return nil, err
	}
	j.at.Home, j.at.Cwd = e.Getenv("HOME"), f.cwd
	if j.at.Cwd == "" {
		if j.at.Cwd, err = os.Getwd(); err != nil {
			j.at.Cwd = ""
		}
	}
	if f.facts {
		j.facts = facts.New(facts.Options{Cwd: j.at.Cwd})
	}
	return j, nil
}

// builtinJudge makes a judge that knows the built-in rules and nothing of
// this machine, so that it judges the same everywhere.
func builtinJudge(f *judging) (*judge, error) {
	table, err := f.table(policy.For(policy.Standard))
	if err != nil {
		return nil, err
	}
	return &judge{
		engine: &safety.Engine{
			Models: rules.Command, Rules: rules.Safety(), Match: new(rulefile.Matcher).Hit,
			Table: table, MaxLength: 10000,
		},
		unattended: f.unattended,
	}, nil
}
