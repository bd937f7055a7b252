package store

import (
	"bufio"
	"io"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/display"
)

// Export writes what is remembered as lines of JSON: all of it, or of one
// project, or of one session with what its project has learned. told is called
// now and then with the number of lines so far.
func (t *Tx) Export(w io.Writer, scope Scope, told func(lines int)) error {
	var roots []string
	var args []any
	var err error
	switch {
	case scope.Session != "":
		var number any
		if number, err = t.SessionNumber(scope.Session); number == nil || err != nil {
			return err
		}
		args = []any{number}
	case scope.Project != "":
		if roots, err = t.WorkTrees(scope.Project); roots == nil || err != nil {
			return err
		}
	}
	out := bufio.NewWriter(w)
	lines := 0
	for _, k := range kinds() {
		rest := " ORDER BY " + k.order
		if args != nil {
			rest = " WHERE " + k.session + rest
		}
		err := k.each(t, rest, args, func(v any) error {
			if roots != nil && !slices.Contains(roots, k.project(v)) {
				return nil
			}
			data, err := k.line(v)
			if err != nil {
				return err
			}
			out.Write(display.JSON(data)) // what cannot be written is said by Flush
			if lines++; lines%tellEvery == 0 {
				told(lines)
			}
			return out.WriteByte('\n')
		})
		if err != nil {
			return err
		}
	}
	return out.Flush()
}

const tellEvery = 5000
