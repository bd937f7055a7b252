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
func RulesFor(t Trigger, line func(group, name string) []IndexItem, give func(id string)) {
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

func (t *Trigger) rulesIn(items []IndexItem, give func(id string)) {
	for i := range items {
		item := &items[i]
		if (item.Classes == 0 || item.Classes&t.Classes != 0) && (item.Kinds == "" || hasOne(item.Kinds, t.Effects)) {
			give(item.ID)
		}
	}
}

// IndexItem is a rule in an index line, with the kinds of effects and the classes
// of which it needs one, if any.
type IndexItem struct {
	ID      string
	Kinds   string // with commas
	Classes ClassSet
}

// String returns the item as the index has it.
func (item IndexItem) String() string {
	s := item.ID
	for i := range Classes {
		if item.Classes&(1<<i) != 0 {
			if len(s) == len(item.ID) {
				s += "@"
			}
			s += string(rune('a' + i))
		}
	}
	if item.Kinds != "" {
		s += ":" + item.Kinds
	}
	return s
}

// IndexItems reads the items of an index line.
func IndexItems(line string) []IndexItem {
	if line == "" {
		return nil
	}
	items := make([]IndexItem, 0, strings.Count(line, " ")+1)
	for more := true; more; {
		var text, letters string
		text, line, more = strings.Cut(line, " ")
		var item IndexItem
		text, item.Kinds, _ = strings.Cut(text, ":")
		item.ID, letters, _ = strings.Cut(text, "@")
		item.Classes = classesOf(letters)
		items = append(items, item)
	}
	return items
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
