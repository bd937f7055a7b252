// Package paths says where ctxhook's own files live, and reads and writes them
// safely. It does not know what is in them. A file of the user's is replaced
// only as it was read, by UserFile.
package paths

import (
	"errors"
	"fmt"
	"path"
	"strings"
)

// Places are the directories of one user. A directory that could not be found
// is "", and so is every path in it; callers do without it.
type Places struct {
	Home   string // the user's home directory
	Config string // config.yaml, rules/, allow.yaml
	Data   string // ctxhook.db
	State  string // trust.json, spool/, debug.log
	Cache  string

	// Machine has an administrator's settings for all users of this machine.
	Machine string

	goos   string
	agent  string // the agent's settings directory, ~/.claude unless moved
	system string // %ProgramData%
}

// ErrNoHome is returned when the environment does not say where the user
// lives. The user database is not asked: it would cost the start of every
// hook, and a process without HOME is rarely a user's.
var ErrNoHome = errors.New("home directory unknown")

// Resolve finds the directories in the environment: the XDG directories on
// Linux and macOS, %AppData% and %LocalAppData% on Windows. Relative
// directories are ignored, as XDG demands. With an error it also returns the
// directories that it found.
func Resolve(getenv func(string) string, goos string) (Places, error) {
	p := Places{goos: goos, Machine: machineDir(goos)}
	dir := func(name string) string {
		if v := getenv(name); p.isAbs(v) {
			return p.clean(v)
		}
		return ""
	}
	p.agent = dir("CLAUDE_CONFIG_DIR")
	if goos == "windows" {
		p.Home = dir("USERPROFILE")
		p.system = first(dir("ProgramData"), `C:\ProgramData`)
		p.Config = p.under(first(dir("APPDATA"), p.under(p.Home, "AppData", "Roaming")), "ctxhook")
		local := p.under(first(dir("LOCALAPPDATA"), p.under(p.Home, "AppData", "Local")), "ctxhook")
		p.Data, p.State, p.Cache = local, p.under(local, "state"), p.under(local, "cache")
	} else {
		p.Home = dir("HOME")
		xdg := func(name string, def ...string) string {
			return p.under(first(dir(name), p.under(p.Home, def...)), "ctxhook")
		}
		p.Config = xdg("XDG_CONFIG_HOME", ".config")
		p.Data = xdg("XDG_DATA_HOME", ".local", "share")
		p.State = xdg("XDG_STATE_HOME", ".local", "state")
		p.Cache = xdg("XDG_CACHE_HOME", ".cache")
	}
	if p.agent == "" {
		p.agent = p.under(p.Home, ".claude")
	}
	if p.Config == "" || p.Data == "" || p.State == "" || p.Cache == "" {
		return p, fmt.Errorf("%w: set %s to an absolute path", ErrNoHome, p.missing())
	}
	return p, nil
}

func (p Places) missing() string {
	if p.goos == "windows" {
		return "USERPROFILE (or APPDATA and LOCALAPPDATA)"
	}
	return "HOME (or XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME and XDG_CACHE_HOME)"
}

// DatabaseName is the file name of the database, unless the user sets another
// path.
const DatabaseName = "ctxhook.db"

// The files of the user.

func (p Places) ConfigFile() string   { return p.under(p.Config, "config.yaml") }
func (p Places) RulesDir() string     { return p.under(p.Config, "rules") }
func (p Places) AllowFile() string    { return p.under(p.Config, "allow.yaml") }
func (p Places) PacksFile() string    { return p.under(p.Config, "packs.json") } // which shared packs hold
func (p Places) PacksDir() string     { return p.under(p.Data, "packs") }        // their rules
func (p Places) TrustFile() string    { return p.under(p.State, "trust.json") }
func (p Places) PauseFile() string    { return p.under(p.State, "pause.json") }
func (p Places) UsedDir() string      { return p.under(p.State, "used") }   // entries of allow.yaml that were used up
func (p Places) LedgerDir() string    { return p.under(p.State, "ledger") } // what sessions did, a file for each
func (p Places) LooksDir() string     { return p.under(p.Cache, "looks") }  // what directories held at the last look
func (p Places) StartDir() string     { return p.under(p.State, "start") }  // what ran by itself in projects
func (p Places) TrailDir() string     { return p.under(p.State, "trail") }  // which calls were judged, by versions before the ledger
func (p Places) Database() string     { return p.under(p.Data, DatabaseName) }
func (p Places) SpoolDir() string     { return p.under(p.State, "spool") }                // events to be written to the database later
func (p Places) RepeatsFile() string  { return p.under(p.State, "repeats") }              // which commands fail again and again
func (p Places) PublishedDir() string { return p.under(p.State, "published") }            // files as they were before preferences were written into them
func (p Places) RescueDir() string    { return p.under(p.Data, "rescue") }                // files as they were before commands that lose some
func (p Places) FleetFile() string    { return p.under(p.Config, "fleet.conf") }          // how ctxhook-fleet reaches the database of the team
func (p Places) FleetCursor() string  { return p.under(p.State, "fleet", "cursor.json") } // how far it has pushed
func (p Places) FleetLock() string    { return p.under(p.State, "fleet", "lock") }
func (p Places) DebugLog() string     { return p.under(p.State, "debug.log") }

// KeptOn returns the notes of how the files that keep the guard on were seen last: to
// delete what is kept of sessions, and what was learned from them, leaves another one.
func (p Places) KeptOn(key string) [3]string {
	return [...]string{p.under(p.State, "kept-on", key), p.under(p.Data, "kept-on", key), p.under(p.Cache, "kept-on", key)}
}

// FailuresFile returns the file in which the failures of a part of ctxhook are
// counted.
func (p Places) FailuresFile(part string) string { return p.under(p.State, "failures", part) }
func (p Places) Timings() string                 { return p.under(p.State, "timings") } // how long hooks took

// Former lists where versions before the ledger kept what it holds now.
func (p Places) Former() []string {
	return []string{p.under(p.State, "once"), p.under(p.State, "calls"), p.under(p.State, "touched"), p.TrailDir()}
}

// InstallDir returns where init keeps what it needs to undo itself: the
// settings before it.
func (p Places) InstallDir() string { return p.under(p.State, "install") }

// AgentDir returns where the agent keeps the user's settings. They are not
// ours: package install alone writes them.
func (p Places) AgentDir() string { return p.agent }

// MachineCacheName is the directory among an administrator's files that they did not
// write.
const MachineCacheName = "cache"

// The files of an administrator.

func (p Places) MachineConfig() string { return p.under(p.Machine, "config.yaml") }
func (p Places) MachineRules() string  { return p.under(p.Machine, "rules") }
func (p Places) MachinePacks() string  { return p.under(p.Machine, "packs") }
func (p Places) MachineCache() string  { return p.under(p.Machine, MachineCacheName) } // of rules, written by root

// The files of a project; root is what Project returned.

func (p Places) ProjectDir(root string) string    { return p.under(root, ProjectName) }
func (p Places) ProjectConfig(root string) string { return p.under(root, ProjectName, "config.yaml") }
func (p Places) ProjectRules(root string) string  { return p.under(root, ProjectName, "rules") }

// ProjectBaseline returns the file of lint findings that the project accepts.
func (p Places) ProjectBaseline(root string) string {
	return p.under(root, ProjectName, "baseline.json")
}

// under joins path elements the way goos writes them. Below an unknown
// directory every path is "".
func (p Places) under(dir string, elem ...string) string {
	if dir == "" {
		return ""
	}
	sep := "/"
	if p.goos == "windows" {
		sep = `\`
	}
	return strings.TrimRight(dir, sep) + sep + strings.Join(elem, sep)
}

// clean returns a path as goos writes it, without what says nothing: paths are
// compared with those of commands as text.
func (p Places) clean(dir string) string {
	if p.goos != "windows" {
		return path.Clean(dir)
	}
	share := ""
	if strings.HasPrefix(dir, `\\`) {
		share = `\`
	}
	return share + strings.ReplaceAll(path.Clean(strings.ReplaceAll(dir, `\`, "/")), "/", `\`)
}

func (p Places) isAbs(path string) bool {
	if p.goos == "windows" {
		drive := len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
		return drive || strings.HasPrefix(path, `\\`)
	}
	return strings.HasPrefix(path, "/")
}

func first(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
