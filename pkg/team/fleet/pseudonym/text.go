package pseudonym

import (
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// The forms of names in a text. The character before a path must not be
// part of a word: src/home/x is no place.
var (
	address = regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9_][A-Za-z0-9._-]*`)
	url     = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)([^\s/'"<>|;)\]}]+)(/[^\s'"<>|;)\]}]*)?`)
	number  = regexp.MustCompile(`\b\d{1,3}(?:\.\d{1,3}){3}\b`)
	place1  = regexp.MustCompile(`(^|[^\w./~@-]|(?:^|\s)-[A-Za-z])(~[\w.-]*|[A-Za-z]:)?([/\\][^\s/'"<>|;&(){}$` + "`" + `,:=*?\[\]][^\s'"<>|;&(){}$` + "`" + `,:=*?\[\]]*)`)
)

// keep are the directories whose content is the same on every machine.
var keep = []string{"bin", "sbin", "usr", "lib", "lib32", "lib64", "dev", "proc", "sys"}

// first are the directories that every machine has, with content of its own.
var first = []string{"etc", "tmp", "var", "opt", "srv", "mnt", "media", "run", "boot", "snap", "nix", "private", "volumes", "workspace"}

// replace finds the names in a text. The order matters: a project lies in the
// home directory, an address stands in a URL.
func (n *Namer) replace(s string) string {
	for _, root := range n.machine.Roots {
		s = below(s, root, ".")
	}
	s = below(s, n.machine.Home, "~")
	s = url.ReplaceAllStringFunc(s, func(m string) string {
		part := url.FindStringSubmatch(m)
		if part[1] == "file://" {
			return m
		}
		where := part[2][strings.LastIndexByte(part[2], '@')+1:]
		name, port, _ := strings.Cut(where, ":")
		if port != "" {
			port = ":" + port
		}
		if isLocal(name) {
			return part[1] + where + n.rest(part[3])
		}
		return part[1] + n.Host(name) + port + n.rest(part[3])
	})
	s = address.ReplaceAllStringFunc(s, func(m string) string {
		who, where, _ := strings.Cut(m, "@")
		if who == "git" || slices.Contains(generic, who) {
			return who + "@" + n.Host(where)
		}
		return n.name(user, strings.ToLower(who)) + "@" + n.Host(where)
	})
	s = number.ReplaceAllStringFunc(s, func(m string) string {
		if a, err := netip.ParseAddr(m); err != nil || a.IsLoopback() || a.IsUnspecified() {
			return m // a version, too
		}
		return n.Host(m)
	})
	s = place1.ReplaceAllStringFunc(s, func(m string) string {
		part := place1.FindStringSubmatch(m)
		return part[1] + n.place(part[2], part[3])
	})
	for _, w := range n.words {
		s = replaceWord(s, w)
	}
	return s
}

// rest is what stands behind the host of a URL.
func (n *Namer) rest(p string) string {
	if len(p) <= 1 {
		return p
	}
	return "/" + n.name(place, p[1:])
}

// place replaces an absolute path, or one in the home of another user.
func (n *Namer) place(before, p string) string {
	p = slashed(p)
	switch {
	case before == "~":
		return before + p // what lies in the user's own home, by the name it has there
	case before != "":
		return before[:1] + "/" + n.name(place, before+p)
	}
	if p == "/" || strings.Trim(p, "/") == "" {
		return p
	}
	top, rest, _ := strings.Cut(strings.TrimLeft(p, "/"), "/")
	switch {
	case slices.Contains(keep, strings.ToLower(top)):
		return p
	case slices.Contains(first, strings.ToLower(top)):
		if rest == "" {
			return p
		}
		return "/" + top + "/" + n.name(place, p)
	}
	return "/" + n.name(place, p)
}

// below replaces a directory where it stands as a whole.
func below(s, dir, by string) string {
	dir = strings.TrimRight(dir, `/\`)
	if len(dir) < 2 || !strings.Contains(s, dir) {
		return s
	}
	var b strings.Builder
	for {
		i := strings.Index(s, dir)
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		end := i + len(dir)
		if end < len(s) && isWordByte(s[end]) {
			b.WriteString(s[:end])
		} else {
			b.WriteString(s[:i] + by)
		}
		s = s[end:]
	}
}

// replaceWord replaces a name that stands alone.
func replaceWord(s string, w word) string {
	var b strings.Builder
	for low := strings.ToLower(s); ; {
		i := strings.Index(low, strings.ToLower(w.name))
		if i < 0 || len(low) != len(s) { // a letter that has another length in lower case
			b.WriteString(s)
			return b.String()
		}
		end := i + len(w.name)
		alone := (i == 0 || !isWordByte(s[i-1])) && (end == len(s) || !isWordByte(s[end]))
		b.WriteString(s[:i])
		if alone {
			b.WriteString(w.pseudonym)
		} else {
			b.WriteString(s[i:end])
		}
		s, low = s[end:], low[end:]
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func isLocal(name string) bool {
	a, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && (a.IsLoopback() || a.IsUnspecified())
}
