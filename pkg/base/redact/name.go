package redact

import "strings"

// class is how secret the value of a name is.
type class uint8

const (
	ordinary class = iota
	weak           // a secret if the value looks like one: token, key
	strong         // always a secret: password
	header         // an Authorization header: scheme and secret
	cookie         // a header with cookies
)

// classify reads a name: DB_PASSWORD, apiKey, x-auth-token. The last word
// decides: PASSWORD_FILE names a file, max_tokens a number.
func classify(name string) class {
	if len(name) < 3 || len(name) > 80 || !endsLikeSecret(name) {
		return ordinary
	}
	all := lowerWords(name)
	last, before := all, ""
	if i := strings.LastIndexByte(all, ' '); i >= 0 {
		last, before = all[i+1:], all[:i]
		before = before[strings.LastIndexByte(before, ' ')+1:]
	}
	switch last {
	case "pass":
		if before == "" {
			return ordinary // "pass: 12" is a test report
		}
		return strong
	case "pwd":
		// PWD and OLDPWD are directories; Pwd= occurs in connection strings.
		if before == "old" || before == "" && isUpper(name[1]) {
			return ordinary
		}
		return strong
	case "sshpass", "dbpass", "rootpass", "userpass", "adminpass", "mypass":
		return strong
	case "psk", "phpsessid", "jsessionid":
		return weak
	case "cookie":
		if before == "" || before == "set" {
			return cookie
		}
		return weak
	case "passcode", "passphrase", "passwd", "secretkey", "passwort", "kennwort", "wachtwoord", "contrasena", "senha":
		return strong
	case "authorization":
		return header
	case "key":
		return keyClass(name, before)
	case "token":
		switch before { // cursors and parsers
		case "next", "page", "continuation", "sync", "cancellation", "unexpected", "csrf", "pad", "eos", "bos", "unk":
			return ordinary
		}
		return weak
	case "secret", "credential", "credentials", "sig", "apikey", "accesskey", "accountkey", "privatekey",
		"sharedaccesskey", "sharedaccesssignature", "clientsecret", "signingkey":
		return weak
	case "auth", "secrets", "pat", "jwt", "salt":
		if before != "" || name[0] == '_' {
			return weak // npm's _auth, FOO_PAT
		}
	case "base", "value", "old", "new", "current", "prod", "dev", "test", "staging", "default":
		if strings.Contains(all, "password") || strings.Contains(all, "secret") {
			return weak // SECRET_KEY_BASE
		}
	default:
		if strings.HasSuffix(last, "password") && before != "disabled" && before != "no" {
			return strong // PGPASSWORD, but not adduser --disabled-password
		}
		if strings.HasSuffix(last, "token") {
			return weak // authtoken
		}
	}
	return ordinary
}

// keyClass returns the class of a key: one that opens something is a secret,
// the key of a table or a cache is not.
func keyClass(name, before string) class {
	switch before {
	case "api", "access", "secret", "private", "encryption", "signing", "auth", "account", "master", "license", "deploy",
		"service", "shared", "preshared", "storage", "webhook", "client", "app", "application", "crypt", "hmac", "aes", "session":
		return weak
	case "", "public", "primary", "foreign", "sort", "partition", "cache", "index", "row", "map", "hot", "group", "object",
		"unique", "routing", "lookup", "dict", "registry", "idempotency", "publishable", "anon":
		return ordinary
	}
	// Names in the form of an environment variable: STRIPE_KEY, but not
	// item_key.
	for i := range len(name) {
		if isAlpha(name[i]) && !isUpper(name[i]) {
			return ordinary
		}
	}
	return weak
}

// leastOtherKey is the least length of a random value that makes a secret of any key.
const leastOtherKey = 24

// otherKey reports whether a name is that of a key which only its value can tell to be a
// secret: fernet-key, deterministic_key.
func otherKey(name string) bool {
	if len(name) < 5 || !strings.EqualFold(name[len(name)-3:], "key") {
		return false
	}
	before, ok := strings.CutSuffix(lowerWords(name), " key")
	switch before = before[strings.LastIndexByte(before, ' ')+1:]; before {
	case "public", "publishable", "anon", "cache", "sort", "partition", "index", "routing", "lookup", "registry", "idempotency", "object", "group", "host", "site":
		return false
	}
	return ok
}

// lowerWords writes a name as words in lower case: "x auth token". It drops
// numbers at the end: PASSWORD_2, token1.
func lowerWords(name string) string {
	var buf [160]byte
	out := buf[:0]
	for i := range len(name) {
		c := name[i]
		if c == '_' || c == '-' {
			c = ' '
		} else if isUpper(c) {
			if i > 0 && isAlpha(name[i-1]) && !isUpper(name[i-1]) {
				out = append(out, ' ')
			}
			c |= 0x20
		}
		out = append(out, c)
	}
	return strings.Trim(strings.TrimRight(string(out), "0123456789 "), " ")
}
