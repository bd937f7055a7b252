package interpret

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// madePath is a path that the text has made. Paths form a list, newest first;
// lists share their tails, so that a branch can add to its own.
type madePath struct {
	before *madePath
	key    string
	stem   bool // an archive's name, which what it unpacks begins with
	clone  int  // the call of git clone that made it, which fails if anything is there; -1 for none
	sure   bool // had making it failed, what follows would not run
	count  int  // length of the list
}

// maxMade bounds how many paths are remembered as made or filled, so that a
// long text is not compared with itself.
const maxMade = 256

// pathTracker follows which paths the text itself makes and writes, and where
// it moves what it has not made.
type pathTracker struct {
	w  *Walker
	st *State
}

func (w *Walker) paths(st *State) pathTracker { return pathTracker{w, st} }

// pathKey returns a path as text to compare, with unknown parts named by what
// made them, or "" when the path could be anywhere.
func pathKey(v shell.Word, st *State) string {
	if base := st.Cwd.Path; len(base.Parts) == 1 && base.Parts[0].Kind == shell.Lit && len(v.Parts) == 1 && v.Parts[0].Kind == shell.Lit && st.Cwd.Else == nil && st.Cwd.Joins(v) {
		return cleanKey(base.Parts[0].Text + "/" + v.Parts[0].Text) // nearly always, behind a cd
	}
	full := st.Cwd.Join(v)
	if st.Cwd.Else != nil && !strings.HasPrefix(v.Prefix(), "/") {
		return ""
	}
	if len(full.Parts) == 1 && full.Parts[0].Kind == shell.Lit { // nearly always
		return cleanKey(full.Parts[0].Text)
	}
	var b strings.Builder
	vague := false
	for _, p := range full.Parts {
		if p.Kind == shell.Unknown {
			b.WriteString("\x00" + strings.ReplaceAll(p.Text, "/", "\x01") + "\x00")
		} else {
			b.WriteString(p.Text)
		}
		vague = vague || p.Kind != shell.Lit
	}
	t := b.String()
	if vague && leavesUnknown(t) {
		return ""
	}
	return cleanKey(t)
}

// cleanKey returns a path as text to compare, or "" when it is no place of its own.
func cleanKey(t string) string {
	if t == "" {
		return ""
	}
	if t = path.Clean(t); t == "/" || t == "." || strings.HasPrefix(t, "..") {
		return ""
	}
	return t
}

// leavesUnknown reports whether .. leads out of a directory whose name is
// wholly unknown, so that it may lead anywhere.
func leavesUnknown(p string) bool {
	segs := strings.Split(p, "/")
	for i, s := range segs {
		if s == ".." && i > 0 && (segs[i-1] == "" || segs[i-1][0] == 0 || strings.ContainsAny(segs[i-1], "*?[")) {
			return true
		}
	}
	return false
}

// isMade reports whether the text itself made a path, or a directory above
// it, and moved nothing else there since.
func (t pathTracker) isMade(v shell.Word) bool {
	if t.st.made == nil || len(t.w.filled) > maxMade {
		return false
	}
	k := pathKey(v, t.st)
	if k == "" {
		return false
	}
	if !t.w.mayBeMade(k) {
		return false
	}
	for _, f := range t.w.filled {
		if shell.Below(f, k) || shell.Below(k, f) {
			return false
		}
	}
	for f := t.st.made; f != nil; f = f.before {
		if f.sure && (shell.Below(k, f.key) || f.stem && unpacked(k, f.key)) {
			return true
		}
	}
	return false
}

// unpacked reports whether a path is what an archive of that name holds:
// awscliv2.zip unpacks to aws, go1.25.linux-amd64.tar.gz to go.
func unpacked(p, archive string) bool {
	dir, stem := path.Split(archive)
	if !strings.HasPrefix(p, dir) {
		return false
	}
	name, _, _ := strings.Cut(p[len(dir):], "/")
	return len(name) > 1 && strings.HasPrefix(stem, name)
}

// add remembers a path that the text makes.
func (t pathTracker) add(key string, stem bool) {
	n, st := 1, t.st
	if st.made != nil {
		n += st.made.count
	}
	if key == "" || n > maxMade {
		return
	}
	st.made = &madePath{before: st.made, key: key, stem: stem, clone: -1, sure: st.errexit, count: n}
	t.w.madeKeys.add(key)
	t.w.stems = t.w.stems || stem
}

// settleMade sets whether the paths made since an earlier point surely exist:
// after && they do, and after a later ; they may not.
func (st *State) settleMade(since *madePath, sure bool) {
	var made []*madePath
	for f := st.made; f != nil && f != since; f = f.before {
		made = append(made, f)
	}
	list := since
	for i := len(made) - 1; i >= 0; i-- {
		f := *made[i]
		f.before, f.sure = list, sure || st.errexit
		list = &f
	}
	if len(made) > 0 {
		st.made = list
	}
}

// mark marks the operands of a call that the text itself made.
func (t pathTracker) mark(c *shell.Call) {
	if t.st.made == nil {
		return
	}
	t.w.Spend((len(c.Args.Operands) + len(c.Items)) * t.st.made.count / madeOfStep)
	c.Args.Operands = t.marked(c.Args.Operands)
	if len(c.Items) > 0 {
		c.Own().Items = t.marked(c.Items)
	}
}

func (t pathTracker) marked(words []shell.Word) []shell.Word {
	var out []shell.Word
	for i := range words {
		if !t.isMade(words[i]) {
			continue
		}
		if out == nil {
			out = append(out, words...)
		}
		out[i].Made = true
	}
	if out == nil {
		return words
	}
	return out
}

// note remembers what a call makes, and where it moves what is not the text's
// own.
func (t pathTracker) note(i int) {
	c := &t.w.script.Calls[i]
	ops := c.Args.Operands
	switch c.Program {
	case "mkdir", "gmkdir":
		if !c.Args.Has("-p", "--parents") && !silent(c) { // mkdir -p may find what others made
			t.addAll(ops)
		}
	case "rm", "grm":
		if c.Args.Has("-r") { // without -r a directory stays
			t.addAll(ops)
		}
	case "tee":
		if !c.Args.Has("-a", "--append") {
			t.addAll(ops)
		}
	case "git":
		t.noteGit(i)
	case "gh", "glab":
		if c.Args.Is([]string{"repo clone"}) {
			t.noteClone(i)
		}
	case "curl", "wget", "aria2c":
		t.noteDownload(c)
	case "tar", "gtar", "bsdtar", "unzip", "7z", "7za", "7zz":
		t.noteArchive(c)
	case "mv", "gmv", "rsync":
		if c.Program == "rsync" && !c.Args.Has("--remove-source-files") {
			return
		}
		t.noteFilled(c)
	default:
		if strings.HasPrefix(c.Program, "mount") || strings.HasSuffix(c.Program, "fs") {
			t.noteFilled(c)
		}
	}
}

func (t pathTracker) addAll(words []shell.Word) {
	for _, v := range words {
		if n := len(v.Parts); n > 0 && v.Parts[n-1].Kind != shell.Glob {
			t.add(pathKey(v, t.st), false)
		}
	}
}

// noteRedirs remembers the files that a statement's output replaced.
func (t pathTracker) noteRedirs(redirs []shell.Redir) {
	for i := range redirs {
		switch redirs[i].Op {
		case ">", ">|", "&>":
			t.addAll([]shell.Word{redirs[i].Word})
		}
	}
}

// silent reports whether a call discards its error output, so that its failure
// is expected.
func silent(c *shell.Call) bool {
	for i := range c.Redirs {
		r := &c.Redirs[i]
		if (r.Fd == "2" || strings.HasPrefix(r.Op, "&")) && r.Word.Is("/dev/null") {
			return true
		}
	}
	return false
}

func (t pathTracker) noteGit(i int) {
	c := &t.w.script.Calls[i]
	ops := c.Args.Operands
	if len(c.Args.Sub) == 0 || len(ops) == 0 {
		return
	}
	switch c.Args.Sub[0] {
	case "clone":
		t.noteClone(i)
	case "worktree":
		if ops[0].Is("add") && len(ops) > 1 {
			t.add(pathKey(ops[1], t.st), false)
		}
	case "mv":
		t.noteFilled(c)
	}
}

// noteClone remembers the directory that a clone is put into. Of a pipeline and of what is
// negated the exit code says nothing of whether there was one before.
func (t pathTracker) noteClone(i int) {
	c := &t.w.script.Calls[i]
	if c.Args.Has(c.Model.Harmless...) {
		return
	}
	for _, dir := range c.Cloned() {
		before := t.st.made
		if t.add(pathKey(dir, t.st), false); t.st.made != before && !t.st.pipe && t.w.negated == 0 {
			t.st.made.clone = i
		}
	}
}

// inClone reports whether a call of git works in a clone that the text made, so that nothing
// in it is older than the text. Where anything but git ran since, the repository may not be
// there any more, and git would work on the one around it.
func (t pathTracker) inClone(c *shell.Call) bool {
	if t.st.made == nil || c.Program != "git" || c.Cwd.Else != nil || c.Args.Has("--git-dir", "--work-tree") || strings.Contains(t.w.script.Text, "GIT_") {
		return false
	}
	k := pathKey(shell.LitWord("."), &State{Cwd: c.Cwd})
	if k == "" || strings.Contains(k, "\x00") || !t.w.mayBeMade(k) { // an empty variable is another directory
		return false
	}
	for f := t.st.made; f != nil; f = f.before {
		if f.sure && f.clone >= 0 && shell.Below(k, f.key) {
			return !slices.ContainsFunc(t.w.script.Calls[f.clone+1:], func(c shell.Call) bool { return !keepsRepository(&c) })
		}
	}
	return false
}

// keepsRepository reports whether a call leaves the repository in place that it works in.
func keepsRepository(c *shell.Call) bool {
	switch c.Program {
	case "git":
		return !c.Args.Is([]string{"worktree", "submodule", "config", "init", "clone"})
	case "cd", "pushd", "popd", "echo", "printf", "ls", "pwd", "true", "cat", "sleep", "test", "exit":
		return len(c.Redirs) == 0 || c.Program != "cat" && c.Program != "echo" && c.Program != "printf"
	}
	return false
}

// noteDownload remembers the files that a download was written to.
func (t pathTracker) noteDownload(c *shell.Call) {
	if c.Model == nil {
		return
	}
	named := false
	for _, v := range c.Args.Verbs {
		for _, row := range v.Effects {
			if row.Do == rule.Overwrite && c.Args.Holds(v) {
				named = true
				t.addAll(c.On(row.On))
			}
		}
	}
	if named || c.Program == "curl" && !c.Args.Has("-O") || c.Args.Has("--output-dir", "-P", "-d") {
		return
	}
	for _, v := range c.Args.Operands {
		if n := len(v.Parts); n > 0 {
			t.add(pathKey(lastSegment(v), t.st), false)
		}
	}
}

// lastSegment returns the text after the last slash of a word.
func lastSegment(v shell.Word) shell.Word {
	for i := len(v.Parts) - 1; i >= 0; i-- {
		if v.Parts[i].Kind != shell.Lit {
			continue
		}
		if k := strings.LastIndexByte(v.Parts[i].Text, '/'); k >= 0 {
			out := shell.Word{Parts: append([]shell.Part(nil), v.Parts[i:]...)}
			out.Parts[0].Text = out.Parts[0].Text[k+1:]
			return out
		}
	}
	return v
}

// noteArchive remembers the name of an archive that is unpacked.
func (t pathTracker) noteArchive(c *shell.Call) {
	archive, dir := shell.Word{}, ""
	tar := strings.HasSuffix(c.Program, "tar")
	switch {
	case tar && !c.Args.Has("-x"):
		return
	case tar:
		if f := c.Args.Flag("-f"); f != nil && f.Value != nil && !f.Value.Is("-") {
			archive = *f.Value
		} else {
			archive = t.piped(c)
		}
		if f := c.Args.Flag("-C"); f != nil && f.Value != nil {
			dir = f.Value.String() + "/"
		}
	case c.Program == "unzip" && len(c.Args.Operands) > 0:
		archive = c.Args.Operands[0]
		if f := c.Args.Flag("-d"); f != nil && f.Value != nil {
			dir = f.Value.String() + "/"
		}
	case len(c.Args.Operands) > 1 && c.Args.Operands[0].Is("x"):
		archive = c.Args.Operands[1]
	}
	if len(archive.Parts) == 0 || strings.Contains(dir, "$") {
		return
	}
	name := lastSegment(archive)
	name.Parts = append([]shell.Part{{Kind: shell.Lit, Text: dir}}, name.Parts...)
	t.add(pathKey(name, t.st), true)
}

// piped returns the address or file whose content is piped into a call.
func (t pathTracker) piped(c *shell.Call) shell.Word {
	for _, i := range c.Stdin.From {
		if i < len(t.w.script.Calls) {
			if ops := t.w.script.Calls[i].Args.Operands; len(ops) > 0 {
				return ops[len(ops)-1]
			}
		}
	}
	return shell.Word{}
}

// noteFilled remembers where a call moves what the text did not make. A
// directory that holds it no longer counts as made by the text.
func (t pathTracker) noteFilled(c *shell.Call) {
	ops := c.Args.Operands
	if f := c.Args.Flag("-t"); f != nil && f.Value != nil && c.Program != "mount" {
		ops = append(ops[:len(ops):len(ops)], *f.Value)
	}
	if len(ops) < 2 {
		return
	}
	own := true
	for _, v := range ops[:len(ops)-1] {
		own = own && t.isMade(v)
	}
	if k := pathKey(ops[len(ops)-1], t.st); !own && k != "" && len(t.w.filled) <= maxMade {
		t.w.filled = append(t.w.filled, k)
	}
}
