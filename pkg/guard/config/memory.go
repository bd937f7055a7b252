package config

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// Learning says what to keep of commands that ran.
type Learning struct {
	SuccessOutputs bool
	ErrorOutputs   bool
	MaxOutput      int // bytes of an output that are kept
	MinOutput      int // bytes below which the output of a success is dropped
	Sequences      bool
	Errors         bool
	RemindAtStop   bool
	Claims         bool // that the record contradicts are answered
	Weakening      bool // of checks is told to the user
	SessionWishes  bool // what the user types of commands holds at once, for the session
	Repeats        bool // that succeed, and say nothing new, are told
	StopRepeats    bool // a command that failed here before is stopped once

	On           bool    // else commands are only judged
	Auto         bool    // without being told to
	Significance float64 // the least of what is learned from
	Confidence   float64 // from which something is proposed, or kept
	MaxFailures  int     // in a row, after which a part of ctxhook pauses
}

// Store says where the memory is kept, and how long. All projects share it, so
// no project may set it, trusted or not.
type Store struct {
	Path    string // "": where our data lies
	MaxAge  time.Duration
	MaxSize int64 // bytes

	origin Origin // of Path
}

// Database returns the path of the database, "" when it is not known where.
func (c *Config) Database(p paths.Places) string {
	if c.Store.Path != "" {
		return c.Store.Path
	}
	return p.Database()
}

func (c *Config) settleMemory() {
	on := func(key int) bool { return c.scalars[key].value != 0 }
	c.Learn = Learning{
		SuccessOutputs: on(keyStoreSuccess), ErrorOutputs: on(keyStoreError),
		MaxOutput: c.scalars[keyMaxOutput].value, MinOutput: c.scalars[keyMinOutput].value,
		Sequences: on(keySequences) && on(keyAutoLearn), Errors: on(keyErrors), RemindAtStop: on(keyRemind), Claims: on(keyClaims), Weakening: on(keyWeakening), Repeats: on(keyRepeats), SessionWishes: on(keySessionWishes), StopRepeats: on(keyStopRepeats),
		On: on(keyHooks), Auto: on(keyAutoLearn), MaxFailures: c.scalars[keyMaxFailures].value,
		Significance: float64(c.scalars[keySignificance].value) / 100, Confidence: float64(c.scalars[keyConfidence].value) / 100,
	}
	const day = 24 * time.Hour
	c.Store.MaxAge = time.Duration(c.scalars[keyMaxAge].value) * day
	c.Store.MaxSize = int64(c.scalars[keyMaxSize].value) << 20
}

// storePath reads where the database is. A project that could move it would
// bring its own database, whose lessons the model would read. Projects set
// environment variables, too, so these may not name a path in the project.
func (l *layer) storePath(c *Config, n node) {
	const name = "store.path"
	path := n.text
	if rest, ok := strings.CutPrefix(filepath.ToSlash(path), "~/"); ok && l.sources.Places.Home != "" {
		path = filepath.Join(l.sources.Places.Home, rest)
	}
	switch {
	case n.kind == nothing:
	case l.from == FromProject:
		l.refuse(n, name)
	case n.kind != text:
		l.fail(n, name+" takes one value", "write the path of a file")
	case !filepath.IsAbs(path):
		l.fail(n, name+": "+display.Quote(n.text)+" is not an absolute path", "")
	case l.from == FromEnv && l.sources.Project != "" && within(l.sources.Project, path):
		l.ignore(n, name+": "+display.Quote(n.text)+" is in the project")
	default:
		c.Store.Path, c.Store.origin = filepath.Clean(path), l.origin(n)
	}
}

// within reports whether a path lies in a directory, by its name or by where
// links lead.
func within(dir, path string) bool {
	in := func(dir, path string) bool {
		rel, err := filepath.Rel(dir, path)
		return err == nil && filepath.IsLocal(rel)
	}
	if in(dir, path) {
		return true
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return in(real, target)
	}
	above, err := filepath.EvalSymlinks(filepath.Dir(path))
	return err == nil && in(real, filepath.Join(above, filepath.Base(path)))
}

func storeLines(c *Config) []Line { return pathLines(c.Store.Path, c.Store.origin) }
