package preferences

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Names says what words name in a project.
type Names struct {
	Program func(name string) bool
	// Paths returns what a word names in the project, from its root on: its file, or its
	// directory with a slash behind it; with kind "package" what is kept with others.
	Paths func(word, kind string) []string
}

// Places returns the rules about places that a sentence states, alone or beside something
// else: "fix util.ts, but leave NOTES.md alone". It is precise, as Parse is: a part of the
// sentence, from one comma or "and" to another, is such a rule whole, or none.
func Places(sentence string, names Names) (list []memory.PreferenceRule) {
	if names.Paths == nil {
		return nil
	}
	r := placeReader{names: names, parts: partsOf(sentence)}
	for i := 0; i < len(r.parts); i++ {
		for j := min(len(r.parts), i+maxJoined); j > i; j-- {
			found, ok := r.rule(i, j)
			if !ok {
				continue
			}
			if !slices.Contains(list, found) {
				list = append(list, found)
			}
			i = j - 1
			break
		}
	}
	return list
}

// maxJoined is how many parts of a sentence are read as one rule at most.
const maxJoined = 6

// maxPart is how many words a rule has at most.
const maxPart = 24

// placeReader reads a sentence.
type placeReader struct {
	names   Names
	parts   []part
	permits bool // what ends a rule is looked for
}

// permit is the kind of the phrases that end a rule.
const permit = "permit"

// Forbids returns the rule about commands that a part of a sentence states, where the rest
// says why or is about something else: "don't force push, my colleague works there, too".
// Only what is never wanted leaves no doubt in such a part.
func Forbids(known rule.Knowledge, sentence string, names Names) memory.PreferenceRule {
	r := placeReader{names: names, parts: partsOf(sentence)}
	if len(r.parts) < 2 {
		return memory.PreferenceRule{}
	}
	for i := range r.parts {
		words := trimmedWish(r.parts[i].words)
		if len(words) < 2 || !words[0].is("never|don't|dont|stop|quit|nothing|nie|niemals") || r.isOthers(i) || r.isLimited(i+1) || i+1 < len(r.parts) && slices.ContainsFunc(r.parts[i+1].words, token.isForNow) && !slices.ContainsFunc(r.parts[i+1].words, token.isBranchWord) {
			continue
		}
		p := parser{known: known, isProgram: names.Program}
		if s := p.stated(words); s.Form == memory.FormNever && len(Triggers(known, &s)) > 0 {
			return s
		}
	}
	return memory.PreferenceRule{}
}

// isBranchWord reports whether a word speaks of another branch, which says how it is done.
func (t token) isBranchWord() bool { return t.is("branch|branches|pr|prs") }

// isForNow reports whether a word limits an order before it to a time.
func (t token) isForNow() bool {
	return t.is("now|today|yet|first|until|before|later|tonight|this|only|instead|without|use")
}

// Permits returns what a sentence lets an agent do again, as rules that it ends; one without
// paths and targets ends all.
func Permits(sentence string, names Names) (list []memory.PlaceRule) {
	if names.Paths == nil {
		return nil
	}
	r := placeReader{names: names, parts: partsOf(sentence), permits: true}
	for i := 0; i < len(r.parts); i++ {
		for j := min(len(r.parts), i+maxJoined); j > i; j-- {
			if found, ok := r.rule(i, j); ok {
				list = append(list, found.Place)
				i = j - 1
				break
			}
		}
	}
	return list
}

// Each returns the rules that a rule about several places stands for: one may end before the
// others. What may be changed alone is one rule.
func Each(r memory.PreferenceRule) (list []memory.PreferenceRule) {
	if r.Place.Only {
		return []memory.PreferenceRule{r}
	}
	for _, p := range r.Place.List() {
		one := r
		one.Place.Paths = p
		list = append(list, one)
	}
	for _, t := range r.Place.Targets() {
		one := r
		one.Place.Target = t
		list = append(list, one)
	}
	return list
}

// IsLockfile reports whether a file of this name pins the versions of packages.
func IsLockfile(name string) bool {
	return strings.HasSuffix(name, ".lock") || strings.HasSuffix(name, ".lockb") || strings.Contains(name, "-lock.") || name == "go.sum" || name == "npm-shrinkwrap.json"
}

// part is a part of a sentence.
type part struct {
	mark  string // what stands before it
	words []token
}

// The marks before parts, beside commas and the words of sides.
const (
	colon = "§"
	paren = "¶"
)

// partsOf parts a sentence at commas, colons, parentheses and words such as "but".
func partsOf(sentence string) (list []part) {
	text := strings.NewReplacer(": ", " "+colon+" ", " (", " "+paren+" ", ") ", " "+paren+" ", "),", " "+paren+" , ", " - ", " , ").Replace(" " + sentence + " ")
	now := part{}
	for _, t := range tokens(strings.TrimSpace(text)) {
		if t.low == "," || t.low == colon || t.low == paren || !t.code && isSide(t.low) {
			list = append(list, now)
			now = part{mark: t.low}
			continue
		}
		if !t.code {
			t.text, t.low = strings.TrimRight(t.text, "!.)?:"), strings.TrimRight(t.low, "!.)?:")
		}
		if t.text != "" {
			now.words = append(now.words, t)
		}
	}
	return append(list, now)
}

var isSide = func() func(string) bool {
	set := sync.OnceValue(func() map[string]bool { return setOf(sides, "|") })
	return func(word string) bool { return set()[word] }
}()

func setOf(list, sep string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.SplitSeq(list, sep) {
		if w = strings.TrimSpace(w); w != "" {
			m[w] = true
		}
	}
	return m
}

// rule returns the rule that the parts from i to j state.
func (r *placeReader) rule(i, j int) (memory.PreferenceRule, bool) {
	var none memory.PreferenceRule
	var words []token
	for k := i; k < j; k++ {
		if k > i {
			m := r.parts[k].mark
			if _, named := r.names.pathsIn(words); m == paren || isWithout(m) || m == colon && (k > i+1 || !named) {
				return none, false
			}
			words = append(words, token{text: r.parts[k].mark, low: r.parts[k].mark})
		}
		words = append(words, r.parts[k].words...)
	}
	goesOn := r.goesOn(j, words)
	if m := r.parts[i].mark; isWithout(m) {
		if r.denies(i) {
			return none, false // "don't merge it without updating docs/"
		}
		never := map[string]string{"without": "never", "sans": "jamais"}[m]
		words = append([]token{{text: never, low: never}}, words...)
	}
	if words = trimmedWish(words); len(words) == 0 || len(words) > maxPart || goesOn || r.isOthers(i) || r.isLimited(j) {
		return none, false
	}
	for _, ph := range placePatterns() {
		if (ph.kind == permit) != r.permits {
			continue
		}
		if !ph.mayMatch(words) {
			continue
		}
		m := placeMatch{names: &r.names, kind: ph.kind, aside: r.aside(j), before: r.before(i)}
		if m.match(ph.elements, words) {
			return memory.PreferenceRule{Form: memory.FormPlace, Place: m.rule()}, true
		}
	}
	return none, false
}

func isWithout(mark string) bool { return mark == "without" || mark == "sans" }

// denies reports whether a part before i says that something is not to be done.
func (r *placeReader) denies(i int) bool {
	return slices.ContainsFunc(r.parts[:i], func(p part) bool {
		return slices.ContainsFunc(p.words, func(t token) bool {
			return t.is("never|don't|dont|not|no|can't|cannot|ne|pas|jamais|n'est|if|works|works|possible") || strings.HasSuffix(t.low, "n't")
		})
	})
}

// goesOn reports whether words break off within a list of paths.
func (r *placeReader) goesOn(j int, words []token) bool {
	if j >= len(r.parts) || len(words) == 0 || !slices.Contains([]string{"and", "und", "et", "y", ","}, r.parts[j].mark) {
		return false
	}
	next := r.parts[j].words
	for len(next) > 0 && !next[0].code && placeFiller()[next[0].low] {
		next = next[1:]
	}
	return len(next) > 0 && len(r.names.paths(words[len(words)-1], "", true)) > 0 && len(r.names.paths(next[0], "", true)) > 0
}

// before returns the paths that the part before i says something of: "the tests are fine,
// don't change them", "you may read vendor/ but never write to it". What a task is about does
// not count: it is to be changed.
func (r *placeReader) before(i int) []string {
	if i == 0 {
		return nil
	}
	words := trimmedWish(r.parts[i-1].words)
	if at := slices.IndexFunc(words, func(t token) bool { return t.is("is|are") }); at > 0 {
		list, _ := r.names.pathsIn(words[:at])
		return list
	}
	if len(words) > 3 && words[0].is("you") && words[1].is("may|can") && words[2].is("read|use|import|open|copy") {
		list, _ := r.names.pathsIn(words[3:])
		return list
	}
	return nil
}

// aside returns what stands in parentheses behind the parts up to j.
func (r *placeReader) aside(j int) (words []token) {
	if j >= len(r.parts) || r.parts[j].mark != paren {
		return nil
	}
	for k := j; k < len(r.parts) && (k == j || r.parts[k].mark != paren); k++ {
		words = append(append(words, token{text: ",", low: ","}), r.parts[k].words...)
	}
	return words[1:]
}

// isOthers reports whether the parts before i say that what follows is said by others, to
// others, or is text for something.
func (r *placeReader) isOthers(i int) bool {
	first := r.parts[i].mark
	for k := range i {
		words := r.parts[k].words
		if len(words) > 0 && words[0].is("if|unless|falls|wenn|si|imagine|suppose") {
			return true
		}
		// Behind a comma, a task may end: "add a note, and leave x.md alone".
		if k == i-1 && first != colon && first != "," && first != paren && first != "but" && first != "aber" && first != "mais" && first != "pero" && slices.ContainsFunc(words, isOther) {
			return true
		}
		if k == i-1 && first == colon && !announces(words) {
			return true
		}
	}
	return false
}

// announces reports whether words before a colon say only that an order follows.
func announces(s []token) bool {
	return len(s) > 0 && len(s) < 4 && s[len(s)-1].is("note|important|reminder|rule|rules|constraint|constraints|scope|careful|remember|thing|request|wichtig|hinweis|achtung|attention|important|ojo|importante|nota|btw|ps|nb|also") &&
		!slices.ContainsFunc(s, func(t token) bool { return t.is("add|write|put|make|create|set|a|an") })
}

func isOther(t token) bool { return !t.code && otherWords()[t.low] }

var otherWords = sync.OnceValue(func() map[string]bool { return setOf(ofOthers, "|") })

// isLimited reports whether the part behind j takes something back.
func (r *placeReader) isLimited(j int) bool {
	if j >= len(r.parts) {
		return false
	}
	if next := r.parts[j]; isWithout(next.mark) && len(next.words) > 0 && !next.words[0].is("asking|my|permission|telling|checking|approval|notice|me") {
		return true
	}
	low := join(r.parts[j].words)
	if r.parts[j].mark == "but" || r.parts[j].mark == "aber" {
		low = r.parts[j].mark + " " + low
	}
	low = strings.ToLower(low) + " "
	for l := range strings.SplitSeq(limits, "|") {
		if strings.HasPrefix(low, l+" ") {
			return true
		}
	}
	return false
}

// trimmedWish returns words without those around a wish that add nothing to it.
func trimmedWish(s []token) []token {
	for cut := true; cut; {
		cut = false
		for _, o := range wishAround().openings {
			if len(o) < len(s) && isPhrase(s[:len(o)], o) && !(o[0] == "do" && !s[1].is("not")) {
				s, cut = s[len(o):], true
			}
		}
		for _, e := range wishAround().endings {
			if len(e) < len(s) && isPhrase(s[len(s)-len(e):], e) {
				s, cut = s[:len(s)-len(e)], true
			}
		}
		for _, b := range wishAround().beginnings {
			if len(b.words) < len(s) && isPhrase(s[:len(b.words)], b.words) {
				s, cut = append([]token{{text: b.says, low: b.says}}, s[len(b.words):]...), true
			}
		}
		if n := len(s); n > 4 && s[n-1].is("fix|change|refactoring|feature|ticket|bug") && s[n-3].is("for|in") { // "for the cache fix"
			s, cut = s[:n-3], true
		} else if n > 5 && s[n-1].is("fix|change|refactoring|feature|ticket|bug") && s[n-4].is("for|in") {
			s, cut = s[:n-4], true
		}
	}
	return s
}

type around struct {
	openings, endings [][]string
	beginnings        []beginning
}

// beginning is a way to begin an order, and the word that says the same.
type beginning struct {
	words []string
	says  string
}

var wishAround = sync.OnceValue(func() around {
	phrases := func(list string) (out [][]string) {
		for p := range strings.SplitSeq(list, "|") {
			out = append(out, strings.Fields(p))
		}
		return out
	}
	a := around{openings: phrases(wishOpenings), endings: phrases(wishEndings)}
	for line := range strings.Lines(strings.TrimSpace(beginnings)) {
		says, list, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, words := range phrases(list) {
			a.beginnings = append(a.beginnings, beginning{words, says})
		}
	}
	return a
})

// placePattern is a line of placePhrases.
type placePattern struct {
	kind     string
	elements []placeElement
}

// mayMatch reports whether some words have one for each that the pattern needs.
func (p *placePattern) mayMatch(s []token) bool {
	for i := range p.elements {
		if e := &p.elements[i]; e.hole == 0 && !e.optional && !slices.ContainsFunc(s, e.has) {
			return false
		}
	}
	return true
}

// placeElement is a word of a pattern.
type placeElement struct {
	words    map[string]bool
	optional bool
	hole     byte // P, T, X or W; 0: one of words
	verbs    bool // words may be misspelt
}

var placePatterns = sync.OnceValue(func() (list []placePattern) {
	classes := make(map[string]string)
	for line := range strings.Lines(placeWords) {
		if name, words, ok := strings.Cut(strings.TrimSpace(line), " "); ok {
			classes[name] = words
		}
	}
	for line := range strings.Lines(placePhrases) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		p := placePattern{kind: fields[0]}
		for _, f := range fields[1:] {
			p.elements = append(p.elements, newPlaceElement(f, classes))
		}
		list = append(list, p)
	}
	return list
})

func newPlaceElement(f string, classes map[string]string) (e placeElement) {
	if inner, ok := strings.CutPrefix(f, "["); ok {
		f, e.optional = strings.TrimSuffix(inner, "]"), true
	}
	if len(f) == 1 && isHole(f) {
		e.hole = f[0]
		return e
	}
	e.verbs = strings.Contains(f, "<touch>")
	e.words = make(map[string]bool)
	for w := range strings.SplitSeq(f, "|") {
		if w[0] != '<' {
			e.words[w] = true
			continue
		}
		for w := range strings.SplitSeq(classes[strings.Trim(w, "<>")], "|") {
			e.words[w] = true
		}
	}
	return e
}

// has reports whether an element stands for a word.
func (e *placeElement) has(t token) bool {
	if t.code || t.low == "" {
		return false
	}
	if e.words[t.low] {
		return true
	}
	return e.verbs && len(t.low) > 3 && slipsOf(t.low, e.words)
}

// slipsOf reports whether a word is a misspelt one of some verbs: "toch".
func slipsOf(word string, verbs map[string]bool) bool {
	for _, v := range [...]string{"touch", "edit", "change", "modify", "update", "delete"} {
		if word[0] == v[0] && verbs[v] && word != v && spelling.Nearest(word, []string{v}) == v && max(len(word), len(v))-min(len(word), len(v)) < 2 {
			return true
		}
	}
	return false
}

// placeMatch matches a pattern with words.
type placeMatch struct {
	names   *Names
	kind    string
	aside   []token
	before  []string // what the part before speaks of
	paths   []string
	targets []string
	by      string
}

func (m *placeMatch) match(list []placeElement, s []token) bool {
	if len(list) == 0 {
		return len(s) == 0
	}
	e, rest := &list[0], list[1:]
	if e.hole == 0 {
		return len(s) > 0 && e.has(s[0]) && m.match(rest, s[1:]) || e.optional && m.match(rest, s)
	}
	const most = 14
	for n := 1; n <= len(s) && n <= most; n++ {
		// What costs most is last: that the words name something.
		if m.match(rest, s[n:]) && m.fill(e.hole, s[:n]) {
			return true
		}
	}
	return e.optional && m.match(rest, s)
}

// fill reads the words of a hole.
func (m *placeMatch) fill(hole byte, s []token) (ok bool) {
	switch hole {
	case 'P':
		if len(s) == 1 && s[0].is("it|them|there") && len(m.before) > 0 {
			m.paths = m.before
			return true
		}
		if m.paths, ok = m.names.pathsIn(s); !ok && len(s) <= 5 && len(m.aside) > 0 {
			m.paths, ok = m.names.pathsIn(m.aside) // "the two config files (a.yaml, b.yaml)"
		}
		return ok
	case 'T':
		if m.targets, ok = targetsIn(s); ok && len(m.aside) > 0 {
			if more, ok := targetsIn(m.aside); ok {
				m.targets = append(m.targets, more...)
			}
		}
		return ok
	case 'X':
		m.by = join(s)
		return len(s) < 4 && !slices.ContainsFunc(s, token.isLimit) && m.names.Program != nil && m.names.Program(s[0].text) && !isEnglish(s[0].low)
	}
	return len(s) == 1 // W
}

func (m *placeMatch) rule() memory.PlaceRule {
	r := memory.PlaceRule{Paths: strings.Join(m.paths, memory.Or), Target: strings.Join(m.targets, memory.Or), Only: m.kind == "only"}
	switch m.kind {
	case "delete":
		r.Deed = memory.ToDelete
	case "deploy":
		r.Deed = memory.ToDeploy
	case "login":
		r.Deed = memory.ToLogIn
	case "by":
		r.By = m.by
	}
	return r
}

// pathsIn reads words that name paths and nothing else.
func (n *Names) pathsIn(s []token) (list []string, ok bool) {
	for _, item := range items(s) {
		for len(item) > 3 && !item[0].code && placeFiller()[item[0].low] {
			item = item[1:]
		}
		// "snapshots under tests/": what lies there is not known, so all is meant.
		if len(item) > 2 && item[1].is("in|under|inside|within|below|unter|sous|dans|en|bajo") && item[0].is(contents) {
			item = item[2:]
		}
		kind, alone := "", len(item) == 1
		var name token
		for _, t := range item {
			if !t.code && placeFiller()[t.low] {
				if name.text == "" || t.low != "files" {
					kind = firstKind(kind, t.low)
				}
				continue
			}
			if name.text != "" {
				return nil, false
			}
			name = t
		}
		paths := n.paths(name, kind, alone)
		if len(paths) == 0 {
			return nil, false
		}
		list = append(list, paths...)
	}
	return list, len(list) > 0 && len(list) < 9
}

// contents are words for files that lie in a directory, by what they are.
const contents = "snapshots|fixtures|seeds|migrations|schemas|protos|images|assets|templates|locales|translations|specs|baselines|goldens|configs|migrationen|instantáneas|migraciones"

// firstKind returns what kind of thing the fillers around a name say that it is.
func firstKind(kind, filler string) string {
	switch filler {
	case "package", "packages", "paket":
		return "package"
	case "folder", "folders", "dir", "dirs", "directory", "directories", "subfolder", "tree", "ordner", "verzeichnis", "dossier", "dossiers", "répertoire", "carpeta", "carpetas", "directorio":
		return "directory"
	}
	return kind
}

var placeFiller = sync.OnceValue(func() map[string]bool { return setOf(placeFillers, " ") })

// items parts words at commas and words such as "and".
func items(s []token) (list [][]token) {
	from := 0
	add := func(to int) {
		if from < to {
			list = append(list, s[from:to])
		}
	}
	for i := range s {
		if !s[i].code && s[i].is("or|nor|and|,|und|oder|noch|et|ou|ni|y|o|e|&|plus") {
			add(i)
			from = i + 1
		}
	}
	add(len(s))
	return list
}

// paths returns what a word names: what lies in the project, or what is plainly a path.
func (n *Names) paths(t token, kind string, alone bool) []string {
	word := strings.TrimPrefix(strings.Trim(t.text, `"'`), "./")
	word = strings.TrimSuffix(strings.TrimSuffix(word, "**"), "/*")
	if word == "" || word == "/" || strings.HasPrefix(word, "-") || strings.ContainsAny(word, " $`<>|;:\\(){}=") || strings.Contains(word, "..") {
		return nil
	}
	bare := strings.TrimSuffix(word, "/")
	if strings.HasPrefix(word, "/") || strings.HasPrefix(word, "~/") {
		return []string{word}
	}
	if list := n.Paths(bare, kind); len(list) > 0 && (alone || kind != "" || t.code || bare != word || !isThing(bare)) {
		return list
	}
	switch {
	case strings.Contains(word, "/"):
		return []string{word}
	case hasExtension(word):
		return []string{"**/" + word}
	case kind == "directory" && isName(strings.ToLower(word)):
		return []string{word + "/"}
	case t.text == buildFile(t.low):
		return []string{word}
	}
	return nil
}

// isThing reports whether the name of a directory is a word for something else, too: "the
// config", "the app".
func isThing(name string) bool {
	switch strings.ToLower(name) {
	case "app", "apps", "build", "lib", "api", "config", "types", "web", "public", "data", "server", "client", "core", "models", "model", "services", "service", "ui", "components", "styles", "bin", "db", "database", "src", "main", "frontend", "backend", "design", "plugin", "hooks", "utils":
		return true
	}
	return false
}

// buildFile returns the usual name of a file that has no extension.
func buildFile(low string) string {
	switch low {
	case "dockerfile", "makefile", "procfile", "gemfile", "rakefile", "jenkinsfile", "vagrantfile", "justfile":
		return strings.ToUpper(low[:1]) + low[1:]
	case "license", "codeowners":
		return strings.ToUpper(low)
	}
	return ""
}

// hasExtension reports whether a word is plainly the name of a file.
func hasExtension(word string) bool {
	if strings.HasPrefix(word, ".") {
		return len(word) > 2 && isOperand(word[1:])
	}
	ext := path.Ext(word)
	name := strings.TrimSuffix(word, ext)
	return name != "" && len(ext) > 1 && len(ext) < 10 && !isVersion(word) && strings.Trim(ext[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" && isOperand(strings.ReplaceAll(name, "*", "x"))
}

func isVersion(word string) bool { return strings.Trim(word, "v0123456789.") == "" }
