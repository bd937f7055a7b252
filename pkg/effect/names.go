package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
)

// systemDir reports whether a directory at the root belongs to the system.
func systemDir(name string) bool {
	switch name {
	case "etc", "usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "boot", "var", "opt", "sys", "proc", "dev", "srv",
		"run", "nix", "snap", "System", "Library", "Applications", "private", "cores", "efi", "Windows", "WINDOWS",
		"Program Files", "Program Files (x86)", "ProgramData":
		return true
	}
	return false
}

// systemGlob reports whether a pattern at the root matches system directories:
// /e*c, /???.
func systemGlob(pattern string) bool {
	if !isGlob(pattern) {
		return false
	}
	for _, n := range [...]string{"etc", "usr", "bin", "sbin", "lib", "lib64", "boot", "var", "home", "root", "Users", "System"} {
		if shell.MatchGlob(pattern, n) {
			return true
		}
	}
	return false
}

// systemClass returns the class of devices, mounts and system directories.
func systemClass(s []string) Class {
	if len(s) > 1 && len(s[0]) == 1 || len(s) > 1 && s[0] == "mnt" && len(s[1]) == 1 { // a Windows drive
		return windowsClass(s)
	}
	if len(s) == 1 && len(s[0]) == 1 && s[0][0]|0x20 >= 'a' && s[0][0]|0x20 <= 'z' {
		return Root
	}
	switch s[0] {
	case "dev":
		return deviceClass(s)
	case "mnt", "media", "Volumes":
		if len(s) <= 2 || len(s) == 3 && everything(s[2]) {
			return Mount
		}
		return 0
	}
	if !systemDir(s[0]) {
		return 0
	}
	if c := cacheClass(s); c != 0 {
		return c
	}
	rest := s[1:]
	if len(rest) == 0 || everything(rest[0]) {
		return System
	}
	if essential(s[0], rest) {
		return System
	}
	if installed(s) {
		return BelowSystem | Generated
	}
	return BelowSystem
}

// installed reports whether a path is a program unpacked below /usr/local,
// which can be downloaded again. The shared directories there and directories
// with data are not.
func installed(s []string) bool {
	if len(s) < 3 || s[0] != "usr" || s[1] != "local" {
		return false
	}
	switch s[2] {
	case "lib", "lib64", "include", "share", "libexec":
		return len(s) > 3 && !isGlob(s[3])
	case "bin", "sbin", "etc", "var", "opt", "mysql", "pgsql", "Cellar", "Caskroom", "Homebrew":
		return false
	}
	return !isGlob(s[2])
}

// essential reports whether a system does not start, or lets nobody log in,
// without a path.
func essential(top string, rest []string) bool {
	one := len(rest) == 1 || len(rest) == 2 && everything(rest[1])
	switch top {
	case "boot", "efi", "proc", "sys", "bin", "sbin", "lib", "lib32", "lib64", "System":
		return one
	case "etc":
		switch rest[0] {
		case "passwd", "shadow", "group", "gshadow", "sudoers", "fstab", "hosts", "ld.so.preload", "pam.d", "sudoers.d",
			"ssh", "ssl", "systemd", "crypttab", "inittab", "init.d", "resolv.conf", "nsswitch.conf":
			return one || rest[0] == "pam.d"
		}
	case "usr":
		switch rest[0] {
		case "bin", "sbin", "lib", "lib64", "lib32", "libexec", "share", "include", "local":
			return one
		}
	case "var":
		switch rest[0] {
		case "lib", "log", "spool", "mail", "backups", "www", "db":
			return one
		}
	case "Library", "Applications", "private", "opt", "srv", "run":
		return len(rest) == 1 && everything(rest[0])
	}
	return false
}

// cacheClass returns the class of system directories whose content is fetched
// or made again.
func cacheClass(s []string) Class {
	p := strings.Join(s, "/")
	for _, c := range [...]string{"var/lib/apt/lists", "var/cache", "usr/share/doc", "usr/share/man", "usr/share/info",
		"usr/share/locale", "var/lib/dpkg/info", "var/log/apt", "usr/src", "var/lib/yum", "var/lib/rpm/__db",
		"opt/hostedtoolcache", "usr/local/share/doc", "usr/local/share/man", "usr/local/src", "root/.npm", "root/.cpan"} {
		if strings.HasPrefix(p+"/", c+"/") {
			return Generated
		}
	}
	return 0
}

func windowsClass(s []string) Class {
	if s[0] == "mnt" {
		s = s[1:]
	}
	switch {
	case len(s) == 1 || everything(s[1]):
		return Root
	case systemDir(s[1]) || strings.EqualFold(s[1], "windows"):
		return System
	}
	return 0
}

// deviceClass sets disks and memory apart from harmless devices.
func deviceClass(s []string) Class {
	if len(s) == 1 || everything(s[1]) {
		return System | Device
	}
	n := s[1]
	for _, p := range [...]string{"sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "loop", "dm-", "md", "sr", "ram",
		"mapper", "mem", "kmem", "port", "zvol", "pmem", "zram", "fb", "block", "bsg", "sg", "mtd", "nbd", "rbd", "sda", "da0", "da1", "da2", "ada", "nvd", "wd0", "wd1"} {
		if strings.HasPrefix(n, p) {
			return Device
		}
	}
	if isGlob(n) || strings.Contains(n, hole) {
		return Device
	}
	return 0
}

// byName classifies a path by the names in it, wherever it is.
func byName(s []string, at Dirs) Class {
	var c Class
	last := s[len(s)-1]
	if everything(last) && len(s) > 1 {
		last = s[len(s)-2]
	}
	for i, n := range s {
		switch n {
		case ".git", ".hg", ".svn", ".bzr", ".jj":
			c |= VCS
		}
		if generatedName(n) || i+1 < len(s) && generatedPair(n, s[i+1]) {
			c |= Generated
		}
		if guardName(s, i) {
			c |= Guard
		}
	}
	if secretPath(s, last) {
		c |= Secret
	}
	if startupPath(s, last) {
		c |= Startup
	}
	p := "/" + strings.Join(s, "/")
	for _, g := range at.Guard {
		if within(p, g) || within(g, trimGlob(p)) && !within(at.Home, trimGlob(p)) && !within(at.Project, trimGlob(p)) {
			c |= Guard
		}
	}
	return c
}

// generatedName reports whether a name is that of output which tools make
// again.
func generatedName(n string) bool {
	switch n {
	case "node_modules", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox", ".nox", ".next", ".nuxt",
		".turbo", ".parcel-cache", ".cache", ".nyc_output", "htmlcov", ".gradle", ".eggs", "bower_components", ".svelte-kit",
		".angular", ".vite", ".webpack", ".sass-cache", ".ipynb_checkpoints", ".hypothesis", ".coverage", "coverage",
		".venv", "venv", "DerivedData", ".dart_tool", "_cacache", ".eslintcache", ".tsbuildinfo", ".DS_Store", "CMakeFiles",
		"dist", "target", "_build", "_output", ".build", ".npm", ".cpan", ".cpanm", ".node-gyp", ".electron-gyp", ".ccache",
		".sccache", ".pnpm-store", ".ivy2", "Caches", ".temp", ".tmp", "lcov-report", "test-results", "playwright-report", "storybook-static", ".docusaurus", ".expo", ".terraform",
		".terragrunt-cache", ".pulumi-cache", ".serverless", ".aws-sam", "cdk.out", ".zig-cache", "zig-cache", "zig-out", ".stack-work", "dist-newstyle", ".cabal-sandbox",
		".bloop", ".metals", ".scala-build", ".pub-cache", ".swiftpm", "xcuserdata", ".phpunit.cache", ".php-cs-fixer.cache", ".rspec_status", ".pnp.cjs", ".astro", ".output", ".wrangler",
		"Pods", "elm-stuff", ".swc", ".nx", ".jekyll-cache", "buck-out", ".pants.d", ".pytype", ".shadow-cljs", ".cpcache", ".elixir_ls", "nimcache", ".kotlin", ".contentlayer", ".react-router",
		".stryker-tmp", "allure-results", "allure-report", ".benchmarks", ".flatpak-builder", "TestResults", ".quarto", ".rollup.cache", ".jest-cache", ".vinxi",
		"obj", ".vs": // of .NET and of Visual Studio
		return true
	}
	for _, p := range [...]string{"dist-", "bazel-", "cmake-build-", ".next-", "tmp-", "temp-", ".tmp-", ".temp-", "tmp_", "temp_", ".tmp_", ".temp_"} {
		if strings.HasPrefix(n, p) {
			return true
		}
	}
	for _, p := range [...]string{"-tmp", "-temp", "_tmp", "_temp", ".egg-info"} {
		if strings.HasSuffix(n, p) {
			return true
		}
	}
	return strings.HasSuffix(n, ".pyc") || strings.HasSuffix(n, ".o") || strings.HasSuffix(n, ".class") || strings.HasSuffix(n, ".tmp")
}

// generatedPair reports whether a directory is a cache, where only its parent
// shows it.
func generatedPair(dir, name string) bool {
	switch dir {
	case ".cargo":
		return name == "registry" || name == "git"
	case ".m2":
		return name == "repository"
	case ".nuget":
		return name == "packages"
	case ".composer", ".bundle", ".yarn", ".rustup":
		return name == "cache" || name == "tmp" || name == "downloads"
	case "pkg":
		return name == "mod"
	case "share":
		return name == "virtualenvs"
	case "tmp": // of Rails
		return name == "cache" || name == "pids" || name == "storage"
	case "vendor": // of Bundler
		return name == "bundle"
	case "bin": // of .NET
		return name == "Debug" || name == "Release"
	case "test", "tests", "spec":
		return name == "tmp"
	case "var", "framework", "bootstrap": // of Symfony and Laravel
		return name == "cache"
	}
	return false
}

// singleFile reports whether a word names files and never a directory: rm -rf
// then deletes no more than rm would.
func singleFile(w shell.Word) bool {
	n := len(w.Parts)
	if n == 0 || w.Parts[n-1].Kind == shell.Unknown {
		return false
	}
	base := w.Parts[n-1].Text
	if i := strings.LastIndexByte(base, '/'); i >= 0 {
		base = base[i+1:]
	}
	if len(base) > 3 && base[0] == '.' && strings.HasSuffix(base, "rc") {
		return !strings.ContainsAny(base, "*?[")
	}
	i := strings.LastIndexByte(base, '.')
	if i < 0 {
		return false
	}
	switch base[i+1:] {
	case "zip", "tgz", "gz", "bz2", "xz", "zst", "tar", "7z", "tbz2", "txz", "jar", "whl", "gem", "deb", "rpm", "apk", "dmg", "iso",
		"exe", "msi", "asc", "sig", "gpg", "sha256", "sha512", "md5", "pem", "crt", "csr", "pub", "list", "log", "pid", "out",
		"txt", "md", "json", "yaml", "yml", "toml", "xml", "csv", "tsv", "html", "pdf", "png", "jpg", "jpeg", "gif", "svg", "mp4",
		"mp3", "c", "h", "cc", "cpp", "hpp", "py", "go", "rs", "java", "rb", "pl", "sh", "o", "a", "so", "dll", "class", "pyc", "pyo", "map", "lock", "orig", "rej", "swp", "tmp":
		return true
	}
	return false
}

// guardName reports whether the names from the i-th segment on are those of
// the agent's settings or our own directories.
func guardName(s []string, i int) bool {
	switch s[i] {
	case ".ctxhook", ".claude.json":
		return true
	case "ctxhook": // ~/.config/ctxhook and its like, but no checkout of that name
		return i > 0 && (s[i-1] == ".config" || s[i-1] == "share" || s[i-1] == "state" || s[i-1] == ".cache" || s[i-1] == "AppData")
	case ".claude":
		if i+1 == len(s) {
			return false
		}
		n := s[i+1]
		return n == "hooks" || strings.HasPrefix(n, "settings") && strings.HasSuffix(n, ".json")
	}
	return false
}

// startupPath reports whether shells, sessions or schedulers read a file when
// they start.
func startupPath(s []string, last string) bool {
	switch last {
	case ".bashrc", ".bash_profile", ".profile", ".zshrc", ".zprofile", ".zshenv", ".zlogin", ".bash_login", ".bash_logout",
		".cshrc", ".tcshrc", ".kshrc", "config.fish", ".xinitrc", ".xprofile", ".xsession", "authorized_keys", "rc.local",
		".vimrc", ".inputrc", "sitecustomize.py", "usercustomize.py":
		return true
	}
	p := "/" + strings.Join(s, "/") + "/"
	if strings.HasSuffix(last, ".pth") && strings.HasSuffix(p, "-packages/"+last+"/") {
		return true // Python runs its import lines
	}
	for _, d := range [...]string{"/etc/profile", "/etc/bash.bashrc", "/etc/cron", "/var/spool/cron/", "/etc/systemd/system/",
		"/.config/systemd/user/", "/lib/systemd/system/", "/etc/init.d/", "/etc/rc", "/LaunchAgents/", "/LaunchDaemons/",
		"/.config/autostart/", "/etc/xdg/autostart/", "/etc/ld.so.preload/", "/etc/zsh", "/etc/environment/",
		"/etc/update-motd.d/", "/StartupItems/", "/etc/apt/apt.conf.d/", "/etc/security/", "/etc/modules-load.d/", "/etc/xinetd.d/", "/etc/inetd.conf/", "/usr/lib/udev/rules.d/", "/etc/pam.d/", "/etc/udev/rules.d/", "/.git/hooks/", "/.ssh/rc/"} {
		if strings.Contains(p, d) {
			return true
		}
	}
	return false
}

// secretPath reports whether a path is the usual place of keys, tokens or
// passwords.
func secretPath(s []string, last string) bool {
	switch last {
	case ".netrc", ".pgpass", ".git-credentials", ".npmrc", ".pypirc", "shadow", "gshadow", "id_rsa", "id_ed25519", "id_ecdsa",
		"id_dsa", ".htpasswd", "master.key", "credentials.json", "secrets.yml", "secrets.yaml", "secrets.json", ".vault-token",
		"krb5.keytab", "login.keychain", "login.keychain-db", "logins.json", "key4.db", "Login Data", "kubeconfig",
		"terraform.tfstate", ".env", ".envrc", "application_default_credentials.json", "accessTokens.json", "token.json",
		".credentials.json", "oauth_creds.json", ".databrickscfg", "credentials.tfrc.json", "kaggle.json", ".terraformrc", ".dockercfg", "credentials.toml", "rclone.conf",
		"opasswd", "wallet.dat", "master.passwd", "spwd.db", "Cookies", "Cookies.binarycookies", "cookies.sqlite", "key3.db", ".my.cnf", ".s3cfg", ".boto", "credentials", "sudoers", "hosts.yml":
		return last != "hosts.yml" || slices.Contains(s, "gh")
	}
	if strings.HasPrefix(last, ".env.") {
		switch last[5:] {
		case "example", "sample", "template", "dist", "defaults", "test":
			return false
		}
		return true
	}
	for _, ext := range [...]string{".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk"} {
		if strings.HasSuffix(last, ext) && len(last) > len(ext) {
			return true
		}
	}
	if private(s, last) || ownedSecret(s, last) {
		return true
	}
	for i, n := range s {
		switch n {
		case ".ssh":
			return i == len(s)-1 || !strings.HasSuffix(last, ".pub") && last != "known_hosts" && last != "config" && last != "authorized_keys"
		case ".aws", ".gnupg", ".azure", ".password-store", "Keychains", ".kube":
			return i == len(s)-1 || last == "config" || last == "credentials" || n != ".aws" && n != ".kube"
		case ".docker":
			return last == "config.json"
		case "gcloud":
			return strings.HasSuffix(last, ".json") || strings.HasSuffix(last, ".db")
		}
	}
	return strings.HasPrefix(last, "id_rsa") && !strings.HasSuffix(last, ".pub") ||
		strings.HasPrefix(last, "id_ed25519") && !strings.HasSuffix(last, ".pub")
}

// ownedSecret reports whether a file of a common name holds keys, because of
// the directory it is in: those of agents and of clients of services.
func ownedSecret(s []string, last string) bool {
	for i := 0; i+1 < len(s); i++ {
		switch s[i] {
		case ".codex", "opencode", ".qwen", ".gemini", ".composer", "composer", "amp", ".factory":
			return last == "auth.json" || last == "oauth_creds.json" || last == "secrets.json"
		case "github-copilot":
			return last == "hosts.json" || last == "apps.json"
		case "huggingface", ".huggingface":
			return last == "token" || last == "stored_tokens"
		case ".fly", "doctl":
			return last == "config.yml" || last == "config.yaml"
		case "solana":
			return last == "id.json"
		case ".oci", "ngrok", ".ngrok2":
			return last == "config" || last == "ngrok.yml"
		case "share": // not /usr/share/keyrings, which holds public keys
			return s[i+1] == "keyrings" && i > 0 && s[i-1] == ".local"
		}
	}
	return false
}

// private reports whether a path is the usual place of mail, messages,
// browsing history, or the token of a pod.
func private(s []string, last string) bool {
	switch last {
	case "chat.db", "History.db", "places.sqlite", "formhistory.sqlite", "History":
		return last != "History" || slices.Contains(s, "Default")
	}
	for i, n := range s {
		switch n {
		case "Library":
			if i+1 < len(s) {
				switch s[i+1] {
				case "Mail", "Messages", "Safari", "Cookies", "Calendars":
					return true
				}
			}
		case ".thunderbird", "AddressBook", "serviceaccount":
			return n != "serviceaccount" || last == "token"
		}
	}
	return false
}
