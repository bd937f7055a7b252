package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// exposed finds keys and passwords that a script puts where others read them: below a web
// server, in a listing of its environment, in a commit, or by rights for everyone.
func (j *judge) exposed(i int, c *shell.Call) {
	if c.Where != "" || c.Captured || j.Surface == "ci" && c.Program != "chmod" {
		return
	}
	switch c.Program {
	case "cp", "install", "mv", "ln", "scp", "rsync":
		if n := len(c.Args.Operands); n > 1 {
			to := c.Args.Operands[n-1].String()
			for _, w := range c.Args.Operands[:n-1] {
				if from := w.String(); contains(strings.TrimSuffix(to, "/")+"/", dirWebWords[:]) && (keyFile(from) || strings.HasSuffix(path.Base(from), ".env")) && (strings.HasPrefix(to, "/") || strings.Contains(to, ":/")) && !contains(from, dirWebWords[:]) {
					j.add(&publicRule, i, c.Span, "puts "+from+" where the web server shows it")
					return
				}
			}
		}
	case "env", "printenv", "set":
		if j.Surface != "ci" && len(c.Args.Operands) == 0 && len(c.Argv) < 3 && len(c.Redirs) == 0 {
			j.listsSecrets(i, c)
		}
	case "echo", "printf":
		if line := j.statement(c.Span.From); j.showsSecret(c) && strings.Contains(line, "tee ") && strings.Contains(line, "chpasswd") && !strings.Contains(line, "/dev/null") {
			j.add(&shownRule, i, c.Span, "writes passwords to the file of tee, besides")
			return
		}
		for _, r := range c.Redirs {
			if to := r.Word.String(); strings.HasPrefix(r.Op, ">") && contains(to, dirWebWords[:]) && strings.HasPrefix(to, "/") && !isCode(to) && j.showsSecret(c) {
				j.add(&publicRule, i, c.Span, "writes a secret to "+to+", where the web server shows it")
			}
		}
	case "chmod":
		j.openedKeys(i, c)
	}
}

// isCode reports whether a web server runs a file, and does not show it.
func isCode(name string) bool {
	switch path.Ext(name) {
	case ".py", ".php", ".rb", ".pl", ".cgi", ".jsp", ".htpasswd", ".htaccess":
		return true
	}
	return false
}

// showsSecret reports whether a call prints a variable with the name of a secret.
func (j *judge) showsSecret(c *shell.Call) bool {
	for _, name := range variables(j.text[c.Span.From:min(c.Span.To, len(j.text))]) {
		if isSecret(name) && !j.isFile(name) {
			return true
		}
	}
	return strings.Contains(argv(c), "_password_") || strings.Contains(argv(c), "_secret_")
}

// listsSecrets finds the environment searched for secrets and shown with their values.
func (j *judge) listsSecrets(i int, c *shell.Call) {
	statement := strings.ToLower(j.statement(c.Span.From))
	_, after, ok := strings.Cut(statement[max(0, min(len(statement), strings.Index(statement, c.Program))):], "|")
	if !ok || strings.ContainsAny(statement, ">`") || strings.Contains(statement, "$(") {
		return
	}
	words := strings.Fields(after)
	if len(words) < 2 || words[0] != "grep" || strings.Contains(after, "|") || strings.Contains(after, "-v") || strings.Contains(after, "-q") || strings.Contains(after, "-c") {
		return
	}
	for _, word := range [...]string{"token", "secret", "passw", "credential", "_key"} {
		if strings.Contains(after, word) {
			j.add(&shownRule, i, c.Span, "shows every variable whose name has "+word+" in it, with its value")
			return
		}
	}
}

// openedKeys finds private keys and files of passwords that everyone may read.
func (j *judge) openedKeys(i int, c *shell.Call) {
	if len(c.Args.Operands) < 2 || len(c.Argv) < 3 {
		return
	}
	mode := ""
	for _, w := range c.Argv[1:] {
		if s := w.String(); s != "" && s[0] != '-' {
			mode = s
			break
		}
	}
	last := mode[max(0, len(mode)-1):]
	numeric := strings.Trim(mode, "01234567") == "" && len(mode) >= 3
	reads := numeric && strings.Contains("4567", last) || !numeric && (strings.Contains(mode, "o+r") || strings.Contains(mode, "a+r") || mode == "+r" || strings.Contains(mode, "go+r"))
	if !reads {
		return
	}
	all := c.Args.Has("-R", "--recursive")
	for _, w := range c.Args.Operands {
		s := strings.TrimSuffix(w.String(), "/")
		base := path.Base(s)
		switch {
		case all && (s == "/etc/ssh" || s == "/etc/ssl/private" || s == "/etc/letsencrypt" || s == "/etc/letsencrypt/live" || s == "/etc/letsencrypt/archive" || s == "/etc/wireguard" || s == "/etc/pki/tls/private" || s == "/root" || strings.HasSuffix(s, "/.ssh") || strings.HasSuffix(s, "/.gnupg")),
			nameLoginWord(base), j.madeKey(s), s == "/etc/shadow", s == "/etc/gshadow", strings.HasPrefix(s, "/etc/ssl/private/") && base != "*" && !strings.HasSuffix(base, ".crt"), strings.HasPrefix(s, "/etc/ssh/ssh_host_") && strings.HasSuffix(s, "_key"):
			j.add(&publicRule, i, c.Span, "lets everyone read "+s+", which holds keys or passwords")
			return
		}
	}
}

// madeKey reports whether a file is a private key that the text makes.
func (j *judge) madeKey(name string) bool {
	return slices.ContainsFunc(j.Script.Calls, func(c shell.Call) bool {
		option := ""
		switch c.Program {
		case "ssh-keygen":
			option = "-f"
		case "openssl":
			if text := argv(&c); strings.Contains(text, " genrsa") || strings.Contains(text, " genpkey") || strings.Contains(text, " ecparam") {
				option = "-out"
			} else if strings.Contains(text, " req ") {
				option = "-keyout"
			}
		case "wg":
			return slices.ContainsFunc(c.Redirs, func(r shell.Redir) bool { return r.Word.String() == name && strings.Contains(argv(&c), "genkey") })
		}
		for n := range c.Argv[:max(0, len(c.Argv)-1)] {
			if option != "" && c.Argv[n].Is(option) && c.Argv[n+1].String() == name {
				return true
			}
		}
		return false
	})
}

// committed finds secrets that a script writes into a file of a work tree, all of which it
// commits and pushes then.
func (j *judge) committed(i int, c *shell.Call) {
	if c.Program != "git" || c.Late || !strings.Contains(argv(c), " add ") || !strings.Contains(j.text[c.Span.From:], "push") {
		return
	}
	text := argv(c) + " "
	all := strings.Contains(text, " -A ") || strings.Contains(text, " . ") || strings.Contains(text, " --all ")
	forced := strings.Contains(text, " -f ") || strings.Contains(text, " --force ") || strings.Contains(text, " -Af ")
	for k := range i {
		p := &j.Script.Calls[k]
		if p.Program != "echo" && p.Program != "printf" && p.Program != "env" && p.Program != "printenv" && p.Program != "cat" && !(p.Program == "kubectl" && strings.Contains(argv(p), " get secret")) {
			continue
		}
		for _, r := range p.Redirs {
			to := r.Word.String()
			if !strings.HasPrefix(r.Op, ">") || to == "" || to[0] == '/' || to[0] == '~' || to[0] == '$' || !(p.Program == "env" || p.Program == "printenv" || p.Program == "kubectl" || j.showsSecret(p)) {
				continue
			}
			if strings.Contains(text, " "+to+" ") || strings.Contains(to, "/") && strings.Contains(text, " "+to[:strings.IndexByte(to, '/')]+" ") || all && (forced || !strings.HasPrefix(path.Base(to), ".env")) {
				j.add(&publicRule, i, c.Span, "commits "+to+", into which a secret was written above, for everyone who reads the repository")
				return
			}
		}
	}
}
