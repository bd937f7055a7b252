package preferences

import (
	"slices"
	"strings"
)

// item is a part of a clause: what is named, or words with a role.
type item struct {
	words []string // nil for what is named
	roles []role
	named mention
}

// mention is what a clause names.
type mention struct {
	commands []string // that are named, or several that do the same
	class    string   // a class of commands
	called   string   // the class that commands are named as: "the dev server (`npm run dev`)"
	check    string   // a kind of check
	branches []string
	ing      bool   // the class is named as what is done: "amending"
	option   string // or a variable with its value, or a wrapper
	whole    bool   // the check is all of its kind: "the whole test suite"
}

func (n *mention) isCommand() bool { return len(n.commands) > 0 }

func (i *item) is(r role) bool { return slices.Contains(i.roles, r) }

// clause is a part of a sentence of which each word has a role; items leaves out those that
// add nothing.
type clause struct {
	items []item
}

func (c *clause) has(r role) bool { return c.index(r, 0) >= 0 }

func (c *clause) index(r role, from int) int {
	for i := from; i < len(c.items); i++ {
		if c.items[i].is(r) {
			return i
		}
	}
	return -1
}

// count returns how many items have a role.
func (c *clause) count(r role) (n int) {
	for i := range c.items {
		if c.items[i].is(r) {
			n++
		}
	}
	return n
}

// against returns how many times a clause says no. Words such as "jamás" repeat it.
func (c *clause) against() (n int) {
	again := 0
	for i := range c.items {
		switch it := &c.items[i]; {
		case it.is(roleNever) && it.is(roleEach):
			again = 1
		case it.is(roleNever):
			n++
		}
	}
	return max(n, again)
}

// mostItems is how many parts a clause has at most.
const mostItems = 12

// clause reads words by their roles; ok is false where one has none.
func (p *parser) clause(s []token) (c clause, ok bool) {
	for i := 0; i < len(s); {
		if last := len(c.items) - 1; s[i].also && last >= 0 && c.items[last].is(roleNamed) || last >= 1 && s[i].also && c.items[last].is(rolePassed) && c.items[last-1].is(roleNamed) {
			if command, ok := p.command(s[i : i+1]); ok && (p.isProgram(programOf(command)) || strings.Contains(command, " ")) { // "the tests (`make test`)"
				if !c.items[last].is(roleNamed) {
					last--
				}
				c.items[last].named = mention{commands: []string{command}, called: c.items[last].named.class}
				i++
				continue
			}
			if s[i].text[0] == 'v' && isVersion(s[i].text) { // `docker compose` (v2)
				i++
				continue
			}
		}
		n, it := p.item(s, i)
		if n == 0 {
			n, it = c.branchAt(s[i:])
		}
		if n == 0 {
			return c, false
		}
		i += n
		if it.is(roleNamed) && it.named.isCommand() && n == 1 && i < len(s) && !s[i-1].code && s[i].is("it|them|that|this|these|those") {
			return c, false // "don't cat it" is about one thing
		}
		if len(it.roles) == 1 && it.roles[0] == roleFill {
			continue
		}
		c.items = append(c.items, it)
	}
	c.join()
	if slices.ContainsFunc(s, func(t token) bool { return t.is("whole|full|entire|complete") }) {
		for i := range c.items {
			c.items[i].named.whole = true
		}
	}
	return c, len(c.items) > 0 && len(c.items) <= mostItems
}

// notBranches are words behind "push to" that name where a push goes, and no branch.
const notBranches = "origin|upstream|remote|github|gitlab|bitbucket|remotes|repo|prod|production|live|npm|pypi|registry|docker|dockerhub|ecr|gcr|ghcr|hub|store|cluster|server|device|phone|stack|array|queue|list|heroku|vercel|cloud|s3|bucket"

// branchAt reads the name of any branch at the end of what must not go there: "never push to
// release", "don't commit to the demo branch".
func (c *clause) branchAt(s []token) (n int, it item) {
	last := len(c.items) - 1
	if last < 1 || !c.items[last].is(roleTo) || !isName(s[0].low) || s[0].is(notBranches) || len(s) > 2 || len(s) == 2 && !s[1].is("branch") || c.against() == 0 ||
		!slices.ContainsFunc(c.items, func(i item) bool {
			return slices.Contains([]string{"push", "commit", "force-push", "merge"}, i.named.class)
		}) {
		return 0, it
	}
	return len(s), item{roles: []role{roleNamed}, named: mention{branches: []string{s[0].text}}}
}

// item reads the part of words that begins at one of them.
func (p *parser) item(all []token, at int) (n int, it item) {
	s := all[at:]
	words, known := roleLexicon().find(s)
	if k, what, ok := p.name(s); ok && !(known && s[0].is("no|not")) && (!known || k > len(words.words) || s[0].code || at+k == len(all) && s[0].is("make|just")) && !isNoun(all, at, &what) {
		return k, item{roles: []role{roleNamed}, named: what}
	}
	if !known {
		return 0, it
	}
	return len(words.words), item{words: words.words, roles: words.roles}
}

// isNoun reports whether what is named may be a word of the sentence: "a cap", "not INFO".
func isNoun(all []token, at int, what *mention) bool {
	if !what.isCommand() || all[at].code || strings.ContainsAny(what.commands[0], " /") {
		return false
	}
	return at > 0 && (all[at].text != all[at].low || all[at-1].is("a|an|the|some|any|this|that|un|une|le|la|ein|eine|der|die|das|el"))
}

// join makes one of several commands, classes or branches with "and" or "or" between them.
func (c *clause) join() {
	for i := 1; i < len(c.items); i++ {
		a := &c.items[i-1]
		b, to := c.items[i], i+1
		if b.is(roleAnd) {
			for to < len(c.items) && c.items[to].is(roleNever) { // "no npm and no yarn"
				to++
			}
			if to == len(c.items) {
				continue
			}
			b, to = c.items[to], to+1
		}
		if !a.is(roleNamed) || !b.is(roleNamed) {
			continue
		}
		if to == i+1 {
			continue // two in a row are no list
		}
		switch {
		case a.named.isCommand() && b.named.isCommand():
			a.named.commands = append(a.named.commands, b.named.commands...)
		case len(a.named.branches) > 0 && len(b.named.branches) > 0:
			a.named.branches = append(a.named.branches, b.named.branches...)
		default:
			continue
		}
		c.items = slices.Delete(c.items, i, to)
		i--
	}
}

// name reads what the first of some words name, and how many these are.
func (p *parser) name(s []token) (n int, what mention, ok bool) {
	first := s[0]
	text := first.text
	switch {
	case p.classOf(s[:1]) != "" && text[0] == '-': // --no-verify
		return 1, mention{class: p.classOf(s[:1])}, true
	case isOperand(text) && len(text) > 1 && text[0] == '-' && strings.Trim(text, "-") != "":
		if len(s) > 1 && !s[1].code && strings.HasPrefix(text, "--") && !strings.Contains(text, "=") && isName(s[1].low) && !p.isProgram(s[1].low) {
			if _, known := roleLexicon().find(s[1:]); !known { // --profile sandbox
				return 2, mention{option: text + " " + s[1].text}, true
			}
		}
		return 1, mention{option: text}, true
	case isAssignment(text) && !strings.ContainsAny(text, " \"'\\"):
		return 1, mention{option: text}, true
	}
	if n, command := p.withOption(s); n > 0 { // git pull --rebase is no pull of any kind
		return n, mention{commands: []string{command}}, true
	}
	if len(s) > 1 && s[0].is("merge") && s[1].is("commit|commits|conflict|conflicts") {
		return 0, what, false // which some merges make
	}
	if n, what, ok = p.classNamed(s); ok {
		return n, what, true
	}
	if isBranch(token{text: text, low: strings.ToLower(text)}) {
		n = 1
		if len(s) > 1 && s[1].is("branch|branches") {
			n = 2
		}
		return n, mention{branches: []string{first.text}}, true
	}
	if a, b, ok := strings.Cut(text, "/"); ok && p.isProgram(a) && p.isProgram(b) { // pkill/killall
		return 1, mention{commands: []string{a, b}}, true
	}
	if len(s) > 1 && !first.code && p.isProgram(first.low) && s[1].is(callWords) {
		return 2, mention{commands: []string{first.low}}, true
	}
	if len(s) > 1 && !first.code && p.isProgram(first.low) && s[1].is("tests|builds|installs|pulls|pushes|updates") {
		return 2, mention{commands: []string{first.low + " " + strings.TrimSuffix(strings.TrimSuffix(s[1].low, "es"), "s")}}, true
	}
	if first.also && !p.isProgram(programOf(text)) {
		return 0, what, false // (should fail at once)
	}
	for n = p.commandLength(s); n > 0; n-- {
		if n == 2 && first.is("make|just") && !p.isTarget(s[1]) {
			return 0, what, false // "make decisions", "just noise"
		}
		if n > 2 && s[n-1].is("up|down") && s[n-2].is("compose") { // also words of sentences
			return n, mention{commands: []string{join(s[:n])}}, true
		}
		if command, ok := p.command(s[:n]); ok && (n > 1 || s[0].code || !isEnglish(command)) {
			return n, mention{commands: []string{command}}, true
		}
	}
	if len(s) > 1 && s[1].also && isName(first.low) {
		if command, ok := p.command(s[:2]); ok { // ripgrep (`rg`)
			return 2, mention{commands: []string{command}}, true
		}
	}
	return 0, what, false
}

func programOf(command string) string {
	program, _, _ := strings.Cut(command, " ")
	return program
}

// callWords are those by which a sentence speaks of calls of a program: "git commands".
const callWords = "commands|calls|invocations|runs|cli"

// isTarget reports whether a word behind make is what may be made.
func (p *parser) isTarget(t token) bool {
	one := []token{t}
	return strings.ContainsAny(t.text, "-_:./") || checkOf(one) != "" || p.classOf(one) != "" || t.is("all|check|ci|dev|run|fmt|verify|install|clean|generate|gen|docs|up|down|setup|release|e2e|bench|coverage|proto|docker|start|stop|watch|prod")
}

// withOption reads a command with an option at the beginning of words.
func (p *parser) withOption(s []token) (n int, command string) {
	n = p.commandLength(s)
	if n < 2 || !strings.HasPrefix(s[n-1].text, "-") {
		return 0, ""
	}
	command, ok := p.command(s[:n])
	if !ok {
		return 0, ""
	}
	return n, command
}

// classNamed reads the longest words that stand for a class of commands, or a kind of check.
func (p *parser) classNamed(s []token) (n int, what mention, ok bool) {
	const most = 5
	for n = min(most, len(s)); n > 0; n-- {
		if s[0].code || s[n-1].is("the|a|an|any|my|your|our|git") || s[0].is("the|a|an|any|my|your|our") {
			continue
		}
		if class := p.classOf(s[:n]); class != "" {
			return n, mention{class: class, ing: strings.HasSuffix(s[0].low, "ing") || strings.HasSuffix(s[0].low, "s")}, true
		}
		if check := checkOf(s[:n]); check != "" {
			return n, mention{check: check, ing: strings.HasSuffix(s[n-1].low, "ing") || strings.HasSuffix(s[n-1].low, "s")}, true
		}
	}
	return 0, what, false
}

// commandLength returns how many words a command has at most that stands at the beginning of
// some: up to one that says something else.
func (p *parser) commandLength(s []token) int {
	if s[0].code {
		return 1
	}
	if !p.isProgram(s[0].text) && !p.isProgram(s[0].low) && !strings.HasPrefix(s[0].text, "./") {
		return 0
	}
	n := 1
	for n < len(s) && n < maxWords && !s[n].code && isOperand(s[n].text) {
		if e, ok := roleLexicon().find(s[n:]); ok && !(len(e.words) == 1 && s[n].is(subcommands) && p.goesOn(s, n)) {
			break
		}
		n++
		if strings.HasPrefix(s[n-1].text, "-") {
			break
		}
	}
	return n
}

// subcommands are words of commands that are words of sentences as well.
const subcommands = "run|exec|x|test|use|start|install|add|up|down|build|set|pass|create|call|out|all|go|package|env|search|compose|container|image|volume|system|network|scripts"

// goesOn reports whether the word at n may be part of the command before it: a
// subcommand.
func (p *parser) goesOn(s []token, n int) bool {
	return n == 1 || n == 2 && s[0].is("gh|glab|az|aws|gcloud|kubectl") && s[n].is("create|add|start") || s[n-1].is("run|exec|x|compose|run-script")
}
