package preferences

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Canonical returns the rule that words state in one of the forms that users and agents
// are told of, where what stands for a command is taken as it is, whatever program it
// names:
//
//	never run CMD              use CMD, not CMD            never run CMD without ADDITION
//	run CMD before you CMD     always run CMD with ADDITION never edit|read|delete PATH
//	never run CMD on TARGET    never run CMD on the whole project
//	never run CMD, except CMD  never edit existing PATH    only edit PATH
//	use OPTION, not OPTION     use CMD only to look        VARIABLE=VALUE CMD
//	ask before you CMD         never deploy to TARGET      never kill CMD
//	never commit PATH          never run CMD locally       never run CMD, use CMD
//
// An addition is options, variables or a command that runs the other one. The words are
// meant as a rule, as those of "ctxhook remember" are; Parse reads those of prompts.
func Canonical(known rule.Knowledge, words string, names Names) memory.PreferenceRule {
	c := canonical{parser: parser{known: known, isProgram: names.Program}, names: names}
	w := wordsAsTyped(words)
	for len(w) > 1 && (w[0].is("please|always|ever") && !w[1].is("use|run|call|start") || w[0].is("you|we") && w[1].is("must|should|shall") || w[0].is("must|should|shall") && w[1].is("use|run|call|start|never|not|always|only|prefer")) {
		w = w[1:]
	}
	if len(w) > 1 && w[0].is("do") && w[1].is("not") {
		w = w[1:]
	}
	if r := c.read(w); r.Form != "" {
		return r
	}
	for i := 1; i+2 < len(w); i++ { // a rule behind a reason, or behind what is told otherwise
		if rest := skipped(w[i+1:], "and|but"); w[i].is(",") && len(rest) > 1 && rest[0].is("never|don't|always|use|only") {
			if r := c.read(rest); r.Form != "" {
				return r
			}
		}
	}
	return memory.PreferenceRule{}
}

// read returns the rule that words are in the first of the forms that reads them.
func (c *canonical) read(w []token) memory.PreferenceRule {
	for _, read := range [...]func([]token) memory.PreferenceRule{c.looks, c.after, c.never, c.leave, c.only, c.reach, c.kill, c.ask, c.use, c.always, c.assigned} {
		if r := read(w); r.Form != "" && len(Triggers(c.known, &r)) > 0 {
			if p := &r.Place; strings.Contains(p.Paths, "://") && p.Deed == "" && !p.Only { // never edit s3://lake
				p.Paths, p.Target, p.Deed = "", p.Paths, memory.ToWrite
			}
			return r
		}
	}
	return memory.PreferenceRule{}
}

// canonical reads words in those forms.
type canonical struct {
	parser
	names  Names
	strict bool            // the words were not written for ctxhook: a command is of a known program, or in backquotes
	quoted map[string]bool // the programs in backquotes
}

const nots = "never|don't|dont|not"

const verbsOfRunning = "run|use|call|start|execute|invoke|type"
