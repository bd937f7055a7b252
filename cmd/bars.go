package cmd

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/display"
)

// barLine is a number with its name, and with what stands behind it.
type barLine struct {
	name   string
	n      int
	color  color
	behind string
}

// maxBar is how many characters the longest bar has.
const maxBar = 24

// printBars lists numbers under a heading, on a terminal with bars that
// compare them. Without a number there is no heading.
func (e *Env) printBars(heading string, lines []barLine) {
	if len(lines) == 0 {
		return
	}
	most, wide := 0, 0
	for i := range lines {
		l := &lines[i]
		l.name = display.Plain(l.name)
		most, wide = max(most, l.n), max(wide, utf8.RuneCountInString(l.name))
	}
	drawn := isTerminal(e.Stdout) && e.Getenv("TERM") != "dumb"
	e.printf("\n%s\n", e.paint(bold, heading))
	for _, l := range lines {
		text := fmt.Sprintf("  %s%s  %6d", l.name, strings.Repeat(" ", wide-utf8.RuneCountInString(l.name)), l.n)
		if drawn {
			text += "  " + e.paint(l.color, bar(l.n, most)) + strings.Repeat(" ", maxBar-utf8.RuneCountInString(bar(l.n, most)))
		}
		if l.behind != "" {
			text += "  " + l.behind
		}
		e.printf("%s\n", strings.TrimRight(text, " "))
	}
}

// bar is a bar for a number. Anything that is not nothing can be seen.
func bar(n, most int) string {
	if n <= 0 || most <= 0 {
		return ""
	}
	return strings.Repeat("▆", max(1, n*maxBar/most))
}
