package journal

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// maxWritten bounds how many rules are taken from files.
const maxWritten = 50

// writtenLines returns the lines of the files for agents, and of what the client remembers of
// the user.
func (j Preferences) writtenLines() []manifests.Line {
	if j.Judge.Project == "" {
		return nil
	}
	lines := manifests.Written(j.Judge.Project, j.Judge.Places.AgentDir(), j.seen.Work(j.Judge.Project))
	if dir := j.clientMemory(); dir != "" {
		lines = append(lines, manifests.Remembered(dir)...)
	}
	return lines
}

// rulesIn returns the rules that lines state, as sightings.
func (j Preferences) rulesIn(lines []manifests.Line) (list []memory.Preference) {
	for i := range lines {
		l := &lines[i]
		for _, r := range j.written(l) {
			known := func(p memory.Preference) bool {
				return p.Under == l.Dir && p.Rule == r || p.Under == "" && against(p.Rule, r) // the first is the narrower one
			}
			if len(list) == maxWritten || slices.ContainsFunc(list, known) {
				continue
			}
			e := memory.Evidence{Confidence: ofProject, File: l.File, Line: l.Line, Words: cleanLine(l.Text)}
			if filepath.IsAbs(filepath.FromSlash(l.File)) || strings.HasSuffix(l.File, ".local.md") {
				e.Confidence = ofUser
			}
			s := j.sighting(r, redact.Clean(r.String()), e) // in our words: the user wrote those for something else, or did not write them
			s.Under = l.Dir
			list = append(list, s)
		}
	}
	return list
}

// written returns the rules that a line of such a file states: as such lines are worded, or in
// one of the forms that users are told of. What may be changed alone
// ("keep components in src/") is mostly about the code that is written.
func (j Preferences) written(line *manifests.Line) []memory.PreferenceRule {
	if line.Long {
		return nil
	}
	names := j.placeNames()
	list := preferences.Written(rules.Knowledge(), line.Text, names)
	if len(list) > 0 || strings.HasSuffix(line.Text, ":") {
		return list
	}
	if r := preferences.Stated(rules.Knowledge(), line.Text, names); r.Form != "" && !r.Place.Only {
		return []memory.PreferenceRule{r}
	}
	if list := preferences.Places("", line.Text, names); len(list) == 1 && !list[0].Place.Only {
		return list
	}
	return nil
}

// stated returns for which calls a rule of one of several sightings holds, and
// the sighting; nil where none has it. A rule for a part of the project says it for
// that part against one for all.
func (j Preferences) stated(p *memory.Preference, list []memory.Preference) (*memory.Preference, preferences.Where) {
	i := slices.IndexFunc(list, func(s memory.Preference) bool { return s.Rule == p.Rule && s.Under == p.Under })
	if i < 0 {
		return nil, nil
	}
	return &list[i], func(c *shell.Call) bool {
		return j.isOfPart(p, c) && !slices.ContainsFunc(list, func(s memory.Preference) bool {
			return len(s.Under) > len(p.Under) && against(s.Rule, p.Rule) && j.isOfPart(&s, c)
		})
	}
}

// against reports whether two rules cannot both be meant for one place.
func against(a, b memory.PreferenceRule) bool {
	return preferences.Opposite(a, b) || preferences.Rival(rules.Knowledge(), a, b)
}

// clientMemory returns the directory in which the client keeps what it remembers
// of the project, beside the transcripts of its sessions.
func (j Preferences) clientMemory() string {
	if j.Call == nil || j.Call.Transcript == "" || j.Judge.Places.AgentDir() == "" {
		return ""
	}
	dir := filepath.Dir(j.Call.Transcript)
	if filepath.Dir(dir) != transcripts(j.Judge) {
		return ""
	}
	return filepath.Join(dir, "memory")
}

// readWritten remembers the rules that files state, and forgets those that they
// state no more. It returns the lines that may state one, of which none is known.
func (j Preferences) readWritten(u *update) (unread []manifests.Line, err error) {
	lines := j.writtenLines()
	stated := j.rulesIn(lines)
	all, err := u.tx.Preferences(u.judge.Project)
	if err != nil {
		return nil, err
	}
	for i := range stated {
		s := &stated[i]
		if !slices.ContainsFunc(all, func(p memory.Preference) bool {
			return p.Under == s.Under && p.State != memory.Expired && preferences.Same(&p, s)
		}) {
			if err := u.addSighting(s); err != nil {
				return nil, err
			}
		}
	}
	for i := range all {
		p := &all[i]
		if isNotedOfLine(p) {
			if err := u.keepNoted(p, lines); err != nil {
				return nil, err
			}
			continue
		}
		gone := !slices.ContainsFunc(stated, func(s memory.Preference) bool { return p.Under == s.Under && preferences.Same(p, &s) })
		if p.State != memory.Candidate || !gone || slices.ContainsFunc(p.Evidence, func(e memory.Evidence) bool { return e.Layer != memory.LayerWritten || e.Words.Len() == 0 }) || len(p.Evidence) == 0 {
			continue
		}
		p.State = memory.Expired
		if err := u.putPreference(p); err != nil {
			return nil, err
		}
	}
	return j.unreadLines(lines, all), nil
}

// brokenLines returns the rules stated in files that a command breaks. The files
// were read when the session began, and are read again only where one of their
// rules may be about the command.
func (j Preferences) brokenLines(script *shell.Script) (list []shown) {
	if j.Call.Canary() || j.repeats.empty() || !j.concerned(script, writtenKey) && !j.concerned(script, preferenceKey) {
		return nil
	}
	var known []memory.Preference
	if err := j.view(j.Judge.Config.MaxLatency/2, func(v *view) (err error) {
		known, err = v.shownBy(nil)
		return err
	}); err != nil {
		j.note("memory", err)
		return nil
	}
	var lines []manifests.Line
	var written []memory.Preference
	for i := range known {
		p := &known[i]
		if e := saysFile(p); e.Words.Len() == 0 || p.Rule.Forbids() || len(j.hits(&p.Rule, script, nil)) == 0 || p.Rule.Form == memory.FormAfter && (j.did(p.Rule.After) || j.isProseCommit(&p.Rule, script)) {
			continue
		}
		if lines == nil {
			lines = j.writtenLines()
			written = j.rulesIn(lines)
		}
		s, where := j.stated(p, written)
		if s == nil {
			s, where = j.notedIn(p, lines)
		}
		if s == nil {
			continue
		}
		if where = j.narrowed(&s.Rule, script, where); len(j.hits(&s.Rule, script, where)) > 0 {
			list = append(list, shown{sighting: *s, rule: s.Rule, where: where})
		}
	}
	return list
}
