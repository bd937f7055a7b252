package preferences

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

// never reads which commands are not to be run: at all, on the whole project, or on a target.
func (c *canonical) never(w []token) (none memory.PreferenceRule) {
	if len(w) > 2 && w[1].is("ever") {
		w = slices.Concat(w[:1], w[2:])
	}
	if len(w) > 2 && w[0].is(nots) {
		if r := c.toBranch(withoutAsides(clauseAsTyped(w[1:]))); r.Form != "" {
			return r
		}
	}
	switch {
	case len(w) < 2 || !w[0].is(nots+"|no|avoid") || w[1].is(nots+"|no"):
		return none
	case len(w) > 2 && (w[1].is(verbsOfRunning) || len(w) > 4 && w[1].is("do") && w[2].is("anything|things|stuff") && w[3].is("with|through|via|using") || w[0].is("avoid") && w[1].is("running|using|calling")):
	case w[0].is("not") || isEnglish(w[1].low) || !c.isProgram(w[1].low) || c.classOf(w[1:]) != "" || len(w) > 2 && !isSubcommand(w[1:]):
		return none
	default: // never git push --force, no sed
		w = slices.Concat(w[:1], []token{{text: "run", low: "run"}}, w[1:])
	}
	if bare, spared := exceptAt(w); spared != nil {
		r := c.never(bare)
		if r.Place.Target != "" && !slices.ContainsFunc(spared, func(t token) bool { return !t.is(selecting) }) {
			r.Place.Deed = memory.ToWrite // psql on a host, except select
			return r
		}
		return c.butFor(r, bare, spared)
	}
	said := clauseAsTyped(w[2:])
	wanted := c.wantedBehind(w[2+len(said):])
	w = withoutAsides(said)
	here := saysHere(said[len(w):])
	if len(w) > 2 && w[0].is("anything|things|stuff|commands") && w[1].is("with|through|via|using|by") {
		w = w[2:] // anything with docker
	}
	if command, by := cutAt(w, "as|with|under|through|using"); len(by) == 1 && by[0].is("root|sudo") { // docker as root
		if list := c.verbatims(command); list != nil {
			for i := range list {
				list[i] = "sudo " + list[i]
			}
			return memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(list, memory.Or)}
		}
		return none
	}
	if command, with := cutAt(w, "with"); len(with) > 0 && with[0].text[0] == '-' {
		if name, options := c.verbatim(command), c.additionOf(with); name != "" && options != "" {
			return memory.PreferenceRule{Form: memory.FormNever, Avoid: name + " " + options}
		}
	}
	command, without := cutAt(w, "without")
	switch {
	case without == nil:
	case anyOf(without, "name|names|filename|filenames|file|files|path|paths|argument|arguments|args|target|targets|package|packages"):
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
		if r := c.neverOnTarget(on, withoutArticle(target)); r.Form != "" || c.strict || !w[len(on)].is("on|against") || len(target) > 1 || !isName(target[0].low) || target[0].is(sentenceWords+"|ci|main|master") || isThing(target[0].low) || isEnglish(target[0].low) {
			return r
		}
		if list := c.verbatims(on); list != nil { // rsync on nas
			return memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: target[0].low, By: strings.Join(list, memory.Or)}}
		}
		return none
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
	variables := 0
	for variables < len(w)-1 && isAssignment(w[variables].text) { // CUDA_VISIBLE_DEVICES=0 python
		variables++
	}
	list := c.verbatims(w[variables:])
	if list == nil {
		return none
	}
	if variables > 0 {
		for i := range list {
			list[i] = join(w[:variables]) + " " + list[i]
		}
	}
	if len(w) == 4 && w[0].is("git") && w[1].is("push") && isName(w[2].low) && isOperand(w[3].text) && w[3].text[0] != '-' { // git push origin main
		return memory.PreferenceRule{Form: memory.FormNever, Class: "push", Branch: w[3].text}
	}
	r := memory.PreferenceRule{Form: memory.FormNever, Avoid: strings.Join(list, memory.Or)}
	switch {
	case here:
		r.Except = elsewhere
	case wanted != "" && !slices.Contains(list, wanted) && slices.ContainsFunc(list, func(not string) bool {
		return strings.TrimSuffix(path.Base(programOf(wanted)), "w") == programOf(not) || path.Base(programOf(wanted)) == programOf(not) || strings.HasSuffix(wanted, " "+not) || c.familyOf([]string{wanted}) == c.familyOf([]string{not})
	}):
		r.Except = wanted // as another call of the same: ./mvnw
	}
	return r
}

// wantedBehind returns the command that words behind a rule want in its place: never run mvn, use
// ./mvnw.
func (c *canonical) wantedBehind(w []token) string {
	if len(w) < 3 || !w[0].is(",") {
		return ""
	}
	if w = skipped(w[1:], "but|and|always|instead|just|only|please"); len(w) < 2 || !w[0].is("use|run|call") {
		return ""
	}
	w = withoutAsides(clauseAsTyped(w[1:]))
	if len(w) == 1 && isByItsPath(w[0]) {
		return w[0].text
	}
	return c.verbatim(w)
}

// isByItsPath reports whether a word is a program of the project, by its path: ./mvnw, bin/rails.
func isByItsPath(t token) bool { return strings.Contains(t.text, "/") && isOperand(t.text) }

// elsewhere is what runs a command on another machine.
const elsewhere = "ssh"

// saysHere reports whether words speak of this machine: never run ctest locally.
func saysHere(w []token) bool {
	return slices.ContainsFunc(w, func(t token) bool {
		return t.is("locally|localhost|here|machine|laptop|box|host")
	})
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
	if r.Form != memory.FormNever && r.Form != memory.FormUse && r.Place.Target == "" || r.Class != "" {
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
		if all := append(r.Avoided(), r.Place.Programs()...); part[0].text[0] == '-' && len(all) == 1 {
			one = all[0] + " " + join(part)
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
	if !slices.ContainsFunc(command, func(t token) bool { return !t.is(changing + "|,|or|and|statements") }) { // DELETE on the books
		name := c.target(target)
		if name == "" && len(target) == 1 && isName(target[0].low) {
			name = target[0].low
		}
		if name == "" {
			return none
		}
		return memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: name, Deed: memory.ToWrite}}
	}
	list := c.verbatims(command)
	name := c.target(target)
	if !c.strict && len(command) == 1 && command[0].is("anything|commands") {
		if name == "" && len(target) == 1 && isName(target[0].low) && !target[0].is(sentenceWords) && !isThing(target[0].low) {
			name = target[0].low // hydra
		}
		if name != "" {
			return targetRule([]string{name})
		}
	}
	if list == nil || name == "" {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: name, By: strings.Join(list, memory.Or)}}
}

// Statements of SQL that change what there is, and what speaks of those that do not.
const (
	changing  = "insert|update|delete|drop|truncate|alter|create|merge|replace|grant|revoke|vacuum|reindex"
	selecting = "select|selects|read|reads|reading|read-only|queries|statements|,|and|or|explain|show|describe"
)

// toBranch reads a deed of git that is not to be done on a branch, whatever its name: "never push
// directly to recette".
func (c *canonical) toBranch(w []token) (none memory.PreferenceRule) {
	if c.strict || len(w) < 3 {
		return none
	}
	deed, branch := cutAt(w, "to|into|on|onto|in")
	branch = skipped(branch, "the|our|branch")
	if n := len(branch); n == 2 && branch[1].is("branch") {
		branch = branch[:1]
	}
	for len(deed) > 1 && deed[len(deed)-1].is("directly|straight|anything|changes|code") {
		deed = deed[:len(deed)-1]
	}
	class := c.classOf(skipped(deed, "git|run"))
	if len(branch) != 1 || !slices.Contains([]string{"push", "commit", "merge", "force-push"}, class) || !isOperand(strings.ReplaceAll(branch[0].text, "*", "x")) || branch[0].is(sentenceWords+"|"+notBranches) {
		return none
	}
	return memory.PreferenceRule{Form: memory.FormNever, Class: class, Branch: branch[0].text}
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
