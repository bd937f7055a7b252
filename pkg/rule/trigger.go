package rule

import "strings"

// Trigger is what a rule may fire on: a call, or a problem of the text.
type Trigger struct {
	Program string       // of a call, "" when it could not be told
	Model   string       // the name of its model; "" none
	Effects []EffectKind // of its effects
	Problem string       // the kind of a problem; a call has none
}

// The names of the lines that say which rules may fire on something. Each way
// in which a rule may fire stands in one kind of them: in the lines of the
// programs it needs, with the effects of which it needs one
// (git/reset-hard:discard), else in those of its effects, else in that for all
// calls.
const (
	OnAny     = "*"
	OnEffect  = "effect/"
	OnProblem = "problem/"
	OnProgram = "program/"
)

// RulesFor gives the ids of the rules that may fire on something, some of them
// twice. Line returns what stands in a line of the index.
func RulesFor(t Trigger, line func(group, name string) string, give func(id string)) {
	if t.Problem != "" {
		rulesIn(line(OnProblem, t.Problem), nil, give)
		return
	}
	rulesIn(line(OnAny, ""), nil, give)
	rulesIn(line(OnProgram, t.Program), t.Effects, give)
	if t.Model != "" && t.Model != t.Program {
		rulesIn(line(OnProgram, t.Model), t.Effects, give)
	}
	for _, kind := range t.Effects {
		rulesIn(line(OnEffect, string(kind)), t.Effects, give)
	}
}

func rulesIn(items string, effects []EffectKind, give func(id string)) {
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
