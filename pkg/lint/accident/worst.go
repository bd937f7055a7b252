package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// worstDefault finds a destructive call whose target is a variable with a bad default:
// production, the directory in which the script is started, a home or the root.
func (j *judge) worstDefault(i int, c *shell.Call) {
	if !j.destroys(i) && !dropsData(c) || c.Where == "container" || j.confirmed(c.Span.From) {
		return
	}
	// The command that starts this one may say where: env-cmd -f ${FILE:-.env.production} ..
	from, to := c.Span.From, c.Span.To
	for k := c.Via; k >= 0; k = j.Script.Calls[k].Via {
		if o := &j.Script.Calls[k]; o.Program != "trap" {
			from, to = min(from, o.Span.From), max(to, o.Span.To)
		}
	}
	text := j.text[max(from, 0):min(to, len(j.text))]
	for _, d := range j.defaults(text, c.Span.From) {
		switch {
		case isProduction(d.value), j.forLess(d.name, d.value, c.Span.From):
			j.add(&elsewhereRule, i, c.Span, "destroys in production by default: "+d.shown)
			return
		case d.whole && c.Program == "rm" && strings.Contains(j.text[c.Span.From:min(c.Span.To, len(j.text))], "$") && (c.Via < 0 || j.Script.Calls[c.Via].Program == "trap" || j.Script.Calls[c.Via].Program == "sudo") && j.deletesTree(i, c) && isHere(d.value):
			j.add(&elsewhereRule, i, c.Span, "deletes "+strings.Trim(d.value, `"`)+" as a whole where "+d.shown+" is not set: that is its default")
			return
		}
	}
}

// fallback is the default of a variable that a text uses.
type fallback struct {
	name, shown, value string
	whole              bool // the text uses it as a word of its own
}

// defaults returns the defaults of the variables that a text uses and that nothing tests: in
// the shell, in make and in just.
func (j *judge) defaults(text string, at int) []fallback {
	var out []fallback
	for _, name := range variables(text) {
		whole := strings.HasSuffix(strings.TrimRight(strings.NewReplacer("${"+name+"}", "$"+name, `"`, "", "'", "").Replace(text), "/ "), " $"+name)
		value, ok := j.assigned(name, at)
		if !ok {
			value, ok = j.colonDefault(name, at)
		}
		if inner, has := j.otherwise(name, at); has {
			out = append(out, fallback{name, "$" + name, inner, false})
		}
		if ok && !j.tested(name, at) {
			if inner, has := defaultIn(value); has {
				out = append(out, fallback{name, "$" + name, inner, whole && strings.Trim(value, `"; `) == "${"+strings.SplitN(strings.Trim(value, `"; `)[min(2, len(value)):], ":", 2)[0]+":-"+inner+"}"})
				of := strings.SplitN(strings.TrimLeft(value, `"${`), ":", 2)[0]
				out[len(out)-1].name = of
			}
		}
		if _, rest, has := strings.Cut(text, "${"+name+":-"); has {
			out = append(out, fallback{name, "$" + name, strings.SplitN(rest, "}", 2)[0], strings.Contains(text, ` "${`+name+":-")})
		}
	}
	if j.Surface != "make" || j.Whole == "" {
		return out
	}
	for line := range strings.Lines(j.Whole) {
		name, value, ok := strings.Cut(line, "?=")
		shown := "$(" + strings.TrimSpace(name) + ")"
		if !ok {
			name, value, ok = strings.Cut(line, ":=")
			shown = "{{" + strings.TrimSpace(name) + "}}"
			_, value, _ = strings.Cut(value, "env")
			if _, inner, has := strings.Cut(value, ","); has {
				value = inner
			} else {
				value = ""
			}
		}
		if name = strings.TrimSpace(name); ok && shell.IsName(name) && strings.Contains(text, masked(name)) {
			out = append(out, fallback{name, shown, strings.Trim(strings.TrimSpace(value), `"')`), false})
		}
	}
	return out
}

// otherwise returns the value that a case gives a variable where none of its patterns is met.
func (j *judge) otherwise(name string, at int) (string, bool) {
	for line := range strings.Lines(j.before(at)) {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "*)"); ok {
			if value, ok := strings.CutPrefix(strings.TrimSpace(rest), name+"="); ok {
				value, _, _ = strings.Cut(value, ";")
				return value, true
			}
		}
	}
	return "", false
}

// colonDefault returns the value that : "${NAME:=..}" gives a variable.
func (j *judge) colonDefault(name string, at int) (string, bool) {
	_, rest, ok := strings.Cut(j.before(at), "${"+name+":=")
	if !ok {
		return "", false
	}
	value, _, closed := strings.Cut(rest, "}")
	return "${" + name + ":-" + value + "}", closed
}

// defaultIn returns the default in a value that is ${NAME:-default}.
func defaultIn(value string) (string, bool) {
	_, inner, ok := strings.Cut(value, ":-")
	if !ok {
		return "", false
	}
	if strings.HasPrefix(inner, "$(") || strings.HasPrefix(inner, "${") {
		end := strings.IndexAny(inner[2:], ")}")
		if end < 0 {
			return "", false
		}
		return inner[:end+3], true
	}
	inner, _, _ = strings.Cut(inner, "}")
	return inner, true
}

// forLess reports whether a variable, by its name, is for what may be lost, and its default is
// another variable of which that cannot be said: ${STAGING_URL:-$DATABASE_URL}.
func (j *judge) forLess(name, value string, at int) bool {
	other := variables(value)
	if len(other) != 1 || !strings.HasPrefix(strings.Trim(value, `"`), "$") || strings.HasPrefix(value, "$(") || j.tested(other[0], at) || j.tested(name, at) {
		return false
	}
	low, instead := strings.ToLower(name), strings.ToLower(other[0])
	spent := func(name string) bool {
		return slices.ContainsFunc(strings.Split(name, "_"), placeExpendableWord)
	}
	return spent(low) && !spent(instead) && !contains(instead, []string{"tmp", "temp"})
}

// isHere reports whether a default is the directory in which a script is started, a home or the
// root.
func isHere(value string) bool {
	switch strings.Trim(value, `"'`) {
	case "$PWD", "${PWD}", "$(pwd)", ".", "$HOME", "${HOME}", "~", "/":
		return true
	}
	return false
}

// dropsData reports whether a call tells a database to drop or empty something.
func dropsData(c *shell.Call) bool {
	text := strings.ToLower(argv(c))
	switch c.Program {
	case "psql", "mysql", "mariadb", "mongo", "mongosh", "redis-cli", "sqlcmd", "dropdb", "cqlsh":
		return c.Program == "dropdb" || contains(text, []string{"drop database", "drop schema", "drop table", "truncate ", "flushall", "flushdb", "dropdatabase", "delete from"})
	case "terraform", "tofu", "terragrunt":
		return strings.Contains(text, " destroy") && strings.Contains(text, "auto-approve")
	case "ansible-playbook":
		return contains(text, []string{"wipe", "destroy", "teardown", "purge", "reset", "decommission"})
	case "kubectl", "helm":
		return strings.Contains(text, " delete ") && (strings.Contains(text, " namespace") || strings.Contains(text, " ns ") || strings.Contains(text, "--all")) || strings.Contains(text, " uninstall ")
	}
	return false
}

// masked is how the name of a variable of make or just stands in the text that the shell is
// taken to get.
func masked(name string) string { return "_" + name + "_" }

// maskedValue returns the text that the file around gives the variable of make, just or a playbook
// with which a path begins.
func (j *judge) maskedValue(place string) (string, bool) {
	name, _, _ := strings.Cut(place, "/")
	if name = strings.Trim(name, "_"); name == "" || j.Whole == "" {
		return "", false
	}
	for line := range strings.Lines(j.Whole) {
		rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimSpace(line), "export "), name)
		rest = strings.TrimLeft(rest, " ")
		if !ok || rest == "" || strings.IndexByte("=:?", rest[0]) < 0 {
			continue
		}
		value := strings.Trim(strings.TrimSpace(strings.TrimLeft(rest, "=:? ")), `"'`)
		if strings.HasPrefix(rest, ": ") && j.Surface == "make" && !strings.HasPrefix(rest, ":=") {
			continue // a target of make
		}
		return strings.TrimSuffix(value, "/"), value != ""
	}
	return "", false
}

// isProduction reports whether a value names production.
func isProduction(value string) bool {
	low := strings.ToLower(strings.Trim(strings.TrimSpace(value), `"'`))
	low, _, _ = strings.Cut(low, " ")
	for _, part := range strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune("./@:-_}'\"()", c) }) {
		if part = strings.TrimRight(part, "0123456789"); part == "prod" || part == "production" || part == "live" {
			return !strings.Contains(low, "non") && !strings.Contains(low, "preprod")
		}
	}
	return false
}
