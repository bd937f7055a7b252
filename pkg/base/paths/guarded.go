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

// KeepsOn lists the files by which the client calls us and we know what to stop: of the
// user, and of a project, each with its settings first. Those of an administrator are not
// among them: no call of an agent changes them.
func (p Places) KeepsOn(root string) (user, project []string) {
	return []string{
			p.under(p.agent, "settings.json"), p.under(p.agent, "settings.local.json"),
			p.ConfigFile(), p.AllowFile(), p.PacksFile(), p.RulesDir(),
		}, []string{
			p.under(root, ".claude", "settings.json"), p.under(root, ".claude", "settings.local.json"),
			p.ProjectConfig(root), p.ProjectRules(root),
		}
}

// Owns reports whether a path is one of ctxhook's own settings, the user's or a project's.
func (p Places) Owns(path, root string) bool {
	dir := filepath.Dir(path)
	return dir == p.Config || root != "" && dir == p.ProjectDir(root)
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
