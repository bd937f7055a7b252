package cmd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/rescue"
)

// momentView is a snapshot in a list, with what an undo of it would do now.
type momentView struct {
	*rescue.Moment
	Changes *int         `json:"changes,omitempty"` // paths that an undo would change, or does not dare to; nil: not compared
	Files   []undoChange `json:"files,omitempty"`   // the first of them
	Unknown []string     `json:"unknown,omitempty"` // new files, not known to be the command's
	Later   []string     `json:"later,omitempty"`   // changed after the command, and not known to be its work
	Never   bool         `json:"never_ran,omitempty"`

	tree    *undoTree
	stashes []rescue.Stash
	lost    []rescue.Unkept // not kept, and gone or changed since
}

const (
	// mostCompared is how many snapshots of a tree are compared with it: each takes a
	// few milliseconds.
	mostCompared = 300
	// mostFiles is how many files of a snapshot are listed as JSON, and mostNamedHere in
	// a line.
	mostFiles, mostNamedHere = 50, 3
)

// rows lists the snapshots of a tree, the newest first: all, or those of which an undo
// would do something. more: how many were not compared.
func (cmd *undoCommand) rows(ctx context.Context, t *undoTree, which undoID, ended func(*rescue.Moment) rescue.End) (rows []*momentView, more int, err error) {
	compared, some := 0, cmd.all || which != (undoID{})
	most, err := limit(cmd.limit)
	if err != nil {
		return nil, 0, err
	}
	err = t.planner.Each(ctx, t.options, ended, func(m *rescue.Moment, plan func() (*rescue.Plan, error)) bool {
		v := &momentView{Moment: new(*m), tree: t}
		switch {
		case which != (undoID{}) && !which.is(m):
			return true
		case compared < mostCompared:
			compared++
			if p, err := plan(); err == nil {
				v.compare(p)
			}
		default:
			more++
		}
		if some || v.tells() {
			rows = append(rows, v)
		}
		return most == 0 || len(rows) < most
	})
	return rows, more, err
}

// compare notes what an undo would do.
func (v *momentView) compare(p *rescue.Plan) {
	n := len(p.Changes) + len(p.Stashes)
	v.Changes, v.Unknown, v.Later, v.Never, v.stashes = &n, p.Unknown, p.Later, p.Never, p.Stashes
	for _, c := range p.Changes[:min(len(p.Changes), mostFiles)] {
		v.Files = append(v.Files, undoChange{c.Path, c.Do, c.Refused})
	}
	for _, u := range p.Unkept {
		info, err := os.Lstat(filepath.Join(v.tree.store.Root, filepath.FromSlash(u.Path)))
		if err != nil || paths.ChangeTime(info).After(v.Time) {
			v.lost = append(v.lost, u)
		}
	}
	if v.tree.elsewhere {
		for i := range v.Files {
			v.Files[i].Path = filepath.Join(v.tree.store.Root, filepath.FromSlash(v.Files[i].Path))
		}
	}
}

// tells reports whether an undo would do something, or cannot do all of it. What others
// changed after a prompt or an edit says nothing of that.
func (v *momentView) tells() bool {
	since := 0
	if v.Before == rescue.BeforePrompt || v.Before == rescue.AfterEdit {
		since = len(v.files(func(c undoChange) bool { return c.Refused == rescue.ChangedSince }))
	}
	return v.Changes != nil && *v.Changes > since || len(v.Unknown)+len(v.lost) > 0
}

func (cmd *undoCommand) runList(ctx context.Context, trees undoTrees, which undoID, ended func(*rescue.Moment) rescue.End) error {
	var views []*momentView
	more := 0
	for _, t := range trees {
		rows, n, err := cmd.rows(ctx, t, which, ended)
		if err != nil {
			return err
		}
		views, more = append(views, rows...), more+n
	}
	order.By(views, func(a, b *momentView) int { return b.Time.Compare(a.Time) })
	if cmd.limit > 0 && which == (undoID{}) {
		views = views[:min(len(views), cmd.limit)]
	}
	if cmd.json {
		rows := jsonList{env: cmd.Env}
		for _, v := range views {
			if err := rows.add(v); err != nil {
				return err
			}
		}
		rows.end()
		return nil
	}
	for _, v := range views {
		v.print(cmd.Env)
	}
	if len(views) > 0 {
		cmd.hint("to see what one would bring back: ctxhook undo --diff %s", views[0].ID)
	}
	return cmd.endList(trees, len(views), more)
}

// endList says what the list does not show.
func (cmd *undoCommand) endList(trees undoTrees, shown, more int) error {
	all := 0
	for _, t := range trees {
		list, err := t.store.Moments()
		if err != nil {
			return err
		}
		for i := range list {
			if t.options.Of == nil || t.options.Of(&list[i]) {
				all++
			}
		}
	}
	switch {
	case all == 0:
		cmd.printf("there is no snapshot of this project yet\n")
	case shown == 0:
		cmd.printf("there is nothing to undo: the files are as in all snapshots\n")
	}
	if all > shown && !cmd.all {
		cmd.hint("to list all %d snapshots: ctxhook undo --list --all --limit 0", all)
	}
	if more > 0 {
		cmd.hint("%s older than these %s not compared", display.Counted(more, "snapshot"), pick(more == 1, "is", "are"))
	}
	return nil
}

// snapshotOrigin finds a snapshot by its id; nil is nothing.
func (st *storage) snapshotOrigin(e *Env, id string) (*origin, error) {
	trees, err := st.trees(context.Background())
	if err != nil {
		return nil, err
	}
	cmd := &undoCommand{Env: e}
	for _, t := range trees {
		rows, _, err := cmd.rows(context.Background(), t, undoID{text: id, snapshot: id}, st.endings())
		if err != nil {
			return nil, err
		}
		if len(rows) > 0 {
			o := newOrigin(nil)
			o.Snapshot = rows[0]
			o.set("snapshot", rows[0], "to see what it would bring back: ctxhook undo --diff "+id)
			return o, nil
		}
	}
	return nil, nil
}

func (v *momentView) print(e *Env) {
	e.printf("%s  %s  %s", v.ID, minute(v.Time), v.tree.words(v.Moment))
	if words := v.does(); words != "" {
		e.printf("  %s", e.paint(dim, display.Plain(words)))
	}
	e.printf("\n")
	if n := len(v.Unkept) + v.More; n > 0 {
		kept := fmt.Sprintf("%d not kept", n)
		if len(v.Unkept) > 0 {
			kept += ": " + v.Unkept[0].Path
		}
		e.printIndented(display.Plain(kept))
	}
}

// does says what an undo would do now.
func (v *momentView) does() string {
	switch {
	case v.Never:
		return "never ran"
	case v.Changes == nil:
		return "not compared"
	case !v.tells() && len(v.Later) > 0:
		return "would bring back nothing; changed after it: " + some(v.Later)
	case !v.tells():
		return "would bring back nothing"
	}
	var parts []string
	for _, do := range [...]rescue.Deed{rescue.Create, rescue.Restore, rescue.Remove, rescue.Chmod} {
		if names := v.files(func(c undoChange) bool { return c.Refused == "" && c.Do == do }); len(names) > 0 {
			parts = append(parts, deedWords(do, true)+" "+some(names))
		}
	}
	for _, s := range v.stashes {
		parts = append(parts, "would stash again "+s.Message)
	}
	if names := v.files(func(c undoChange) bool { return c.Refused != "" }); len(names) > 0 {
		first := v.Files[slices.IndexFunc(v.Files, func(c undoChange) bool { return c.Refused != "" })]
		parts = append(parts, "would leave "+some(names)+" ("+first.Refused+")")
	}
	if len(v.Unknown) > 0 {
		parts = append(parts, "new, not known to be its work: "+some(v.Unknown))
	}
	if n := *v.Changes - len(v.Files) - len(v.stashes); n > 0 {
		parts = append(parts, display.Counted(n, "more change"))
	}
	return strings.Join(parts, "; ")
}

func (v *momentView) files(are func(undoChange) bool) (names []string) {
	for _, c := range v.Files {
		if are(c) {
			names = append(names, c.Path)
		}
	}
	return names
}

// some counts files, and names the first.
func some(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	s := fmt.Sprintf("%d files: %s", len(names), strings.Join(names[:min(len(names), mostNamedHere)], ", "))
	if len(names) > mostNamedHere {
		s += " .."
	}
	return s
}
