package accident

import (
	"strings"
)

// emptiness says whether a variable may be empty.
type emptiness uint8

const (
	sure     emptiness = iota // it has a value
	left                      // whoever gives it may have left it out, or what it is read from may lack it
	unheld                    // the machine may not have it
	unspoken                  // nothing sets it
)

// stops reports whether an error of a command stops the script before a statement.
func (w *windows) stops(s int) bool {
	for i := range w.all[:max(0, min(s+1, len(w.all)))] {
		if low := w.all[i].low; strings.HasPrefix(low, "$erroractionpreference") || strings.HasPrefix(low, "set-strictmode") {
			return strings.Contains(low, "stop") || strings.HasPrefix(low, "set-strictmode") && w.stopsLater(i, s)
		}
	}
	return w.Surface == "ci" && !w.batch
}

func (w *windows) stopsLater(i, s int) bool {
	for k := i + 1; k <= s && k < len(w.all); k++ {
		if strings.HasPrefix(w.all[k].low, "$erroractionpreference") {
			return strings.Contains(w.all[k].low, "stop")
		}
	}
	return false
}

// may says whether a variable may be empty at a statement.
func (w *windows) may(name string, s int) emptiness { return w.mayFrom(name, s, 5) }

func (w *windows) mayFrom(name string, s, depth int) emptiness {
	plain := strings.TrimPrefix(name, "env:")
	switch {
	case depth == 0, variableWindowsWord(plain), w.tests(name, s), w.local[name],
		w.Surface == "ci" && (strings.HasPrefix(plain, "github_") || strings.HasPrefix(plain, "runner_") || strings.HasPrefix(plain, "ci_")):
		return sure
	}
	if base, _, ok := strings.Cut(name, "."); ok {
		return w.mayLack(base, s)
	}
	list := w.sets[name]
	branches := 0
	for k := len(list) - 1; k >= 0; k-- {
		set := &list[k]
		if set.s >= s || w.all[set.s].in >= 0 && w.inside(set.s, "function") && !w.within(s, w.all[set.s].in) {
			continue
		}
		if set.loop {
			return sure
		}
		if e := w.valueMay(set.value, set.s, depth); e != sure {
			return e
		}
		if !set.maybe || w.within(s, w.all[set.s].in) && w.all[set.s].in >= 0 {
			return sure
		}
		if in := w.all[set.s].in; in >= 0 && (strings.HasPrefix(w.all[in].low, "else") || strings.HasPrefix(w.all[in].low, ") else")) {
			branches++
		}
	}
	if branches > 0 {
		return sure
	}
	if p, ok := w.params[name]; ok {
		switch {
		case p.given, p.number:
			return sure
		case p.value == "":
			return left
		}
		return w.valueMay(p.value, 0, depth)
	}
	switch {
	case w.batch && isParameter(strings.Trim(name, "~dpnx")):
		return left
	case w.batch:
		if len(list) > 0 {
			return left
		}
		return unheld
	case strings.HasPrefix(name, "env:"):
		return unheld
	case len(list) > 0 && list[0].s < s:
		return left // only some of the ways set it
	case strings.Contains(name, ":") || w.readsOthers():
		return sure
	}
	return unspoken
}

// readsOthers reports whether a script may have variables of others: it is a module, or
// reads in files.
func (w *windows) readsOthers() bool {
	if strings.HasSuffix(strings.ToLower(w.Path), ".psm1") || w.Surface == "ci" {
		return true
	}
	for i := range w.all {
		if low := w.all[i].low; strings.HasPrefix(low, ". ") || strings.Contains(low, "invoke-expression") || strings.HasPrefix(low, "iex ") || strings.HasPrefix(low, "class ") {
			return true
		}
	}
	return false
}

// mayLack says whether a field of a variable may be empty: that of a row or of settings which
// may not have it.
func (w *windows) mayLack(base string, s int) emptiness {
	for _, o := range w.originsOf(base, s) {
		low := strings.ToLower(o.text)
		for _, read := range [...]string{"import-csv", "convertfrom-", "invoke-restmethod", "invoke-sqlcmd", "get-aduser", "get-itemproperty", "get-ciminstance", "get-wmiobject", "get-package", "import-powershelldatafile", "import-clixml", "[xml]"} {
			if strings.Contains(low, read) {
				return left
			}
		}
	}
	return sure
}

// valueMay says whether a value, as it is written at a statement, may be empty.
func (w *windows) valueMay(value string, s, depth int) emptiness {
	value = strings.TrimSpace(value)
	if w.batch {
		return w.batchValue(value, s, depth)
	}
	for strings.HasPrefix(value, "[") && strings.IndexByte(value, ']') > 0 && !strings.HasPrefix(strings.ToLower(value), "[environment]") && !strings.Contains(value, "::") {
		value = strings.TrimLeft(value[strings.IndexByte(value, ']')+1:], " ")
	}
	low := strings.ToLower(value)
	if _, other, ok := strings.Cut(value, "??"); ok {
		return w.valueMay(other, s, depth-1)
	}
	switch {
	case value == "" || value == "''" || value == `""` || low == "$null" || low == "[string]::empty":
		return left
	case value[0] == '\'' || value[0] == '@' || value[0] >= '0' && value[0] <= '9':
		return sure
	case value[0] == '"':
		bare := strings.Trim(value, `"`)
		used := w.variables(bare)
		for _, v := range used {
			bare = strings.Replace(bare, v.shown, "", 1)
		}
		if strings.TrimSpace(bare) != "" {
			return sure
		}
		for _, v := range used {
			if w.mayFrom(v.name, s, depth-1) == sure {
				return sure
			}
		}
		return left
	case value[0] == '$':
		n := w.nameAt(value)
		if n == 0 {
			return sure
		}
		name, rest := strings.ToLower(strings.Trim(value[:n], "${}")), value[n:]
		switch {
		case strings.HasPrefix(rest, "[$") && !strings.Contains(rest, "]."):
			return left // a key that is not there gives nothing
		case strings.HasPrefix(rest, ".") && len(rest) > 1 && isName(rest[1]) && !strings.ContainsAny(rest, "([ "):
			return w.mayLack(name, s)
		case rest == "" || strings.HasPrefix(rest, ".Trim") || strings.HasPrefix(rest, ".To") || strings.HasPrefix(strings.TrimSpace(rest), "-replace"):
			return w.mayFrom(name, s, depth-1)
		}
		return sure
	}
	if rest, ok := strings.CutPrefix(strings.TrimLeft(low, "("), "split-path "); ok {
		for _, word := range w.words(value[len(value)-len(rest):]) {
			if strings.HasPrefix(word, "$") {
				return w.valueMay(strings.TrimSuffix(word, ")"), s, depth-1)
			}
		}
		return sure
	}
	if strings.Contains(low, "getenvironmentvariable") {
		return unheld
	}
	if strings.Contains(low, "read-host") {
		return left
	}
	if !startsWithAny(strings.TrimLeft(low, "(@"), commandMayGiveNothingWords[:]) || w.stops(s) || strings.Contains(low, "-erroraction stop") || strings.Contains(low, "-ea stop") {
		return sure
	}
	return left
}

// batchValue is valueMay of cmd.exe.
func (w *windows) batchValue(value string, s, depth int) emptiness {
	used := w.variables(value)
	bare := value
	for _, v := range used {
		bare = strings.Replace(bare, v.shown, "", 1)
	}
	if value != "" && strings.Trim(bare, ` "`) != "" {
		return sure
	}
	for _, v := range used {
		switch {
		case strings.HasPrefix(v.shown, "%%"):
			if !strings.Contains(w.all[s].low, "for /f") {
				return sure
			}
			return left // the command may print nothing
		case w.mayFrom(v.name, s, depth-1) == sure:
			return sure
		}
	}
	return left
}

// tests reports whether a statement before another one asks whether a variable has a value, or
// one in whose block it stands.
func (w *windows) tests(name string, s int) bool {
	for i := range w.all[:max(0, min(s, len(w.all)))] {
		low := w.all[i].low
		asks := false
		for _, mark := range [...]string{"if ", "if(", "while", "switch (", "throw", "test-path", "isnullor", "notnullor", "defined "} {
			asks = asks || strings.Contains(low, mark)
		}
		if !asks || strings.HasPrefix(low, "foreach") && !strings.Contains(low, "test-path") || !w.decides(i, s) {
			continue
		}
		if w.batch && strings.Contains(low, "defined "+name) || strings.Contains(name, ".") && strings.Contains(low, "$"+name) || w.asks(w.all[i].text, name) {
			return true
		}
	}
	return false
}

// decides reports whether a condition has a say in whether a later statement is reached: it only
// speaks if the block behind it neither leaves, nor sets something, nor holds that statement.
func (w *windows) decides(i, s int) bool {
	low := w.all[i].low
	if !strings.HasPrefix(low, "if") && !strings.HasPrefix(low, "elseif") || w.within(s, i) {
		return true
	}
	leaves := func(low string) bool {
		return contains(low, []string{"exit", "goto", "return", "throw", "continue", "break", "set ", "=", "call ", "stop", "else"})
	}
	if !w.all[i].head {
		_, rest, _ := strings.Cut(low, " ")
		if w.batch { // what stands behind the condition
			rest = strings.TrimPrefix(rest, "/i ")
			rest = strings.TrimPrefix(rest, "not ")
			if n := strings.Index(rest, "=="); n >= 0 {
				rest = rest[n+2:]
				if strings.HasPrefix(rest, `"`) {
					rest = rest[1:]
					rest = rest[strings.IndexByte(rest+`"`, '"'):]
				}
			}
		}
		return leaves(rest)
	}
	for k := i + 1; k < len(w.all) && (w.within(k, i) || w.all[k].in == w.all[i].in && strings.Contains(w.all[k].low, "else")); k++ {
		if leaves(w.all[k].low) {
			return true
		}
	}
	return false
}

// asks reports whether a text uses a variable other than as the list or the pattern by which
// something else is judged.
func (w *windows) asks(text, name string) bool {
	low := strings.ToLower(text)
	from := 0
	for _, v := range w.variables(text) {
		i := from + strings.Index(low[from:], strings.ToLower(v.shown))
		from = i + len(v.shown)
		if v.name != name && !strings.HasPrefix(v.name, name+".") {
			continue
		}
		head := strings.TrimRight(low[:i], ` "'(`)
		tail := strings.TrimLeft(low[from:], " ")
		judged := strings.HasPrefix(tail, "-contains") || strings.HasPrefix(tail, "-notcontains") || strings.HasPrefix(tail, ".contains") || strings.HasPrefix(tail, "[")
		for _, op := range [...]string{"-in", "-notin", "-like", "-notlike", "-match", "-notmatch"} {
			judged = judged || strings.HasSuffix(head, op)
		}
		if !judged {
			return true
		}
	}
	return false
}
