package learn

import "strings"

// ofProgram lists the traits of a program. One that carries its version in
// its name has those of the others.
func ofProgram(program string) trait {
	t, known := named(program)
	if bare := strings.TrimRight(program, "0123456789."); !known && bare != "" {
		t, _ = named(bare)
	}
	return t
}

func named(program string) (t trait, known bool) {
	switch program {
	case "cd", "echo", "printf", "true", ":", "sleep":
		return aside | relay | onlooker | trifle | leaf, true
	case "pushd", "popd", "exit":
		return aside | onlooker | trifle, true
	case "export", "set", "wait":
		return aside | relay | leaf, true
	case ".", "source", "alias", "shopt", "ulimit", "umask", "unset":
		return aside, true

	case "", "clear", "dirs", "id", "la", "ll", "reset", "whoami":
		return onlooker | trifle, true
	case "history", "type", "which":
		return foreign | onlooker | trifle, true
	case "date":
		return foreign | onlooker | trifle | leaf, true
	case "pwd":
		return relay | onlooker | trifle | leaf, true
	case "false":
		return relay | onlooker | leaf, true
	case "ls":
		return display | trifle, true

	case "cat", "column", "cut", "egrep", "fgrep", "fold", "grep", "head", "less", "more", "nl", "rev", "rg", "sort", "strings", "tac", "tail", "tr", "ts", "uniq", "wc":
		return filter | display, true
	case "awk", "gawk":
		return filter | display | interpreter, true
	case "sed", "tee": // which write, too
		return filter | display&^onlooker, true
	case "[", "[[", "ack", "ag", "bat", "diff", "dmesg", "fmt", "hexdump", "journalctl", "jq", "test", "xxd", "yq", "zgrep":
		return display, true

	case "base64", "cmp", "colordiff", "comm", "command", "fd", "glow", "lsof", "man", "md5sum", "mdcat", "od", "pbpaste", "pgrep", "ps", "sha256sum", "tldr", "tree":
		return foreign | onlooker, true
	case "env", "find":
		return foreign | onlooker | interpreter, true
	case "dig", "free", "hostname", "ldd", "netstat", "nm", "nslookup", "ping", "printenv", "readlink", "seq", "ss", "top", "uname", "uptime", "whereis":
		return onlooker, true
	case "time":
		return onlooker | interpreter, true
	case "basename", "df", "dirname", "du", "file", "realpath", "stat":
		return foreign | onlooker | leaf, true
	case "chmod", "chown", "cp", "gzip", "ln", "mkdir", "mv", "rm", "rmdir", "tar", "touch", "unzip", "zip":
		return foreign | leaf, true
	case "apt", "apt-get", "aws", "az", "brew", "claude", "code", "codex", "ctxhook", "fly", "gcloud", "gemini", "glab", "heroku", "kill", "kubectl", "nano", "open", "pip", "pkill", "poetry",
		"read", "rsync", "scp", "uv", "vercel", "vi", "vim", "xclip":
		return foreign, true
	case "gh":
		return foreign | keeper, true
	case "http":
		return foreign | trial, true
	case "curl", "mysql", "psql", "sqlite3", "wget":
		return foreign | trial | interpreter, true

	case "act", "docker-compose", "gmake", "invoke", "just", "lefthook", "lerna", "make", "nox", "nx", "pre-commit", "rake", "task", "tox", "turbo":
		return starter | swallower, true
	case "docker", "hatch", "npm", "pnpm", "podman", "yarn":
		return swallower, true
	case "bun":
		return swallower | trial, true
	case "ssh":
		return starter | swallower | interpreter, true
	case "ant", "bazel", "concurrently", "direnv", "ninja", "nix-shell", "parallel":
		return starter, true
	case "bash", "bunx", "dash", "fish", "ksh", "npx", "sh", "watch", "xargs", "zsh":
		return starter | interpreter, true
	case "doas", "eval", "nohup", "osascript", "pipx", "powershell", "pwsh", "sqlite", "su", "sudo", "uvx":
		return interpreter, true
	case "deno", "lua", "node", "perl", "php", "python", "ruby":
		return trial | interpreter | scripted, true
	case "Rscript", "cc", "clang", "clang++", "g++", "gcc", "ghc", "java", "javac", "kotlinc", "redis-cli", "rustc", "tsc":
		return trial, true
	}
	return 0, false
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
	case "", "status", "log", "diff", "show", "branch", "remote", "blame", "grep", "ls-files", "ls-tree", "ls-remote", "rev-parse", "rev-list", "describe", "cat-file", "reflog", "shortlog", "fetch":
		return foreign | onlooker
	case "commit", "push":
		return starter | keeper
	case "bisect", "merge", "rebase":
		return starter
	case "add", "tag", "notes":
		return foreign | keeper
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
