package effect

import "strings"

// strength says how much a verb takes away.
type strength uint8

// The strengths, from the least.
const (
	noVerb  strength = iota
	changes          // undone by another command, but felt: reset, rollback
	closes           // takes away access or service: revoke, disable
	removes          // delete: also what people call tidying up
	ruins            // destroy, purge: never said of what is wanted
	pays             // moves money
)

// strengthOf returns the strength of a verb.
func strengthOf(word string) strength {
	switch word {
	case "destroy", "purge", "wipe", "erase", "nuke", "terminate", "obliterate", "decommission", "deprovision", "annihilate", "drop",
		"teardown", "tear-down", "destroy-all", "delete-all", "purge-all", "remove-all", "wipe-all", "drop-all", "shred", "expunge",
		"truncate", "zap", "implode", "self-destruct", "factory-reset":
		return ruins
	case "delete", "remove", "rm", "del", "destruct", "deletes", "removes", "unprovision":
		return removes
	case "revoke", "disable", "deactivate", "suspend", "unpublish", "deregister", "unregister", "evict", "detach", "demote", "close",
		"expire", "abandon", "cancel", "ban", "block", "lock-out", "unenroll", "retire", "leave", "unlink":
		return closes
	case "reset", "rollback", "roll-back", "restore", "overwrite", "flush", "clear", "prune", "gc", "failover", "drain", "rotate",
		"replace", "transfer", "expose", "apply", "release", "uninstall", "stop", "kill", "empty", "cleanup", "clean", "shutdown", "recreate", "rebuild":
		return changes
	case "buy", "purchase", "pay", "payout", "refund", "withdraw":
		return pays
	case "send":
		return pays
	}
	return noVerb
}

// worth says whose the object of a verb is.
type worth uint8

// The worths.
const (
	unknownWorth worth = iota
	own                // of the user's own tools, and made again: a cache, a tag
	shared             // others may rely on it, or data is in it
)

// worthOf returns the worth of an object, in the singular or the plural.
func worthOf(word string) worth {
	for _, w := range [...]string{word, strings.TrimSuffix(word, "s"), strings.TrimSuffix(word, "es"), strings.TrimSuffix(word, "ies") + "y"} {
		if v := singular(w); v != unknownWorth {
			return v
		}
	}
	return unknownWorth
}

func singular(word string) worth {
	switch word {
	case "cluster", "database", "db", "schema", "table", "namespace", "ns", "project", "account", "bucket", "volume", "tenant", "org",
		"organization", "organisation", "instance", "vm", "server", "node", "host", "user", "group", "role", "policy", "domain", "zone",
		"environment", "env", "stack", "app", "application", "service", "deployment", "repo", "repository", "registry", "secret",
		"credential", "vault", "index", "topic", "queue", "collection", "dataset", "backup", "snapshot", "disk", "pool", "partition", "site",
		"workspace", "team", "customer", "subscription", "certificate", "cert", "fleet", "region", "storage", "realm", "mailbox",
		"cloud", "infrastructure", "infra", "warehouse", "datastore", "drive", "wallet", "keystore", "keyspace", "share", "network",
		"subnet", "vpc", "firewall", "gateway", "loadbalancer", "lb", "pipeline", "indice", "device", "computer", "machine", "member",
		"permission", "employee", "resource", "record", "dns", "zonefile", "dnsrecord", "resourcegroup", "kv", "ledger", "store", "bitlocker", "forest",
		"fund", "payment", "invoice", "order", "coin", "token", "api-key", "apikey", "serviceaccount", "service-account", "nodepool",
		"node-pool", "droplet", "container-registry", "key-vault", "keyvault", "principal", "identity", "license", "webapp", "webapppool",
		"logicaldisk", "virtualdisk", "physicaldisk", "datacenter", "vmhost", "blob", "object", "lake", "iam", "ou", "gpo", "organizationalunit":
		return shared
	case "cache", "build", "tmp", "temp", "session", "history", "tag", "label", "alias", "branch", "worktree", "file", "task", "todo",
		"note", "bookmark", "plugin", "theme", "package", "config", "setting", "preference", "comment", "issue", "draft", "item", "entry",
		"variable", "module", "job", "pssession", "function", "event", "breakpoint", "typedata", "color", "profile", "template",
		"snippet", "favorite", "favourite", "extension", "ext", "addon", "lock", "context", "output", "log", "screen", "terminal", "selection",
		"row", "column", "line", "word", "page", "slide", "layer", "frame", "dependency", "import", "image", "container", "hook", "filter",
		"pane", "window", "tab", "screenshot", "dir", "folder", "directory", "psdrive", "clipboard", "gc", "test", "toolchain",
		"version", "formula", "recipe", "remote", "reminder", "timer", "watch", "dead-code", "duplicate", "whitespace", "metadata", "exif":
		return own
	}
	return unknownWorth
}

// compound reads a word that is a verb, or one that joins a verb and an object:
// delete-cluster, cluster:delete. A verb joined with anything else is a name.
func compound(word string) (verb, object string, strong strength) {
	word = strings.ToLower(word)
	if s := strengthOf(word); s != noVerb {
		return word, "", s
	}
	at := strings.IndexAny(word, ":.-_/")
	if at <= 0 || at == len(word)-1 {
		return "", "", noVerb
	}
	if s := strengthOf(word[:at]); s != noVerb && worthOf(word[at+1:]) != unknownWorth {
		return word[:at], word[at+1:], s
	}
	at = strings.LastIndexAny(word, ":.-_/")
	if s := strengthOf(word[at+1:]); s != noVerb && worthOf(word[:at]) != unknownWorth {
		return word[at+1:], word[:at], s
	}
	return "", "", noVerb
}

// otherVerb reports whether a word is a verb of another kind, which takes what is
// behind it as a name.
func otherVerb(word string) bool {
	switch strings.ToLower(word) {
	case "list", "ls", "get", "show", "describe", "status", "info", "view", "cat", "search", "find", "help", "plan", "preview", "diff",
		"check", "validate", "lint", "test", "log", "logs", "version", "explain", "print", "export", "dump", "count", "history", "man", "docs",
		"doc", "run", "exec", "x", "create", "add", "new", "init", "generate", "build", "format", "render", "completion", "completions", "say",
		"ask", "grep", "echo", "commit", "install", "update", "upgrade", "edit", "set", "open", "start", "watch", "serve", "read", "whatis",
		"lookup", "query", "trace", "bench", "benchmark", "debug", "compile", "convert", "encode", "decode", "import", "login", "translate",
		"speak", "play", "draw", "cd", "use", "which", "alias", "make", "simulate", "estimate", "dry-run", "dryrun", "schedule", "undo":
		return true
	}
	return false
}

// harmlessOption reports whether an option, without dashes, keeps a program from
// doing anything.
func harmlessOption(name string) bool {
	switch name {
	case "help", "h", "?", "usage", "man", "version", "dryrun", "dry", "noop", "undo", "simulate", "simulation", "pretend", "whatif", "plan", "planonly",
		"preview", "check", "diff", "justprint", "noact", "noexecute", "noexec", "printonly", "listonly", "list", "show", "dump", "trialrun",
		"dryrunclient", "recon", "explain", "test", "example", "examples", "drymode", "testmode", "local", "sandbox", "dev", "mock", "generatecliskeleton":
		return true
	}
	return false
}

// forcingOption reports whether an option, without dashes, forbids the question or
// takes everything.
func forcingOption(name string) bool {
	switch name {
	case "y", "yes", "force", "autoapprove", "assumeyes", "noconfirm", "noconfirmation", "noprompt", "noprompts", "noninteractive",
		"skipconfirmation", "skipconfirm", "skipprompt", "approve", "autoconfirm", "yesreally", "iknowwhatiamdoing", "imsure", "sure",
		"iamsure", "all", "everything", "alltenants", "forcedelete", "purge", "batchyes", "reallyyes":
		return true
	}
	return false
}

// plainWord reports whether a word can be a subcommand and is no path or text.
func plainWord(word string) bool {
	if word == "" || word[0] < 'A' || word[0] > 'z' {
		return false
	}
	for i := range len(word) {
		switch b := word[i]; {
		case b >= 'a' && b <= 'z', b >= 'A' && b <= 'Z', b >= '0' && b <= '9', b == '-', b == '_', b == ':', b == '.', b == '/':
		default:
			return false
		}
	}
	return true
}

// parts splits a name at what joins words in names.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return strings.ContainsRune("-_./:@,= ", c) })
}

// inUse reports whether a name says that it is in production.
func inUse(name string) bool {
	for _, p := range parts(name) {
		switch p {
		case "prod", "production", "prd":
			return true
		}
	}
	return false
}

// forTrial reports whether a name says that it is for tests or for one developer.
func forTrial(name string) bool {
	if strings.HasPrefix(name, "/dev/") {
		return false // a device
	}
	for _, reserved := range [...]string{"example.com", "example.org", "example.net"} {
		name = strings.ReplaceAll(name, reserved, "") // stands for any domain, not for a trial
	}
	for _, p := range parts(name) {
		switch p {
		case "test", "tests", "testing", "dev", "devel", "development", "local", "localhost", "sandbox", "scratch", "tmp", "temp", "demo",
			"example", "examples", "dummy", "mock", "fixture", "fixtures", "kind", "minikube", "playground", "127", "testdb", "trial", "ci",
			"testnet", "devnet", "sample", "foo", "bar", "baz":
			return true
		}
	}
	return false
}
