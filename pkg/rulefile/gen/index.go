package main

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// anything stands for every program, or for every effect and none.
const anything = "*"

// index writes which rules may fire on a program, on a kind of effect and on
// a problem, so that only those are made that a call has both for.
func (k knowledge) index(out *bytes.Buffer) {
	programs, effects, problems := sets{}, sets{}, sets{}
	for i := range k.safety {
		w := &k.safety[i].When
		if len(w.Problem) > 0 {
			problems.add(i, w.Problem) // it is held against no call
			continue
		}
		programs.add(i, needed(w, func(w *rule.When) []string { return w.Program }))
		effects.add(i, needed(w, func(w *rule.When) []string { return asWords(w.Effect) }))
	}
	words := (len(k.safety) + 63) / 64
	programs.write(out, "ofProgram", "that need a program, or one of others", words)
	programs.writeRest(out, "ofProgramAny", "that need no program in particular", words)
	effects.write(out, "ofEffect", "that need a kind of effect, or one of others", words)
	effects.writeRest(out, "ofEffectAny", "that need no effect in particular", words)
	problems.write(out, "ofProblem", "about a kind of problem", words)
}

// asWords returns effect kinds as plain words.
func asWords(kinds []rule.EffectKind) []string {
	var list []string
	for _, k := range kinds {
		list = append(list, string(k))
	}
	return list
}

// needed returns of what a call must have one if a condition is to hold. It
// may be more than that, never less.
func needed(w *rule.When, of func(*rule.When) []string) []string {
	list := of(w)
	if len(list) == 0 {
		for i := range w.Any {
			list = append(list, needed(&w.Any[i], of)...)
		}
	}
	if len(list) == 0 || slices.Contains(list, anything) {
		return []string{anything}
	}
	return list
}

// sets holds the numbers of rules by what they need.
type sets map[string][]int

func (s sets) add(number int, names []string) {
	for _, n := range names {
		s[n] = append(s[n], number)
	}
}

// write writes a switch over the names, those with the same rules together.
func (s sets) write(out *bytes.Buffer, name, doc string, words int) {
	same := make(map[string][]string) // literal of a set -> names
	for _, n := range slices.Sorted(maps.Keys(s)) {
		if n != anything {
			lit := setLiteral(s[n], words)
			same[lit] = append(same[lit], fmt.Sprintf("%q", n))
		}
	}
	fmt.Fprintf(out, "// %s returns the rules %s.\nfunc %s(name string) set {\nswitch name {\n", name, doc, name)
	byFirst := func(a, b string) int { return strings.Compare(same[a][0], same[b][0]) }
	for _, lit := range slices.SortedFunc(maps.Keys(same), byFirst) {
		fmt.Fprintf(out, "case %s:\nreturn %s\n", strings.Join(same[lit], ", "), lit)
	}
	fmt.Fprintf(out, "}\nreturn %s\n}\n\n", setLiteral(nil, words))
}

func (s sets) writeRest(out *bytes.Buffer, name, doc string, words int) {
	fmt.Fprintf(out, "// %s are the rules %s.\nvar %s = %s\n\n", name, doc, name, setLiteral(s[anything], words))
}

// setLiteral writes a set of rules: a bit for each, by number. A number may
// be given twice.
func setLiteral(numbers []int, words int) string {
	bits := make([]uint64, words)
	for _, n := range numbers {
		bits[n/64] |= 1 << (n % 64)
	}
	var lit []string
	for _, b := range bits {
		lit = append(lit, fmt.Sprintf("%#x", b))
	}
	return "set{" + strings.Join(lit, ", ") + "}"
}
