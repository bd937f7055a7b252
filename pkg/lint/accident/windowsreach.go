package accident

import (
	"slices"
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
	if head != "" && len(head) < 3 || strings.HasPrefix(head, ".") || strings.HasPrefix(strings.ToLower(head), "hk") {
		return v, "", "", false
	}
	return v, head, tail, true
}

// maxStatement is how long a statement is that is read as one. A longer one holds others, which
// are handed to something that runs them.
const maxStatement = 2000

// selects finds what a statement destroys by a list, of which everything is taken, or nothing
// spared, where a variable is empty.
func (w *windows) selects(s int) bool {
	st := &w.all[s]
	at := destroysWindows(st.low)
	if w.batch || at < 0 || len(st.text) > maxStatement {
		return false
	}
	list := w.origins(s)
	if strings.HasPrefix(st.low[at:], "remove-item") && !slices.ContainsFunc(list, func(p piece) bool {
		return contains(p.text, []string{"get-childitem", "gci ", "dir ", "ls ", "-include", "-filter"})
	}) {
		return false // it names what it deletes
	}
	for _, p := range list {
		if v, why := w.emptyPattern(p); v != "" {
			w.add(&tooMuchRule, w.spanOf(s, at), "takes everything for what it looks for"+why)
			return true
		}
	}
	for _, p := range list {
		if _, rest, ok := strings.Cut(strings.ToLower(p.text), "(-$"); ok && contains(p.text, []string{"adddays", "addhours", "addmonths", "addminutes"}) {
			name := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz_0123456789"))]
			if given, is := w.params[name]; is && given.number && !given.given && (given.value == "" || given.value == "0") && !w.tests(name, s) {
				w.add(&tooMuchRule, w.spanOf(s, at), "takes everything for old where $"+name+" is not given: it is 0 then")
				return true
			}
		}
	}
	for _, p := range append(list, w.spares(s)...) {
		if say := w.emptyList(p); say != "" {
			w.add(&tooMuchRule, w.spanOf(s, at), say)
			return true
		}
	}
	var all strings.Builder
	for _, p := range list {
		all.WriteString(strings.ToLower(p.text) + "\n")
	}
	switch text := all.String(); {
	case olderThanNever(text):
		w.add(&tooMuchRule, w.spanOf(s, at), "takes what was never used for old: an empty date is less than every other")
	case w.unfilled(text, st.at) != "":
		w.add(&tooMuchRule, w.spanOf(s, at), "takes everything where nothing is put into $"+w.unfilled(text, st.at)+", which says what to take")
	case w.anyDisk(s, text):
		w.add(&diskRule, w.spanOf(s, at), "wipes whatever disks match on this machine, also those with data")
	default:
		return false
	}
	return true
}

// emptyPattern returns the variable of a piece that stands alone in a pattern, which matches
// everything where it is empty.
func (w *windows) emptyPattern(p piece) (name, why string) {
	low := strings.ToLower(p.text)
	for _, op := range [...]string{"-like ", "-match ", "-clike ", "-ilike ", "-imatch ", "-cmatch ", "-filter ", "-name ", "-vmname ", "-displayname ", "-include ", "-path ", ".startswith(", " like ", "values=", "-prefix ", "-skip ", "-skiplast "} {
		for from := 0; ; {
			i := strings.Index(low[from:], op)
			if i < 0 {
				break
			}
			from += i + len(op)
			pattern := strings.Trim(quoted(strings.TrimLeft(p.text[from:], " ")), `"'(){}`)
			used := w.variables(pattern)
			if len(used) != 1 || strings.Trim(strings.Replace(pattern, used[0].shown, "", 1), `"'*^.$%()`) != "" {
				continue
			}
			if !strings.ContainsAny(strings.Replace(pattern, used[0].shown, "", 1), "*%") && !strings.Contains(op, "match") && op != ".startswith(" && op != "-prefix " && !strings.HasPrefix(op, "-skip") {
				continue
			}
			v := used[0]
			e := w.may(v.name, p.s)
			if strings.HasPrefix(op, "-skip") && w.params[v.name].number && !w.params[v.name].given && w.params[v.name].value == "" {
				e = left // 0
			}
			switch e {
			case sure:
			case unspoken:
				return v.shown, ": nothing sets " + v.shown
			default:
				return v.shown, " if " + v.shown + " is empty"
			}
		}
	}
	return "", ""
}

// quoted returns what stands in the quotes with which a text begins, or its first word.
func quoted(text string) string {
	if text == "" {
		return ""
	}
	if text[0] == '\'' || text[0] == '"' {
		inner, _, _ := strings.Cut(text[1:], text[:1])
		return inner
	}
	if n := strings.IndexAny(text, " \t\r\n|)};\"'"); n >= 0 {
		return text[:n]
	}
	return text
}

// spares returns the conditions that decide whether a statement is reached: those of the blocks
// around it, and those before it in such a block that go on with the next.
func (w *windows) spares(s int) []piece {
	var out []piece
	for in := w.all[s].in; ; in = w.all[in].in {
		if in >= 0 && strings.HasPrefix(w.all[in].low, "if") {
			out = append(out, piece{w.all[in].text, in})
		}
		for k := in + 1; k < s; k++ {
			if h := &w.all[k]; h.in == in && h.head && strings.HasPrefix(h.low, "if") && w.skips(k) {
				out = append(out, piece{h.text + " continue", k})
			}
		}
		if in < 0 {
			return out
		}
	}
}

// skips reports whether a block does nothing but go on with the next, or leave.
func (w *windows) skips(block int) bool {
	for k := block + 1; k < len(w.all) && w.all[k].in == block; k++ {
		if low := w.all[k].low; strings.HasPrefix(low, "continue") || strings.HasPrefix(low, "return") {
			return true
		}
	}
	return false
}

// emptyList says that a list of what is spared, read from a file or a service, may be empty.
func (w *windows) emptyList(p piece) string {
	low := strings.ToLower(p.text)
	from := 0
	for _, v := range w.variables(p.text) {
		i := from + strings.Index(p.text[from:], v.shown)
		from = i + len(v.shown)
		head := strings.TrimRight(low[:i], " (@")
		tail := strings.TrimLeft(low[from:], " )")
		if strings.HasPrefix(tail, ".") {
			tail = strings.TrimLeft(strings.TrimLeft(tail, ".abcdefghijklmnopqrstuvwxyz"), " )")
		}
		skips := strings.HasSuffix(low, "continue")
		spares := strings.HasSuffix(head, "-notin") || strings.HasPrefix(tail, "-notcontains") ||
			skips && (strings.HasSuffix(head, "-in") || strings.HasPrefix(tail, "-contains") || strings.HasPrefix(tail, ".contains(")) ||
			strings.HasPrefix(tail, "-contains") && (strings.Contains(firstLine(tail), "return") || strings.Contains(firstLine(tail), "continue"))
		if !spares {
			continue
		}
		switch w.may(v.name, p.s) {
		case left:
			return "spares nothing if " + v.shown + " could not be read: an error there does not stop the script"
		case unspoken:
			return "spares nothing: nothing sets " + v.shown
		}
	}
	return ""
}

// anyDisk reports whether a statement wipes the disks of a list in which those of the machine
// are, too, and nobody was asked.
func (w *windows) anyDisk(s int, text string) bool {
	low := w.all[s].low
	if !contains(low, []string{"clear-disk", "initialize-disk", "format-volume", "new-partition"}) || !contains(text, []string{"get-disk", "get-physicaldisk", "win32_diskdrive"}) ||
		contains(text, []string{"usb", "serial", "uniqueid", "friendlyname", "get-disk -number ", "get-disk $", "'raw'", "-eq raw", "get-vhd", "mount-", "location"}) || strings.Contains(low, "-confirm") && !strings.Contains(low, "-confirm:$false") {
		return false
	}
	return !slices.ContainsFunc(w.all[:s], func(st statement) bool {
		return contains(st.low, []string{"read-host", "promptforchoice", "shouldcontinue"})
	})
}
