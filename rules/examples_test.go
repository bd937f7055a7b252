package rules_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func engine() *safety.Engine {
	return &safety.Engine{Models: rules.Command, Functions: rules.Function, Rules: rules.Safety(), Table: policy.For(policy.Standard)}
}

var place = safety.Dirs{Home: "/home/ann"}

// fired reports whether a rule fires on a command. One that rests on facts
// alone is held against a machine on which everything can be lost, and one that
// is about files against a file.
func fired(e *safety.Engine, r *rule.Rule, command string) bool {
	at, facts := place, rule.Facts(nil)
	if file := r.InFiles(); file != "" {
		e.Surface = file
		defer func() { e.Surface = "" }()
	} else if r.Risk == policy.Safe {
		at.Cwd, at.Project, facts = "/w/p", "/w/p", rule.Lossy{}
	}
	for _, f := range e.Judge(command, at, facts).Findings {
		if f.Rule == r.ID {
			return true
		}
	}
	return false
}

// TestExamples is the census as well: every shipped rule fires on each of its
// hits, and on none of its misses.
func TestExamples(t *testing.T) {
	t.Parallel()
	e := engine()
	all := rules.Safety()
	if len(all) == 0 {
		t.Fatal("no rules")
	}
	for _, r := range all {
		t.Run(r.ID, func(t *testing.T) {
			for _, c := range r.Examples.Hit {
				if !fired(e, r, c) {
					t.Errorf("does not fire on its hit %q", c)
				}
			}
			for _, c := range r.Examples.Miss {
				if fired(e, r, c) {
					t.Errorf("fires on its miss %q", c)
				}
			}
		})
	}
}

// TestCandidates states that a rule fires whether all rules are held against
// a call or only those that may fire on it.
func TestCandidates(t *testing.T) {
	t.Parallel()
	all, few := engine(), engine()
	few.Rules, few.Candidates = nil, rules.For
	findings := 0
	for _, r := range rules.Safety() {
		for _, c := range append(slices.Clone(r.Examples.Hit), r.Examples.Miss...) {
			want := all.Judge(c, place, nil).Findings
			got := few.Judge(c, place, nil).Findings
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c, diff)
			}
			findings += len(want)
		}
	}
	if findings == 0 {
		t.Error("nothing fires")
	}
}

// A call has few rules held against it: those for its program and what it
// does.
func TestCandidatesAreFew(t *testing.T) {
	for _, tt := range []struct {
		name    string
		trigger rule.Trigger
		holds   string // a rule that must be among them
	}{
		{"program", rule.Trigger{Program: "chmod", Model: "chmod", Effects: []rule.EffectKind{rule.Mode}}, "permissions/setuid"},
		{"problem", rule.Trigger{Problem: "unparsable"}, "shell/unparsable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := rules.For(tt.trigger)
			if !slices.ContainsFunc(got, func(r *rule.Rule) bool { return r.ID == tt.holds }) {
				t.Errorf("%s is not among %d rules", tt.holds, len(got))
			}
			if most := len(rules.Safety()) / 3; len(got) > most {
				t.Errorf("%d rules, want at most %d", len(got), most)
			}
		})
	}
}

// TestSuggestions holds what is offered in place of a command to four laws: it
// is not asked about or blocked itself, it has no placeholder left, it names no
// path or address that the command does not name, and it does no harm to what
// the command would have harmed.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	e := engine()
	n := 0
	commands := insteadCommands(t)
	for _, r := range rules.Safety() {
		commands = append(commands, r.Examples.Hit...)
	}
	for _, c := range commands {
		v := e.Judge(c, place, nil)
		for _, f := range v.Findings {
			for _, s := range f.Instead {
				n++
				suggestion{t, e, f.Rule, c, s}.check(v)
			}
		}
	}
	if n == 0 {
		t.Error("no rule suggests anything")
	}
}

// suggestion is a command that a rule offers in place of a found one.
type suggestion struct {
	t                    *testing.T
	engine               *safety.Engine
	rule, found, instead string
}

func (s suggestion) check(found safety.Verdict) {
	v := s.engine.Judge(s.instead, place, nil)
	if v.Action >= policy.Ask {
		s.fails("is itself answered by " + v.Action.String())
	}
	for _, p := range v.Script.Problems {
		s.fails("cannot be followed: " + p.Say)
	}
	for w := range strings.FieldsSeq(s.instead) {
		if holeLeft.MatchString(w) && w != "HEAD" && w != "GET" && !strings.Contains(s.found, w) {
			s.fails("has a placeholder: " + w)
		}
		if _, value, ok := strings.Cut(w, "="); ok && strings.HasPrefix(w, "--") {
			w = value
		}
		if !s.names(strings.Trim(w, `"';`)) {
			s.fails("names what the command does not: " + w)
		}
	}
	lost := losses(found.Script)
	for target := range losses(v.Script) {
		if lost[target] {
			s.fails("harms " + target)
		}
	}
}

// holeLeft matches words that stand for others.
var holeLeft = regexp.MustCompile(`^[A-Z]{3,}$|example\.com|\{[a-z]+\}|\{[a-z]+:`)

// ours are the paths that suggestions write to.
var ours = regexp.MustCompile(`^/tmp/review\.sh$|^\$\{f%/\}|\.(old|bak)$|^\$\{f\}`)

// added matches what suggestions put behind the name of a file.
var added = regexp.MustCompile(`\.(old|bak-\$\(date)$`)

// names reports whether a path or address of a suggestion is in the found
// command, too.
func (s suggestion) names(word string) bool {
	if !strings.Contains(word, "/") || ours.MatchString(word) {
		return true
	}
	for _, part := range strings.Split(strings.TrimPrefix(word, place.Home), "/") {
		if !strings.Contains(s.found, added.ReplaceAllString(part, "")) {
			return false
		}
	}
	return true
}

func (s suggestion) fails(how string) {
	s.t.Errorf("%s suggests %q for %q, which %s", s.rule, s.instead, s.found, how)
}

// losses returns the targets of which a script loses something.
func losses(script *shell.Script) map[string]bool {
	out := make(map[string]bool)
	for i := range script.Calls {
		for _, e := range effect.Of(script, i, place) {
			switch e.Kind {
			case rule.Delete, rule.Overwrite, rule.Discard, rule.Drop, rule.Destroy, rule.Format, rule.Prune:
				if e.Target != nil {
					out[e.Target.String()] = true
				}
			}
		}
	}
	return out
}
