package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// destroysWindows returns where a statement of PowerShell destroys something, or -1.
func destroysWindows(low string) int {
	if strings.Contains(low, "-whatif") {
		return -1
	}
	at := 0
	for _, w := range strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune(" \t\r\n|;{}()&", c) }) {
		at += strings.Index(low[at:], w)
		switch {
		case w == "remove-item":
			if strings.Contains(low, "-recurse") || strings.Contains(low, "|") || strings.Contains(low, "$_") {
				return at
			}
		case commandDestroysWord(w), strings.HasPrefix(w, "remove-") && !commandRemovesLittleWord(w):
			return at
		case w == "invoke-sqlcmd", w == "sqlcmd", w == "invoke-dbaquery":
			if contains(low, []string{"drop database", "drop table", "delete from", "truncate table"}) {
				return at
			}
		}
		at += len(w)
	}
	return -1
}

// olderThanNever reports whether a text compares a date of last use, which is empty for
// what was never used, with a limit, and does not ask whether it is empty.
func olderThanNever(low string) bool {
	for _, name := range strings.FieldsFunc(low, func(c rune) bool { return !isName(byte(c)) || c > 127 }) {
		if !strings.HasPrefix(name, "last") && name != "passwordlastset" {
			continue
		}
		use := "$_." + name
		i := strings.Index(low, use)
		if i < 0 {
			continue
		}
		rest := strings.TrimLeft(low[i+len(use):], " ")
		if (strings.HasPrefix(rest, "-lt ") || strings.HasPrefix(rest, "-le ")) && !strings.Contains(low, "$null") && strings.Count(low, use) == 1 && name != "lastwritetime" && name != "lastaccesstime" && name != "lastwritetimeutc" {
			return true
		}
	}
	return false
}

// unfilled returns the table of parameters or the filter of a command that lists what is
// destroyed, which begins empty and is filled only if something holds.
func (w *windows) unfilled(low string, at int) string {
	if !strings.Contains(low, "get-") && !strings.Contains(low, "find-") {
		return ""
	}
	s := w.statementAt(at)
	for _, v := range w.variables(strings.ReplaceAll(low, "@", "$")) {
		name := v.name
		if !strings.Contains(low, "@"+name) && !strings.Contains(low, "-tag $"+name) && !strings.Contains(low, "-filter $"+name) && !strings.Contains(low, "-include $"+name) {
			continue
		}
		list := w.sets[name]
		if len(list) == 0 || list[0].s > s || w.valueIsNone(list[0].value) == false {
			continue
		}
		some := func(k int) bool { return k < s && w.all[k].in >= 0 && !w.otherwise(w.all[k].in) }
		filled := slices.ContainsFunc(w.fills[name], some) || slices.ContainsFunc(list[1:], func(set setting) bool { return some(set.s) })
		if filled && !slices.ContainsFunc(w.fills[name], func(k int) bool { return w.all[k].in < 0 }) && !strings.Contains(strings.ToLower(w.before(at)), "$"+name+".count") {
			return name
		}
	}
	return ""
}

func (w *windows) valueIsNone(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "@{}", "''", `""`, "$null", "@()":
		return true
	}
	return false
}

// otherwise reports whether a block has another one behind it, for where its condition does not
// hold, that leaves or sets something else.
func (w *windows) otherwise(block int) bool {
	for k := block + 1; k < len(w.all); k++ {
		if w.all[k].in == w.all[block].in {
			return strings.HasPrefix(w.all[k].low, "else")
		}
	}
	return false
}

// listedHere finds all files deleted that lie in the directory where the script runs, if
// the change of directory before failed: Get-ChildItem without a path.
func (w *windows) listedHere(s int) bool {
	low := w.all[s].low
	if w.batch || !strings.Contains(low, "remove-item") && !strings.Contains(low, "| ri ") {
		return false
	}
	first, _, piped := strings.Cut(low, "|")
	words := strings.Fields(first)
	if !piped || len(words) == 0 || words[0] != "get-childitem" && words[0] != "gci" && words[0] != "dir" && words[0] != "ls" {
		return false
	}
	for n, word := range words[1:] {
		taken := n > 0 && (words[n] == "-filter" || words[n] == "-include" || words[n] == "-exclude")
		if word[0] != '-' && !taken && word != "." && word != "*" || word == "-path" || word == "-literalpath" || strings.Contains(word, "psscriptroot") {
			return false
		}
	}
	if !w.astray(s, "") {
		return false
	}
	w.add(&windowsRule, w.spanOf(s, 0), "deletes files of another directory if the change of directory before it fails: that is no error that stops a script")
	return true
}

// productionFirst finds a database dropped, or more, on a server that is the one of
// production where no other is named.
func (w *windows) productionFirst(at int, line, low string) bool {
	if !contains(low, []string{"drop database", "drop table", "truncate table", "remove-az", "remove-sqldatabase", "database drop", "migrate:fresh", "migrate reset"}) {
		return false
	}
	s := w.statementAt(at)
	for _, v := range w.variables(line) {
		value, ok := w.given(v.name, s)
		asked := w.tests(v.name, s)
		if _, other, has := strings.Cut(value, "else {"); ok && has {
			value, asked = other, false
		} else if _, other, has := strings.Cut(value, "??"); ok && has {
			value, asked = other, false
		} else if p, is := w.params[v.name]; is && p.value != "" {
			value = p.value
		} else if set := w.sets[v.name]; w.batch && len(set) > 0 && set[len(set)-1].maybe {
			asked = false // the test is that which gives it the default
		} else {
			continue
		}
		if isProduction(strings.Trim(value, " {}")) && !asked {
			w.add(&elsewhereRule, shell.Span{From: at, To: at + len(headLine(line))}, "destroys in production by default: "+v.shown)
			return true
		}
	}
	return false
}

// knownAdmin finds an administrator made with a password that stands in the file.
func (w *windows) knownAdmin(at int, line, low string) bool {
	words := strings.Fields(low)
	if len(words) < 5 || words[0] != "net" || words[1] != "user" || words[len(words)-1] != "/add" && !strings.Contains(low, " /add ") || strings.ContainsAny(words[3], "%$!*/") && !strings.HasSuffix(words[3], "!") {
		return false
	}
	if !strings.Contains(strings.ToLower(w.text), "localgroup administrators "+words[2]) {
		return false
	}
	w.add(&passwordRule, shell.Span{From: at, To: at + len(line)}, "makes an administrator whose password everyone knows who reads the file")
	return true
}
