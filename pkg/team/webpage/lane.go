package webpage

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// roomSteps is how many bytes the steps of lanes may take.
const roomSteps = 700 << 10

// laneData is what the script needs of the steps: each text is there once, and
// a step is six numbers.
type laneData struct {
	Kinds []string   `json:"kinds"`
	Tones []string   `json:"tones"` // of Kinds
	Texts []string   `json:"texts"`
	Lanes []laneRows `json:"lanes"`
}

// laneRows are the steps of a lane.
type laneRows struct {
	Name  string   `json:"name"`
	At    int64    `json:"at"` // clock time of the first, in seconds, as if it were UTC
	Left  int      `json:"left,omitempty"`
	Steps []int    `json:"steps"` // kind, seconds since the step before, milliseconds, text, note
	IDs   []string `json:"ids"`
}

// perStep is how many numbers a step is.
const perStep = 5

// texts gives numbers to texts.
type texts struct {
	list  []string
	known map[string]int
	size  int
}

func (t *texts) number(s string) int {
	if n, ok := t.known[s]; ok {
		return n
	}
	n := len(t.list)
	t.known[s] = n
	t.list = append(t.list, s)
	t.size += len(s) + 3
	for i := range len(s) {
		switch c := s[i]; {
		case c == '<' || c == '>' || c == '&':
			t.size += 5 // JSON writes \u003c
		case c < ' ' || c == '"' || c == '\\':
			t.size++
		}
	}
	return n
}

// newLaneData numbers the steps of the first lanes, as many as there is room
// for.
func newLaneData(lanes []Lane) laneData {
	var d laneData
	kinds, words := texts{known: make(map[string]int)}, texts{known: make(map[string]int)}
	words.number("")
	steps := 0
	for i := range lanes {
		l := &lanes[i]
		if steps+words.size > roomSteps {
			break
		}
		rows := laneRows{Name: shown(l.Name, longText), Left: l.Left, Steps: make([]int, 0, perStep*len(l.Steps)), IDs: make([]string, 0, len(l.Steps))}
		for j := range l.Steps {
			s := &l.Steps[j]
			at := clock(s.Time)
			if j == 0 {
				rows.At = at
			}
			before := rows.At
			if j > 0 {
				before = clock(l.Steps[j-1].Time)
			}
			rows.Steps = append(rows.Steps, kinds.number(shown(s.Kind, shortText)), int(at-before), int(s.Took.Milliseconds()),
				words.number(shown(s.Text, longText)), words.number(shown(s.Note, shortText)))
			rows.IDs = append(rows.IDs, shown(s.ID, shortText))
			steps += 20 + len(s.ID)
		}
		steps += len(rows.Name) + 50
		d.Lanes = append(d.Lanes, rows)
	}
	d.Kinds, d.Texts = kinds.list, words.list
	for _, k := range d.Kinds {
		d.Tones = append(d.Tones, tone(k))
	}
	return d
}

// shown is a text as the script shows it, which makes nothing but text of it.
func shown(s string, most int) string { return display.Plain(cut(s, most)) }

// clock is what a clock showed, in seconds.
func clock(t time.Time) int64 {
	_, offset := t.Zone()
	return t.Unix() + int64(offset)
}

func (m *markup) lanes(p *Page) {
	if len(p.Lanes) == 0 {
		m.lede(p, "", "No "+p.Who.One+" was active in this time.")
		return
	}
	m.lede(p, "lanes", "Each "+p.Who.One+" opens to what was done in it, and its figures are of all of it. The filter finds its commands, too.")
	sessions, edits := false, false
	for i := range p.Lanes {
		sessions = sessions || !p.Lanes[i].Started.IsZero()
		edits = edits || p.Lanes[i].Edits > 0
	}
	t := table{id: "who", alone: true, caption: upper(p.Who.Many), thing: p.Who.Many, room: roomLarge, all: p.Totals.Lanes, more: p.More["who"], lanes: true}
	add := func(is bool, name string, k kind, value func(*Lane) cell) {
		if !is {
			return
		}
		t.columns = append(t.columns, column{name: name, kind: k})
		for i := range p.Lanes {
			t.rows[i] = append(t.rows[i], value(&p.Lanes[i]))
		}
	}
	t.rows = make([][]cell, len(p.Lanes))
	add(true, upper(p.Who.One), code, func(l *Lane) cell { return cell{text: short(l.Name), note: l.Agent} })
	add(sessions, "Project", words, func(l *Lane) cell { return text(l.Where) })
	add(true, "Timeline", plot, func(*Lane) cell { return cell{} })
	add(true, "Commands", num, func(l *Lane) cell { return number(l.Runs) })
	add(true, "Failed", num, func(l *Lane) cell { return number(l.Failed) })
	add(edits, "Edits", num, func(l *Lane) cell { return number(l.Edits) })
	add(true, "Stopped or warned", num, func(l *Lane) cell { return number(l.Decisions) })
	add(sessions, "Lasted", num, func(l *Lane) cell { return span(l.Last.Sub(l.Started)) })
	add(true, "Last", when, func(l *Lane) cell { return moment(l.Last) })
	t.columns[len(t.columns)-1].sort = "descending"
	m.table(&t)
	m.WriteString(`<noscript><p class="rest">To open one, allow the script of this page.</p></noscript>` + "\n")
	data, err := json.Marshal(newLaneData(p.Lanes)) // with < and > as codes
	if err != nil {
		data = []byte("{}") // numbers and texts are never wrong
	}
	m.WriteString(`<script type="application/json" id="steps">`)
	m.Write(data)
	m.WriteString("</script>\n")
}

// short returns the beginning of a long name, by which it is known.
func short(name string) string {
	const long, begin = 24, 8
	if len(name) > long {
		return strings.ToValidUTF8(name[:begin], "") + "…"
	}
	return name
}
