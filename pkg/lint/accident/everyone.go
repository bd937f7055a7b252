package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// everyMachine finds a command for some machines that runs on all of them where a variable is
// empty: salt "$site*" cmd.run ..
func (j *judge) everyMachine(i int, c *shell.Call) {
	for n := range c.Argv[min(1, len(c.Argv)):] {
		w := &c.Argv[n+1]
		before := c.Argv[n].String()
		switch c.Program {
		case "salt", "salt-ssh":
			if s := w.String(); s == "" || s[0] == '-' || n > 0 && before[0] == '-' {
				continue
			}
		case "ansible", "ansible-playbook":
			if before != "-l" && before != "--limit" {
				continue
			}
		default:
			return
		}
		if name := j.patternOnly(w, c, "*^@"); name != "" && !c.Late {
			j.add(&tooMuchRule, i, c.Span, "runs on every machine if $"+name+" is empty")
		}
		return
	}
}

// searchedItself finds a search by age whose first find is the directory in which it begins: that
// goes as a whole once nothing in it has been added for so long.
func (j *judge) searchedItself(i int, c *shell.Call) {
	text := argv(c) + " "
	if c.Program != "find" || contains(j.Path, fileDisposableWords[:]) || !strings.Contains(text, "-exec rm -r") && !strings.Contains(text, "-exec rm -fr") || contains(text, []string{"-mindepth", "-type f", "-type l", "name ", "path ", "-regex", "! -path", "-not ", "-empty", "-user", "-prune"}) ||
		!contains(text, []string{"-mtime", "-ctime", "-mmin", "-cmin", "-atime", "-newer", "-older"}) || len(c.Argv) < 2 || j.Surface == "ci" {
		return
	}
	w := &c.Argv[1]
	dir := w.String()
	if dir == "" || dir[0] == '-' || strings.HasSuffix(dir, "*") || slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Kind == shell.Glob }) || !j.matters(c, strings.TrimSuffix(dir, "/")+"/", w.Parts[0]) || contains(dir, []string{"log", "cache", "tmp"}) {
		return
	}
	j.add(&tooMuchRule, i, c.Span, "deletes "+dir+" itself once nothing in it was added for so long: find finds that, too (-mindepth 1)")
}

// ownHome finds what is deleted in the home of whoever starts the script, where another user is
// said to do it: the shell reads ~ and $HOME before sudo runs.
func (j *judge) ownHome(i int, c *shell.Call) {
	if c.Program != "rm" || c.Via < 0 || len(c.Wrappers) == 0 {
		return
	}
	o := &j.Script.Calls[c.Via]
	if o.Program != "sudo" && o.Program != "runuser" || !o.Args.Has("-u", "--user") || strings.Contains(argv(o), "-u root") {
		return
	}
	for n := range c.Args.Operands {
		if w := strings.TrimLeft(j.written(&c.Args.Operands[n]), `"`); strings.HasPrefix(w, "~/") || strings.HasPrefix(w, "$HOME/") || strings.HasPrefix(w, "${HOME}/") {
			j.add(&elsewhereRule, i, c.Span, "deletes in the home of whoever starts this, not of the user that sudo names: the shell reads "+w+" first")
			return
		}
	}
}

// allButNamed finds what is destroyed by a list of all that a machine or a server has, from which
// only some names are left out.
func (j *judge) allButNamed(i int, c *shell.Call) {
	if !c.Loop || c.Program != "userdel" && c.Program != "deluser" && !j.destroys(i) || j.confirmed(c.Span.From) || j.Surface == "ci" {
		return
	}
	var todo []int
	for _, w := range c.Argv[min(1, len(c.Argv)):] {
		todo = append(todo, w.From()...)
	}
	for k := c.Via; k >= 0; k = j.Script.Calls[k].Via {
		for _, w := range j.Script.Calls[k].Argv {
			todo = append(todo, w.From()...)
		}
	}
	all := ""
	for _, p := range j.feeding(todo) {
		text := strings.ToLower(j.text[max(0, p.Span.From):min(max(p.Span.To, 0), len(j.text))])
		switch {
		case (p.Program == "grep" || p.Program == "egrep") && !p.Args.Has("-v", "--invert-match") && !strings.Contains(text, " -v"), contains(text, []string{" like ", " ~ ", "where", "--filter", " -l ", "--selector", "--tag", "/home/"}),
			(p.Program == "awk" || p.Program == "sed") && strings.Count(text, "/") > 1 && !strings.Contains(text, "/etc/passwd"), p.Program == "head" || p.Program == "tail" || p.Program == "comm":
			return
		case contains(text, []string{"show databases", "pg_database", "psql -l", "listdatabases"}):
			all = "every database of the server"
		case strings.Contains(text, "/etc/passwd") || strings.Contains(text, "getent passwd"):
			all = "every user of the machine"
		case p.Program == "kubectl" && contains(text, []string{" get ns", " get namespace"}):
			all = "every namespace of the cluster"
		case p.Program == "virsh" && strings.Contains(text, " list"):
			all = "every guest of the machine"
		}
	}
	if all == "" {
		return
	}
	loop := j.loopAt(c.Span.From)
	if body := j.text[max(0, loop):c.Span.From]; contains(body, []string{"case ", "[[ ", "[ ", "if ", "continue", "grep -q", "read "}) {
		return
	}
	j.add(&tooMuchRule, i, c.Span, "destroys "+all+" that is not named, also those that others add later")
}

// logsOut finds logins taken away before others are let in: a policy or passwords that are off
// before the rule or the key is there.
func (j *judge) logsOut(i int, c *shell.Call) {
	if c.Where != "" && c.Where != "remote" || j.Surface == "ci" || j.Surface == rule.Unattended || contains(j.Path, fileImagesWords[:]) || c.Late {
		return
	}
	text, after := argv(c), j.text[min(c.Span.To, len(j.text)):]
	before := j.before(c.Span.From)
	switch {
	case c.Program == "nft" && strings.Contains(text, "hook input") && strings.Contains(text, "policy drop") && !strings.Contains(before, "accept") && strings.Contains(after, "accept") && !strings.Contains(text, "accept"):
		j.add(&lockedOutRule, i, c.Span, "closes the firewall before a rule lets logins in")
	case c.Program == "systemctl" && (strings.Contains(text, " restart ssh") || strings.Contains(text, " reload ssh")) && strings.Contains(before, "PasswordAuthentication no") && !strings.Contains(before, "authorized_keys") && strings.Contains(after, "authorized_keys"):
		j.add(&lockedOutRule, i, c.Span, "takes passwords away before the key that is to log in is there")
	}
}

// sharesHome finds a web server for anyone that shows a home or the whole machine.
func (j *judge) sharesHome(i int, c *shell.Call) {
	text := argv(c) + " "
	if !strings.Contains(text, " -m http.server ") || strings.Contains(text, "127.0.0.1") || strings.Contains(text, "localhost") || j.Surface == "ci" {
		return
	}
	dir := c.Cwd.Path.String()
	if _, rest, ok := strings.Cut(text, "--directory "); ok {
		dir, _, _ = strings.Cut(rest, " ")
	} else if _, rest, ok := strings.Cut(text, " -d "); ok {
		dir, _, _ = strings.Cut(rest, " ")
	}
	switch strings.TrimSuffix(dir, "/") {
	case "~", "$HOME", j.At.Home, "/root", "/etc", "/home", "/var":
	default:
		if dir != "/" {
			return
		}
	}
	j.add(&publicRule, i, c.Span, "shows all of "+dir+", with the keys and passwords in it, to everyone who reaches the machine")
}

// respelled raises a secret that a job writes into its log in letters that the log does not mask.
func (j *judge) respelled(w weighed) {
	line := j.statement(w.at)
	if j.Surface == "ci" && !strings.ContainsAny(line, ">`") && !strings.Contains(line, "$(") && strings.Count(line, "|") < 2 && (strings.Contains(line, "| base64") || strings.Contains(line, "| rev") || strings.Contains(line, "| xxd")) && !strings.Contains(line, " -d") {
		raise(w.Finding, "into the log of the run")
	}
}

// plainPackages raises packages that come over a connection that anyone can change.
func (j *judge) plainPackages(w weighed) {
	if strings.Contains(w.text, "http://") && !strings.Contains(w.text, "http://localhost") && !strings.Contains(w.text, "http://127.") && j.Surface != "ci" {
		raise(w.Finding, "over a connection that anyone on the way can change")
	}
}
