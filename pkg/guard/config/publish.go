package config

import (
	"path/filepath"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// Publishing says where preferences are written, and whether the user is asked.
type Publishing struct {
	ToClaudeMD bool // else into a file of rules that is ours
	For        Audience
	ClaudeMD   string // a file in the place of the one that fits; "" none
	SkillsDir  string // a directory in the place of .claude/skills; "" none
	Update     Auto   // write preferences
	Skills     Auto   // write skills
	Notify     Notify

	claudeMDFrom, skillsFrom Origin
}

// Audience says whom the rules of a project are written for.
type Audience uint8

// The audiences.
const (
	ForUnknown  Audience = iota // the user is asked once
	ForPersonal                 // the user alone
	ForTeam                     // colleagues, too
)

var audienceNames = [...]string{"ask", "personal", "team"}

func (a Audience) String() string { return name(audienceNames[:], int(a)) }

// Auto says whether something is done without the user.
type Auto uint8

// The ways.
const (
	AutoNever   Auto = iota
	AutoPropose      // the user is told how to do it
	AutoAlways       // it is done, and the user is told
)

var autoNames = [...]string{"false", "propose", "true"}

func (a Auto) String() string { return name(autoNames[:], int(a)) }

// Notify says how much of what is learned the user is told.
type Notify uint8

// The levels.
const (
	NotifyNone      Notify = iota
	NotifyImportant        // proposals, and what was written
	NotifyAll              // also each sighting in a prompt
)

var notifyNames = [...]string{"none", "important", "all"}

func (n Notify) String() string { return name(notifyNames[:], int(n)) }

var targetNames = [...]string{"rules", "claudemd"}

func (c *Config) settlePublishing() {
	p := &c.Publish
	p.ToClaudeMD = c.scalars[keyPublishTo].value != 0
	p.For = Audience(c.scalars[keyPublishFor].value)
	p.Update, p.Skills = Auto(c.scalars[keyUpdate].value), Auto(c.scalars[keySkills].value)
	p.Notify = Notify(c.scalars[keyNotify].value)
	if p.Update == AutoAlways && c.scalars[keyPublishTo].origin.Source == FromDefault {
		p.ToClaudeMD = true // the name of the key says which file is meant
	}
}

func parseAudience(s string) (int, error) { return parseName(audienceNames[:], s) }
func showAudience(v int) string           { return Audience(v).String() }

func parseTarget(s string) (int, error) { return parseName(targetNames[:], s) }
func showTarget(v int) string           { return name(targetNames[:], v) }
func parseNotify(s string) (int, error) { return parseName(notifyNames[:], s) }
func showNotify(v int) string           { return Notify(v).String() }
func showAuto(v int) string             { return Auto(v).String() }

func parseAuto(s string) (int, error) {
	if on, err := parseBool(s); err == nil {
		return on * int(AutoAlways), nil
	}
	return parseName(autoNames[:], s)
}

// claudeMDPath reads which file the preferences are written into.
func (l *layer) claudeMDPath(c *Config, n node) {
	if path, ok := l.publishedPath(n, "claudemd_path"); ok {
		if !strings.EqualFold(filepath.Ext(path), ".md") {
			l.fail(n, "claudemd_path: "+display.Quote(n.text)+" is not a Markdown file", "write the path of a file that ends in .md")
			return
		}
		c.Publish.ClaudeMD, c.Publish.claudeMDFrom = path, l.origin(n)
	}
}

// skillsDir reads where skills are written.
func (l *layer) skillsDir(c *Config, n node) {
	if path, ok := l.publishedPath(n, "skills_dir"); ok {
		c.Publish.SkillsDir, c.Publish.skillsFrom = path, l.origin(n)
	}
}

// publishedPath reads a path that is written to. Only the user may name one
// outside of the project and of the agent's own directory.
func (l *layer) publishedPath(n node, name string) (path string, ok bool) {
	places, project := &l.sources.Places, l.sources.Project
	path = n.text
	if rest, ok := strings.CutPrefix(filepath.ToSlash(path), "~/"); ok && places.Home != "" {
		path = filepath.Join(places.Home, rest)
	} else if !filepath.IsAbs(path) && project != "" {
		path = filepath.Join(project, path)
	}
	path = filepath.Clean(path)
	agent := places.AgentDir()
	switch {
	case n.kind == nothing, n.kind == text && project == "" && filepath.IsLocal(path):
		return "", false // it is somewhere else in each project
	case n.kind != text || n.text == "":
		l.fail(n, name+" takes one value", "write a path")
		return "", false
	case !filepath.IsAbs(path):
		l.fail(n, name+": "+display.Quote(n.text)+" is not an absolute path", "")
		return "", false
	case (l.from == FromProject || l.from == FromEnv) && !(project != "" && within(project, path)) && !(agent != "" && within(agent, path)):
		l.ignore(n, name+": "+display.Quote(n.text)+" is outside of the project")
		return "", false
	}
	return path, true
}

func claudeMDLines(c *Config) []Line { return pathLines(c.Publish.ClaudeMD, c.Publish.claudeMDFrom) }
func skillsLines(c *Config) []Line   { return pathLines(c.Publish.SkillsDir, c.Publish.skillsFrom) }

func pathLines(path string, from Origin) []Line {
	if path == "" {
		return nil
	}
	return []Line{{Value: path, Origin: from}}
}
