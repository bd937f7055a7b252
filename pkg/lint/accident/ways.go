package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// emptyWay finds what works on a whole directory on one of the ways through a text, and on
// something in it on the others: the variable that names it is empty there.
func (j *judge) emptyWay(i int, c *shell.Call) {
	if c.Late && j.library || c.Where == "container" || c.Where == "chroot" || strings.HasPrefix(c.Program, "ch") {
		return
	}
	words := j.reached(i, c)
	if discardsAll(c) {
		words = append(words, &c.Cwd.Path)
	}
	for n, w := range words {
		own, literal := w.Literal()
		if !literal || len(own) < 4 || own[0] != '/' || !strings.HasSuffix(own, "/") || strings.HasSuffix(own, "//") && strings.Count(own, "/") < 4 || !j.matters(c, own, shell.Part{Text: own}) {
			continue
		}
		for _, o := range j.siblings(i, c) {
			others := j.reached(i, o)
			if discardsAll(o) {
				others = append(others, &o.Cwd.Path)
			}
			if n >= len(others) || !strings.HasPrefix(others[n].String(), own) || len(others[n].String()) == len(own) {
				continue
			}
			j.add(&tooMuchRule, i, c.Span, "works on all of "+own+" where nothing says which part of it: "+strings.TrimPrefix(others[n].String(), own)+" is meant on another way")
			return
		}
	}
}

// discardsAll reports whether a call deletes what git does not know in a directory.
func discardsAll(c *shell.Call) bool {
	return c.Program == "git" && strings.Contains(argv(c), " clean ") && c.Args.Has("-x", "-d", "-f")
}

// mountOfRoot finds what is deleted in a container where a directory is mounted that is the root
// of the machine if a variable of the compose file is not set.
func (j *judge) mountOfRoot(i int, c *shell.Call) {
	if c.Where == "container" {
		j.mountByRun(i, c)
		return
	}
	if !j.composed || c.Program != "rm" && c.Program != "find" && c.Program != "chown" && c.Program != "chmod" && c.Program != "rsync" {
		return
	}
	for _, w := range j.named(i, c) {
		dir := strings.TrimRight(w.String(), "/*")
		if len(dir) < 2 || dir[0] != '/' {
			continue
		}
		for _, line := range strings.FieldsFunc(j.Whole, func(c rune) bool { return strings.ContainsRune("\n,[]", c) }) {
			source, rest, ok := strings.Cut(strings.Trim(strings.TrimSpace(line), `-"' `), ":/")
			to, _, _ := strings.Cut(rest, ":")
			to = "/" + strings.Trim(to, `"' /`)
			if !ok || dir != to && !strings.HasPrefix(dir, to+"/") || !strings.HasSuffix(source, "}/") && !strings.HasSuffix(source, "}/.") {
				continue
			}
			name, inner := strings.CutPrefix(source[:strings.LastIndexByte(source, '}')], "${")
			if inner && shell.IsName(name) {
				j.add(&tooMuchRule, i, c.Span, "works on the root of the machine if ${"+name+"} is not set: that is mounted at "+to+" then")
				return
			}
		}
	}
}

// mountByRun is mountOfRoot for docker run -v "$dir/:/data".
func (j *judge) mountByRun(i int, c *shell.Call) {
	if c.Program != "rm" && c.Program != "find" && c.Program != "chown" && c.Program != "chmod" && c.Program != "rsync" {
		return
	}
	for k := c.Via; k >= 0; k = j.Script.Calls[k].Via {
		o := &j.Script.Calls[k]
		for _, w := range o.Argv {
			if len(w.Parts) != 2 || !mayBeEmpty(w.Parts[0]) || !strings.HasPrefix(w.Parts[1].Text, "/:/") {
				continue
			}
			to, _, _ := strings.Cut(w.Parts[1].Text[len("/:"):], ":")
			name := strings.TrimPrefix(w.Parts[0].Text, "$")
			if isParameter(name) && j.inFunction(c.Span.From) || j.tested(name, c.Span.From) || variableGivenWord(name) || j.readsOther(c.Span.From) || j.nounset(c.Span.From) {
				continue
			}
			for _, target := range j.named(i, c) {
				if dir := strings.TrimRight(target.String(), "/*"); dir == strings.TrimRight(to, "/") || strings.HasPrefix(dir, strings.TrimRight(to, "/")+"/") {
					j.add(&tooMuchRule, i, o.Span, "works on the root of the machine if $"+name+" is empty: that is mounted at "+to+" then")
					return
				}
			}
		}
	}
}

// named returns the words of a call that name files.
func (j *judge) named(i int, c *shell.Call) []*shell.Word {
	if list := j.reached(i, c); len(list) > 0 {
		return list
	}
	return words(c)
}
