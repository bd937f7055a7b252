package command

import "strings"

// programTraits returns the traits of a program. A name with a version, such
// as python3.12, has those of the name without it.
func programTraits(program string) Trait {
	t := outputTraits(program) | placeTraits(program)
	if bare := strings.TrimRight(program, "0123456789."); t == 0 && bare != "" {
		t = outputTraits(bare) | placeTraits(bare)
	}
	return t
}

// outputTraits returns the traits that say what a program prints and starts.
func outputTraits(program string) Trait {
	switch program {
	case "cd", "echo", "printf", "true", ":", "sleep":
		return Auxiliary | PassThrough | ReadOnly | Noise | Leaf
	case "pushd", "popd", "exit":
		return Auxiliary | ReadOnly | Noise
	case "export", "set", "wait":
		return Auxiliary | PassThrough | Leaf
	case ".", "source", "alias", "shopt", "ulimit", "umask", "unset":
		return Auxiliary

	case "", "clear", "dirs", "id", "la", "ll", "reset", "whoami":
		return ReadOnly | Noise
	case "history", "type", "which":
		return PrintsData | ReadOnly | Noise
	case "date":
		return PrintsData | ReadOnly | Noise | Leaf
	case "pwd":
		return PassThrough | ReadOnly | Noise | Leaf
	case "false":
		return PassThrough | ReadOnly | Leaf
	case "ls":
		return Viewer | Noise

	case "cat", "column", "cut", "egrep", "fgrep", "fold", "grep", "head", "less", "more", "nl", "rev", "rg", "sort", "strings", "tac", "tail", "tr", "ts", "uniq", "wc":
		return Filter | Viewer
	case "awk", "gawk":
		return Filter | Viewer | Interpreter
	case "sed", "tee": // which write, too
		return Filter | Viewer&^ReadOnly
	case "[", "[[", "ack", "ag", "bat", "diff", "dmesg", "fmt", "hexdump", "journalctl", "jq", "test", "xxd", "yq", "zgrep":
		return Viewer

	case "base64", "cmp", "colordiff", "comm", "command", "fd", "glow", "lsof", "man", "md5sum", "mdcat", "od", "pbpaste", "pgrep", "ps", "sha256sum", "tldr", "tree":
		return PrintsData | ReadOnly
	case "env", "find":
		return PrintsData | ReadOnly | Interpreter
	case "dig", "free", "hostname", "ldd", "netstat", "nm", "nslookup", "ping", "printenv", "readlink", "seq", "ss", "top", "uname", "uptime", "whereis":
		return ReadOnly
	case "time":
		return ReadOnly | Interpreter
	case "basename", "df", "dirname", "du", "file", "realpath", "stat":
		return PrintsData | ReadOnly | Leaf
	case "chmod", "chown", "cp", "gzip", "ln", "mkdir", "mv", "rm", "rmdir", "tar", "touch", "unzip", "zip":
		return PrintsData | Leaf
	case "apt", "apt-get", "aws", "az", "brew", "claude", "code", "codex", "ctxhook", "fly", "gcloud", "gemini", "glab", "heroku", "kill", "kubectl", "nano", "open", "pip", "pkill", "poetry",
		"read", "rsync", "scp", "uv", "vercel", "vi", "vim", "xclip":
		return PrintsData
	case "gh":
		return PrintsData | Records
	case "http":
		return PrintsData | RunsUserCode
	case "curl", "mysql", "psql", "sqlite3", "wget":
		return PrintsData | RunsUserCode | Interpreter

	case "act", "docker-compose", "gmake", "invoke", "just", "lefthook", "lerna", "make", "nox", "nx", "pre-commit", "rake", "task", "tox", "turbo":
		return Launcher | HidesStatus
	case "docker", "hatch", "npm", "pnpm", "podman", "yarn":
		return HidesStatus
	case "bun":
		return HidesStatus | RunsUserCode
	case "ssh":
		return Launcher | HidesStatus | Interpreter
	case "ant", "bazel", "concurrently", "direnv", "ninja", "nix-shell", "parallel":
		return Launcher
	case "bash", "bunx", "dash", "fish", "ksh", "npx", "sh", "watch", "xargs", "zsh":
		return Launcher | Interpreter
	case "doas", "eval", "nohup", "osascript", "pipx", "powershell", "pwsh", "sqlite", "su", "sudo", "uvx":
		return Interpreter
	case "deno", "lua", "node", "perl", "php", "python", "ruby":
		return RunsUserCode | Interpreter | InlineCode
	case "Rscript", "cc", "clang", "clang++", "g++", "gcc", "ghc", "java", "javac", "kotlinc", "redis-cli", "rustc", "tsc":
		return RunsUserCode
	}
	return 0
}

// placeTraits returns the traits that say where a program works: in the shell,
// in the project, or outside both.
func placeTraits(program string) Trait {
	switch program {
	case "adb", "ansible", "ansible-playbook", "aws", "az", "claude", "curl", "date", "dig", "docker", "docker-compose", "fly", "flyctl", "fuser", "gcloud", "gh", "glab", "gsutil", "helm", "heroku",
		"http", "https", "hub", "k9s", "kind", "kubectl", "launchctl", "lsof", "minikube", "mongo", "mongosh", "mysql", "nc", "netlify", "open", "osascript", "ping", "podman", "psql", "pulumi",
		"redis-cli", "rsync", "scp", "service", "sftp", "sqlite3", "ssh", "systemctl", "telnet", "terraform", "tofu", "vercel", "wget", "wrangler", "xcrun", "xdg-open", "xh":
		return Remote
	case "apk", "apt", "apt-get", "brew", "dnf", "pacman", "yum":
		return Remote | Installer
	case "aptitude", "asdf", "choco", "conda", "corepack", "dpkg", "fnm", "gem", "mamba", "nix", "nix-env", "nix-shell", "nvm", "opam", "pip", "pipx", "port", "pyenv", "rbenv", "rpm", "rustup",
		"scoop", "sdk", "snap", "volta", "winget", "zypper":
		return Installer
	case "mise":
		return ProjectRunner | Installer
	case "bun", "bundle", "cargo", "composer", "dotnet", "go", "hatch", "lerna", "npm", "nx", "pipenv", "pnpm", "poetry", "rye", "uv", "yarn":
		return ProjectRunner

	case "killall", "pgrep", "pkill", "retry", "sleep", "timeout", "watch":
		return Timing
	case "kill", "wait":
		return Timing | Builtin
	case "direnv", "whence", "where", "which":
		return Locator
	case ".", "alias", "command", "eval", "export", "function", "hash", "source", "type":
		return Locator | Builtin
	case ":", "[", "[[", "bg", "bind", "break", "builtin", "caller", "case", "cd", "compgen", "complete", "continue", "declare", "dirs", "disown", "echo", "enable", "exec", "exit", "false", "fc", "fg",
		"for", "getopts", "help", "history", "if", "jobs", "let", "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "select", "set", "shift",
		"shopt", "suspend", "test", "time", "times", "trap", "true", "typeset", "ulimit", "umask", "unalias", "unset", "until", "while":
		return Builtin
	}
	return 0
}

// verbTraits returns the traits that a subcommand adds to those of its
// program.
func verbTraits(program, verb string) Trait {
	switch program {
	case "git":
		return gitTraits(verb)
	case "docker", "docker-compose", "podman":
		switch verb {
		case "ps", "logs", "images", "inspect", "info":
			return PrintsData | ReadOnly
		case "cp":
			return PrintsData
		case "build", "buildx", "compose", "exec", "run":
			return Launcher
		}
	case "kubectl":
		switch verb {
		case "get", "describe", "logs", "explain":
			return ReadOnly
		}
	case "npm", "pnpm", "yarn", "bun":
		switch verb {
		case "run", "test", "start", "exec", "t", "build", "run-script", "ci", "install", "i":
			return Launcher
		}
	case "go":
		switch verb {
		case "", "list", "doc", "env", "version", "vet":
			return ReadOnly
		}
	}
	return runTraits(program, verb) | packageTraits(program, verb)
}

// gitTraits returns the traits of a git subcommand. Some run hooks, and bisect
// runs any command.
func gitTraits(verb string) Trait {
	switch verb {
	case "", "status", "log", "diff", "show", "branch", "blame", "grep", "ls-files", "ls-tree", "rev-parse", "rev-list", "describe", "cat-file", "reflog", "shortlog":
		return PrintsData | ReadOnly
	case "fetch", "ls-remote", "remote":
		return PrintsData | ReadOnly | Remote
	case "clone", "pull", "submodule":
		return PrintsData | Remote
	case "commit":
		return Launcher | Records
	case "push":
		return Launcher | Records | Remote
	case "bisect", "merge", "rebase":
		return Launcher
	case "add", "tag", "notes":
		return PrintsData | Records
	case "stash", "checkout", "switch", "restore", "reset", "revert", "clean":
		return PrintsData | Undoes
	}
	return PrintsData
}

// runTraits returns the traits of a subcommand that builds or runs code.
func runTraits(program, verb string) Trait {
	var t Trait
	switch program {
	case "go", "cargo":
		t = Launcher | RunsUserCode
	case "dotnet", "swift", "zig", "stack", "cabal":
		t = RunsUserCode
	case "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle", "mise", "kubectl", "composer":
		t = Launcher
	}
	switch verb {
	case "run":
		return t
	case "exec":
		return t & Launcher
	case "build":
		return t & RunsUserCode
	}
	return 0
}

// packageTraits returns the traits of a package manager's subcommand.
func packageTraits(program, verb string) Trait {
	switch program {
	case "npm", "pnpm", "yarn", "pip", "pip3", "cargo", "gh", "brew", "apt", "gem":
		switch verb {
		case "", "ls", "list", "view", "show", "info", "search", "outdated", "why":
			return ReadOnly
		}
	}
	return 0
}
