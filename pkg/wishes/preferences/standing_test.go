package preferences

import (
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/ctxhook/ctxhook/pkg/memory"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func evidence(layer memory.Layer, confidence float64, sessions ...string) (list []memory.Evidence) {
	for i, s := range sessions {
		list = append(list, memory.Evidence{Time: noon.Add(time.Duration(i) * time.Hour), Layer: layer, Confidence: confidence, Session: s})
	}
	return list
}

func repeated(n int) (names []string) {
	for i := range n {
		names = append(names, strconv.Itoa(i))
	}
	return names
}

func TestWeigh(t *testing.T) {
	for name, c := range map[string]struct {
		evidence []memory.Evidence
		want     float64
		promoted bool // with two sessions asked for
	}{
		"nothing":                      {nil, 0, false},
		"said once":                    {evidence(1, 0.95, "a"), 0.95, false},
		"said three times in one":      {evidence(1, 0.95, "a", "a", "a"), 0.95, false},
		"said three times in two":      {evidence(1, 0.95, "a", "a", "b"), 0.95, true},
		"asked to be kept":             {evidence(1, 1, "a"), 1, true},
		"refused three times":          {evidence(2, 0.85, "a", "b", "c"), 0.85, false},
		"said and refused":             {append(evidence(1, 0.9, "a"), evidence(2, 0.8, "b", "c")...), 0.98, true},
		"done four times":              {evidence(4, Habit(4), "a", "b"), 0, false},
		"done five times":              {evidence(4, Habit(5), "a", "b"), 0.75, false},
		"done twenty times":            {evidence(4, Habit(20), "a", "b"), 0.8, false},
		"done five times and refused":  {append(evidence(4, Habit(5), "a"), evidence(2, 0.85, "x")...), 0.9625, true},
		"three that sound alike":       {evidence(5, 0.5, "a", "b", "c"), 0.5, false},
		"two that sound alike":         {evidence(5, 0.5, "a", "b"), 0, false},
		"a written rule broken thrice": {evidence(3, 0.8, "a", "b", "c"), 0.8, false},
	} {
		s := Weigh(c.evidence)
		if math.Abs(s.Confidence-c.want) > 1e-9 {
			t.Errorf("%s: confidence %v, want %v", name, s.Confidence, c.want)
		}
		if s.Promoted(0, 2) != c.promoted {
			t.Errorf("%s: promoted %v, want %v", name, !c.promoted, c.promoted)
		}
	}
}

func TestWorthAsking(t *testing.T) {
	rule := memory.PreferenceRule{Form: memory.FormUse, Prefer: "uv", Avoid: "pip"}
	for name, c := range map[string]struct {
		p    memory.Preference
		want bool
	}{
		"rule said once":              {memory.Preference{Rule: rule, Evidence: evidence(1, 0.95, "a")}, false},
		"rule said three times":       {memory.Preference{Rule: rule, Evidence: evidence(1, 0.95, "a", "b", "b")}, true},
		"text said three times":       {memory.Preference{Evidence: evidence(1, 0.95, "a", "b", "b")}, true},
		"asked to be kept":            {memory.Preference{Evidence: evidence(1, Explicit, "a")}, true},
		"done five times":             {memory.Preference{Rule: rule, Evidence: evidence(4, Habit(5), "a")}, true},
		"done four times":             {memory.Preference{Rule: rule, Evidence: evidence(4, Habit(4), "a")}, false},
		"refused once":                {memory.Preference{Rule: rule, Evidence: evidence(2, 0.85, "a")}, false},
		"a file says it, broken once": {memory.Preference{Rule: rule, Evidence: evidence(3, 0.8, "a")}, false},
	} {
		if got := WorthAsking(&c.p, 0, 2); got != c.want {
			t.Errorf("%s: %v, worth %v, %+v", name, got, Worth(&c.p), Weigh(c.p.Evidence))
		}
	}
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"no emojis in commit messages", "stop putting emojis into commit messages", true},
		{"Stop adding comments to the tests!", "don't add comments in tests again", true},
		{"use bullets, not dashes", "bullet points instead of dashes please", true},
		{"use bullets, not -", "I said bullets, not dashes!", true},
		{"use bullets, not -", "don't use dashes, use bullets", true},
		{"use bullets, not dashes", "use dashes, not bullets", false},
		{"no emojis in commit messages", "use emojis in commit messages", false},
		{"stop adding comments", "stop adding tests", false},
		{"use small commits", "prefer small functions", false},
		{"", "", false},
	} {
		if got := Alike(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

func TestPromotedAsTheCallerWants(t *testing.T) {
	s := Weigh(evidence(2, 0.85, "a", "a", "a"))
	if s.Promoted(0, 1) || !s.Promoted(0.8, 1) || s.Promoted(0.8, 2) {
		t.Errorf("%+v", s)
	}
}

func TestOverruled(t *testing.T) {
	later := func(layer memory.Layer, confidence float64, n int) []memory.Evidence {
		list := evidence(layer, confidence, repeated(n)...)
		for i := range list {
			list[i].Time = noon.Add(time.Duration(i+1) * 24 * time.Hour)
		}
		return list
	}
	for name, c := range map[string]struct {
		state    memory.PreferenceState
		opposite []memory.Evidence
		want     bool
	}{
		"nothing":                       {memory.Candidate, nil, false},
		"before it":                     {memory.Candidate, []memory.Evidence{{Time: noon.Add(-time.Hour), Layer: 1, Confidence: 1}}, false},
		"said against a candidate":      {memory.Candidate, later(1, 0.95, 1), true},
		"done against a candidate":      {memory.Candidate, later(4, 0.75, 9), false},
		"said once against a confirmed": {memory.Active, later(1, 0.95, 1), false},
		"said twice":                    {memory.Active, later(1, 0.95, 2), true},
		"asked to be kept":              {memory.Active, later(1, 1, 1), true},
	} {
		p := &memory.Preference{State: c.state, First: noon, Evidence: evidence(1, 0.95, "s")}
		if got := Overruled(p, c.opposite); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestOutlived(t *testing.T) {
	for state, days := range map[memory.PreferenceState]int{memory.Candidate: 60, memory.Proposed: 90} {
		if Outlived(state, days) || !Outlived(state, days+1) {
			t.Errorf("%s", state)
		}
	}
	if Outlived(memory.Active, 9999) {
		t.Error("what the user confirmed does not end by itself")
	}
}

func TestSignificance(t *testing.T) {
	for name, c := range map[string]struct {
		act  act
		want float64
	}{
		"look":                       {act{Tool: "Grep"}, 0.05},
		"unknown tool":               {act{Tool: "Teleport"}, 0.1},
		"command":                    {act{Tool: "Bash", Active: true}, 0.3},
		"source written":             {act{Tool: "Write", File: "/p/src/a.go"}, 0.5},
		"source written at work":     {act{Tool: "Write", File: "/p/src/a.go", Active: true}, 0.6},
		"test edited":                {act{Tool: "Edit", File: "/p/src/tests/a.go"}, 0.4},
		"docs edited":                {act{Tool: "edit", File: `p\docs\a.md`}, 0.35},
		"known failure":              {act{Tool: "Bash", Failed: true}, 0.4},
		"first-seen failure":         {act{Tool: "Bash", Failed: true, First: true}, 0.6},
		"corrected write":            {act{Tool: "Write", File: "src/a.go", Feedback: true, Correction: true, Active: true}, 1},
		"first-seen, but no failure": {act{Tool: "Read", First: true}, 0.1},
	} {
		if got := significance(c.act); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
