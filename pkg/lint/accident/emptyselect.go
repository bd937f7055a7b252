package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// crontabEmptied finds a crontab replaced by what a pattern leaves of it: an empty pattern
// leaves nothing.
func (j *judge) crontabEmptied(i int, c *shell.Call) {
	if c.Program != "grep" || c.Late {
		return
	}
	statement := j.statement(c.Span.From)
	if !strings.Contains(statement, "crontab") && !j.installs(statement, c) {
		return
	}
	inverts := false
	for n, w := range c.Argv[1:] {
		s := w.String()
		if len(s) > 1 && s[0] == '-' && (s[1] != '-' && strings.ContainsAny(s, "v") || s == "--invert-match") {
			inverts = true
			continue
		}
		if n > 0 && s != "" && s[0] == '-' {
			continue
		}
		if inverts && j.onlyEmpty(w, c) {
			j.add(&tooMuchRule, i, c.Span, "leaves nothing of the table if "+strings.Trim(j.text[w.Span.From:w.Span.To], `"{}`)+" is empty: every line matches")
		}
		if s != "" && s[0] != '-' {
			return
		}
	}
}

// installs reports whether the file into which a statement writes becomes a crontab in one
// of the next lines, or a file of the system.
func (j *judge) installs(statement string, c *shell.Call) bool {
	_, file, ok := strings.Cut(statement, "> ")
	if !ok {
		return false
	}
	file, _, _ = strings.Cut(strings.Trim(strings.TrimSpace(file), `"`), " ")
	after := j.text[min(c.Span.To, len(j.text)):]
	after = after[:min(len(after), 400)]
	for line := range strings.Lines(after) {
		if file != "" && strings.Contains(line, file) && (strings.Contains(line, "crontab ") || strings.Contains(line, "mv ") && strings.Contains(line, " /etc/")) {
			return true
		}
	}
	return false
}

// emptyCondition returns the variable that holds the condition of a statement of SQL, or
// would: without it every row is deleted or changed.
func (j *judge) emptyCondition(i int, c *shell.Call) string {
	if !strings.Contains(c.Program, "sql") && c.Program != "mariadb" && c.Program != "clickhouse-client" && c.Program != "duckdb" {
		return ""
	}
	for n, w := range c.Argv[1:] {
		if w.Span.From < 0 || w.Span.To > len(j.text) || w.Span.From >= w.Span.To {
			continue
		}
		written := strings.TrimRight(j.text[w.Span.From:w.Span.To], `"; `)
		low := strings.ToLower(written)
		from := strings.LastIndex(low, "delete from ")
		fields := 4
		if update := strings.LastIndex(low, "update "); update > from && strings.Contains(low[update:], " set ") {
			from, fields = update, 5
		}
		if from < 0 || strings.Contains(low[from:], " where ") || len(strings.Fields(low[from:])) < fields {
			continue
		}
		for _, name := range variables(written) {
			if !strings.HasSuffix(written, " $"+name) && !strings.HasSuffix(written, " ${"+name+"}") || j.guarded(name, c.Span.From) {
				continue
			}
			for _, o := range j.siblings(i, c) {
				value := o.Argv[n+1]
				text := strings.ToLower(value.String())
				if at := max(strings.LastIndex(text, "delete from "), strings.LastIndex(text, "update "), 0); strings.Contains(text[at:], " where ") {
					continue
				}
				if last := value.Parts[len(value.Parts)-1]; last.Kind != shell.Unknown || last.Unset || j.mayBeEmpty(name, c.Span.From) {
					return name
				}
			}
		}
	}
	return ""
}
