package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/ctxhook/ctxhook/e2e/shapes"
)

// sizes are the lengths of scripts at which growth is measured.
var sizes = []int{4 << 10, 8 << 10, 16 << 10, 32 << 10, 64 << 10}

// growth returns a path for each shape of script at each size.
func growth() []path {
	var all []path
	for _, s := range shapes.All {
		for _, size := range sizes {
			all = append(all, path{
				name: fmt.Sprintf("%s/%d", s.Name, size>>10), what: "a script of one shape", args: []string{"pre-bash"},
				stdin: command(s.Text(size)), anyExit: true,
			})
		}
	}
	return all
}

// curves prints a line for each shape: the ratios by the size in KB, and by how
// much the last doubling multiplied what is above an empty program.
func curves(to io.Writer, results []result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-28s", "shape")
	for _, size := range sizes {
		fmt.Fprintf(&b, " %6d K", size>>10)
	}
	fmt.Fprintf(&b, " %8s %8s\n", "doubling", "RSS MB")
	results = results[1:] // without the empty program
	for len(results) >= len(sizes) {
		row := results[:len(sizes)]
		results = results[len(sizes):]
		name, _, _ := strings.Cut(row[0].Path, "/")
		if row[0].Program != "" {
			name += " (" + row[0].Program + ")"
		}
		fmt.Fprintf(&b, "%-28s", name)
		for _, r := range row {
			fmt.Fprintf(&b, " %8.2f", r.Ratio)
		}
		last, before := row[len(row)-1], row[len(row)-2]
		fmt.Fprintf(&b, " %8.2f %8.1f\n", (last.Ratio-1)/max(before.Ratio-1, 0.1), float64(last.RSS)/1024)
	}
	_, err := io.WriteString(to, b.String())
	return err
}
