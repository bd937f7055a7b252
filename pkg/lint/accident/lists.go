package accident

import (
	"iter"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// alike finds what is destroyed by a list of names of which grep takes all that have a value
// somewhere in them: "web" takes "web-prod", too.
func (j *judge) alike(i int, c *shell.Call) {
	if !j.deeds[i] || c.Via < 0 && !c.Loop || j.Surface == "ci" || c.Late && j.library {
		return
	}
	var from []int
	for _, w := range rest(c) {
		from = append(from, w.From()...)
	}
	for n := 0; n < len(from) && n < 20; n++ {
		p := &j.Script.Calls[from[n]]
		from = append(from, p.Stdin.From...)
		if p.Program != "grep" || p.Args.Has("-v", "--invert-match", "-x", "--line-regexp", "-w", "--word-regexp", "-E", "-P", "-c", "-q") || len(p.Argv) < 2 {
			continue
		}
		w := &p.Argv[len(p.Argv)-1]
		written := strings.Trim(j.written(w), `"`)
		names := variables(written)
		if len(names) != 1 || written != "$"+names[0] && written != "${"+names[0]+"}" || len(p.Stdin.From) == 0 || !listsThings(&j.Script.Calls[p.Stdin.From[0]]) && j.Script.Calls[p.Stdin.From[0]].Program != "lvs" {
			continue
		}
		if body := j.text[p.Span.To:max(p.Span.To, c.Span.From)]; contains(body, []string{"[ ", "[[", "case ", "if ", "continue", "head -", "tail -"}) || j.tested(names[0], c.Span.From) || j.confirmed(c.Span.From) {
			return
		}
		j.add(&tooMuchRule, i, c.Span, "takes every name that has $"+names[0]+" in it, not that one alone: grep -x")
		return
	}
}

// unfilteredList returns the variable whose emptiness makes the list by which a call destroys
// hold everything: a pattern, a label or a filter of the commands whose output it is.
func (j *judge) unfilteredList(i int, c *shell.Call) string {
	switch c.Program {
	case "kubectl", "oc", "k3s", "docker", "podman", "aws", "az", "gcloud", "openstack", "helm":
		if name := j.emptyOption(c); name != "" {
			return name
		}
	}
	var todo []int
	for _, w := range rest(c) {
		todo = append(todo, w.From()...)
	}
	for k := i; k >= 0 && len(todo) < 40; k = j.Script.Calls[k].Via {
		if o := &j.Script.Calls[k]; o.Program == "xargs" || o.Program == "parallel" {
			todo = append(todo, o.Stdin.From...)
		}
	}
	one := false // of the list is taken
	for k, p := range j.feeding(todo) {
		one = one || (p.Program == "head" || p.Program == "tail") && (p.Args.Has("-1", "-n1") || strings.Contains(argv(p)+" ", " -n 1 "))
		if name := j.unfiltered(k, p); name != "" && (!one || isParameter(name)) {
			return name
		}
	}
	return ""
}

// feeding yields some calls, and those whose output they read through pipes.
func (j *judge) feeding(from []int) iter.Seq2[int, *shell.Call] {
	const most = 40
	return func(yield func(int, *shell.Call) bool) {
		seen, todo := make(map[int]bool), slices.Clone(from)
		for n := 0; n < len(todo) && n < most; n++ {
			k := todo[n]
			if seen[k] || k < 0 || k >= len(j.Script.Calls) {
				continue
			}
			seen[k] = true
			p := &j.Script.Calls[k]
			todo = append(todo, p.Stdin.From...)
			if !yield(k, p) {
				return
			}
		}
	}
}

// unfiltered returns the variable whose emptiness makes a call list everything.
func (j *judge) unfiltered(k int, p *shell.Call) string {
	switch p.Program {
	case "grep", "egrep", "fgrep", "rg":
		if p.Args.Has("-c", "-q") {
			return ""
		}
		if p.Args.Has("-v", "--invert-match") {
			return j.sparesNoLine(p)
		}
		for n := range rest(p) {
			w := &p.Argv[n+1]
			if s := w.String(); len(s) > 1 && s[0] == '-' {
				continue
			}
			return j.patternOnly(w, p, "^/:_-")
		}
		return ""
	case "awk", "gawk", "mawk", "sed":
		return ""
	}
	if !listsThings(p) {
		return ""
	}
	if name := j.droppedFilter(k, p); name != "" {
		return name
	}
	if p.Program == "ldapsearch" {
		for n := range rest(p) {
			if w := &p.Argv[n+1]; strings.HasPrefix(w.String(), "(") && strings.Contains(w.String(), "*") {
				return j.patternOnly(w, p, "()=*&|abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
			}
		}
	}
	return j.emptyOption(p)
}

// sparesNoLine returns the variable of a pattern that leaves out what must stay, which matches
// no name where that is empty: ^($keep)$.
func (j *judge) sparesNoLine(p *shell.Call) string {
	for n := range rest(p) {
		w := &p.Argv[n+1]
		if s := w.String(); len(s) > 1 && s[0] == '-' {
			continue
		}
		written := strings.Trim(j.written(w), `"'`)
		whole := strings.HasPrefix(written, "^") && strings.HasSuffix(written, "$") || p.Args.Has("-x", "--line-regexp")
		if !whole {
			return ""
		}
		return j.patternOnly(w, p, "^$()\\|")
	}
	return ""
}

// emptyOption returns the variable of an option by which a call selects what it works on, where
// that is everything without it.
func (j *judge) emptyOption(p *shell.Call) string {
	for n := range rest(p) {
		w := &p.Argv[n+1]
		option, _, joined := strings.Cut(w.String(), "=")
		if before := p.Argv[n].String(); n > 0 && (!joined || strings.HasPrefix(before, "-")) {
			option = before
		}
		switch option {
		case "-l", "--selector", "--filter", "--filters", "-f", "--tag", "--tag-name", "--tags", "--label", "--labels", "--prefix", "--name-prefix", "--name", "--match", "--pattern", "name", "label", "keys":
		case "-n", "--namespace":
			if !strings.Contains(argv(p), " --all") {
				continue
			}
		default:
			continue
		}
		if name := j.patternOnly(w, p, "^/:_-=*"); name != "" {
			return name
		}
	}
	return ""
}

// listsThings reports whether a call tells what there is.
func listsThings(c *shell.Call) bool {
	switch c.Program {
	case "ldapsearch", "lvs", "vgs", "crm", "squeue", "condor_q":
		return true
	}
	const most = 4 // words before the verb
	for _, w := range rest(c)[:min(len(rest(c)), most)] {
		switch s := w.String(); s {
		case "list", "ls", "get", "ps", "images", "list-instances", "describe", "search", "ls-remote", "show", "--scan", "keys", "scan":
			return true
		default:
			if strings.HasPrefix(s, "list-") || strings.HasPrefix(s, "describe-") {
				return true
			}
		}
	}
	return false
}

// droppedFilter returns the variable without which a list is asked for without its filter:
// list ${TAG:+--tag $TAG}.
func (j *judge) droppedFilter(k int, p *shell.Call) string {
	for o := max(0, k-4); o < min(len(j.Script.Calls), k+5); o++ {
		other := &j.Script.Calls[o]
		if o == k || other.Span != p.Span || other.Program != p.Program || len(other.Argv) == len(p.Argv) {
			continue
		}
		text := j.text[max(0, p.Span.From):min(p.Span.To, len(j.text))]
		for _, name := range variables(text) {
			if strings.Contains(text, "${"+name+":+") && !j.guarded(name, p.Span.From) {
				return name
			}
		}
	}
	return ""
}

// patternOnly returns the variable of a word that matches everything where that is empty:
// nothing else stands in it but marks that mean no more.
func (j *judge) patternOnly(w *shell.Word, c *shell.Call, marks string) string {
	written := strings.Trim(j.written(w), `"'`)
	names := variables(written)
	if len(names) != 1 || !strings.Contains(j.written(w), `"`) && !strings.ContainsAny(written, "*=^") && len(w.Parts) == 1 {
		return "" // without quotes and empty it is no word at all
	}
	bare := strings.NewReplacer("${"+names[0]+"}", "", "$"+names[0], "").Replace(written)
	if option, value, ok := strings.Cut(bare, "="); ok && !strings.ContainsAny(option, "*^$") {
		bare = value
		if _, inner, ok := strings.Cut(value, "="); ok {
			bare = inner
		}
		if strings.Trim(bare, marks) == "" && strings.HasPrefix(written, "label=") {
			return ""
		}
	}
	if rest, ok := strings.CutPrefix(bare, "^"); ok && rest != "" && strings.Trim(rest, "/$()\\|*=") != "" {
		return "" // few begin with that
	}
	switch bare {
	case "origin/", "refs/heads/", "refs/remotes/origin/", "remotes/origin/", "refs/tags/":
		bare = "" // all begin with that
	}
	if strings.Trim(bare, marks) != "" || slices.ContainsFunc(w.Parts, func(p shell.Part) bool { return p.Set && len(p.From) == 0 }) {
		return ""
	}
	if !j.mayBeEmpty(names[0], c.Span.From) || j.readsLibrary(c.Span.From) {
		return ""
	}
	return names[0]
}
