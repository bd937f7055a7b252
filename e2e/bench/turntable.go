package main

import (
	"fmt"
	"strings"
)

const turnBegins = "<!-- turn -->\n"

// turnTable prints a table of CPU time and one of wall time: a row for each world and
// a column for each line. With two programs a cell is "before → after".
func turnTable(figures []figure) string {
	var b strings.Builder
	for _, kind := range []struct {
		name string
		of   func(figure) float64
	}{{"CPU ms", func(f figure) float64 { return f.CPU }}, {"wall ms", func(f figure) float64 { return f.Wall }}} {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		header := []string{kind.name}
		for _, name := range lines {
			header = append(header, columnOf(figures, name))
		}
		cells := [][]string{header}
		for _, f := range figures {
			last := cells[len(cells)-1]
			if last[0] != f.What {
				last = append([]string{f.What}, make([]string, len(lines))...)
				cells = append(cells, last)
			}
			for i, name := range lines {
				switch {
				case f.Line != name:
				case last[i+1] == "":
					last[i+1] = milliseconds(kind.of(f))
				default:
					last[i+1] = milliseconds(kind.of(f)) + " → " + last[i+1]
				}
			}
		}
		b.WriteString(markdown(cells, func(column int) bool { return column > 0 }))
	}
	for _, f := range figures {
		if f.Stayed > 0.1 && f.Line == lines[0] {
			fmt.Fprintf(&b, "\n%s: eviction had no effect here; %.0f %% of a program stayed in the page cache.\n", f.What, f.Stayed*100)
		}
	}
	return b.String()
}

// columnOf names a column, and tells of how many processes it is the sum.
func columnOf(figures []figure, name string) string {
	now, older := 0, 0
	for _, f := range figures {
		if f.Line == name && f.Program == "" {
			now = f.Processes
		} else if f.Line == name {
			older = f.Processes
		}
	}
	switch {
	case older != 0 && older != now:
		return fmt.Sprintf("%s (%d → %d)", name, older, now)
	case now > 1:
		return fmt.Sprintf("%s (%d)", name, now)
	}
	return name
}

func milliseconds(ms float64) string {
	if ms < 9.95 {
		return fmt.Sprintf("%.1f", ms)
	}
	return fmt.Sprintf("%.0f", ms)
}
