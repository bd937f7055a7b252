package cmd

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/config"
	"github.com/ctxhook/ctxhook/pkg/policy"
)

// configRows is the configuration as JSON.
type configRows struct {
	Keys     []keyRow            `json:"keys"`
	Problems []settingProblemRow `json:"problems"`
}

type keyRow struct {
	Key     string     `json:"key"`
	Values  []valueRow `json:"values"` // one, or one for each item of a list
	Default string     `json:"default"`
	Kind    string     `json:"kind"`
	Env     string     `json:"env,omitempty"`
	Change  string     `json:"change"` // how a project and the environment may change it
	Doc     string     `json:"doc"`
}

type valueRow struct {
	Value  string    `json:"value"`
	Origin originRow `json:"origin"`
}

type originRow struct {
	Source string `json:"source"`
	Name   string `json:"name,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	text   string
}

func (o originRow) String() string { return o.text }

type settingProblemRow struct {
	Origin originRow `json:"origin"`
	Text   string    `json:"text"`
	Hint   string    `json:"hint,omitempty"`
	Note   bool      `json:"note"` // not honoured, but no fault
}

func configJSON(c *config.Config, problems []config.Problem) configRows {
	rows := configRows{Problems: []settingProblemRow{}}
	for _, l := range c.Lines() {
		if n := len(rows.Keys); n == 0 || rows.Keys[n-1].Key != l.Key.Name {
			k := l.Key
			rows.Keys = append(rows.Keys, keyRow{
				Key: k.Name, Default: k.Default, Kind: k.Kind, Env: k.Env, Change: k.Allowed(), Doc: k.Doc,
			})
		}
		last := &rows.Keys[len(rows.Keys)-1]
		last.Values = append(last.Values, valueRow{l.Value, newOriginRow(l.Origin)})
	}
	for _, p := range problems {
		rows.Problems = append(rows.Problems, settingProblemRow{newOriginRow(p.Origin), p.Text, p.Hint, p.Note})
	}
	return rows
}

func newOriginRow(o config.Origin) originRow {
	return originRow{o.Source.String(), o.Name, o.Line, o.Column, o.String()}
}

// configExample is a configuration file that says nothing yet: every key is
// there, with what it means, behind a #.
func configExample() string {
	var b strings.Builder
	b.WriteString("# The settings of ctxhook. What stands behind a # is the default.\n")
	last := ""
	for _, k := range config.Keys() {
		b.WriteString("\n")
		for _, l := range wrap(k.Doc) {
			b.WriteString("# " + l + "\n")
		}
		b.WriteString("# (" + k.Kind + ")\n")
		name, indent := k.Name, ""
		if group, under, ok := strings.Cut(name, "."); ok {
			if group != last {
				b.WriteString("#" + group + ":\n")
			}
			name, indent, last = under, "  ", group
		}
		b.WriteString("#" + indent + name + ": " + exampleValue(&k) + "\n")
	}
	return b.String()
}

// exampleValue is a default as it is written in a file.
func exampleValue(k *config.Key) string {
	if name, ok := strings.CutPrefix(k.Name, "policy."); ok {
		if r, err := policy.ParseRisk(name); err == nil {
			return policy.For(policy.Standard).Decide(r).String()
		}
	}
	if k.Default == "all on" {
		return "{}"
	}
	return k.Default
}
