package learn

import "strings"

// ofProgram lists the traits of a program. One that carries its version in
// its name has those of the others.
func ofProgram(program string) trait {
	t := printing(program) | standing(program)
	if bare := strings.TrimRight(program, "0123456789."); t == 0 && bare != "" {
		t = printing(bare) | standing(bare)
	}
	return t
}

// printing lists the traits that say what a program prints and starts.
func printing(program string) trait {
	switch program {
	case "cd", "echo", "printf", "true", ":", "sleep":
		return aside | relay | onlooker | trifle | leaf
	case "pushd", "popd", "exit":
		return aside | onlooker | trifle
	case "export", "set", "wait":
		return aside | relay | leaf
	case ".", "source", "alias", "shopt", "ulimit", "umask", "unset":
		return aside

	case "", "clear", "dirs", "id", "la", "ll", "reset", "whoami":
		return onlooker | trifle
	case "history", "type", "which":
		return foreign | onlooker | trifle
	case "date":
		return foreign | onlooker | trifle | leaf
	case "pwd":
		return relay | onlooker | trifle | leaf
	case "false":
		return relay | onlooker | leaf
	case "ls":
		return viewer | trifle

	case "cat", "column", "cut", "egrep", "fgrep", "fold", "grep", "head", "less", "more", "nl", "rev", "rg", "sort", "strings", "tac", "tail", "tr", "ts", "uniq", "wc":
		return filter | viewer
	case "awk", "gawk":
		return filter | viewer | interpreter
	case "sed", "tee": // which write, too
		return filter | viewer&^onlooker
	case "[", "[[", "ack", "ag", "bat", "diff", "dmesg", "fmt", "hexdump", "journalctl", "jq", "test", "xxd", "yq", "zgrep":
		return viewer

	case "base64", "cmp", "colordiff", "comm", "command", "fd", "glow", "lsof", "man", "md5sum", "mdcat", "od", "pbpaste", "pgrep", "ps", "sha256sum", "tldr", "tree":
		return foreign | onlooker
	case "env", "find":
		return foreign | onlooker | interpreter
	case "dig", "free", "hostname", "ldd", "netstat", "nm", "nslookup", "ping", "printenv", "readlink", "seq", "ss", "top", "uname", "uptime", "whereis":
		return onlooker
	case "time":
		return onlooker | interpreter
	case "basename", "df", "dirname", "du", "file", "realpath", "stat":
		return foreign | onlooker | leaf
	case "chmod", "chown", "cp", "gzip", "ln", "mkdir", "mv", "rm", "rmdir", "tar", "touch", "unzip", "zip":
		return foreign | leaf
	case "apt", "apt-get", "aws", "az", "brew", "claude", "code", "codex", "ctxhook", "fly", "gcloud", "gemini", "glab", "heroku", "kill", "kubectl", "nano", "open", "pip", "pkill", "poetry",
		"read", "rsync", "scp", "uv", "vercel", "vi", "vim", "xclip":
		return foreign
	case "gh":
		return foreign | keeper
	case "http":
		return foreign | trial
	case "curl", "mysql", "psql", "sqlite3", "wget":
		return foreign | trial | interpreter

	case "act", "docker-compose", "gmake", "invoke", "just", "lefthook", "lerna", "make", "nox", "nx", "pre-commit", "rake", "task", "tox", "turbo":
		return starter | swallower
	case "docker", "hatch", "npm", "pnpm", "podman", "yarn":
		return swallower
	case "bun":
		return swallower | trial
	case "ssh":
		return starter | swallower | interpreter
	case "ant", "bazel", "concurrently", "direnv", "ninja", "nix-shell", "parallel":
		return starter
	case "bash", "bunx", "dash", "fish", "ksh", "npx", "sh", "watch", "xargs", "zsh":
		return starter | interpreter
	case "doas", "eval", "nohup", "osascript", "pipx", "powershell", "pwsh", "sqlite", "su", "sudo", "uvx":
		return interpreter
	case "deno", "lua", "node", "perl", "php", "python", "ruby":
		return trial | interpreter | scripted
	case "Rscript", "cc", "clang", "clang++", "g++", "gcc", "ghc", "java", "javac", "kotlinc", "redis-cli", "rustc", "tsc":
		return trial
	}
	return 0
}

// standing lists the traits that say where a program stands: in the shell, in
// the project, or between it and the rest of the world.
func standing(program string) trait {
	switch program {
	case "adb", "ansible", "ansible-playbook", "aws", "az", "claude", "curl", "date", "dig", "docker", "docker-compose", "fly", "flyctl", "fuser", "gcloud", "gh", "glab", "gsutil", "helm", "heroku",
		"http", "https", "hub", "k9s", "kind", "kubectl", "launchctl", "lsof", "minikube", "mongo", "mongosh", "mysql", "nc", "netlify", "open", "osascript", "ping", "podman", "psql", "pulumi",
		"redis-cli", "rsync", "scp", "service", "sftp", "sqlite3", "ssh", "systemctl", "telnet", "terraform", "tofu", "vercel", "wget", "wrangler", "xcrun", "xdg-open", "xh":
		return distant
	case "apk", "apt", "apt-get", "brew", "dnf", "pacman", "yum":
		return distant | installer
	case "aptitude", "asdf", "choco", "conda", "corepack", "dpkg", "fnm", "gem", "mamba", "nix", "nix-env", "nix-shell", "nvm", "opam", "pip", "pipx", "port", "pyenv", "rbenv", "rpm", "rustup",
		"scoop", "sdk", "snap", "volta", "winget", "zypper":
		return installer
	case "mise":
		return runner | installer
	case "bun", "bundle", "cargo", "composer", "dotnet", "go", "hatch", "lerna", "npm", "nx", "pipenv", "pnpm", "poetry", "rye", "uv", "yarn":
		return runner

	case "killall", "pgrep", "pkill", "retry", "sleep", "timeout", "watch":
		return timed
	case "kill", "wait":
		return timed | builtin
	case "direnv", "whence", "where", "which":
		return locator
	case ".", "alias", "command", "eval", "export", "function", "hash", "source", "type":
		return locator | builtin
	case ":", "[", "[[", "bg", "bind", "break", "builtin", "caller", "case", "cd", "compgen", "complete", "continue", "declare", "dirs", "disown", "echo", "enable", "exec", "exit", "false", "fc", "fg",
		"for", "getopts", "help", "history", "if", "jobs", "let", "local", "logout", "mapfile", "popd", "printf", "pushd", "pwd", "read", "readarray", "readonly", "return", "select", "set", "shift",
		"shopt", "suspend", "test", "time", "times", "trap", "true", "typeset", "ulimit", "umask", "unalias", "unset", "until", "while":
		return builtin
	}
	return 0
}

// ofVerb lists the traits that a subcommand adds to its program.
func ofVerb(program, verb string) trait {
	switch program {
	case "git":
		return ofGit(verb)
	case "docker", "docker-compose", "podman":
		switch verb {
		case "ps", "logs", "images", "inspect", "info":
			return foreign | onlooker
		case "cp":
			return foreign
		case "build", "buildx", "compose", "exec", "run":
			return starter
		}
	case "kubectl":
		switch verb {
		case "get", "describe", "logs", "explain":
			return onlooker
		}
	case "npm", "pnpm", "yarn", "bun":
		switch verb {
		case "run", "test", "start", "exec", "t", "build", "run-script", "ci", "install", "i":
			return starter
		}
	case "go":
		switch verb {
		case "", "list", "doc", "env", "version", "vet":
			return onlooker
		}
	}
	return ofWork(program, verb) | ofPackages(program, verb)
}

// ofGit lists the traits of git, which starts hooks and, to bisect, anything.
func ofGit(verb string) trait {
	switch verb {
	case "", "status", "log", "diff", "show", "branch", "blame", "grep", "ls-files", "ls-tree", "rev-parse", "rev-list", "describe", "cat-file", "reflog", "shortlog":
		return foreign | onlooker
	case "fetch", "ls-remote", "remote":
		return foreign | onlooker | distant
	case "clone", "pull", "submodule":
		return foreign | distant
	case "commit":
		return starter | keeper
	case "push":
		return starter | keeper | distant
	case "bisect", "merge", "rebase":
		return starter
	case "add", "tag", "notes":
		return foreign | keeper
	case "stash", "checkout", "switch", "restore", "reset", "revert", "clean":
		return foreign | undoer
	}
	return foreign
}

// ofWork lists the traits of a subcommand that runs or builds.
func ofWork(program, verb string) trait {
	var t trait
	switch program {
	case "go", "cargo":
		t = starter | trial
	case "dotnet", "swift", "zig", "stack", "cabal":
		t = trial
	case "uv", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle", "mise", "kubectl", "composer":
		t = starter
	}
	switch verb {
	case "run":
		return t
	case "exec":
		return t & starter
	case "build":
		return t & trial
	}
	return 0
}

// ofPackages lists the traits of a subcommand of those that install.
func ofPackages(program, verb string) trait {
	switch program {
	case "npm", "pnpm", "yarn", "pip", "pip3", "cargo", "gh", "brew", "apt", "gem":
		switch verb {
		case "", "ls", "list", "view", "show", "info", "search", "outdated", "why":
			return onlooker
		}
	}
	return 0
}
