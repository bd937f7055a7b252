package lang

import "strings"

// mark is what stands before a command in the text of a language of macros,
// and what ends it.
type mark struct {
	before      string
	open, close byte
	lang        string
}

// marksOf lists the marks of a language.
func marksOf(lang string) []mark {
	switch lang {
	case "m4":
		return []mark{{"syscmd(", '(', ')', ""}}
	case "tex":
		return []mark{{`\write18{`, '{', '}', ""}, {`\directlua{`, '{', '}', "lua"}, {`\input{|"`, 0, '"', ""}}
	}
	return []mark{{"%(", '(', ')', ""}, {"%{lua:", '{', '}', "lua"}}
}

// readMarks reads macros that hand their argument to a shell.
func readMarks(lang, src string) []Step {
	r := &Reader{src: src}
	for _, m := range marksOf(lang) {
		for at := 0; len(r.Found) < MaxSteps; {
			i := strings.Index(src[at:], m.before)
			if i < 0 {
				break
			}
			from := at + i
			at = from + len(m.before)
			end := at
			for n := 1; end < len(src); end++ {
				if src[end] == m.open {
					n++
				} else if src[end] == m.close {
					if n--; n == 0 {
						break
					}
				}
			}
			text := strings.Trim(src[at:end], "`'")
			r.Text(&Call{Name: m.before, From: from, To: end}, m.lang, Arg{Text: text})
			at = end
		}
	}
	return r.Found
}
