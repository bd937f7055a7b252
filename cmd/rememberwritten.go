package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
)

// What an agent notes of lines of files for agents comes as rows: "12: never edit gen/". It
// is bound to the text of the line, and is no preference of the user's.

// maxRows bounds what is read of rows.
const maxRows = 64 << 10

// lineView shows a line of a file for agents, and what is noted of it.
type lineView struct {
	File  string `json:"file"`
	Line  int    `json:"line"`
	Text  string `json:"text"`
	Noted string `json:"noted,omitempty"` // a rule, or none; without it: nothing yet
	ID    string `json:"id,omitempty"`
	Error string `json:"error,omitempty"` // why nothing was kept
}

// formsOfNotes shows the forms in which a rule is noted.
const formsOfNotes = "'use X, not Y', 'never run CMD', 'never run CMD, except CMD', 'never run CMD on HOST', 'never edit|read|delete PATH', 'never edit existing PATH', 'always run CMD with OPTION', 'run CMD before you push', or none"

// written notes what lines of a file say, or, without rows, lists those that are to be noted.
func (cmd *rememberCommand) written(args []string) error {
	if len(args) > 1 {
		return withHint(fmt.Errorf("remember --written takes one file, not %s as well", quote(args[1])), "rows that begin with FILE:LINE name others, for example: AGENTS.md:12: never edit gen/")
	}
	file := manifests.ForAgents[0]
	if len(args) == 1 {
		file = args[0]
	}
	var rows []byte
	if !isTerminal(cmd.Stdin) {
		var err error
		if rows, err = io.ReadAll(io.LimitReader(cmd.Stdin, maxRows)); err != nil {
			return err
		}
	}
	st, err := cmd.storage()
	if err != nil {
		return err
	}
	if st.Project == "" {
		return withHint(errNoProject, "go to the project whose file it is")
	}
	if strings.TrimSpace(string(rows)) == "" {
		return cmd.listUnread(st)
	}
	notes, wrong := notesOf(string(rows), func(name string) string { return st.fileForAgents(cmp.Or(name, file)) })
	var list []journal.NotedLine
	if len(notes) > 0 {
		if err := st.change(func(s *store.Store) (err error) {
			list, err = journal.New(st.Judge, time.Now()).Preferences().NoteLines(s, notes, cmd.Getenv("CLAUDE_CODE_SESSION_ID"))
			return err
		}); err != nil {
			return err
		}
	}
	return cmd.printNoted(list, wrong)
}

// fileForAgents returns the name of a file as those of files for agents are kept: from the
// project's root on.
func (st *storage) fileForAgents(name string) string {
	if abs, err := filepath.Abs(name); err == nil && filepath.IsAbs(name) {
		name = abs
	}
	if rel, err := filepath.Rel(st.Project, name); filepath.IsAbs(name) && err == nil {
		name = rel
	}
	return filepath.ToSlash(filepath.Clean(name))
}

var noteRow = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[-*] +)?(?:([^\s:]+):)?(?:[Ll]ines? +|L)?([0-9]+)(?:-[0-9]+)?(?::|\.|\))\s+(.+)$`)
})

// notesOf reads rows: "12: never edit gen/", "AGENTS.md:12: none". wrong are the other rows.
func notesOf(rows string, fileOf func(name string) string) (notes []journal.LineNote, wrong []string) {
	for row := range strings.Lines(rows) {
		if row = strings.TrimSpace(row); row == "" {
			continue
		}
		m := noteRow().FindStringSubmatch(row)
		if m == nil {
			wrong = append(wrong, row)
			continue
		}
		n, err := strconv.Atoi(m[2])
		if err != nil {
			wrong = append(wrong, row)
			continue
		}
		for words := range strings.SplitSeq(m[3], "; ") {
			if words = strings.Trim(strings.TrimSpace(words), `'"`); words == "" {
				continue
			}
			if low := strings.ToLower(strings.Trim(words, ".-")); low == memory.NoRule || low == "no rule" || low == "" {
				words = memory.NoRule
			}
			notes = append(notes, journal.LineNote{File: fileOf(m[1]), Line: n, Words: redact.Clean(words)})
		}
	}
	return notes, wrong
}

// printNoted prints what was kept, and says what was not.
func (cmd *rememberCommand) printNoted(list []journal.NotedLine, wrong []string) error {
	views := make([]lineView, 0, len(list))
	var problems []string
	for i := range list {
		n := &list[i]
		v := lineView{File: n.File, Line: n.Line, Text: n.Text.String()}
		if n.Kept != nil {
			v.ID, v.Noted = n.Kept.ID, cmp.Or(n.Kept.Sentence(), memory.NoRule)
		} else {
			v.Error = wrongWords(n)
			problems = append(problems, fmt.Sprintf("%s:%d: %s", display.Plain(n.File), n.Line, v.Error))
		}
		views = append(views, v)
	}
	for _, row := range wrong {
		problems = append(problems, "no row: "+quote(brief(row)))
	}
	if cmd.json {
		if err := cmd.printJSON(views); err != nil {
			return err
		}
	} else {
		for i := range views {
			if v := &views[i]; v.Error == "" {
				cmd.printf("noted  %s:%d  %s\n", display.Plain(v.File), v.Line, display.Plain(v.Noted))
				cmd.printf("       %s\n", cmd.paint(dim, display.Plain(brief(v.Text))))
			}
		}
	}
	if len(problems) == 0 {
		return nil
	}
	return withHint(errors.New("nothing is noted of "+strings.Join(problems, "; ")), "type these rows again, all else is kept; a row is LINE: RULE, or FILE:LINE: RULE, and a rule is one of "+formsOfNotes)
}

// wrongWords says why nothing was kept of a note.
func wrongWords(n *journal.NotedLine) string {
	switch n.Wrong {
	case journal.NoSuchFile:
		return "the project has no file for agents of that name"
	case journal.NoSuchLine:
		return "no text stands there that can state a rule"
	case journal.StatesNone:
		return "the line names no command or file that it is about: " + quote(brief(n.Text.String()))
	case journal.OfOtherLine:
		return fmt.Sprintf("the line says %s; line %d names what is in %s", quote(brief(n.Text.String())), n.Other, quote(n.Words.String()))
	case journal.HasRule:
		return "a rule is known of it, and only the user may drop that: ctxhook preferences decline ID"
	case journal.NotNamed:
		return "the line does not name what " + quote(n.Words.String()) + " has agents run"
	case journal.TooMany:
		return "enough rules are noted of it"
	case journal.UserDeclined:
		return "the user declined that rule"
	}
	return quote(n.Words.String()) + " is no rule that commands or edits can be compared with"
}

// listUnread lists the lines that are to be noted.
func (cmd *rememberCommand) listUnread(st *storage) error {
	var known []memory.Preference
	if err := st.look(func(tx *store.Tx) (err error) {
		known, err = tx.Preferences(st.Project)
		return err
	}); err != nil {
		return err
	}
	views := []lineView{}
	for _, l := range journal.New(st.Judge, time.Now()).Preferences().UnreadLines(known) {
		views = append(views, lineView{File: l.File, Line: l.Line, Text: redact.Clean(l.Text).String()})
	}
	if cmd.json {
		return cmd.printJSON(views)
	}
	for i := range views {
		v := &views[i]
		cmd.printf("%s:%d: %s\n", display.Plain(v.File), v.Line, display.Plain(v.Text))
	}
	if len(views) == 0 {
		cmd.hint("every line that may state a rule is read or noted")
		return nil
	}
	cmd.hint("to note what they say, give rows on standard input to: ctxhook remember --written; for example: %s:%d: never edit gen/", display.Plain(views[0].File), views[0].Line)
	return nil
}
