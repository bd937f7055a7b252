package shell

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// maxFileDepth bounds how files run files.
const maxFileDepth = 8

// onDisk is a file that a text runs, as it was before the text ran.
type onDisk struct {
	textFile
	known  bool
	why    string // why it is not known
	listed bool
	own    map[string]*onDisk // with its own path in the text, by language
}

// disk is what is known of the files of this machine.
type disk struct {
	files  rule.Files // nil: none is looked at
	cwd    string     // where the text starts
	looked map[string]*onDisk
	script *Script // lists them
}

// with returns the file with another text.
func (f *onDisk) with(text string) *onDisk {
	other := *f
	other.textFile, other.own = f.textFile.with(text), nil
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
		f = &onDisk{textFile: textFile{name: d.shortName(full), path: full, text: validUTF8(state.Text)}, known: state.Known}
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

// onDisk looks up a file that call i runs, with what the text itself appended to it.
// It is nil where its place is not known, and where the text wrote all of it.
func (f *follower) onDisk(i int, file Word, st *state) *onDisk {
	if f.opt.Files == nil || st.where != "" {
		return nil
	}
	name, ok := st.cwd.resolve(st.followed(file, true))
	o, wrote := f.w.written().at(name)
	if !ok || wrote && (o.known || !o.tail) || f.w.written().isGone(name) {
		return nil
	}
	found := f.disk.lookUp(i, name)
	if found == nil || !found.known {
		return nil
	}
	if wrote {
		return found.with(found.text + f.w.textOf(o.word))
	}
	return found
}

// listMissing lists a file that a call runs and that does not exist.
func (f *follower) listMissing(i int, file Word, st *state) {
	name, ok := st.cwd.resolve(st.followed(file, true))
	if !ok || f.opt.Files == nil || st.where != "" {
		return
	}
	if _, wrote := f.w.written().at(name); wrote || f.w.written().isGone(name) {
		return
	}
	if file := f.disk.lookUp(i, name); file != nil && file.why == rule.NoFile && !file.listed {
		f.disk.list(i, file)
	}
}
