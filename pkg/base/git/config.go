package git

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/look"
)

// config holds settings by their key, with lower case section and name.
type config map[string][]string

const (
	maxConfig   = 1 << 20
	maxIncludes = 10 // files deep, as git has it
)

// last returns the value that counts.
func (c config) last(key string) (string, bool) {
	v := c[key]
	if len(v) == 0 {
		return "", false
	}
	return v[len(v)-1], true
}

// is reads a boolean as git does; what git would reject counts as other.
func (c config) is(key string, other bool) bool {
	v, ok := c.last(key)
	if !ok {
		return other
	}
	switch strings.ToLower(v) {
	case "true", "yes", "on", "1":
		return true
	case "false", "no", "off", "0", "":
		return false
	}
	return other
}

// configure reads the settings that count in this work tree, and refuses those
// that would change how the rest is read.
func (r *Repo) configure() error {
	if !look.Complete {
		return unsupported("this system's file times")
	}
	if !exists(r.dir, "HEAD") || !isDir(below(r.common, "objects")) || !isDir(below(r.common, "refs")) {
		return unsupported("a .git that is no repository")
	}
	own := []string{r.root, r.dir, r.common, r.full(".git")}
	for i, path := range own {
		if !slices.Contains(own[:i], path) && !ownedByUser(path, r.options.Getenv) {
			return unsupported("a repository of another user")
		}
	}
	r.config = make(config)
	for _, path := range r.userConfigs() {
		if err := r.include(path, r.config, maxIncludes); err != nil {
			return err
		}
	}
	if err := r.ownConfig(r.common, "config"); err != nil {
		return err
	}
	if r.config.is("extensions.worktreeconfig", false) {
		if err := r.ownConfig(r.dir, "config.worktree"); err != nil {
			return err
		}
	}
	c := r.config
	for key := range c {
		if name, ok := strings.CutPrefix(key, "extensions."); ok && !knownExtension(name) {
			return unsupported(key)
		}
	}
	version, _ := c.last("core.repositoryformatversion")
	format, _ := c.last("extensions.objectformat")
	refs, _ := c.last("extensions.refstorage")
	switch {
	case version != "" && version != "0" && version != "1":
		return unsupported("repository format " + version)
	case version != "1" && (format != "" || refs != ""):
		return unsupported("extensions of a plain repository")
	case format != "" && format != "sha1" && format != "sha256":
		return unsupported("object format")
	case refs != "" && refs != "files":
		return unsupported("reftables")
	case c.is("core.bare", false) && !r.Linked():
		return unsupported("a bare repository with a work tree")
	}
	if tree, ok := c.last("core.worktree"); ok {
		if !leads(r.dir, tree, r.root) {
			return damaged("core.worktree")
		}
	} else if !r.Linked() && r.dir != r.full(".git") {
		return damaged("a submodule")
	}
	r.sha256 = format == "sha256"
	switch {
	case c.is("core.ignorecase", false):
		return unsupported("core.ignorecase")
	case !c.is("core.symlinks", true):
		return unsupported("core.symlinks")
	case c.is("core.precomposeunicode", false):
		return unsupported("core.precomposeunicode")
	}
	return nil
}

func knownExtension(name string) bool {
	switch name {
	case "noop", "preciousobjects", "partialclone", "worktreeconfig", "objectformat", "refstorage", "relativeworktrees":
		return true
	}
	return false
}

// userConfigs lists the files outside of the repository that git reads.
func (r *Repo) userConfigs() []string {
	env := r.options.Getenv
	var files []string
	if system := env("GIT_CONFIG_SYSTEM"); system != "" {
		files = append(files, system)
	} else if !(config{"": {env("GIT_CONFIG_NOSYSTEM")}}).is("", true) {
		files = append(files, systemConfigs()...)
	}
	if global := env("GIT_CONFIG_GLOBAL"); global != "" {
		return append(files, global)
	}
	if dir := r.options.userDir(); dir != "" {
		files = append(files, filepath.Join(dir, "config"))
	}
	if home := env("HOME"); home != "" {
		files = append(files, filepath.Join(home, ".gitconfig"))
	}
	return files
}

// systemConfigs lists where git keeps the settings of all users: which of them
// depends on how it was built.
func systemConfigs() []string {
	files := []string{"/etc/gitconfig", "/usr/local/etc/gitconfig"}
	if runtime.GOOS == "darwin" {
		files = append(files, "/opt/homebrew/etc/gitconfig",
			"/Library/Developer/CommandLineTools/usr/share/git-core/gitconfig",
			"/Applications/Xcode.app/Contents/Developer/usr/share/git-core/gitconfig")
	}
	return files
}

// userDir returns the directory of the user's own files for git, or "".
func (o *Options) userDir() string {
	if dir := o.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "git")
	}
	if home := o.Getenv("HOME"); home != "" {
		return filepath.Join(home, ".config", "git")
	}
	return ""
}

// include adds a file of the user's settings, and those it includes. What it
// includes on a condition must not matter here.
func (r *Repo) include(path string, to config, depth int) error {
	text, err := r.readUser(path, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return unsupported(path)
	}
	if depth == 0 {
		return unsupported("includes")
	}
	return parseConfig(string(text), func(key, value string) error {
		condition := strings.HasPrefix(key, "includeif.") && strings.HasSuffix(key, ".path")
		if key != "include.path" && !condition {
			to[key] = append(to[key], value)
			return nil
		}
		file, ok := r.options.userPath(value)
		if !ok {
			return unsupported(key)
		}
		if !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(path), file)
		}
		if !condition {
			return r.include(file, to, depth-1)
		}
		perhaps := make(config)
		if err := r.include(file, perhaps, depth-1); err != nil {
			return err
		}
		for key := range perhaps {
			if matters(key) {
				return unsupported("a conditional " + key)
			}
		}
		return nil
	})
}

// matters reports whether a setting changes what this package answers.
func matters(key string) bool {
	switch key {
	case "core.attributesfile", "core.autocrlf", "core.bare", "core.excludesfile", "core.filemode", "core.ignorecase",
		"core.precomposeunicode", "core.repositoryformatversion", "core.sparsecheckout", "core.symlinks", "core.worktree":
		return true
	}
	return strings.HasPrefix(key, "extensions.") || strings.HasPrefix(key, "branch.") || strings.HasPrefix(key, "remote.")
}

// userPath expands a leading ~ in a path of the user's settings.
func (o *Options) userPath(path string) (string, bool) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		home := o.Getenv("HOME")
		return filepath.Join(home, rest), home != ""
	}
	return path, path != "" && path[0] != '~' && path[0] != '%'
}

// ownConfig adds a file of the repository's settings, which may include no
// other.
func (r *Repo) ownConfig(dir, name string) error {
	text, err := r.read(dir, name, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	return parseConfig(string(text), func(key, value string) error {
		switch {
		case strings.HasPrefix(key, "include."), strings.HasPrefix(key, "includeif."), key == "core.excludesfile", key == "core.attributesfile":
			return unsupported(key + " of a repository") // it may lead anywhere
		}
		r.config[key] = append(r.config[key], value)
		return nil
	})
}

// parseConfig passes the settings of a file to add, with lower case section and
// name; one without a value is "true".
func parseConfig(text string, add func(key, value string) error) error {
	p := configText{strings.TrimPrefix(text, "\ufeff")}
	section := ""
	for {
		p.blank()
		switch c := p.next(); {
		case c == 0 && p.rest == "":
			return nil
		case c == '#' || c == ';':
			p.line()
		case c == '[':
			var ok bool
			if section, ok = p.section(); !ok {
				return unsupported("a section of the settings")
			}
		case letter(c) && section != "":
			name := strings.ToLower(string(c) + p.name())
			value, ok := p.value()
			if !ok {
				return unsupported("a value of the settings")
			}
			if err := add(section+"."+name, value); err != nil {
				return err
			}
		default:
			return unsupported("a line of the settings")
		}
	}
}
