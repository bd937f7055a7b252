package accident

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// outsiders finds text that others write (whoever pushes, opens a pull request, uploads a
// file or sends a request) and that becomes code: of eval, of another shell, of SQL.
func (j *judge) outsiders(i int, c *shell.Call) {
	if !becomesCode(c) || c.In != nil {
		return
	}
	for n := range rest(c) {
		w := &c.Argv[n+1]
		text := j.written(w)
		if strings.HasPrefix(text, "'") || c.Program != "eval" && !strings.Contains(text, " ") {
			continue
		}
		for _, name := range variables(text) {
			if isSafelyQuoted(text, name) {
				continue
			}
			if who := j.writtenBy(name, c.Span.From, 5); who != "" {
				j.add(&outsidersRule, i, c.Span, "runs $"+name+" as a part of code: "+who+" writes it")
				return
			}
		}
	}
}

// becomesCode reports whether what a call is given is read as code.
func becomesCode(c *shell.Call) bool {
	text := argv(c)
	switch c.Program {
	case "eval", "ssh":
		return true
	case "sh", "bash", "dash", "ksh", "zsh", "su", "runuser", "psql", "python", "python3", "fish":
		return strings.Contains(text, " -c ") || strings.Contains(text, "c ") && strings.Contains(text, " -lc ") || strings.Contains(text, " --command")
	case "mysql", "mariadb", "perl", "ruby", "node":
		return strings.Contains(text, " -e ") || strings.Contains(text, "--execute")
	}
	return false
}

// isSafelyQuoted reports whether a variable is written so that the code gets it as a word.
func isSafelyQuoted(text, name string) bool {
	return strings.Contains(text, "${"+name+"@Q}") || strings.Contains(text, "${"+name+":+")
}

// writtenBy returns who writes the value of a variable, if that is somebody from outside
// and nothing checks it.
func (j *judge) writtenBy(name string, at, depth int) string {
	if j.inFunction(at) {
		at = len(j.text) // what is called before may stand behind
	}
	if depth == 0 || j.pinned(name, at) {
		return ""
	}
	if variableOutsidersWord(name) {
		return "whoever sends the request or the change"
	}
	if isParameter(name) {
		if name == "1" && path.Base(j.Path) == "update" && strings.Contains(j.Path, "hooks") {
			return "whoever pushes"
		}
		return ""
	}
	value, ok := j.assigned(name, at)
	if !ok {
		return j.readFrom(name, at)
	}
	if contains(value, []string{"tr -cd", "tr -dc", "[^a-z", "[^[:alnum:]", "//[^", "%q", "@sh", "[a-z0-9", "[a-z_", "sha256sum", "md5sum", "base64", "wc -", "@q}", "basename "}) {
		return ""
	}
	if strings.Contains(value, "git log") && (strings.Contains(value, "%s") || strings.Contains(value, "%B") || strings.Contains(value, "%an")) || strings.Contains(value, "formail -") {
		return "whoever commits or sends the mail"
	}
	for _, from := range variables(value) {
		if from == name {
			continue
		}
		if who := j.writtenBy(from, at, depth-1); who != "" {
			return who
		}
	}
	return ""
}

// readFrom returns who writes a variable that read or the environment of a step sets.
func (j *judge) readFrom(name string, at int) string {
	for line := range strings.Lines(j.before(at)) {
		_, names, ok := strings.Cut(line, "read ")
		if !ok || !strings.Contains(" "+strings.NewReplacer(";", " ", "\n", " ").Replace(names)+" ", " "+name+" ") {
			continue
		}
		words := strings.Fields(strings.SplitN(names, ";", 2)[0])
		switch base := path.Base(j.Path); {
		case (base == "post-receive" || base == "pre-receive") && len(words) > 2 && words[len(words)-1] == name:
			return "whoever pushes"
		case strings.Contains(j.before(at), "inotifywait"):
			return "whoever puts a file there"
		}
	}
	if j.Surface != "ci" {
		return ""
	}
	for line := range strings.Lines(j.Whole) {
		key, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- "), ":")
		if !ok || key != name || !strings.Contains(value, "${{") {
			continue
		}
		for _, text := range [...]string{"github.head_ref", ".title", ".body", "head.ref", "head_commit.message", "head_branch", "comment.body"} {
			if strings.Contains(value, text) {
				return "whoever opens the pull request or the issue"
			}
		}
	}
	return ""
}

// pinned reports whether a line before an offset lets only some values of a variable pass.
func (j *judge) pinned(name string, at int) bool {
	before := j.before(at)
	from := 0
	for line := range strings.Lines(before) {
		start := from
		from += len(line)
		if !expands(line, name) {
			continue
		}
		body := strings.TrimSpace(line)
		switch {
		case strings.Contains(line, "=~"), strings.Contains(line, "grep -q"), strings.Contains(line, "grep -E"), strings.Contains(line, "expr "):
			return true
		case strings.HasPrefix(body, "case "):
			block := before[start:]
			if end := strings.Index(block, "esac"); end >= 0 {
				block = block[:end]
			} else {
				return true // it stands in one of the cases
			}
			for _, b := range strings.FieldsFunc(strings.ReplaceAll(strings.ReplaceAll(block, ";;", "\n"), " in ", "\n"), func(c rune) bool { return c == '\n' }) {
				b = strings.TrimSpace(b)
				if strings.Contains(b, "[!") || strings.Contains(b, "[^") || strings.HasPrefix(b, "*)") && (strings.Contains(b, "exit") || strings.Contains(b, "continue") || strings.Contains(b, "return")) {
					return true
				}
			}
			if strings.Contains(block, "\n    *)\n") || strings.Contains(block, "\n  *)\n") || strings.Contains(block, "\n*)\n") {
				return true
			}
		}
	}
	return false
}
