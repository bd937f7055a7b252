package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// failedBefore finds calls that destroy the wrong thing, or the only one, because a
// command before them failed and nothing noticed.
func (j *judge) failedBefore(i int, c *shell.Call) {
	if len(c.Argv) == 0 || c.Where == "chroot" || j.library || !j.destroys(i) {
		return
	}
	j.selected(i, c)
	j.copied(i, c)
	j.mounted(i, c)
	j.maintainer(i, c)
	j.restored(i, c)
}

// restored finds data deleted before anybody looked whether what is to replace it is there.
func (j *judge) restored(i int, c *shell.Call) {
	if c.Program != "rm" || c.Late || contains(j.before(c.Span.From), []string{"tar -t", "tar t", "--list", "sha256sum", "md5sum", "gzip -t"}) {
		return
	}
	for _, e := range j.reader.Of(i) {
		if e.Kind != rule.Delete || e.Target == nil || !e.Recursive || !contains(e.Target.String(), dirDataWords[:]) {
			continue
		}
		for k := i + 1; k < len(j.Script.Calls) && k < i+8; k++ {
			n := &j.Script.Calls[k]
			if n.Program != "tar" || !unpacks(n) || n.Branch != c.Branch {
				continue
			}
			text := j.text[n.Span.From:min(n.Span.To, len(j.text))]
			for _, name := range variables(text) {
				if !j.tested(name, c.Span.From) && j.mayBeEmpty(name, c.Span.From) {
					j.add(&sourceRule, i, c.Span, "deletes the data before anything shows that $"+name+" is an archive that can be read")
					return
				}
			}
		}
	}
}

// unseen reports whether nothing notices that a call failed.
func (j *judge) unseen(k int, before *shell.Call) bool {
	p := &j.Script.Calls[k]
	line := j.statement(p.Span.From)
	if j.readsLibrary(before.Span.From) || p.Late != before.Late || p.Where != "" && p.Where != before.Where {
		return false
	}
	if strings.Contains(line, "|| true") || strings.Contains(line, "|| :") || strings.Contains(line, "|| echo") {
		return true
	}
	if j.errexit(before.Span.From) || j.Surface == "ci" || j.Surface == "make" || strings.Contains(line, "||") || strings.Contains(line, "&&") {
		return false
	}
	for _, word := range strings.Fields(line) {
		switch word {
		case "if", "while", "until", "!":
			return false
		}
	}
	from := min(p.Span.To, before.Span.From)
	between := j.text[from:before.Span.From]
	return !contains(between, []string{"$?", "exit", "return", "current-context", "workspace show", "rev-parse", "branch --show-current", "get-contexts"})
}

// selected finds something destroyed in the place that was selected before, where the
// command that selects another one fails.
func (j *judge) selected(i int, c *shell.Call) {
	if j.selects == nil {
		j.selects = []int{}
		for k := range j.Script.Calls {
			if p := &j.Script.Calls[k]; len(p.Argv) > 2 && programSelectsWord(selection(p)) {
				j.selects = append(j.selects, k)
			}
		}
	}
	for _, k := range slices.Backward(j.selects) {
		p := &j.Script.Calls[k]
		if k >= i || p.Span.To > c.Span.From {
			continue
		}
		if p.Program != c.Program && !(p.Program == "git" && wholeDirectory(c)) {
			continue
		}
		if p.Program == "git" && !wholeDirectory(c) && !discardsHere(c) || p.Program != "git" && named(c) {
			continue
		}
		if j.unseen(k, c) {
			j.add(&elsewhereRule, i, c.Span, "destroys in whatever was selected before if "+argvOf(p)+" fails")
		}
		return
	}
}

// selection returns the program and the subcommands of a call, joined by slashes.
func selection(c *shell.Call) string {
	words := []string{c.Program}
	for _, w := range c.Argv[1:] {
		s := w.String()
		if s == "" || s[0] == '-' || len(words) == 3 {
			break
		}
		words = append(words, s)
		if programSelectsWord(strings.Join(words, "/")) {
			break
		}
	}
	return strings.Join(words, "/")
}

// named reports whether a call says itself where it acts.
func named(c *shell.Call) bool {
	return c.Args.Has("--context", "--kubeconfig", "--kube-context", "--project", "--subscription", "--stack", "--profile", "--app", "-a", "-s")
}

// wholeDirectory reports whether a call deletes all of the directory that it runs in.
func wholeDirectory(c *shell.Call) bool {
	return c.Program == "rm" && slices.ContainsFunc(c.Argv[1:], func(w shell.Word) bool { s := w.String(); return s == "*" || s == "./*" || s == "." })
}

// discardsHere reports whether a call of git rewrites or throws away what is checked out.
func discardsHere(c *shell.Call) bool {
	text := argv(c)
	return strings.Contains(text, " push") && (strings.Contains(text, " --force") || strings.Contains(text, " -f"))
}

func argvOf(c *shell.Call) string { return strings.TrimSpace(argv(c)) }

// maxApart is how far a dump and what destroys the data may stand apart in a file to belong
// together.
const (
	maxApart = 1500 // bytes
	maxCalls = 60
)

// copied finds the only copy deleted although copying it elsewhere may have failed.
func (j *judge) copied(i int, c *shell.Call) {
	drops := slices.ContainsFunc(j.Findings, func(f safety.Finding) bool { return f.Call == i && strings.HasPrefix(f.Rule, "database/") })
	if c.Program != "rm" && !drops || j.Surface == "ci" || j.Surface == "make" {
		return
	}
	for k := i - 1; k >= max(0, i-maxCalls); k-- {
		p := &j.Script.Calls[k]
		if p.Span.To > c.Span.From || p.Late != c.Late || p.Where != "" {
			continue
		}
		if drops {
			if !programDumpsWord(p.Program) || p.Program == "tar" || p.Program == "rsync" || p.Program == "zip" || p.Program == "sqlite3" || c.Span.From-p.Span.To > maxApart {
				continue
			}
			piped := j.piped(k) && !strings.Contains(j.before(c.Span.From), "pipefail")
			checked := contains(j.text[p.Span.From:c.Span.From], []string{"gzip -t", "gunzip -t", "zgrep", "pipestatus", "test -s", "[ -s", "$?", "pg_restore -l", "tail -"})
			if !checked && (piped || j.unseen(k, c)) {
				j.add(&sourceRule, i, c.Span, "destroys the data although "+p.Program+" before it may have failed")
			}
			return
		}
		if !programCopiesWord(p.Program) || len(p.Argv) < 3 || p.Program == "tar" && unpacks(p) || !j.takes(p, c) {
			continue
		}
		if j.unseen(k, c) && !strings.Contains(j.text[p.Span.From:c.Span.From], "-s ") {
			j.add(&sourceRule, i, c.Span, "deletes what "+p.Program+" before it may not have copied")
		}
		return
	}
}

// unpacks reports whether a call of tar takes files out of an archive.
func unpacks(c *shell.Call) bool {
	return c.Args.Has("-x", "--extract", "--get") || len(c.Argv) > 1 && strings.Contains(strings.TrimLeft(c.Argv[1].String(), "-"), "x") && !strings.Contains(c.Argv[1].String(), "/")
}

// takes reports whether a call copies what another one deletes: all of it, from a place
// that is not temporary, to somewhere else.
func (j *judge) takes(p, c *shell.Call) bool {
	last := p.Argv[len(p.Argv)-1].String()
	for _, d := range c.Argv[1:] {
		gone := strings.TrimRight(d.String(), "/*")
		if gone == "" || gone[0] == '-' || strings.HasPrefix(gone, "/tmp") || strings.HasPrefix(gone, "/var/tmp") || slices.ContainsFunc(d.Parts, func(p shell.Part) bool { return p.Temp }) || !contains(gone+"/", dirDataWords[:]) || contains(gone, partTemporaryWords[:]) {
			continue
		}
		for _, w := range p.Argv[1:] {
			if s := strings.TrimRight(w.String(), "/*"); s == gone && w.String() != last {
				return true
			}
		}
		if p.Program == "tar" && strings.TrimRight(last, "/*") == gone {
			return true
		}
	}
	return false
}

// mounted finds the tree of a chroot deleted although a directory of the machine may still
// be mounted below it.
func (j *judge) mounted(i int, c *shell.Call) {
	if c.Program != "rm" || c.Args.Has("--one-file-system") || contains(j.text, partMountedWords[:]) {
		return
	}
	for _, e := range j.reader.Of(i) {
		if e.Kind != rule.Delete || e.Target == nil || !e.Recursive {
			continue
		}
		gone := strings.TrimRight(e.Target.String(), "/*")
		for k := max(0, i-10*maxCalls); k < i; k++ {
			m := &j.Script.Calls[k]
			if m.Program != "mount" || m.Span.To > c.Span.From || !strings.Contains(argv(m), "bind") || len(m.Argv) < 4 {
				continue
			}
			from, at := m.Argv[len(m.Argv)-2].String(), m.Argv[len(m.Argv)-1].String()
			if len(gone) < 2 || !strings.HasPrefix(at, gone+"/") || from == "/proc" || from == "/sys" || strings.HasPrefix(from, "/dev/pts") {
				continue
			}
			for u := k + 1; u < i; u++ {
				um := &j.Script.Calls[u]
				if um.Program == "umount" && um.Span.From > m.Span.From && !j.unseen(u, c) {
					return
				}
			}
			j.add(&elsewhereRule, i, c.Span, "deletes "+from+" of this machine if it is still mounted at "+at)
			return
		}
	}
}

// maintainer finds data deleted when a package is upgraded or removed, not purged.
func (j *judge) maintainer(i int, c *shell.Call) {
	base := path.Base(j.Path)
	prerm := base == "prerm" || strings.HasSuffix(base, ".prerm")
	postrm := base == "postrm" || strings.HasSuffix(base, ".postrm")
	if c.Program != "rm" || !prerm && !postrm {
		return
	}
	for _, e := range j.reader.Of(i) {
		if e.Kind != rule.Delete || e.Target == nil || !e.Recursive || !contains(e.Target.String(), dirDataWords[:]) {
			continue
		}
		before := j.before(c.Span.From)
		if prerm && !strings.Contains(before, "remove)") && !strings.Contains(before, "= remove") && !strings.Contains(before, `"remove"`) || postrm && !strings.Contains(before, "purge") {
			j.add(&tooMuchRule, i, c.Span, "deletes the data of the package when it is upgraded, too")
		}
	}
}

// mirrors: which directory of a mirror of a program is the source, and whether it deletes.
func mirrored(c *shell.Call) (from string, ok bool) {
	switch c.Program {
	case "rclone", "aws", "gsutil", "gcloud", "s3cmd", "azcopy", "mc", "lftp", "rsync":
	default:
		return "", false
	}
	text := argv(c)
	switch c.Program {
	case "rclone":
		ok = strings.Contains(text, " sync ")
	case "aws":
		ok = strings.Contains(text, " s3 sync ") && strings.Contains(text, " --delete")
	case "gsutil":
		ok = strings.Contains(text, " rsync ") && strings.Contains(text, " -d")
	case "gcloud":
		ok = strings.Contains(text, " storage rsync ") && strings.Contains(text, "--delete-unmatched")
	case "s3cmd", "azcopy", "mc", "lftp":
		ok = strings.Contains(text, "sync ") && strings.Contains(text, "--delete") || strings.Contains(text, "mirror ") && strings.Contains(text, "--remove")
	case "rsync":
		ok = isMirror(c)
	}
	if !ok {
		return "", false
	}
	for n, w := range c.Argv[1:] {
		s := w.String()
		switch {
		case s == "" || s[0] == '-' || s == "sync" || s == "s3" || s == "rsync" || s == "storage" || s == "mirror":
		case n > 0 && optionTakes(c.Argv[n].String()):
		default:
			return strings.TrimSuffix(strings.TrimPrefix(s, "./"), "/"), true
		}
	}
	return "", false
}

func optionTakes(word string) bool {
	switch word {
	case "-e", "--exclude", "--include", "--filter", "--profile", "--region", "--config":
		return true
	}
	return false
}

// emptied finds a mirror of what a build or a mount that may have failed should have
// filled.
func (j *judge) emptied(i int, c *shell.Call) {
	from, ok := mirrored(c)
	if !ok || from == "" || j.library {
		return
	}
	if c.Program != "rsync" && from[0] == '/' && !j.errexit(c.Span.From) && !(contains(j.text, partMountedWords[:]) || strings.Contains(j.text, "--max-delete")) {
		for k := range i {
			m := &j.Script.Calls[k]
			if m.Program == "mount" && len(m.Args.Operands) > 0 && m.Span.To < c.Span.From && j.unseen(k, c) {
				if at := m.Args.Operands[len(m.Args.Operands)-1].String(); from == at || strings.HasPrefix(from, at+"/") {
					j.add(&mirrorRule, i, c.Span, "mirrors an empty directory, and deletes all of the copy, if the mount of "+at+" fails")
					return
				}
			}
		}
	}
	if from[0] == '/' || from[0] == '$' || from[0] == '~' || from == "." {
		return
	}
	made := false
	for k := range i {
		p := &j.Script.Calls[k]
		if p.Span.To > c.Span.From {
			continue
		}
		if p.Program == "mkdir" {
			made = made || slices.ContainsFunc(p.Argv[1:], func(w shell.Word) bool { return strings.Trim(w.String(), "./") == from })
			continue
		}
		swallowed := strings.Contains(j.statement(p.Span.From), "|| true") || strings.Contains(j.statement(p.Span.From), "|| :") || strings.Contains(j.statement(p.Span.From), "|| echo")
		if !made || !programBuildsWord(p.Program) || !swallowed && (j.errexit(c.Span.From) || j.Surface == "ci" || j.Surface == "make") || !j.unseen(k, c) {
			continue
		}
		if !contains(j.text[p.Span.To:c.Span.From], []string{"[ -", "test -", "ls ", "$?"}) {
			j.add(&mirrorRule, i, c.Span, "mirrors an empty directory, and deletes all that is published, if "+p.Program+" before it fails")
		}
		return
	}
}

// shownToAll finds a dump of data put where everyone reads it.
func (j *judge) shownToAll(i int, c *shell.Call) {
	if !programCopiesWord(c.Program) && !programDumpsWord(c.Program) && c.Program != "s3cmd" {
		return
	}
	text := argv(c)
	public := strings.Contains(text, " public-read") || strings.Contains(text, "--predefined-acl=publicRead") || strings.Contains(text, "--acl-public")
	if public {
		for _, w := range c.Argv[1:] {
			s := strings.ToLower(w.String())
			if dumpName(s) {
				j.add(&publicRule, i, c.Span, "puts "+w.String()+" where everyone can read it")
				return
			}
		}
	}
	if !programDumpsWord(c.Program) || c.Program == "rsync" || c.Program == "tar" || c.Program == "zip" {
		return
	}
	for _, r := range c.Redirs {
		if s := r.Word.String(); r.Op == ">" && contains(s, dirWebWords[:]) {
			j.add(&publicRule, i, c.Span, "writes "+s+" where the web server shows it")
			return
		}
	}
}

// dumpName reports whether the name of a file says that it holds all data of something.
func dumpName(name string) bool {
	base := path.Base(name)
	return contains(base, []string{".dump", ".sql", ".bak"}) || contains(base, []string{"dump", "backup"}) && strings.Contains(base, ".")
}

// ontoOne finds files of a loop moved onto one name: the directory may not be there.
func (j *judge) ontoOne(i int, c *shell.Call) {
	if c.Program != "mv" || !c.Loop || len(c.Args.Operands) != 2 || c.Args.Has("-n", "--no-clobber", "-t", "--target-directory", "-b", "--backup") {
		return
	}
	from, to := c.Args.Operands[0], c.Args.Operands[1]
	if to.Span.From < 0 || to.Span.To > len(j.text) || from.Span.From < 0 || from.Span.To > len(j.text) {
		return
	}
	source, written := strings.Trim(j.text[from.Span.From:from.Span.To], `"`), strings.Trim(j.text[to.Span.From:to.Span.To], `"`)
	if written == "" || strings.HasSuffix(written, "/") || !strings.ContainsAny(source, "$") || strings.ContainsAny(written, "*`%#") || written == "." || written == ".." {
		return
	}
	value := to.String()
	for _, name := range variables(source) {
		if expands(written, name) || strings.Contains(written, "$(") {
			return
		}
	}
	for _, name := range variables(written) {
		at := strings.LastIndex(j.before(c.Span.From), name+"=")
		if loop := j.loopAt(c.Span.From); at < 0 || at > loop || expands(j.loopHead(c.Span.From), name) {
			return // not known, or another one each time
		}
	}
	if strings.Count(value, "/") < 2 || len(variables(written)) == 0 && strings.Count(value, "/") < 3 || strings.Contains(path.Base(value), ".") {
		return
	}
	for line := range strings.Lines(j.before(c.Span.From)) {
		names := variables(written)
		about := strings.Contains(line, written) || len(names) > 0 && mentions(line, names[0])
		if about && (isTest(line) || strings.Contains(line, "mkdir") || strings.Contains(line, "install -d") || strings.Contains(line, "mktemp") || strings.Contains(line, "cd ") || strings.Contains(line, "clone")) {
			return
		}
	}
	j.add(&onceRule, i, c.Span, "moves each file onto the one before if "+value+" is no directory: only the last is left")
}

// loopAt returns where the loop begins in which an offset lies.
func (j *judge) loopAt(at int) int {
	before := j.before(at)
	return max(strings.LastIndex(before, "for "), strings.LastIndex(before, "while "))
}

// wrongSide finds code in single quotes that another shell runs, with a variable that only
// this one has: there it is empty.
func (j *judge) wrongSide(i int, c *shell.Call) {
	if c.Program != "rm" && c.Program != "find" || c.Via < 0 || !j.deletesTree(i, c) {
		return
	}
	from, to := j.quotedAt(c.Span.From)
	if from < 0 {
		return
	}
	text := j.text[c.Span.From:min(c.Span.To, len(j.text))]
	inner := j.text[from:to]
	for n, name := range variables(text) {
		if n > 0 || strings.Contains(inner[:c.Span.From-from], name+"=") || name[0] <= '9' {
			continue
		}
		head := j.lineAt(from)
		outer := j.before(from)
		if !strings.Contains(outer, name+"=") || strings.Contains(outer, "export "+name) && c.Where == "" || strings.Contains(head[:min(len(head), max(0, from-strings.LastIndexByte(outer, '\n')-1))], name) ||
			strings.Contains(outer, "set -a") || strings.Contains(text, ":?") || c.Where == "" && !strings.Contains(head, "sudo ") && !strings.Contains(head, "su ") && strings.Contains(outer, "export ") {
			continue
		}
		rest := strings.NewReplacer("${"+name+"}", "$"+name, `"`, "").Replace(text)
		if strings.Contains(rest, " $"+name+"/") || c.Program == "find" && strings.Contains(rest, "find $"+name) {
			j.add(&elsewhereRule, i, c.Span, "runs in a shell that does not have $"+name+": there it is empty, and everything goes")
			return
		}
	}
}

func (j *judge) deletesTree(i int, c *shell.Call) bool {
	return c.Args.Has("-r", "-R", "--recursive") || c.Program == "find" && strings.Contains(argv(c), "-delete")
}

// quotedAt returns the single quotes, or the document that is not expanded, around an
// offset; -1 without.
func (j *judge) quotedAt(at int) (from, to int) {
	line := strings.LastIndexByte(j.before(at), '\n') + 1
	if open := strings.IndexByte(j.text[line:at], '\''); open >= 0 && strings.Count(j.text[line:at], "'")%2 == 1 {
		open = line + strings.LastIndexByte(j.text[line:at], '\'')
		if end := strings.IndexByte(j.text[at:], '\''); end >= 0 {
			return open + 1, at + end
		}
	}
	for _, mark := range [...]string{"<<'", "<< '", "<<-'", `<<"`, "<<\\"} {
		open := strings.LastIndex(j.before(at), mark)
		if open < 0 {
			continue
		}
		word := strings.TrimLeft(j.text[open+len(mark):], " ")
		n := 0
		for n < len(word) && isName(word[n]) {
			n++
		}
		end := strings.Index(j.text[open:], "\n"+word[:n]+"\n")
		if end < 0 {
			end = len(j.text) - open
		}
		if n > 0 && at < open+end {
			return open + strings.IndexByte(j.text[open:], '\n') + 1, open + end
		}
	}
	return -1, -1
}
