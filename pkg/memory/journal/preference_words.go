package journal

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
)

// mostLines is how many lines of a command are told each by itself.
const mostLines = 3

// Lines returns the lines that make the difference between Command and Instead, nil where
// they are not some of several. A line that is continued counts as one.
func (b *BrokenPreference) Lines() (lines []string) {
	before, after := strings.Split(continued(b.Command), "\n"), strings.Split(continued(b.Instead), "\n")
	if len(before) != len(after) || len(before) == 1 {
		return nil
	}
	for i := range before {
		if line := strings.TrimSpace(after[i]); before[i] != after[i] && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if len(lines) > mostLines {
		return nil
	}
	return lines
}

// continued returns a command with the lines that go on behind a \ as one. Where quotes or
// documents may hold such a line, it stays as it is.
func continued(command string) string {
	if strings.ContainsAny(command, "'\"<") {
		return command
	}
	parts := strings.Split(command, "\\\n")
	for i := range parts {
		if i > 0 {
			parts[i] = strings.TrimLeft(parts[i], " \t")
		}
		if i < len(parts)-1 {
			parts[i] = strings.TrimRight(parts[i], " \t")
		}
	}
	return strings.Join(parts, " ")
}

// Whole returns the command in the place of the broken one as it is told, in one line if
// it is one.
func (b *BrokenPreference) Whole() string { return continued(b.Instead) }

// IDs returns the ids of the preferences.
func (b *BrokenPreference) IDs() []string {
	ids := make([]string, len(b.Preferences))
	for i := range b.Preferences {
		ids[i] = b.Preferences[i].ID
	}
	return ids
}

// Why says what the user wants, since when and who says so, without a period.
func (b *BrokenPreference) Why() string {
	var parts []string
	for i := range b.Preferences {
		parts = append(parts, said(&b.Preferences[i], b.session))
	}
	return strings.Join(parts, "; ")
}

// said quotes a preference: the latest words of the user, else the file that
// says it. session is the one that is told.
func said(p *memory.Preference, session string) string {
	words := p.Words
	const wants = "the user wants: "
	lead := wants
	for i := range p.Evidence {
		if e := &p.Evidence[i]; e.Layer == memory.LayerExplicit {
			if e.Words.Len() > 0 {
				words = e.Words
			}
			here := e.Session == session && session != ""
			switch lead = "the user said on " + day(e.Time) + ": "; {
			case here && isNoted(e):
				lead = "an agent of this session heard the user say: "
			case here:
				lead = "the user said in this session: "
			}
		}
	}
	if e := saysFile(p); e != nil && lead == wants {
		return saidByFile(p, e)
	}
	text := strings.TrimSpace(display.Plain(words.Cut(MaxQuoted).String()))
	if !strings.HasSuffix(text, " .") { // git add .
		text = strings.TrimRight(text, " .")
	}
	return lead + `"` + strings.ReplaceAll(text, `"`, "'") + `"`
}

// saidByFile says what a file shows, in our words, which are no quotation: whoever wrote it
// is not the user.
func saidByFile(p *memory.Preference, e *memory.Evidence) string {
	file := display.Name(filepath.ToSlash(e.File))
	if e.Line > 0 {
		file += ", line " + strconv.Itoa(e.Line)
	}
	if e.Words.Len() == 0 {
		return "this project uses `" + p.Rule.Prefer + "`, not `" + p.Rule.Avoid + "` (" + file + ")"
	}
	rule := strings.TrimSuffix(p.Sentence(), ".")
	if e.Noted.Len() > 0 { // no pattern read the line: it speaks for itself
		text := strings.TrimRight(strings.TrimSpace(display.Plain(e.Words.Cut(MaxQuoted).String())), " .")
		return file + ` says: "` + strings.ReplaceAll(text, `"`, "'") + `", noted as: "` + strings.ReplaceAll(rule, `"`, "'") + `"`
	}
	return file + " says, as ctxhook reads it: " + rule
}

// leadsTo are words in front of a command that a line wants in the place of what it rules out.
var leadsTo = []string{"run", "use", "with", "via", "through", "by", "call", "do"}

// Beside returns the command that the line of a file wants in the place of what its rule
// forbids: `make gen` of "Never edit `gen/` by hand - run `make gen`". It is "" for none.
func (b *BrokenPreference) Beside() string {
	p := &b.Preferences[0]
	e := saysFile(p)
	if e == nil {
		return ""
	}
	ruled := p.Rule.String()
	parts := strings.Split(display.Plain(e.Words.String()), "`")
	for i := 1; i+1 < len(parts); i += 2 {
		before := strings.Fields(parts[i-1])
		if len(before) > 0 && slices.Contains(leadsTo, strings.ToLower(before[len(before)-1])) && strings.Contains(parts[i], " ") && !strings.Contains(ruled, parts[i]) {
			return parts[i]
		}
	}
	return ""
}
