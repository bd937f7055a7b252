package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// guardNamed adds the guarded files into which a program writes by the way, though it
// mostly reads: by an option or a variable whose name says so, or a command to a database's
// shell.
func (r *collector) guardNamed() {
	c := r.call
	for _, a := range c.Assigns {
		if len(c.Argv) == 0 {
			continue
		}
		if part, ok := r.partOfGuard(a.Value, shell.Word{}); ok {
			r.guardWritten(part, c.Span) // ASAN_OPTIONS=log_path=FILE
		} else if writesByName(a.Name) {
			r.guardWritten(a.Value, c.Span)
		}
	}
	r.guardFetched()
	r.guardProfiled()
	database := c.Model != nil && c.Model.Type == "Database"
	for i := 1; i < len(c.Argv); i++ {
		w := c.Argv[i]
		text, ok := w.Literal()
		if !ok {
			text = w.Prefix()
		}
		name, _, joined := strings.Cut(text, "=")
		switch {
		case strings.HasPrefix(text, "-") && !r.writesByOption(name):
		case strings.HasPrefix(text, "-") && joined:
			r.guardWritten(w.Cut(len(name)+len("=")), w.Span)
		case strings.HasPrefix(text, "-") && i+1 < len(c.Argv):
			r.guardWritten(c.Argv[i+1], c.Argv[i+1].Span)
		case database && ok && (strings.HasPrefix(text, ".") || strings.HasPrefix(text, `\`)):
			if command, file, ok := strings.Cut(text, " "); ok && command != ".read" && command != ".import" && command != `\i` {
				r.guardWritten(shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: strings.TrimSpace(file)}}}, w.Span)
			}
		}
	}
}

// guardFetched adds the guarded file that has the last name of an address, where a program
// saves what it fetches under that.
func (r *collector) guardFetched() {
	for k := range r.out {
		e := &r.out[k]
		if e.Kind != rule.Fetch || e.What != byAddress || e.Target == nil {
			continue
		}
		if text, ok := e.Target.Literal(); ok {
			text, _, _ = strings.Cut(text, "?")
			r.guardSaved(path.Base(text), e.Target.Span)
		}
	}
}

// byAddress is the words of models for what is saved under the name in its address.
const byAddress = "a file named by the address"

// guardProfiled adds the guarded file of which one option has the directory and another one
// the name: --cpu-prof-dir and --cpu-prof-name.
func (r *collector) guardProfiled() {
	var dir, name string
	var at shell.Span
	words := r.call.Argv
	for i := 1; i < len(words); i++ {
		option, value, joined := strings.Cut(words[i].String(), "=")
		if !strings.HasPrefix(option, "--") {
			continue
		}
		if !joined && i+1 < len(words) {
			value = words[i+1].String()
		}
		switch {
		case strings.HasSuffix(option, "-dir"), strings.HasSuffix(option, "-directory"):
			dir, at = value, words[i].Span
		case strings.HasSuffix(option, "-name"), strings.HasSuffix(option, "-filename"):
			name = value
		}
	}
	if dir != "" && name != "" {
		r.guardSaved(path.Join(dir, name), at)
	}
}

// writesByOption reports whether one of the names of an option says that the program writes into
// what it names.
func (r *collector) writesByOption(name string) bool {
	if writesByName(name) {
		return true
	}
	if m := r.call.Model; m != nil {
		for i := range m.Options {
			if names := m.Options[i].Names; len(names) > 1 && slices.Contains(names, name) {
				return m.Options[i].Arg != rule.NoArg && m.Options[i].Role == "" && slices.ContainsFunc(names, mayWrite)
			}
		}
	}
	return mayWrite(name)
}

// mayWrite reports whether an option has a long name that does not say that the program reads
// what it names.
func mayWrite(name string) bool {
	if !strings.HasPrefix(name, "--") || len(name) == len("--") {
		return writesByName(name)
	}
	return !saysRead(name) || writesByName(name)
}

// saysRead reports whether the name of an option or a variable says that what it names is read.
func saysRead(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(optionReadsWords[:], func(word string) bool { return strings.Contains(name, word) })
}

// writesByName reports whether the name of an option or a variable says that a program
// writes into what it names.
func writesByName(name string) bool {
	if name == "-o" || name == "-O" {
		return true
	}
	if len(name) < 4 {
		return false
	}
	name = strings.ToLower(name)
	for _, word := range optionWritesWords {
		if strings.Contains(name, word) {
			return true
		}
	}
	return strings.HasSuffix(name, "-out") || strings.HasSuffix(name, "_out") || strings.HasSuffix(name, "-log") || strings.HasSuffix(name, "_log") || name == "--log" || name == "--out" || name == "-out"
}

// guardWritten adds a guarded file that a word names.
func (r *collector) guardWritten(w shell.Word, at shell.Span) {
	if w.Span = at; !r.isTarget(w) {
		r.guardPut(w)
	}
}

// guardSaved adds a guarded file that several words make up the name of.
func (r *collector) guardSaved(name string, at shell.Span) {
	r.guardPut(shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: name}}, Span: at})
}

func (r *collector) guardPut(w shell.Word) {
	if r.isGuardFile(w) {
		r.out = append(r.out, Effect{Kind: rule.Edit, Target: &w, Class: r.class(rule.Read, w) | Guard, What: "written by " + r.call.Program})
	}
}
