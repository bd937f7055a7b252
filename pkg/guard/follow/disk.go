package follow

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/unread"
	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxFileDepth bounds how files run files. It is less than the depth of texts within texts,
// so that what is deeper is known to be unread.
const maxFileDepth = 16

// onDisk is a file that a text runs, as it was before the text ran.
type onDisk struct {
	interpret.FileText
	known  bool
	why    unread.Part // why it is not known
	head   string      // how it begins, if it is too large
	listed bool
	own    map[string]*onDisk // with its own path in the text, by language
}

// disk remembers the files of this machine that were looked at.
type disk struct {
	files  rule.Files // nil: none is looked at
	cwd    string     // where the text starts
	looked map[string]*onDisk
	script *shell.Script // lists them
}

// unread notes that a file that runs is not read.
func (f *follower) unread(reason unread.Reason, file *onDisk, why string, at shell.Span) {
	const most = 16
	p := shell.Left(reason, "the file "+file.Name+" "+why, at, nil)
	if by := f.at.File(); len(f.script.Problems) < most && !file.Unasked && (by == nil || !by.Unasked) && !slices.Contains(f.script.Problems, p) {
		f.script.Problems = append(f.script.Problems, p)
	}
}

// with returns the file with another text.
func (f *onDisk) with(text string) *onDisk {
	other := *f
	other.FileText, other.own = f.FileText.With(text), nil
	return &other
}

// lookUp looks up a file by its path, which may be relative to where the text
// starts.
func (d *disk) lookUp(i int, name string) *onDisk {
	full := name
	if !strings.HasPrefix(name, "/") {
		if d.cwd == "" {
			return nil
		}
		full = shell.JoinedPath(d.cwd, name)
	}
	f := d.looked[full]
	if f == nil {
		state := d.files.File(full)
		f = &onDisk{FileText: interpret.FileText{Name: d.shortName(full), Path: full, Text: shell.ValidUTF8(state.Text)}, known: state.Known, head: state.Head}
		if f.why = state.Unread; f.why.Reason != unread.Absent {
			d.list(i, f)
		}
		if d.looked == nil {
			d.looked = map[string]*onDisk{}
		}
		d.looked[full] = f
	}
	return f
}

// list adds a file to those that the script lists.
func (d *disk) list(i int, f *onDisk) {
	f.Entry, f.listed = len(d.script.Files), true
	d.script.Files = append(d.script.Files, shell.File{Path: f.Path, Text: f.Text, Unread: f.why, Call: i})
}

// shortName returns a path as messages name it: below the directory that the text
// starts in, or as it is.
func (d *disk) shortName(full string) string {
	if rest, ok := strings.CutPrefix(full, strings.TrimSuffix(d.cwd, "/")+"/"); ok && d.cwd != "" {
		return rest
	}
	return full
}

// onDisk looks up a file that call i runs, with what the text itself appended to it.
// It is nil where its place is not known, and where the text wrote all of it.
func (f *follower) onDisk(i int, file shell.Word, st *interpret.State) *onDisk {
	if f.opt.Files == nil || st.Where != "" {
		return nil
	}
	name, ok := st.Cwd.Resolve(st.Followed(file, true))
	if !ok {
		return nil
	}
	return f.onDiskAt(i, name)
}

// onDiskAt is onDisk for a path that is resolved.
func (f *follower) onDiskAt(i int, name string) *onDisk {
	o, wrote := f.w.Written().At(name)
	if wrote && (o.Known || !o.Tail) || f.w.Written().IsGone(name) {
		return nil
	}
	found := f.disk.lookUp(i, name)
	if found == nil || !found.known {
		return nil
	}
	if wrote {
		return found.with(found.Text + f.w.TextOf(o.Word))
	}
	return found
}

// listMissing lists a file that a call runs and that does not exist.
func (f *follower) listMissing(i int, file shell.Word, st *interpret.State) {
	name, ok := st.Cwd.Resolve(st.Followed(file, true))
	if !ok || f.opt.Files == nil || st.Where != "" {
		return
	}
	if _, wrote := f.w.Written().At(name); wrote || f.w.Written().IsGone(name) {
		return
	}
	if file := f.disk.lookUp(i, name); file != nil && file.why.Reason == unread.Absent && !file.listed {
		f.disk.list(i, file)
	}
}
