package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// sqlFilters finds conditions of SQL that are true for every row if a variable is empty.
func (j *judge) sqlFilters() {
	at := 0
	for line := range strings.Lines(j.text) {
		if from := strings.Index(line, "delete from"); from < 0 {
			from = strings.Index(strings.ToLower(line), "delete from")
			if from < 0 {
				at += len(line)
				continue
			}
		}
		j.sqlFilter(at, line)
		at += len(line)
	}
}

func (j *judge) sqlFilter(at int, line string) {
	from := strings.Index(strings.ToLower(line), " like '")
	if from < 0 {
		return
	}
	pattern, _, _ := strings.Cut(line[from+len(" like '"):], "'")
	names := variables(pattern)
	if len(names) != 1 || strings.Trim(strings.NewReplacer("${"+names[0]+"}", "", "$"+names[0], "").Replace(pattern), "%") != "" || !strings.Contains(pattern, "%") {
		return
	}
	if j.mayBeEmpty(names[0], at) {
		body := strings.TrimLeft(line, " \t")
		span := shell.Span{From: at + len(line) - len(body), To: at + len(strings.TrimRight(line, "\n"))}
		j.add(&tooMuchRule, -1, span, "deletes every row of the table if $"+names[0]+" is empty")
	}
}
