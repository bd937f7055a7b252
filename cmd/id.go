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
	{"p", "preference", "ctxhook preferences"},
	{"d", "decision", "ctxhook log"},
	{"a", "entry", "ctxhook allow --list"},
	{"v", "advice", "ctxhook why RUN, with the run it followed"},
	{"e", "edit", "ctxhook db export"},
	{"t", "task", "ctxhook sessions SESSION"},
	{"s", "snapshot", "ctxhook undo --list"},
	{"g", "episode", "ctxhook why LESSON, with a lesson it taught"},
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
			return withHint(fmt.Errorf("there is no %s %s", k.name, quote(id)), "to see them all: "+k.list)
		}
	}
	err := fmt.Errorf("%s is not an id", quote(id))
	if strings.Contains(id, "/") {
		return withHint(err, "for a rule: ctxhook explain "+id)
	}
	return withHint(err, "an id begins with its kind: r- run, l- lesson, p- preference, d- decision, a- allow entry, v- advice, e- edit, s- snapshot, g- episode, t- task")
}
