package preferences

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// neverOption reads an option that a command must not take.
func (p *parser) neverOption() (r memory.PreferenceRule, ok bool) {
	x, w := p.holes["X"], p.holes["W"]
	if len(w) != 1 || !strings.HasPrefix(w[0].text, "-") || !isOperand(w[0].text) {
		return r, false
	}
	command, ok := p.command(x)
	if class := classNamed(p.known, p.classOf(x)); class != nil {
		command, ok = class.Commands[0], !strings.Contains(class.Commands[0], "|")
	}
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: command + " " + w[0].text}, ok
}

// no reads "no sed". More words than one, unless they are a class or stand in
// backquotes, may be about anything: "no security holes".
func (p *parser) no() (memory.PreferenceRule, bool) {
	x := p.holes["X"]
	for _, one := range alternatives(x) {
		if len(one) > 1 && p.classOf(one) == "" && !isSubcommand(one) {
			return memory.PreferenceRule{}, false
		}
	}
	p.holes["C"] = x
	return p.never()
}

// isSubcommand reports whether words may be a command with its subcommand or an option:
// "no docker system prune", but not "no security holes".
func isSubcommand(words []token) bool {
	return words[0].code || strings.HasPrefix(words[1].text, "-") || len(words) > 2 || !isEnglish(words[0].low) && !strings.HasSuffix(words[1].low, "s")
}

// quits reads "stop amending": what is stopped is a class of commands.
func (p *parser) quits() (memory.PreferenceRule, bool) {
	if !strings.HasSuffix(p.holes["K"][0].low, "ing") {
		return memory.PreferenceRule{}, false // "stop the dev server"
	}
	class := p.classOf(p.holes["K"])
	return memory.PreferenceRule{Form: memory.FormNever, Class: class}, class != ""
}

// cases begin what limits a command to some places, times or cases.
const cases = "in|on|at|for|to|with|without|unless|except|if|when|while|during|until|after|before"

// isLimit reports whether a word may limit what is never wanted to some cases, or
// is a command itself.
func (t token) isLimit() bool {
	return t.code || t.is(cases+"|from|but|or|and|,")
}

// IsOfFiles reports whether a sentence names something right behind what is done with files:
// "don't delete build" is about no command of that name.
func IsOfFiles(sentence, name string) bool {
	before, _, ok := strings.Cut(sentence, name)
	words := tokens(strings.TrimRight(before, " `'\""))
	for len(words) > 0 && words[len(words)-1].is("the|a|my|our|your|any|this|that") {
		words = words[:len(words)-1]
	}
	return ok && name != "" && len(words) > 0 && words[len(words)-1].is("delete|deleting|remove|removing|rm|erase|wipe|rename|move|edit|editing|modify|change|changing|touch|touching|overwrite|löschen|supprime|borres")
}

// IsLimited reports whether a sentence goes on behind a command with what limits it to some
// cases: "never run prettier on the whole repo".
func IsLimited(sentence, command string) bool {
	_, rest, ok := strings.Cut(sentence, command)
	words := tokens(strings.TrimSpace(rest))
	return ok && command != "" && len(words) > 0 && !words[0].code && words[0].is(cases+"|against")
}

// neverOn reads what must not go to a branch.
func (p *parser) neverOn() (r memory.PreferenceRule, ok bool) {
	if p.holes["C"] == nil { // the verb is git's own
		r, ok = memory.PreferenceRule{Form: memory.FormNever, Avoid: "git rebase"}, true
	} else {
		p.holes["C"] = withoutKind(p.holes["C"])
		r, ok = p.never()
	}
	if !ok || r.Class == "" && !strings.HasPrefix(r.Avoid, "git ") {
		return r, false
	}
	var branches []string
	for _, b := range alternatives(withoutLeave(p.holes["B"])) {
		for len(b) > 1 && b[0].is("the|either|our") {
			b = b[1:]
		}
		if len(b) == 2 && b[1].is("branch") {
			b = b[:1]
		}
		if len(b) != 1 || !isBranch(b[0]) {
			return r, false
		}
		branches = append(branches, b[0].text)
	}
	r.Branch = strings.Join(branches, memory.Or)
	return r, slices.Contains([]string{"commit", "push", "force-push", "merge", ""}, r.Class)
}

// isBranch reports whether a word names a branch: in marks, or one of those that
// most projects have.
func isBranch(t token) bool {
	if t.code {
		return isOperand(strings.ReplaceAll(t.text, "*", "x")) && t.text[0] != '-' && !strings.Contains(t.text, ":")
	}
	kind, name, _ := strings.Cut(t.low, "/")
	return t.is("main|master|develop|trunk|production|staging") || name != "" && (token{low: kind}).is("release|releases|feature|features|feat|hotfix|bugfix|fix|chore|support")
}

// stay reads that the branch is not to be left.
func (p *parser) stay() (memory.PreferenceRule, bool) {
	return memory.PreferenceRule{Form: memory.FormNever, Class: "switch-branches"}, true
}

func (p *parser) never() (r memory.PreferenceRule, ok bool) {
	r.Form = memory.FormNever
	words := withoutLeave(p.holes["C"])
	if last := len(words) - 1; last > 0 && words[last].code {
		// The command of a class: "the dev server (`npm run dev`)".
		if r.Class = p.classOf(words[:last]); r.Class != "" || p.runs && words[last].also && !slices.ContainsFunc(words[:last], token.isLimit) {
			r.Avoid, ok = p.command(words[last:])
			return r, ok
		}
	}
	if r.Class = p.classOf(words); r.Class != "" {
		return r, true
	}
	list, ok := p.commands(words)
	r.Avoid = strings.Join(list, memory.Or)
	return r, ok
}
