package accident

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// secretsIn says what secrets a file or directory has that calls before another one filled.
func (j *judge) secretsIn(name string, before, depth int) string {
	name = strings.TrimSuffix(name, "/")
	if depth == 0 || len(name) < 2 || name[0] == '-' || strings.Contains(name, "://") {
		return ""
	}
	below := func(s string) bool {
		s = strings.TrimSuffix(s, "/.")
		return s == name || strings.HasPrefix(s, name+"/")
	}
	for k := range before {
		c := &j.Script.Calls[k]
		for _, r := range c.Redirs {
			if strings.HasPrefix(r.Op, ">") && below(r.Word.String()) {
				if what := givesSecrets(c); what != "" {
					return what
				}
				for _, from := range c.Stdin.From {
					if what := givesSecrets(&j.Script.Calls[from]); what != "" {
						return what
					}
				}
			}
		}
		if len(c.Argv) < 3 {
			continue
		}
		last := c.Argv[len(c.Argv)-1].String()
		switch c.Program {
		case "cp", "install", "rsync":
			for _, w := range c.Args.Operands[:max(0, len(c.Args.Operands)-1)] {
				if from := w.String(); below(last) && holdsSecrets(from) {
					return from
				}
			}
		case "tar", "zip", "7z", "gzip":
			packs := false
			for _, w := range c.Argv[1:] {
				packs = packs || w.String() == name
			}
			if !packs || unpacks(c) {
				continue
			}
			for _, w := range c.Argv[1:] {
				from := w.String()
				if from == "." || from == "*" {
					from = c.Cwd.Path.String()
				}
				if from == name {
					continue
				}
				if holdsSecrets(from) {
					return from
				}
				if what := j.secretsIn(from, k, depth-1); what != "" {
					return what
				}
			}
		}
	}
	return ""
}

// givesSecrets says what secrets a call prints.
func givesSecrets(c *shell.Call) string {
	switch c.Program {
	case "env", "printenv":
		if len(c.Argv) == 1 {
			return "the environment"
		}
	case "set", "export", "declare":
		if len(c.Argv) == 1 || c.Args.Has("-p", "-x") {
			return "the environment"
		}
	case "kubectl":
		if text := argv(c); strings.Contains(text, " get secret") || strings.Contains(text, " config view --raw") {
			return "the secrets of the cluster"
		}
	case "cat":
		for _, w := range c.Argv[1:] {
			if holdsSecrets(w.String()) {
				return w.String()
			}
		}
	}
	return ""
}

// holdsSecrets reports whether a path is where keys, tokens or passwords lie.
func holdsSecrets(name string) bool {
	name = strings.TrimSuffix(name, "/")
	for _, part := range [...]string{"/.aws", "/.ssh", "/.kube", "/.gnupg", "/.docker/config.json", "/.config/gcloud", "/.netrc", "/.npmrc", "/.pypirc", "/etc/shadow", "/.azure", "/.vault-token"} {
		if strings.HasSuffix(name, part) || strings.Contains(name, part+"/") {
			return !strings.HasSuffix(name, ".pub") && !strings.HasSuffix(name, "known_hosts")
		}
	}
	return path.Base(name) == ".env" || keyFile(name)
}
