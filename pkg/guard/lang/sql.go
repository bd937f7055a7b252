package lang

import "strings"

// LooksLikeSQL reports whether a text begins like SQL: methods called execute
// are given other texts too.
func LooksLikeSQL(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n(;")
	i := 0
	for i < len(s) && i < 10 && IsWord(s[i]) {
		i++
	}
	switch strings.ToUpper(s[:i]) {
	case "DROP", "TRUNCATE", "DELETE", "UPDATE", "ALTER", "GRANT", "SELECT", "INSERT", "WITH", "CREATE", "COPY",
		"BEGIN", "EXPLAIN", "REVOKE", "PRAGMA", "EXEC", "MERGE", "REPLACE", "DO":
		return true
	}
	return false
}
