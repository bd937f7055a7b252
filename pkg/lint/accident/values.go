package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// mayBeEmpty reports whether a variable can be empty where a command expands it: what it
// is given may print nothing or was not passed, and no line before stops in that case.
func (s source) mayBeEmpty(name string, at int) bool { return s.emptyFrom(name, at, 4) }

func (s source) emptyFrom(name string, at, depth int) bool {
	if name == "" || depth == 0 || s.guarded(name, at) {
		return false
	}
	if _, ok := s.empty[name]; ok {
		return true
	}
	nounset := s.nounset(at)
	if isParameter(name) {
		return name[0] != '0' && !nounset && !s.inFunction(at) && !s.guarded("#", at)
	}
	value, ok := s.assigned(name, at)
	if !ok && (s.givenAround(name) || s.given != "" && ofService(name)) {
		return false
	}
	if !ok && s.asked(name, at) {
		return true
	}
	if !ok {
		return !nounset && !s.sets(name, at) && strings.ToUpper(name) == name && !variableGivenWord(name) && !s.readsAny(at)
	}
	value = strings.TrimSpace(value)
	value, _, _ = strings.Cut(value, " #")
	value = strings.Trim(value, `"'; `)
	switch {
	case value == "":
		return !s.setAgain(name, at)
	case strings.HasPrefix(value, "$("), strings.HasPrefix(value, "`"):
		return s.printsNothing(value, at)
	case strings.HasPrefix(value, "${") && strings.IndexByte(value, '}') == len(value)-1:
		return s.emptyExpansion(value[2:len(value)-1], at, depth)
	case value[0] == '$':
		names := variables(value)
		return len(names) == 1 && len(value) == len(names[0])+1 && s.emptyFrom(names[0], at, depth-1)
	}
	return false
}

// emptyExpansion reports whether ${..} may be empty, of which this is the inside.
func (s source) emptyExpansion(inner string, at, depth int) bool {
	n := 0
	for n < len(inner) && isName(inner[n]) {
		n++
	}
	name, op := inner[:n], inner[n:]
	if name == "" {
		return false
	}
	switch fallback := strings.TrimLeft(op, ":-+"); {
	case op == "":
		return s.emptyFrom(name, at, depth-1)
	case strings.HasPrefix(op, ":-"), op[0] == '-':
		if inner, ok := strings.CutPrefix(fallback, "$"); ok {
			return s.isAnyEmpty(name, at, depth) && s.emptyExpansion(strings.Trim(inner, "{}"), at, depth-1)
		}
		return fallback == "" && s.isAnyEmpty(name, at, depth)
	case strings.HasPrefix(op, ":+"), op[0] == '+':
		return s.isAnyEmpty(name, at, depth)
	case op[0] == '[':
		return strings.Contains(op, "$") && s.isMap(name)
	case strings.HasPrefix(op, "#"), strings.HasPrefix(op, "%"), strings.HasPrefix(op, "/"), strings.HasPrefix(op, "^"), strings.HasPrefix(op, ","):
		return s.emptyFrom(name, at, depth-1)
	}
	return false
}

// ofService reports whether a service that runs jobs gives each of them a variable.
func ofService(name string) bool {
	if strings.HasPrefix(name, "CI_") {
		return !startsWithAny(name, []string{"CI_MERGE_REQUEST", "CI_EXTERNAL", "CI_COMMIT_TAG", "CI_COMMIT_BRANCH", "CI_ENVIRONMENT", "CI_DEPLOY"}) && startsWithAny(name, []string{"CI_COMMIT", "CI_JOB", "CI_PIPELINE", "CI_PROJECT", "CI_REGISTRY", "CI_SERVER", "CI_RUNNER"})
	}
	return false
}

// isParameter reports whether a name is that of a parameter: $1.
func isParameter(name string) bool { return name != "" && name[0] >= '0' && name[0] <= '9' }

// isMap reports whether a text declares an array whose keys are words: a key that it does
// not have is no error.
func (s source) isMap(name string) bool {
	for _, declares := range [...]string{"declare -A ", "typeset -A ", "local -A ", "declare -rA ", "declare -gA "} {
		if strings.Contains(s.text, declares+name) {
			return true
		}
	}
	return false
}

// isAnyEmpty is emptyFrom for ${1:-}, which no set -u stops.
func (s source) isAnyEmpty(name string, at, depth int) bool {
	if isParameter(name) {
		return !s.inFunction(at) && !s.guarded("#", at)
	}
	return s.emptyFrom(name, at, depth-1) || !s.sets(name, at) && !variableGivenWord(name) && !s.guarded(name, at)
}

// printsNothing reports whether a command whose output is a value may print nothing
// without stopping the text.
func (s source) printsNothing(value string, at int) bool {
	inner := strings.TrimLeft(value, "$(`")
	words := strings.Fields(inner)
	if len(words) > 0 && (words[0] == "echo" || words[0] == "printf") && strings.Contains(inner, "|") && !strings.Contains(inner, "||") {
		if names := variables(inner[:strings.IndexByte(inner, '|')]); len(names) == 1 && strings.Trim(strings.NewReplacer("echo", "", "printf", "", "%s", "", "\\n", "", "${"+names[0]+"}", "", "$"+names[0], "").Replace(inner[:strings.IndexByte(inner, '|')]), ` "'`) == "" {
			return s.mayBeEmpty(names[0], at) // what it is given, in other letters
		}
	}
	if len(words) == 0 || strings.HasPrefix(value, "$((") || programAlwaysPrintsWord(strings.Trim(words[0], `)"`)) && (words[0] != "readlink" || strings.HasPrefix(words[min(1, len(words)-1)], "-")) {
		return false
	}
	if strings.Contains(inner, "|| echo") || strings.Contains(inner, "|| printf") {
		return false
	}
	after := inner[max(strings.LastIndex(inner, ")"), strings.LastIndex(inner, "`"), 0):]
	if strings.Contains(after, "||") {
		return false // it stops, or has another value
	}
	if !s.errexit(at) {
		return true
	}
	last := strings.Fields(strings.TrimSpace(inner[strings.LastIndexByte(inner, '|')+1:]))
	return len(last) > 0 && extract.PrintsNothing(path.Base(last[0])) && (last[0] != "grep" && last[0] != "pgrep")
}

// setAgain reports whether a text sets a variable more than once before an offset.
func (s source) setAgain(name string, at int) bool {
	return strings.Count(s.before(at), name+"=") > 1 || strings.Contains(s.before(at), "read ")
}

// like returns the variable of a text of which another name is a slip, or "": log_dir for
// logdir, $release_dir for ${release}_dir, CI_COMMIT_REF_SLUGS.
func (s source) like(name string) string {
	plain := strings.ReplaceAll(name, "_", "")
	var seen []string
	consider := func(other string) bool {
		if len(other) < 3 || !shell.IsName(other) || other == name || slices.Contains(seen, other) {
			return false
		}
		seen = append(seen, other)
		if strings.EqualFold(strings.ReplaceAll(other, "_", ""), plain) || strings.HasPrefix(name, other+"_") && strings.ToUpper(name) != name {
			return true
		}
		return nearName(name, other)
	}
	for line := range strings.Lines(s.text) {
		words := strings.Fields(line)
		for i, w := range words {
			other, _, ok := strings.Cut(w, "=")
			if key, isKey := strings.CutSuffix(w, ":"); isKey && strings.ToUpper(key) == key && consider(key) {
				return key
			}
			if ok && consider(other) || i > 0 && words[i-1] == "read" && consider(w) {
				return other
			}
		}
		for _, other := range variables(line) {
			if variableGivenWord(other) || strings.HasPrefix(other, "CI_") || strings.HasPrefix(other, "GITHUB_") {
				if consider(other) {
					return other
				}
			}
		}
	}
	return ""
}

// nearName reports whether a name is a slip of another one.
func nearName(name, other string) bool {
	return name != other && len(name) > 5 && spelling.OneOff(name, other) && !differByDigit(name, other)
}

// differByDigit reports whether two names differ in a digit alone: disk1 and disk2.
func differByDigit(a, b string) bool {
	return strings.Trim(a, "0123456789") == strings.Trim(b, "0123456789")
}

// slip reports whether a variable is one that nothing sets, while the text has one of
// almost the same name, or runs where nobody could set it.
func (j *judge) slip(name string, at int) bool {
	if isParameter(name) || len(name) < 3 || j.sets(name, len(j.text)) || variableGivenWord(name) || j.nounset(at) || j.guarded(name, at) ||
		strings.Contains(j.text, "${"+name+":") || strings.Contains(j.text, "eval ") || strings.Contains(j.text, "-v "+name) || strings.Contains(j.text, "declare ") {
		return false
	}
	if _, ok := j.File.Empty[name]; ok {
		return false
	}
	whole := source{text: j.Whole}
	if j.Surface == "ci" && whole.text != "" {
		return !strings.Contains(whole.text, name+":") && !strings.Contains(whole.text, name+"=") && whole.like(name) != ""
	}
	if j.Surface == "make" && j.Whole != "" {
		return !strings.Contains(j.Whole, "include ") && !j.setsInMake(name) && j.likeInMake(name)
	}
	if j.readsAny(len(j.text)) {
		return false
	}
	if j.like(name) != "" {
		return true
	}
	return strings.ToUpper(name) == name && contains(j.Path, fileUnattendedWords[:]) && !strings.HasPrefix(name, "DPKG_") && !strings.HasPrefix(name, "DEB") && !strings.HasPrefix(name, "GIT_")
}

// setsInMake reports whether a makefile gives a variable a value.
func (j *judge) setsInMake(name string) bool {
	return strings.Contains(j.Whole, "define "+name) || slices.ContainsFunc(makeNames(j.Whole), func(other string) bool { return other == name })
}

// likeInMake reports whether a makefile sets a variable of almost the same name.
func (j *judge) likeInMake(name string) bool {
	plain := strings.ReplaceAll(name, "_", "")
	return slices.ContainsFunc(makeNames(j.Whole), func(other string) bool {
		return len(other) > 3 && (strings.EqualFold(strings.ReplaceAll(other, "_", ""), plain) || nearName(name, other))
	})
}

// makeNames returns the variables that a makefile sets.
func makeNames(text string) []string {
	var out []string
	for line := range strings.Lines(text) {
		name, _, ok := strings.Cut(line, "=")
		if fields := strings.Fields(strings.TrimRight(strings.TrimSpace(name), "?:+!")); ok && len(fields) > 0 {
			out = append(out, fields[len(fields)-1])
		}
	}
	return out
}

// givenAround reports whether the file around a text gives it a variable: environment {
// NAME = .. } of a pipeline, variables: of a job.
func (s source) givenAround(name string) bool {
	for line := range strings.Lines(s.given) {
		body := strings.TrimPrefix(strings.TrimSpace(line), "- ")
		rest, ok := strings.CutPrefix(body, name)
		if rest = strings.TrimLeft(rest, " "); ok && len(rest) > 2 && (rest[0] == ':' || rest[0] == '=' && rest[1] != '=') && strings.Trim(rest[1:], ` "'`) != "" {
			return true
		}
	}
	return false
}
