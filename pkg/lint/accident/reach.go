package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/extract"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// reaches finds calls that destroy all that lies beside what is meant where a variable is
// empty: /srv/customers/$1, vmlinuz-$old*, s3://bucket/$prefix, pool/$volume.
func (j *judge) reaches(i int, c *shell.Call) bool {
	if c.Late && j.library {
		return false
	}
	for _, w := range j.reached(i, c) {
		name, all := j.openEnd(i, w, c)
		if name == "" {
			continue
		}
		verb := "deletes"
		if strings.HasPrefix(c.Program, "ch") {
			verb = "changes"
		}
		say := verb + " all that lies beside it if " + name + " is empty"
		if j.slip(strings.TrimPrefix(name, "$"), c.Span.From) {
			say = verb + " all that lies there: nothing sets " + name
		}
		if all == "/" {
			say = verb + " all files of the machine that fit if " + name + " is empty"
		} else if all != "" {
			say = "deletes everything with a name that begins with " + all + " if " + name + " is empty"
		}
		j.add(&tooMuchRule, i, c.Span, say)
		return true
	}
	return false
}

// reached returns the words of a call that name what it destroys with all that lies below.
func (j *judge) reached(i int, c *shell.Call) []*shell.Word {
	var out []*shell.Word
	if text := argv(c); c.Program == "find" && (strings.Contains(text, " -delete") || strings.Contains(text, " -exec rm")) {
		for n := range rest(c) {
			if s := c.Argv[n+1].String(); s != "" && (s[0] == '-' || s[0] == '(' || s[0] == '!') {
				break
			}
			out = append(out, &c.Argv[n+1])
		}
		return out
	}
	for _, e := range j.reader.Of(i) {
		if e.Target != nil && (e.Kind == rule.Delete && (e.Recursive || c.Program == "rm" && globs(e.Target)) || e.Recursive && c.Program == "zfs") {
			out = append(out, e.Target)
		}
	}
	if len(out) > 0 {
		return out
	}
	text := argv(c)
	switch c.Program {
	case "aws", "gsutil", "rclone", "gcloud", "s3cmd", "mc", "az", "azcopy", "consul", "etcdctl", "vault", "hdfs", "hadoop":
		for _, verb := range [...]string{" rm ", " rb ", " purge ", " delete ", " del ", " -rm ", " delete-batch ", " remove "} {
			if one := (verb == " rm " || verb == " del " || verb == " -rm ") && !strings.Contains(text, " -r") && !strings.Contains(text, " --recursive") && !strings.Contains(text, "*"); !one && strings.Contains(text+" ", verb) {
				return words(c)
			}
		}
	case "curl":
		if strings.Contains(text, "DELETE") {
			return words(c)
		}
	case "chown", "chmod", "chgrp":
		if n := len(c.Args.Operands); n > 1 && c.Args.Has("-R", "--recursive") {
			var out []*shell.Word
			owner := variables(j.written(&c.Args.Operands[0]))
			for k := range c.Args.Operands[1:] {
				if slices.ContainsFunc(variables(j.written(&c.Args.Operands[k+1])), func(name string) bool { return slices.Contains(owner, name) }) {
					continue // where that is empty it changes nothing
				}
				if s := c.Args.Operands[k+1].String(); strings.HasPrefix(s, "/home/") || strings.HasPrefix(s, "/etc/") || strings.HasPrefix(s, "/var/lib/") || strings.HasPrefix(s, "/srv/") {
					out = append(out, &c.Args.Operands[k+1])
				}
			}
			return out
		}
	case "rsync":
		if n := len(c.Args.Operands); isMirror(c) && n > 1 {
			return []*shell.Word{&c.Args.Operands[n-1]}
		}
	}
	return nil
}

func words(c *shell.Call) []*shell.Word {
	var out []*shell.Word
	for n := range rest(c) {
		out = append(out, &c.Argv[n+1])
	}
	return out
}

func globs(w *shell.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Kind == shell.Glob })
}

// openEnd returns the variable in which a path ends, as the file has it, if that may be
// empty; and, where a pattern stands behind it, with what names begin that match then.
func (j *judge) openEnd(i int, w *shell.Word, c *shell.Call) (name, all string) {
	parts := w.Parts
	tail := ""
	for len(parts) > 0 && parts[len(parts)-1].Kind != shell.Unknown {
		tail = parts[len(parts)-1].Text + tail
		parts = parts[:len(parts)-1]
	}
	if len(parts) < 1 || strings.Trim(tail, "/*.") != "" || strings.HasPrefix(tail, ".") {
		return "", ""
	}
	last := parts[len(parts)-1]
	if len(parts) == 1 && strings.HasPrefix(tail, "/") && c.Program == "find" && !namesSome(c) && (!last.Set || j.silent(last)) && !last.Path && !last.Temp && c.Where == "" && j.Surface == "script" {
		if name = j.emptyAtEnd(w, c, ""); name == "" || j.surelySet(weighed{&safety.Finding{Call: i}, c, j.text[c.Span.From:min(c.Span.To, len(j.text))], c.Span.From}) {
			return "", ""
		}
		return name, "/"
	}
	if len(parts) < 2 && !strings.HasPrefix(tail, "*") {
		return "", ""
	}
	if name := strings.TrimPrefix(last.Text, "$"); c.Program == "rm" && j.Surface == "make" && strings.HasPrefix(tail, "/*") && len(parts) == 2 && parts[0].Text == "$DESTDIR" && j.slip(name, c.Span.From) {
		return last.Text, "" // it is the root
	}
	head := shell.Word{Parts: parts[:len(parts)-1]}
	place := strings.TrimPrefix(head.String(), "./")
	if here := c.Cwd.Path.String(); place == "" && strings.HasPrefix(here, "/") && len(c.Cwd.Path.Parts) > 0 {
		place, head.Parts = strings.TrimSuffix(here, "/")+"/", c.Cwd.Path.Parts
	}
	if place == "" || len(head.Parts) == 0 {
		return "", ""
	}
	if name := strings.TrimPrefix(last.Text, "$"); c.Program == "rm" && j.Surface == "make" && base(place) == "" && !last.Set && j.slip(name, c.Span.From) {
		return last.Text, ""
	}
	if last.Set && !j.silent(last) && !j.defaultsToNothing(j.written(w), c.Span.From) || last.Path || last.Temp || !strings.Contains(place, "/") || !j.matters(c, place, head.Parts[0]) {
		return "", ""
	}
	base := base(place)
	if base != "" && (!strings.HasPrefix(tail, "*") || strings.ContainsAny(base, "$*")) {
		return "", ""
	}
	if by := j.printedInWord(w, last); by != "" {
		return "the output of " + by, ""
	}
	if name = j.emptyAtEnd(w, c, base); name == "" {
		name = j.lookedUpAtEnd(w, c, base)
	}
	if name != "" && j.needed(i, name, c.Span.From) {
		return "", ""
	}
	if base == "" {
		return name, ""
	}
	return name, place
}

// base returns what stands behind the last slash of a path, which is unknown before that.
func base(place string) string { return place[strings.LastIndexByte(place, '/')+1:] }

// silent reports whether a part is the output of a command that prints nothing where it finds
// nothing, and goes well.
func (j *judge) silent(p shell.Part) bool {
	if len(p.From) == 0 {
		return false
	}
	program := j.Script.Calls[p.From[len(p.From)-1]].Program
	return extract.PrintsNothing(program) && program != "grep" && program != "pgrep"
}

// printedInWord returns the command whose output stands in a word itself, where that may be
// nothing: it is captured here, also if the word is part of code for another host, which has other
// files.
func (j *judge) printedInWord(w *shell.Word, p shell.Part) string {
	if len(p.From) == 0 || !strings.HasPrefix(p.Text, "$(") {
		return ""
	}
	end := &j.Script.Calls[p.From[len(p.From)-1]]
	if end.Span.From <= w.Span.From || end.Span.To > w.Span.To || !extract.PrintsNothing(end.Program) && end.Program != "ls" || end.Program == "date" {
		return ""
	}
	return end.Program
}

// namesSome reports whether a search takes only files of some names, or asks more than how old
// they are.
func namesSome(c *shell.Call) bool {
	return contains(argv(c)+" ", []string{"name ", "path ", "-regex", "-iregex", "-user ", "-uid ", "-maxdepth", "-xdev", "-empty", "-newer ", "-prune"})
}

// defaultsToNothing reports whether a word has a variable, or one that was set to one, whose
// default is written and empty: ${1:-}.
func (j *judge) defaultsToNothing(text string, at int) bool {
	if strings.Contains(text, ":-}") {
		return true
	}
	for _, name := range variables(text) {
		if value, ok := j.assigned(name, at); ok && strings.Contains(value, ":-}") {
			return true
		}
	}
	return false
}

// matters reports whether what lies in a directory is worth more than the work of a build.
func (j *judge) matters(c *shell.Call, place string, first shell.Part) bool {
	low := strings.ToLower(place)
	switch c.Program {
	case "consul", "etcdctl", "vault", "zfs": // keys, and what is no path
		return true
	}
	for _, made := range [...]string{"/tmp/", "/var/tmp/", "/dev/shm/", "/var/cache/", "/run/", "/var/run/", "/proc/", "/sys/"} {
		if strings.HasPrefix(low, made) {
			return false
		}
	}
	switch {
	case contains(place, partTemporaryWords[:]) && !strings.HasPrefix(place, "/var/"):
		return false
	case first.Kind == shell.Unknown && len(first.Text) == 2 && first.Text[0] == '$' && isParameter(first.Text[1:]):
		return j.mayBeEmpty(first.Text[1:], c.Span.From) // both may be left out
	case first.Kind == shell.Unknown:
		return !first.Temp && !first.Path && strings.HasPrefix(first.Text, "$") && shell.IsName(first.Text[1:]) && j.Surface != "ci" && !contains(first.Text, []string{"out", "dist", "dest", "stag", "target", "install", "prefix", "root", "src", "obj", "pkg"})
	case low[0] == '/':
		return j.Surface != "ci" || len(j.File.Empty) > 0 || j.selfHosted() || !strings.HasPrefix(low, "/home/")
	}
	if strings.HasPrefix(place, "_") {
		value, ok := j.maskedValue(place)
		return ok && (strings.HasPrefix(value, "/") || strings.Contains(value, "://")) && j.matters(c, value+"/", shell.Part{Text: value}) || !ok && isPlaybook(j.Path)
	}
	return strings.HasPrefix(low, "~/") || strings.Contains(low, "://") || strings.Contains(low, ":/")
}

// selfHosted reports whether a job runs on a machine that is there after it.
func (j *judge) selfHosted() bool {
	return contains(j.Whole, []string{"self-hosted", "tags:"})
}

// emptyAtEnd returns the variable that stands at the end of a word, as the file has it, if
// it may be empty. A word of code in quotes has the span of all that code.
func (j *judge) emptyAtEnd(w *shell.Word, c *shell.Call, base string) string {
	text := j.written(w)
	for _, name := range slices.Backward(variables(text)) {
		if !endsIn(text, name, base) || j.readsLibrary(c.Span.From) && !j.sets(name, c.Span.From) {
			continue
		}
		if hasEmptyDefault := strings.Contains(text, "${"+name+":-}"); !j.openVariable(name, c.Span.From) && !j.unsetOnOneWay(w, name) && !(hasEmptyDefault && j.isAnyEmpty(name, c.Span.From, 4)) {
			return ""
		}
		if as, ok := j.File.Empty[name]; ok {
			return as
		}
		return "$" + name
	}
	return ""
}

// lookedUpAtEnd returns the variable in which a word ends where the run of the text says that it holds
// the output of a command which may print nothing: a function got it from its caller.
func (j *judge) lookedUpAtEnd(w *shell.Word, c *shell.Call, base string) string {
	text := j.written(w)
	names := variables(text)
	n := len(w.Parts)
	for n > 0 && w.Parts[n-1].Kind != shell.Unknown {
		n--
	}
	if n == 0 || len(names) == 0 || !j.silent(w.Parts[n-1]) || w.Parts[n-1].Set {
		return ""
	}
	name := names[len(names)-1]
	value, ok := j.assigned(name, c.Span.From)
	if value = strings.Trim(strings.TrimSpace(value), `"'`); !ok && !isParameter(name) || ok && !strings.HasPrefix(value, "$1") && !strings.HasPrefix(value, "${1") && !strings.HasPrefix(value, "$2") && !strings.HasPrefix(value, "${2") {
		return "" // the text itself says what it holds
	}
	if !endsIn(text, name, base) || j.guarded(name, c.Span.From) || strings.Contains(value, ":") || j.guarded("1", c.Span.From) {
		return ""
	}
	from := w.Parts[n-1].From
	if line := j.statement(j.Script.Calls[from[len(from)-1]].Span.From); strings.Contains(line, "||") || strings.Contains(line, "[") {
		return ""
	}
	return "$" + name
}

// unsetOnOneWay reports whether a variable in which a word ends is set on some ways through
// the text, and on another one not.
func (j *judge) unsetOnOneWay(w *shell.Word, name string) bool {
	return slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Unset && p.Text == "$"+name })
}

// written returns a word as the file has it.
func (j *judge) written(w *shell.Word) string {
	if w.Span.From < 0 || w.Span.To > len(j.text) || w.Span.From >= w.Span.To {
		return ""
	}
	return j.text[w.Span.From:w.Span.To]
}

// endsIn reports whether a word of a text ends in a variable, behind a slash or a part of a
// name.
func endsIn(text, name, base string) bool {
	text = strings.ReplaceAll(text, `"`, "")
	for _, use := range [...]string{"$" + name, "${" + name + "}", "${" + name + ":-}"} {
		for from := 0; ; {
			i := strings.Index(text[from:], use)
			if i < 0 {
				break
			}
			at := from + i
			from = at + len(use)
			if from < len(text) && use[1] != '{' && isName(text[from]) {
				continue
			}
			rest := strings.TrimLeft(text[from:], "/*")
			if (at == 0 && base == "" || at > 0 && text[at-1] == '/' || at > 0 && base != "" && strings.HasSuffix(text[:at], base[len(base)-1:])) && (rest == "" || strings.IndexByte(" ;'\n&|)", rest[0]) >= 0) {
				return true
			}
		}
	}
	return false
}
