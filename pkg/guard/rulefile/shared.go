package rulefile

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Bounds on a rule that others wrote. A model reads its texts, so they are short
// and cannot tell it a story; its patterns are matched with every command, so they
// are linear and small.
const (
	maxTitle        = 160 // characters
	maxProse        = 600
	maxSuggestion   = 200
	maxSuggestions  = 5
	maxExamples     = 50
	maxInstructions = 500 // of the compiled patterns of a rule

	maxAllInstructions = 5000 // of those of a pack
	maxConditions      = 2000 // words in the conditions of a pack
)

// IsShared reports whether the rules of a pack come from others, to be checked
// more strictly than a user's, a project's and an administrator's own.
func IsShared(pack string) bool {
	return pack != UserPack && pack != ProjectPack && pack != MachinePack
}

// parseShared reads a rule file of a shared pack. It may only tighten, so it must
// not describe a program: that could loosen what is known of it.
func parseShared(id, path string, data []byte) (*rule.Rule, error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return nil, r.err()
	}
	if hasKey(root, "program") {
		r.errorIn(root, "a shared pack contains only rules, and this describes a program")
		return nil, r.err()
	}
	out, err := r.asRule(root, id)
	if err != nil {
		return nil, err
	}
	if (sharedReader{r}).check(root, out); r.err() != nil {
		return nil, r.err()
	}
	return out, nil
}

// HasRuleKeys reports whether a file seems to be a rule, though it may be broken: it
// has two of a rule's keys, or describes a program.
func HasRuleKeys(data []byte) bool {
	var has func(key string) bool
	if root := (&reader{}).open(data); root != nil {
		has = func(key string) bool { return hasKey(root, key) }
	} else { // broken, so what its lines begin with has to do
		lines := "\n" + strings.TrimPrefix(string(data), "\ufeff")
		has = func(key string) bool { return strings.Contains(lines, "\n"+key+":") }
	}
	n := 0
	for _, key := range []string{"title", "why", "risk", "when", "examples"} {
		if has(key) {
			n++
		}
	}
	return n >= 2 || has("program")
}

// sharedReader reads the rules of shared packs.
type sharedReader struct{ *reader }

// check reports what a rule of a shared pack may not have.
func (r sharedReader) check(root *Node, out *rule.Rule) {
	if out.Undo != "" {
		r.fail("undo is for built-in rules")
	}
	if len(out.Examples.Hit) == 0 || len(out.Examples.Miss) == 0 {
		r.errorIn(root, "a shared rule needs an example of each kind: examples: {hit: [..], miss: [..]}")
	}
	if n := len(out.Examples.Hit) + len(out.Examples.Miss); n > maxExamples {
		r.errorIn(root, "%d examples, more than a shared rule may have (%d)", n, maxExamples)
	}
	if n := len(out.Instead); n > maxSuggestions {
		r.errorIn(root, "%d commands in instead, more than a shared rule may have (%d)", n, maxSuggestions)
	}
	r.short(root, out.Title, maxTitle)
	r.short(root, out.Say, maxTitle)
	r.short(root, out.Why, maxProse)
	r.short(root, out.Mitigation, maxProse)
	for _, f := range out.Facts {
		r.short(root, f.Say, maxTitle)
	}
	size := r.patterns(root, &out.When)
	for _, k := range out.Cases {
		r.short(root, k.Say, maxTitle)
		r.short(root, k.Why, maxProse)
		r.short(root, k.Mitigation, maxProse)
		size += r.patterns(root, &k.When)
	}
	for _, a := range out.Instead {
		r.short(root, a.Run, maxSuggestion)
		size += r.patterns(root, &a.When)
	}
	if size > maxInstructions {
		r.errorIn(root, "its patterns are too large for a shared rule: %d instructions, the maximum is %d", size, maxInstructions)
	}
}

func (r *reader) short(root *Node, text string, most int) {
	if n := utf8.RuneCountInString(text); n > most {
		r.errorIn(find(root, text), "%d characters, more than a shared rule may have here (%d)", n, most)
	}
}

// patterns returns the size of the regular expressions of a condition.
func (r sharedReader) patterns(root *Node, w *rule.When) (size int) {
	if w.Regex != "" {
		switch p, err := compile(w.Regex); {
		case err != nil: // reported where it was read
		case p.backtrack != nil:
			r.errorIn(find(root, w.Regex), "look-around and back references are not supported in a shared rule: their time is not bounded")
		default:
			size += p.size
		}
	}
	for _, more := range slices.Concat(w.Any, w.Not) {
		size += r.patterns(root, &more)
	}
	return size
}

// work reports an error if the rules of a pack have more to compare with each command
// than there is time for.
func work(place string, rules []*rule.Rule) error {
	size, words := 0, 0
	count := func(w *rule.When) {
		size += sharedReader{&reader{}}.patterns(nil, w)
		words += conditions(w)
	}
	for _, r := range rules {
		count(&r.When)
		for i := range r.Cases {
			count(&r.Cases[i].When)
		}
		for i := range r.Instead {
			count(&r.Instead[i].When)
		}
	}
	switch {
	case size > maxAllInstructions:
		return &Error{Path: place, Text: fmt.Sprintf("the patterns of all rules are too large: %d instructions, the maximum is %d", size, maxAllInstructions)}
	case words > maxConditions:
		return &Error{Path: place, Text: fmt.Sprintf("%d words in the conditions of all rules, the maximum is %d", words, maxConditions)}
	}
	return nil
}

// conditions counts the words of a condition.
func conditions(w *rule.When) int {
	n := 1
	for _, list := range [][]string{w.Program, w.Sub, w.Flags.Any, w.Flags.All, w.Flags.None, w.Operand, w.Wrapper, w.Target, w.What, w.Content} {
		n += len(list)
	}
	for _, more := range slices.Concat(w.Any, w.Not) {
		n += conditions(&more)
	}
	return n
}

// find returns the first scalar with a text, or root.
func find(root *Node, text string) *Node {
	if n := root.find(text); n != nil {
		return n
	}
	return root
}

func (n *Node) find(text string) *Node {
	if n == nil || n.Kind == tree.Scalar && strings.TrimSpace(n.Text) == text {
		return n
	}
	for _, item := range n.Items {
		if found := item.find(text); found != nil {
			return found
		}
	}
	for _, e := range n.Entries {
		if found := e.Key.find(text); found != nil {
			return found
		}
		if found := e.Value.find(text); found != nil {
			return found
		}
	}
	return nil
}

// LineOf returns the line of a rule file on which a text begins, such as an
// example; 0 if there is none.
func LineOf(data []byte, text string) int {
	r := &reader{}
	root := r.open(data)
	if root == nil {
		return 0
	}
	n := find(root, strings.TrimSpace(text))
	if n == root {
		return 0
	}
	return n.Line
}
