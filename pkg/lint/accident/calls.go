package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

func isMirror(c *shell.Call) bool {
	return c.Program == "rsync" && slices.ContainsFunc(c.Args.Flags, func(f shell.Flag) bool { return strings.HasPrefix(f.Name, "--del") })
}

// mirror finds a mirror of a directory that is the wrong one if the cd before it failed,
// or an empty one if the mount before it did.
func (j *judge) mirror(i int, c *shell.Call) {
	if len(c.Args.Operands) < 2 {
		return
	}
	from := c.Args.Operands[0].String()
	if relative := !j.errexit(c.Span.From) && !j.readsLibrary(c.Span.From) && !j.stopsBetween(c, c.Span.From) && from != "" && from[0] != '/' && from[0] != '$' && from[0] != '~' && !strings.Contains(from, ":"); relative && c.Cwd.Else != nil {
		j.add(&mirrorRule, i, c.Span, "mirrors "+from+" of another directory, and deletes the rest, if the cd before it fails")
		return
	}
	to := c.Args.Operands[len(c.Args.Operands)-1]
	if n := len(to.Parts); n > 1 && to.Parts[n-1].Kind == shell.Lit && to.Parts[n-1].Text == "/" && (mayBeEmpty(to.Parts[n-2]) && !j.givenAround(strings.TrimPrefix(to.Parts[n-2].Text, "$")) || j.maybeNotGiven(to.Parts[n-2], c.Span.From)) &&
		(n == 2 || strings.HasSuffix(to.Parts[n-3].Text, ":")) && !j.tested(strings.TrimPrefix(to.Parts[n-2].Text, "$"), c.Span.From) {
		j.add(&ontoRootRule, i, c.Span, "mirrors "+from+" onto the root, and deletes all else there, if "+to.Parts[n-2].Text+" is empty")
		return
	}
}

// mayBeEmpty reports whether a part of a word is a variable that nothing gave a value.
func mayBeEmpty(p shell.Part) bool {
	return p.Kind == shell.Unknown && !p.Set && !p.Path && !p.Temp && strings.HasPrefix(p.Text, "$") && shell.IsName(p.Text[1:])
}

// maybeNotGiven reports whether a part of a word is a parameter of the script that nothing
// says must be there.
func (j *judge) maybeNotGiven(p shell.Part, at int) bool {
	return p.Kind == shell.Unknown && len(p.Text) == 2 && p.Text[0] == '$' && p.Text[1] >= '1' && p.Text[1] <= '9' && j.mayBeEmpty(p.Text[1:], at)
}

func deletes(c *shell.Call) bool {
	switch c.Program {
	case "rm", "find", "unlink", "shred":
		return true
	}
	return false
}

// deletion finds what is deleted by names that were cut at blanks, below a temporary
// directory that may not have been made, or before the next backup is there.
func (j *judge) deletion(i int, c *shell.Call) {
	for _, e := range j.reader.Of(i) {
		if e.Kind != rule.Delete || e.Target == nil {
			continue
		}
		if e.Recursive && j.unmade(c, e.Target) {
			j.add(&unmadeRule, i, c.Span, "deletes everything where the script stands, or at the root, if mktemp fails")
		}
	}
	if c.Program == "rm" && c.Args.Has("-r", "-R", "--recursive") {
		j.names(i, c)
	}
}

// unmade reports whether a target is all of a temporary directory that may not be there.
func (j *judge) unmade(c *shell.Call, w *shell.Word) bool {
	parts := w.Parts
	if len(parts) == 1 && parts[0].Kind == shell.Glob && len(c.Cwd.Path.Parts) > 0 {
		parts = append(slices.Clone(c.Cwd.Path.Parts[:1]), shell.Part{Text: "/", Kind: shell.Lit}, parts[0])
	}
	if len(parts) < 2 || !parts[0].Temp || !strings.HasPrefix(parts[1].Text, "/") || strings.Trim(parts[1].Text, "/.*") != "" || parts[1].Text == "/" && len(parts) == 2 {
		return false
	}
	at := strings.LastIndex(j.before(c.Span.From), "mktemp")
	if at < 0 {
		return false
	}
	line := j.lineAt(at)
	if first, _, _ := strings.Cut(strings.TrimSpace(line), " "); j.errexit(c.Span.From) && first != "local" && first != "declare" && first != "readonly" {
		return false // with these the shell looks at their success alone
	}
	return !strings.Contains(line, "||") && !strings.Contains(line, "&&") && !strings.HasPrefix(strings.TrimSpace(line), "if ") &&
		!j.tested(nameSet(line), c.Span.From)
}

// nameSet returns the variable that a line sets.
func nameSet(line string) string {
	name, _, _ := strings.Cut(line, "=")
	words := strings.Fields(name)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// names finds names of files that the shell or xargs cuts at blanks before rm -r gets
// them.
func (j *judge) names(i int, c *shell.Call) {
	head := strings.TrimSpace(j.loopHead(c.Span.From))
	if _, rest, ok := strings.Cut(head, "for "); ok && c.Loop {
		name, list, _ := strings.Cut(rest, " in ")
		words := strings.Fields(strings.Trim(strings.TrimSuffix(list, "do"), "$(`); "))
		text := j.text[c.Span.From:min(c.Span.To, len(j.text))]
		if len(words) > 0 && (words[0] == "find" || words[0] == "ls") && ofPeople(strings.Join(words[1:], " "), c) && expands(text, name) && !partOfName(text, name) && !strings.Contains(text, `"`) && !contains(list, []string{"ls -t", "ls -dt", "ls -1t"}) {
			j.add(&namesRule, i, c.Span, "deletes by the output of "+words[0]+", cut at blanks: of \"a b\" it deletes a and b")
			return
		}
	}
	if !slices.Contains(c.Wrappers, "xargs") || c.Via < 0 {
		return
	}
	x := &j.Script.Calls[c.Via]
	for n := 0; n < 3 && x.Program != "xargs" && x.Via >= 0; n++ {
		x = &j.Script.Calls[x.Via]
	}
	if x.Program != "xargs" || x.Args.Has("-0", "--null", "-d", "--delimiter", "-I") {
		return
	}
	from := x.Stdin
	for n := 0; n < 6 && from != nil && len(from.From) == 1; n++ {
		up := &j.Script.Calls[from.From[0]]
		if up.Program == "find" && !strings.Contains(argv(up), " -print0") && ofPeople(argv(up), up) || up.Program == "ls" && ofPeople(argv(up), up) && !programsName(up) {
			j.add(&namesRule, i, c.Span, "deletes by names that xargs cuts at blanks: of \"a b\" it deletes a and b")
			return
		}
		from = up.Stdin
	}
}

// partOfName reports whether a variable stands behind other letters of a name: of
// build_$x, what is cut names nothing but build_ and a part of it.
func partOfName(text, name string) bool {
	text = strings.ReplaceAll(text, "${"+name+"}", "$"+name)
	at := strings.Index(text, "$"+name)
	if at < 1 {
		return false
	}
	b := text[at-1]
	return b == '_' || b == '-' || b == '.' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9'
}

// ofPeople reports whether a search or a list, in words that name a place or where it runs, gives
// names that people wrote, who write blanks. Those of a build, and of logins, have none.
func ofPeople(words string, c *shell.Call) bool {
	place := c.Cwd.Path.String() + "/"
	for _, w := range strings.Fields(words) {
		if w = strings.Trim(w, "\"`);"); strings.Contains(w, "/") {
			place = w
			break
		}
	}
	low := strings.ToLower(strings.TrimRight(place, "/"))
	return (contains(low, dirUsersWords[:]) || contains(low+"/", dirDataWords[:]) || contains(low+"/", dirMountsWords[:])) &&
		!contains(low, partTemporaryWords[:]) && (!strings.HasSuffix(low, "/home") || strings.Contains(words, "-name"))
}

// programsName reports whether a list is one of names that a program gave: of releases and
// backups, or by a pattern that begins with letters or digits.
func programsName(c *shell.Call) bool {
	if contains(c.Cwd.Path.String(), []string{"release", "backup", "snapshot", "version", "deploy", "build", "log"}) {
		return true
	}
	for _, w := range c.Args.Operands {
		if s := w.String(); s == "" || strings.HasPrefix(s, "*") || strings.Contains(s, "/") || strings.HasPrefix(s, "$") || strings.HasPrefix(s, ".") {
			return false
		}
	}
	return len(c.Args.Operands) > 0
}

func isFilter(c *shell.Call) bool { return c.Program == "iptables" || c.Program == "ufw" }

// filter finds a firewall closed before the rule that lets the user in.
func (j *judge) filter(i int, c *shell.Call) {
	if c.Where != "" && c.Where != "remote" || c.Late && j.library || slices.Contains(c.Wrappers, "ip") || j.Surface == "ci" || j.Surface == rule.Unattended {
		return
	}
	words := argv(c)
	closes := c.Program == "iptables" && strings.Contains(words, " -P INPUT DROP") || c.Program == "ufw" && strings.HasSuffix(words, " enable")
	if !closes {
		return
	}
	for k := range i {
		b := &j.Script.Calls[k]
		if w := argv(b); b.Program == c.Program && (strings.Contains(w, "ACCEPT") && strings.Contains(w, "INPUT") || strings.Contains(w, " allow") && !strings.Contains(w, "default") || strings.Contains(w, " limit")) {
			return
		}
	}
	if c.Program == "ufw" && !strings.Contains(j.text, "ufw allow") && !strings.Contains(j.text, "ufw default deny") {
		return // the rules are made elsewhere
	}
	j.add(&lockedOutRule, i, c.Span, "closes the firewall before a rule lets logins in")
}

// rest returns the words of a call behind its program; none where it only redirects, as in
// $(2>/dev/null < file).
func rest(c *shell.Call) []shell.Word { return c.Argv[min(1, len(c.Argv)):] }

func argv(c *shell.Call) string {
	var b strings.Builder
	for _, w := range c.Argv {
		b.WriteByte(' ')
		b.WriteString(w.String())
	}
	return b.String()
}

func isKill(c *shell.Call) bool { return c.Program == "kill" }

// kill finds a group of processes that is every process, if what is read says 1.
func (j *judge) kill(i int, c *shell.Call) {
	text := j.text[c.Span.From:min(c.Span.To, len(j.text))]
	for n, w := range c.Argv {
		if n == 0 || len(w.Parts) < 2 || w.Parts[0].Kind != shell.Lit || w.Parts[0].Text != "-" || w.Parts[1].Kind != shell.Unknown {
			continue
		}
		if name := w.Parts[1].Text; name == "$!" || name == "$$" || w.Parts[1].Set || strings.HasPrefix(name, "$") && !strings.HasPrefix(name, "$(") {
			continue
		}
		word := j.text[max(w.Span.From, 0):min(max(w.Span.To, 0), len(j.text))]
		if value := j.valueOf(word, c.Span.From); contains(word, []string{"$(<", "$(cat ", "`cat "}) || strings.HasPrefix(value, "$(<") || strings.HasPrefix(value, "$(cat ") {
			return // it wrote that file itself
		}
		if strings.Contains(word, "$(") || !j.checked(text, c.Span.From) {
			j.add(&killRule, i, c.Span, "kills every process if "+w.Parts[1].Text+" is 1, and nothing if it is empty")
		}
		return
	}
	for _, name := range variables(text) {
		if value, ok := j.assigned(name, c.Span.From); ok && (strings.Contains(value, "echo -1") || strings.Contains(value, ":--1}")) && !j.tested(name, c.Span.From) {
			j.add(&killRule, i, c.Span, "kills every process if $"+name+" is -1, as it is where none was found")
			return
		}
	}
}

// valueOf returns what the first variable of a word was set to before an offset.
func (j *judge) valueOf(word string, at int) string {
	for _, name := range variables(word) {
		value, _ := j.assigned(name, at)
		return strings.TrimLeft(value, `"`)
	}
	return ""
}
