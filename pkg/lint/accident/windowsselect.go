package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// unfilled returns the table of parameters or the filter of a command that lists what is
// destroyed, which begins empty and is filled only if something holds.
func (w *windows) unfilled(text string, at int) string {
	low := strings.ToLower(text)
	if !strings.Contains(low, "get-") && !strings.Contains(low, "find-") {
		return ""
	}
	before := w.before(at)
	for _, v := range w.variables(strings.ReplaceAll(low, "@", "$")) {
		name := v.name
		if !strings.Contains(low, "@"+name) && !strings.Contains(low, "-tag $"+name) && !strings.Contains(low, "-filter $"+name) && !strings.Contains(low, "-include $"+name) {
			continue
		}
		begins, filled, otherwise := false, false, false
		for line := range strings.Lines(strings.ToLower(before)) {
			body := strings.TrimSpace(line)
			rest, ok := strings.CutPrefix(body, "$"+name)
			if value, is := strings.CutPrefix(strings.TrimLeft(rest, " "), "="); ok && is {
				value = strings.TrimSpace(value)
				begins = value == "@{}" || value == "''" || value == `""` || value == "$null"
				filled = false
				continue
			}
			if strings.Contains(body, "$"+name+".") || strings.Contains(body, "$"+name+"[") || strings.Contains(body, "$"+name+" =") {
				if strings.HasPrefix(body, "if ") || strings.HasPrefix(body, "if(") || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "\t") {
					filled = true
				} else {
					begins = false
				}
			}
			otherwise = otherwise || filled && (strings.Contains(body, "else") || strings.Contains(body, "throw") || strings.Contains(body, "exit")) || strings.Contains(body, "$"+name+".count")
		}
		if begins && filled && !otherwise {
			return name
		}
	}
	return ""
}

// pipeline returns the lines of the pipeline that ends in a line.
func (w *windows) pipeline(at int, line string) (text string, from int) {
	from = at
	for from > 0 {
		above := strings.TrimRight(w.text[:from-1], " \t\r")
		if !strings.HasSuffix(above, "|") && !strings.HasSuffix(above, "`") {
			break
		}
		from = strings.LastIndexByte(w.text[:from-1], '\n') + 1
	}
	return w.text[from:at] + line, from
}

// listedHere finds all files deleted that lie in the directory where the script runs, if
// the change of directory before failed: Get-ChildItem without a path.
func (w *windows) listedHere(at int, line, low string) bool {
	if w.batch || !strings.Contains(low, "remove-item") && !strings.Contains(low, "| ri ") {
		return false
	}
	text, from := w.pipeline(at, line)
	first, _, piped := strings.Cut(strings.TrimSpace(strings.ToLower(text)), "|")
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
	if !w.astray(from, "") {
		return false
	}
	span := shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}
	w.add(&windowsRule, span, "deletes files of another directory if the change of directory before it fails: that is no error that stops a script")
	return true
}

// emptyPattern returns the parameter that stands alone before a star in what selects, or
// the number of those that are spared.
func (w *windows) emptyPattern(text string, at int) string {
	for _, v := range w.variables(text) {
		if !w.isParameter(v.name) || w.known(v.name, at) {
			continue
		}
		if low := strings.ToLower(text); strings.Contains(low, "delete from") && strings.Contains(low, "like '"+strings.ToLower(v.shown)+"%'") {
			return v.shown
		}
		if strings.Contains(text, `"`+v.shown+`*"`) || strings.Contains(text, " "+v.shown+"* ") || strings.Contains(strings.ToLower(text), "-skip "+strings.ToLower(v.shown)) || strings.Contains(strings.ToLower(text), "-skiplast "+strings.ToLower(v.shown)) {
			return v.shown
		}
	}
	return ""
}

// rootField finds all deleted that lies in a directory which a field of a file of settings
// names: without that field it is the root of the drive.
func (w *windows) rootField(at int, line, low string) bool {
	if w.batch || !strings.Contains(low, "remove-item") || !strings.Contains(low, "-recurse") {
		return false
	}
	before := strings.ToLower(w.before(at))
	for _, mark := range [...]string{`"$($`, `'$($`} {
		_, rest, ok := strings.Cut(low, mark)
		inner, after, closed := strings.Cut(rest, ")")
		row, _, has := strings.Cut(inner, ".")
		if !ok || !closed || !has || !strings.HasPrefix(after, `\*`) && !strings.HasPrefix(after, `/*`) {
			continue
		}
		value, _ := w.given(before, row)
		if !contains(value, []string{"convertfrom-json", "import-csv", "invoke-restmethod", "import-powershelldatafile"}) || strings.Contains(strings.ReplaceAll(before, " ", ""), "if($"+inner) || strings.Contains(before, "$"+inner+")") || strings.Contains(before, "erroractionpreference") && strings.Contains(before, "strictmode") {
			continue
		}
		w.add(&windowsRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "deletes the root of the drive if the settings have no "+inner[len(row)+1:])
		return true
	}
	return false
}

// productionFirst finds a database dropped, or more, on a server that is the one of
// production where no other is named.
func (w *windows) productionFirst(at int, line, low string) bool {
	if !strings.Contains(low, "drop database") && !strings.Contains(low, "drop table") && !strings.Contains(low, "truncate table") && !strings.Contains(low, "remove-az") && !strings.Contains(low, "remove-sqldatabase") {
		return false
	}
	for _, v := range w.variables(line) {
		value, ok := w.given(w.before(at), v.name)
		asked := w.tests(strings.ToLower(w.before(at)), v.name)
		if _, other, has := strings.Cut(value, "else {"); ok && has {
			value, asked = other, false
		} else if _, other, has := strings.Cut(value, "??"); ok && has {
			value = other
		} else {
			_, list, _ := strings.Cut(strings.ToLower(w.text), "param")
			_, rest, _ := strings.Cut(list, "$"+v.name)
			declared := false
			if value, declared = strings.CutPrefix(strings.TrimLeft(rest, " "), "="); !declared {
				continue
			}
			value = firstLine(value)
		}
		if isProduction(strings.Trim(value, " {}")) && !asked {
			w.add(&elsewhereRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "destroys in production where nobody names another place: that is the default of "+v.shown)
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
	w.add(&passwordRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "makes an administrator whose password everyone knows who reads the file")
	return true
}

// unsetPattern returns the variable alone before a star in what selects that nothing in the
// script sets.
func (w *windows) unsetPattern(text string, at int) string {
	low := strings.ToLower(w.text)
	if w.batch || strings.Contains(low, "\n. ") || strings.HasPrefix(low, ". ") || strings.Contains(low, "import-module") || strings.Contains(low, "$global:") || strings.HasSuffix(strings.ToLower(w.Path), ".psm1") {
		return ""
	}
	// What lists them may stand in a line before.
	for _, v := range w.variables(text) {
		if value, ok := w.given(w.before(at), v.name); ok && strings.Contains(strings.ToLower(value), "get-") {
			text += "\n" + value
		}
	}
	for _, v := range w.variables(text) {
		if !strings.Contains(text, `"`+v.shown+`*"`) && !strings.Contains(text, `'`+v.shown+`*'`) || strings.Contains(v.name, ":") || v.name == "_" {
			continue
		}
		if _, set := w.given(w.text, v.name); !set && !w.isDeclared(low, v.name) && !w.isParameter(v.name) && !w.tests(low, v.name) {
			return v.shown
		}
	}
	return ""
}
