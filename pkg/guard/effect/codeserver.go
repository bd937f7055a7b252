package effect

import "strings"

// codeServer returns what a program says of the server on which it drops something, by the
// addresses that stand in its text: that one is in production, or, with whole, another one
// than this.
func (r *collector) codeServer(whole bool) string {
	found := ""
	eachServer(r.programText(), func(name, host string) {
		switch {
		case local(host) || testName(name) || forTrial(host):
		case inUse(host):
			found = InProduction
		case whole && found == "" && strings.Contains(host, "."):
			found = OnAnother
		}
	})
	return found
}

// programText returns the text of the program that a call stands in, with the settings that
// it reads.
func (r *collector) programText() string {
	text := ""
	if in := r.call.In; in != nil {
		for i := range r.script.Files {
			if f := &r.script.Files[i]; f.Path == in.Path {
				text = f.Text
			}
		}
	}
	for c := r.call; text == "" && c.Via >= 0; {
		c = &r.script.Calls[c.Via]
		for _, run := range c.Runs {
			if run.Known && run.Lang != "sql" {
				text = run.Text.String()
			}
		}
	}
	for i := range r.script.Files {
		if f := &r.script.Files[i]; f.Settings && r.sameRun(f.Call) {
			text += "\n" + f.Text
		}
	}
	return text
}

// sameRun reports whether the call lies within another one.
func (r *collector) sameRun(i int) bool {
	for c := r.call; ; c = &r.script.Calls[c.Via] {
		if c.Via == i {
			return true
		}
		if c.Via < 0 {
			return false
		}
	}
}

// maxServerText bounds how much of a program is looked through for addresses.
const maxServerText = 64 << 10

// eachServer calls f for every server of a database that a program names: by an address
// (postgres://HOST/NAME, mysql:host=HOST;dbname=NAME) or by the value of a setting that is
// called host.
func eachServer(text string, f func(name, host string)) {
	text = text[:min(len(text), maxServerText)]
	for at := 0; ; {
		i := strings.Index(text[at:], "://")
		if i < 0 {
			break
		}
		at += i + len("://")
		from := at - len("://")
		for from > 0 && (isLetter(text[from-1]) || text[from-1] == '+' || text[from-1] == '-') {
			from--
		}
		if databaseScheme(text[from : at-len("://")]) {
			rest := text[at : at+endOfAddress(text[at:])]
			rest, _, _ = strings.Cut(rest, "?")
			host, name, _ := strings.Cut(rest, "/")
			host = host[strings.LastIndexByte(host, '@')+1:]
			host, _, _ = strings.Cut(host, ":")
			f(name, host)
		}
	}
	hostsGivenFirst(text, f)
	for at := 0; ; {
		i := strings.Index(text[at:], "host")
		if i < 0 {
			return
		}
		at += i
		before := ""
		if at > 0 {
			before = text[at-1 : at]
		}
		rest := strings.TrimLeft(text[at+len("host"):], "\"' \t")
		at += len("host")
		if before != "" && (isLetter(before[0]) || before == "_" || before == ".") {
			continue // localhost, redis_host
		}
		switch {
		case strings.HasPrefix(rest, "=>"):
			rest = rest[2:]
		case strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, ":"):
			rest = rest[1:]
		default:
			continue
		}
		rest = strings.TrimLeft(rest, " \t")
		quoted := rest != "" && strings.ContainsRune("\"'`", rune(rest[0]))
		rest = strings.TrimLeft(rest, "\"'`")
		host := rest[:endOfAddress(rest)]
		if !quoted && !strings.Contains(host, ".") {
			continue // a variable
		}
		if rest := rest[len(host):]; len(rest) > 0 && rest[0] == '(' {
			continue // a function
		}
		name := ""
		if _, behind, ok := strings.Cut(rest[:min(len(rest), 120)], "dbname="); ok {
			name = behind[:endOfAddress(behind)]
		}
		host, _, _ = strings.Cut(host, ":")
		f(name, host)
	}
}

// hostsGivenFirst calls f for every server that is the first argument of a function that
// connects to one: mysqli("HOST", ..).
func hostsGivenFirst(text string, f func(name, host string)) {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '(')
		if i < 0 {
			return
		}
		from, end := at+i, at+i+1
		for from > 0 && (isLetter(text[from-1]) || text[from-1] == '_' || text[from-1] == '.') {
			from--
		}
		if end < len(text) && strings.IndexByte("\"'`", text[end]) >= 0 && hostFirstWord(text[from:end-1]) {
			rest := text[end+1:]
			host, _, _ := strings.Cut(rest[:endOfAddress(rest)], ":")
			if !strings.Contains(rest[:endOfAddress(rest)], "://") {
				f("", host)
			}
		}
		at = end
	}
}

// endOfAddress returns where an address ends that a text begins with.
func endOfAddress(text string) int {
	if i := strings.IndexAny(text, "\"'` \t\n;,)(}]<>&|"); i >= 0 {
		return i
	}
	return len(text)
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
