package journal

import (
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/pkg/wishes/prompts"
	"github.com/ctxhook/ctxhook/rules"
)

// What the user types about commands holds from the next command on, for the session in
// which it was said: "no, use pnpm". That it holds in later sessions, too, takes what any
// candidate takes. What the agent heard and says by "ctxhook remember --heard" holds as
// well, but for what only the user's own word can do: it overrules nothing that was kept,
// and stops a command once.

// wishAge is how long the index speaks of a wish: longer than most sessions.
const wishAge = 48 * time.Hour

// saidLately reports whether a preference may be a wish of a session that goes on.
func saidLately(p *memory.Preference, now time.Time) bool {
	return stillWish(p) && slices.ContainsFunc(p.Evidence, func(e memory.Evidence) bool {
		return (isSaid(p, &e) || isNoted(&e)) && now.Sub(e.Time) < wishAge
	})
}

func stillWish(p *memory.Preference) bool {
	return p.Rule.Form != "" && (p.State == memory.Candidate || p.State == memory.Proposed)
}

// isSaid reports whether evidence of a preference is the user's own words, in a prompt or a
// refusal. Those about a place leave no doubt.
func isSaid(p *memory.Preference, e *memory.Evidence) bool {
	return e.Layer == memory.LayerExplicit && !isHearsay(*e) && e.Session != "" && (p.Rule.Form == memory.FormPlace || isPlain(e.Words.String()))
}

// isNoted reports whether evidence of a preference is what an agent heard the user say.
func isNoted(e *memory.Evidence) bool { return isHearsay(*e) && e.Session != "" }

// markBehind returns the question mark, or the full stop that stands by itself, behind a
// sentence of a text: what ends a sentence is not kept with it, and these say more.
func markBehind(text, sentence string) string {
	_, rest, _ := strings.Cut(text, sentence)
	switch {
	case strings.HasPrefix(rest, "?"):
		return "?"
	case strings.HasPrefix(rest, " ."):
		return " ."
	}
	return ""
}

// isPlain reports whether words can be taken at once for an order about commands: they ask
// nothing, speak of no code, and have no full stop in which an operand may be lost
// ("never git add .").
func isPlain(said string) bool {
	if said == "" || strings.ContainsRune(said, '?') || strings.Contains(said+" ", " . ") || strings.Contains(said, " .,") {
		return false
	}
	return !slices.ContainsFunc(plainWords(said), func(word string) bool {
		switch word {
		case "code", "function", "functions", "method", "methods", "component", "components", "variable", "variables", "class", "classes", "css", "html", "docstring", "comment", "comments":
			return true
		}
		return false
	})
}

// wished reports whether a preference that is not kept holds because it was stated in the
// session of the call: by the user, or as the agent heard it.
func (j Preferences) wished(p *memory.Preference) bool {
	return j.saidHere(p) || j.ofSession(p, isNoted)
}

// saidHere reports whether the user stated a preference that is not kept in the session of
// the call.
func (j Preferences) saidHere(p *memory.Preference) bool {
	return j.ofSession(p, func(e *memory.Evidence) bool { return isSaid(p, e) })
}

func (j Preferences) ofSession(p *memory.Preference, is func(*memory.Evidence) bool) bool {
	return j.Judge.Config.Learn.SessionWishes && stillWish(p) &&
		slices.ContainsFunc(p.Evidence, func(e memory.Evidence) bool { return e.Session == j.Call.Session && is(&e) })
}

// overruled reports whether a preference that was kept wants the opposite of what the user
// said in the session.
func (j Preferences) overruled(p *memory.Preference, list []memory.Preference) bool {
	return p.State == memory.Active && slices.ContainsFunc(list, func(n memory.Preference) bool { return j.saidHere(&n) && preferences.Opposite(n.Rule, p.Rule) })
}

// holdsUntil reports whether a wish holds until the user says so.
func holdsUntil(p *memory.Preference) bool {
	return slices.ContainsFunc(p.Evidence, func(e memory.Evidence) bool { return preferences.HoldsUntil(e.Words.String()) })
}

// plainWords returns the words of a text in lower case, without marks around them.
func plainWords(text string) []string {
	words := strings.Fields(strings.ToLower(text))
	for i, w := range words {
		words[i] = strings.Trim(w, ".,;:!?`'\"()")
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// mayEnd reports whether a prompt may end a wish, where there may be some.
func (j Preferences) mayEnd(prompt string) bool {
	return !j.repeats.empty() && prompt != "" && len(prompts.Orders(prompt)) > 0
}

// endWishes ends the wishes of the session that a prompt gives in to: those that what it
// names would break. One that holds until the user says so ends with an order, too.
func (u *update) endWishes(j Preferences, permits []memory.PlaceRule) error {
	list, err := u.preferencesHere(nil, memory.Candidate, memory.Proposed)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(p memory.Preference) bool { return !j.wished(&p) })
	if len(list) == 0 {
		return nil
	}
	sentences := prompts.Orders(j.Call.Prompt)
	j.noteOrders(sentences)
	var orders []prompts.Order
	for _, s := range sentences {
		orders = append(orders, s.Orders...)
	}
	for i := range list {
		p := &list[i]
		ordered := j.isOrdered(orders, p)
		var ends bool
		switch {
		case p.Rule.Form == memory.FormPlace:
			ends = j.isPermitted(&p.Rule.Place, permits)
		case j.givesIn(orders, prompts.Permitted, p), ordered && holdsUntil(p):
			ends = true
		case ordered:
			j.noteOrder(p.ID)
		default:
			ends = j.givesIn(orders, prompts.Assented, p)
		}
		if !ends {
			continue
		}
		if _, _, err := u.setPreference(p.ID, memory.Contradicted); err != nil {
			return err
		}
	}
	return nil
}

// givesIn reports whether one of some orders lets the agent do what a wish is against, with some
// leave at least: "fine, use npm".
func (j Preferences) givesIn(orders []prompts.Order, leave prompts.Leave, p *memory.Preference) bool {
	return slices.ContainsFunc(orders, func(o prompts.Order) bool {
		words := o.Plain()
		return o.Leave >= leave && words != nil && j.speaksAgainst(words, p)
	})
}

// speaksAgainst reports whether words name a command that a preference is against.
func (j Preferences) speaksAgainst(words []string, p *memory.Preference) bool {
	if preferences.NamesClass(rules.Knowledge(), strings.Join(words, " "), p.Rule.Class) {
		return true
	}
	for _, avoided := range p.Rule.Avoided() {
		parts := strings.Fields(strings.ToLower(avoided))
		if last := parts[len(parts)-1]; slices.Contains(words, last) {
			return true
		}
	}
	return slices.ContainsFunc(words, func(word string) bool {
		if !j.isProgram(word) || slices.Contains(strings.Fields(p.Rule.Prefer), word) {
			return false
		}
		_, _, breaks := j.breaks(p, nil, j.Judge.Parse(word))
		return breaks
	})
}
