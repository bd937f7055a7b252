package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// emptyFilter returns the variable whose emptiness makes what a statement selects
// everything: grep "$x", --pattern "$x*", --filter name=$x, -n "$x" with --all.
func (j *judge) emptyFilter(statement string, c *shell.Call) string {
	if _, pattern, ok := strings.Cut(strings.ToLower(statement), " like '"); ok {
		pattern, _, _ = strings.Cut(pattern, "'")
		for _, name := range variables(statement) {
			if strings.Trim(strings.Replace(pattern, "$"+strings.ToLower(name), "", 1), "%_{}") == "" && pattern != "%" && j.mayBeEmpty(name, c.Span.From) {
				return name
			}
		}
	}
	words := strings.Fields(strings.ReplaceAll(statement, "=", "= "))
	for n, w := range words {
		if n == 0 || !strings.Contains(w, "$") {
			continue
		}
		names := variables(w)
		w = strings.TrimRight(w, ";")
		if len(names) != 1 || strings.Contains(w, "$(") {
			continue
		}
		bare := strings.Trim(strings.NewReplacer("${"+names[0]+"}", "", "$"+names[0], "").Replace(w), "\"'^*%@-/.:_|;)")
		if bare != "" || strings.ContainsAny(strings.Trim(w, `"'`), "()") && !strings.HasSuffix(w, ")") {
			continue
		}
		before := words[n-1]
		if (w == "$"+names[0] || w == "${"+names[0]+"}") && !strings.HasSuffix(before, "=") {
			continue // without quotes and empty it is no word at all, and the next one stands in its place
		}
		greps := slices.Contains(words[max(0, n-3):n], "grep") && !strings.Contains(before, "v") && (before == "grep" || before[0] == '-')
		filter := before == "--pattern" || before == "--filter=" || before == "--match" || n > 1 && words[n-2] == "--filter" && strings.HasSuffix(before, "=")
		namespace := (before == "-n" || before == "--namespace" || before == "--namespace=") && strings.Contains(statement, " --all")
		if (greps || filter || namespace) && j.mayBeEmpty(names[0], c.Span.From) {
			return names[0]
		}
	}
	return ""
}

// inlined puts the body of a function of one line in the place of its name: with
// list() { zfs list | grep "$1"; }, list "$x" is zfs list | grep "$x".
func (j *judge) inlined(statement string) string {
	words := strings.Fields(statement)
	if len(words) < 2 || !strings.Contains(words[1], "$") {
		return statement
	}
	at := strings.Index(j.text, "\n"+words[0]+"() {")
	if at < 0 {
		return statement
	}
	body, _, ok := strings.Cut(j.text[at+len(words[0])+len("() {")+1:], "}\n")
	if !ok || len(body) > 300 {
		return statement
	}
	return strings.NewReplacer(`"$1`, words[1][:max(1, len(words[1])-1)], "@$1-", "@"+strings.Trim(words[1], `"`), "$1", strings.Trim(words[1], `"`)).Replace(body)
}

// neverSet returns the variable of a deletion that nothing sets: its name is in small
// letters, so that it is not from the environment.
func (j *judge) neverSet(c *shell.Call) string {
	if c.Late || c.Program != "rm" && c.Program != "find" || j.readsAny(len(j.text)) || j.nounset(len(j.text)) || j.Surface != "script" {
		return ""
	}
	for _, w := range c.Argv[1:] {
		for _, p := range w.Parts {
			name := strings.TrimPrefix(p.Text, "$")
			if p.Kind != shell.Unknown || name == p.Text || len(name) < 3 || !shell.IsName(name) || strings.ToUpper(name) == name || !strings.Contains(w.String(), "/") {
				continue
			}
			if j.isLike(name) && !strings.Contains(j.text, name+"=") && !j.sets(name, len(j.text)) && !strings.Contains(j.text, "${"+name+":") && strings.Contains(j.text, "$"+name) && !strings.Contains(j.text, "-v "+name) && !strings.Contains(j.text, "eval ") && !strings.Contains(j.text, "declare ") {
				return name
			}
		}
	}
	return ""
}

// isLike reports whether a text sets a variable of almost the same name, so that one is a
// slip for the other: log_dir for logdir, $release_dir for ${release}_dir.
func (j *judge) isLike(name string) bool {
	plain := strings.ReplaceAll(name, "_", "")
	for line := range strings.Lines(j.text) {
		other, _, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok || len(other) < 3 || !shell.IsName(other) {
			continue
		}
		if strings.EqualFold(strings.ReplaceAll(other, "_", ""), plain) || strings.HasPrefix(name, other+"_") {
			return true
		}
	}
	return false
}

// emptyPart returns the variable whose emptiness makes a deletion of one thing one of all
// beside it: "/srv/customers/$1", s3://bucket/$prefix.
func (j *judge) emptyPart(i int, c *shell.Call) string {
	wipes := c.Program == "rm" && c.Args.Has("-r", "-R", "--recursive")
	if !wipes && !(c.Program == "curl" && strings.Contains(argv(c), "DELETE") || c.Program == "aws" || c.Program == "gsutil" || c.Program == "rclone" || c.Program == "gcloud") || c.Late || j.readsAny(c.Span.From) {
		return ""
	}
	for _, w := range c.Argv[1:] {
		if w.Span.From < 0 || w.Span.To > len(j.text) || w.Span.From >= w.Span.To {
			continue
		}
		written := strings.TrimRight(strings.ReplaceAll(j.text[w.Span.From:w.Span.To], `"`, ""), "*/")
		slash := strings.LastIndexByte(written, '/')
		if slash <= 0 || strings.HasSuffix(written[:slash], ":/") || strings.HasSuffix(written[:slash], "/") {
			continue
		}
		last := written[slash+1:]
		names := variables(last)
		if len(names) != 1 || last != "$"+names[0] && last != "${"+names[0]+"}" {
			continue
		}
		parent := w.String()
		if wipes && (strings.HasPrefix(parent, "/tmp") || strings.HasPrefix(parent, "/var/tmp") || parent == "" || parent[0] != '/' && parent[0] != '$' && parent[0] != '~') {
			continue
		}
		if j.certainlyGiven(names[0], c.Span.From) {
			continue
		}
		return names[0]
	}
	return ""
}

// certainlyGiven reports whether a variable is not surely one that a user may leave out:
// only a parameter of the script is.
func (j *judge) certainlyGiven(name string, at int) bool {
	if name[0] >= '1' && name[0] <= '9' {
		return !j.mayBeEmpty(name, at)
	}
	value, _ := j.assigned(name, at)
	value = strings.Trim(strings.TrimSpace(value), `"`)
	given := len(value) > 1 && value[0] == '$' && (value[1] >= '1' && value[1] <= '9' || strings.HasPrefix(value, "${1"))
	return !given || j.inFunction(at) || !j.mayBeEmpty(name, at)
}
