package accident

import (
	"slices"
	"strings"
)

// image finds secrets that stay in the layers of an image, and files that anyone between
// can change.
func (r *around) image() {
	at := 0
	secretArgs := map[string]int{}
	final := strings.LastIndex(strings.ToUpper("\n"+r.text), "\nFROM ")
	env := false // a line of ENV goes on
	for line := range strings.Lines(r.text) {
		words := strings.Fields(line)
		if len(words) == 0 || len(words) < 2 && !env || words[0][0] == '#' {
			at += len(line)
			continue
		}
		instruction := strings.ToUpper(words[0])
		if env {
			instruction, words = "ENV", append([]string{"ENV"}, words...)
		}
		env = instruction == "ENV" && words[len(words)-1] == `\`
		switch instruction {
		case "ADD":
			if strings.Contains(line, "http://") && !strings.Contains(line, "--checksum") {
				r.add(&plainAddRule, at, line, "puts what a connection without encryption brings into the image")
			}
		case "ENV":
			if name := secretSet(words[1:]); at >= final && name != "" && !isDefault(r.before(at)) && !r.isPublic(name) {
				r.add(&layerRule, at, line, "keeps "+name+" in the image, where everyone who pulls it reads it")
			}
		case "ARG":
			name, _, _ := strings.Cut(words[1], "=")
			if at >= final && isSecret(name) {
				secretArgs[name] = at
			}
		case "COPY":
			for _, w := range words[1 : len(words)-1] {
				if base := w[strings.LastIndexByte(w, '/')+1:]; at >= final && nameLoginWord(base) && !strings.Contains(line, "--from=") {
					r.add(&layerRule, at, line, "puts "+base+" into the image, where everyone who pulls it reads it")
				}
			}
		case "RUN":
			for name := range secretArgs {
				if expands(line, name) && !strings.Contains(line, "--mount=type=secret") {
					r.add(&layerRule, at, line, "leaves "+name+" in the history of the image, where everyone who pulls it reads it")
					delete(secretArgs, name)
				}
			}
		}
		at += len(line)
	}
}

// isPublic reports whether the value of a variable is also that of one whose name says of no
// secret: a user whose password is the name.
func (r *around) isPublic(name string) bool {
	_, value, _ := strings.Cut(r.text, name+"=")
	value, _, _ = strings.Cut(value, "\n")
	value = strings.TrimRight(value, ` \`)
	return value != "" && slices.ContainsFunc(strings.Fields(r.text), func(w string) bool {
		other, same, ok := strings.Cut(w, "=")
		return ok && same == value && !isSecret(other)
	})
}

// isDefault reports whether the lines before a setting say that it is there to be replaced.
func isDefault(before string) bool {
	return contains(before[max(0, len(before)-800):], []string{"replace with", "change it", "change this", "default", "example"})
}

// secretSet returns the first variable with the name and the value of a secret that the
// words of an ENV instruction set: name value, or any number of name=value.
func secretSet(words []string) string {
	if name := words[0]; !strings.Contains(name, "=") {
		if len(words) > 1 && isSecret(name) && !placeholder(words[1]) {
			return name
		}
		return ""
	}
	for _, w := range words {
		if name, value, ok := strings.Cut(w, "="); ok && isSecret(name) && !placeholder(strings.Trim(value, `"'`)) {
			return name
		}
	}
	return ""
}

// placeholder reports whether a value is no secret: none, a path, or a plain word.
func placeholder(value string) bool {
	if value == "" || strings.HasPrefix(value, "/") || strings.HasPrefix(value, "${") && strings.HasSuffix(value, ":-}") {
		return true
	}
	if value[0] == '$' {
		return false
	}
	return len(value) < 8 || len(value) < 12 && !strings.ContainsAny(value, "0123456789") || contains(value, partPlaceholderWords[:])
}
