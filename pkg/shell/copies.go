package shell

import (
	"path"
	"strings"
)

// maxLinks is how many links are followed on the way to a file, as Linux does
// (path_resolution(7)): a link into itself leads nowhere.
const maxLinks = 40

// copied returns the program that a file is, where the text itself copied or
// linked one to it: ln -s /bin/rm x; ./x -rf /.
func (w *walker) copied(file Word, st *state) (string, bool) {
	if st.where != "" || len(w.files.by) == 0 && st.links == nil {
		return "", false
	}
	for n := 0; n < maxLinks && w.spend(file.expanding("")); n++ {
		if o, ok := w.files.read(file, st); ok && o.program != "" {
			return o.program, true
		}
		to := st.followed(file, true)
		if to.equal(file) {
			break
		}
		if t, ok := to.Literal(); ok && installedProgram(t) {
			return path.Base(t), true
		}
		file = to
	}
	return "", false
}

// programFile returns the program in a file: an installed one, or a copy of it.
func (w *walker) programFile(file Word, st *state) string {
	if t, ok := file.Literal(); ok && installedProgram(t) {
		return path.Base(t)
	}
	p, _ := w.copied(file, st)
	return p
}

// manyPrograms reports whether a program does what the name says that it was
// started by.
func manyPrograms(program string) bool {
	switch program {
	case "busybox", "toybox", "coreutils", "sbase-box":
		return true
	}
	return false
}

// onOwnPath returns the file that the text itself wrote into a directory of the
// search path which it set: PATH=.:$PATH.
func (w *walker) onOwnPath(name string, x invocation, st *state) (Word, bool) {
	if len(w.files.by) == 0 && st.links == nil {
		return Word{}, false
	}
	list, ok := Word{}, false
	if v, set := st.get("PATH"); set && len(v.alts) > 0 {
		list, ok = v.alts[0], true
	}
	for _, a := range x.assigns {
		if a.Name == "PATH" {
			list, ok = a.Value, true
		}
	}
	if !ok || !w.files.named(name) && st.links == nil {
		return Word{}, false
	}
	rest, looked := "", 0 // rest is of a directory that ends in the next part
	for _, p := range list.Parts {
		if p.Kind != Lit {
			break
		}
		for text := p.Text; ; {
			dir, after, more := strings.Cut(text, ":")
			if dir, text = rest+dir, after; !more {
				rest = dir
				break
			}
			if looked++; looked%lookUpsOfStep == 0 && !w.spend(1) {
				return Word{}, false
			}
			if file, ok := w.inOwn(dir, name, st); ok {
				return file, true
			}
			rest = ""
		}
	}
	return w.inOwn(rest, name, st)
}

// inOwn returns the file of a name in a directory, if the text itself wrote it.
func (w *walker) inOwn(dir, name string, st *state) (Word, bool) {
	if dir == "" {
		return Word{}, false
	}
	if base, ok := st.cwd.base(dir); ok && st.links == nil { // nearly always, and there may be many
		var room [128]byte
		key := append(append(append(append(room[:0], base...), dir...), '/'), name...)
		if w.files.by[string(key)] == nil {
			return Word{}, false
		}
	}
	file := lit(strings.TrimSuffix(dir, "/") + "/" + name)
	_, ok := w.files.read(file, st)
	return file, ok || !st.followed(file, true).equal(file)
}

// hashed remembers the file that hash -p sets for a name.
func (st *state) hashed(words []Word) {
	for i, v := range words {
		if v.Is("-p") && i+2 < len(words) {
			if file, ok := words[i+1].Literal(); ok {
				st.setAlias(words[i+2].String(), file)
			}
		}
	}
}
