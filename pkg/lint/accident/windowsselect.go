package accident

import (
	"strings"
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
