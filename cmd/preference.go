package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
)

// preferenceView shows a preference.
type preferenceView struct {
	ID         string                `json:"id"`
	State      string                `json:"state"`
	Words      string                `json:"words"`
	Rule       memory.PreferenceRule `json:"rule,omitzero"` // none: agents are only told the words
	Confidence float64               `json:"confidence"`
	Project    string                `json:"project,omitempty"` // none: all projects
	Under      string                `json:"under,omitempty"`   // the part of the project
	First      time.Time             `json:"first"`
	Last       time.Time             `json:"last"`
	Evidence   []evidenceView        `json:"evidence"`
}

// evidenceView shows a sighting of a preference.
type evidenceView struct {
	Time       time.Time `json:"time"`
	Layer      int       `json:"layer"`
	Confidence float64   `json:"confidence"`
	Session    string    `json:"session,omitempty"`
	Words      string    `json:"words,omitempty"`
	Command    string    `json:"command,omitempty"`
	File       string    `json:"file,omitempty"`
	Line       int       `json:"line,omitempty"`
	Noted      string    `json:"noted,omitempty"` // how an agent understands the line
}

func newPreferenceView(p *memory.Preference) *preferenceView {
	v := &preferenceView{
		ID: p.ID, State: string(p.State), Words: p.Words.String(), Rule: p.Rule, Confidence: p.Confidence, Project: p.Project, Under: p.Under,
		First: p.First.UTC(), Last: p.Last.UTC(), Evidence: make([]evidenceView, len(p.Evidence)),
	}
	for i, e := range p.Evidence {
		v.Evidence[i] = evidenceView{
			Time: e.Time.UTC(), Layer: int(e.Layer), Confidence: e.Confidence, Session: e.Session,
			Words: e.Words.String(), Command: e.Command.String(), File: e.File, Line: e.Line, Noted: e.Noted.String(),
		}
	}
	return v
}

// printLine shows a preference in a list.
func (v *preferenceView) printLine(e *Env, everywhere bool) {
	e.printf("  %s  %s  %s\n", display.Plain(v.ID), e.paint(v.color(), v.State), display.Plain(brief(v.Words)))
	var about []string
	if does := v.doesWords(); !sameWords(does, v.Words) {
		about = append(about, does)
	}
	if file := v.file(e); file != "" {
		about = append(about, "from "+file)
	}
	if everywhere || v.Project == "" || v.Under != "" {
		about = append(about, v.whereWords(e))
	}
	if len(about) > 1 {
		about[0] = strings.TrimSuffix(about[0], ".")
	}
	if len(about) > 0 {
		e.printf("      %s\n", e.paint(dim, display.Plain(strings.Join(about, "; "))))
	}
}

// sameWords reports whether two sentences are the same but for how they are marked.
func sameWords(a, b string) bool {
	bare := func(s string) string {
		return strings.ToLower(strings.Join(strings.Fields(strings.Trim(strings.NewReplacer("`", "", "'", "", "\"", "").Replace(s), ". ")), " "))
	}
	return bare(a) == bare(b)
}

// file names the file that shows a preference, "" where the user or what was done
// shows it.
func (v *preferenceView) file(e *Env) (file string) {
	for i := range v.Evidence {
		switch ev := &v.Evidence[i]; {
		case memory.Layer(ev.Layer) != memory.LayerWritten:
			return ""
		case ev.File != "":
			file = ev.fileWords(e)
			if ev.Noted != "" {
				file += ", as an agent noted"
			}
		}
	}
	return file
}

// print shows all of a preference.
func (v *preferenceView) print(e *Env) {
	e.printf("%s: %s\n", e.paint(v.color(), v.State), display.Plain(firstLine(v.Words)))
	e.printField("id", v.ID)
	e.printField("rule", v.doesWords())
	e.printField("where", v.whereWords(e))
	e.printField("sure", strconv.Itoa(int(100*v.Confidence+0.5))+" %")
	var seen []string
	for i := range v.Evidence {
		seen = append(seen, v.Evidence[i].words(e))
	}
	e.printField("evidence", seen...)
}

// doesWords says what a preference does.
func (v *preferenceView) doesWords() string {
	if s := v.Rule.String(); s != "" {
		return s
	}
	if slices.ContainsFunc(v.Evidence, func(ev evidenceView) bool { return ev.Noted != "" }) {
		return "states no rule for commands, as an agent understands it"
	}
	return "told to agents; states no rule for commands"
}

// whereWords says where it holds.
func (v *preferenceView) whereWords(e *Env) string {
	switch {
	case v.Project == "":
		return "in all projects"
	case v.Under != "":
		return "in " + v.Under + " of " + e.tilde(v.Project)
	}
	return "in " + e.tilde(v.Project)
}

// color is green for a preference that holds.
func (v *preferenceView) color() color {
	switch memory.PreferenceState(v.State) {
	case memory.Active:
		return green
	case memory.Proposed, memory.Candidate:
		return yellow
	}
	return dim
}

// fileWords names the file that shows a preference, with the line.
func (v *evidenceView) fileWords(e *Env) string {
	if v.Line == 0 {
		return e.tilde(v.File)
	}
	return fmt.Sprintf("%s, line %d", e.tilde(v.File), v.Line)
}

// words says what showed a preference.
func (v *evidenceView) words(e *Env) string {
	what := ""
	switch memory.Layer(v.Layer) {
	case memory.LayerExplicit:
		what = "the user said " + display.Inline(brief(v.Words))
		if v.Confidence <= preferences.Hearsay {
			what = "an agent says that the user wants " + display.Inline(brief(v.Words))
		}
	case memory.LayerRejection:
		what = "the user refused " + display.Inline(brief(v.Command))
	case memory.LayerWritten:
		switch {
		case v.File == "":
			what = display.Inline(brief(v.Command)) + " breaks it"
		case v.Command != "":
			what = display.Inline(brief(v.Command)) + " breaks " + v.fileWords(e)
		default:
			what = v.fileWords(e) + ": " + display.Inline(brief(v.Words))
		}
		if v.Noted != "" && v.Command == "" {
			what += "; an agent noted " + display.Inline(brief(v.Noted))
		}
	case memory.LayerBehaviour:
		what = "done again: " + display.Inline(brief(v.Command))
	default:
		what = "similar words: " + display.Inline(brief(v.Words))
	}
	return minute(v.Time) + "  " + what
}

func (o *origin) preference(id string) (bool, error) {
	p, ok, err := store.Preferences.ByID(o.tx, id)
	if err != nil || !ok {
		return false, err
	}
	o.Preference = newPreferenceView(&p)
	next := "to drop it: ctxhook preferences decline " + id
	if p.State != memory.Active {
		next = "to keep it: ctxhook remember " + id
	}
	o.set("preference", o.Preference, next)
	return true, nil
}
