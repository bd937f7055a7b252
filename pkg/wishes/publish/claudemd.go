package publish

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
)

// The names of files for agents.
const (
	claudeMD      = "CLAUDE.md"
	claudeLocalMD = "CLAUDE.local.md"
	agentsMD      = "AGENTS.md"
)

// instructions returns the files of the project that say something to agents.
func (p *Publisher) instructions() []string {
	var list []string
	for _, name := range manifests.ForAgents {
		if path := filepath.Join(p.Root, filepath.FromSlash(name)); isFile(path) {
			list = append(list, path)
		}
	}
	return list
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// planBlocks writes preferences into blocks of files, and takes out those that
// are not wanted any more.
func (p *Publisher) planBlocks(plan *Plan, files map[string][]memory.Preference) error {
	paths := slices.Sorted(maps.Keys(files))
	for _, path := range append(p.instructions(), p.userFile(), p.ClaudeMD) {
		if path != "" && !slices.Contains(paths, path) && isFile(path) {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		c, err := p.change(p.within(path), path)
		if len(files[path]) == 0 && (err != nil || !bytes.Contains(c.Before, []byte(begin))) {
			continue // nothing of ours is in it
		}
		if err != nil {
			return err
		}
		if err := editable(c.Before); err != nil {
			return fmt.Errorf("%s %w", path, err)
		}
		list := plan.unsaid(files[path], []string{path})
		if c.Before == nil && len(list) == 0 {
			continue
		}
		if c.edited, err = p.editedBlocks(&c); err == nil {
			c.After, err = withBlocks(c.Before, p.bodies(list), c.edited...)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		for _, id := range c.edited {
			plan.Edited = append(plan.Edited, Edited{Path: path, Section: titleOf(id)})
		}
		if len(c.After) == 0 && p.made(path) {
			c.After = nil
		}
		plan.add(c)
	}
	return nil
}

// fileFor returns the file of a preference in the hierarchy: of the user, of a
// directory above, of the project, or of a part of it. It is "" where a new
// CLAUDE.md would silence an AGENTS.md elsewhere.
func (p *Publisher) fileFor(q *memory.Preference) string {
	switch path := filepath.Join(q.Project, q.Under, claudeMD); {
	case p.ClaudeMD != "" && p.ClaudeMD != filepath.Join(p.Root, claudeMD):
		return spared(p.ClaudeMD, p.Root)
	case q.Project == "":
		return p.userFile()
	case q.Under != "" && speaks(path):
		return path
	}
	path := filepath.Join(q.Project, claudeMD)
	if inside := filepath.Join(q.Project, ".claude", claudeMD); speaks(inside) && !speaks(path) {
		return inside
	}
	return spared(path, p.Root)
}

func (p *Publisher) userFile() string {
	if dir := p.Places.AgentDir(); dir != "" {
		return filepath.Join(dir, claudeMD)
	}
	return ""
}

// within returns the directory that links must not lead a file out of. The
// user's own files may lie anywhere, as among dotfiles.
func (p *Publisher) within(path string) string {
	if path == p.userFile() || path == p.ClaudeMD || p.Root == "" {
		return string(filepath.Separator)
	}
	if rel, err := filepath.Rel(p.Root, path); err == nil && filepath.IsLocal(rel) {
		return p.Root
	}
	return filepath.Dir(path)
}

// editable returns an error for a file that is no text, or in an encoding or with
// line ends in which a block would be noise.
func editable(data []byte) error {
	rest := bytes.ReplaceAll(data, []byte("\r\n"), nil)
	if bytes.ContainsAny(rest, "\x00\r") || bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		return ErrText
	}
	return nil
}

// bodies renders the blocks of a file by the ids of their categories.
func (p *Publisher) bodies(list []memory.Preference) map[string]string {
	out := make(map[string]string)
	for i := range list {
		out[categoryOf(&list[i]).id] += p.rendered(&list[i])
	}
	return out
}

// rendered renders a preference with its reason, examples and confidence.
func (p *Publisher) rendered(q *memory.Preference) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- **Preference**: %s", says(q))
	if q.Under != "" {
		fmt.Fprintf(&b, " (in `%s`)", filepath.ToSlash(q.Under))
	}
	if why := reason(q); why != "" {
		fmt.Fprintf(&b, "\n  - **Reason**: %s", why)
	}
	right, wrong := p.Example(q)
	var shown []string
	if right != "" {
		shown = append(shown, "right: "+code(right))
	}
	if wrong != "" {
		shown = append(shown, "wrong: "+code(wrong))
	}
	if len(shown) > 0 {
		fmt.Fprintf(&b, "\n  - **Examples**: %s", strings.Join(shown, ", "))
	}
	fmt.Fprintf(&b, "\n  - **Confidence**: %s (%s)\n", strconv.FormatFloat(q.Confidence, 'g', 2, 64), q.Last.UTC().Format("2006-01-02"))
	return b.String()
}

// reason returns the surest evidence, and of equals the latest: what the user
// wanted, or a file says.
func reason(q *memory.Preference) string {
	var best *memory.Evidence
	for i := range q.Evidence {
		if e := &q.Evidence[i]; best == nil || e.Layer < best.Layer || e.Layer == best.Layer && e.Confidence >= best.Confidence {
			best = e
		}
	}
	switch {
	case best == nil:
		return ""
	case filepath.IsAbs(best.File): // a project in which it was wanted, before it held in more of them
		var list []string
		for i := range q.Evidence {
			if file := q.Evidence[i].File; filepath.IsAbs(file) && !slices.Contains(list, code(filepath.Base(file))) {
				list = append(list, code(filepath.Base(file)))
			}
		}
		return "the user wanted it in " + strings.Join(list, " and ") + "."
	case best.File != "" && best.Line == 0:
		return fmt.Sprintf("`%s` says so.", best.File)
	case best.File != "":
		return fmt.Sprintf("`%s:%d` says so.", best.File, best.Line)
	case best.Words.Len() > 0:
		return fmt.Sprintf("the user wanted it on %s: %q", best.Time.UTC().Format("2006-01-02"), strings.Join(strings.Fields(best.Words.String()), " "))
	}
	return ""
}
