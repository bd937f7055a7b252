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

// weighed is the finding of a rule, with the call and the text that it is of.
type weighed struct {
	*safety.Finding
	call *shell.Call
	text string
	at   int // where the text begins
}

// weigh weighs the finding of a rule by what the rest of the text does.
func (j *judge) weigh(f *safety.Finding) {
	if f.Call < 0 {
		return
	}
	w := weighed{f, &j.Script.Calls[f.Call], j.text[f.Span.From:min(f.Span.To, len(j.text))], f.Span.From}
	if f.Astray && (j.library || j.readsLibrary(w.at) || j.stopsBetween(w.call, w.at)) {
		lower(f) // what reads it in, or what it reads, may set -e
		return
	}
	if weigh := weighs(f.Rule); weigh != nil {
		weigh(j, w)
	}
}

// weighs returns what weighs the findings of a rule, nil where they stand as they are.
func weighs(id string) func(*judge, weighed) {
	switch id {
	case "filesystem/delete-maybe-root", "filesystem/empty-source", "filesystem/find-nowhere", "permissions/maybe-root":
		return (*judge).maybeEmpty
	case "filesystem/delete-critical":
		return (*judge).criticalPath
	case "filesystem/find-root":
		return (*judge).searchedRoot
	case "filesystem/overwrite-input":
		return (*judge).overwrittenInput
	case "disk/wipe-device":
		return (*judge).wiped
	case "disk/format":
		return (*judge).formatted
	case "remote-code/plain-http":
		return (*judge).plainAddress
	case "remote-code/pipe-to-shell":
		return (*judge).evaluated
	case "process/kill-everything":
		return (*judge).killed
	case "network/send-env":
		return (*judge).sentVariable
	case "secret/search":
		return (*judge).searchedSecret
	case "docker/remove-all":
		return (*judge).removedSome
	case "persistence/crontab-replaced":
		return (*judge).crontab
	case "persistence/authorized-key":
		return (*judge).keyFile
	case "users/groups-replaced":
		return (*judge).ownGroup
	case "packages/remove-essential":
		return (*judge).essential
	case "database/drop", "database/drop-named", "database/drop-unattended":
		return (*judge).dropped
	case "git/clean":
		return (*judge).clean
	case "git/push-mirror", "git/force-push", "git/force-push-protected":
		return (*judge).pushed
	}
	return nil
}

// maybeEmpty lowers what a variable that may be empty reaches where it is surely set, or where
// only files of some names go.
func (j *judge) maybeEmpty(w weighed) {
	own := !j.library && !w.call.Late || j.ownVariable(w.text, w.at)
	some := narrow(w.text) || w.Rule == "filesystem/find-nowhere" && strings.Contains(w.Message, "current directory") && namesSome(w.call) || w.Rule == "filesystem/delete-maybe-root" && narrow(targets(w.Message)) || strings.Contains(w.text, `find "$`)
	if !own || some || j.surelySet(w) {
		lower(w.Finding)
	}
}

// surelySet reports whether what a command expands is never empty there, as far as the rest of
// the text tells.
func (j *judge) surelySet(w weighed) bool {
	return j.testedInStep(w.text) || j.matchedBefore(w.text, w.at) || j.printsAlways(w.text, w.at) || j.ofImage(w.text, w.at) || j.givenElsewhere(w.text, w.at) || j.testedByName(w.text, w.at) ||
		j.passed(w.text, w.at) || j.needed(w.Call, w.text, w.at) || j.ofPlatform(w.text, w.at)
}

// testedInStep reports whether another step of a workflow or an action tests a variable of a
// command that both are given.
func (j *judge) testedInStep(text string) bool {
	if j.Surface != "ci" {
		return false
	}
	for _, name := range variables(text) {
		for line := range strings.Lines(j.Whole) {
			if expands(line, name) && isTest(strings.TrimSpace(line)) && !strings.Contains(j.text, strings.TrimSpace(line)) && strings.Count(j.Whole, name+": ${{") > 1 {
				return true
			}
		}
	}
	return false
}

// criticalPath lowers the deletion of a directory that must stay where it is checked before.
func (j *judge) criticalPath(w weighed) {
	if w.Astray {
		return
	}
	what, _, _ := strings.Cut(strings.TrimPrefix(w.Message, "deletes "), " ")
	spelled := len(what) > 1 && strings.Contains(w.text, " "+what+" ") // whatever its other words are tested for
	if !spelled && (strings.Contains(w.text, ":?") || j.checked(w.text, w.at)) || j.putBack(w) {
		lower(w.Finding)
	}
	if j.Surface == "ci" && (strings.HasPrefix(w.Message, "deletes ./") || strings.HasPrefix(w.Message, "deletes /home/") && !strings.HasPrefix(w.Message, "deletes "+j.At.Home)) {
		quiet(w.Finding) // the workspace of a run, and tools that a runner comes with
	}
}

// putBack reports whether the next command moves something to where a directory was deleted.
func (j *judge) putBack(w weighed) bool {
	if w.Call+1 >= len(j.Script.Calls) || len(w.call.Args.Operands) == 0 {
		return false
	}
	next := &j.Script.Calls[w.Call+1]
	gone := w.call.Args.Operands[len(w.call.Args.Operands)-1].String()
	return next.Program == "mv" && len(next.Args.Operands) > 1 && next.Args.Operands[len(next.Args.Operands)-1].String() == gone
}

func (j *judge) searchedRoot(w weighed) {
	if contains(j.Path, fileSetsUpWords[:]) || contains(w.text, []string{"-maxdepth", "-xdev", "-mount"}) {
		lower(w.Finding)
	}
}

// overwrittenInput lowers a file that is written while it is read only by what the words of a
// call turn out to be.
func (j *judge) overwrittenInput(w weighed) {
	if w.call.Program == "exec" {
		lower(w.Finding) // a terminal
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(w.Message, "empties "), ",")
	if n := strings.Count(w.text, strings.TrimLeft(name, "$~./")); len(name) < 3 || n < 2 {
		lower(w.Finding)
		if n == 0 {
			quiet(w.Finding)
		}
	}
}

func (j *judge) plainAddress(w weighed) {
	if j.namedWhereFetched(w) {
		quiet(w.Finding) // it is found there
	}
	switch w.call.Program {
	case "sed", "awk", "ssh":
		lower(w.Finding) // a value in the text of a script
	}
}

func (j *judge) evaluated(w weighed) {
	const near = 1500
	before := j.before(w.at)
	quoted := strings.Contains(before[max(0, len(before)-near):], "@sh")
	if w.call.Program == "eval" && j.Surface != "ci" && !quoted && !j.runsParameter(w) {
		raise(w.Finding, "as a part of this script")
	}
}

// runsParameter reports whether an eval runs nothing but what a function was called with, of which
// its callers say what that is, or a program that it names, with unknown words.
func (j *judge) runsParameter(w weighed) bool {
	if len(w.call.Argv) != 2 {
		first := ""
		if len(w.call.Argv) > 2 {
			first = j.written(&w.call.Argv[1])
		}
		return first != "" && !strings.ContainsAny(first, "$`=")
	}
	word := strings.Trim(j.written(&w.call.Argv[1]), `"`)
	names := variables(word)
	if len(names) != 1 || word != "$"+names[0] && word != "${"+names[0]+"}" || !j.inFunction(w.at) {
		return false
	}
	value, ok := j.assigned(names[0], w.at)
	return isParameter(names[0]) || ok && strings.Trim(strings.TrimSpace(value), `"`) == "$1"
}

func (j *judge) killed(w weighed) {
	if j.checked(w.text, w.at) {
		quiet(w.Finding)
	}
}

func (j *judge) sentVariable(w weighed) {
	if strings.Contains(w.text, "$") && !contains(w.text, []string{"$(env", "$(printenv", "`env", "/environ"}) {
		quiet(w.Finding) // what a variable holds is not known
	}
}

func (j *judge) searchedSecret(w weighed) {
	if contains(w.text, []string{"-exec chmod", "-exec chown", "-exec chgrp", " ! "}) {
		quiet(w.Finding) // it sets their rights, or leaves them out
	}
}

func (j *judge) removedSome(w weighed) {
	if contains(w.text, []string{"--filter", "-f label=", "-f name="}) {
		quiet(w.Finding)
	}
}

func (j *judge) crontab(w weighed) {
	if j.readsLibrary(w.at) || j.Surface == rule.Unattended {
		lower(w.Finding) // of a machine that is made for this
	}
	if head, _, _ := strings.Cut(j.statement(w.at), "crontab -"); w.call.Late && strings.Contains(head, "cron") {
		lower(w.Finding) // a function of its own gives the lines that were there
	}
}

// ownGroup lowers what gives a user its own group, to take away the others, or an account that
// the text makes its groups.
func (j *judge) ownGroup(w weighed) {
	argv := w.call.Argv
	if len(argv) > 2 && argv[len(argv)-1].String() == argv[len(argv)-2].String() || j.makesAccount(argv[len(argv)-1].String()) {
		lower(w.Finding)
	}
}

// makesAccount reports whether the text makes an account of a name.
func (j *judge) makesAccount(name string) bool {
	return slices.ContainsFunc(j.Script.Calls, func(c shell.Call) bool {
		return (c.Program == "useradd" || c.Program == "adduser") && slices.ContainsFunc(rest(&c), func(w shell.Word) bool { return w.String() == name })
	})
}

// essential lowers the removal of what a system can be without: a kernel that another one replaces,
// and what a container has no use for.
func (j *judge) essential(w weighed) {
	vital := slices.ContainsFunc(w.call.Args.Operands, func(o shell.Word) bool { return packageVitalWord(o.String()) })
	if !vital || w.call.Where == "chroot" || w.call.Args.Has("--allow-remove-essential") || contains(j.Path, fileImagesWords[:]) {
		lower(w.Finding)
	}
}

func (j *judge) dropped(w weighed) {
	if (j.inProduction(w.at) || j.aroundProduction() || j.startedInProduction(w.call)) && !contains(j.Path, fileSetsUpWords[:]) {
		raise(w.Finding, "with production in its environment")
	}
}

func (j *judge) pushed(w weighed) {
	if j.elsewhere(w) {
		raise(w.Finding, "those of another repository if the cd before it fails")
	}
}

// keyFile finds a file of authorized keys that is replaced as a whole. A new account has
// no other keys.
func (j *judge) keyFile(w weighed) {
	c := w.call
	if j.Surface == "ci" || c.Where != "" && c.Where != "remote" || contains(path.Base(j.Path), []string{"image", "livecd"}) {
		return
	}
	text := j.before(w.at)
	if line := j.lineAt(w.at); strings.Contains(line, "&&") && isTest(line) {
		return // a key that was given to be the one
	}
	if contains(j.Path, []string{"test"}) || j.confirmed(w.at) || contains(text, []string{"useradd", "adduser", "-f authorized_keys", ".ssh/authorized_keys ]"}) {
		return
	}
	names := []string{downloadedTo(c)}
	for _, r := range c.Redirs {
		if r.Op == ">" {
			names = append(names, r.Word.String())
		}
	}
	for _, name := range names {
		if strings.HasSuffix(name, "authorized_keys") && (name[0] == '/' || name[0] == '~' || strings.HasPrefix(name, ".ssh") || strings.HasPrefix(name, "$HOME")) {
			raise(w.Finding, "and takes every other key away")
		}
	}
}

// clean finds commands that delete ignored files in a developer's work tree. A clone
// that the text made itself does not count.
func (j *judge) clean(w weighed) {
	c := w.call
	if isPlaybook(j.Path) && strings.Contains(j.Whole, "chdir") {
		return // that says where
	}
	if j.Surface != "script" || j.library || !c.Args.Has("-x") || c.Args.Has("-e", "--exclude") {
		return
	}
	if j.elsewhere(w) && !strings.Contains(j.lineAt(w.at), "-C ") {
		raise(w.Finding, "also those that git ignores, such as .env, in the tree that it is started in if the cd before it fails")
		return
	}
	if contains(j.Path, fileCleansWords[:]) {
		return
	}
	before := j.before(w.at)
	dir := c.Cwd.Path.String()
	if dir != "" && !strings.Contains(dir, "git rev-parse") || strings.Contains(j.lineAt(w.at), "-C ") ||
		contains(before, []string{"git status", "git diff", "git stash", "git clone", "$ci"}) || j.confirmed(w.at) {
		return
	}
	raise(w.Finding, "also those that git ignores, such as .env, in the tree that it is started in")
}

// elsewhere reports whether a call runs in another directory than is meant where the cd
// before it fails, because nothing notices that.
func (j *judge) elsewhere(w weighed) bool {
	c := w.call
	return j.Surface == "script" && c.Cwd.Else != nil && !c.Late && !j.library && !j.readsLibrary(w.at) && !j.stopsBetween(c, w.at) && !j.errexit(w.at)
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
