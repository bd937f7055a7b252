package accident

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// weigh weighs the finding of a rule by what the rest of the text does.
func (j *judge) weigh(f *safety.Finding) {
	if f.Call < 0 {
		return
	}
	c := &j.Script.Calls[f.Call]
	text := j.text[f.Span.From:min(f.Span.To, len(j.text))]
	if f.Astray && j.readsLibrary(f.Span.From) {
		lower(f) // it may set -e
		return
	}
	switch f.Rule {
	case "filesystem/delete-maybe-root", "filesystem/empty-source", "permissions/maybe-root":
		if j.library && !j.ownVariable(text, f.Span.From) {
			lower(f)
		}
	case "disk/wipe-device":
		if contains(j.Path, fileDisksWords[:]) && !strings.Contains(f.Message, "$") || j.checked(text, f.Span.From) || j.confirmed(f.Span.From) {
			lower(f)
		}
	case "filesystem/delete-critical":
		if c.Program == "rsync" && !strings.Contains(f.Message, "$") || spelledOut(f, text) || contains(j.Path, fileSetsUpWords[:]) && !f.Astray && !strings.ContainsAny(text, "$`") && !barely(text) ||
			!f.Astray && (strings.Contains(text, ":?") || j.checked(text, f.Span.From)) {
			lower(f) // a mirror of one directory onto another, or what is meant
		}
	case "filesystem/find-root":
		if contains(j.Path, fileSetsUpWords[:]) || strings.Contains(text, "-maxdepth") || strings.Contains(text, "-xdev") {
			lower(f)
		}
	case "permissions/critical-tree":
		if spelledOut(f, text) && (strings.Contains(text, "0:0") || strings.Contains(text, "root")) {
			lower(f)
		}
	case "filesystem/overwrite-accounts":
		if strings.Contains(j.text, "visudo") && strings.Contains(f.Message, "sudoers") {
			lower(f)
		}
	case "remote-code/decoded":
		if c.Program == "mysql" || c.Program == "mariadb" || c.Program == "psql" || c.Program == "sqlite3" {
			lower(f) // a value of a query
		}
	case "filesystem/delete-data":
		if before := j.before(f.Span.From); movedAway(before[strings.LastIndexByte(strings.TrimRight(before[:strings.LastIndexByte(before, '\n')+1], "\n"), '\n')+1:], text) {
			lower(f)
		}
	case "cloud/public", "network/miner", "git/delete-repository":
		lower(f)
	case "persistence/crontab-replaced", "database/drop-named":
		if contains(j.Path, fileSetsUpWords[:]) {
			lower(f)
		}
	case "persistence/authorized-key":
		j.keyFile(f, c)
	case "privilege/grant":
		j.sudoers(f, c, text)
	case "database/drop":
		if j.inProduction(f.Span.From) && !contains(j.Path, fileSetsUpWords[:]) {
			raise(f, "with production in its environment")
		}
	case "docker/prune-all":
		j.volumes(f, c)
	case "git/clean":
		j.clean(f, c)
	case "remote-code/pipe-to-shell":
		if c.Program == "eval" && j.Surface != "ci" {
			raise(f, "as a part of this script")
		}
	}
}

// keyFile finds who may log in replaced as a whole. A new account has no other keys.
func (j *judge) keyFile(f *safety.Finding, c *shell.Call) {
	if j.Surface == "ci" || c.Where != "" && c.Where != "remote" {
		return
	}
	text := j.before(f.Span.From)
	if contains(j.Path, []string{"test"}) || j.confirmed(f.Span.From) || contains(text, []string{"useradd", "adduser", "-f authorized_keys", ".ssh/authorized_keys ]"}) {
		return
	}
	for _, r := range c.Redirs {
		name := r.Word.String()
		if r.Op == ">" && strings.HasSuffix(name, "authorized_keys") && (name[0] == '/' || name[0] == '~' || strings.HasPrefix(name, ".ssh") || strings.HasPrefix(name, "$HOME")) {
			raise(f, "and takes every other key away")
		}
	}
}

// sudoers finds a file of sudoers that is changed in place and never checked: a mistake
// in it, or in what a variable holds, takes sudo away from everyone.
func (j *judge) sudoers(f *safety.Finding, c *shell.Call, text string) {
	if contains(j.Path, fileImagesWords[:]) || j.checked(text, f.Span.From) || j.Surface == "ci" || c.Where == "chroot" || c.Where == "container" || strings.Contains(j.text, "visudo") {
		return
	}
	switch c.Program {
	case "cp", "mv", "install", "chmod", "chown", "ln", "rm":
		return // what is copied may have been checked where it was written
	}
	if name := path.Base(f.Message); strings.Contains(name, ".") || strings.HasSuffix(name, "~") {
		return // sudo leaves such files out: it is moved to its place later
	}
	main := strings.Contains(f.Message, "/etc/sudoers") && !strings.Contains(f.Message, "sudoers.d")
	unknown := len(variables(text)) > 0 || c.Stdin != nil && c.Stdin.Text.HasUnknown()
	if main || unknown && !strings.Contains(text, "sed -i") {
		raise(f, "unchecked by visudo")
	}
}

// volumes finds the volumes of all projects of a machine deleted, or those of a service
// that is deployed.
func (j *judge) volumes(f *safety.Finding, c *shell.Call) {
	if j.Surface == "ci" || c.Guess {
		return
	}
	sub := argv(c)
	switch {
	case strings.Contains(sub, " volume prune") && !c.Args.Has("--filter"), strings.Contains(sub, " system prune") && c.Args.Has("--volumes"):
		raise(f, "those of every project on the machine")
	case strings.Contains(sub, " down ") && contains(j.Path, fileDeploysWords[:]):
		raise(f, "each time it is deployed")
	}
}

// clean finds ignored files deleted in the tree that a developer works in. Those of a
// clone that the text made itself are its own.
func (j *judge) clean(f *safety.Finding, c *shell.Call) {
	if j.Surface != "script" || !c.Args.Has("-x") || c.Args.Has("-e", "--exclude") || contains(j.Path, fileCleansWords[:]) {
		return
	}
	before := j.before(f.Span.From)
	dir := c.Cwd.Path.String()
	if dir != "" && !strings.Contains(dir, "git rev-parse") || strings.Contains(j.lineAt(f.Span.From), "-C ") ||
		contains(before, []string{"git status", "git diff", "git stash", "git clone", "$ci"}) || j.confirmed(f.Span.From) {
		return
	}
	raise(f, "also those that git ignores, such as .env, in the tree that it is started in")
}

// inProduction reports whether a line before an offset puts production into the
// environment.
func (j *judge) inProduction(at int) bool {
	for line := range strings.Lines(j.before(at)) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			w = strings.Trim(w, `"';`)
			name, value, set := strings.Cut(w, "=")
			if set && (strings.HasSuffix(strings.ToUpper(name), "ENV") || strings.HasSuffix(strings.ToUpper(name), "ENVIRONMENT")) &&
				(strings.HasPrefix(strings.ToLower(strings.Trim(value, `"'`)), "prod") || strings.Contains(value, "-prod")) {
				return true
			}
		}
		words := strings.Fields(line)
		if len(words) > 1 && (words[0] == "source" || words[0] == ".") && strings.Contains(words[1], "prod") {
			return true
		}
	}
	return false
}

// typo finds a blank too many in a path: rm -rf / var/cache. It is an accident wherever it
// stands.
func typo(file *File, f *safety.Finding) bool {
	if f.Rule != "filesystem/delete-critical" || f.Call < 0 || f.Risk > policy.Critical {
		return false
	}
	list := file.Script.Calls[f.Call].Args.Operands
	for i, w := range list[:max(len(list)-1, 0)] {
		next := list[i+1].String()
		if (w.Is("/") || w.Is("~") || w.Is(file.At.Home)) && next != "" && isName(next[0]) {
			raise(f, "which a blank too many made of a longer path")
			return true
		}
	}
	return false
}

// ownVariable reports whether a command of a library expands what the library itself sets,
// or a parameter of a function.
func (j *judge) ownVariable(text string, at int) bool {
	for _, name := range variables(text) {
		if name[0] >= '0' && name[0] <= '9' || j.sets(name, at) {
			return true
		}
	}
	return false
}

// spelledOut reports whether all that a finding speaks of is written out in the command,
// and lies deeper than at the root: then it is meant.
func spelledOut(f *safety.Finding, text string) bool {
	if f.Astray || f.Empty || strings.ContainsAny(text, "$`") {
		return false
	}
	deep := false
	for _, w := range strings.Fields(text) {
		w = strings.Trim(w, `"'`)
		if w == "" || w[0] != '/' && w[0] != '~' {
			continue
		}
		if strings.Count(strings.Trim(w, "/*"), "/") == 0 {
			return false
		}
		deep = true
	}
	return deep
}

// readsLibrary reports whether a script reads in functions of others before an offset, which
// often set -e or a trap for errors. A file of settings does not.
func (j *judge) readsLibrary(at int) bool {
	for line := range strings.Lines(j.before(at)) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] != "source" && words[0] != "." {
			continue
		}
		if strings.HasPrefix(words[1], "<(") || contains(words[1], []string{"lib", "func", "common", "util", "helper"}) {
			return true
		}
	}
	return false
}

// barely reports whether a word of a command is the root or a home and nothing else.
func barely(text string) bool {
	for _, w := range strings.Fields(text) {
		if w = strings.Trim(w, `"'`); w == "/" || w == "~" || w == "/*" || w == "~/" {
			return true
		}
	}
	return false
}

// movedAway reports whether the lines before a deletion move what it deletes to another
// place.
func movedAway(before, text string) bool {
	words := strings.Fields(text)
	if len(words) == 0 {
		return false
	}
	_, rest, ok := strings.Cut(before, "mv ")
	return ok && strings.Contains(rest, words[len(words)-1])
}
