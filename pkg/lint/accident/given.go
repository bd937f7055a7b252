package accident

import (
	"path"
	"slices"
	"strings"
)

// ownVariable reports whether a command of a library expands what the library itself sets,
// or a parameter of a function.
func (j *judge) ownVariable(text string, at int) bool {
	for _, name := range variables(text) {
		if name[0] >= '0' && name[0] <= '9' {
			return true
		}
		if value, ok := j.assigned(name, at); ok || j.sets(name, at) {
			of := variables(value)
			return len(of) == 0 || strings.Contains(value, "$(") || j.ownVariable(value, max(0, strings.LastIndex(j.before(at), name+"=")))
		}
	}
	return false
}

// readsLibrary reports whether a script reads in functions of others before an offset, which
// often set -e or a trap for errors. A file of settings does not.
func (j *judge) readsLibrary(at int) bool {
	for line := range strings.Lines(j.before(at)) {
		if name, ok := j.readsFile(line, at); ok && !ofSystem(name) && (strings.HasPrefix(name, "<(") || strings.HasPrefix(name, "/dev/") || contains(path.Base(name), fileLibraryWords[:])) {
			return true
		}
	}
	return false
}

// ofSystem reports whether a file has the functions of the system for init scripts, which
// set no variable of a script's own.
func ofSystem(name string) bool {
	dir, base := path.Split(name)
	return (base == "functions" || base == "init-functions") && (strings.HasPrefix(dir, "/etc/") || strings.HasPrefix(dir, "/lib/")) ||
		strings.HasPrefix(dir, "/usr/local/bin/") || strings.HasPrefix(dir, "/opt/") && strings.HasSuffix(dir, "/bin/") // a program that sets up an environment
}

// readsOther reports whether a text reads in a file of the project that is not called
// settings. What lies below /etc or is called .env may lack a value.
func (j *judge) readsOther(at int) bool {
	for line := range strings.Lines(j.before(at)) {
		name, ok := j.readsFile(line, at)
		if !ok || strings.HasPrefix(name, "/etc/") || ofSystem(name) {
			continue
		}
		switch base := path.Base(name); {
		case strings.HasPrefix(base, ".env"), strings.HasSuffix(base, ".env"), strings.HasSuffix(base, ".conf"), strings.HasSuffix(base, ".cfg"), strings.HasSuffix(base, "rc"):
		default:
			return true
		}
	}
	return false
}

// readsFile returns the file that a line reads into the shell, by the name that its variables
// were given.
func (j *judge) readsFile(line string, at int) (name string, ok bool) {
	name, ok = readsIn(line)
	for _, v := range variables(name) {
		if value, set := j.assigned(v, at); set {
			name = strings.Trim(strings.TrimSpace(strings.NewReplacer("${"+v+"}", value, "$"+v, value).Replace(name)), `"'`)
		}
	}
	return name, ok
}

// readsIn returns the file that a line reads into the shell.
func readsIn(line string) (name string, ok bool) {
	words := strings.Fields(line)
	for i, w := range words[:max(len(words)-1, 0)] {
		if (w == "source" || w == ".") && (i == 0 || words[i-1] == "&&" || words[i-1] == "then" || words[i-1] == "||") {
			return strings.Trim(words[i+1], `"';`), true
		}
	}
	return "", false
}

// printsAlways reports whether a variable of a command is the output of a program that
// always prints something.
func (j *judge) printsAlways(text string, at int) bool {
	if words := strings.Fields(text); len(words) > 2 && strings.HasPrefix(words[0], "ch") {
		text = words[len(words)-1] // not whose it becomes
	}
	for _, name := range variables(text) {
		value, ok := j.assigned(name, at)
		words := strings.Fields(strings.TrimLeft(value, "\"$(`"))
		if ok && strings.HasPrefix(strings.TrimLeft(value, `"`), "$(") && len(words) > 0 && programAlwaysPrintsWord(words[0]) && words[0] != "mktemp" && words[0] != "readlink" && words[0] != "realpath" {
			return true
		}
	}
	return false
}

// ofImage reports whether a command of a container expands what its image sets.
func (j *judge) ofImage(text string, at int) bool {
	if !contains(j.Path, fileImagesWords[:]) {
		return false
	}
	for _, name := range variables(text) {
		if strings.ToUpper(name) != name || j.sets(name, at) || name[0] <= '9' {
			return false
		}
	}
	return true
}

// givenElsewhere reports whether a variable of a command that the text itself does not set
// comes from a file of defaults or functions that it reads in.
func (j *judge) givenElsewhere(text string, at int) bool {
	if !j.readsLibrary(at) && !j.readsOther(at) {
		return false
	}
	for _, name := range variables(text) {
		if j.sets(name, at) || name[0] >= '0' && name[0] <= '9' {
			return false
		}
	}
	return true
}

// testedByName reports whether a loop over the names of variables tests one of a command:
// for v in A B; do [ -z "${!v}" ] && exit.
func (j *judge) testedByName(text string, at int) bool {
	before := j.before(at)
	if !strings.Contains(before, "${!") {
		return false
	}
	for line := range strings.Lines(before) {
		words := strings.Fields(strings.NewReplacer(";", " ", `"`, " ").Replace(line))
		if len(words) < 4 || words[0] != "for" {
			continue
		}
		for _, name := range variables(text) {
			if slices.Contains(words[3:], name) {
				return true
			}
		}
	}
	return false
}

// needed reports whether a command before would have failed, and the text stopped, where a
// variable is empty: it is the name of what that command fetches or unpacks.
func (j *judge) needed(call int, text string, at int) bool {
	if !j.errexit(at) && !j.readsLibrary(at) {
		return false
	}
	for _, name := range variables(text) {
		for i := call - 1; i >= 0 && i > call-maxCalls; i-- {
			c := &j.Script.Calls[i]
			own := j.text[min(max(c.Span.From, 0), len(j.text)):min(max(c.Span.To, 0), len(j.text))]
			if programNeedsNameWord(c.Program) && expands(own, name) {
				return true
			}
		}
	}
	return false
}

// passed reports whether the command that starts another shell passes a variable on: -e X=.
func (j *judge) passed(text string, at int) bool {
	statement := j.statement(at)
	for _, name := range variables(text) {
		for _, option := range [...]string{"-e ", "--env ", "--env="} {
			if strings.Contains(statement, option+name) {
				return true
			}
		}
	}
	return false
}

// ofPlatform reports whether a variable of a command, or what it is made of, comes from
// what starts the script: another one of its family is tested, and nothing sets either.
// SYNOPKG_PKGVAR is there where SYNOPKG_DSM_VERSION_MAJOR is.
func (j *judge) ofPlatform(text string, at int) bool {
	names := variables(text)
	for _, name := range slices.Clone(names) {
		if value, ok := j.assigned(name, at); ok {
			names = append(names, variables(value)...)
		}
	}
	for _, name := range names {
		family, _, ok := strings.Cut(name, "_")
		if !ok || len(family) < 5 || strings.ToUpper(family) != family || j.sets(name, at) {
			continue
		}
		for line := range strings.Lines(j.before(at)) {
			if !isTest(line) {
				continue
			}
			for _, other := range variables(line) {
				if other != name && strings.HasPrefix(other, family+"_") && !j.sets(other, at) {
					return true
				}
			}
		}
	}
	return false
}
