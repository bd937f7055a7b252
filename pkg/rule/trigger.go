package rule

import "strings"

// Trigger is what a rule may fire on: a call, or a problem of the text.
type Trigger struct {
	Program string       // of a call, "" when it could not be told
	Model   string       // the name of its model; "" none
	Effects []EffectKind // of its effects
	Problem string       // the kind of a problem; a call has none
}

// The names of the lines that say which rules may fire on something. A rule
// that needs a program stands in the lines of its programs, with the effects
// of which it needs one: git/reset-hard:discard. Another stands in the lines
// of its effects, and one that needs neither in that for all calls.
const (
	OnAny     = "*"
	OnEffect  = "effect/"
	OnProblem = "problem/"
	OnProgram = "program/"
)

// RulesFor gives the ids of the rules that may fire on something, some of them
// twice.
func (k Knowledge) RulesFor(t Trigger, give func(id string)) {
	if t.Problem != "" {
		k.rulesOn(OnProblem, t.Problem, nil, give)
		return
	}
	k.rulesOn(OnAny, "", nil, give)
	k.rulesOn(OnProgram, t.Program, t.Effects, give)
	if t.Model != t.Program {
		k.rulesOn(OnProgram, t.Model, t.Effects, give)
	}
	for _, kind := range t.Effects {
		k.rulesOn(OnEffect, string(kind), t.Effects, give)
	}
}

func (k Knowledge) rulesOn(group, name string, effects []EffectKind, give func(id string)) {
	items, _ := k.find(KindIndex, group, name)
	for items != "" {
		var item string
		item, items, _ = strings.Cut(items, " ")
		id, kinds, some := strings.Cut(item, ":")
		if !some || hasOne(kinds, effects) {
			give(id)
		}
	}
}

// hasOne reports whether one of some words is in a list with commas.
func hasOne(list string, words []EffectKind) bool {
	for more := true; more; {
		var one string
		one, list, more = strings.Cut(list, ",")
		for _, w := range words {
			if string(w) == one {
				return true
			}
		}
	}
	return false
}
