package redact

import "strings"

// longestPlaceholder bounds what is compared.
const longestPlaceholder = 64

// isPlaceholder reports whether a value stands where a secret is to be written, and says so:
// changeme, your-api-key, sk_live_xxxxxxxx.
func isPlaceholder(s string) bool {
	const fewest = 8
	if s = strings.Trim(s, "\"'` "); len(s) > longestPlaceholder || len(s) < len("pw") {
		return false
	}
	if last := s[len(s)-1]; last|0x20 == 'x' || last == '*' {
		if n := len(strings.TrimRight(s, s[len(s)-1:])); len(s)-n >= fewest {
			return true
		}
	}
	if len(s) >= shortestExample && saysExample(s) {
		return true // AKIAIOSFODNN7EXAMPLE
	}
	if short, ok := strings.CutSuffix(s, "..."); ok && len(short) <= fewest+4 {
		return true // sk-...
	}
	if s[0]|0x20 < 'a' || s[0]|0x20 > 'y' || hasDigit(s) {
		return false
	}
	low := strings.ToLower(s)
	if inCapitals(s) && strings.IndexByte(s, '_') > 0 && speaks(s) {
		return true // LDAP_PASSWORD
	}
	switch low {
	case "changeme", "changeit", "change-me", "change_me", "change-it", "change_it", "replaceme", "replace-me", "replace_me", "password", "passwd", "username", "pass", "pwd", "secret", "token",
		"placeholder", "todo", "fixme", "none", "null", "redacted":
		return true
	}
	for _, begin := range [...]string{"your", "replace_", "replace-", "change_th", "change-th", "insert_your", "insert-your", "enter_", "enter-your", "put_your", "put-your", "add_your", "add-your", "my_secret_", "some_secret", "some-secret", "some_token", "some-token"} {
		if rest, ok := strings.CutPrefix(low, begin); ok && (begin != "your" || rest != "" && strings.IndexByte("-_ ", rest[0]) >= 0) {
			return true
		}
	}
	return strings.HasSuffix(low, "_here") || strings.HasSuffix(low, "-here")
}

// shortestExample is the least length of an example that says so: in a shorter text the word
// may be one of a password.
const shortestExample = 14

// saysExample reports whether a token says that it is an example.
func saysExample(s string) bool {
	if strings.Contains(s, "EXAMPLE") {
		return true
	}
	low := strings.ToLower(s)
	for _, word := range [...]string{"example", "placeholder", "dummy", "notreal", "not-real", "fake", "xxxxxx", "changeme"} {
		if strings.Contains(low, word) {
			return true
		}
	}
	return false
}
