package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

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
