// Package prompts reads a user's prompt for what it says about how the agent
// works: that it did something wrong, or how it is to work from now on.
//
// It believes nothing that the user did not write in their own voice: output,
// logs, code, quoted text and what the client itself submits say nothing.
package prompts

import (
	"strings"
	"unicode/utf8"
)

// Label is what a prompt is.
type Label string

// The labels.
const (
	None       Label = "none"       // a task, a question, an answer
	Correction Label = "correction" // the agent did or planned something that the user does not want
	Preference Label = "preference" // how the agent is to work, also after this task
)

// Heard is what a prompt says.
type Heard struct {
	Label      Label
	Confidence float64 // 0 to 1
	Words      string  // the sentence that says it, as the user wrote it
	Prefer     string  // what is wanted: "uv"
	Avoid      string  // what is not: "pip"
	Promote    bool    // the user asks for it to be kept: "from now on", "remember:"
	Lasting    bool    // it is about more than what was done just now

	act  bool   // Avoid is what is not to be done: "run the dev server"
	rest string // the rule, behind "from now on"
}

// Rule returns what is wanted in a plain sentence, whatever the user's words
// are: "use uv, not pip".
func (h *Heard) Rule() string {
	switch {
	case h.Prefer != "" && h.Avoid != "":
		return "use " + h.Prefer + ", not " + h.Avoid
	case h.act:
		return "never " + h.Avoid
	case h.Avoid != "":
		return "never use " + h.Avoid
	case h.rest != "":
		return h.rest
	case h.Prefer != "":
		return "always use " + h.Prefer
	}
	return h.Words
}

// Of a long prompt the beginning and the end are read: corrections stand there,
// and the task between them.
const (
	maxHead = 6000 // bytes
	maxTail = 1500
)

// Read reads a prompt. known reports whether a word is the name of a program, and
// states whether a sentence is a whole rule about commands: of what the user says
// plainly, no pattern has to know the form.
func Read(prompt string, known func(program string) bool, states func(sentence string) bool) Heard {
	// A line that begins with # was the client's way to have something remembered,
	// and is still typed.
	note, noted := strings.CutPrefix(strings.TrimSpace(prompt), "# ")
	if noted = noted && !strings.Contains(note, "\n"); noted {
		prompt = note
	}
	text := own(excerpt(prompt))
	best := Heard{Label: None}
	if text == "" {
		return best
	}
	list := latest(sentences(tokens(text), known))
	var words filter
	for i := range list {
		for _, t := range list[i].tokens {
			list[i].words.add(t.text)
			words.add(t.text)
		}
	}
	patterns := patternsFor(&words)
	for _, s := range list {
		if s.describes() || s.givesExamples() {
			continue
		}
		h := s.read(text, patterns)
		if h.Label == None && s.mayState() && states(s.plain(text)) {
			h = Heard{Label: Preference, Confidence: Stated, Words: s.plain(text), Lasting: true}
		}
		if h.Label != None && (h.Promote && !best.Promote || h.Promote == best.Promote && h.Confidence > best.Confidence) {
			best = h
		}
	}
	if noted && best.Lasting {
		best.Promote, best.Confidence = true, 1
	}
	return best
}

// excerpt returns the parts of a prompt that are read.
func excerpt(prompt string) string {
	if len(prompt) <= maxHead+maxTail {
		return prompt
	}
	head, tail := maxHead, len(prompt)-maxTail
	// Text that is no UTF-8 may have no character that begins there.
	for head > 0 && !utf8.RuneStart(prompt[head]) {
		head--
	}
	for tail < len(prompt) && !utf8.RuneStart(prompt[tail]) {
		tail++
	}
	// The cut lines are not read: half a sentence says something else.
	first, last := prompt[:head], prompt[tail:]
	if i := strings.LastIndexByte(first, '\n'); i >= 0 {
		first = first[:i]
	}
	_, last, _ = strings.Cut(last, "\n")
	return first + "\n\n" + last
}
