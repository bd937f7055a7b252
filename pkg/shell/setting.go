package shell

import (
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// Setting is a setting of a call that does something: names a command, lowers
// a guard, leads elsewhere. Harmless ones are not kept.
type Setting struct {
	Text Word // KEY=VALUE
	Row  *rule.Setting
	Kept bool // written down for later runs, not used in this one
}

// maxConfig bounds the GIT_CONFIG_KEY_n that are read.
const maxConfig = 16

// settings follows what a call is told by options and by the environment.
func (w *walker) settings(i int, x invocation, st *state) {
	m := w.script.Calls[i].Model
	if m == nil || !m.HasSettings() {
		return
	}
	get := func(name string) (Word, bool) { return variableOf(name, x, st) }
	for _, f := range w.script.Calls[i].Args.Flags {
		if f.Option == nil || f.Value == nil {
			continue
		}
		switch f.Option.Role {
		case rule.RoleSetting:
			key, value := keyValue(*f.Value)
			w.setting(i, key, value, false, x, st)
		case rule.RoleSettingVar:
			key, name := keyValue(*f.Value)
			value, ok := get(name.String())
			if !ok {
				value = unknown("$" + name.String())
			}
			w.setting(i, key, value, false, x, st)
		default:
			for _, n := range f.Option.Names {
				if hasSetting(m, n) {
					w.setting(i, n, *f.Value, false, x, st)
				}
			}
		}
	}
	if len(x.assigns) > 0 || st.hasVars() { // most commands set nothing
		w.environmentSettings(i, get, x, st)
	}
}

// environmentSettings follows the variables that the program reads.
func (w *walker) environmentSettings(i int, get func(string) (Word, bool), x invocation, st *state) {
	m := w.script.Calls[i].Model
	settings := m.AllSettings()
	for k := range settings {
		for _, key := range settings[k].Keys {
			if !strings.HasPrefix(key, "$") {
				continue
			}
			if value, ok := get(key[1:]); ok && len(value.Parts) > 0 {
				w.setting(i, key, value, false, x, st)
			}
		}
	}
	if m.Names[0] != "git" {
		return
	}
	for n := range maxConfig {
		key, ok := get("GIT_CONFIG_KEY_" + strconv.Itoa(n))
		if !ok {
			return
		}
		value, _ := get("GIT_CONFIG_VALUE_" + strconv.Itoa(n))
		w.setting(i, key.String(), value, false, x, st)
	}
}

// hasSetting reports whether a model lists an option or a variable among its
// settings.
func hasSetting(m *rule.Command, key string) bool {
	if m == nil {
		return false
	}
	settings := m.AllSettings()
	for k := range settings {
		if slices.Contains(settings[k].Keys, key) {
			return true
		}
	}
	return false
}

// variableOf is the value a variable has for a call, as far as the text says.
func variableOf(name string, x invocation, st *state) (Word, bool) {
	for k := len(x.assigns) - 1; k >= 0; k-- {
		if x.assigns[k].Name == name {
			return x.assigns[k].Value, true
		}
	}
	if v, ok := st.get(name); ok && len(v.alts) > 0 {
		return v.alts[len(v.alts)-1], true
	}
	return Word{}, false
}

// setting records one setting, and follows the command that its value is.
func (w *walker) setting(i int, key string, value Word, kept bool, x invocation, st *state) {
	row := settingRow(w.script.Calls[i].Model, key, value)
	if row == nil || row.Do == "" {
		return
	}
	if row.Run {
		text := value
		if row.Strip != "" && strings.HasPrefix(text.Prefix(), row.Strip) {
			text = text.cut(len(row.Strip))
		}
		if strings.TrimSpace(text.String()) == "" {
			return
		}
		if row.Lead != "" {
			text = joinWords([]Word{lit(row.Lead), text}, " ")
		}
		in := st.fork()
		if st.via != i {
			in = st.inside(w.script.Calls[i].Program, i, "")
		}
		in.late = in.late || kept
		first := len(w.script.Calls)
		w.nestedText(i, text, "", nil, x, in)
		if w.usual(first, i, row.Programs) {
			return
		}
	}
	s := Setting{Text: lit(key + "="), Row: row, Kept: kept}
	s.Text.addWord(value)
	s.Text.Span = value.Span
	w.script.Calls[i].Settings = append(w.script.Calls[i].Settings, s)
}

// settingRow finds the row about a setting.
func settingRow(m *rule.Command, key string, value Word) *rule.Setting {
	key = strings.ToLower(key)
	text := strings.ToLower(value.String())
	settings := m.AllSettings()
	for k := range settings {
		row := &settings[k]
		if matchesFolded(row.Keys, key) && (len(row.Value) == 0 || matchesFolded(row.Value, text)) {
			return row
		}
	}
	return nil
}

// matchesFolded reports whether a text in lower case matches one of the
// globs.
func matchesFolded(globs []string, text string) bool {
	for _, g := range globs {
		if MatchGlob(strings.ToLower(g), text) {
			return true
		}
	}
	return false
}

// usual reports whether the calls from the first on that call i makes are all
// of programs that a setting usually names, from where programs are installed.
func (w *walker) usual(first, i int, programs []string) bool {
	n := 0
	for k := first; k < len(w.script.Calls); k++ {
		c := &w.script.Calls[k]
		if c.Via != i {
			continue
		}
		n++
		if len(c.Argv) == 0 || !slices.Contains(programs, c.Program) || !installed(c.Argv[0].Prefix()) {
			return false
		}
	}
	return n > 0
}

// installed reports whether a program is looked up, or lies where programs
// are installed.
func installed(name string) bool {
	if !strings.ContainsAny(name, `/\`) {
		return true
	}
	for _, dir := range [...]string{"/usr/", "/bin/", "/opt/", "/Applications/", "/nix/", "/snap/", "/c/Program Files"} {
		if strings.HasPrefix(name, dir) {
			return true
		}
	}
	return false
}

// keyValue cuts KEY=VALUE. A key alone is set to true, as git has it.
func keyValue(w Word) (key string, value Word) {
	var b strings.Builder
	for k, p := range w.Parts {
		before, after, ok := strings.Cut(p.Text, "=")
		b.WriteString(before)
		if !ok || p.Kind != Lit {
			b.WriteString(p.Text[len(before):])
			continue
		}
		value.Span = w.Span
		if after != "" {
			value.add(Part{Kind: Lit, Text: after, From: p.From})
		}
		value.Parts = append(value.Parts, w.Parts[k+1:]...)
		return b.String(), value
	}
	return b.String(), lit("true")
}
