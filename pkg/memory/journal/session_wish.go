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

// maxConcession is how many words a sentence has at most that gives in.
const maxConcession = 12

// Words by which a user lets an agent do something: for the rest of the session, and those that
// may stand before an order as well.
var (
	permitting = [...]string{
		"fine", "you may", "you can", "now you may", "you're allowed to", "you are allowed to", "you're free to", "feel free to",
		"du darfst", "du kannst", "tu peux", "vous pouvez", "puedes", "ya puedes",
	}
	assenting = [...]string{"ok", "okay", "alright", "all right", "sure", "yes", "yep", "go ahead", "go on"}
)

// conceded returns of each sentence that lets the agent do something, by one of some words, those
// that say what: "fine, use npm", "you may run the tests now". One that says no, or depends on
// something, lets it do nothing.
func conceded(prompt string, by []string) (list [][]string) {
	for _, s := range prompts.Statements(prompt) {
		words := plainWords(s.Said)
		if len(words) < 2 || len(words) > maxConcession || slices.ContainsFunc(words, depends) {
			continue
		}
		at := -1
		for i := range words {
			for _, l := range by {
				if lead := strings.Fields(l); i+len(lead) < len(words) && slices.Equal(words[i:i+len(lead)], lead) && (i == 0 || len(lead) > 1) {
					at = max(at, i+len(lead))
				}
			}
		}
		if at > 0 && !slices.ContainsFunc(words[at:], saysNo) {
			list = append(list, words[at:])
		}
	}
	return list
}

func depends(word string) bool {
	switch word {
	case "if", "once", "when", "until", "unless", "after", "wenn", "sobald", "falls", "bis", "si", "quand", "cuando":
		return true
	}
	return false
}

func saysNo(word string) bool {
	switch word {
	case "not", "don't", "dont", "never", "no", "without", "stop", "nicht", "nie", "kein", "keine", "pas", "jamais", "nunca":
		return true
	}
	return false
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
	return !j.repeats.empty() && prompt != "" && len(conceded(prompt, permitting[:]))+len(conceded(prompt, assenting[:]))+len(prompts.Orders(prompt)) > 0
}

// endWishes ends the wishes of the session that a prompt gives in to: those that what it
// names would break. One that holds until the user says so ends with an order, too.
func (u *update) endWishes(j Preferences, permits []memory.PlaceRule) error {
	list, err := u.preferencesHere(nil, memory.Candidate, memory.Proposed)
	if err != nil {
		return err
	}
	permitted, assented, orders := conceded(j.Call.Prompt, permitting[:]), conceded(j.Call.Prompt, assenting[:]), prompts.Orders(j.Call.Prompt)
	list = slices.DeleteFunc(list, func(p memory.Preference) bool { return !j.wished(&p) })
	if len(list) > 0 {
		j.noteOrders(orders)
	}
	for i := range list {
		p := &list[i]
		against := func(words []string) bool { return j.speaksAgainst(words, p) }
		ordered := j.isOrdered(orders, p)
		var ends bool
		switch {
		case p.Rule.Form == memory.FormPlace:
			ends = j.isPermitted(&p.Rule.Place, permits)
		case slices.ContainsFunc(permitted, against), ordered && holdsUntil(p):
			ends = true
		case ordered:
			j.noteOrder(p.ID)
		default:
			ends = slices.ContainsFunc(assented, against)
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
