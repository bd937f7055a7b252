package safety

import (
	"fmt"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Judge reads a command, holds the rules against it and combines what fired
// by maximum. facts may be nil.
func (e *Engine) Judge(text string, at Dirs, facts rule.Facts) Verdict {
	opt := shell.Options{Models: e.Models, Functions: e.Functions, Home: at.Home, Cwd: at.Cwd, Env: e.Env, Dialect: e.Dialect, Language: e.Language, Errexit: e.Surface == "ci"}
	switch {
	case e.work != nil:
		opt.Work = e.work
	case e.Steps > 0:
		opt.Work = shell.NewWork(e.Steps)
	}
	if e.Files && facts != nil {
		opt.Files = facts
	}
	s := follow.Parse(text, opt)
	v := e.verdict(s, at, facts)
	if opt.Files != nil && v.Action < policy.Ask {
		if found := e.apart(s, opt, at, facts); found != nil {
			return *found
		}
	}
	return v
}

// verdict judges a script.
func (e *Engine) verdict(s *shell.Script, at Dirs, facts rule.Facts) Verdict {
	v, text := Verdict{Script: s}, s.Text
	v.Findings = e.Check(s, at, facts)
	if n := dataLength(s); e.MaxLength > 0 && len(text)-n > e.MaxLength {
		v.Findings = append(v.Findings, Finding{
			Rule: tooLongRule.ID, Risk: tooLongRule.Risk, Span: shell.Span{From: 0, To: len(text)}, Call: -1,
			Message: tooLongRule.Title,
			Why:     fmt.Sprintf("It has %d bytes of commands; the maximum is %d.", len(text)-n, e.MaxLength),
		})
	}
	if e.Unsandboxed && !e.inner && !e.offered {
		r := &noSandboxRule
		v.Findings = append(v.Findings, Finding{
			Rule: r.ID, Risk: r.Risk, Span: shell.Span{From: 0, To: len(text)}, Call: -1, Message: r.Say, Why: r.Why, Mitigation: r.Mitigation,
		})
	}
	e.hold(&v)
	e.silence(&v)
	e.Settle(&v)
	return v
}

// Settle works out what a verdict comes to from its findings.
func (e *Engine) Settle(v *Verdict) {
	v.Risk = policy.Safe
	riskiest := -1
	for i := range v.Findings {
		if f := &v.Findings[i]; f.Risk > v.Risk {
			v.Risk, riskiest = f.Risk, f.Call
		}
	}
	v.Action = e.Table.Decide(v.Risk)
	if v.OwnPattern() || v.has(Denied) {
		v.Action = policy.Block
	} else if v.has(Asked) {
		v.Action = max(v.Action, policy.Ask)
	}
	v.Action = max(v.Action, v.Least())
	v.Type = ScriptType(v.Script, riskiest, e.Custom)
}

// dataLength returns how many bytes of a script are here-documents that nothing
// runs: data, which the bound on a command's length does not count.
func dataLength(s *shell.Script) int {
	n := 0
	seen := map[shell.Span]bool{}
	for i := range s.Calls {
		c := &s.Calls[i]
		if len(c.Runs) > 0 {
			continue
		}
		for _, r := range c.Redirs {
			if r.Op == "<<" && !seen[r.Word.Span] {
				seen[r.Word.Span] = true
				n += r.Word.Span.To - r.Word.Span.From
			}
		}
	}
	return n
}

// hold says what is done at least about the findings of the machine's rules.
func (e *Engine) hold(v *Verdict) {
	if e.Held == nil {
		return
	}
	for i := range v.Findings {
		f := &v.Findings[i]
		if by := e.Held(f.Rule); by != "" {
			f.Least, f.By = e.Least.Decide(f.Risk), by
		}
	}
}

// silence drops the findings the user allows. Those of a blocked pattern, of the
// user's rules in the agent's settings and of the machine's rules are never
// dropped.
func (e *Engine) silence(v *Verdict) {
	if len(e.Allowed) == 0 {
		return
	}
	kept := v.Findings[:0]
	for _, f := range v.Findings {
		a := e.allowing(&f, v.Script)
		if f.fixed() || a == nil {
			kept = append(kept, f)
			continue
		}
		if a.ID != "" && !slices.Contains(v.Allowed, a.ID) {
			v.Allowed = append(v.Allowed, a.ID)
		}
	}
	v.Findings = kept
}

func (e *Engine) allowing(f *Finding, s *shell.Script) *Allow {
	for i := range e.Allowed {
		a := &e.Allowed[i]
		if a.Rule != "" && a.Rule != f.Rule || a.Command != "" && a.Command != s.Text {
			continue
		}
		if a.Pattern != nil && !e.allowed(a.Pattern, f, s) {
			continue
		}
		return a
	}
	return nil
}

// allowed holds an allowed pattern against the one call a finding is about, so
// that a harmless command never clears the command next to it.
func (e *Engine) allowed(p *Pattern, f *Finding, s *shell.Script) bool {
	if f.Call < 0 {
		return e.pattern(p, s.Text, nil, false)
	}
	c := &s.Calls[f.Call]
	return e.pattern(p, s.Text[c.Span.From:c.Span.To], c, false)
}

// pattern holds a user's pattern against text, and a glob against the words
// of a call. doubt is the answer where matching was given up.
func (e *Engine) pattern(p *Pattern, text string, c *shell.Call, doubt bool) bool {
	switch p.Kind {
	case "glob":
		return c != nil && shell.MatchGlob(p.Text, argvText(c))
	case "regex":
		return e.Match != nil && (e.Match(p.Text, text, doubt) || c != nil && e.Match(p.Text, argvText(c), doubt))
	}
	return containsWords(text, p.Text) || c != nil && containsWords(argvText(c), p.Text)
}

// blocked fires the user's blocked patterns.
func (c *checker) blocked() {
	for i := range c.engine.Blocked {
		p := &c.engine.Blocked[i]
		at, ok := c.blockedAt(p)
		if !ok {
			continue
		}
		f := Finding{
			Rule: blockedRule.ID, Risk: blockedRule.Risk, Call: at, Span: shell.Span{From: 0, To: len(c.script.Text)},
			Message: "Matches custom blocked pattern: " + shown(p.Text),
			Why:     "It is listed in blocked_patterns.",
		}
		if p.By != "" {
			f.Least, f.By = policy.Block, p.By
		}
		if at >= 0 {
			f.Span = c.script.Calls[at].Span
		}
		c.add(f)
	}
}

func (c *checker) blockedAt(p *Pattern) (call int, ok bool) {
	for i := range c.script.Calls {
		k := &c.script.Calls[i]
		if c.engine.pattern(p, c.script.Text[k.Span.From:k.Span.To], k, true) {
			return i, true
		}
	}
	return -1, c.engine.pattern(p, c.script.Text, nil, true)
}

// containsWords reports whether text contains a pattern, blanks alike.
func containsWords(text, pattern string) bool {
	if pattern == "" {
		return false
	}
	for i := 0; i+1 <= len(text); i++ {
		if matchAt(text[i:], pattern) {
			return true
		}
	}
	return false
}

func matchAt(text, pattern string) bool {
	t := 0
	for p := 0; p < len(pattern); p++ {
		if t >= len(text) {
			return false
		}
		if pattern[p] == ' ' && blank(text[t]) {
			for t < len(text) && blank(text[t]) {
				t++
			}
			continue
		}
		if text[t] != pattern[p] {
			return false
		}
		t++
	}
	return true
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' }
