package cmd

import (
	"fmt"
	"strings"
)

// idKinds are the kinds of things that are kept: the letter their ids begin
// with, their name, and where they are listed.
var idKinds = [...]struct{ letter, name, list string }{
	{"r", "run", "ctxhook history"},
	{"l", "lesson", "ctxhook lessons"},
	{"d", "decision", "ctxhook log"},
	{"a", "entry", "ctxhook allow --list"},
	{"v", "advice", "ctxhook why RUN, of the run after which it was given"},
	{"e", "edit", "ctxhook db export"},
	{"t", "task", "ctxhook sessions SESSION"},
	{"g", "episode", "ctxhook why LESSON, of a lesson that it taught"},
}

// idKind returns the letter of an id that says what it names, "" for no id.
func idKind(id string) string {
	letter, rest, ok := strings.Cut(id, "-")
	if !ok || len(rest) < 8 || strings.Trim(rest, "0123456789abcdefghijklmnopqrstuvwxyz") != "" {
		return ""
	}
	for _, k := range idKinds {
		if k.letter == letter {
			return letter
		}
	}
	return ""
}

// unknownID says that nothing is kept under an id, and where to look.
func unknownID(id string) error {
	kind := idKind(id)
	for _, k := range idKinds {
		if k.letter == kind {
			return withHint(fmt.Errorf("there is no %s %s", k.name, quote(id)), "to see what there is: "+k.list)
		}
	}
	err := fmt.Errorf("%s is no id", quote(id))
	if strings.Contains(id, "/") {
		return withHint(err, "what a rule is about: ctxhook explain "+id)
	}
	return withHint(err, "an id begins with what it names: r- a run, l- a lesson, d- a decision, a- an entry of allow, v- an advice, e- an edit, g- how a check got green, t- a task")
}
