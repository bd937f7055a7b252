// Package publish writes preferences where the agent reads them: into a file of
// rules that is ours, into blocks of a file that is the user's, and as skills.
// Bytes outside of what is ours stay as they are, every change can be undone,
// and what cannot be written safely is refused. It does not decide what is
// worth publishing.
package publish

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// Target is where preferences go. Its values are those of publish_to.
type Target string

// The targets.
const (
	ToRules    Target = "rules"    // .claude/rules/ctxhook.md, which is ours
	ToClaudeMD Target = "claudemd" // blocks of CLAUDE.md
)

// Publisher knows where the files are.
type Publisher struct {
	Places   paths.Places
	Root     string // of the project
	To       Target
	For      config.Audience // of rules for the project, whatever they were for before
	ClaudeMD string          // ToClaudeMD: the file, instead of the one that fits
	Skills   string          // the directory of skills, instead of .claude/skills

	// Example returns a command as a preference wants it, and one that breaks it,
	// each "" where there is none.
	Example func(*memory.Preference) (right, wrong string)

	usually config.Audience // of rules for a project that has none yet
}

// New returns the publisher of a project, as the settings want it.
func New(places paths.Places, root string, settings *config.Publishing, example func(*memory.Preference) (right, wrong string)) *Publisher {
	p := &Publisher{Places: places, Root: root, To: ToRules, ClaudeMD: settings.ClaudeMD, Skills: settings.SkillsDir, Example: example, usually: settings.For}
	if settings.ToClaudeMD {
		p.To = ToClaudeMD
	}
	return p
}

// Plan is what publishing would do.
type Plan struct {
	Changes []Change
	Known   []Known // what is said already, and not written again
	Edited  []Edited
	Opposed []Known // what is written, though a file says the opposite
	Asks    bool    // rules are written for a project, and whom they are for is not known: ForTeam is assumed
}

// Change is what would be done to one file.
type Change struct {
	Path   string // as the user knows it
	Before []byte // nil when there is no file
	After  []byte // nil when the file is to be removed

	file   paths.UserFile
	within string   // the directory that the file must lie in, links followed
	edited []string // ids of blocks that the user changed by hand
}

// Known is a preference, and the line of a file about it.
type Known struct {
	Preference memory.Preference
	Path       string
	Line       int // from 1
}

// Errors by which the caller knows what to advise.
var (
	ErrNotOurs = errors.New("was not written by ctxhook, or was edited since")
	ErrOutside = errors.New("leads out of the project through a link")
	ErrGit     = errors.New("lies in git's own directory")
	ErrText    = errors.New("is not a text that can be edited")
	ErrMarkers = errors.New("has damaged marks of ctxhook")
	ErrNothing = errors.New("nothing was published that could be undone")
)

// maxFile bounds the files that are edited: instructions for a model are short.
const maxFile = 1 << 20

// Plan plans to publish the active ones of preferences, and to take back what
// was published of others. It writes nothing.
func (p *Publisher) Plan(preferences []memory.Preference) (*Plan, error) {
	active := slices.DeleteFunc(slices.Clone(preferences), func(q memory.Preference) bool { return q.State != memory.Active })
	blocks, files := p.places(active)
	plan := &Plan{}
	if err := p.planBlocks(plan, blocks); err != nil {
		return nil, err
	}
	if err := p.planRules(plan, files); err != nil {
		return nil, err
	}
	return plan, nil
}

// places says which preferences go into blocks, by the file, and which into files
// of rules.
func (p *Publisher) places(active []memory.Preference) (blocks map[string][]memory.Preference, files []memory.Preference) {
	if p.To == ToRules {
		return nil, active
	}
	blocks = make(map[string][]memory.Preference)
	for _, q := range active {
		if path := p.fileFor(&q); path != "" {
			blocks[path] = append(blocks[path], q)
		} else {
			files = append(files, q)
		}
	}
	return blocks, files
}

// change begins the change of a file that must lie in dir.
func (p *Publisher) change(dir, path string) (Change, error) {
	c := Change{Path: path}
	if slices.Contains(strings.Split(filepath.ToSlash(path), "/"), ".git") {
		return c, fmt.Errorf("%s %w", path, ErrGit)
	}
	f, err := paths.ReadUserFile(path, maxFile)
	if err != nil {
		return c, err
	}
	c.Before, c.After, c.file = f.Data, f.Data, f
	if c.within, err = resolved(dir); err != nil {
		return c, err
	}
	return c, c.inside()
}

// inside returns an error when links lead the file out of its directory, or into
// that of git.
func (c *Change) inside() error {
	at, err := resolved(filepath.Dir(c.file.Target))
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(c.within, at)
	switch {
	case err != nil || !filepath.IsLocal(rel):
		return fmt.Errorf("%s %w", c.Path, ErrOutside)
	case slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), ".git"):
		return fmt.Errorf("%s %w", c.Path, ErrGit)
	}
	return nil
}

// resolved returns a directory with its links followed. What does not exist yet
// stays as it is.
func resolved(dir string) (string, error) {
	missing := ""
	for {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			return filepath.Join(real, missing), nil
		}
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return "", err
		}
		dir, missing = filepath.Dir(dir), filepath.Join(filepath.Base(dir), missing)
	}
}

// same reports whether there is nothing to do.
func (c *Change) same() bool {
	return (c.Before == nil) == (c.After == nil) && string(c.Before) == string(c.After)
}
