package learn

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// byOutput looks for a check that no command names: one that a script or a
// program of the project's own has run.
func (e *examination) byOutput(asked []ask) (verdict, bool) {
	call, ok := e.opaque(asked)
	if !ok {
		return verdict{}, false
	}
	if n, ok := e.loudest(); ok {
		return verdict{number: n, check: e.check(n), call: call, outcome: red, sure: true}, true
	}
	if e.seen.Exited && e.seen.Exit == 0 {
		return verdict{}, false
	}
	if e.onlyPlaces() || slices.ContainsFunc(e.places(), func(p spot) bool { return p.err && (p.from == 0 || e.atStart(p)) }) {
		c := &e.seen.Script.Calls[call]
		return verdict{number: -1, check: &rule.Check{Tool: c.Program, Kind: "lint"}, call: call, outcome: red}, true
	}
	return verdict{}, false
}

// onlyPlaces tells an output that lists places in files, a line each, and
// says nothing else.
func (e *examination) onlyPlaces() bool {
	places := e.places()
	return len(places) > 0 && len(places) == strings.Count(strings.TrimSpace(e.text), "\n")+1 &&
		!slices.ContainsFunc(places, func(p spot) bool { return !e.atStart(p) })
}

// atStart tells a line that begins with its place, or with the name of the
// program and its place, as those of compilers do.
func (e *examination) atStart(p spot) bool {
	s := e.text[p.from:p.to]
	return p.file == "" || strings.Index(s, p.file) < 30
}

// opaque returns a call that may run checks which the command does not name.
func (e *examination) opaque(asked []ask) (int, bool) {
	calls := e.seen.Script.Calls
	for i := range calls {
		c := &calls[i]
		if c.Program == "" || isAside(c.Program) || isFilter(c.Program) || showsText(c) {
			continue
		}
		if k := slices.IndexFunc(asked, func(a ask) bool { return a.call == i }); k >= 0 && !e.check(asked[k].check).Runner {
			continue
		}
		if slices.ContainsFunc(calls, func(d shell.Call) bool { return d.Via == i }) {
			continue // what it runs is looked at
		}
		if code, known := status(e.seen, i); known && code == 0 && !mayCheck(c) {
			continue
		}
		return i, true
	}
	return 0, false
}

// mayCheck tells programs that swallow the status of what they run more
// often than they print what is none of their own.
func mayCheck(c *shell.Call) bool {
	switch c.Program {
	case "npm", "yarn", "pnpm", "bun", "make", "gmake", "just", "task", "rake", "tox", "nox", "hatch", "invoke", "nx", "turbo", "lerna", "pre-commit", "lefthook", "ssh", "docker", "docker-compose", "podman", "act":
		return true
	}
	return strings.HasSuffix(c.Program, ".sh") || len(c.Argv) > 0 && strings.HasPrefix(c.Argv[0].String(), "./")
}

// showsText tells programs that show text of others: what looks like a
// failure there may be a log, a page or a source.
func showsText(c *shell.Call) bool {
	switch c.Program {
	case "ls", "find", "fd", "tree", "jq", "yq", "ag", "ack", "bat", "man", "tldr", "diff", "colordiff", "cmp", "comm", "gh", "glab", "curl", "wget", "http", "kubectl", "journalctl", "dmesg", "sqlite3", "psql", "mysql", "xxd", "hexdump", "od", "file", "stat", "history", "env", "which", "type", "command", "ctxhook", "pbpaste", "xclip", "glow", "mdcat", "open", "code", "vim", "vi", "nano", "ps", "pgrep", "lsof", "du", "df", "date", "cp", "mv", "rm", "mkdir", "touch", "chmod", "ln", "tar", "unzip", "zip", "rsync", "scp", "base64", "sha256sum", "md5sum", "test", "[", "[[", "kill", "pkill", "read", "claude", "codex", "gemini", "aws", "gcloud", "az", "heroku", "vercel", "fly", "apt", "apt-get", "brew", "pip", "uv", "poetry":
		return true
	case "git":
		return !slices.ContainsFunc(c.Args.Sub, func(s string) bool {
			return s == "commit" || s == "push" || s == "bisect" || s == "rebase" || s == "merge"
		})
	case "docker", "podman", "docker-compose":
		return slices.ContainsFunc(spoken(c), func(s string) bool {
			return s == "logs" || s == "ps" || s == "images" || s == "inspect" || s == "cp"
		})
	case "python", "python3", "node", "ruby", "perl", "php", "deno":
		return hasArg(c, []string{"-c", "-e", "-p", "--eval", "-r"})
	}
	return false
}
