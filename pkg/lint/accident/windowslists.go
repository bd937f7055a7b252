package accident

import (
	"slices"
	"strings"
)

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
		if name := w.slip(p.text); name != "" && !contains(st.low[at:min(at+8, len(st.low))], []string{"restart", "stop-"}) {
			w.add(&tooMuchRule, w.spanOf(s, at), "takes other things than are meant: nothing sets "+name)
			return true
		}
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
	if newestWindows(list) {
		w.add(&tooMuchRule, w.spanOf(s, at), "deletes the newest and keeps the oldest: the order does not fit what is skipped")
		return true
	}
	var all strings.Builder
	for _, p := range list {
		all.WriteString(strings.ToLower(p.text) + "\n")
	}
	switch text := all.String(); {
	case olderThanNever(text):
		w.add(&tooMuchRule, w.spanOf(s, at), "takes what was never used for old: an empty date is less than every other")
	case w.anyDisk(s, text):
		w.add(&diskRule, w.spanOf(s, at), "wipes whatever disks match on this machine, also those with data")
	default:
		return false
	}
	return true
}

// newestWindows reports whether of a list sorted by time the oldest are left out.
func newestWindows(list []piece) bool {
	var all strings.Builder
	for _, p := range list {
		all.WriteString(strings.ToLower(p.text) + "\n")
	}
	text := all.String()
	if strings.Count(text, "sort-object") != 1 || !contains(text, []string{"sort-object lastwritetime", "sort-object creationtime", "sort-object -property lastwritetime", "sort-object -property creationtime"}) {
		return false
	}
	descending := strings.Contains(text, "-desc")
	return !descending && strings.Contains(text, "-skip ") || descending && (strings.Contains(text, "-skiplast ") || strings.Contains(text, "-first ") && !strings.Contains(text, "-first 1"))
}

// emptyPattern returns the variable of a piece that stands alone in a pattern, which matches
// everything where it is empty.
func (w *windows) emptyPattern(p piece) (name, why string) {
	low := strings.ToLower(p.text)
	for _, op := range [...]string{"-like ", "-match ", "-clike ", "-ilike ", "-imatch ", "-cmatch ", "-filter ", "-name ", "-vmname ", "-displayname ", "-include ", "-path ", ".startswith(", " like ", "values=", "-prefix ", "-skip ", "-skiplast ", "-resourcegroupname "} {
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
			if !strings.ContainsAny(strings.Replace(pattern, used[0].shown, "", 1), "*%") && !strings.Contains(op, "match") && op != ".startswith(" && op != "-prefix " && !strings.HasPrefix(op, "-skip") && (op != "-resourcegroupname " || !strings.Contains(low, "get-az")) {
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
			strings.HasPrefix(tail, "-contains") && (strings.Contains(headLine(tail), "return") || strings.Contains(headLine(tail), "continue"))
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
		contains(text, []string{"usb", "serial", "uniqueid", "friendlyname", "get-disk -number ", "get-disk $", "-eq 'raw'", "-eq \"raw\"", "-eq raw", "get-vhd", "mount-", "location"}) || strings.Contains(low, "-confirm") && !strings.Contains(low, "-confirm:$false") {
		return false
	}
	return !slices.ContainsFunc(w.all[:s], func(st statement) bool {
		return contains(st.low, []string{"read-host", "promptforchoice", "shouldcontinue"})
	})
}
