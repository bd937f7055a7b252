package cmd

import (
	"fmt"

	"github.com/ctxhook/ctxhook/pkg/base/display"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// configView shows the configuration.
type configView struct {
	Keys     []keyView            `json:"keys"`
	Problems []settingProblemView `json:"problems"`
}

type keyView struct {
	Key     string      `json:"key"`
	Values  []valueView `json:"values"` // one, or one for each item of a list
	Default string      `json:"default"`
	Kind    string      `json:"kind"`
	Env     string      `json:"env,omitempty"`
	Change  string      `json:"change"` // how a project and the environment may change it
	Doc     string      `json:"doc"`
}

type valueView struct {
	Value  string     `json:"value"` // in force
	Origin originView `json:"origin"`
	By     string     `json:"by,omitempty"` // the key that it comes from, if that is another
}

// from says where a value comes from.
func (v *valueView) from() string {
	if v.By != "" {
		return "by " + v.By + ": " + v.Origin.String()
	}
	return v.Origin.String()
}

type originView struct {
	Source string `json:"source"`
	Name   string `json:"name,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	text   string
}

func (o originView) String() string { return o.text }

type settingProblemView struct {
	Origin originView `json:"origin"`
	Text   string     `json:"text"`
	Hint   string     `json:"hint,omitempty"`
	Note   bool       `json:"note"` // not honoured, but no fault
}

func newConfigView(ws *workspace, c *config.Config, problems []config.Problem) *configView {
	v := &configView{Problems: []settingProblemView{}}
	for _, l := range c.Lines() {
		k := l.Key
		if n := len(v.Keys); n == 0 || v.Keys[n-1].Key != k.Name {
			v.Keys = append(v.Keys, keyView{
				Key: k.Name, Default: k.Default, Kind: k.Kind, Env: k.Env, Change: k.Allowed(), Doc: k.Doc,
			})
		}
		last := &v.Keys[len(v.Keys)-1]
		if l.Value == k.Default && k.Name == "store.path" {
			l.Value = tilde(ws.places.Home, c.Database(ws.places)) // XDG_DATA_HOME decides
		}
		last.Values = append(last.Values, valueView{l.Value, newOriginView(l.Origin), l.By})
	}
	for _, p := range problems {
		v.Problems = append(v.Problems, settingProblemView{newOriginView(p.Origin), p.Text, p.Hint, p.Note})
	}
	return v
}

func newOriginView(o config.Origin) originView {
	return originView{o.Source.String(), o.Name, o.Line, o.Column, o.String()}
}

// print lists a value a line with its origin; the further items of a list
// stand below the first.
func (v *configView) print(e *Env) {
	names, values := 0, 0
	for _, k := range v.Keys {
		names = max(names, len(k.Key))
		for _, item := range k.Values {
			values = max(values, min(len(display.Plain(item.Value)), 40))
		}
	}
	for _, k := range v.Keys {
		name := k.Key
		for _, item := range k.Values {
			value := fmt.Sprintf("%-*s", values, display.Plain(item.Value))
			if item.Origin.Source != config.FromDefault.String() {
				value = e.paint(bold, value)
			}
			e.printf("%-*s  %s  %s\n", names, name, value, e.paint(dim, display.Plain(e.tilde(item.from()))))
			name = ""
		}
	}
}

// print shows all about a key.
func (v *keyView) print(e *Env) {
	e.printf("%s: %s\n\n", e.paint(bold, v.Key), v.Doc)
	var values []string
	for _, item := range v.Values {
		values = append(values, item.Value+" ("+e.tilde(item.from())+")")
	}
	e.printField("value", values...)
	e.printField("default", v.Default)
	e.printField("takes", wrap(v.Kind)...)
	e.printField("env", v.Env)
	e.printField("others", wrap("a project and the environment may change it "+v.Change)...)
}
