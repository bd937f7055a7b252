package safety

import (
	"cmp"
	"slices"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/fault"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// checker collects the findings of one script.
type checker struct {
	engine    *Engine
	script    *shell.Script
	at        Dirs
	reader    effect.Reader
	facts     rule.Facts              // may be nil
	may       []*rule.Rule            // that may fire on what is looked at
	kinds     []rule.EffectKind       // of the effects of the call that is looked at
	writes    []write                 // of all calls; nil before it was asked for
	bringing  map[int]bool            // calls by whether they bring work that is nowhere else
	earlier   earlier                 // calls that may change what a fact is about
	carries   *[]Carry                // nil before it was asked for
	gits      []atWork                // calls of git at work here; nil before it was asked for
	brought   *int                    // the first call that moves something into the project; nil before it was asked for
	lives     *bool                   // another session works on something in the project; nil: not asked yet
	weighed   weighed                 // the call that was weighed last
	weighing  weighing                // its effect that is weighed
	files     map[string]*destination // that the script writes into, by path; nil before they were asked for
	pieces    map[textOf]*judgement   // of texts that files hold
	alike     map[*shell.Material]func(globs []string) bool
	points    *bool              // whether the text points git at another tree; nil before it was asked for
	strangers map[string]bool    // directories of files that run, by whether a stranger wrote them
	offered   map[string]offered // commands that were put together
	exports   *exports           // nil before it was asked for
	out       []Finding
	hits      [][]*effect.Effect            // for each finding in out, the effects that it names; shorter where none are known
	index     map[spot]int                  // 1 + of the last finding in out at a spot, where there are many
	others    []int                         // for each finding in out, 1 + of the one before it at its spot, or 0
	parsed    map[*Permission]*shell.Script // rules of the user's that are about a call
}

// mark identifies a finding.
type mark struct {
	rule string
	span shell.Span
	in   shell.Place // in a file that the script runs
}

// spot is where a finding stands, which few others share.
type spot struct {
	span shell.Span
	line int
}

func (m *mark) spot() spot { return spot{m.span, m.in.Line} }

// Check holds the rules against a script and returns what fired, the worst
// first, then what is about the text itself, then in the order of the text.
func (e *Engine) Check(s *shell.Script, at Dirs, facts rule.Facts) []Finding {
	c, _ := checkers.Get().(*checker)
	if c == nil {
		c = new(checker)
	}
	if facts != nil {
		at = at.On(facts)
		if at.Home == "" {
			facts = homeless{facts}
		}
	}
	c.engine, c.script, c.at, c.reader, c.facts = e, s, at, *effect.NewReader(s, at), facts
	c.guarded(c.enter)
	unsure := false // whether a call of the text itself was judged when there was no more work to spend
	for i := range s.Calls {
		if !c.guarded(func() { c.call(i) }) {
			c.leaveUnjudged(i)
		}
		unsure = unsure || s.Calls[i].In == nil && s.Work.Over()
	}
	if unsure && !slices.ContainsFunc(s.Problems, func(p shell.Problem) bool { return p.Kind == unread.TooLarge }) {
		s.Problems = append(s.Problems, shell.Left(unread.Long, "it writes too much to check", shell.Span{To: len(s.Text)}, nil))
	}
	c.problems()
	if !c.guarded(func() { c.blocked(); c.permissions() }) {
		c.unjudged(shell.Span{To: len(s.Text)}, nil)
		c.problems()
	}
	out := c.withoutOuter()
	order.By(out, func(a, b Finding) int {
		byText := 0
		if a.Risk >= policy.High { // where the user is asked, what could not be read may hide worse than what is known
			byText = cmp.Compare(min(a.Call, 0), min(b.Call, 0))
		}
		return cmp.Or(cmp.Compare(b.Risk, a.Risk), byText, worse(a.Gone, b.Gone), cmp.Compare(a.Span.From, b.Span.From))
	})
	*c = checker{kinds: c.kinds[:0], may: c.may[:0]}
	checkers.Put(c)
	return out
}

// checkers are those that are done, all zero but for two arrays.
var checkers sync.Pool

// call holds the rules against one call.
func (c *checker) call(i int) {
	if fault.On {
		for _, w := range c.script.Calls[i].Argv {
			fault.At("rules", w.String())
		}
	}
	m := matcher{script: c.script, call: &c.script.Calls[i], match: c.engine.Match}
	effects := c.withoutLocal(i, c.reader.Of(i))
	if c.engine.KnownOnly {
		effects = slices.DeleteFunc(slices.Clone(effects), func(e effect.Effect) bool { return e.Kind == rule.Presume || e.Kind == rule.Suspect })
	}
	c.contents(i, effects)
	c.copied(i, effects)
	if len(effects) > manyEffects {
		m.known = make(map[*rule.When]bool)
	}
	for _, r := range c.rules(m.trigger(c.kindsOf(effects))) {
		if len(r.When.Program) > 0 && !m.program(r.When.Program) || len(r.When.Problem) > 0 {
			continue
		}
		if !speaksOfEffects(&r.When) {
			if !harmless(m.call) && m.holds(&r.When, nil) {
				c.fire(r, i, nil, false)
			}
			continue
		}
		c.effects(r, &m, i, effects)
	}
}

// rules returns the rules that may fire. The list is valid until the next
// call.
func (c *checker) rules(t rule.Trigger) []*rule.Rule {
	if c.engine.Candidates == nil {
		return c.engine.Rules
	}
	found := c.engine.Candidates(t)
	if len(c.engine.Rules) == 0 {
		return found
	}
	c.may = append(append(c.may[:0], found...), c.engine.Rules...)
	return c.may
}

// kindsOf returns each kind of some effects once, and all classes of their targets.
// The list is valid until the next call.
func (c *checker) kindsOf(effects []effect.Effect) (kinds []rule.EffectKind, classes effect.Class) {
	c.kinds = c.kinds[:0]
	for i := range effects {
		if kind := effects[i].Kind; !slices.Contains(c.kinds, kind) {
			c.kinds = append(c.kinds, kind)
		}
		classes |= effects[i].Class
	}
	return c.kinds, classes
}

// harmless reports whether a call only prints its help or what it would do.
func harmless(c *shell.Call) bool { return c.Model != nil && c.Args.Has(c.Model.Harmless...) }

// effects fires a rule once for the effects of a call that it covers.
func (c *checker) effects(r *rule.Rule, m *matcher, i int, effects []effect.Effect) {
	var hit []*effect.Effect
	asked := false
	for k := range effects {
		if !effectHolds(&r.When, &effects[k]) {
			continue
		}
		if !asked && !m.ofCall(&r.When) {
			return
		}
		asked = true
		if m.branches(&r.When, &effects[k]) {
			hit = append(hit, &effects[k])
		}
	}
	if len(hit) > 0 {
		c.fire(r, i, hit, c.astray(r, m, hit))
	}
}

// astray reports whether a rule fires only because a cd before the effects may
// fail unnoticed.
func (c *checker) astray(r *rule.Rule, m *matcher, hit []*effect.Effect) bool {
	d := m.call.Cwd
	if d.Else == nil || m.call.Where != "" {
		return false
	}
	return !slices.ContainsFunc(hit, func(e *effect.Effect) bool {
		if e.Target == nil {
			return true
		}
		there := *e
		there.Class &^= effect.OnlyElse(*e.Target, d, c.at)
		return effectHolds(&r.When, &there) && m.branches(&r.When, &there)
	})
}

// fire adds the finding of a rule for a call.
func (c *checker) fire(r *rule.Rule, i int, hit []*effect.Effect, astray bool) {
	call := &c.script.Calls[i]
	r = r.Whole()
	f := Finding{
		Rule: r.ID, Risk: r.Risk, Span: call.Span, Call: i, Once: r.Once, Tell: r.Tell,
	}
	var raised []*effect.Effect
	f.Risk, f.Facts, f.Theirs, raised = c.weigh(r, i, hit)
	f.Astray = astray
	for _, e := range hit {
		f.Empty = f.Empty || e.Class&effect.MaybeRoot != 0 && call.Code == "" && call.Where == ""
	}
	if f.Risk == policy.Safe || call.Guess && f.Risk < policy.Critical {
		return
	}
	if call.Late {
		f.Risk = min(f.Risk, policy.High) // defined here, not run here
	}
	named := hit
	if c.facts != nil && call.Where == "" {
		named = c.landing(call, hit)
	}
	if len(raised) > 0 {
		named = raised
	}
	p := placeholders{script: c.script, call: call, at: c.command(i), hit: named}
	say, why, mitigation := c.said(r, i, hit)
	f.Message, f.Why, f.Mitigation = p.fill(say)+c.elsewhere(i), why, mitigation
	f.Gone = takesForGood(hit)
	for _, w := range p.targetWords() {
		f.On = append(f.On, w.String())
	}
	if astray {
		f.Message += ", if the cd before it fails"
		f.Mitigation = "Join the two with &&, so that nothing runs if the cd fails."
	}
	if call.In == nil { // a command in the place of this one would not change the file
		f.Instead, f.Offers = c.alternatives(r, i, named, f.Theirs)
	}
	c.hidesPublishing(&f, call, hit)
	c.distrusts(&f, call, hit)
	f.Losses = c.losses(r, i, hit)
	if c.inFile(&f, call, hit) {
		c.addOf(r, f, named)
	}
}

func sentence(r *rule.Rule) string {
	if r.Say != "" {
		return r.Say
	}
	return r.Title
}

// add appends a finding unless the same one is there; of two the worse stays.
func (c *checker) add(f Finding) {
	if i := c.find(f.mark()); i >= 0 {
		if f.Risk > c.out[i].Risk {
			c.out[i] = f
		}
		return
	}
	if n := len(c.out); n == cap(c.out) { // append would copy many of them five times
		c.out = slices.Grow(c.out, max(n, 1))
	}
	c.out = append(c.out, f)
}

// find returns the place of the finding with a mark, or -1. Most scripts have few
// findings, for which a map would cost more than it saves.
func (c *checker) find(m mark) int {
	const few = 8
	if len(c.out) <= few {
		for i := range c.out {
			if c.out[i].mark() == m {
				return i
			}
		}
		return -1
	}
	if c.index == nil {
		c.index = make(map[spot]int)
	}
	for i := len(c.others); i < len(c.out); i++ {
		last := c.out[i].mark()
		at := last.spot()
		c.others = append(c.others, c.index[at])
		c.index[at] = i + 1
	}
	for i := c.index[m.spot()]; i > 0; i = c.others[i-1] {
		if c.out[i-1].mark() == m {
			return i - 1
		}
	}
	return -1
}

func (f *Finding) mark() mark {
	m := mark{rule: f.Rule, span: f.Span}
	if f.In != nil {
		m.in = *f.In
	}
	return m
}

// problems fires the rules about what could not be followed.
func (c *checker) problems() {
	for i := range c.script.Problems {
		p := &c.script.Problems[i]
		for _, f := range c.problem(p) {
			c.place(&f, p.In)
			c.add(f)
		}
	}
}

// takesForGood reports whether an effect takes away what nothing on this machine brings back.
func takesForGood(hit []*effect.Effect) bool {
	return slices.ContainsFunc(hit, func(e *effect.Effect) bool {
		return e.Kind == rule.Drop || e.Kind == rule.Destroy || e.Kind == rule.Format
	})
}

// worse orders two findings of one risk: what is gone for good is told of first.
func worse(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
