package sql

import (
	"slices"
	"strings"
)

// takes are the statements that take something away.
var takes = [...]string{"DROP", "TRUNCATE", "DELETE", "ALTER"}

// MayTake reports whether a text may hold a statement that takes something away.
func MayTake(src string) bool {
	src = strings.ToUpper(src)
	return slices.ContainsFunc(takes[:], func(verb string) bool { return strings.Contains(src, verb) })
}

// Generated returns the statements that a query makes as text, for another client or for
// \\gexec of psql: select format('drop table %I', name). A name that is filled in stands
// there as one.
func Generated(src string) (list []string) {
	for {
		i := strings.IndexByte(src, '\'')
		if i < 0 {
			return list
		}
		end := strings.IndexByte(src[i+1:], '\'')
		if end < 0 {
			return list
		}
		text := strings.TrimSpace(src[i+1 : i+1+end])
		src = src[i+end+2:]
		if first, _, _ := strings.Cut(strings.ToUpper(text), " "); slices.Contains(takes[:], first) {
			text = strings.NewReplacer("%I.%I", "generated", "%1$I", "generated", "%I", "generated", "%s", "generated", "%L", "1").Replace(text)
			if words := strings.Fields(text); len(words) == 2 || strings.HasSuffix(strings.ToUpper(text), " EXISTS") {
				text += " generated"
			}
			list = append(list, text)
		}
	}
}
