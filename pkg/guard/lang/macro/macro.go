// Package macro reads the macros of m4, TeX and rpm, and the commands of Tcl,
// that run a command, and the names of files in texts of uuencode and in patches. It expands
// nothing.
package macro

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// mark is what stands before a command in the text of a language of macros,
// and what ends it.
type mark struct {
	before string
	open   byte
	close  string // any of these
	lang   string
	run    string // the command of a shell that does the same with the arguments
}

// marksOf lists the marks of a language.
func marksOf(language string) []mark {
	switch language {
	case "m4":
		return []mark{{"syscmd(", '(', ")", "", ""}}
	case "tex":
		return []mark{{`\write18{`, '{', "}", "", ""}, {`\directlua{`, '{', "}", "lua", ""}, {`\input{|"`, 0, `"`, "", ""}}
	case "tcl":
		return []mark{
			{"spawn ", 0, ";\n]}", "", ""}, {"exec ", 0, ";\n]}", "", ""}, {"system ", 0, ";\n]}", "", ""},
			{"file delete ", '[', ";\n]}", "", "rm -r "}, {"file rename ", '[', ";\n]}", "", "mv "}, {"file copy ", '[', ";\n]}", "", "cp "},
		}
	}
	return []mark{{"%(", '(', ")", "", ""}, {"%{lua:", '{', "}", "lua", ""}}
}

// Read lists the arguments that macros of a language hand to a shell.
func Read(language, src string) []lang.Step {
	var steps []lang.Step
	switch language {
	case "uu":
		return encoded(src)
	case "patch":
		return patched(src)
	}
	for _, m := range marksOf(language) {
		for at := 0; len(steps) < lang.MaxSteps; {
			i := strings.Index(src[at:], m.before)
			if i < 0 {
				break
			}
			from := at + i
			at = m.end(src, from+len(m.before))
			text := src[from+len(m.before) : at]
			if language != "tcl" {
				text = unquoted(text)
			} else if before := strings.TrimRight(src[:from], " \t"); before != "" && strings.IndexByte("\n;[{", before[len(before)-1]) < 0 {
				continue // no command begins here
			}
			if m.run != "" {
				text = m.run + substituted(text)
			}
			if text != "" && !commented(language, src[:from]) {
				steps = append(steps, lang.Step{Text: text, Lang: m.lang, Known: true, From: from, To: at, Note: m.before})
			}
		}
	}
	return steps
}

// substituted writes the words of a command of Tcl as a shell has them: what [glob x] finds is x.
func substituted(text string) string {
	return strings.NewReplacer("[glob -nocomplain ", "", "[glob ", "", "]", "", "-force ", "-f ", "$env(HOME)", "$HOME", "[file join ", "").Replace(text)
}

// unquoted takes the quotes of m4 off an argument, in their two forms.
func unquoted(text string) string {
	if strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]") {
		return text[1 : len(text)-1]
	}
	return strings.Trim(text, "`'")
}

// commented reports whether a comment begins on the last line of a text: dnl
// in m4, % in TeX, # in Tcl.
func commented(language, before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	switch language {
	case "m4":
		return strings.HasPrefix(line, "dnl ") || strings.Contains(line, " dnl ")
	case "tcl":
		return strings.HasPrefix(strings.TrimSpace(line), "#")
	case "tex":
		i := strings.IndexByte(line, '%')
		return i == 0 || i > 0 && line[i-1] != '\\'
	}
	return false
}

// end returns the place of the character that closes what is opened before at.
func (m mark) end(src string, at int) int {
	for n := 1; at < len(src); at++ {
		switch c := src[at]; {
		case c == m.open:
			n++
		case strings.IndexByte(m.close, c) >= 0:
			if n--; n == 0 {
				return at
			}
		}
	}
	return at
}
