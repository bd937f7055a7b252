package protocol

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
)

// Registration returns the parts of a client's settings file that keep the guard on: the
// hooks that call it, switches that turn hooks off, rules that deny or ask, and the
// variables by which programs and settings are found. Two files with the same parts guard
// alike. calls reports whether the file registers the guard.
func Registration(settings []byte) (what string, calls bool) {
	if len(bytes.TrimSpace(settings)) == 0 {
		return "", false
	}
	if !gjson.ValidBytes(settings) {
		return "not JSON", false
	}
	var b strings.Builder
	note := func(path string, r gjson.Result) {
		if r.Exists() {
			b.WriteString(path + "=" + gjson.Get(r.Raw, "@ugly").Raw + "\n")
		}
	}
	all := gjson.ParseBytes(settings)
	all.Get("hooks").ForEach(func(event, groups gjson.Result) bool {
		groups.ForEach(func(_, group gjson.Result) bool {
			if strings.Contains(group.Raw, "ctxhook") {
				calls = true
				note("hooks."+event.Str, group)
			}
			return true
		})
		return true
	})
	all.Get("enabledPlugins").ForEach(func(name, on gjson.Result) bool {
		if strings.HasPrefix(name.Str, "ctxhook@") {
			calls = calls || on.Bool()
			note("plugin "+name.Str, on)
		}
		return true
	})
	all.Get("env").ForEach(func(name, value gjson.Result) bool {
		if name.Str == "PATH" || name.Str == "BASH_ENV" || steers(name.Str) {
			note("env "+name.Str, value)
		}
		return true
	})
	for _, path := range [...]string{"disableAllHooks", "allowManagedHooksOnly", "permissions.deny", "permissions.ask"} {
		note(path, all.Get(path))
	}
	return b.String(), calls && !all.Get("disableAllHooks").Bool()
}

// steers reports whether a variable says where settings are found, or what they are.
func steers(name string) bool {
	return name == "HOME" || name == "CLAUDE_CONFIG_DIR" || strings.HasPrefix(name, "CTXHOOK_") ||
		strings.HasPrefix(name, "XDG_") && strings.HasSuffix(name, "_HOME")
}

// Calls is Registration for the settings of any other agent: what of them names the guard.
func Calls(settings []byte) (what string, calls bool) {
	if !bytes.Contains(settings, []byte("ctxhook")) {
		return "", false
	}
	if !gjson.ValidBytes(settings) {
		return string(settings), true // a program, or other settings than JSON
	}
	var b strings.Builder
	innermost(&b, gjson.ParseBytes(settings), 0)
	return b.String(), true
}

// innermost writes the innermost objects that name the guard.
func innermost(b *strings.Builder, r gjson.Result, depth int) {
	const deep = 20
	below := false
	r.ForEach(func(_, kid gjson.Result) bool {
		if kid.Type == gjson.JSON && depth < deep && strings.Contains(kid.Raw, "ctxhook") {
			below = true
			innermost(b, kid, depth+1)
		}
		return true
	})
	if !below {
		b.WriteString(r.Get("@ugly").Raw + "\n")
	}
}

// Steering returns the lines of a file that a shell reads at its start which concern the
// agent or the guard: their names, the variables by which their settings are found, and a
// search path that keeps nothing of the one before.
func Steering(start []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(start)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		concerns := strings.Contains(line, "ctxhook") || strings.Contains(line, "claude")
		for rest := line; !concerns; {
			at := strings.IndexByte(rest, '=')
			if at < 0 {
				break
			}
			name := rest[strings.LastIndexFunc(rest[:at], func(c rune) bool { return c != '_' && (c < 'A' || c > 'Z') })+1 : at]
			concerns, rest = steers(name) || name == "PATH" && !strings.Contains(line, "$PATH") && !strings.Contains(line, "${PATH"), rest[at+1:]
		}
		if concerns {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
