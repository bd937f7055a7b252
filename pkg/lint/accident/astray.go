package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// astray finds what is deleted or changed where the script was started, because the cd
// before it failed and nothing noticed.
func (j *judge) astray(i int, c *shell.Call) {
	if c.Where == "remote" && c.Cwd.Else != nil && (j.worksHere(i, c) || wholeDirectory(c)) && !strings.Contains(j.statement(c.Span.From), "|| exit") {
		j.add(&elsewhereRule, i, c.Span, "works in the home of the login if the cd before it fails there")
		return
	}
	if c.Cwd.Else == nil || c.Late || c.Where != "" || j.Surface == "ci" || j.Surface == "make" || j.library || !j.worksHere(i, c) ||
		j.readsLibrary(c.Span.From) || j.errexit(c.Span.From) || j.stopsBetween(c, c.Span.From) || j.surelyThere(c) {
		return
	}
	if slices.ContainsFunc(j.out, func(f safety.Finding) bool { return f.Astray && f.Risk >= policy.High && f.Span == c.Span }) {
		return
	}
	j.add(&elsewhereRule, i, c.Span, "works where the script was started if the cd to "+c.Cwd.Path.String()+" before it fails")
}

// worksHere reports whether a call deletes or changes what lies in the directory that it
// runs in, by a search or a list.
func (j *judge) worksHere(i int, c *shell.Call) bool {
	switch c.Program {
	case "find":
		return startsHere(c) && (strings.Contains(argv(c), " -delete") || strings.Contains(argv(c), " -exec rm") || strings.Contains(argv(c), " -exec shred"))
	case "chown", "chmod", "chgrp":
		return c.Args.Has("-R", "--recursive") && slices.ContainsFunc(rest(c), func(w shell.Word) bool { return w.Is(".") || w.Is("*") || w.Is("./*") })
	case "rm":
		for _, w := range c.Args.Operands {
			if (c.Loop || !c.Args.Has("-r", "-R", "--recursive")) && len(w.Parts) == 1 && w.Parts[0].Kind == shell.Glob && w.Parts[0].Text == "*" {
				return true
			}
		}
		if !slices.Contains(c.Wrappers, "xargs") || c.Via < 0 {
			return false
		}
		from := j.Script.Calls[c.Via].Stdin
		for n := 0; n < 6 && from != nil && len(from.From) == 1; n++ {
			up := &j.Script.Calls[from.From[0]]
			if up.Program == "ls" || up.Program == "find" {
				return startsHere(up)
			}
			from = up.Stdin
		}
	}
	return false
}

// startsHere reports whether a search or a list begins in the directory that it runs in.
func startsHere(c *shell.Call) bool {
	for _, w := range rest(c) {
		s := w.String()
		if s == "" || s[0] == '-' {
			if c.Program == "find" {
				return true
			}
			continue
		}
		return s == "." || s == "./" || s == "*" || s == "./*" || c.Program == "ls" && s[0] != '/' && s[0] != '$' && s[0] != '~'
	}
	return true
}

// surelyThere reports whether the directory to which the text changed is there: it was
// tested or made before, or belongs to the system.
func (j *judge) surelyThere(c *shell.Call) bool {
	if parts := c.Cwd.Path.Parts; len(parts) > 0 && (parts[0].Path || parts[0].Temp) {
		return true
	}
	dir := c.Cwd.Path.String()
	switch strings.TrimSuffix(dir, "/") {
	case "", "/tmp", "/var/tmp", "/var/log", "/etc", "/home", "/root", "/usr/src", "/var/cache", "~", "/opt", "/srv", "/var/www", "/var/lib":
		return true
	}
	before := j.before(c.Span.From)
	at := max(strings.LastIndex(before, "cd "), strings.LastIndex(before, "pushd "))
	if at < 0 {
		return false
	}
	line := j.lineAt(at)
	if strings.Contains(line, "||") || strings.Contains(line, "&&") || strings.HasPrefix(strings.TrimSpace(line), "if ") {
		return true
	}
	names := variables(line)
	for above := range strings.Lines(before[:at]) {
		about := dir != "" && strings.Contains(above, dir) || len(names) > 0 && mentions(above, names[0])
		if about && (isTest(above) || strings.Contains(above, "mkdir") || strings.Contains(above, "clone") || strings.Contains(above, "install -d") || strings.Contains(above, "tar ")) {
			return true
		}
	}
	return false
}
