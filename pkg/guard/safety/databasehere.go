package safety

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
)

// databaseHere reports whether the database that a framework works on surely lies on this
// machine: by what the call names, else by the settings of the project, none of which may name
// another host.
func (w *weighing) databaseHere() bool {
	call := &w.script.Calls[w.i]
	here, other := effect.NamesDatabase(call)
	for _, a := range call.Argv {
		if t := a.String(); strings.Contains(t, "sqlite") || strings.HasSuffix(t, ".db") || strings.HasSuffix(t, ".sqlite3") {
			here = true
		}
	}
	for _, place := range placesOf(w.script, w.i) {
		name, value, _ := strings.Cut(place, "=")
		_, address, isAddress := strings.Cut(value, "://")
		switch {
		case strings.HasPrefix(value, "sqlite:"), isAddress && effect.IsHere(hostIn(address)):
			here = true
		case strings.HasSuffix(name, "_ENV") && (value == "development" || value == "test"):
		default:
			other = true // or it cannot be told
		}
	}
	if other || here {
		return here && !other
	}
	dir, ok := w.dir()
	if !ok {
		return false
	}
	for _, name := range databaseSettingsWords {
		f := w.facts.File(path.Join(dir, name))
		if f.Text == "" || !f.Known {
			continue
		}
		h, o := hostsIn(f.Text)
		here, other = here || h, other || o
	}
	return here && !other
}

// hostIn returns the host of an address without its scheme, with what follows.
func hostIn(address string) string {
	end := strings.IndexAny(address, "/?#\"' \n")
	if end < 0 {
		end = len(address)
	}
	host := address[strings.LastIndexByte(address[:end], '@')+1 : end]
	if host == "" {
		return "localhost" // a file, or the socket of this machine
	}
	return host
}

// hostsIn reports whether settings name a database of this machine, and whether they name one
// elsewhere or one that cannot be told. Sections for production do not count.
func hostsIn(text string) (here, other bool) {
	skip := false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") || strings.HasPrefix(trimmed, "//") || trimmed[0] == ';' {
			continue
		}
		key, value, _ := strings.Cut(strings.ReplaceAll(strings.TrimPrefix(trimmed, "export "), "=", ":"), ":")
		key = strings.ToLower(strings.Trim(key, " \t\"'{"))
		if value == "" || strings.TrimSpace(value) == "{" || strings.HasPrefix(strings.TrimSpace(value), "<<") {
			skip = strings.HasPrefix(key, "prod") || strings.HasPrefix(key, "staging") || skip && (line[0] == ' ' || line[0] == '\t')
		} else if line[0] != ' ' && line[0] != '\t' {
			skip = false
		}
		if skip {
			continue
		}
		if scheme, address, ok := strings.Cut(trimmed, "://"); ok {
			scheme = scheme[strings.LastIndexAny(scheme, "=\"' :")+1:]
			switch host := hostIn(address); {
			case strings.HasPrefix(scheme, "http"), scheme == "":
			case strings.HasPrefix(scheme, "sqlite"), effect.IsHere(host):
				here = true
			default:
				other = true
			}
			continue
		}
		value = strings.Trim(value, " \t\"',")
		switch {
		case key == "host", strings.HasSuffix(key, "host") && (strings.Contains(key, "db") || strings.Contains(key, "pg") || strings.Contains(key, "sql") || strings.Contains(key, "database")):
			if effect.IsHere(value) {
				here = true
			} else {
				other = true
			}
		case strings.Contains(trimmed, "sqlite"), key == "adapter" && value != "":
			here = true // without a host, the socket of this machine
		}
	}
	return here, other
}
