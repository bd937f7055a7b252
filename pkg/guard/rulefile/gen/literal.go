package main

import (
	"fmt"
	"regexp/syntax"
	"slices"
)

// Limits of the literals of a pattern: shorter ones are on every line, and a
// search for more of them takes longer than the expression.
const (
	minLiteral  = 3
	maxLiterals = 16
)

// literals returns strings, one of which is in every match of an expression. Only
// lines that contain one of them are worth trying.
func literals(expr string) ([]string, error) {
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, err
	}
	set := required(re.Simplify())
	if len(set) == 0 {
		return nil, fmt.Errorf("a line must hold a word of %d letters or more that /%s/ names, in the case it is written in", minLiteral, expr)
	}
	return set, nil
}

// required returns the best set of strings, one of which is in every match, or
// nil.
func required(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		if text := string(re.Rune); re.Flags&syntax.FoldCase == 0 && len(text) >= minLiteral {
			return []string{text}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return required(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return required(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		list, at := parts(re), -1
		for i, sub := range list {
			if set := required(sub); better(set, best) {
				best, at = set, i
			}
		}
		if at >= 0 && isText(list[at]) {
			best = []string{textAround(list, at)}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			set := required(sub)
			if set == nil {
				return nil
			}
			all = append(all, set...)
		}
		slices.Sort(all)
		if all = slices.Compact(all); len(all) <= maxLiterals {
			return all
		}
	}
	return nil
}

// parts returns what follows one another in an expression, with what is in
// groups: in ([a-z]+\.go):\d the literal is ".go:".
func parts(re *syntax.Regexp) (list []*syntax.Regexp) {
	switch re.Op {
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			list = append(list, parts(sub)...)
		}
		return list
	case syntax.OpCapture:
		return parts(re.Sub[0])
	}
	return []*syntax.Regexp{re}
}

// textAround returns the text that stands at a place, with the texts next to it.
// Of one that is repeated, as the blanks in " +Test +#", one is next to it.
func textAround(list []*syntax.Regexp, at int) (text string) {
	from := at
	for from > 0 && isText(list[from-1]) {
		from--
	}
	if from > 0 && isRepeated(list[from-1]) {
		text = string(list[from-1].Sub[0].Rune)
	}
	for ; from < len(list) && isText(list[from]); from++ {
		text += string(list[from].Rune)
	}
	if from < len(list) && isRepeated(list[from]) {
		text += string(list[from].Sub[0].Rune)
	}
	return text
}

// isRepeated reports whether an expression is a text, once or more often.
func isRepeated(re *syntax.Regexp) bool { return re.Op == syntax.OpPlus && isText(re.Sub[0]) }

// isText reports whether an expression is a part of a line, written as it is.
func isText(re *syntax.Regexp) bool {
	return re.Op == syntax.OpLiteral && re.Flags&syntax.FoldCase == 0 && !slices.Contains(re.Rune, '\n')
}

// better reports whether a is the better set: its shortest string is longer, or
// it is smaller.
func better(a, b []string) bool {
	if b == nil || a == nil {
		return a != nil
	}
	x, y := shortest(a), shortest(b)
	return x > y || x == y && len(a) < len(b)
}

func shortest(set []string) int {
	n := len(set[0])
	for _, s := range set {
		n = min(n, len(s))
	}
	return n
}
