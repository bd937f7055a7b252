package sql

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// looksLikeMongo reports whether a text is for mongo's shell.
func looksLikeMongo(s string) bool {
	sql := lang.LooksLikeSQL(s)
	for rest := s; !sql; {
		i := strings.Index(rest, "db.")
		if i < 0 {
			return false
		}
		before := strings.TrimRight(rest[:i], " \t")
		if (before == "" || strings.HasSuffix(before, ";") || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "(")) &&
			strings.Contains(rest[i:min(len(rest), i+400)], "(") {
			return true
		}
		rest = rest[i+3:]
	}
	return false
}
