package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

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
	if strings.Contains(text, "$"+name+"/") {
		return true
	}
	return slices.ContainsFunc(j.Script.Calls, func(c shell.Call) bool {
		switch c.Program {
		case "cp", "mv", "install", "ln", "rm", "chmod", "chown":
			return slices.ContainsFunc(c.Args.Operands, func(w shell.Word) bool { return strings.HasSuffix(w.String(), "/$"+name) })
		}
		return false
	})
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
