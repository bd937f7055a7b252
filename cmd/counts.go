package cmd

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// count is a number with its name, and with what stands behind it.
type count struct {
	name   string
	n      int
	color  color
	behind string
}

// counts are numbers under a heading. Without a number there is no heading.
type counts struct {
	heading string
	list    []count
}

func (c *counts) print(e *Env) {
	if len(c.list) == 0 {
		return
	}
	wide := 0
	for i := range c.list {
		c.list[i].name = display.Plain(c.list[i].name)
		wide = max(wide, utf8.RuneCountInString(c.list[i].name))
	}
	e.printf("\n%s\n", e.paint(bold, c.heading))
	for _, l := range c.list {
		text := "  " + l.name + strings.Repeat(" ", wide-utf8.RuneCountInString(l.name)) + "  " + e.paint(l.shade(), fmt.Sprintf("%6d", l.n))
		if l.behind != "" {
			text += "  " + l.behind
		}
		e.printf("%s\n", text)
	}
}

// shade is the colour of a count; nothing is no news.
func (c *count) shade() color {
	if c.n == 0 {
		return ""
	}
	return c.color
}
