package learn

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/shell"
)

// FailsAgain tells whether a command that failed will fail again as long as
// nothing changes here. It will not, or nobody minds, when it only looks, when
// it checks something and is run until it passes, when it waits, and when what
// it does is not known.
func FailsAgain(s *shell.Script) bool {
	if len(s.Problems) > 0 || !acts(s) {
		return false
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Code != "" {
			continue // the program runs all of it again
		}
		if c.Program == "" || c.Loop || c.Spawn || c.Late || waits(c.Program) || checks(c) || unknown(c) {
			return false
		}
	}
	return true
}

// acts tells whether a command does more than to look.
func acts(s *shell.Script) bool {
	return slices.ContainsFunc(working(s), func(i int) bool {
		return s.Calls[i].Code != "" || ofPart(particularless(&s.Calls[i]))&onlooker == 0
	})
}

// unknown tells the calls that may be others the next time.
func unknown(c *shell.Call) bool {
	return slices.ContainsFunc(c.Argv, func(w shell.Word) bool {
		return slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Kind == shell.Unknown || len(p.From) > 0 })
	})
}

func waits(program string) bool {
	switch program {
	case "kill", "killall", "pgrep", "pkill", "retry", "sleep", "timeout", "wait", "watch":
		return true
	}
	return false
}

// outside tells the programs that speak with what is not in the project.
func outside(program, verb string) bool {
	switch program {
	case "adb", "ansible", "ansible-playbook", "apk", "apt", "apt-get", "aws", "az", "brew", "claude", "curl", "date", "dig", "dnf", "docker", "docker-compose", "fly", "flyctl", "fuser",
		"gcloud", "gh", "glab", "gsutil", "helm", "heroku", "http", "https", "hub", "k9s", "kind", "kubectl", "launchctl", "lsof", "minikube", "mongo", "mongosh", "mysql", "nc", "netlify",
		"open", "osascript", "pacman", "ping", "podman", "psql", "pulumi", "redis-cli", "rsync", "scp", "service", "sftp", "sqlite3", "ssh", "systemctl", "telnet", "terraform", "tofu",
		"vercel", "wget", "wrangler", "xcrun", "xdg-open", "xh", "yum":
		return true
	case "git":
		switch verb {
		case "clone", "fetch", "ls-remote", "pull", "push", "remote", "submodule":
			return true
		}
	}
	return false
}

// checks guesses by its words whether a call checks something, where no row
// knows the tool.
func checks(c *shell.Call) bool {
	for _, w := range c.Argv[:min(4, len(c.Argv))] {
		if strings.ContainsAny(w.String(), " \n") {
			continue // a text
		}
		for part := range strings.FieldsFuncSeq(strings.ToLower(w.String()), func(r rune) bool { return r < 'a' || r > 'z' }) {
			switch part {
			case "bench", "build", "check", "checks", "ci", "compile", "coverage", "doctor", "dry", "e", "eslint", "health", "healthcheck", "jest", "lint", "linter", "mypy", "pytest", "ready", "rspec", "ruff",
				"smoke", "spec", "specs", "status", "test", "testing", "tests", "tox", "tsc", "typecheck", "unittest", "validate", "verify", "vitest":
				return true
			}
		}
	}
	return false
}

// Checks tells whether a command runs a tool that verifies something.
func (r *Reader) Checks(s *shell.Script) bool {
	return slices.ContainsFunc(r.asked(s), func(a ask) bool { return r.check(a.check).Kind != memory.CheckRun })
}

// Cause says where the cause of an error lies, and so what may take it away.
type Cause uint8

// The causes, in the order of how long they last.
const (
	Fleeting Cause = iota // elsewhere: it may go away by itself
	Local                 // in the project: whatever changes something there may
	Lasting               // in the command, or in what is installed
)

// LastingClasses are those of the errors whose cause may be Lasting.
var LastingClasses = [...]string{"missing-command", "unknown-command", "unknown-option", "usage"}

// CauseOf tells where the cause of an error of a command lies.
func CauseOf(s *shell.Script, class, line string) Cause {
	switch class {
	case "auth", "busy", "certificate", "cluster", "container", "database", "disk", "infrastructure", "limit", "memory", "network", "permission", "port", "service":
		return Fleeting
	case "missing-command":
		if Missing(line) != "" {
			return Lasting
		}
	default:
		if slices.Contains(LastingClasses[:], class) && !projectsOwn(s) {
			return Lasting
		}
	}
	for i := range s.Calls {
		if c := &s.Calls[i]; c.Where != "" || c.Code == "" && outside(c.Program, verb(c)) {
			return Fleeting
		}
	}
	return Local
}

// projectsOwn tells whether a command runs what the project itself holds,
// whose options change with it.
func projectsOwn(s *shell.Script) bool {
	for i := range s.Calls {
		c := &s.Calls[i]
		if c.Program == "" || len(c.Argv) == 0 || strings.Contains(c.Argv[0].String(), "/") || does(c, trial|starter|interpreter) || namesTargets([]string{c.Program}) {
			return true
		}
		switch c.Program {
		case "bundle", "cargo", "composer", "dotnet", "go", "hatch", "lerna", "mise", "npm", "nx", "pipenv", "poetry", "rye", "uv", "yarn", "pnpm", "bun":
			return true
		}
	}
	return false
}

// Mends tells whether a step may have taken away a cause.
func Mends(step memory.Step, cause Cause) bool {
	if step.Edit != nil {
		return cause != Lasting
	}
	r := *step.Run
	switch r.Outcome {
	case memory.Denied, memory.Refused:
		return false
	case memory.Failed, memory.Masked: // it may have come some of the way
		if !strings.Contains(r.Template.String(), "; ") {
			return false
		}
	}
	r.Outcome = memory.OK // how far it came is not known
	if cause == Lasting {
		return changes(&r) && brings(&r)
	}
	return changes(&r) || besides(&r)
}

// besides tells whether a run of programs that only look may have changed
// something all the same: by a redirection, by what they start, or in what git
// and go keep for themselves.
func besides(r *memory.Run) bool {
	command := r.Command.String()
	if redirects(command) {
		return true
	}
	for _, sign := range [...]string{" -delete", " -exec", " -ok", " -o ", "tee "} {
		if strings.Contains(command, sign) {
			return true
		}
	}
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		words := strings.Fields(part)
		if len(words) < 2 {
			continue
		}
		switch words[0] + " " + words[1] {
		case "git fetch", "git reflog":
			return true
		case "git branch", "git remote":
			if len(words) == 2 || slices.ContainsFunc(words[2:], func(w string) bool { return !lists(w) }) {
				return true
			}
		case "go env":
			return slices.Contains(words, "-w") || slices.Contains(words, "-u")
		}
	}
	return false
}

// redirects tells whether a command writes what is printed to a file.
func redirects(command string) bool {
	for {
		_, rest, ok := strings.Cut(command, ">")
		if !ok {
			return false
		}
		rest = strings.TrimLeft(rest, "> ")
		if !strings.HasPrefix(rest, "&1") && !strings.HasPrefix(rest, "&2") && !strings.HasPrefix(rest, "/dev/null") {
			return true
		}
		command = rest
	}
}

// lists tells the options with which git only lists branches and remotes.
func lists(option string) bool {
	switch option {
	case "-a", "--all", "-r", "--remotes", "-v", "-vv", "--verbose", "-l", "--list", "--show-current", "--merged", "--no-merged", "--contains", "--sort", "--format", "--no-color":
		return true
	}
	return false
}

// brings tells whether a run may have installed something.
func brings(r *memory.Run) bool {
	for part := range strings.SplitSeq(r.Template.String(), "; ") {
		if words := strings.Fields(part); len(words) > 0 && words[0] != "git" && installs(words) {
			return true
		}
	}
	return false
}
