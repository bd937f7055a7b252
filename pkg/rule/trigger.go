package rule

import "strings"

// Trigger is what a rule may fire on: a call, or a problem of the text.
type Trigger struct {
	Program string       // of a call, "" when it could not be told
	Model   string       // the name of its model; "" none
	Effects []EffectKind // of its effects
	Problem string       // the kind of a problem; a call has none
}

// The names of index lines, which list the rules that may fire on something. If
// a rule needs a program, it is in the lines of its programs, with the effects of
// which it needs one (git/reset-hard:discard); else in the lines of the effects
// it needs; else in the line for any call. A rule with several alternatives is in
// the lines of each.
const (
	OnAny     = "*"
	OnEffect  = "effect/"
	OnProblem = "problem/"
	OnProgram = "program/"
)

// RulesFor calls give with the ids of the rules that may fire on t, some of them
// more than once. line returns the items of an index line.
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
