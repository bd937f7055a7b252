package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// takenForGone finds what is deleted because a service did not name it: if the service does
// not answer, it names nothing.
func (j *judge) takenForGone(i int, c *shell.Call) {
	if c.Program != "rm" && c.Program != "userdel" && c.Program != "deluser" && !j.destroys(i) {
		return
	}
	before := j.before(c.Span.From)
	lines := strings.Split(before, "\n")
	depth := 0
	for k := len(lines) - 1; k >= max(0, len(lines)-12); k-- {
		body := strings.TrimSpace(lines[k])
		switch {
		case body == "fi" || body == "done":
			depth++
		case strings.HasPrefix(body, "if ") || strings.Contains(body, "|| rm ") || strings.HasSuffix(body, "||"):
			if depth > 0 {
				depth--
				continue
			}
			if by := asksService(body); by != "" {
				j.add(&elsewhereRule, i, c.Span, "deletes what "+by+" does not name: if that fails, or nothing answers, it names nothing")
			}
			return
		}
	}
}

// asksService returns the program of a condition that asks something that may not answer,
// and holds if it does not.
func asksService(condition string) string {
	rest, not := strings.CutPrefix(condition, "if ! ")
	if _, inner, ok := strings.Cut(condition, "[ -z \"$("); ok {
		rest, not = inner, true
	} else if _, inner, ok := strings.Cut(condition, "[[ -z $("); ok {
		rest, not = inner, true
	} else if !not && strings.Contains(condition, "||") && !strings.HasPrefix(condition, "if ") {
		rest, not = condition, true
	}
	words := strings.Fields(rest)
	if !not || len(words) == 0 {
		return ""
	}
	switch program := path.Base(words[0]); program {
	case "curl", "wget", "ssh", "ldapsearch", "kubectl", "aws", "gcloud", "az", "psql", "mysql", "dig", "host", "nslookup", "http", "gh", "consul", "etcdctl", "vault", "redis-cli":
		if strings.Contains(rest, "| grep") || strings.Contains(condition, "-z ") || (program == "ssh" || program == "ldapsearch") && !strings.HasPrefix(strings.TrimSpace(condition), "ssh") {
			return program
		}
	}
	return ""
}

// cutOff finds a network taken away over which the rest of the text comes.
func (j *judge) cutOff(i int, c *shell.Call) {
	if c.Program != "ip" || j.Surface == "ci" || c.Where == "container" || slices.Contains(c.Wrappers, "ip") || strings.Contains(argv(c), "netns") {
		return
	}
	text := argv(c) + " "
	line := j.lineAt(c.Span.From)
	after := j.text[min(c.Span.To, len(j.text)):]
	switch {
	case strings.Contains(text, " route del default ") && strings.Contains(after, "ip route add default") && !strings.Contains(line, "&&"):
		j.add(&lockedOutRule, i, c.Span, "removes the route before the new one is set: over ssh, what follows may never run (ip route replace does both)")
	case strings.Contains(text, " addr flush dev ") && !strings.Contains(text, " lo ") && strings.Contains(after, "addr add") && c.Where == "remote":
		j.add(&lockedOutRule, i, c.Span, "takes the address over which it is connected, before the new one is there")
	}
}

// replacedUnseen finds data deleted before anybody looked whether the copy that replaces it
// is there: a name that a user gives may be wrong.
func (j *judge) replacedUnseen(i int, c *shell.Call) {
	if c.Program != "rm" || c.Late || j.library || j.Surface == "ci" || j.Surface == "make" {
		return
	}
	for _, e := range j.reader.Of(i) {
		if e.Kind != rule.Delete || e.Target == nil || !e.Recursive || e.Target.HasUnknown() {
			continue
		}
		gone := strings.TrimRight(e.Target.String(), "/*")
		if !contains(gone+"/", dirDataWords[:]) || contains(gone, partTemporaryWords[:]) || strings.Count(gone, "/") < 2 {
			continue
		}
		for k := i + 1; k < len(j.Script.Calls) && k < i+6; k++ {
			n := &j.Script.Calls[k]
			if n.Branch != c.Branch || n.Program != "cp" && n.Program != "mv" && n.Program != "rsync" && n.Program != "unzip" && !restores(n) || len(n.Args.Operands) < 2 && n.Program != "unzip" && !restores(n) {
				continue
			}
			to := strings.TrimSuffix(n.Argv[len(n.Argv)-1].String(), "/")
			if !restores(n) && to != gone && !strings.HasPrefix(to, gone+"/") && !strings.HasPrefix(gone, to+"/") {
				continue
			}
			from := j.text[n.Span.From:min(n.Span.To, len(j.text))]
			for _, name := range variables(from) {
				value, ok := j.assigned(name, c.Span.From)
				given := isParameter(name) || ok && len(strings.Trim(strings.TrimSpace(value), `"`)) > 1 && strings.HasPrefix(strings.Trim(strings.TrimSpace(value), `"`), "$1")
				if given && !j.tested(name, c.Span.From) && !j.tested("1", c.Span.From) && !j.guarded("#", c.Span.From) {
					j.add(&sourceRule, i, c.Span, "deletes the data before anything shows that $"+name+" names something that can replace it")
					return
				}
			}
		}
	}
}

// restores reports whether a call brings back what a backup has.
func restores(c *shell.Call) bool {
	text := argv(c) + " "
	switch c.Program {
	case "borg":
		return strings.Contains(text, " extract ")
	case "restic", "duplicity", "rdiff-backup", "kopia":
		return strings.Contains(text, " restore ")
	}
	return false
}
