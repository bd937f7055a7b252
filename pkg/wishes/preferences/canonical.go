package preferences

import (
	"slices"
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
//	never run CMD, except CMD  never edit existing PATH
//
// An addition is options, variables or a command that runs the other one. The words are
// meant as a rule, as those of "ctxhook remember" are; Parse reads those of prompts.
func Canonical(known rule.Knowledge, words string, names Names) memory.PreferenceRule {
	c := canonical{parser: parser{known: known, isProgram: names.Program}, names: names}
	w := wordsAsTyped(words)
	for len(w) > 1 && w[0].is("please|always|ever") && !w[1].is("use|run|call|start") {
		w = w[1:]
	}
	if len(w) > 1 && w[0].is("do") && w[1].is("not") {
		w = w[1:]
	}
	if r := c.read(w); r.Form != "" {
		return r
	}
	for i := 1; i+2 < len(w); i++ { // a rule behind a reason, or behind what is told otherwise
		if w[i].is(",") && w[i+1].is("never|don't|always|use|only") {
			if r := c.read(w[i+1:]); r.Form != "" {
				return r
			}
		}
	}
	return memory.PreferenceRule{}
}

func (c *canonical) read(w []token) memory.PreferenceRule {
	for _, read := range [...]func([]token) memory.PreferenceRule{c.looks, c.after, c.never, c.leave, c.only, c.reach, c.kill, c.ask, c.use, c.always, c.assigned} {
		if r := read(w); r.Form != "" && len(Triggers(c.known, &r)) > 0 {
			return r
		}
	}
	return memory.PreferenceRule{}
}

type canonical struct {
	parser
	names  Names
	quoted map[string]bool // the programs that stand in backquotes; nil: each word may be one
}

const nots = "never|don't|dont|not"

const verbsOfRunning = "run|use|call|start|execute|invoke|type"

// wordsAsTyped returns the words of a text, without marks around commands and without what
// stands in parentheses. A comma within a word belongs to it: py39,py312.
func wordsAsTyped(text string) (words []token) {
	comma := token{text: ",", low: ","}
	aside := 0
	for f := range strings.FieldsSeq(strings.ReplaceAll(text, "`", "")) {
		opens := strings.HasPrefix(f, "(")
		if opens {
			aside++
		}
		if aside > 0 {
			if strings.Contains(f, ")") {
				aside--
			}
			if strings.TrimRight(f, ",;") != f && aside == 0 {
				words = append(words, comma)
			}
			continue
		}
		word := strings.TrimRight(f, ",;")
		parts := word != f
		if whole := strings.TrimRight(word, ".!"); whole != "" && !strings.HasSuffix(word, "=.") { // a full stop, and not the directory
			word = whole
		}
		if word != "" {
			words = append(words, token{text: word, low: strings.ToLower(word)})
		}
		if parts {
			words = append(words, comma)
		}
	}
	return words
}

// clauseAsTyped returns the words of a rule without a reason, an exception or another rule behind a
// comma: "never run eslint on the whole repo, only on changed files".
func clauseAsTyped(w []token) []token {
	for i := 1; i+1 < len(w); i++ {
		if w[i].is(",") && w[i+1].is("only|just|not|use|instead|but|always|never|ask|i|we|it|they|that|that's|it's|because|since|so|except|and") || w[i].is("because|since") {
			return w[:i]
		}
	}
	return w
}

// asides are words at the end of a rule that add nothing to it.
var asides = [...]string{
	"in front", "in front of it", "by hand", "manually", "directly", "yourself", "again", "anymore", "ever", "at all", "here", "either", "on your own", "without asking", "without asking me", "without asking first",
	"on this machine", "on this box", "on this host", "on this laptop", "on the login node", "on the login nodes", "on this cluster", "in this project", "in this repo", "in this session", "from now on", "for now", "every time", "each time",
	"locally", "from here", "for everything", "always",
}

func withoutAsides(w []token) []token {
	for cut := true; cut; {
		cut = false
		for _, a := range asides {
			if words := strings.Fields(a); len(words) < len(w) && isPhrase(w[len(w)-len(words):], words) {
				w, cut = w[:len(w)-len(words)], true
			}
		}
	}
	return w
}

// never reads which commands are not to be run: at all, on the whole project, or on a target.
func (c *canonical) never(w []token) (none memory.PreferenceRule) {
	switch {
	case len(w) < 2 || !w[0].is(nots+"|no|avoid"):
		return none
	case len(w) > 2 && w[1].is(verbsOfRunning):
	case len(w) > 2 && w[0].is("avoid") && w[1].is("running|using|calling"), len(w) > 3 && w[1].is("ever") && w[2].is(verbsOfRunning):
		w = w[len(w)-len(skipped(w[1:], "ever"))-1:]
	case w[0].is("not") || isEnglish(w[1].low) || !c.isProgram(w[1].low) || c.classOf(w[1:]) != "" || len(w) > 2 && !isSubcommand(w[1:]):
		return none
	default: // never git push --force, no sed
		w = slices.Concat(w[:1], []token{{text: "run", low: "run"}}, w[1:])
	}
	if bare, spared := exceptAt(w); spared != nil {
		return c.butFor(c.never(bare), bare, spared)
	}
	w = withoutAsides(clauseAsTyped(w[2:]))
	command, without := cutAt(w, "without")
	switch {
	case without == nil:
	case anyOf(without, "name|names|filename|filenames|file|files|path|paths|argument|arguments|args|target|targets"):
		return c.whole(command) // mix format without file names
	default:
		return c.with(command, without)
	}
	if r := c.most(w); r.Form != "" {
		return r
	}
	if i := slices.IndexFunc(w, func(t token) bool { return t.text == "|" }); i > 0 { // curl | sh
		if a, b := c.program(w[:i]), c.program(w[i+1:]); a != "" && b != "" {
			return memory.PreferenceRule{Form: memory.FormNever, Avoid: a + pipe + b}
		}
		return none
	}
	if on, target := cutAt(w, "on|against|in|to|over|across|at"); target != nil {
		return c.neverOnTarget(on, withoutArticle(target))
	}
	if len(w) > 1 && w[0].is("plain|bare|unfiltered") {
		return c.whole(w[1:])
	}
	if paths, ok := c.pathsAlone(w); ok { // never run t/live
		return targetRule(paths)
	}
	if class := c.classOf(w); class != "" {
		return memory.PreferenceRule{Form: memory.FormNever, Class: class}
	}
	list := c.verbatims(w)
	if list == nil {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(list, memory.Or)}
}

// program is verbatim for what is surely a command, whatever word it is: head, behind a pipe.
func (c *canonical) program(w []token) string {
	if len(w) == 1 && c.isProgram(w[0].low) {
		return w[0].low
	}
	return c.verbatim(w)
}

// exceptAt parts a rule about commands at what it is not about; spared is nil where it says
// nothing of that.
func exceptAt(w []token) (bare, spared []token) {
	for i := 3; i+1 < len(w); i++ {
		if w[i].is("except|besides") {
			end := i
			if w[i-1].is(",|but") {
				end--
			}
			return w[:end], skipped(w[i+1:], "for|by|under|through|via|as")
		}
	}
	return w, nil
}

// butFor reads what a rule is not about: commands, options or variables of its own, or what runs
// it. Where that cannot be read there is no rule: it would be wider than what was said.
func (c *canonical) butFor(r memory.PreferenceRule, bare, spared []token) (none memory.PreferenceRule) {
	if r.Form != memory.FormNever && r.Form != memory.FormUse || r.Class != "" {
		return none
	}
	spared = withoutAsides(clauseAsTyped(skipped(spared, "with")))
	if first := r.Avoided(); len(first) == 1 && r.Form == memory.FormNever && len(spared) > 0 && isAssignment(spared[0].text) {
		n := 0
		for n < len(spared) && isAssignment(spared[n].text) {
			n++
		}
		if rest := join(spared[n:]); rest == "" || rest == first[0] { // except RAILS_ENV=test rails db:drop
			spared = spared[:n]
		}
		return c.with(wordsAsTyped(first[0]), spared)
	}
	var list []string
	for _, part := range alternatives(spared) {
		if len(part) == 0 {
			continue
		}
		one := c.verbatim(part)
		if part[0].text[0] == '-' && len(r.Avoided()) == 1 {
			one = r.Avoid + " " + join(part)
		}
		if one == "" {
			one = c.program(part)
		}
		if one == "" {
			return none
		}
		list = append(list, one)
	}
	r.Except = strings.Join(list, memory.Or)
	return r
}

// neverOnTarget reads that commands are not to be run on the whole project, or on what lies
// elsewhere.
func (c *canonical) neverOnTarget(command, target []token) (none memory.PreferenceRule) {
	if len(target) < 4 && target[len(target)-1].is("repo|repository|project|codebase|tree|monorepo|workspace|everything|files|suite|package") && (len(target) == 1 && target[0].is("everything") || target[0].is("whole|entire|full|complete|all")) {
		return c.whole(command)
	}
	list := c.verbatims(command)
	name := c.target(target)
	if list == nil || name == "" {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: name, By: strings.Join(list, memory.Or)}}
}

// whole is commands that are not to be run without a part that they are for.
func (c *canonical) whole(command []token) (none memory.PreferenceRule) {
	list := c.verbatims(command)
	for i := range list {
		list[i] += " " + Whole
	}
	if list == nil {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(list, memory.Or)}
}

// most reads how many jobs a command has at most: "never run samtools with more than 2
// threads".
func (c *canonical) most(w []token) (none memory.PreferenceRule) {
	command, more := cutAt(w, "with")
	if len(more) != 4 || !more[0].is("more|over") || !more[1].is("than") || strings.Trim(more[2].text, "0123456789") != "" || jobOptions[strings.TrimSuffix(more[3].low, "s")] == nil {
		return none
	}
	name := c.verbatim(command)
	if name == "" {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: name + " " + strings.TrimSuffix(more[3].low, "s") + ">" + more[2].text}
}

func (c *canonical) use(w []token) (none memory.PreferenceRule) {
	if len(w) < 4 || !w[0].is("use|run|call|prefer") {
		return none
	}
	if bare, spared := exceptAt(w); spared != nil {
		return c.butFor(c.use(bare), bare, spared)
	}
	for i := 2; i < len(w)-1; i++ {
		n := 0
		switch {
		case w[i].is(",") && w[i+1].is("not|never"):
			n = 2
		case w[i].is("not|never|over"):
			n = 1
		case w[i].is("instead|rather") && w[i+1].is("of|than"):
			n = 2
		default:
			continue
		}
		if i+n >= len(w) {
			return none
		}
		not := withoutAsides(w[i+n:])
		if r := c.otherOption(w[1:i], not); r.Form != "" {
			return r
		}
		if command, on := cutAt(not, "on|in|against"); on != nil { // not cat on files in /var/log
			return c.neverOnTarget(command, withoutArticle(on))
		}
		if paths, ok := c.pathsAlone(not); ok { // the build directory, a device
			return targetRule(paths)
		}
		prefer, avoid := c.verbatim(w[1:i]), c.verbatims(not)
		if c.quoted != nil && prefer == "" && i == 2 && isName(w[1].low) && len(avoid) > 0 && !isEnglish(programOf(avoid[0])) {
			if prefer = w[1].low; strings.Contains(prefer, ".") {
				prefer = w[1].text
			} // not installed yet, or the project's own
		}
		switch wrapper, wraps := strings.CutSuffix(prefer, " "+firstOf(avoid)); {
		case len(avoid) == 0 || slices.Contains(avoid, prefer):
			return none
		case prefer == "" && anyOf(w[1:i], "or"):
			// sbatch or srun, not python train.py: each of them may run it
			return c.butFor(memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(avoid, memory.Or)}, w, w[1:i])
		case prefer == "" && c.quoted == nil && c.isProgram(programOf(avoid[0])) && !isEnglish(programOf(avoid[0])): // use the patch tool, not sed -i
			return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(avoid, memory.Or)}
		case prefer == "":
			return none
		case wraps && len(avoid) == 1: // docker compose exec app phpunit, not phpunit
			return memory.PreferenceRule{Form: memory.FormAlways, When: avoid[0], With: wrapper}
		case len(avoid) == 1 && isRunner(prefer) && classNamed(c.known, prefer) != nil && inSubject(c.known, prefer, avoid[0]): // uv run, not python
			return memory.PreferenceRule{Form: memory.FormAlways, When: avoid[0], With: prefer}
		case c.quoted != nil && (strings.HasPrefix(avoid[0], prefer+" ") || slices.ContainsFunc(avoid, func(command string) bool { return c.familyOf([]string{command}) != c.familyOf(avoid) })):
			return none // of what does different things, none may be meant in its place
		}
		return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: strings.Join(avoid, memory.Or)}
	}
	return none
}

// otherOption reads an option that a command takes in the place of another: "use
// --force-with-lease, not --force, when you push". Where the command is not named, a class of
// commands knows it by the option that is not wanted.
func (c *canonical) otherOption(prefer, avoid []token) (none memory.PreferenceRule) {
	avoid, of := cutAt(avoid, "when|with|for|on")
	if last := len(avoid) - 1; last > 0 && avoid[last].is(",") {
		avoid = avoid[:last]
	}
	v := optionIn(avoid)
	if v == "" {
		return none
	}
	w, command := optionIn(prefer), ""
	switch {
	case w == "": // git push --force-with-lease, not --force
		w = c.verbatim(prefer)
		if other := withOther(w, v); other != "" {
			return memory.PreferenceRule{Form: memory.FormUse, Prefer: w, Avoid: other}
		}
		return none
	case w == v:
		return none
	case of == nil:
		found, ok := c.takes(v)
		if !ok || !strings.HasPrefix(w, v) { // they may be of different programs
			return none
		}
		command = found
	default:
		of = skipped(of, "you|i|we|run|running|call|calling|use|using")
		if class := classNamed(c.known, c.classOf(of)); class != nil && !strings.Contains(class.Commands[0], "|") {
			command = class.Commands[0]
		} else if command = c.verbatim(of); command == "" {
			return none
		}
	}
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: command + " " + w, Avoid: command + " " + v}
}

// assigned reads a command behind variables: "OSD=sdl make".
func (c *canonical) assigned(w []token) (none memory.PreferenceRule) {
	n := 0
	for n < len(w) && isAssignment(w[n].text) {
		n++
	}
	when := c.verbatim(w[n:])
	if n == 0 || when == "" {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: join(w[:n])}
}

// looking are the words for what a program that changes nothing does.
const looking = "look|read|inspect|query|view|browse|looking|reading|inspecting|querying|viewing|browsing"

// looks reads a program that is only to look:
//
//	use kubectl only to read              use jj, git only to look
//	kubectl is read-only                  use jj instead of git, git is fine for looking
//	only read the database with psql      never use sed to edit files
func (c *canonical) looks(w []token) (none memory.PreferenceRule) {
	only := func(t token) memory.PreferenceRule {
		if !c.isProgram(t.low) {
			return none
		}
		return memory.PreferenceRule{Form: memory.FormNever, Avoid: t.low + " " + writing}
	}
	if len(w) > 4 && w[0].is(nots) && w[1].is("use|run") && w[3].is("to|for") && w[4].is("edit|change|modify|write|edits|changes|writes|editing") {
		return only(w[2])
	}
	if len(w) > 3 && w[0].is("only") && w[1].is(looking) {
		if _, with := cutAt(clauseAsTyped(w), "with|through|via"); len(with) == 1 {
			return only(with[0])
		}
		return none
	}
	s := skipped(w, "use|only")
	at := slices.IndexFunc(s, func(t token) bool { return t.is(looking) })
	if n := len(s); n == 3 && s[1].is("is") && s[2].is("read-only|readonly") {
		return only(s[0])
	}
	if at < 2 || !s[at-1].is("to|for") {
		return none
	}
	names := s[:at-1]
	for len(names) > 1 && names[len(names)-1].is("only|just|is|are|fine|ok|okay") {
		names = names[:len(names)-1]
	}
	if len(names) == at-1 && len(s) == len(w) {
		return none // "git to look"
	}
	for i := 1; i < len(names)-1; i++ { // jj, git; jj instead of git, git
		if names[i].is(",") && isName(names[0].low) && i+2 == len(names) && c.isProgram(names[i+1].low) && (i == 1 || names[i-1].low == names[i+1].low) {
			return memory.PreferenceRule{Form: memory.FormUse, Prefer: names[0].low, Avoid: names[i+1].low + " " + writing}
		}
	}
	if len(names) != 1 {
		return none
	}
	return only(names[0])
}

func (c *canonical) always(w []token) (none memory.PreferenceRule) {
	if len(w) > 0 && w[0].is("always") {
		w = w[1:]
	}
	if len(w) == 3 || len(w) == 2 {
		if wrapper := c.verbatim(w[1:]); w[0].is("use|run") && isRunner(wrapper) && classNamed(c.known, wrapper) != nil { // always use uv run
			return memory.PreferenceRule{Form: memory.FormAlways, With: wrapper}
		}
	}
	if i := slices.IndexFunc(w, func(t token) bool { return t.is("must|should") }); i > 1 && w[0].is("all|every|any") { // all docker commands must carry --context staging
		return c.with(withoutKind(w[:i]), skipped(w[i+1:], "be|run|carry|use|have|take|with|through|via|always"))
	}
	if len(w) < 4 || !w[0].is("run|use|call|start") {
		return none
	}
	if w[0].is("use") && (w[1].text[0] == '-' || isAssignment(w[1].text)) && w[2].is("for|with|when") { // use CGO_ENABLED=0 for go build
		return c.with(skipped(w[3:], "you|run|running|call|calling"), w[1:2])
	}
	w = clauseAsTyped(w[1:])
	if command, on := cutAt(w, "on"); on != nil && w[len(command)-1].is("only") {
		return c.whole(command[:len(command)-1]) // ruff only on the files you changed
	}
	command, with := cutAt(w, "with|through|via|under|using")
	return c.with(withoutKind(command), withoutAsides(with))
}

// with is a command that always takes what is named.
func (c *canonical) with(command, with []token) (none memory.PreferenceRule) {
	if n := len(command); n > 1 && command[n-1].is("tasks|commands|scripts|targets") {
		command = slices.Clone(command[:n-1])
		if last := &command[n-2]; strings.HasSuffix(last.text, ":") { // rails db: tasks
			last.text, last.low = last.text+"*", last.low+"*"
		}
	}
	when, addition := c.verbatim(command), c.additionOf(with)
	if when == "" || addition == "" {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: addition}
}

// additionOf returns the options, with their values, or variables that words are, or the
// command in front of another; "" for all else.
func (c *canonical) additionOf(words []token) string {
	if len(words) == 0 {
		return ""
	}
	words = slices.DeleteFunc(slices.Clone(words), func(t token) bool { return t.is("and|,") })
	switch options := words[0].text[0] == '-'; {
	case options:
		for _, t := range words {
			if t.is(sentenceWords) {
				return ""
			}
		}
		return join(words)
	case isAssignment(words[0].text):
		words = slices.Clone(words)
		for i := range words {
			if !isAssignment(words[i].text) {
				return ""
			}
			if strings.HasSuffix(words[i].text, "=") { // JAVA_HOME=...
				words[i].text += memory.AnyValue
			}
		}
		return join(words)
	}
	if before := c.verbatim(words); isRunner(before) || c.quoted == nil && c.isProgram(programOf(before)) || strings.Contains(programOf(before), "/") {
		return before
	}
	return ""
}

// isRunner reports whether a command has a word of those that run another one.
func isRunner(command string) bool {
	return slices.ContainsFunc(strings.Fields(command), func(w string) bool { return w == "run" || w == "exec" || w == "x" })
}

func (c *canonical) after(w []token) (none memory.PreferenceRule) {
	var first, then []token
	switch {
	case len(w) > 3 && w[0].is("run|do"):
		first, then = cutAt(w[1:], "before")
	case len(w) > 3 && w[0].is(nots): // never commit unless the tests pass
		then, first = cutAt(w[1:], "unless|until|before")
		if n := len(first); n > 1 && first[n-1].is("pass|passed|passes|succeed|succeeds|ran|green") {
			first = first[:n-1]
			for n = len(first); n > 1 && first[n-1].is("have|has|are|is|all"); n = len(first) {
				first = first[:n-1]
			}
		} else {
			return none
		}
	default:
		return none
	}
	for len(then) > 1 && then[0].is("you|we|i|any|every|each|a|the|do|run|make") {
		then = then[1:]
	}
	steps := alternatives(first)
	r := memory.PreferenceRule{Form: memory.FormAfter, After: c.verbatim(steps[len(steps)-1])} // the last of several
	if kind := checkOf(first); kind != "" {
		r.After = kind
	}
	if r.Class = c.classOf(then); r.Class == "" {
		r.When = c.verbatim(then)
	}
	if r.After == "" || r.Class == "" && r.When == "" {
		return none
	}
	return r
}

// ask reads what the user wants to be asked about: "ask before you push".
func (c *canonical) ask(w []token) (none memory.PreferenceRule) {
	if len(w) < 3 || !w[0].is("ask") {
		return none
	}
	_, what := cutAt(w, "before")
	for len(what) > 1 && what[0].is("you|any|every|each|a|the|do") {
		what = what[1:]
	}
	if len(what) == 0 {
		return none
	}
	if class := c.classOf(what); class != "" {
		return memory.PreferenceRule{Form: memory.FormNever, Class: class}
	}
	never := token{text: "never", low: "never"}
	if what[0].is("add|adding") && len(what) > 2 {
		what[0] = token{text: "edit", low: "edit"} // anything to go.mod
	}
	if t := &what[0]; strings.HasSuffix(t.low, "ing") {
		t.low = strings.TrimSuffix(t.low, "ing")
	}
	for _, read := range [...]func([]token) memory.PreferenceRule{c.never, c.leave, c.reach} {
		if r := read(append([]token{never}, what...)); r.Form != "" {
			return r
		}
	}
	return none
}

// verbatims reads commands with "or" between them; nil where one is none.
func (c *canonical) verbatims(words []token) (list []string) {
	for _, part := range alternatives(words) {
		if len(part) == 0 {
			continue
		}
		command := c.verbatim(part)
		if len(part) == 1 && part[0].is("kill|find|head|tail|sort|cut|watch|mount|split|strip|touch") {
			command = c.program(part) // words of sentences, but not here
		}
		if command == "" {
			return nil
		}
		list = append(list, command)
	}
	return list
}

// sentenceWords are those of sentences, and of no command.
const sentenceWords = "a|an|the|it|its|this|that|these|those|them|any|anything|all|every|each|something|nothing|everything|in|on|at|by|for|from|into|without|unless|except|if|when|while|until|but|only|because|since|so|to|of|you|your|my|me|we|our|again|yourself|directly|whole|entire|more|than|not|never|and|or|as|command|commands|tasks|anymore|ever"

// mostVerbatim bounds the words of a command.
const mostVerbatim = 9

// verbatim returns words as a command; "" where they may be a part of a sentence.
func (c *canonical) verbatim(words []token) string {
	if c.quoted != nil && len(words) > 0 {
		if !c.quoted[words[0].text] {
			name, _ := c.command(words)
			return name
		}
		if !c.named(join(words)) {
			return ""
		}
	}
	if len(words) == 0 || len(words) > mostVerbatim || len(words) == 1 && isEnglish(words[0].low) {
		return ""
	}
	for i, t := range words {
		text := strings.NewReplacer(",", "", "~", "", "#", "").Replace(strings.TrimSuffix(t.text, "()")) // a function is called in code
		if i > 0 {
			text = strings.ReplaceAll(text, "*", "x")
		}
		if t.is(sentenceWords) || !isOperand(text) || i == 0 && (t.text[0] == '-' || strings.Contains(t.text, "=")) {
			return ""
		}
	}
	return join(words)
}

// cutAt parts words at the first of some; after is nil where there is none.
func cutAt(words []token, at string) (before, after []token) {
	for i := 1; i < len(words)-1; i++ {
		if words[i].is(at) {
			return words[:i], words[i+1:]
		}
	}
	return words, nil
}
