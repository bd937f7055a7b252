package interpret

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func echo(words []shell.Word) shell.Word {
	escapes, newline := false, true
	for len(words) > 0 {
		if h := words[0].Head(); h != "" && h[0] != '-' {
			break
		}
		s, ok := words[0].Literal()
		if !ok || len(s) < 2 || s[0] != '-' || strings.Trim(s[1:], "neE") != "" {
			break
		}
		escapes = escapes || strings.Contains(s, "e")
		newline = newline && !strings.Contains(s, "n")
		words = words[1:]
	}
	end := ""
	if newline {
		end = "\n"
	}
	if !escapes {
		return shell.JoinEnded(words, " ", end)
	}
	out := shell.JoinWords(words, " ")
	for i := range out.Parts {
		if out.Parts[i].Kind == shell.Lit {
			out.Parts[i].Text = echoEscapes(out.Parts[i].Text)
		}
	}
	if newline {
		out.Add(shell.Part{Kind: shell.Lit, Text: end})
	}
	return out
}

// echoEscapes decodes what echo -e and %b do, where octal numbers have a zero
// in front: \0162. \c ends the text.
func echoEscapes(s string) string {
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		if i++; s[i] == 'c' {
			s = s[:i-1]
		}
	}
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
	return shell.AnsiC(b.String())
}

// maxRounds bounds how often a format is written.
const maxRounds = 10_000

// format does what printf does with literal formats.
func format(words []shell.Word) shell.Word {
	if len(words) > 0 && words[0].Is("--") {
		words = words[1:]
	}
	if len(words) == 0 {
		return shell.Word{}
	}
	f, ok := words[0].Literal()
	if !ok {
		return shell.UnknownWord("$(printf)")
	}
	args := words[1:]
	var out shell.Word
	for round := 0; ; round++ {
		if round == maxRounds {
			out.AddWord(shell.UnknownWord("$(printf)"))
			break
		}
		var used bool
		args, used = formatOnce(&out, f, args)
		if len(args) == 0 || !used {
			break
		}
	}
	return out
}

// formatOnce writes the format once and returns the arguments left over.
func formatOnce(out *shell.Word, f string, args []shell.Word) (rest []shell.Word, used bool) {
	var b strings.Builder
	for i := 0; i < len(f); i++ {
		switch {
		case f[i] == '\\' && i+1 < len(f):
			i += shell.Escape(&b, f[i+1:])
		case f[i] == '%' && i+1 < len(f) && f[i+1] == '%':
			b.WriteByte('%')
			i++
		case f[i] == '%':
			from := i
			for i++; i < len(f) && strings.IndexByte("-+ #0123456789.*", f[i]) >= 0; i++ {
			}
			if i == len(f) {
				break
			}
			spec := f[from:i]
			for strings.Contains(spec, "*") {
				width := shell.Word{}
				if len(args) > 0 {
					width, args, used = args[0], args[1:], true
				}
				spec = strings.Replace(spec, "*", width.String(), 1)
			}
			v := shell.Word{}
			if len(args) > 0 {
				v, args, used = args[0], args[1:], true
			}
			out.Add(shell.Part{Kind: shell.Lit, Text: b.String()})
			b.Reset()
			if t, ok := v.Literal(); ok {
				v = shell.LitWord(convert(spec, f[i], t))
			}
			out.AddWord(v)
		default:
			b.WriteByte(f[i])
		}
	}
	out.Add(shell.Part{Kind: shell.Lit, Text: b.String()})
	return args, used
}

// maxWidth bounds what one conversion prints.
const maxWidth = 256

// convert prints a text as one conversion of printf does: spec is what stands in
// front of the verb, such as %-5.2.
func convert(spec string, verb byte, text string) string {
	flags, size := spec[1:], ""
	if i := strings.IndexAny(flags, ".123456789"); i >= 0 {
		flags, size = flags[:i], flags[i:]
	}
	for _, n := range strings.Split(size, ".") {
		if n, err := strconv.Atoi(n); err == nil && n > maxWidth {
			return text
		}
	}
	switch verb {
	case 'b':
		return fmt.Sprintf(spec+"s", echoEscapes(text))
	case 'c':
		return fmt.Sprintf("%"+flags+size+"s", text[:min(1, len(text))])
	case 's':
		return fmt.Sprintf(spec+"s", text)
	case 'q':
		return fmt.Sprintf(spec+"s", backslashed(text))
	case 'd', 'i', 'u', 'x', 'X', 'o':
		n, ok := printedNumber(text)
		if !ok {
			return text
		}
		if verb == 'i' || verb == 'u' {
			verb = 'd'
		}
		if strings.Contains(size, ".") {
			flags = strings.ReplaceAll(flags, "0", "")
		}
		return fmt.Sprintf("%"+flags+size+string(verb), n)
	case 'e', 'f', 'g', 'E', 'F', 'G':
		n, err := strconv.ParseFloat(cmp.Or(text, "0"), 64)
		if err != nil {
			return text
		}
		if verb == 'g' || verb == 'G' {
			size = cmp.Or(size, ".6")
		}
		return fmt.Sprintf("%"+flags+size+string(verb), n)
	}
	return text
}

// printedNumber reads a number as printf does: 010 is eight, and 'a the code of
// the letter.
func printedNumber(text string) (int64, bool) {
	if text == "" {
		return 0, true
	}
	if text[0] == '\'' || text[0] == '"' {
		r, _ := utf8.DecodeRuneInString(text[1:])
		return int64(r), len(text) > 1
	}
	if strings.ContainsAny(text, "_oObB") {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSpace(text), 0, 64)
	return n, err == nil
}

// backslashed quotes a text as %q does, unless there are control characters in
// it.
func backslashed(text string) string {
	if text == "" {
		return "''"
	}
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case strings.IndexByte(" !\"#$&'()*,;<>?[\\]^`{|}", c) >= 0, i == 0 && c == '~':
			b.WriteByte('\\')
		case c < ' ':
			return shell.Quote(text)
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
