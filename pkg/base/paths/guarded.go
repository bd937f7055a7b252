package paths

import "path/filepath"

// Guard lists the paths that no agent may change: our own directories and
// binary, and the settings that make the agent call us. Everything below a
// listed path is guarded, too. root is the project, binary the running
// program; both may be empty.
func (p Places) Guard(root, binary string) []string {
	paths := []string{
		p.Config, p.Data, p.State, p.Cache, p.Machine, binary,
		p.under(p.agent, "settings.json"),
		p.under(p.agent, "settings.local.json"),
		p.under(p.Home, ".claude.json"),
		p.under(p.agent, "plugins", "installed_plugins.json"),
		p.under(p.agent, "plugins", "cache", "ctxhook"), // of our own marketplace
		p.ProjectDir(root),
		p.under(root, ".claude", "settings.json"),
		p.under(root, ".claude", "settings.local.json"),
	}
	paths = append(paths, p.Managed()...)
	known := paths[:0]
	for _, path := range paths {
		if path != "" {
			known = append(known, path)
		}
	}
	return known
}

// Support is a file, or a directory of files, that keeps the guard on.
type Support struct {
	Path string
	Is   SupportKind
}

// SupportKind is how a change of a file is weighed.
type SupportKind uint8

// The kinds.
const (
	Registers SupportKind = iota // settings by which an agent calls us
	Managed                      // the same of an administrator
	Settles                      // our own settings
	Pauses                       // that there is a pause: nothing while there is none
	Program                      // a program named ctxhook
	Starts                       // what a shell reads when it starts
	Keeps                        // the database
)

// Supports lists the files by which the client calls us and we know what to stop: of the
// user, and of a project in whose root an agent works.
func (p Places) Supports(root string) (user, project []Support) {
	add := func(to *[]Support, is SupportKind, list ...string) {
		for _, path := range list {
			if path != "" {
				*to = append(*to, Support{path, is})
			}
		}
	}
	add(&user, Registers, p.under(p.agent, "settings.json"), p.under(p.agent, "settings.local.json"))
	for _, dir := range p.Managed() {
		add(&user, Managed, p.under(dir, "managed-settings.json"), p.under(dir, "managed-settings.d"))
	}
	add(&user, Settles, p.ConfigFile(), p.AllowFile(), p.PacksFile(), p.RulesDir(), p.TrustFile())
	add(&user, Pauses, p.PauseFile())
	if p.goos != "windows" {
		for _, name := range [...]string{".bashrc", ".bash_profile", ".profile", ".zshrc", ".zshenv", ".config/fish/config.fish"} {
			add(&user, Starts, p.under(p.Home, name))
		}
	}
	add(&project, Registers, p.under(root, ".claude", "settings.json"), p.under(root, ".claude", "settings.local.json"))
	add(&project, Settles, p.ProjectConfig(root), p.ProjectRules(root))
	return user, project
}

// ClientSettings lists the files in which the client may keep the settings that hold
// in some directories, such as which commands it denies.
func (p Places) ClientSettings(dirs ...string) []string {
	var list []string
	if isDir(p.agent) {
		list = append(list, p.under(p.agent, "settings.json"))
	}
	for _, dir := range dirs {
		if dir = p.under(dir, ".claude"); dir != "" && isDir(dir) {
			list = append(list, p.under(dir, "settings.json"), p.under(dir, "settings.local.json"))
		}
	}
	for _, dir := range p.Managed() {
		if !isDir(dir) {
			continue
		}
		more, _ := filepath.Glob(p.under(dir, "managed-settings.d", "*.json"))
		list = append(append(list, p.under(dir, "managed-settings.json")), more...)
	}
	return list
}

// Managed lists the directories in which an administrator puts settings that
// no user can change.
func (p Places) Managed() []string {
	switch p.goos {
	case "windows":
		return []string{p.under(p.system, "ClaudeCode"), `C:\Program Files\ClaudeCode`}
	case "darwin":
		return []string{"/Library/Application Support/ClaudeCode"}
	default:
		return []string{"/etc/claude-code"}
	}
}
