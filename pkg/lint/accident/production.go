package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// aroundProduction reports whether the file around a text gives it what belongs to production: the
// environment of a workflow, or a file that make or just reads in.
func (j *judge) aroundProduction() bool {
	if j.Surface == "ci" {
		return ofProduction(j.Whole)
	}
	if j.Surface != "make" {
		return false
	}
	for line := range strings.Lines(j.Whole) {
		words := strings.Fields(line)
		if len(words) < 2 || strings.HasPrefix(line, "\t") {
			continue
		}
		switch words[0] {
		case "include", "-include", "sinclude":
			for _, w := range words[1:] {
				if isProduction(w) && contains(w, []string{"env", "conf", "secret", "settings"}) {
					return true
				}
			}
		case "set":
			if strings.HasPrefix(words[1], "dotenv-") && isProduction(words[len(words)-1]) {
				return true
			}
		}
	}
	return false
}

// startedInProduction reports whether what starts a call gives it what belongs to production, in a
// script of a package, of which nobody would say by its name that it empties anything.
func (j *judge) startedInProduction(c *shell.Call) bool {
	if j.Surface != "package" || contains(j.Name, fileCleansWords[:]) || contains(j.Name, []string{"drop", "destroy", "fresh"}) {
		return false
	}
	for k := c.Via; k >= 0; k = j.Script.Calls[k].Via {
		for _, w := range j.Script.Calls[k].Argv {
			if s := w.String(); isProduction(s) && (strings.Contains(s, "env") || strings.Contains(s, "ENV=")) {
				return true
			}
		}
	}
	return false
}

// ofProduction reports whether a workflow gives its jobs what belongs to production.
func ofProduction(workflow string) bool {
	low := strings.ToLower(workflow)
	return strings.Contains(low, "environment: prod") || strings.Contains(low, "secrets.prod") || strings.Contains(low, "secrets.production")
}

// inProduction reports whether a line before an offset puts production into the
// environment.
func (j *judge) inProduction(at int) bool {
	for line := range strings.Lines(j.before(at)) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for _, w := range strings.Fields(line) {
			w = strings.Trim(w, `"';`)
			name, value, set := strings.Cut(w, "=")
			value = strings.ToLower(strings.Trim(value, `"'`))
			if place := strings.ToUpper(name); set && (strings.HasSuffix(place, "ENV") || strings.HasSuffix(place, "ENVIRONMENT") || strings.HasSuffix(place, "URL") || strings.HasSuffix(place, "HOST")) &&
				(strings.HasPrefix(value, "prod") || strings.HasPrefix(value, "$prod") || strings.HasPrefix(value, "${prod") || strings.Contains(value, "-prod") || strings.Contains(value, "@prod") || strings.Contains(value, ".prod")) {
				return true
			}
		}
		words := strings.Fields(line)
		if len(words) > 1 && (words[0] == "source" || words[0] == ".") && strings.Contains(words[1], "prod") {
			return true
		}
	}
	return false
}
