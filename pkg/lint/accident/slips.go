package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// slips finds deletions that a typing mistake makes larger: a blank too many in a path,
// and a loop whose body uses another name than its own.
func (j *judge) slips(i int, c *shell.Call) {
	for n := range c.Args.Operands[:max(0, len(c.Args.Operands)-1)] {
		if w, next := &c.Args.Operands[n], c.Args.Operands[n+1].String(); c.Program == "rm" && j.written(w) == "*" && len(next) > 2 && next[0] == '.' && isName(next[1]) && !strings.Contains(next, "/") && c.In == nil {
			j.add(&tooMuchRule, i, c.Span, "deletes everything there and then "+next+": a blank too many made two of *"+next)
			return
		}
	}
	if c.Program != "rm" || !c.Args.Has("-r", "-R", "--recursive") || c.In != nil {
		return
	}
	for n := range c.Args.Operands[:max(0, len(c.Args.Operands)-1)] {
		w, next := &c.Args.Operands[n], j.written(&c.Args.Operands[n+1])
		text := strings.ReplaceAll(j.written(w), `"`, "")
		if len(text) < 3 || !strings.HasSuffix(text, "/") || next == "" || !isName(next[0]) || strings.Contains(next, "/") && strings.Contains(text, "tmp") {
			continue
		}
		if value := w.String(); j.matters(c, value, w.Parts[0]) && (value[0] == '/' || value[0] == '$' || value[0] == '~') {
			j.add(&tooMuchRule, i, c.Span, "deletes all of "+text+" and then "+next+": a blank too many made two of one path")
			return
		}
	}
	j.cutPath(i, c)
	j.usedLater(i, c)
	j.otherName(i, c)
}

// cutPath finds a path that a blank cuts before its last part, which then is one at the root
// that nothing else in the text speaks of: $base/$user /work.
func (j *judge) cutPath(i int, c *shell.Call) {
	for n := range c.Args.Operands[:max(0, len(c.Args.Operands)-1)] {
		w, next := j.written(&c.Args.Operands[n]), strings.Trim(j.written(&c.Args.Operands[n+1]), `"`)
		if len(next) < 4 || next[0] != '/' || strings.ContainsAny(next[1:], "/$*?") || dirShared(next) || !c.Loop || strings.Count(j.text, next) > 1 {
			continue
		}
		if names := variables(w); len(names) > 0 && strings.Contains(w, "/$") && endsIn(w, names[len(names)-1], "") {
			j.add(&tooMuchRule, i, c.Span, "deletes all of "+w+" and then "+next+" at the root: a blank too many made two of one path")
			return
		}
	}
}

// dirShared reports whether a directory at the root is one that machines have.
func dirShared(dir string) bool {
	switch dir {
	case "/tmp", "/opt", "/srv", "/mnt", "/data", "/media", "/work", "/app", "/build", "/scratch", "/src", "/workspace", "/cache", "/run", "/snap", "/backup":
		return true
	}
	return dirSharedWord(dir)
}

// usedLater finds a directory deleted that the text filled before and uses after: more
// went than was meant.
func (j *judge) usedLater(i int, c *shell.Call) {
	if c.Late || c.Loop || j.Surface == "ci" || len(c.Args.Operands) < 2 {
		return // alone it was meant
	}
	for _, w := range c.Args.Operands {
		dir := strings.TrimSuffix(w.String(), "/")
		if len(dir) < 4 || dir[0] != '/' && dir[0] != '$' || w.HasUnknown() && strings.Count(dir, "/") == 0 && dir[0] != '$' || slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Kind == shell.Glob }) {
			continue
		}
		filled := false
		for k := range i {
			p := &j.Script.Calls[k]
			filled = filled || p.Branch == c.Branch && (p.Program == "tar" || p.Program == "cp" || p.Program == "unzip" || p.Program == "install" || p.Program == "mv" || p.Program == "git") && len(p.Argv) > 1 && strings.HasPrefix(p.Argv[len(p.Argv)-1].String(), dir)
		}
		if !filled {
			continue
		}
		for k := i + 1; k < len(j.Script.Calls); k++ {
			p := &j.Script.Calls[k]
			if p.Span.From <= c.Span.From || p.Branch != c.Branch {
				continue
			}
			made := slices.ContainsFunc(j.reader.Of(k), func(e effect.Effect) bool {
				return e.Target != nil && e.Kind != rule.Read && strings.HasPrefix(e.Target.String(), dir)
			})
			if made && p.Program != "ln" {
				break
			}
			uses := slices.ContainsFunc(p.Argv[min(1, len(p.Argv)):], func(w shell.Word) bool { return strings.HasPrefix(w.String(), dir+"/") }) || len(p.Argv) > 0 && strings.HasPrefix(p.Argv[0].String(), dir+"/")
			if uses {
				j.add(&tooMuchRule, i, c.Span, "deletes "+dir+", which was filled above and is used below")
				return
			}
		}
	}
}

// otherName finds a loop whose body deletes by a variable that is not its own, and does not
// use its own at all.
func (j *judge) otherName(i int, c *shell.Call) {
	if !c.Loop {
		return
	}
	head := strings.TrimSpace(j.loopHead(c.Span.From))
	rest, ok := strings.CutPrefix(head, "for ")
	if !ok {
		return
	}
	own, _, _ := strings.Cut(rest, " ")
	if !shell.IsName(own) || own == "_" || own == "i" || own == "try" {
		return
	}
	from := strings.LastIndex(j.before(c.Span.From), head)
	body := j.text[min(len(j.text), from+len(head)):]
	end := strings.Index(body, "done")
	if from < 0 || end < 0 || expands(body[:end], own) || strings.Contains(body[:end], own) {
		return
	}
	for _, w := range c.Args.Operands {
		for _, name := range variables(j.written(&w)) {
			if _, set := j.assigned(name, c.Span.From); set || isParameter(name) || strings.ToUpper(name) == name && variableGivenWord(name) || j.readsOther(c.Span.From) {
				continue
			}
			if endsIn(j.written(&w), name, "") && strings.Count(j.text, "for "+name+" in ") > 0 {
				j.add(&tooMuchRule, i, c.Span, "deletes by $"+name+", which is of another loop: this one goes over $"+own+" and does not use it")
				return
			}
		}
	}
}

// bootFiles finds kernels, or what starts them, deleted as a whole before new ones are
// there.
func (j *judge) bootFiles(i int, c *shell.Call) {
	if c.Program != "rm" || c.Where == "chroot" || contains(j.Path, fileImagesWords[:]) || contains(j.Path, fileDisposableWords[:]) || j.Surface == "ci" {
		return
	}
	for _, w := range c.Args.Operands {
		s := w.String()
		if c.Loop && len(variables(j.written(&w))) > 0 {
			continue // one of those that the loop goes over, which it may choose from
		}
		for _, kind := range [...]string{"/boot/initrd", "/boot/vmlinu", "/boot/initramfs", "/boot/kernel", "/boot/efi/EFI/", "/lib/modules/"} {
			if rest, ok := strings.CutPrefix(s, kind); ok && (strings.Trim(rest, "zx.-imgfs") == "*" || rest == "*" || rest == "") && globs(&w) {
				j.add(&tooMuchRule, i, c.Span, "deletes all of "+s+", also what the machine starts with: if what follows fails it does not start again")
				return
			}
		}
	}
}

// overwritten finds a file of the system replaced by what a command prints that may fail or
// print nothing, or by a single line.
func (j *judge) overwritten(i int, c *shell.Call) {
	if c.Where != "" || c.Late && j.library || j.Surface == "ci" || contains(j.Path, fileImagesWords[:]) || contains(j.Path, fileSetsUpWords[:]) || contains(j.Path, fileDisposableWords[:]) || contains(j.Path, []string{"install", "setup"}) {
		return
	}
	for _, r := range c.Redirs {
		to := r.Word.String()
		if r.Op != ">" && r.Op != ">|" {
			continue
		}
		switch to {
		case "/etc/fstab", "/etc/passwd", "/etc/shadow", "/etc/group", "/etc/sudoers", "/etc/crypttab":
			if c.Program == "echo" || c.Program == "printf" {
				if strings.Count(j.text, to) < 2 || !strings.Contains(j.text, ">> "+to) && !strings.Contains(j.text, ">>"+to) {
					j.add(&tooMuchRule, i, c.Span, "leaves one line of "+to+": > replaces the file, >> adds to it")
				}
				return
			}
			fallthrough
		case "/etc/hosts", "/etc/resolv.conf", "/etc/ssh/sshd_config", "/etc/network/interfaces", "/etc/exports", "/etc/nftables.conf", "/etc/iptables/rules.v4", "/etc/hosts.allow":
			if c.Program == "curl" && !c.Args.Has("-f", "--fail") || c.Program == "grep" || c.Program == "awk" || c.Program == "wget" || c.Program == "ssh" || c.Program == "jq" || c.Program == "sed" && strings.Contains(argv(c), to) {
				j.add(&tooMuchRule, i, c.Span, "empties "+to+" before "+c.Program+" runs: if that fails or finds nothing, nothing is left")
				return
			}
		}
	}
}

// fetchedOver finds a file of a service replaced by a download that may have failed, before the
// service reads it anew.
func (j *judge) fetchedOver(i int, c *shell.Call) {
	if c.Program != "curl" && c.Program != "wget" || c.Where != "" || j.Surface != "script" || j.errexit(c.Span.From) && c.Program != "wget" || contains(j.Path, fileImagesWords[:]) || contains(j.Path, []string{"install", "setup", "bootstrap"}) || c.Program == "curl" && strings.Contains(argv(c), "f") && c.Args.Has("-f", "--fail") {
		return
	}
	to := downloadedTo(c)
	if !strings.HasPrefix(to, "/etc/") || startsWithAny(to, []string{"/etc/apt", "/etc/yum", "/etc/apk", "/etc/pki", "/etc/ssl", "/etc/cron", "/etc/profile"}) {
		return
	}
	after := j.text[min(c.Span.To, len(j.text)):]
	after = after[:min(len(after), 300)]
	if line := j.statement(c.Span.From); strings.Contains(line, "||") || strings.Contains(line, "&&") || contains(after, []string{"[ ", "[[", "-t", "test", "check", "if ", "sha256"}) {
		return
	}
	if contains(after, []string{"reload", "restart", "systemctl", "service "}) {
		j.add(&sourceRule, i, c.Span, "replaces "+to+" before the download is there: if it fails, the service reads an empty file or a page that says so")
	}
}

// downloadedTo returns the file into which curl or wget writes what it fetches.
func downloadedTo(c *shell.Call) string {
	if c.Program != "curl" && c.Program != "wget" {
		return ""
	}
	to := ""
	for n := range c.Argv[:max(0, len(c.Argv)-1)] {
		switch option := c.Argv[n].String(); {
		case option == "--output" || option == "--output-document", len(option) > 1 && option[0] == '-' && option[1] != '-' && (c.Program == "curl" && strings.HasSuffix(option, "o") || c.Program == "wget" && strings.HasSuffix(option, "O")):
			to = c.Argv[n+1].String()
		}
	}
	return to
}

// shrunk finds a volume made smaller before the file system on it is: what lies behind the new
// end is lost.
func (j *judge) shrunk(i int, c *shell.Call) {
	if c.Program != "lvreduce" || c.Args.Has("-r", "--resizefs") || c.Where != "" || contains(j.before(c.Span.From), []string{"resize2fs", "resizefs", "swapoff", "btrfs filesystem resize"}) {
		return
	}
	j.add(&sourceRule, i, c.Span, "makes the volume smaller before the file system on it is: what lies behind the new end is lost (lvreduce -r)")
}

// fromTemporary finds a script run out of a directory into which everyone may write, that
// nothing in the text puts there.
func (j *judge) fromTemporary(i int, c *shell.Call) {
	if c.In != nil || c.Where != "" || len(c.Argv) == 0 || c.Late || !contains(j.Path, fileUnattendedWords[:]) && !strings.Contains(strings.ToLower(j.text[:min(len(j.text), 400)]), "cron") {
		return
	}
	name := c.Argv[0].String()
	switch c.Program {
	case "sh", "bash", "dash", "ksh", "zsh", "source", ".", "python", "python3", "perl":
		if len(c.Argv) < 2 {
			return
		}
		name = c.Argv[1].String()
	}
	if !strings.HasPrefix(name, "/tmp/") && !strings.HasPrefix(name, "/var/tmp/") && !strings.HasPrefix(name, "/dev/shm/") || c.Argv[min(1, len(c.Argv)-1)].HasUnknown() || strings.Count(name, "/") > 2 && !strings.HasPrefix(name, "/var/tmp/") {
		return
	}
	if strings.Count(j.Whole, path.Base(name)) > strings.Count(j.lineAt(c.Span.From), path.Base(name)) || strings.Count(j.lineAt(c.Span.From), path.Base(name)) > 2 {
		return // it puts it there
	}
	j.add(&outsidersRule, i, c.Span, "runs "+name+", which everyone on the machine may put there")
}

// loggedHeader finds a secret in the head of a request that is shown as it is sent.
func (j *judge) loggedHeader(i int, c *shell.Call) {
	if c.Program != "curl" || !c.Args.Has("-v", "--verbose", "--trace", "--trace-ascii") || c.Captured || j.Surface == "ci" {
		return
	}
	text := j.text[c.Span.From:min(c.Span.To, len(j.text))]
	for _, name := range variables(text) {
		if isSecret(name) && (strings.Contains(text, "uthorization") || strings.Contains(text, "-u ") || strings.Contains(strings.ToLower(text), "token:") || strings.Contains(strings.ToLower(text), "key:")) && (len(c.Redirs) > 0 && !strings.Contains(text, "/dev/null") || j.piped(i)) {
			j.add(&shownRule, i, c.Span, "shows $"+name+": with -v curl prints the heads of what it sends")
			return
		}
	}
}

// convertedFirst finds a file of a loop deleted although the command before, which makes
// another one of it, may have failed.
func (j *judge) convertedFirst(i int, c *shell.Call) {
	if c.Program != "rm" || !c.Loop || len(c.Args.Operands) != 1 || j.errexit(c.Span.From) || j.library || c.Where != "" || j.Surface == "ci" || j.Surface == "make" {
		return
	}
	w := &c.Args.Operands[0]
	names := variables(j.written(w))
	place := w.String()
	if len(names) != 1 || strings.Trim(j.written(w), `"${}`) != names[0] || contains(place, partTemporaryWords[:]) ||
		!contains(place, dirDataWords[:]) && !contains(place, partBackupWords[:]) && !startsWithAny(strings.ToLower(place), dirMountsWords[:]) {
		return
	}
	line := j.lineAt(c.Span.From)
	if strings.Contains(line, "&&") || strings.Contains(line, "||") || strings.Contains(line, "if ") {
		return
	}
	above := strings.Split(strings.TrimRight(j.before(strings.LastIndexByte(j.before(c.Span.From), '\n')+1), " \t\n"), "\n")
	last := ""
	for k := len(above) - 1; k >= max(0, len(above)-3) && last == ""; k-- {
		if body := strings.TrimSpace(above[k]); !strings.HasPrefix(body, "#") && !strings.HasPrefix(body, "echo ") && !strings.HasPrefix(body, "printf ") && !strings.HasPrefix(body, "logger ") {
			last = body
		}
	}
	first, _, _ := strings.Cut(last, " ")
	if !expands(last, names[0]) || strings.Contains(last, "&&") || strings.Contains(last, "||") || isTest(last) {
		return
	}
	switch path.Base(first) {
	case "", "[", "[[", "if", "for", "while", "do", "done", "fi", "then", "else", "local", "export", "rm", "cat", "ls", "mv", "chmod", "chown", "touch", "stat", "diff", "sed", "cd", "log", "gzip", "xz", "bzip2":
		return
	}
	if name, _, ok := strings.Cut(first, "="); ok && shell.IsName(name) || strings.HasSuffix(last, "done") {
		return
	}
	j.add(&sourceRule, i, c.Span, "deletes "+j.written(w)+" although "+path.Base(first)+" before it may have failed")
}
