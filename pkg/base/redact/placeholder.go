package redact

import "strings"

// longestPlaceholder bounds what is compared.
const longestPlaceholder = 64

// isPlaceholder reports whether a value stands where a secret is to be written, and says so:
// changeme, your-api-key, sk_live_xxxxxxxx.
func isPlaceholder(s string) bool {
	const fewest = 8
	if s = strings.TrimSuffix(strings.Trim(s, "\"'` "), "/"); len(s) > longestPlaceholder || len(s) < len("pw") {
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
	if strings.HasPrefix(s, "YOUR_") && inCapitals(s) {
		return true
	}
	if s[0]|0x20 < 'a' || s[0]|0x20 > 'y' || hasDigit(s) {
		return false
	}
	low := strings.ToLower(s)
	if inCapitals(s) && strings.IndexByte(s, '_') > 0 && speaks(s) {
		return true // LDAP_PASSWORD
	}
	if isPlaceholderWord(low) || hasAnyPrefix(low, askedWords[:]...) {
		return true
	}
	if rest, ok := strings.CutPrefix(low, "your"); ok && rest != "" && strings.IndexByte("-_ ", rest[0]) >= 0 {
		return true
	}
	return strings.HasSuffix(low, "_here") || strings.HasSuffix(low, "-here") || strings.HasSuffix(low, "_api_key") || strings.Contains(low, "_your_")
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
	return hasAny(low, []string{"example", "placeholder", "dummy", "notreal", "not-real", "fake", "xxxxxx", "changeme"})
}
