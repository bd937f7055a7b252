package protocol

import (
	"bytes"
	"strings"

	"github.com/tidwall/gjson"
)

// Registration returns what of a file of the client's settings keeps the guard on: the
// hooks that call it, what switches hooks off, the rules that deny or ask, and the
// variables by which programs and settings are found. Two files with the same answer
// guard alike. calls reports whether it registers the guard.
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
		switch {
		case name.Str == "PATH", name.Str == "HOME", strings.HasPrefix(name.Str, "XDG_"), strings.HasPrefix(name.Str, "CTXHOOK_"), name.Str == "CLAUDE_CONFIG_DIR", name.Str == "BASH_ENV":
			note("env "+name.Str, value)
		}
		return true
	})
	for _, path := range [...]string{"disableAllHooks", "allowManagedHooksOnly", "permissions.deny", "permissions.ask"} {
		note(path, all.Get(path))
	}
	return b.String(), calls && !all.Get("disableAllHooks").Bool()
}
