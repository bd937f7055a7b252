package redact

import "strings"

// program is the one whose short options may carry a password.
type program uint8

const (
	progNone program = iota
	progMySQL
	progSSHPass
	progRedis
	progCurl
	progRegistry // docker, podman, helm, az: before "login"
	progLogin
	progSQLCmd
	progLDAP
	progSudo
	progPasswd
)

// next returns the program after another word of the same command.
func (p program) next(w string) program {
	switch w {
	case "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlsh", "mariadb", "mariadb-dump", "mariadb-admin":
		return progMySQL
	case "sshpass":
		return progSSHPass
	case "redis-cli":
		return progRedis
	case "curl", "http", "https", "wget", "xh":
		return progCurl
	case "docker", "podman", "helm", "az", "nerdctl", "oc", "buildah", "skopeo", "argocd", "glab":
		return progRegistry
	case "sqlcmd", "bcp":
		return progSQLCmd
	case "ldapsearch", "ldapmodify", "ldapadd", "ldapdelete", "ldapwhoami":
		return progLDAP
	case "sudo":
		return progSudo
	case "passwd":
		return progPasswd
	case "login":
		if p == progRegistry {
			return progLogin
		}
	}
	return p
}

// shortOption masks the password of -pSECRET, -p SECRET or -u user:SECRET
// where the program is known to take one so.
func (sc *scanner) shortOption() {
	in, i := sc.in, sc.pos+1
	attached, separate := byte(0), byte(0)
	switch sc.tool {
	case progMySQL:
		attached = 'p'
	case progSSHPass:
		attached, separate = 'p', 'p'
	case progRedis:
		separate = 'a'
	case progLogin:
		separate = 'p'
	case progSQLCmd:
		attached, separate = 'P', 'P'
	case progLDAP:
		attached, separate = 'w', 'w'
	case progSudo:
		for end := sc.pos; end < len(in) && isAlpha(in[end]); end++ {
			if in[end] == 'S' {
				sc.fed(end)
				break
			}
		}
		return
	case progCurl:
		if c := charAt(in, sc.pos); c == 'u' || c == 'U' || c == 'a' {
			sc.userPassword(skipBlanks(in, i))
		}
		return
	default:
		return
	}
	switch c := charAt(in, sc.pos); {
	case c == 0:
	case c == attached && i < len(in) && !isSpace(in[i]):
		sc.maskWord(i)
	case c == separate && i < len(in) && isBlank(in[i]):
		sc.maskWord(skipBlanks(in, i))
	}
}

// longOption masks the value of --password VALUE. --password=VALUE is an
// assignment, and found as one.
func (sc *scanner) longOption() {
	in, start := sc.in, sc.pos
	end := start
	for end < len(in) && (isWord(in[end]) || in[end] == '-') {
		end++
	}
	name := in[start:end]
	if sc.tool == progCurl && (name == "user" || name == "proxy-user") && end < len(in) && (isBlank(in[end]) || in[end] == '=') {
		sc.userPassword(skipBlanks(in, end+1))
		return
	}
	if sc.stdinOption(name) {
		sc.fed(end)
		return
	}
	from := end
	switch {
	case at(in, end, ' ') && !at(in, end+1, ' '):
		from = end + 1
	case strings.HasPrefix(in[end:], `", "`) || strings.HasPrefix(in[end:], `', '`):
		from = end + 3 // an argument list in JSON or code
	case strings.HasPrefix(in[end:], `","`) || strings.HasPrefix(in[end:], `','`):
		from = end + 2
	default:
		return
	}
	c := classify(name)
	if name == "pass" {
		c = strong
	}
	if c == ordinary || at(in, from, '-') {
		return
	}
	if c == weak && (at(in, from, '/') || at(in, from, '.') || at(in, from, '~')) {
		return // --private-key ./deploy.pem names a file
	}
	sc.maskWord(from)
}

// userPassword masks the password of user:password. Two numbers are a user and
// a group.
func (sc *scanner) userPassword(i int) {
	v := readValue(sc.in, i)
	text := sc.in[v.from:v.to]
	c := strings.IndexByte(text, ':')
	if c < 0 || c == len(text)-1 || isReference(text[c+1:]) || strings.HasPrefix(text[c:], "://") || isMasked(text[c+1:]) {
		return
	}
	sc.mask(v.from+c+1, v.end(sc.in))
}

// maskWord masks the word at i, unless it is a reference to a secret.
func (sc *scanner) maskWord(i int) {
	v := readValue(sc.in, i)
	text := sc.in[v.from:v.to]
	if isReference(text) || isTypeWord(text) || isMasked(text) {
		return
	}
	sc.mask(v.from, v.end(sc.in))
}
