package follow

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maxConfig bounds the GIT_CONFIG_KEY_n that are read.
const maxConfig = 10_000

// settings follows what options and the environment set for a call.
func (r *runner) settings() {
	m := r.call().Model
	if m == nil || !m.Settings.Any() {
		return
	}
	for _, f := range r.call().Args.Flags {
		if f.Option == nil || f.Value == nil {
			continue
		}
		switch f.Option.Role {
		case rule.RoleSetting:
			key, value := keyValue(*f.Value)
			r.setting(key, value, false)
		case rule.RoleSettingVar:
			key, name := keyValue(*f.Value)
			value, ok := r.x.Variable(name.String(), r.st)
			if !ok {
				value = shell.UnknownWord("$" + name.String())
			}
			r.setting(key, value, false)
		default:
			for _, n := range f.Option.Names {
				if hasSetting(m, n) {
					r.setting(n, *f.Value, false)
				}
			}
		}
	}
	if m.Names[0] == "export" { // of the variables that it sets
		for _, v := range r.call().Args.Operands {
			key, value := keyValue(v)
			r.setting("$"+key, value, false)
		}
		return
	}
	if len(r.x.Assigns) > 0 || r.st.HasVars() { // most commands set nothing
		r.environmentSettings()
	}
}

// environmentSettings follows the variables that the program reads.
func (r *runner) environmentSettings() {
	m := r.call().Model
	settings := m.Settings.All()
	for k := range settings {
		for _, key := range settings[k].Keys {
			if !strings.HasPrefix(key, "$") {
				continue
			}
			if value, ok := r.x.Variable(key[1:], r.st); ok && len(value.Parts) > 0 {
				r.setting(key, value, false)
			}
		}
	}
	if m.Names[0] != "git" {
		return
	}
	for n := range maxConfig {
		key, ok := r.x.Variable("GIT_CONFIG_KEY_"+strconv.Itoa(n), r.st)
		if !ok {
			return
		}
		value, _ := r.x.Variable("GIT_CONFIG_VALUE_"+strconv.Itoa(n), r.st)
		r.setting(key.String(), value, false)
	}
}

// hasSetting reports whether a model lists an option or a variable among its
// settings.
func hasSetting(m *rule.Command, key string) bool {
	if m == nil {
		return false
	}
	settings := m.Settings.All()
	for k := range settings {
		if slices.Contains(settings[k].Keys, key) {
			return true
		}
	}
	return false
}

// setting records one setting, and follows the command that its value is.
func (r *runner) setting(key string, value shell.Word, kept bool) {
	row := settingRow(r.call().Model, key, value)
	if row == nil || row.Do == "" && !row.Run {
		return
	}
	if row.Run {
		text := value
		if row.Strip != "" && strings.HasPrefix(text.Prefix(), row.Strip) {
			text = text.Cut(len(row.Strip))
		}
		if strings.TrimSpace(text.String()) == "" {
			return
		}
		if row.Lead != "" {
			text = shell.JoinWords([]shell.Word{shell.LitWord(row.Lead), text}, " ")
		}
		in := r.st.Fork()
		if r.st.Via != r.i {
			in = r.st.Inside(r.call().Program, r.i, "")
		}
		in.Late = in.Late || kept
		first := len(r.f.script.Calls)
		if row.Do == "" { // what it runs counts, and not that it does
			r.in(in).program(text, "", r.f.at.Within(text, r.x.Span))
			return
		}
		r.in(in).text(text, "", nil)
		if r.usual(first, row.Programs) {
			return
		}
	}
	s := shell.Setting{Text: shell.LitWord(key + "="), Row: row, Kept: kept}
	s.Text.AddWord(value)
	s.Text.Span = value.Span
	own := r.call().Own()
	own.Settings = append(own.Settings, s)
}

// settingRow finds the row about a setting.
func settingRow(m *rule.Command, key string, value shell.Word) *rule.Setting {
	key = strings.ToLower(key)
	text := strings.ToLower(value.String())
	settings := m.Settings.All()
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
		if g != "" && text != "" && g[0] >= 'A' && g[0] < utf8.RuneSelf && g[0]|0x20 != text[0]|0x20 {
			continue // nearly always
		}
		if shell.MatchGlob(strings.ToLower(g), text) {
			return true
		}
	}
	return false
}

// usual reports whether all calls from the first on that the call makes are of
// programs that a setting usually names, installed where programs usually are.
func (r *runner) usual(first int, programs []string) bool {
	n := 0
	for k := first; k < len(r.f.script.Calls); k++ {
		c := &r.f.script.Calls[k]
		if c.Via != r.i {
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

// keyValue cuts KEY=VALUE. A key alone is true, as in git.
func keyValue(w shell.Word) (key string, value shell.Word) {
	var b strings.Builder
	for k, p := range w.Parts {
		before, after, ok := strings.Cut(p.Text, "=")
		b.WriteString(before)
		if !ok || p.Kind != shell.Lit {
			b.WriteString(p.Text[len(before):])
			continue
		}
		value.Span = w.Span
		if after != "" {
			value.Add(shell.Part{Kind: shell.Lit, Text: after, From: p.From})
		}
		value.Parts = append(value.Parts, w.Parts[k+1:]...)
		return b.String(), value
	}
	return b.String(), shell.LitWord("true")
}
