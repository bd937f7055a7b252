package rule

import "strings"

// Trigger is what a rule may fire on: a call, or a problem of the text.
type Trigger struct {
	Program string       // of a call, "" when it could not be told
	Model   string       // the name of its model; "" none
	Effects []EffectKind // of its effects
	Classes ClassSet     // of their targets, all together
	Problem string       // the kind of a problem; a call has none
}

// The names of index lines, which list the rules that may fire on something. If
// a rule needs a program, it is in the lines of its programs, with the effects of
// which it needs one (git/reset-hard:discard); else in the lines of the effects
// it needs; else in the line for any call. A rule with several alternatives is in
// the lines of each. If it needs a target of some classes, their letters follow its
// id (filesystem/delete-key@n).
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
		t.rulesIn(line(OnProblem, t.Problem), give)
		return
	}
	t.rulesIn(line(OnAny, ""), give)
	t.rulesIn(line(OnProgram, t.Program), give)
	if t.Model != "" && t.Model != t.Program {
		t.rulesIn(line(OnProgram, t.Model), give)
	}
	for _, kind := range t.Effects {
		t.rulesIn(line(OnEffect, string(kind)), give)
	}
}

func (t *Trigger) rulesIn(items string, give func(id string)) {
	for items != "" {
		var item string
		item, items, _ = strings.Cut(items, " ")
		item, kinds, some := strings.Cut(item, ":")
		id, letters, classed := strings.Cut(item, "@")
		if (!some || hasOne(kinds, t.Effects)) && (!classed || classesOf(letters)&t.Classes != 0) {
			give(id)
		}
	}
}

// IndexItem returns the item of a rule in an index line: with the kinds of effects
// and the classes of which it needs one, if any.
func IndexItem(id string, kinds []string, classes ClassSet) string {
	for i := range Classes {
		if classes&(1<<i) != 0 {
			if !strings.Contains(id, "@") {
				id += "@"
			}
			id += string(rune('a' + i))
		}
	}
	if len(kinds) > 0 {
		id += ":" + strings.Join(kinds, ",")
	}
	return id
}

// classesOf returns the classes that letters stand for.
func classesOf(letters string) ClassSet {
	var s ClassSet
	for i := range len(letters) {
		s |= 1 << (letters[i] - 'a')
	}
	return s
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
