package main

import (
	"regexp"
	"slices"
	"strings"
)

// sentence is something that the model was told, and what it is worth.
type sentence struct {
	Text  string `json:"text"`
	Worth worth  `json:"worth"`
}

// told is what became of a step.
type told struct {
	Line      int        `json:"line"`
	Step      string     `json:"step"`
	Denied    bool       `json:"denied,omitempty"`
	Output    string     `json:"output,omitempty"`
	Sentences []sentence `json:"told,omitempty"`
	Missed    []string   `json:"missed,omitempty"`
}

// weigh labels what was told at a step. What is wanted there is not missed
// where the session heard it before.
func (s *step) weigh(texts, heard []string) (list []sentence, missed []string) {
	for _, text := range texts {
		for _, said := range sentences(text) {
			list = append(list, sentence{said, s.worth(said)})
		}
	}
	for _, l := range s.labels {
		if l.wanted && !slices.ContainsFunc(heard, l.pattern.MatchString) && !slices.ContainsFunc(list, func(t sentence) bool { return l.pattern.MatchString(t.Text) }) {
			missed = append(missed, l.pattern.String())
		}
	}
	return list, missed
}

// worth returns the label of a sentence.
func (s *step) worth(said string) worth {
	w := unlabelled
	if s.silent {
		w = useless
	}
	for _, l := range s.labels {
		if l.pattern.MatchString(said) {
			w = max(w, l.worth)
		}
	}
	return w
}

// frames are sentences in which others are told, and that tell nothing.
var frames = regexp.MustCompile(`^(ctxhook, (from earlier work|before you stop)\b.*|Repeat the command to run it anyway\.)$`)

// sentences divides a text into its lines, and these into sentences. What is
// quoted is not divided.
func sentences(text string) []string {
	var list []string
	add := func(s string) {
		if s = strings.TrimSpace(s); s != "" && !frames.MatchString(s) {
			list = append(list, s)
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimPrefix(strings.TrimSpace(line), "ctxhook: "), "- ")
		start, quoted := 0, false
		for i := range len(line) {
			switch {
			case line[i] == '`':
				quoted = !quoted
			case !quoted && i > 0 && line[i] == ' ' && strings.IndexByte(".!?", line[i-1]) >= 0 && begins(line[i+1:]):
				add(line[start:i])
				start = i
			}
		}
		add(line[start:])
	}
	return list
}

// begins reports whether a text begins as a sentence does.
func begins(s string) bool {
	return s != "" && (s[0] == '`' || s[0] >= 'A' && s[0] <= 'Z')
}
