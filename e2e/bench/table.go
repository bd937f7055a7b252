package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// document holds the tables of this program, each between two marks.
const document = "docs/PERFORMANCE.md"

const tableBegins, tableEnds = "<!-- bench -->\n", "<!-- end -->\n"

// table prints the results for people, and for Markdown.
func table(results []result) string {
	cells := [][]string{{"path", "", "ratio", "instr M", "faults", "RSS MB", "rate"}}
	for _, r := range results {
		name := r.Path
		if r.Program != "" {
			name += " (" + r.Program + ")"
		}
		row := []string{name, r.What, fmt.Sprintf("%.2f", r.Ratio), "-", "-", "-", ""}
		if r.Instructions > 0 {
			row[3] = fmt.Sprintf("%.3g", float64(r.Instructions)/1e6)
			if r.Instructions < 10e6 {
				row[3] = fmt.Sprintf("%.2f", float64(r.Instructions)/1e6)
			}
		}
		if r.Faults > 0 {
			row[4] = fmt.Sprint(r.Faults)
		}
		if r.RSS > 0 {
			row[5] = fmt.Sprintf("%.1f", float64(r.RSS)/1024)
		}
		if r.Rate > 0 {
			row[6] = fmt.Sprintf("%.3g %s/s", r.Rate, r.Unit)
			if r.Rate >= 1000 {
				row[6] = fmt.Sprintf("%.1f k %s/s", r.Rate/1000, r.Unit)
			}
		}
		cells = append(cells, row)
	}
	return markdown(cells, func(column int) bool { return column >= 2 && column < len(cells[0])-1 })
}

// markdown prints cells as a table whose first row is the header. Columns of numbers
// are aligned to the right.
func markdown(cells [][]string, number func(column int) bool) string {
	width := make([]int, len(cells[0]))
	for _, row := range cells {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for n, row := range cells {
		for i, cell := range row {
			if number(i) {
				fmt.Fprintf(&b, "| %*s ", width[i], cell)
			} else {
				fmt.Fprintf(&b, "| %-*s ", width[i], cell)
			}
		}
		b.WriteString("|\n")
		if n > 0 {
			continue
		}
		for i, w := range width {
			mark := strings.Repeat("-", w)
			if number(i) {
				mark = mark[1:] + ":"
			}
			b.WriteString("| " + mark + " ")
		}
		b.WriteString("|\n")
	}
	return b.String()
}

// writeDocument puts a table behind a mark of a document of this checkout.
func writeDocument(name, begins, table string) error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	file := filepath.Join(root, filepath.FromSlash(name))
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, found := strings.Cut(string(data), begins)
	_, after, ended := strings.Cut(rest, tableEnds)
	if !found || !ended {
		return fmt.Errorf("%s has no %q and %q", name, strings.TrimSpace(begins), strings.TrimSpace(tableEnds))
	}
	return os.WriteFile(file, []byte(before+begins+table+tableEnds+after), 0o644)
}
