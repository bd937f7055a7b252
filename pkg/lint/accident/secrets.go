package accident

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func prints(c *shell.Call) bool { return c.Program == "echo" || c.Program == "printf" }

// printed finds secrets from outside that a script shows.
func (j *judge) printed(i int, c *shell.Call) {
	if c.Captured || c.Late || len(c.Redirs) > 0 || c.Where != "" || j.Surface == "ci" || contains(path.Base(j.Path), fileShowsWords[:]) || j.piped(i) || c.Late && len(c.Argv) == 2 && len(c.Argv[1].Parts) == 1 {
		return
	}
	text := j.text[c.Span.From:min(c.Span.To, len(j.text))]
	if line := j.lineAt(c.Span.From); strings.Contains(line, "add-mask") || strings.Contains(line, ">") || strings.Contains(line, "|") {
		return
	}
	for n, w := range c.Argv {
		for _, p := range w.Parts {
			name := strings.TrimPrefix(p.Text, "$")
			if n == 0 || p.Kind != shell.Unknown || name == p.Text || !isSecret(name) || len(c.Argv) == 2 && len(w.Parts) == 1 {
				continue
			}
			if strings.Contains(text, "\n") {
				return // a file or a document that it writes
			}
			if labelled(text, name) && !contains(j.Path, fileDeploysWords[:]) {
				return // it is shown to the user on purpose
			}
			if (strings.Contains(text, "$"+name) || strings.Contains(text, "${"+name+"}")) && !j.sets(name, len(j.text)) {
				j.add(&shownRule, i, c.Span, "shows $"+name+", which the script was given")
				return
			}
		}
	}
}

// piped reports whether another call reads what a call prints.
func (j *judge) piped(i int) bool {
	if j.pipes == nil {
		j.pipes = map[int]bool{}
		for k := range j.Script.Calls {
			if in := j.Script.Calls[k].Stdin; in != nil {
				for _, from := range in.From {
					j.pipes[from] = true
				}
			}
		}
	}
	return j.pipes[i]
}

// traced finds secrets that the shell shows with the commands that it traces.
func (j *judge) traced() {
	if j.Surface == "ci" || strings.HasPrefix(j.Path, "dev/") || strings.Contains(j.Path, "/dev/") || strings.HasPrefix(path.Base(j.Path), "dev") {
		return // what is shown to whoever develops it
	}
	on := -1 // where tracing begins
	at := 0
	for line := range strings.Lines(j.text) {
		words := strings.Fields(line)
		starts := at == 0 && strings.HasPrefix(line, "#!") && len(words) > 1 && isFlag(words[len(words)-1], 'x') ||
			strings.HasPrefix(line, "set ") && (isFlag(words[1], 'x') || len(words) > 2 && words[1] == "-o" && words[2] == "xtrace")
		if starts {
			on = at
			break
		}
		at += len(line)
	}
	if on < 0 {
		return
	}
	first, secret := -1, ""
	for i := range j.Script.Calls {
		c := &j.Script.Calls[i]
		if c.Span.From < on || c.In != nil || j.traceOff(c.Span.From) {
			continue
		}
		name, passed := secretOf(c)
		if name == "" || j.isFile(name) {
			continue
		}
		if first < 0 || passed {
			first, secret = i, name
		}
		if passed {
			break
		}
	}
	if first >= 0 {
		j.add(&tracedRule, first, j.Script.Calls[first].Span, "shows $"+secret+": with set -x each command is printed with its values")
	}
}

// traceOff reports whether the last line before an offset that says so ends tracing.
func (j *judge) traceOff(at int) bool {
	before := j.before(at)
	off := max(strings.LastIndex(before, "set +x"), strings.LastIndex(before, "set +ex"), strings.LastIndex(before, "set +o xtrace"))
	if off < 0 {
		return false
	}
	for line := range strings.Lines(before[off:]) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "set" && (isFlag(words[1], 'x') || len(words) > 2 && words[1] == "-o" && words[2] == "xtrace") {
			return false
		}
	}
	return true
}

// isFile reports whether a variable with the name of a secret holds the name of a file: an
// option for files takes it, or the text looks whether it is there.
func (j *judge) isFile(name string) bool {
	text := strings.NewReplacer(`"`, "", "${"+name+"}", "$"+name).Replace(j.text)
	for _, mark := range [...]string{"file=$", "file $", "-f $", "-e $", "-s $", "-r $", "cat $", " < $", " <$", " > $", " >$", "-v $", "--volume $", "/tmp$"} {
		if strings.Contains(text, mark+name) {
			return true
		}
	}
	return strings.Contains(text, "$"+name+"/")
}

// secretOf returns the secret variable whose value a call shows, and whether a program is
// given it.
func secretOf(c *shell.Call) (name string, passed bool) {
	for _, a := range c.Assigns {
		if a.Value.HasUnknown() && isSecret(a.Name) {
			name = a.Name
		}
	}
	for n, w := range c.Argv {
		for _, p := range w.Parts {
			if name, ok := strings.CutPrefix(p.Text, "$"); ok && n > 0 && p.Kind == shell.Unknown && shell.IsName(name) && isSecret(name) && c.Program != "[" && c.Program != "[[" && c.Program != "test" {
				return name, c.Program != "export"
			}
		}
		if c.Program == "export" {
			if name, value, ok := strings.Cut(w.String(), "="); ok && w.HasUnknown() && value != "" && isSecret(name) {
				return name, false
			}
		}
	}
	return name, false
}

// labelled reports whether a text ends in the variable, behind its name and a colon, as
// what is shown to whoever has to type it: Password: $PASSWORD.
func labelled(text, name string) bool {
	head, tail, ok := strings.Cut(strings.ReplaceAll(text, "${"+name+"}", "$"+name), "$"+name)
	return ok && strings.Trim(tail, `"' .`+"\\n") == "" && strings.HasSuffix(strings.TrimRight(withoutColours(head), ` "'`), ":")
}

// withoutColours drops what stands behind a label for its looks alone: tabs, and variables
// and escapes that set a colour.
func withoutColours(text string) string {
	for {
		text = strings.TrimRight(text, ` "'`)
		if t, ok := strings.CutSuffix(text, `\t`); ok {
			text = t
			continue
		}
		at := strings.LastIndexAny(text, `$\`)
		if at < 0 || strings.ContainsAny(text[at:], " :") || text[at] == '\\' && !strings.HasSuffix(text, "m") || text[at] == '$' && len(variables(text[at:])) != 1 {
			return text
		}
		text = text[:at]
	}
}
