package prompts

import "slices"

// maxCued is how many words a sentence has at most that states a wish in passing: longer
// ones describe a task.
const maxCued = 24

// MayWish reports whether a prompt may say how the agent is to work, in words that no
// pattern knows: a sentence of the user's own has a word that such wishes mostly have, and
// none that limits it to what is done now. That is so for one in twenty prompts of real
// sessions (14 of 276), of which three state a rule: reason to ask a model, and no more.
func MayWish(prompt string) bool {
	text := own(excerpt(prompt))
	if text == "" {
		return false
	}
	return slices.ContainsFunc(sentences(tokens(text), func(string) bool { return false }), func(s sentence) bool {
		return !s.question && len(s.tokens) <= maxCued && s.hasAny("CUE") && !s.hasAny("FORNOW")
	})
}

// hasAny reports whether a sentence has words of a class anywhere.
func (s *sentence) hasAny(name string) bool {
	m := matcher{tokens: s.tokens}
	words := classOf(name)
	for i := range s.tokens {
		if slices.ContainsFunc(words, func(w []string) bool { return m.have(w, i) }) {
			return true
		}
	}
	return false
}
