package journal

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/pkg/wishes/prompts"
	"github.com/ctxhook/ctxhook/rules"
)

// What the user orders in a prompt goes before what they said in one before it. Where a wish
// of the session forbids a deed, "now push it" lets it through for this prompt, and the wish
// holds again from the next one on: an order is no change of mind. What was kept is asked
// about all the same.

// noteOrder remembers that the prompt of the call orders what a wish forbids, or to change a
// path: by the id of the wish, or by the path.
func (j Preferences) noteOrder(what string) {
	if j.Call.PromptID != "" {
		j.toldIn(j.ledgerFile(), j.orderKey(what))
	}
}

// hasOrder reports whether the prompt that the agent works on orders something.
func (j Preferences) hasOrder(what string) bool {
	return j.Call.PromptID != "" && ledger.FirstTold(readLedger(j.ledgerFile()), ledger.Key(j.orderKey(what)), toldSince()) != ""
}

func (j Preferences) orderKey(what string) string {
	return "ordered\x00" + j.Call.PromptID + "\x00" + what
}

// isOrdered reports whether one of some orders is to do what a wish forbids.
func (j Preferences) isOrdered(orders []prompts.Order, p *memory.Preference) bool {
	return p.Rule.Form == memory.FormNever && slices.ContainsFunc(orders, func(o prompts.Order) bool {
		words, runs := o.Deed()
		if len(words) == 0 {
			return false // "the push failed"
		}
		if branches := p.Rule.Branches(); len(branches) > 0 && !slices.ContainsFunc(branches, func(b string) bool { return slices.Contains(words, strings.ToLower(b)) }) {
			return false
		}
		const command = 6
		if runs {
			return j.speaksAgainst(words[:min(len(words), command)], p)
		}
		return j.beginsWithDeed(words, p)
	})
}

// beginsWithDeed reports whether words begin by naming a deed that a wish is against: "push it",
// "restart dev server", "git push".
func (j Preferences) beginsWithDeed(words []string, p *memory.Preference) bool {
	const longest = 3
	if slices.ContainsFunc(p.Rule.Avoided(), func(avoided string) bool {
		parts := strings.Fields(strings.ToLower(avoided))
		if len(parts) > len(words) || !slices.Equal(words[:len(parts)], parts) {
			return false
		}
		return len(parts) > 1 || len(words) > 1 && preferences.HasSubcommand(rules.Knowledge(), parts[0], words[1]) // "cypress crashed" is no order
	}) {
		return true
	}
	if words[0] == "git" {
		words = words[1:]
	}
	for n := min(len(words), longest); n > 0; n-- {
		if preferences.IsClass(rules.Knowledge(), strings.Join(words[:n], " "), p.Rule.Class) {
			return true
		}
	}
	return slices.ContainsFunc(p.Rule.Avoided(), func(avoided string) bool {
		parts := strings.Fields(strings.ToLower(avoided))
		return len(parts) > 1 && parts[len(parts)-1] == words[0]
	})
}

// noteOrders remembers which paths some sentences order to be changed, and which commands they have
// in full.
func (j Preferences) noteOrders(list []prompts.Ordering) {
	names := j.placeNames()
	for _, o := range list {
		for _, order := range o.Words() {
			order = strings.ReplaceAll(order, "`", "")
			_, rest, _ := strings.Cut(order, " ") // run rm -r x
			for _, command := range [...]string{order, rest} {
				if strings.Contains(command, " ") {
					j.noteOrder(inFull + command)
				}
			}
		}
		for _, p := range j.patternsOf(preferences.Ordered(o.Said, o.Words(), names)) {
			j.noteOrder(p)
		}
	}
}

// inFull is in front of a command that a prompt has word by word.
const inFull = "in full\x00"

// isPathOrdered reports whether the prompt that the agent works on orders a path to be changed,
// or a directory around it in the project.
func (j Preferences) isPathOrdered(name string) bool {
	for name = path.Clean(name); len(name) > len(j.Judge.At.Project) && strings.HasPrefix(name, j.Judge.At.Project); name = path.Dir(name) {
		if j.hasOrder(name) {
			return true
		}
	}
	return false
}

// isOrderedNow reports whether the prompt that the agent works on orders what a wish forbids: all
// that a script changes against it, where the wish is about files.
func (j Preferences) isOrderedNow(p *memory.Preference, script *shell.Script) bool {
	switch {
	case strings.Contains(script.Text, " ") && j.hasOrder(inFull+strings.TrimSpace(script.Text)):
		return true
	case p.Rule.Form == memory.FormNever:
		return j.hasOrder(p.ID)
	case p.Rule.Form != memory.FormPlace || p.Rule.Place.Target != "":
		return false
	}
	changes := j.changesAgainst(&p.Rule.Place, script)
	return len(changes) > 0 && !slices.ContainsFunc(changes, func(c safety.Change) bool { return !j.isPathOrdered(c.Path) })
}
