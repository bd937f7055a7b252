package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
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
	if f.Astray && (j.library || j.readsLibrary(f.Span.From) || j.stopsBetween(c, f.Span.From)) {
		lower(f) // what reads it in, or what it reads, may set -e
		return
	}
	switch f.Rule {
	case "filesystem/delete-maybe-root", "filesystem/empty-source", "filesystem/find-nowhere", "permissions/maybe-root":
		if (j.library || c.Late) && !j.ownVariable(text, f.Span.From) || narrow(text) || f.Rule == "filesystem/delete-maybe-root" && narrow(targets(f.Message)) || strings.Contains(text, `find "$`) || j.printsAlways(text, f.Span.From) || j.ofImage(text, f.Span.From) || j.givenElsewhere(text, f.Span.From) || j.testedByName(text, f.Span.From) || j.passed(text, f.Span.From) || j.needed(f.Call, text, f.Span.From) || j.ofPlatform(text, f.Span.From) {
			lower(f)
		}
	case "disk/wipe-device":
		if name := j.defaultDisk(c); name != "" {
			raise(f, "which is what $"+name+" is where nothing else is given: on many machines not the disk that was meant")
			return
		}
		if j.Surface == "script" && everyDisk(f.Message) && !j.confirmed(f.Span.From) && !contains(j.before(f.Span.From), []string{"removable", "mountpoint", "/proc/mounts"}) {
			raise(f, "every disk that has such a name")
			return
		}
		if c.Late || j.readsLibrary(f.Span.From) || !strings.Contains(f.Message, "$") || j.checked(text, f.Span.From) || j.confirmed(f.Span.From) {
			lower(f)
		}
	case "disk/format":
		if name := j.defaultDisk(c); name != "" {
			raise(f, "which is what $"+name+" is where nothing else is given: on many machines not the disk that was meant")
			return
		}
		if target := strings.TrimPrefix(f.Message, "formats or partitions "); (!strings.Contains(target, " ") || strings.HasPrefix(target, "$(losetup ")) && (strings.HasPrefix(target, "$(losetup") || fileHoldsDiskWord(path.Ext(target)) && !strings.HasPrefix(target, "/dev/")) {
			quiet(f)
		}
		if j.Surface == "script" && everyDisk(f.Message) && !j.confirmed(f.Span.From) {
			raise(f, "every disk that has such a name")
		} else if j.Surface == "script" && byLetter(text) && !contains(j.Path, fileDisksWords[:]) && !contains(j.Path, fileImagesWords[:]) && !j.confirmed(f.Span.From) &&
			!contains(j.before(f.Span.From), []string{"lsblk", "blkid", "by-id", "findmnt", "-b /dev", "/proc/", "fdisk -l", "udevadm"}) {
			raise(f, "whichever disk has that letter today")
		}
	case "filesystem/delete-critical":
		if !f.Astray && (strings.Contains(text, ":?") || j.checked(text, f.Span.From)) {
			lower(f)
		}
		if j.Surface == "ci" && !f.Astray && (strings.HasPrefix(f.Message, "deletes ./") || strings.HasPrefix(f.Message, "deletes /home/") && !strings.HasPrefix(f.Message, "deletes "+j.At.Home)) {
			quiet(f) // the workspace of a run, and tools that a runner comes with
		}
	case "filesystem/find-root":
		if contains(j.Path, fileSetsUpWords[:]) || strings.Contains(text, "-maxdepth") || strings.Contains(text, "-xdev") || strings.Contains(text, "-mount") {
			lower(f)
		}
	case "filesystem/overwrite-input":
		if name, _, _ := strings.Cut(strings.TrimPrefix(f.Message, "empties "), ","); len(name) < 3 || strings.Count(text, strings.TrimLeft(name, "$~./")) < 2 {
			lower(f) // it is read by what the words of a call turn out to be
			if !strings.Contains(text, strings.TrimLeft(name, "$~./")) {
				quiet(f)
			}
		}
	case "remote-code/plain-http":
		if c.Program == "sed" || c.Program == "awk" || c.Program == "ssh" {
			lower(f) // a value in the text of a script
		}
	case "process/kill-everything":
		if j.checked(text, f.Span.From) {
			quiet(f)
		}
	case "network/send-env":
		if strings.Contains(text, "$") && !contains(text, []string{"$(env", "$(printenv", "`env", "/environ"}) {
			quiet(f) // what a variable holds is not known
		}
	case "secret/search":
		if contains(text, []string{"-exec chmod", "-exec chown", "-exec chgrp", " ! "}) {
			quiet(f) // it sets their rights, or leaves them out
		}
	case "docker/remove-all":
		if strings.Contains(text, "--filter") || strings.Contains(text, "-f label=") || strings.Contains(text, "-f name=") {
			quiet(f) // some of them
		}
	case "persistence/crontab-replaced":
		if j.readsLibrary(f.Span.From) || j.Surface == rule.Unattended {
			lower(f) // of a machine that is made for this
		}
	case "users/groups-replaced":
		if len(c.Argv) > 2 && c.Argv[len(c.Argv)-1].String() == c.Argv[len(c.Argv)-2].String() {
			lower(f) // its own group, to take away the others
		}
	case "packages/remove-essential":
		if strings.Contains(j.before(f.Span.From), "install "+c.Argv[len(c.Argv)-1].String()) || c.Args.Has("--allow-remove-essential") || contains(j.Path, fileImagesWords[:]) {
			lower(f)
		}
	case "persistence/authorized-key":
		j.keyFile(f, c)
	case "privilege/grant":
		j.sudoers(f, c, text)
	case "database/drop", "database/drop-named", "database/drop-unattended":
		if (j.inProduction(f.Span.From) || j.Surface == "ci" && ofProduction(j.Whole)) && !contains(j.Path, fileSetsUpWords[:]) {
			raise(f, "with production in its environment")
		}
	case "cloud/destroy-unattended":
		if name := j.scheduledProduction(text); name != "" {
			raise(f, "production each time the schedule runs: $"+name+" is that without an input")
		}
	case "permissions/secret-readable":
		if j.Surface == "script" && !contains(j.Path, fileImagesWords[:]) && contains(text, []string{".key", "id_rsa", "id_ed25519", "id_ecdsa", "private"}) && !contains(text, []string{".crt", ".pub", "g+r", "640", "440"}) {
			raise(f, "for everyone on the machine")
		}
	case "git/discard":
		if inHook(j.Path) && !j.confirmed(f.Span.From) {
			raise(f, "each time that the hook runs")
		}
	case "docker/prune-all":
		j.volumes(f, c)
	case "git/clean":
		j.clean(f, c)
	case "git/push-mirror", "git/force-push", "git/force-push-protected":
		if j.elsewhere(f, c) {
			raise(f, "those of another repository if the cd before it fails")
		}
	case "remote-code/pipe-to-shell":
		before := j.before(f.Span.From)
		if quoted := strings.Contains(before[max(0, len(before)-1500):], "@sh"); c.Program == "eval" && j.Surface != "ci" && !quoted {
			raise(f, "as a part of this script")
		}
	}
}

// keyFile finds a file of authorized keys that is replaced as a whole. A new account has
// no other keys.
func (j *judge) keyFile(f *safety.Finding, c *shell.Call) {
	if j.Surface == "ci" || c.Where != "" && c.Where != "remote" {
		return
	}
	text := j.before(f.Span.From)
	if line := j.lineAt(f.Span.From); strings.Contains(line, "&&") && isTest(line) {
		return // a key that was given to be the one
	}
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
	unknown := slices.ContainsFunc(c.Argv[min(1, len(c.Argv)):], func(w shell.Word) bool { return w.HasUnknown() }) && !j.readsLibrary(f.Span.From) || c.Stdin != nil && c.Stdin.Text.HasUnknown()
	if main && strings.Contains(text, "NOPASSWD") || unknown && !strings.Contains(text, "sed -i") && (main || c.Program != "tee" || c.Stdin != nil && c.Stdin.Text.HasUnknown()) {
		raise(f, "unchecked by visudo")
	}
}

// volumes finds commands that delete the volumes of all projects of a machine, or of a
// deployed service.
func (j *judge) volumes(f *safety.Finding, c *shell.Call) {
	if j.Surface == "ci" && !strings.Contains(j.Whole, "self-hosted") || c.Guess {
		return
	}
	sub := argv(c)
	switch {
	case strings.Contains(sub, " volume prune") && !c.Args.Has("--filter"), strings.Contains(sub, " system prune") && c.Args.Has("--volumes"):
		raise(f, "those of every project on the machine")
	case strings.Contains(sub, " volume rm ") && strings.Contains(j.statement(f.Span.From), "volume ls -q") && !strings.Contains(j.statement(f.Span.From), "filter") && !strings.Contains(j.statement(f.Span.From), "grep"):
		raise(f, "those of every project on the machine")
	case strings.Contains(sub, " down ") && contains(j.Path, fileDeploysWords[:]):
		raise(f, "each time it is deployed")
	}
}

// clean finds commands that delete ignored files in a developer's work tree. A clone
// that the text made itself does not count.
func (j *judge) clean(f *safety.Finding, c *shell.Call) {
	if isPlaybook(j.Path) && strings.Contains(j.Whole, "chdir") {
		return // that says where
	}
	if j.Surface != "script" || j.library || !c.Args.Has("-x") || c.Args.Has("-e", "--exclude") || contains(j.Path, fileCleansWords[:]) {
		return
	}
	if j.elsewhere(f, c) && !strings.Contains(j.lineAt(f.Span.From), "-C ") {
		raise(f, "also those that git ignores, such as .env, in the tree that it is started in if the cd before it fails")
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

// inHook reports whether a file is a hook of git that runs in the work tree of a developer.
func inHook(name string) bool {
	switch path.Base(name) {
	case "pre-commit", "post-checkout", "post-merge", "pre-push", "post-commit", "commit-msg", "prepare-commit-msg", "post-rewrite":
		return strings.Contains(name, "hooks") || strings.Contains(name, ".husky")
	}
	return false
}

// everyDisk reports whether what is formatted is a pattern for whole disks: /dev/sd?.
func everyDisk(message string) bool {
	_, target, _ := strings.Cut(message, " /dev/")
	name, _, _ := strings.Cut(target, " ")
	for _, kind := range [...]string{"sd", "nvme", "vd", "hd", "xvd"} {
		if rest, ok := strings.CutPrefix(name, kind); ok && strings.Trim(rest, "?*[]abcdefghijklmnopqrstuvwxyz-0123456789") == "" && strings.ContainsAny(rest, "?*[") {
			return true
		}
	}
	return false
}

// elsewhere reports whether a call runs in another directory than is meant where the cd
// before it fails, because nothing notices that.
func (j *judge) elsewhere(f *safety.Finding, c *shell.Call) bool {
	return j.Surface == "script" && c.Cwd.Else != nil && !c.Late && !j.library && !j.readsLibrary(f.Span.From) && !j.stopsBetween(c, f.Span.From) && !j.errexit(f.Span.From)
}

// ofProduction reports whether a workflow gives its jobs what belongs to production.
func ofProduction(workflow string) bool {
	low := strings.ToLower(workflow)
	return strings.Contains(low, "environment: prod") || strings.Contains(low, "secrets.prod") || strings.Contains(low, "secrets.production")
}

// scheduledProduction returns the variable of a command that a workflow gives production as
// its default, and that the workflow starts by itself.
func (j *judge) scheduledProduction(text string) string {
	if j.Surface != "ci" || !strings.Contains(j.Whole, "schedule:") && !strings.Contains(j.Whole, "push:") {
		return ""
	}
	for line := range strings.Lines(j.Whole) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.ToLower(value)
		if ok && strings.Contains(value, "|| 'prod") && (expands(text, name) || expands(j.text, name)) {
			return name
		}
	}
	return ""
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
			value = strings.ToLower(strings.Trim(value, `"'`))
			if place := strings.ToUpper(name); set && (strings.HasSuffix(place, "ENV") || strings.HasSuffix(place, "ENVIRONMENT") || strings.HasSuffix(place, "URL") || strings.HasSuffix(place, "HOST")) &&
				(strings.HasPrefix(value, "prod") || strings.HasPrefix(value, "$prod") || strings.HasPrefix(value, "${prod") || strings.Contains(value, "-prod") || strings.Contains(value, "@prod") || strings.Contains(value, ".prod")) {
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
	if f.Rule != "filesystem/delete-critical" && f.Rule != "permissions/critical-tree" || f.Call < 0 || f.Risk > policy.Critical {
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

// narrow reports whether a command only takes files of some names: /*.patch is nothing at
// the root.
func narrow(text string) bool {
	seen := false
	for _, w := range strings.Fields(text) {
		_, after, ok := strings.Cut(strings.NewReplacer(`"`, "", "}", "").Replace(w), "/*")
		if !strings.Contains(w, "$") || !ok {
			continue
		}
		if strings.Trim(after, "*/") == "" {
			return false
		}
		seen = true
	}
	return seen
}

// targets returns what a message says is deleted.
func targets(message string) string {
	names, _, _ := strings.Cut(message, ", which")
	return names
}

// byLetter reports whether a command names a disk by its letter, which another one may have
// at the next start.
func byLetter(text string) bool {
	_, rest, ok := strings.Cut(text, "/dev/sd")
	return ok && rest != "" && rest[0] >= 'a' && rest[0] <= 'z'
}

// stopsBetween reports whether the text stops, between the cd that a command relies on and
// the command, where something that needs that directory failed.
func (j *judge) stopsBetween(c *shell.Call, at int) bool {
	before := j.before(at)
	from := max(strings.LastIndex(before, "cd "), strings.LastIndex(before, "pushd "))
	if from < 0 {
		return false
	}
	_, rest, _ := strings.Cut(before[from:], "\n")
	return strings.Contains(rest, "$?") && strings.Contains(rest, "exit")
}
