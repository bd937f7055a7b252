package cmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/facts"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/memory/store/report"
	"github.com/ctxhook/ctxhook/rules"
)

// judgeFlags holds the options of every command that judges.
type judgeFlags struct {
	level      string
	cwd        string
	session    string
	unattended bool
	noFacts    bool
}

func (f *judgeFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.level, "level", "", "the safety level: "+or(levelNames()))
	flags.StringVar(&f.cwd, "cwd", "", "the command's directory (default: this one)")
	flags.StringVar(&f.session, "session", "", "the session that would run it (default: the one that goes on here, else a new one)")
	flags.BoolVar(&f.unattended, "unattended", false, "assume no user: the setting unattended decides what becomes of an ask")
	flags.BoolVar(&f.noFacts, "no-facts", false, "do not inspect git and the files on this machine")
}

// settings are the options that stand for keys of the configuration.
func (f *judgeFlags) settings() (map[string]string, error) {
	if f.level == "" {
		return nil, nil
	}
	if _, err := policy.ParseLevel(f.level); err != nil {
		return nil, withHint(fmt.Errorf("there is no level %s", quote(f.level)), "one of: --level "+or(levelNames()))
	}
	return map[string]string{"safety_level": f.level}, nil
}

func levelNames() []string {
	var names []string
	for l := policy.Permissive; l <= policy.Strict; l++ {
		names = append(names, l.String())
	}
	return names
}

// checker judges commands with an engine, for the directories it is in.
type checker struct {
	user   *judge.Judge // the judge of this user, who allowed things; nil: the engine alone
	engine *safety.Engine
	at     safety.Dirs
	facts  rule.Facts
	sees   *sessionSeen  // the session as which it judges; nil: one that begins now
	late   bool          // some facts took too long to find out
	alone  policy.Action // what an ask comes to

	matcher rulefile.Matcher
}

// engineJudge gives an engine a matcher that begins anew with every command.
func engineJudge(engine safety.Engine, at safety.Dirs) *checker {
	j := &checker{engine: &engine, at: at, alone: policy.Ask}
	engine.Match = j.matcher.Hit
	return j
}

// judge judges a command. Its action is that of the hook, or what an ask comes
// to.
func (j *checker) judge(text string) (v safety.Verdict) {
	if j.user != nil {
		v = j.user.Verdict(text, j.facts)
		if seen, ok := j.facts.(*facts.Source); ok {
			j.user.Keep(&v, seen, func() (judge.Copies, error) { return copies(j.user, seen, &v) })
		}
	} else {
		j.matcher.Begin()
		v = j.engine.Judge(text, j.at, j.facts)
	}
	if v.Action == policy.Ask {
		v.Action = max(j.alone, v.Least())
	}
	return v
}

// copies returns what a hook would keep before the command. It keeps nothing.
func copies(j *judge.Judge, seen *facts.Source, v *safety.Verdict) (judge.Copies, error) {
	s, err := rescue.Open(j.Places, j.Project)
	if err != nil {
		return judge.Copies{}, err
	}
	s.Facts = seen
	s.Generated = func(path string) bool { return safety.Generated(filepath.Join(j.Project, path), j.At) }
	named, _ := s.Named(j.Targets(v))
	state, err := s.Preview(rescue.AtCommand, named...)
	return judge.Copies{Missed: func(l []safety.Loss) string { return s.Missed(state, l) }}, err
}

// newSession is the authors of files as a session sees them that begins now: none are
// its own.
type newSession struct{}

func (newSession) File(f facts.File) rule.Author {
	if f.Changed.IsZero() {
		return rule.Author{} // a directory
	}
	return rule.Author{Kind: rule.AuthorUser}
}
func (newSession) Earlier(string) []rule.Past { return nil }

func (newSession) Head() string { return "" }

func (newSession) Held() []facts.Held { return nil }

func (newSession) Sum([]byte) int64 { return 0 }

func (newSession) Refused(string) time.Time { return time.Time{} }

func (newSession) Live() bool                         { return false }
func (newSession) Tree(string, time.Time) rule.Author { return rule.Author{} }
func (newSession) Stash(time.Time, bool) rule.Author  { return rule.Author{Kind: rule.AuthorUser} }
func (newSession) Commit(facts.Made) bool             { return false }

// authors tells whose work files are: as the session that is named sees it, as the one
// that goes on here, or as one that begins now.
func (j *checker) authors(session string) (facts.Authors, error) {
	known := journal.New(j.user, time.Now())
	switch {
	case session != "" && !known.HasSession(session):
		return nil, withHint(fmt.Errorf("no session %s is known", quote(session)), "to list them: ctxhook sessions")
	case session == "":
		session = known.LiveSession()
	}
	if a := known.AuthorsFor(session); session != "" && a != nil {
		j.sees = &sessionSeen{Authors: a, id: session}
		return j.sees, nil
	}
	return newSession{}, nil
}

// sessionSeen is a session as which a command is judged, and whether that mattered.
type sessionSeen struct {
	facts.Authors
	id    string
	asked bool
}

func (s *sessionSeen) File(f facts.File) rule.Author {
	s.asked = true
	return s.Authors.File(f)
}

func (s *sessionSeen) Commit(c facts.Made) bool {
	own := s.Authors.Commit(c)
	s.asked = s.asked || own
	return own
}

func (s *sessionSeen) Live() bool {
	live := s.Authors.Live()
	s.asked = s.asked || live
	return live
}

// session returns the session as which a command was judged, "" where the verdict does
// not depend on whose work it touches.
func (j *checker) session() string {
	if j.sees == nil || !j.sees.asked {
		return ""
	}
	return j.sees.id
}

// answer returns what an ask comes to. An unattended client denies what it is
// told to ask about.
func (f *judgeFlags) answer(c *config.Config) policy.Action {
	switch {
	case !f.unattended:
		return policy.Ask
	case c.Unattended == config.UnattendedWarn:
		return policy.Warn
	}
	return policy.Block
}

// judge judges a command as the hooks of this user do in this directory, and
// says what is wrong with the settings and rules it went by.
func (e *Env) judge(f *judgeFlags, text string) (*checker, safety.Verdict, error) {
	made, err := e.judgeOf(f)
	if err != nil {
		return nil, safety.Verdict{}, err
	}
	j := &checker{user: made, engine: &made.Engine, at: made.At, alone: f.answer(&made.Config)}
	var look *facts.Source
	if !f.noFacts {
		authors, err := j.authors(e.sessionNamed(f.session))
		if err != nil {
			return nil, safety.Verdict{}, err
		}
		look = facts.New(facts.Options{Cwd: j.at.Cwd, Project: j.at.Project, Wall: patience, Authors: authors, Home: j.at.Home})
		j.facts = look
	}
	v := j.judge(text)
	j.late = look != nil && look.Late()
	e.problems(made.Problems)
	now := time.Now()
	if until, paused := made.Config.Paused(made.Places, now); paused {
		e.warnf("ctxhook is paused until %s: until then %s", clock(now, until), passing(made))
	}
	return j, v, nil
}

// sessionNamed returns the session that a name begins, where there is one, else the name.
func (e *Env) sessionNamed(begun string) string {
	if begun == "" {
		return ""
	}
	st, err := e.quietStorage()
	if err != nil {
		return begun
	}
	var keys []string
	if err := st.look(func(tx *store.Tx) (err error) {
		keys, err = report.SessionKeys(tx, begun)
		return err
	}); err == nil && len(keys) == 1 {
		return keys[0]
	}
	return begun
}

func (e *Env) judgeOf(f *judgeFlags) (*judge.Judge, error) {
	settings, err := f.settings()
	if err != nil {
		return nil, err
	}
	return judge.New(judge.Options{Getenv: e.Getenv, Cwd: f.cwd, Flags: settings, Client: true}), nil
}

// problems says what is wrong with settings and rule files. They are warnings:
// what could not be read is left out, and the command goes on.
func (e *Env) problems(list []error) {
	ignored := 0
	for _, err := range list {
		if p, ok := errors.AsType[config.Problem](err); ok && p.Untrusted() {
			ignored++
		}
	}
	if ignored > 1 {
		e.warnf("%d settings of this project are ignored: it is not trusted", ignored)
		e.hint("to see which: ctxhook config")
	}
	for _, err := range list {
		if p, ok := errors.AsType[config.Problem](err); ok {
			if ignored <= 1 || !p.Untrusted() {
				e.problem(p)
			}
			continue
		}
		if many := rulefile.Errors(err); len(many) > 0 {
			for _, one := range many {
				e.errorf("%s", display.Plain(one.Error()))
			}
			continue
		}
		e.errorf("%s", display.Plain(err.Error()))
	}
}

// builtinJudge makes a judge of the built-in rules and the defaults, which
// knows nothing of this machine and so judges the same everywhere.
func builtinJudge(f *judgeFlags) (*checker, error) {
	settings, err := f.settings()
	if err != nil {
		return nil, err
	}
	c, _ := config.Load(config.Sources{Flags: settings})
	j := engineJudge(safety.Engine{
		Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Table: c.Table, MaxLength: c.MaxCommandLength,
	}, safety.Dirs{})
	j.alone = f.answer(&c)
	return j, nil
}
