package manifests

import (
	"regexp"
	"strings"
	"sync"
)

// carry is what a heading or an introduction says of each item below it, as the words that
// each would begin with: "Never ", "Never edit ", "Before committing, ".
type carry string

const (
	carryNever carry = "Never "
	carryRun   carry = "Never run "
	carryEdit  carry = "Never edit "
)

var (
	saysNever = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(?:you|agents|claude|ai agents|ai assistants) )?(?:must |should )?(?:never|do not|don't|don'ts|dont|must not|should not)(?: do(?: this| these| any of these| the following| any of the following)?| ever)?$|^(?:what not to do|not allowed|(?:strictly )?(?:forbidden|prohibited)(?: git)?(?: actions| operations| commands)?|things to never do)$`)
	})
	saysRun = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:never|do not|don't|must not) (?:run|execute|use)(?: these| the following| any of these| any of the following)?(?: commands)?(?: yourself| directly| manually)?$|^(?:forbidden|prohibited|banned) commands$`)
	})
	saysEdit = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(?:auto-?)?generated|protected|vendored)? ?(?:files|code|directories)?(?: - | )?(?:never|do not|don't|must not)(?: manually| directly)? (?:edit|modify|touch|change)(?: directly| manually| by hand)?(?: these| the following| any of these| any of the following)?(?: generated| auto-generated)?(?: files| directories| paths| files or directories)?(?: directly| manually| by hand)?$`)
	})
	saysEvent = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(?:(?:always|run|the|following|these|commands|checks|steps|you|must|should|required|mandatory|critical|important|all|do|please|make|sure|to|in|order|this|sequence|ensure|execute)[ ,:]+)*before (committing|(?:you |every |each |any )commit|pushing|(?:you |every |each )push|(?:opening|creating|submitting) (?:a |any |the )?(?:prs?|pull requests?))(?: code| changes| any changes)?(?:[ ,:]+(?:run|always|you|must|should|the|following|checklist|do|these|commands|all|of|checks|steps|execute|in order|in this order))*$`)
	})
)

// carryOf returns what a heading or an introduction says of the items below it, where it says
// nothing else.
func carryOf(text string) carry {
	text = strings.NewReplacer("’", "'", "—", "-", "–", "-", "(", "", ")", "", "*", "", "_", "", "`", "").Replace(strings.ToLower(text))
	text = strings.Trim(text, "#❌✗✘🚫⚠️⛔🔴:!. ")
	if rest, ok := strings.CutPrefix(text, "important: "); ok {
		text = rest
	}
	switch {
	case saysNever().MatchString(text):
		return carryNever
	case saysRun().MatchString(text):
		return carryRun
	case saysEdit().MatchString(text):
		return carryEdit
	}
	if m := saysEvent().FindStringSubmatch(text); m != nil {
		return carry("Before " + m[1] + ", ")
	}
	return ""
}

// over returns an item with what stands above it said of it, "" where that makes no sentence.
func (c carry) over(item string) string {
	if c == "" || denies(item) {
		return item
	}
	if code := strings.HasPrefix(item, "`"); c != carryNever {
		if strings.HasPrefix(string(c), "Before ") {
			return string(c) + lowered(item)
		}
		if !code {
			return ""
		}
		for _, end := range [...]string{" - ", " — ", " – ", ": ", " ("} {
			item, _, _ = strings.Cut(item, end)
		}
		return string(c) + item
	}
	item, _, _ = strings.Cut(item, " - ") // why
	if low := strings.ToLower(item); strings.Contains(low, " not ") || strings.Contains(low, "instead") || strings.Contains(low, "rather") {
		return ""
	}
	first, _, _ := strings.Cut(item, " ")
	if !strings.HasPrefix(item, "`") && !isOrder(strings.ToLower(strings.Trim(first, ",.:"))) {
		return ""
	}
	return string(c) + lowered(item)
}

func lowered(item string) string {
	return strings.ToLower(item[:min(1, len(item))]) + item[min(1, len(item)):]
}

// denies reports whether an item says itself that something is not to be done.
func denies(item string) bool {
	low := strings.ToLower(strings.TrimLeft(strings.ReplaceAll(item, "’", "'"), "*_ "))
	for _, no := range [...]string{"never ", "don't ", "do not ", "dont ", "no ", "avoid ", "must not ", "should not ", "cannot ", "not "} {
		if strings.HasPrefix(low, no) {
			return true
		}
	}
	return false
}

// isOrder reports whether a word begins an order about commands or files.
func isOrder(word string) bool {
	switch word {
	case "run", "running", "use", "using", "edit", "editing", "modify", "modifying", "touch", "touching", "change", "changing", "delete", "deleting", "commit", "committing", "push", "pushing", "force-push", "force", "amend", "amending",
		"merge", "rebase", "execute", "start", "call", "invoke", "update", "skip", "skipping", "bypass", "open", "create", "deploy", "remove", "removing", "hand-edit", "manually", "directly", "write":
		return true
	}
	return false
}

// row reads a row of a table that names files in its first cell and says in another, and there
// nothing else, that they are not to be edited.
func (r *reader) row(text string, n int) {
	cells := strings.Split(strings.Trim(text, "| "), "|")
	if len(cells) < 2 || r.turned > 0 {
		return
	}
	name := strings.Trim(strings.TrimSpace(cells[0]), "*")
	if len(name) < 3 || name[0] != '`' || name[len(name)-1] != '`' {
		return
	}
	for _, cell := range cells[1:] {
		if carryOf(cell) == carryEdit {
			r.lines = append(r.lines, Line{File: r.file, Line: n, Last: n, Text: string(carryEdit) + name})
			return
		}
	}
}
