package safety

import (
	"cmp"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// said returns the sentences of a rule that are true of a call and of every effect that fired
// it.
func (c *checker) said(r *rule.Rule, i int, hit []*effect.Effect) (say, why, mitigation string) {
	if len(r.Cases) > 0 {
		hit = telling(hit)
		m := matcher{script: c.script, call: &c.script.Calls[i], match: c.engine.Match}
		for k := range r.Cases {
			if is := &r.Cases[k]; m.holdsOfAll(&is.When, hit) {
				say, why, mitigation = cmp.Or(say, is.Say), cmp.Or(why, is.Why), cmp.Or(mitigation, is.Mitigation)
			}
		}
	}
	return cmp.Or(say, r.Say, r.Title), cmp.Or(why, r.Why), cmp.Or(mitigation, r.Mitigation)
}

// addOf adds the finding of a rule about some effects. One that stands where another one does, as
// in a loop, joins it.
func (c *checker) addOf(r *rule.Rule, f Finding, hit []*effect.Effect) {
	k := c.find(f.mark())
	if k >= 0 && k < len(c.hits) && c.out[k].Call != f.Call && c.out[k].Risk == f.Risk && f.In == nil && !f.Astray && !c.out[k].Astray && len(c.hits[k]) <= maxWords {
		c.join(r, k, &f, hit)
		return
	}
	c.add(f)
	if k = c.find(f.mark()); c.out[k].Call != f.Call {
		return
	}
	for len(c.hits) <= k {
		c.hits = append(c.hits, nil)
	}
	c.hits[k] = hit
}

// join lets a finding name what another one does, too.
func (c *checker) join(r *rule.Rule, k int, f *Finding, hit []*effect.Effect) {
	one := &c.out[k]
	if f.Message == one.Message {
		return
	}
	c.hits[k] = append(slices.Clone(c.hits[k]), hit...)
	say, _, _ := c.said(r, one.Call, c.hits[k])
	p := placeholders{script: c.script, call: &c.script.Calls[one.Call], at: c.command(one.Call), hit: c.hits[k]}
	one.Message = p.fill(say) + c.elsewhere(one.Call)
	for _, on := range f.On {
		if !slices.Contains(one.On, on) {
			one.On = append(one.On, on)
		}
	}
	for _, fact := range f.Facts {
		if !slices.Contains(one.Facts, fact) {
			one.Facts = append(one.Facts, fact)
		}
	}
	one.Theirs = append(one.Theirs, f.Theirs...)
	if one.Losses = append(one.Losses, f.Losses...); f.Losses == nil || len(one.Losses) == len(f.Losses) {
		one.Losses = nil // a snapshot would not bring back all
	}
	if one.Instead != nil {
		one.Instead, one.Offers = c.alternatives(r, one.Call, c.hits[k], one.Theirs)
	}
}

// holdsOfAll reports whether a condition holds for the call and, if it speaks of effects, for
// each of these.
func (m *matcher) holdsOfAll(w *rule.When, effects []*effect.Effect) bool {
	if !speaksOfEffects(w) {
		return m.holds(w, nil)
	}
	for _, e := range effects {
		if !m.holds(w, e) {
			return false
		}
	}
	return len(effects) > 0
}

// withoutOuter returns the findings without those that say of a client what others say of the
// statements that it runs, each for itself.
func (c *checker) withoutOuter() []Finding {
	outer := func(k int) bool {
		f := &c.out[k]
		if k >= len(c.hits) || f.Call < 0 || f.In != nil || len(c.hits[k]) == 0 || slices.ContainsFunc(c.hits[k], func(e *effect.Effect) bool { return e.Kind != rule.Drop || e.Target != nil }) {
			return false
		}
		n := 0
		for i := range c.out {
			if g := &c.out[i]; g.Rule == f.Rule && g.Risk == f.Risk && g.Call > f.Call && c.script.Calls[g.Call].Via == f.Call {
				n++
			}
		}
		return n >= len(c.hits[k])
	}
	var drop []int
	for k := range c.out {
		if outer(k) {
			drop = append(drop, k)
		}
	}
	for n, k := range drop {
		c.out = slices.Delete(c.out, k-n, k-n+1)
	}
	return c.out
}
