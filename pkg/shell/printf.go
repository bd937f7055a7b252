package shell

import "strings"

func echo(words []Word) Word {
	escapes, newline := false, true
	for len(words) > 0 {
		s, ok := words[0].Literal()
		if !ok || len(s) < 2 || s[0] != '-' || strings.Trim(s[1:], "neE") != "" {
			break
		}
		escapes = escapes || strings.Contains(s, "e")
		newline = newline && !strings.Contains(s, "n")
		words = words[1:]
	}
	out := joinWords(words, " ").clone()
	if escapes {
		for i := range out.Parts {
			if out.Parts[i].Kind == Lit {
				out.Parts[i].Text = echoEscapes(out.Parts[i].Text)
			}
		}
	}
	if newline {
		out.add(Part{Kind: Lit, Text: "\n"})
	}
	return out
}

// echoEscapes decodes what echo -e and %b do, where octal numbers have a zero
// in front: \0162.
func echoEscapes(s string) string {
	var b strings.Builder
	for {
		i := strings.Index(s, `\0`)
		if i < 0 || i+2 >= len(s) || s[i+2] < '0' || s[i+2] > '7' || i > 0 && s[i-1] == '\\' {
			break
		}
		b.WriteString(s[:i+1])
		s = s[i+2:]
	}
	b.WriteString(s)
	return ansiC(b.String())
}

// format does what printf does with literal formats: %s, %b, %d and escapes.
func format(words []Word) Word {
	if len(words) > 0 && words[0].Is("--") {
		words = words[1:]
	}
	if len(words) == 0 {
		return Word{}
	}
	f, ok := words[0].Literal()
	if !ok {
		return unknown("$(printf)")
	}
	args := words[1:]
	var out Word
	for round := 0; round < 64; round++ {
		var used bool
		args, used = formatOnce(&out, f, args)
		if len(args) == 0 || !used {
			break
		}
	}
	return out
}

// formatOnce writes the format once and returns the arguments left over.
func formatOnce(out *Word, f string, args []Word) (rest []Word, used bool) {
	var b strings.Builder
	for i := 0; i < len(f); i++ {
		switch {
		case f[i] == '\\' && i+1 < len(f):
			i += escape(&b, f[i+1:])
		case f[i] == '%' && i+1 < len(f) && f[i+1] == '%':
			b.WriteByte('%')
			i++
		case f[i] == '%':
			i++
			for i < len(f) && strings.IndexByte("-+ #0123456789.*", f[i]) >= 0 {
				i++
			}
			if i < len(f) && len(args) > 0 {
				v := args[0]
				args, used = args[1:], true
				if t, ok := v.Literal(); ok && f[i] == 'b' {
					v = lit(echoEscapes(t))
				}
				out.add(Part{Kind: Lit, Text: b.String()})
				b.Reset()
				out.addWord(v)
			}
		default:
			b.WriteByte(f[i])
		}
	}
	out.add(Part{Kind: Lit, Text: b.String()})
	return args, used
}
