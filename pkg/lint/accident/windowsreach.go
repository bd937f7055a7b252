package accident

import (
	"strings"
)

// reach finds what a statement deletes, mirrors or opens to everyone where a variable of the
// path is empty: the root of a drive, or all that lies beside what is meant.
func (w *windows) reach(s int) bool {
	st := &w.all[s]
	at := w.deletion(st.low)
	rights := rightsOfTree(st.low)
	removes := !w.batch && at < 0 && strings.Contains(st.low, "remove-item") && !strings.Contains(st.low, "-whatif")
	if at < 0 && !rights && !removes {
		return false
	}
	if contains(st.low, []string{"-whatif"}) {
		return false
	}
	from := max(at, 0)
	verb := "deletes"
	if rights {
		verb = "changes the rights of"
	}
	for _, p := range w.origins(s) {
		for _, word := range w.paths(p) {
			v, head, tail, ok := w.end(w.spread(word, p.s))
			if !ok {
				continue
			}
			e := w.may(v.name, p.s)
			switch {
			case e == sure:
			case head == "" && tail == "" && (!w.batch || !rights):
			case head == "" || len(head) == 3 && head[1] == ':':
				w.add(&windowsRule, w.spanOf(s, from), verb+" the root of the drive, or all of the directory it runs in, if "+v.shown+" is empty")
				return true
			case e == unheld || removes && tail == "":
			case contains(head, []string{`\temp\`, `\tmp\`, "$env:temp", "%temp%", "%tmp%", "$env:tmp"}):
			default:
				why := " is empty"
				if e == unspoken {
					why = " is empty, and nothing sets it"
				}
				w.add(&tooMuchRule, w.spanOf(s, from), verb+" all that lies beside it if "+v.shown+why)
				return true
			}
		}
	}
	return false
}

// rightsOfTree reports whether a command changes the rights of a tree or whose it is.
func rightsOfTree(low string) bool {
	return (strings.Contains(low, "icacls ") || strings.Contains(low, "cacls ")) && strings.Contains(low, "/t") || strings.Contains(low, "takeown ") && strings.Contains(low, "/r")
}

// paths returns the words of a piece that name what is deleted, or what is listed to be
// deleted.
func (w *windows) paths(p piece) []string {
	if w.batch {
		return w.batchPaths(p)
	}
	var out []string
	begin, taken := true, false
	command := ""
	for _, word := range w.words(p.text) {
		switch {
		case word == "|":
			begin = true
			continue
		case begin:
			command = strings.ToLower(strings.TrimLeft(word, "(@&$ "))
			begin, taken = false, false
			if inner := strings.Fields(command); len(inner) > 1 && strings.HasPrefix(word, "(") {
				out = append(out, w.paths(piece{strings.TrimSuffix(strings.TrimLeft(word, "@("), ")"), p.s})...)
			}
			continue
		case strings.HasPrefix(word, "-"):
			switch low := strings.ToLower(word); low {
			case "-filter", "-include":
				return nil // of some names
			case "-exclude", "-erroraction", "-ea", "-depth", "-attributes":
				taken = true
			}
			continue
		case taken:
			taken = false
			continue
		}
		switch command {
		case "remove-item", "ri", "rm", "rd", "rmdir", "del", "get-childitem", "gci", "dir", "ls", "icacls", "takeown", "cacls", "get-item":
			out = append(out, word)
		}
	}
	return out
}

func (w *windows) batchPaths(p piece) []string {
	low := strings.ToLower(p.text)
	from := w.deletion(low)
	if rightsOfTree(low) {
		from = 0
	}
	if from < 0 {
		return nil
	}
	text := p.text[from:]
	if head, list, ok := strings.Cut(low, " in ("); ok && strings.HasPrefix(head, "for ") && !strings.HasPrefix(head, "for /f") {
		list, _, _ = strings.Cut(list, ")")
		text += " " + p.text[len(head)+len(" in ("):len(head)+len(" in (")+len(list)]
	}
	var out []string
	for _, word := range w.words(text) {
		word = strings.Trim(word, "()")
		if len(word) > 1 && word[0] != '/' && !strings.HasPrefix(word, "2>") && !strings.HasPrefix(word, ">") {
			out = append(out, word)
		}
	}
	return out
}

// end returns the variable in which a path ends, and what stands before and behind it: nothing
// but what means all that lies there.
func (w *windows) end(word string) (v variable, head, tail string, ok bool) {
	used := w.variables(word)
	if len(used) == 0 {
		return v, "", "", false
	}
	v = used[len(used)-1]
	at := strings.LastIndex(word, v.shown)
	head, tail = word[:at], word[at+len(v.shown):]
	switch strings.ReplaceAll(tail, "/", `\`) {
	case "", `\`, `\*`, `\*.*`, `\.`, `\**`:
	default:
		return v, "", "", false
	}
	if head != "" && !strings.HasSuffix(head, `\`) && !strings.HasSuffix(head, "/") {
		return v, "", "", false
	}
	if head != "" && len(head) < 3 || strings.HasPrefix(head, ".") || strings.HasPrefix(strings.ToLower(head), "hk") && strings.Count(strings.Trim(head, `\`), `\`) < 2 {
		return v, "", "", false
	}
	return v, head, tail, true
}
