package cmd

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
)

// undoChange is what an undo does, or did, to a path.
type undoChange struct {
	Path    string      `json:"path"`
	Do      rescue.Deed `json:"do"`
	Refused string      `json:"refused,omitempty"` // why it is not done
}

// undoView is what an undo came to.
type undoView struct {
	ID      string          `json:"id,omitempty"`   // of the snapshot
	Kept    string          `json:"kept,omitempty"` // the snapshot of how it was before
	Changes []undoChange    `json:"changes"`
	Stashes []rescue.Stash  `json:"stashes,omitempty"`
	Stay    []string        `json:"stay,omitempty"`        // newer files
	Unknown []string        `json:"unknown,omitempty"`     // files that the command is not known to have made
	Later   []string        `json:"later,omitempty"`       // changed after the command, and not known to be its work
	Passed  []skippedView   `json:"passed,omitempty"`      // later commands that an undo of the last one passes over
	Unkept  []rescue.Unkept `json:"unkept,omitempty"`      // what was not kept, and does not come back
	More    int             `json:"unkept_more,omitempty"` // beyond these
	Never   bool            `json:"never_ran,omitempty"`
	Staging int             `json:"staging_lost,omitempty"`
	Preview bool            `json:"preview,omitempty"` // nothing was done

	Elsewhere *undoView `json:"elsewhere,omitempty"` // outside of the project

	failed int
	of     string // the command
}

func newUndoView(p *rescue.Plan, r *rescue.Result) undoView {
	v := undoView{ID: p.State.ID, Changes: []undoChange{}, Stashes: p.Stashes, Stay: p.Stay, Unknown: p.Unknown, Later: p.Later, Unkept: p.Unkept, More: p.State.More, Never: p.Never, Staging: p.StagingLost}
	v.of = brief(p.State.Command.String())
	for _, x := range p.Passed {
		v.Passed = append(v.Passed, skippedView{x.Moment.ID, brief(x.Moment.Command.String()), x.Never, x.Later})
	}
	list := [][]rescue.Change{p.Changes}
	if r != nil {
		if v.Stashes = r.Stashes; r.Kept != nil {
			v.Kept = r.Kept.ID
		}
		list = [][]rescue.Change{r.Done, r.Failed}
		v.failed = len(r.Failed) + len(p.Stashes) - len(r.Stashes)
	}
	for _, changes := range list {
		for _, c := range changes {
			v.Changes = append(v.Changes, undoChange{c.Path, c.Do, c.Refused})
		}
	}
	return v
}

// deedWords say what was done, or would be.
func deedWords(d rescue.Deed, would bool) string {
	switch d {
	case rescue.Restore:
		return pick(would, "would restore", "restored")
	case rescue.Create:
		return pick(would, "would bring back", "brought back")
	case rescue.Chmod:
		return pick(would, "would set permissions of", "permissions of")
	case rescue.Remove:
		return pick(would, "would remove", "removed")
	}
	return ""
}

// report prints what an undo did. It fails if something was not done.
func (cmd *undoCommand) report(v undoView) error {
	if cmd.json {
		if err := cmd.printJSON(v); err != nil {
			return err
		}
	} else {
		v.print(cmd.Env)
	}
	if v.failed > 0 {
		return codeError(exitError)
	}
	return nil
}

// skippedView is a command that an undo of the last one passes over.
type skippedView struct {
	ID      string   `json:"id"`
	Command string   `json:"command"`
	Never   bool     `json:"never_ran,omitempty"`
	Later   []string `json:"later,omitempty"`
}

func (v *skippedView) words() string {
	if v.Never {
		return fmt.Sprintf("%s never ran", v.Command)
	}
	return fmt.Sprintf("%s is not known to have changed %s, which was changed after it", v.Command, listed(v.Later))
}

// mostPassed is how many commands that are passed over are named.
const mostPassed = 3

// printPassed says why the command is not the last one.
func (v *undoView) printPassed(e *Env) {
	for _, x := range v.Passed[:min(len(v.Passed), mostPassed)] {
		e.hint("passed over: %s", display.Plain(x.words()))
	}
	if n := len(v.Passed) - mostPassed; n > 0 {
		e.hint("passed over, too: %s; to see them: ctxhook undo --list --all", display.Counted(n, "command"))
	}
	if len(v.Passed) > 0 && v.of != "" {
		e.hint("this undoes, as the last that changed something: %s", display.Plain(v.of))
	}
}

func (v *undoView) print(e *Env) {
	since := false
	for _, c := range v.Changes {
		if c.Refused == "" {
			e.printf("%s: %s\n", deedWords(c.Do, v.Preview), display.Plain(c.Path))
			continue
		}
		e.warnf("%s was left as it is: %s", display.Plain(c.Path), display.Plain(c.Refused))
		since = since || c.Refused == rescue.ChangedSince || c.Refused == rescue.MayBeNewer || c.Refused == rescue.MayBeLater || c.Refused == rescue.NotKnown
	}
	for _, u := range v.Unkept[:min(len(v.Unkept), mostNamed)] {
		e.warnf("%s was not kept: %s", display.Plain(u.Path), display.Plain(u.Why))
	}
	if n := max(len(v.Unkept)-mostNamed, 0) + v.More; n > 0 {
		e.warnf("nor were %s", display.Counted(n, "other file"))
	}
	for _, s := range v.Stashes {
		e.printf("%s: %s\n", pick(v.Preview, "would stash again", "stashed again"), display.Plain(s.Message))
	}
	if n := len(v.Later); n > 0 {
		e.hint("changed after the command, and not known to be its work, so it stays: %s", listed(v.Later))
	}
	if n := len(v.Stay); n > 0 {
		e.hint("files that may be newer stay: %s", listed(v.Stay))
	}
	if n := len(v.Unknown); n > 0 {
		e.hint("new since the command began, and not known to be its work: %s; to remove it: ctxhook undo %s --force", listed(v.Unknown), v.ID)
	}
	if v.Staging > 0 {
		e.hint("staged then, and not any more: %s; to stage again: git add", display.Counted(v.Staging, "file"))
	}
	if since {
		e.hint("to bring back files that were changed since, too: ctxhook undo %s --force", v.ID)
	}
	if v.Kept != "" {
		e.hint("to take this back: ctxhook undo %s", v.Kept)
	}
	if v.Elsewhere != nil {
		v.Elsewhere.Preview = v.Preview
		v.Elsewhere.print(e)
	}
}

// mostNamed is how many of the files that were not kept are named.
const mostNamed = 10

// listed names the first of a list of files.
func listed(names []string) string {
	s := display.Plain(strings.Join(names[:min(len(names), mostNamed)], ", "))
	if n := len(names) - mostNamed; n > 0 {
		s += fmt.Sprintf(" and %d more", n)
	}
	return s
}

// momentWords say what a snapshot was taken for.
func momentWords(m *rescue.Moment) string {
	switch m.Before {
	case rescue.BeforeCommand:
		if m.Command.Len() == 0 {
			return "before a command that was forgotten"
		}
		return "before " + brief(m.Command.String())
	case rescue.BeforePrompt:
		return "at a prompt"
	case rescue.AfterEdit:
		return "after an edit"
	}
	who := ""
	if m.By != "" {
		who = " by an agent"
	}
	return "before the undo" + who + " of " + m.Undoes
}

// largestDiff bounds the files whose lines are compared.
const largestDiff = 256 << 10

// runDiff shows what an undo would change. Secrets in it are masked: an agent may
// read it.
func (cmd *undoCommand) runDiff(plans undoPlans) error {
	v := plans.view()
	v.Preview = true
	if cmd.json {
		return cmd.printJSON(v)
	}
	v.printPassed(cmd.Env)
	d := undoDiff{Env: cmd.Env}
	for i := range plans {
		d.of(&plans[i])
	}
	if d.unnamed > 0 {
		cmd.printf("and %s\n", display.Counted(d.unnamed, "more file"))
	}
	if d.short {
		cmd.hint("the lines of the first %d are shown, then names; to see those of one: ctxhook undo --diff %s PATH", mostDiffLines, v.ID)
	}
	for _, st := range v.Stashes {
		cmd.printf("the stash %s\n", display.Plain(st.Message))
	}
	cmd.hint("to do this: ctxhook undo %s", v.ID)
	return nil
}

// What of a long difference is shown: lines, then names of files, then their number.
const mostDiffLines, mostDiffNames = 1000, 100

// undoDiff prints what undos would change.
type undoDiff struct {
	*Env
	lines, names, unnamed int
	short                 bool // not all lines are shown
}

func (cmd *undoDiff) of(p *undoPlan) {
	for i := range p.plan.Changes {
		c := &p.plan.Changes[i]
		name := c.Path
		if p.tree.elsewhere {
			name = filepath.Join(p.tree.store.Root, filepath.FromSlash(name))
		}
		if c.Refused != "" {
			name += " (" + c.Refused + ")"
		}
		if cmd.lines >= mostDiffLines {
			cmd.name(deedWords(c.Do, true), name)
			continue
		}
		before, after, ok := p.tree.store.Compare(c, largestDiff)
		switch {
		case c.Do == rescue.Chmod:
			cmd.printf("%s\n  its permissions\n", display.Plain(name))
		case !ok || !isText(before) || !isText(after):
			cmd.printf("%s\n  %s\n", display.Plain(name), deedWords(c.Do, true))
		default:
			lines := display.Diff(masked(before), masked(after))
			if cmd.lines += len(lines); cmd.lines > mostDiffLines && cmd.lines > len(lines) {
				cmd.name(deedWords(c.Do, true), name)
				continue
			}
			cmd.printLines(name, lines)
		}
	}
}

// name names a file of which no lines are shown.
func (cmd *undoDiff) name(does, file string) {
	if cmd.short = true; cmd.names >= mostDiffNames {
		cmd.unnamed++
		return
	}
	cmd.names++
	cmd.printf("%s: %s\n", does, display.Plain(file))
}

func isText(data []byte) bool { return utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 }

func masked(data []byte) []byte { return []byte(redact.Clean(string(data)).String()) }
