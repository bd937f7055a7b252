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
			by := asksService(body)
			if by == "" {
				by = j.asksFetched(i, c, body)
			}
			if by != "" {
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

// replacedByNothing finds a directory deleted that the next command replaces by another one, or by
// what a file brings back, where nothing says that this one is there.
func (j *judge) replacedByNothing(i int, c *shell.Call) {
	if c.Late || c.Loop || j.library || j.Surface == "ci" || j.Surface == "make" || contains(j.Path, fileSetsUpWords[:]) || j.errexit(c.Span.From) {
		return
	}
	gone := ""
	for _, e := range j.reader.Of(i) {
		if e.Kind == rule.Delete && e.Target != nil && e.Recursive {
			gone = j.placeOf(c, e.Target)
		}
	}
	if gone == "" || !contains(gone+"/", append(dirDataWords[:], dirWebWords[:]...)) || contains(gone, partTemporaryWords[:]) {
		return
	}
	for k := i + 1; k < len(j.Script.Calls) && k < i+4; k++ {
		n := &j.Script.Calls[k]
		if n.Program != "mv" && n.Program != "cp" || len(n.Args.Operands) != 2 || n.Branch != c.Branch {
			continue
		}
		from, to := &n.Args.Operands[0], j.placeOf(n, &n.Args.Operands[1])
		if to != gone {
			continue
		}
		if by := j.fillsUnseen(i, c, strings.TrimRight(from.String(), "/*.")); by != "" {
			j.add(&sourceRule, i, c.Span, "deletes "+gone+" although "+by+", which brings what replaces it, may have failed before")
		}
		return
	}
}

// placeOf returns the path that a word names, with the directory in which its call runs.
func (j *judge) placeOf(c *shell.Call, w *shell.Word) string {
	name := strings.TrimSuffix(strings.TrimPrefix(w.String(), "./"), "/")
	if name == "" || name[0] == '/' || name[0] == '$' || name[0] == '~' {
		return name
	}
	return strings.TrimSuffix(c.Cwd.Path.String(), "/") + "/" + name
}

// asksFetched returns the program that wrote the file in which a condition looks for a name, and
// which may have written nothing: what is not in it is taken for gone.
func (j *judge) asksFetched(i int, c *shell.Call, condition string) string {
	rest, not := strings.CutPrefix(condition, "if ! ")
	if !not {
		if rest, _, not = strings.Cut(condition, "||"); strings.HasPrefix(condition, "if ") {
			return ""
		}
	}
	rest, _, _ = strings.Cut(rest, "; then")
	words := strings.Fields(strings.NewReplacer(`"`, "", ";", " ").Replace(rest))
	if !not || len(words) < 3 || words[0] != "grep" && words[0] != "fgrep" && words[0] != "egrep" {
		return ""
	}
	for k := range i {
		p := &j.Script.Calls[k]
		if p.Span.To > c.Span.From || p.Late != c.Late {
			continue
		}
		switch p.Program {
		case "curl", "wget", "psql", "mysql", "ssh", "aws", "gcloud", "az", "kubectl", "ldapsearch", "jq", "gh", "mongo", "mongosh", "sqlite3", "docker":
		default:
			continue
		}
		to := downloadedTo(p)
		for o := k; o < min(len(j.Script.Calls), k+5); o++ { // the last one of its pipe writes it
			if q := &j.Script.Calls[o]; o == k || slices.Contains(q.Stdin.From, o-1) {
				for _, r := range q.Redirs {
					if r.Op == ">" {
						to = r.Word.String()
					}
				}
			}
		}
		file := to[strings.LastIndexByte(to, '/')+1:]
		name := words[len(words)-1]
		if value, ok := j.assigned(strings.Trim(name, "${}"), c.Span.From); ok {
			name = strings.Trim(strings.TrimSpace(value), `"`)
		}
		if len(file) < 3 || !strings.HasSuffix(name, file) || !j.unseen(k, c) || contains(j.text[p.Span.From:c.Span.From], []string{"[ -s", "[[ -s", "test -s", "wc -l", "! -s"}) {
			continue
		}
		return p.Program
	}
	return ""
}

// sparedByNothing finds what a loop deletes but for one name, which a command gives that may print
// nothing or fail: then that one goes, too.
func (j *judge) sparedByNothing(i int, c *shell.Call) {
	if !c.Loop || c.Program != "rm" && !j.destroys(i) || j.Surface == "ci" {
		return
	}
	for k := i - 1; k >= max(0, i-6); k-- {
		t := &j.Script.Calls[k]
		if t.Program != "[" && t.Program != "[[" && t.Program != "test" || !t.Loop || t.Late != c.Late || len(t.Argv) < 4 {
			continue
		}
		line := j.lineAt(t.Span.From)
		equal, unequal := t.Argv[2].Is("=") || t.Argv[2].Is("=="), t.Argv[2].Is("!=")
		if equal && !strings.Contains(line, "continue") || unequal && !strings.Contains(line, "&&") && !strings.Contains(line, "if ") || !equal && !unequal {
			continue
		}
		for _, side := range [...]*shell.Word{&t.Argv[3], &t.Argv[1]} {
			names := variables(j.written(side))
			if len(names) != 1 || strings.Trim(j.written(side), `"${}`) != names[0] || len(side.Parts) != 1 || len(side.Parts[0].From) == 0 {
				continue
			}
			value, ok := j.assigned(names[0], c.Span.From)
			from := j.Script.Calls[side.Parts[0].From[len(side.Parts[0].From)-1]].Program
			fails := from == "readlink" || from == "basename" || from == "realpath" || programPrintsNothingWord(from)
			if !ok || !fails || j.errexit(c.Span.From) && !j.printsNothing(strings.Trim(strings.TrimSpace(value), `"`), c.Span.From) || j.guardedBut(names[0], c.Span.From, line) || strings.Contains(value, "||") {
				continue
			}
			target := &c.Argv[len(c.Argv)-1]
			if j.matters(c, target.String(), target.Parts[0]) {
				j.add(&tooMuchRule, i, c.Span, "deletes also what $"+names[0]+" should spare if "+from+" before prints nothing")
			}
			return
		}
	}
}

// guardedBut is guarded for what other lines than one say.
func (j *judge) guardedBut(name string, at int, but string) bool {
	s := source{text: strings.Replace(j.before(at), but, "", 1)}
	return s.tested(name, len(s.text))
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
