package redact

import "strings"

// class is how secret the value of a name is. rules/secrets.yaml explains the classes.
type class uint8

const (
	ordinary class = iota
	noSecret       // although a shorter name would be one
	ofKey          // only a random value
	inCode         // of a PIN or for recovery: digits, groups of letters
	inWords        // a phrase that opens a wallet
	typed          // a secret if it has digits or marks in it
	weak           // a secret if the value looks like one: token
	strong         // always a secret: password
	header         // an Authorization header: scheme and secret
	cookie         // a header with cookies
)

// nameEnd is how the last word of a name may end.
type nameEnd struct {
	end   string
	class class
}

// The lengths of names.
const (
	shortestName = 2
	longestName  = 80
)

// classify reads a name: DB_PASSWORD, apiKey, x-auth-token. The last words decide:
// PASSWORD_FILE names a file, max_tokens a number.
func classify(name string) class {
	if len(name) < shortestName || len(name) > longestName || !mayEndName(name) {
		return ordinary
	}
	var room [2 * longestName]byte
	all := string(lowerWords(room[:0], name))
	last, two := all, ""
	if i := strings.LastIndexByte(all, ' '); i >= 0 {
		last = all[i+1:]
		two = all[strings.LastIndexByte(all[:i], ' ')+1:]
	}
	if two != "" {
		if c, ok := classOf(two); ok {
			return c
		}
	}
	if two != "" || name[0] == '_' {
		if c, ok := classOfJoined(last); ok {
			return c
		}
	}
	c, ok := classOf(last)
	switch {
	case c == ofKey && two != "" && inCapitals(name):
		return weak // STRIPE_KEY, but not item_key
	case ok:
		return c
	}
	for _, e := range nameEnds {
		if strings.HasSuffix(last, e.end) {
			return e.class
		}
	}
	if isAroundWord(last) && (strings.Contains(all, "password") || strings.Contains(all, "secret")) {
		return weak // SECRET_KEY_BASE
	}
	return ordinary
}

// inCapitals reports whether a name has the form of an environment variable.
func inCapitals(name string) bool {
	for i := range len(name) {
		if isAlpha(name[i]) && !isUpper(name[i]) {
			return false
		}
	}
	return true
}

// lowerWords writes a name as words in lower case: "x auth token". It drops
// numbers at the end: PASSWORD_2, token1.
func lowerWords(out []byte, name string) []byte {
	for i := range len(name) {
		c := name[i]
		if c == '_' || c == '-' || c == '.' || c == ':' || c == '>' {
			if c = ' '; len(out) > 0 && out[len(out)-1] == ' ' {
				continue
			}
		} else if isUpper(c) {
			if i > 0 && isAlpha(name[i-1]) && (!isUpper(name[i-1]) || i+1 < len(name) && isAlpha(name[i+1]) && !isUpper(name[i+1]) && i > 1) {
				out = append(out, ' ') // secretKey, HTTPBasic
			}
			c |= 0x20
		}
		out = append(out, c)
	}
	for len(out) > 0 && (isDigit(out[len(out)-1]) || out[len(out)-1] == ' ') {
		out = out[:len(out)-1]
	}
	for len(out) > 0 && out[0] == ' ' {
		out = out[1:]
	}
	return out
}

// mayEndName reports whether the last letters of a word are those of a name that classify
// knows.
func mayEndName(name string) bool {
	n := len(name)
	for n > 0 && !isAlpha(name[n-1]) {
		n-- // PASSWORD_2
	}
	if n < 3 {
		return n == 2 && name[1]|0x20 == 'w'
	}
	row, bit := int(name[n-3]&31)<<5|int(name[n-2]&31), name[n-1]&31
	return (endings[row]|endingsAround[row])>>bit&1 != 0 || name[n-1]|0x20 == 'w' && name[n-2]|0x20 == 'p'
}
