package interpret

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxLinks is how many links are followed on the way to a file, as Linux does
// (path_resolution(7)): a link into itself leads nowhere.
const maxLinks = 40

// copied returns the program that a file is, where the text itself copied or
// linked one to it: ln -s /bin/rm x; ./x -rf /.
func (w *Walker) copied(file shell.Word, st *State) (string, bool) {
	if st.Where != "" || len(w.files.by) == 0 && st.links == nil {
		return "", false
	}
	for n := 0; n < maxLinks && w.Spend(file.Expanding("")); n++ {
		if o, ok := w.files.Read(file, st); ok && o.program != "" {
			return o.program, true
		}
		to := st.Followed(file, true)
		if to.Equal(file) {
			break
		}
		if t, ok := to.Literal(); ok && shell.InstalledProgram(t) {
			return path.Base(t), true
		}
		file = to
	}
	return "", false
}

// programFile returns the program in a file: an installed one, or a copy of it.
func (w *Walker) programFile(file shell.Word, st *State) string {
	if t, ok := file.Literal(); ok && shell.InstalledProgram(t) {
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
func (w *Walker) onOwnPath(name string, x Invocation, st *State) (shell.Word, bool) {
	if len(w.files.by) == 0 && st.links == nil {
		return shell.Word{}, false
	}
	list, ok := shell.Word{}, false
	if v, set := st.get("PATH"); set && len(v.alts) > 0 {
		list, ok = v.alts[0], true
	}
	for _, a := range x.Assigns {
		if a.Name == "PATH" {
			list, ok = a.Value, true
		}
	}
	if !ok || !w.files.named(name) && st.links == nil {
		return shell.Word{}, false
	}
	rest, looked := "", 0 // rest is of a directory that ends in the next part
	for _, p := range list.Parts {
		if p.Kind != shell.Lit {
			break
		}
		for text := p.Text; ; {
			dir, after, more := strings.Cut(text, ":")
			if dir, text = rest+dir, after; !more {
				rest = dir
				break
			}
			if looked++; looked%lookUpsOfStep == 0 && !w.Spend(1) {
				return shell.Word{}, false
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
func (w *Walker) inOwn(dir, name string, st *State) (shell.Word, bool) {
	if dir == "" {
		return shell.Word{}, false
	}
	if base, ok := st.Cwd.Base(dir); ok && st.links == nil { // nearly always, and there may be many
		var room [128]byte
		key := append(append(append(append(room[:0], base...), dir...), '/'), name...)
		if w.files.by[string(key)] == nil {
			return shell.Word{}, false
		}
	}
	file := shell.LitWord(strings.TrimSuffix(dir, "/") + "/" + name)
	_, ok := w.files.Read(file, st)
	return file, ok || !st.Followed(file, true).Equal(file)
}

// hashed remembers the file that hash -p sets for a name.
func (st *State) hashed(words []shell.Word) {
	for i, v := range words {
		if v.Is("-p") && i+2 < len(words) {
			if file, ok := words[i+1].Literal(); ok {
				st.setAlias(words[i+2].String(), file)
			}
		}
	}
}
