package shell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/lang"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

// maxFileDepth bounds how files run files.
const maxFileDepth = 8

// onDisk is a file that a text runs, as it was before the text ran.
type onDisk struct {
	name  string // as the text has it
	path  string
	text  string
	known bool
	why   string // why it is not known

	listed bool
	entry  int // in Script.Files, if listed

	counted, lines int                    // lines of text[:counted]
	tree           *tree                  // of the text as a shell reads it, once it was parsed
	own            map[string]*onDisk     // with its own path in the text, by language
	steps          map[string][]lang.Step // of the text as a program in a language, once it was read
}

// disk is what is known of the files of this machine.
type disk struct {
	files  rule.Files // nil: none is looked at
	cwd    string     // where the text starts
	looked map[string]*onDisk
	gone   map[string]bool // that the text deletes or moves away
	script *Script         // lists them
	over   bool            // there was more to do in files than there may be
}

// line returns the line on which an offset of the file stands.
func (f *onDisk) line(at int) int {
	at = min(max(at, 0), len(f.text))
	if at < f.counted {
		f.counted, f.lines = 0, 0
	}
	f.lines += strings.Count(f.text[f.counted:at], "\n")
	f.counted = at
	return f.lines + 1
}

// line returns the line of the file that the statement being walked stands on.
func (w *walker) line() int {
	m := w.spans
	if m.line > 0 || m.file == nil {
		return m.line
	}
	if w.here == nil {
		return m.file.line(m.first)
	}
	return m.file.line(m.first + int(w.here.Pos().Offset()))
}

// offset returns where an offset of the text lies in its file, or the line that the
// text stands for.
func (m spanMap) offset(from int) int {
	if m.line == 0 {
		return m.first + from
	}
	at := 0
	for range m.line - 1 {
		at += strings.IndexByte(m.file.text[at:], '\n') + 1
	}
	return at
}

// place returns where the statement being walked stands in a file, nil where it
// stands in the text itself.
func (w *walker) place() *Place {
	f := w.spans.file
	if f == nil {
		return nil
	}
	return &Place{Path: f.path, Name: f.name, Line: w.line()}
}

// leave notes why not all of a file could be followed.
func (d *disk) leave(f *onDisk, why string) {
	if e := &d.script.Files[f.entry]; e.Why == "" {
		e.Why = why
	}
}

// spendOn is spend for a step of work on a file. Files may take half of all:
// what lies beyond that is looked through, the text itself is followed.
func (w *walker) spendOn(f *onDisk, n int) bool {
	if w.stopped || w.disk.over || (w.script.Work.done+n)*2 > w.script.Work.limit {
		w.disk.over = true
		w.disk.leave(f, "the command runs too much to follow")
		if f.tree != nil {
			w.rests.add(fileRest{f, w.spans.offset(w.from()), w.spans.whole})
		}
		return false
	}
	w.script.Work.Spend(n)
	return true
}

// onDisk looks up a file that call i runs, with what the text itself appended to it.
// It is nil where its place is not known, and where the text wrote all of it.
func (w *walker) onDisk(i int, file Word, st *state) *onDisk {
	if w.opt.Files == nil || st.where != "" {
		return nil
	}
	name, ok := st.cwd.resolve(st.followed(file, true))
	o, wrote := w.files.by[name]
	if !ok || wrote && (o.known || !o.tail) || w.disk.isGone(name) {
		return nil
	}
	f := w.disk.lookUp(i, name)
	if f == nil || !f.known {
		return nil
	}
	if wrote {
		return f.with(f.text + w.holes.text(o.word))
	}
	return f
}

// isGone reports whether the text deletes or moves away a file, or a directory that
// it lies in.
func (d *disk) isGone(name string) bool {
	for len(d.gone) > 0 && name != "" {
		if d.gone[name] {
			return true
		}
		name = name[:max(strings.LastIndexByte(name, '/'), 0)]
	}
	return false
}

// with returns the file with another text.
func (f *onDisk) with(text string) *onDisk {
	other := *f
	other.text, other.counted, other.lines, other.tree, other.steps, other.own = text, 0, 0, nil, nil, nil
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
		full = joinedPath(d.cwd, name)
	}
	f := d.looked[full]
	if f == nil {
		state := d.files.File(full)
		f = &onDisk{name: d.shortName(full), path: full, text: validUTF8(state.Text), known: state.Known}
		if f.why = state.Why; f.why != rule.NoFile {
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
	f.entry, f.listed = len(d.script.Files), true
	d.script.Files = append(d.script.Files, File{Path: f.path, Text: f.text, Why: f.why, Call: i})
}

// shortName returns a path as messages name it: below the directory that the text
// starts in, or as it is.
func (d *disk) shortName(full string) string {
	if rest, ok := strings.CutPrefix(full, strings.TrimSuffix(d.cwd, "/")+"/"); ok && d.cwd != "" {
		return rest
	}
	return full
}

// listMissing lists a file that a call runs and that does not exist.
func (w *walker) listMissing(i int, file Word, st *state) {
	name, ok := st.cwd.resolve(st.followed(file, true))
	if !ok || w.opt.Files == nil || st.where != "" {
		return
	}
	if _, wrote := w.files.by[name]; wrote || w.disk.isGone(name) {
		return
	}
	if f := w.disk.lookUp(i, name); f != nil && f.why == rule.NoFile && !f.listed {
		w.disk.list(i, f)
	}
}
