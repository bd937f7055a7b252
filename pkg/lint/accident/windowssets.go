package accident

import "strings"

// setting is a statement that gives a variable its value.
type setting struct {
	s     int    // the statement
	value string // as written; of a loop, what it goes over
	maybe bool   // it does so only if something holds
	loop  bool
}

// parameter is one of a script.
type parameter struct {
	value  string // its default, as written
	given  bool   // it must be given, or is checked
	number bool   // it is no text
}

// gather lists what gives the variables of a text their values.
func (w *windows) gather() {
	w.sets, w.params, w.local = map[string][]setting{}, map[string]parameter{}, map[string]bool{}
	for i := range w.all {
		if w.batch {
			w.gatherBatch(i)
		} else {
			w.gatherPowerShell(i)
		}
	}
}

func (w *windows) gatherBatch(i int) {
	st := &w.all[i]
	low := st.low
	for from := 0; ; {
		n := strings.Index(low[from:], "set ")
		if n < 0 {
			return
		}
		at := from + n
		from = at + len("set ")
		if at > 0 && strings.IndexByte(" \t(&@\"", low[at-1]) < 0 {
			continue
		}
		rest := strings.TrimLeft(st.text[from:], " ")
		asks := strings.HasPrefix(strings.ToLower(rest), "/p ")
		if strings.HasPrefix(rest, "/") && len(rest) > 3 {
			rest = strings.TrimLeft(rest[3:], " ")
		}
		name, value, ok := strings.Cut(strings.TrimLeft(rest, `"`), "=")
		if !ok || strings.ContainsAny(name, "%&()") {
			continue
		}
		if strings.HasPrefix(rest, `"`) {
			value, _, _ = strings.Cut(value, `"`)
		} else if cut := strings.IndexByte(value, '&'); cut >= 0 {
			value = value[:cut]
		}
		if asks {
			value = "" // whoever is asked may type nothing, and a file may be empty
		}
		maybe := at > 0 && (strings.HasPrefix(low, "if ") || strings.HasPrefix(low, "for "))
		w.sets[strings.ToLower(name)] = append(w.sets[strings.ToLower(name)], setting{i, value, maybe || st.in >= 0, false})
	}
}

func (w *windows) gatherPowerShell(i int) {
	st := &w.all[i]
	if list, ok := strings.CutPrefix(strings.TrimSpace(st.low), "param"); ok && strings.HasPrefix(strings.TrimLeft(list, " \r\n"), "(") {
		w.gatherParameters(st, w.all[i].in < 0)
		return
	}
	if strings.HasPrefix(st.low, "function ") {
		for _, v := range w.variables(st.text) {
			w.local[v.name] = true
		}
	}
	if rest, ok := strings.CutPrefix(st.low, "foreach"); ok {
		rest = strings.TrimLeft(rest, " ")
		head, list, in := strings.Cut(rest, " in ")
		if name := strings.TrimLeft(strings.TrimSpace(head), "(["); in && strings.HasPrefix(name, "$") {
			value := st.text[len(st.text)-len(list):]
			w.sets[name[1:]] = append(w.sets[name[1:]], setting{i, strings.TrimSuffix(strings.TrimSpace(value), ")"), false, true})
		}
		return
	}
	text := st.text
	for strings.HasPrefix(text, "[") { // a type
		n := strings.IndexByte(text, ']')
		if n < 0 {
			return
		}
		text = strings.TrimLeft(text[n+1:], " []")
	}
	n := w.nameAt(text)
	if n == 0 {
		for _, mark := range [...]string{"-outvariable ", "-errorvariable ", "set-variable ", "new-variable ", "-pipelinevariable "} {
			if _, rest, ok := strings.Cut(st.low, mark); ok {
				w.local[strings.Trim(strings.Fields(strings.TrimPrefix(rest, "-name ") + " _")[0], `"'$`)] = true
			}
		}
		return
	}
	name := strings.ToLower(strings.Trim(text[:n], "${}"))
	for _, scope := range [...]string{"script:", "global:", "local:", "private:"} {
		if plain, ok := strings.CutPrefix(name, scope); ok {
			name = plain
			w.local[name] = scope == "global:" || w.local[name]
		}
	}
	rest := strings.TrimLeft(text[n:], " ")
	switch {
	case strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "=="):
		w.sets[name] = append(w.sets[name], setting{i, strings.TrimSpace(rest[1:]), st.in >= 0, false})
	case strings.HasPrefix(rest, "+="), strings.HasPrefix(rest, "."), strings.HasPrefix(rest, "["), strings.HasPrefix(rest, ","):
		if !strings.Contains(rest, "=") {
			return
		}
		w.filled(name, i)
	}
}

// filled notes that a statement puts something into a variable.
func (w *windows) filled(name string, i int) {
	if w.fills == nil {
		w.fills = map[string][]int{}
	}
	w.fills[name] = append(w.fills[name], i)
}

// gatherParameters reads the list behind param.
func (w *windows) gatherParameters(st *statement, script bool) {
	from := strings.IndexByte(st.text, '(') + 1
	depth, quote := 0, byte(0)
	begin := from
	item := func(text string) {
		low := strings.ToLower(text)
		at := 0
		for strings.HasPrefix(strings.TrimLeft(text[at:], " \t\r\n"), "[") {
			at += len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n"))
			d, i := 0, at
			for ; i < len(text); i++ {
				if text[i] == '[' || text[i] == '(' || text[i] == '{' {
					d++
				} else if text[i] == ']' || text[i] == ')' || text[i] == '}' {
					if d--; d == 0 {
						break
					}
				}
			}
			at = min(len(text), i+1)
		}
		body := strings.TrimLeft(text[at:], " \t\r\n")
		n := w.nameAt(body)
		if n == 0 {
			return
		}
		name := strings.ToLower(strings.Trim(body[:n], "${}"))
		if !script {
			w.local[name] = true
			return
		}
		head := strings.ReplaceAll(low[:at], " ", "")
		p := parameter{given: strings.Contains(head, "mandatory") && !strings.Contains(head, "mandatory=$false") || strings.Contains(head, "validate")}
		for _, kind := range [...]string{"[switch]", "[int", "[bool]", "[double]", "[datetime]", "[timespan]", "[long]"} {
			p.number = p.number || strings.Contains(head, kind)
		}
		if _, value, ok := strings.Cut(body[n:], "="); ok {
			p.value = strings.TrimSpace(value)
		}
		w.params[name] = p
	}
	for i := from; i < len(st.text); i++ {
		switch c := st.text[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '#':
			if n := strings.IndexByte(st.text[i:], '\n'); n >= 0 {
				i += n
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[' || c == '{':
			depth++
		case (c == ')' || c == ']' || c == '}') && depth > 0:
			depth--
		case (c == ',' || c == ')') && depth == 0:
			item(st.text[begin:i])
			begin = i + 1
		}
	}
}
