package accident

import (
	"path"
	"strings"
)

// prefixes finds recipes that delete or change a directory of the system as a whole, which a
// variable names: what was meant lies in it.
func (r *around) prefixes() {
	if !strings.Contains(r.text, "rm ") && !strings.Contains(r.text, "-R ") && !strings.Contains(r.text, "$(RM)") {
		return
	}
	values, blanks := map[string]string{}, map[string]bool{} // blanks: a value ends in one, before a comment
	at := 0
	for line := range strings.Lines(r.text) {
		if strings.HasPrefix(line, "\t") {
			body := strings.TrimLeft(strings.TrimSpace(line), "@-+")
			if dir := sharedTree(strings.Fields(body), values); dir != "" {
				r.add(&elsewhereRule, at, line, "takes all of "+dir+", in which others have files, too")
			}
			for name := range blanks {
				if strings.Contains(body, "$("+name+")/") && (strings.HasPrefix(body, "rm -r") || strings.HasPrefix(body, "sudo rm -r") || strings.HasPrefix(body, "rm -fr")) {
					_, rest, _ := strings.Cut(body, "$("+name+")")
					rest, _, _ = strings.Cut(rest, " ")
					r.add(&tooMuchRule, at, line, "deletes all of $("+name+") and then "+rest+": its value ends in a blank, which stands before the comment")
					break
				}
			}
		} else if name, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			name = strings.TrimSpace(strings.TrimRight(strings.TrimSpace(name), "?:+!"))
			if fields := strings.Fields(name); len(fields) > 0 {
				head, _, comment := strings.Cut(value, "#")
				values[fields[len(fields)-1]] = strings.TrimSpace(head)
				if body := strings.TrimLeft(head, " \t"); comment && body != "" && strings.TrimRight(body, " \t") != body {
					blanks[fields[len(fields)-1]] = true
				}
			}
		}
		at += len(line)
	}
}

// sharedTree returns the directory of the system that a command deletes, or gives to
// another owner, as a whole.
func sharedTree(words []string, values map[string]string) string {
	n := 0
	if n < len(words) && words[n] == "sudo" {
		n++
	}
	if n >= len(words) {
		return ""
	}
	program, line := words[n], " "+strings.Join(words, " ")+" "
	switch program {
	case "rm", "$(RM)":
		if !strings.Contains(line, " -r") && !strings.Contains(line, " -fr") && !strings.Contains(line, " -R") {
			return ""
		}
	case "chown", "chmod", "chgrp":
		if !strings.Contains(line, " -R ") {
			return ""
		}
		n++
	default:
		return ""
	}
	for _, w := range words[n+1:] {
		if w == ";" || w == "&&" || w == "||" || w == "|" {
			break
		}
		if !strings.Contains(w, "$(") && !strings.Contains(w, "${") {
			continue
		}
		dir := strings.TrimRight(strings.Trim(expandMake(w, values, 8), `"'`), "/*")
		if strings.HasPrefix(dir, "/") {
			dir = path.Clean(dir)
		}
		if dirShared := dirSharedWord(dir); dirShared && dir != "/opt" && dir != "/srv" && dir != "/home" {
			return dir
		}
	}
	return ""
}

// expandMake puts the values of variables of make into a word. Those that the file does not
// set are empty, as DESTDIR is.
func expandMake(word string, values map[string]string, depth int) string {
	if depth == 0 {
		return word
	}
	var b strings.Builder
	for rest := word; ; {
		i := strings.IndexByte(rest, '$')
		if i < 0 || i+1 == len(rest) {
			b.WriteString(rest)
			return b.String()
		}
		b.WriteString(rest[:i])
		closing := byte(')')
		switch rest[i+1] {
		case '(':
		case '{':
			closing = '}'
		default:
			return "$"
		}
		end := strings.IndexByte(rest[i:], closing)
		if end < 0 {
			return "$"
		}
		name := rest[i+2 : i+end]
		value, ok := values[name]
		if strings.ContainsAny(name, " $,:@%") || !ok && name != "DESTDIR" && name != "destdir" && name != "ROOT" {
			return "$" // a function, or not known
		}
		b.WriteString(expandMake(value, values, depth-1))
		rest = rest[i+end+1:]
	}
}
