package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// productionDefault finds what is destroyed in production because nothing else was named:
// a default that says production.
func (j *judge) productionDefault(i int, c *shell.Call) {
	if !j.destroys(i) && !dropsData(c) || c.Where == "container" {
		return
	}
	text := j.text[c.Span.From:min(c.Span.To, len(j.text))]
	if name, ok := j.defaultsTo(text, c.Span.From); ok && !j.confirmed(c.Span.From) {
		j.add(&elsewhereRule, i, c.Span, "destroys in production where nobody names another place: that is the default of "+name)
	}
}

// dropsData reports whether a call tells a database to drop or empty something.
func dropsData(c *shell.Call) bool {
	text := strings.ToLower(argv(c))
	switch c.Program {
	case "psql", "mysql", "mariadb", "mongo", "mongosh", "redis-cli", "sqlcmd", "dropdb", "cqlsh":
		return c.Program == "dropdb" || contains(text, []string{"drop database", "drop schema", "drop table", "truncate ", "flushall", "flushdb", "dropdatabase", "delete from"})
	case "terraform", "tofu", "terragrunt":
		return strings.Contains(text, " destroy") && strings.Contains(text, "auto-approve")
	case "kubectl", "helm":
		return strings.Contains(text, " delete ") && (strings.Contains(text, " namespace") || strings.Contains(text, " ns ") || strings.Contains(text, "--all")) || strings.Contains(text, " uninstall ")
	}
	return false
}

// defaultsTo returns the variable of a text whose default says production, in the shell, in
// make or in just, and that nothing tests.
func (j *judge) defaultsTo(text string, at int) (string, bool) {
	for _, name := range variables(text) {
		if value, ok := j.assigned(name, at); ok && !j.tested(name, at) {
			if _, fallback, has := strings.Cut(value, ":-"); has && isProduction(fallback) {
				return "$" + name, true
			}
		}
		if _, rest, ok := strings.Cut(text, "${"+name+":-"); ok && isProduction(rest) {
			return "$" + name, true
		}
	}
	if j.Surface != "make" || j.Whole == "" {
		return "", false
	}
	for line := range strings.Lines(j.Whole) {
		name, value, ok := strings.Cut(line, "?=")
		shown := "$(" + strings.TrimSpace(name) + ")"
		if !ok {
			name, value, ok = strings.Cut(line, ":=")
			shown = "{{" + strings.TrimSpace(name) + "}}"
			_, value, _ = strings.Cut(value, "env")
			if _, fallback, has := strings.Cut(value, ","); has {
				value = fallback
			} else {
				value = ""
			}
		}
		if name = strings.TrimSpace(name); !ok || !shell.IsName(name) || !isProduction(value) {
			continue
		}
		if strings.Contains(text, masked(name)) {
			return shown, true
		}
	}
	return "", false
}

// masked is how the name of a variable of make or just stands in the text that the shell is
// taken to get.
func masked(name string) string { return "_" + name + "_" }

// isProduction reports whether a value names production.
func isProduction(value string) bool {
	low := strings.ToLower(strings.Trim(strings.TrimSpace(value), `"'`))
	low, _, _ = strings.Cut(low, " ")
	for _, part := range strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune("./@:-_}'\"()", c) }) {
		if part == "prod" || part == "production" || part == "live" {
			return !strings.Contains(low, "non") && !strings.Contains(low, "preprod")
		}
	}
	return false
}

// emptyAnswer finds what is destroyed by a list that a command gives, whose filter takes
// everything where a variable is empty.
func (j *judge) emptyAnswer(i int, c *shell.Call) string {
	text := j.text[c.Span.From:min(c.Span.To, len(j.text))]
	for _, name := range variables(text) {
		value, ok := j.assigned(name, c.Span.From)
		if !ok || !strings.Contains(value, "$(") {
			continue
		}
		for _, from := range variables(value) {
			for _, use := range [...]string{"=$" + from + "*", "=${" + from + "}*", "^$" + from + `"`, "^${" + from + `}"`, "grep $" + from + " ", `grep "$` + from + `"`, `--filter "name=$` + from + `"`, "--filter name=$" + from, "contains($" + from} {
				if strings.Contains(value, use) && j.mayBeEmpty(from, c.Span.From) && !strings.Contains(value, "grep -v") {
					return from
				}
			}
		}
	}
	return ""
}
