package cmd

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/packs"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/rules"
)

// checkedPack is a pack whose rules are fit to be added.
type checkedPack struct {
	name     string
	about    rulefile.About
	rules    []*rule.Rule
	examples int
}

// maxWrong is how many things that are wrong with a pack are listed.
const maxWrong = 20

// maxOffered is the risk that a command may have which a shared rule suggests: an agent
// trusts the suggestion, and its author is not known to the user.
const maxOffered = policy.Low

// checkPack checks a pack that was fetched: its name, which is as, the one that it
// gives itself, or base; the form of its rules, their examples, and what they
// suggest. It says what is wrong, each at its line.
func (e *Env) checkPack(f *packs.Fetched, as, base string) (p checkedPack, err error) {
	if p.about, err = f.About(); err != nil {
		return p, e.badFiles(err)
	}
	p.name = cmp.Or(as, p.about.Name, base)
	if slices.Contains(reservedPacks(), p.name) {
		return p, withHint(fmt.Errorf("%s is the name of built-in rules", quote(p.name)), "give the pack another: --name NAME")
	}
	if !rulefile.IsPackName(p.name) {
		return p, withHint(fmt.Errorf("%s cannot name a pack: use lower-case letters, digits and -", quote(p.name)), "give it one: --name NAME")
	}
	if p.rules, err = f.Bundle.Rules(p.name, f.Place); err != nil {
		return p, e.badFiles(err)
	}
	// The rules are held against the built-in ones alone, so that the check comes to
	// the same on every machine.
	j := engineJudge(safety.Engine{
		Models: rules.Command, Functions: rules.Function, Candidates: rules.For, Rules: p.rules,
	}, safety.Dirs{Home: "/home/user"})
	wrong := 0
	report := func(r *rule.Rule, text, format string, args ...any) {
		if wrong++; wrong > maxWrong {
			return
		}
		name := rulefile.RuleFile(r.ID)
		line := rulefile.LineOf(f.Bundle.File(name), text)
		e.errorf("%s:%d: %s", display.Plain(f.Place(name)), max(line, 1), display.Plain(fmt.Sprintf(format, args...)))
	}
	for _, r := range p.rules {
		p.examples += len(r.Examples.Hit) + len(r.Examples.Miss)
		for _, x := range j.failures(r) {
			report(r, x.example, "%s %s: %s", x.kind, display.Quote(x.example), x.what)
		}
		for _, a := range r.Instead {
			switch risk, offered := j.offers(r, a); {
			case !offered:
				report(r, a.Run, "instead %s is offered for no hit: it is too risky, or a hit lacks the words for it", display.Quote(a.Run))
			case risk > maxOffered:
				report(r, a.Run, "instead %s is a %s risk: a shared rule may suggest what is %s at most", display.Quote(a.Run), risk, maxOffered)
			}
		}
	}
	if wrong > 0 {
		return p, withHint(fmt.Errorf("%s wrong with the rules of pack %s", isOrAre(wrong), p.name), "tell its author; the author runs: ctxhook packs test DIR")
	}
	return p, nil
}

func isOrAre(n int) string {
	if n == 1 {
		return "1 thing is"
	}
	return fmt.Sprintf("%d things are", n)
}

// badFiles reports what is wrong with the files of a pack.
func (e *Env) badFiles(err error) error {
	list := rulefile.Errors(err)
	for _, one := range list[:min(len(list), maxWrong)] {
		e.errorf("%s", display.Plain(one.Error()))
	}
	return fmt.Errorf("%s wrong with the files of this pack", isOrAre(len(list)))
}

// offers returns the risk of a command as a rule offers it for its hits, the highest,
// and whether it does for any. What is too risky for built-in rules is not offered.
func (j *checker) offers(r *rule.Rule, a rule.Alternative) (highest policy.Risk, offered bool) {
	alone := *r
	alone.Instead = []rule.Alternative{a}
	e := *j.engine
	e.Rules = append(slices.DeleteFunc(slices.Clone(e.Rules), func(o *rule.Rule) bool { return o == r }), &alone)
	judge := func(command string) safety.Verdict {
		j.matcher.Begin()
		return e.Judge(command, j.at, j.facts)
	}
	for _, hit := range r.Examples.Hit {
		for _, f := range judge(hit).Findings {
			if f.Rule != r.ID {
				continue
			}
			for _, command := range f.Instead {
				highest, offered = max(highest, judge(command).Risk), true
			}
		}
	}
	return highest, offered
}
