package redact

import (
	"slices"
	"strings"
)

// This file masks what a command prints where that is a secret as a whole, which nothing
// in the output tells.

// outputSet is which calls of a program print a secret.
type outputSet struct {
	rows   []printed
	valued []string // options that take the next word
}

// printed is a row of it, whose conditions hold together.
type printed struct {
	sub, with, without []string
	what               prints
	stored             bool // a model need not see it either
}

// prints is what of an output is a secret.
type prints uint8

const (
	printsAll prints = iota
	printsFirst
	printsNamed  // all, if an operand is the name of a secret
	printsFile   // all, if one is the name of a file with a secret
	printsWords  // what its words say of variables with such names
	printsValues // what stands behind the names of its lines
	printsRandom // each word that looks random
)

// answer is what one call of a command prints.
type answer struct {
	first, file, stored bool
	values, lone        bool
	random              bool
	alone               bool   // nothing else prints
	before              string // what is printed before it on its line
}

// answered masks the output of a command that prints secrets. In an output that a model
// sees it masks stored secrets only.
func answered(command, output string, stored bool) (masked string, found bool) {
	sc := scanner{in: command, asks: true, gathers: true}
	sc.arguments()
	if len(sc.answers) == 0 && !stored && (namesExtracted(command) || asksForCodes(command) && isCodes(output)) {
		sc.answers = append(sc.answers, answer{lone: true})
	}
	for _, a := range sc.answers {
		if !stored || a.stored {
			output, found = a.mask(output), true
		}
	}
	return output, found
}

// asked notes that a call prints a secret.
func (sc *scanner) asked(set *outputSet, name string, begin, i int, quote byte) {
	if begin > 1 && (strings.HasSuffix(sc.in[:begin], "$(") || strings.HasSuffix(sc.in[:begin], "<(")) || begin > 0 && sc.in[begin-1] == '`' {
		return // another command gets it
	}
	var list [maxWords]callWord
	words, end := sc.words(list[:0], i, quote)
	if !shownAfter(sc.in, end) {
		return
	}
	var room [maxWords]int
	operands := operandsOf(words, set.valued, room[:0])
	for r := range set.rows {
		row := &set.rows[r]
		rest, ok := behind(words, operands, row.sub)
		if !ok || len(row.with) > 0 && !slices.ContainsFunc(row.with, hasWord(words)) || slices.ContainsFunc(row.without, hasWord(words)) {
			continue
		}
		a := answer{first: row.what == printsFirst, values: row.what == printsValues, random: row.what == printsRandom, stored: row.stored, alone: isAlone(sc.in)}
		switch row.what {
		case printsNamed:
			ok = slices.ContainsFunc(rest, func(o int) bool { return namesOne(words[o].text) })
		case printsFile:
			a.file = true
			ok = slices.ContainsFunc(rest, func(o int) bool { return isSecretFile(words[o].text) })
		case printsWords:
			a.before, ok = before(words, name)
		}
		if ok {
			sc.answers = append(sc.answers, a)
			return
		}
	}
}

// behind returns the operands behind the words of a subcommand.
func behind(words []callWord, operands []int, sub []string) ([]int, bool) {
	for _, s := range sub {
		if len(operands) == 0 || !matches(words[operands[0]].text, s) {
			return nil, false
		}
		operands = operands[1:]
	}
	return operands, true
}

// matches reports whether a word is a pattern, which may begin or end with a star.
func matches(word, pattern string) bool {
	inner, tail := strings.CutSuffix(pattern, "*")
	inner, head := strings.CutPrefix(inner, "*")
	switch {
	case head && tail:
		return strings.Contains(word, inner)
	case tail:
		return strings.HasPrefix(word, inner)
	case head:
		return strings.HasSuffix(word, inner)
	}
	return word == pattern || len(pattern) > 1 && pattern[0] == '-' && strings.HasPrefix(word, pattern+"=")
}

func hasWord(words []callWord) func(string) bool {
	return func(pattern string) bool {
		return slices.ContainsFunc(words, func(w callWord) bool { return matches(w.text, pattern) })
	}
}

// namesOne reports whether the last part of a name is that of a secret: .db.password.
func namesOne(s string) bool {
	s = strings.TrimRight(s, "\"'] )?")
	s = s[1+strings.LastIndexAny(s, "./:'\"[ "):]
	return classify(s) > ofKey && classify(s) < header
}

// isSecretFile reports whether a file has the name of a secret.
func isSecretFile(path string) bool {
	if strings.HasPrefix(path, "/run/secrets/") || strings.HasPrefix(path, "/var/run/secrets/") {
		return true
	}
	base := path[1+strings.LastIndexAny(path, `/\`):]
	for _, end := range [...]string{".txt", ".b64", ".base64"} {
		base = strings.TrimSuffix(base, end)
	}
	if base == "passwd" {
		return false // which everybody may read
	}
	c := classify(strings.TrimLeft(base, "."))
	return c > ofKey && c < header
}

// before returns what echo prints before a variable that is a secret.
func before(words []callWord, name string) (text string, ok bool) {
	for i, w := range words {
		for at := 0; ; at++ {
			n := strings.IndexByte(w.text[at:], '$')
			if n < 0 {
				break
			}
			at += n
			variable := strings.TrimPrefix(w.text[at+1:], "{")
			variable = strings.TrimPrefix(variable, "env:")
			size := 0
			for size < len(variable) && isWord(variable[size]) {
				size++
			}
			if rest := variable[size:]; strings.HasPrefix(rest, ":+") || strings.HasPrefix(rest, "+") || size == 0 || !namesOne(variable[:size]) {
				continue
			}
			if text += w.text[:at]; name != "echo" || strings.ContainsAny(text, "$`\\") {
				text = ""
			}
			return text, true
		}
		if i > 0 || !strings.HasPrefix(w.text, "-") {
			text += w.text + " "
		}
	}
	return "", false
}

// shownAfter reports whether what a call prints, which ends at i, is seen: no other program
// gets it, but one that writes it in another form.
func shownAfter(in string, i int) bool {
	for {
		i = skipBlanks(in, i)
		switch c := charAt(in, i); {
		case c == '>' && at(in, i+1, '&'):
			i += len(">&2")
		case c == '>' && i > 0 && in[i-1] == '2':
			for i < len(in) && (in[i] == '>' || isBlank(in[i]) || in[i] == '&') {
				i++
			}
			i = wordEnd(in, i)
		case c == '<':
			i = wordEnd(in, skipBlanks(in, i+1))
		case c == '&' && at(in, i+1, '>'), c == '>':
			return false
		case c == '|' && !at(in, i+1, '|'):
			begin := skipBlanks(in, i+1)
			end := begin
			for end < len(in) && (isWord(in[end]) || in[end] == '-') {
				end++
			}
			switch in[begin:end] {
			case "base64", "tr", "head", "tail", "cut", "cat", "tee", "jq", "xxd", "sed", "awk", "fold", "rev", "sort", "openssl", "less", "xargs", "grep":
			default:
				return false
			}
			for i = end; i < len(in) && strings.IndexByte("|;&>\n)", in[i]) < 0; i++ {
				if isQuote(in[i]) {
					i = closing(in, i, false)
				}
			}
			i = min(i, len(in))
		default:
			return true
		}
	}
}

// isAlone reports whether a command is only one, besides those that print nothing.
func isAlone(command string) bool {
	command = strings.TrimSpace(command)
	for strings.HasPrefix(command, "cd ") || strings.HasPrefix(command, "export ") || strings.HasPrefix(command, "source ") || strings.HasPrefix(command, ". ") {
		_, rest, ok := strings.Cut(command, "&& ")
		if !ok {
			if _, rest, ok = strings.Cut(command, "; "); !ok {
				break
			}
		}
		command = strings.TrimSpace(rest)
	}
	for _, end := range [...]string{"; echo", "&& echo", "|| true", ";"} {
		command = strings.TrimSpace(strings.TrimSuffix(command, end))
	}
	return !strings.Contains(command, "&&") && !strings.ContainsAny(command, ";\n") && !strings.Contains(command, "||")
}

// maxOfFile is how many lines a file with a secret has.
const maxOfFile = 5

// leastRandom is the least length of a key in the output of a program that lists keys.
const leastRandom = 32

// mask masks the lines of an output that are a secret, and none that reports an error.
func (a *answer) mask(output string) string {
	if a.file && strings.Count(strings.TrimSpace(output), "\n") >= maxOfFile {
		return output
	}
	if a.lone && !isExtracted(output) {
		return output
	}
	if a.random {
		for word := range strings.FieldsSeq(output) {
			if word = strings.Trim(word, "\"',"); len(word) >= leastRandom && lookOf(strings.Map(slashless, word)) >= lookMixed {
				output = strings.ReplaceAll(output, word, Mask)
			}
		}
		return output
	}
	var b strings.Builder
	done := false
	for line := range strings.Lines(output) {
		text := strings.TrimRight(line, "\r\n")
		end := line[len(text):]
		begin, secret := "", text
		if a.values {
			if begin, secret = cutValue(text); secret == "" {
				begin = text
			}
		} else if i := strings.Index(text, a.before); a.before != "" {
			if begin, secret = text, ""; i >= 0 {
				begin, secret = text[:i+len(a.before)], text[i+len(a.before):]
			}
		}
		word := strings.TrimSpace(secret)
		switch {
		case word == "" || done || isComplaint(text) || isTypeWord(word):
		case a.values && (len(word) < shortestTyped || isReference(word) || isMasked(word) || isNumber(word) || strings.IndexByte("\"'", word[0]) >= 0):
		case a.file && (strings.IndexByte(word, ' ') >= 0 || isPair(word) || len(word) < 4):
		case !a.alone && a.before == "" && (strings.IndexByte(word, ' ') >= 0 || !isChosen(word) && !isTyped(word) && lookOf(word) == lookPlain):
		default:
			secret, done = Mask, a.first
		}
		b.WriteString(begin)
		b.WriteString(secret)
		b.WriteString(end)
	}
	return b.String()
}

// cutValue parts a line behind its name: name: x, NAME=x, name   x.
func cutValue(line string) (begin, value string) {
	name := len(line) - len(strings.TrimLeft(line, " \t-"))
	i := name
	for i < len(line) && (isWord(line[i]) || strings.IndexByte("-. ", line[i]) >= 0) && !strings.HasPrefix(line[i:], "  ") {
		i++
	}
	if i == name || i == len(line) || strings.IndexByte(":= \t", line[i]) < 0 {
		return line, ""
	}
	i = skipBlanks(line, i+1)
	return line[:i], line[i:]
}

// isComplaint reports whether a line says that something failed.
func isComplaint(line string) bool {
	low := strings.ToLower(strings.TrimLeft(line, "[( "))
	for _, begin := range [...]string{"error", "unable to ", "the connection ", "usage", "fatal", "warning", "failed", "could not", "cannot ", "no such", "unknown ", "invalid ", "an error", "permission denied", "traceback", "not found", "missing ", "you ", "please "} {
		if strings.HasPrefix(low, begin) {
			return true
		}
	}
	if strings.Count(low, " ") < 2 {
		return false
	}
	return hasAny(low, []string{" not found", " is not ", ": no ", " denied", " failed", "error: ", " cannot ", " could not ", " does not ", " doesn't ", " expired", "not installed", " unauthorized", " must be ", "no such "})
}
