package safety

import (
	"slices"
	"strings"
	"unicode"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// The bounds of what a suggested command repeats of the found one.
const (
	maxWords   = 8   // words in a hole
	maxCommand = 300 // bytes of a whole command

	stepsOfOffer = 40 // to put one together
)

// alternatives returns the commands of a rule that fit a call. They run where
// the call would: in its directory, with its variables and as its user. Of
// commands for other machines and containers there are none.
func (c *checker) alternatives(r *rule.Rule, i int, hit []*effect.Effect, lost []rule.Authored) (out []string, offers []Offer) {
	if len(r.Instead) == 0 || c.engine.offered || !c.script.Work.Spare(stepsOfOffer) {
		return nil, nil
	}
	i = c.command(i)
	call := &c.script.Calls[i]
	if call.Where != "" || c.selected(i) {
		return nil, nil
	}
	lead, ok := c.lead(i)
	if !ok {
		return nil, nil
	}
	m := matcher{script: c.script, call: call, match: c.engine.Match}
	h := holes{checker: c, at: i, words: placeholders{call: call, hit: hit}, lost: lost}
	for k := range r.Instead {
		a := &r.Instead[k]
		if !m.holdsOfAny(&a.When, hit) || c.ofPowerShell(call) && ofUnix(a.Run) {
			continue
		}
		s, ok := h.fill(a.Run)
		if !ok || len(s) > maxCommand || strings.Contains(a.Run, "stash push") && (c.dropsStash(i) || cleansRepositories(call)) || c.copyIsLost(i, a, hit, lost) || c.comesLater(i, a) {
			continue
		}
		if !strings.Contains(a.Run, "{url}") { // a download needs neither the directory nor the rights of the shell
			s = lead + s
		}
		may := c.offers(s)
		if !may.ok {
			continue
		}
		is := Replaces
		switch {
		case a.Saves:
			is = Saves
		case may.looks && changes(hit):
			is = Looks
		}
		out, offers = append(out, s), append(offers, is)
	}
	return out, offers
}

// ofPowerShell reports whether a call is one of a text in PowerShell.
func (c *checker) ofPowerShell(call *shell.Call) bool {
	return call.Code == "powershell" || c.engine.Dialect == shell.PowerShell
}

// ofUnix reports whether a command means nothing to PowerShell, or something else.
func ofUnix(command string) bool {
	program, _, _ := strings.Cut(command, " ")
	switch program {
	case "mv", "cp", "ls", "for", "tar":
		return true
	}
	return false
}

// selected reports whether a call before another one of the same client selects where that acts:
// a command in its place, without the selection, would speak of another cluster or project.
func (c *checker) selected(i int) bool {
	call := &c.script.Calls[i]
	if isGit(call) || !remote(call) {
		return false
	}
	return slices.ContainsFunc(c.script.Calls[:i], func(before shell.Call) bool {
		return before.Model == call.Model && effect.Selects(&before)
	})
}

// dropsStash reports whether a call behind another drops or empties the stash, and with it
// what would be put there first.
func (c *checker) dropsStash(i int) bool {
	return slices.ContainsFunc(c.script.Calls[i+1:], func(g shell.Call) bool {
		return isGit(&g) && g.Args.Is([]string{"stash drop", "stash clear"})
	})
}

// changes reports whether an effect is more than that something is read: a command that shows less
// then takes its place.
func changes(hit []*effect.Effect) bool {
	return !slices.ContainsFunc(hit, func(e *effect.Effect) bool {
		return e.Kind == rule.Read || e.Kind == rule.Secret || e.Kind == rule.Send
	})
}

// comesLater reports whether what a command that is offered speaks of is not there before the
// text runs, or still is when another call of it has run: a stash that the text itself makes, a
// branch of the remote that it deletes, stashes of a repository that it deletes.
func (c *checker) comesLater(i int, a *rule.Alternative) bool {
	call := &c.script.Calls[i]
	if !isGit(call) {
		return false
	}
	switch {
	case call.Args.Is([]string{"stash"}):
		return slices.ContainsFunc(c.script.Calls[:i], func(g shell.Call) bool { return isGit(&g) && stashes(&g) })
	case strings.Contains(a.Run, "--remotes"):
		return slices.ContainsFunc(c.script.Calls[i+1:], func(g shell.Call) bool { return deletesOnRemote(&g) })
	case strings.Contains(a.Run, "submodule foreach"):
		return slices.ContainsFunc(c.script.Calls[i+1:], func(g shell.Call) bool {
			return slices.ContainsFunc(g.Args.Operands, func(w shell.Word) bool { return strings.Contains(w.String(), ".git/modules") })
		})
	}
	return false
}

// deletesOnRemote reports whether a call deletes branches of a remote.
func deletesOnRemote(g *shell.Call) bool {
	return isGit(g) && g.Args.Is([]string{"push"}) && g.Args.Has("-d", "--mirror", "--prune")
}

// cleansRepositories reports whether git clean deletes repositories, which no stash takes.
func cleansRepositories(call *shell.Call) bool {
	n := 0
	for _, f := range call.Args.Flags {
		if f.Name == "-f" || f.Name == "--force" {
			n++
		}
	}
	return isGit(call) && call.Args.Is([]string{"clean"}) && n > 1
}

// offers reports whether a command is harmless enough to be offered: with the
// words of the found call it may be more than its rule expects. One that holds
// a secret could not be run as it is shown.
func (c *checker) offers(command string) offered {
	if redact.Clean(command).String() != command {
		return offered{}
	}
	may, known := c.offered[command]
	if known {
		return may
	}
	e := *c.engine
	e.offered, e.work = true, shell.NewWork(shell.Steps/100)
	v := e.Judge(command, c.at, nil)
	may = offered{v.Risk <= policy.Medium, looks(v.Script, c.at)}
	v.Script.Release()
	c.script.Work.Spare(e.work.Done())
	if c.offered == nil {
		c.offered = make(map[string]offered)
	}
	c.offered[command] = may
	return may
}

// shows reports whether a word says that its command shows something.
func shows(w shell.Word) bool {
	text, _ := w.Literal()
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(text), func(c rune) bool { return strings.ContainsRune("-_:=", c) }), offerLooksWord)
}

// offered is whether a command may be offered, and whether it only looks.
type offered struct{ ok, looks bool }

// looks reports whether a text only shows something.
func looks(s *shell.Script, at Dirs) bool {
	reader := effect.NewReader(s, at)
	for i := range s.Calls {
		switch c := &s.Calls[i]; {
		case harmless(c):
			continue
		case c.Program != "cd" && !effect.OnlyReads(c) && !slices.ContainsFunc(c.Argv, shows) && !(isGit(c) && c.Args.Has("-n")):
			return false
		}
		for _, e := range reader.Of(i) {
			if e.Kind != rule.Read && e.Kind != rule.Privilege && e.Kind != rule.Run && e.Kind != rule.Fetch {
				return false
			}
		}
	}
	return true
}

// command returns the call that a statement of another language belongs to:
// psql for a DROP TABLE.
func (c *checker) command(i int) int {
	for c.script.Calls[i].Program == "" && c.script.Calls[i].Via >= 0 {
		i = c.script.Calls[i].Via
	}
	return i
}

// holdsOfAny reports whether a condition holds for the call and, if it speaks
// of effects, for one of these.
func (m *matcher) holdsOfAny(w *rule.When, effects []*effect.Effect) bool {
	if !speaksOfEffects(w) {
		return m.holds(w, nil)
	}
	for _, e := range effects {
		if m.holds(w, e) {
			return true
		}
	}
	return false
}

// lead returns what a command must begin with to run where a call does. It
// reports false if that is not known.
func (c *checker) lead(i int) (string, bool) {
	call := &c.script.Calls[i]
	var b strings.Builder
	dir, ok := call.Cwd.Path.Literal()
	if startsElsewhere(call) {
		dir, ok = "", !slices.ContainsFunc(c.script.Calls[:i], func(before shell.Call) bool { return before.Program == "cd" || before.Program == "pushd" })
	}
	if !ok {
		return "", false
	}
	if dir != "" && dir != "." && c.engine.Surface == "" { // in a file it takes the place of the command, behind the cd
		b.WriteString("cd " + shell.Quote(dir) + " && ")
	}
	exported, ok := c.exported(i)
	if !ok {
		return "", false
	}
	as, ok := c.as(i)
	b.WriteString(exported + as)
	return b.String(), ok
}

// startsElsewhere reports whether a call works in the directory of an option, and reads a file
// by a name that counts from where the shell is: tar -xf a.tar -C sub.
func startsElsewhere(c *shell.Call) bool {
	if c.Model == nil || !slices.ContainsFunc(c.Model.Options, func(o rule.Option) bool { return o.Role == rule.RoleStart }) {
		return false
	}
	moves := false
	for k := range c.Args.Flags {
		switch f := &c.Args.Flags[k]; {
		case f.Option == nil || f.Value == nil:
		case f.Option.Role == rule.RoleCwd:
			moves = true
		case f.Option.Role == rule.RoleStart && strings.HasPrefix(f.Value.Prefix(), "/"):
			return false
		}
	}
	return moves
}

// exported returns what the text sets before a call for all that follows, if
// the call talks to a service: such variables say to which. It reports false
// if that is not known.
func (c *checker) exported(i int) (string, bool) {
	call := &c.script.Calls[i]
	if c.engine.Surface != "" || !remote(call) {
		return "", true
	}
	if c.exports == nil {
		c.exports = exportedBy(c.script)
	}
	if i > c.exports.until {
		return "", false
	}
	return c.exports.words, c.exports.ok
}

// exports is what a script sets for all that follows, as words. ok is false if
// that is not known, as it is for all calls behind that of until.
type exports struct {
	words string
	ok    bool
	until int
}

func exportedBy(s *shell.Script) *exports {
	x := &exports{until: len(s.Calls)}
	for i := range s.Calls {
		if p := s.Calls[i].Program; p == "source" || p == "." {
			x.until = i
			break
		}
	}
	x.words, x.ok = exportedIn(s.Text)
	return x
}

// exportedIn returns the words of the exports in a text.
func exportedIn(text string) (string, bool) {
	out := ""
	for _, statement := range exportsIn(text) {
		for word := range strings.FieldsSeq(statement) {
			name, value, set := strings.Cut(word, "=")
			if !set || name == "" || value == "" || shell.Quote(name) != name || shell.Quote(value) != value {
				return "", false
			}
			out += word + " "
		}
	}
	return out, true
}

// exportsIn returns what stands behind each export in a text, up to the end of the command.
func exportsIn(text string) (statements []string) {
	for {
		_, after, found := strings.Cut(text, "export ")
		if !found {
			return statements
		}
		end := strings.IndexAny(after, ";&|\n")
		if end < 0 {
			end = len(after)
		}
		statements, text = append(statements, after[:end]), after
	}
}

// remote reports whether a call talks to a service.
func remote(c *shell.Call) bool {
	if c.Model == nil {
		return false
	}
	return c.Model.TraitsOf(c.Program)&rule.Remote != 0 || c.Model.Type == "Database"
}

// as returns the words that give the command of a call other rights or
// variables: "A=b sudo -u bob ".
func (c *checker) as(i int) (string, bool) {
	out := ""
	for child := i; ; child = c.script.Calls[child].Via {
		call := &c.script.Calls[child]
		given := call.Via >= 0 && userOrVariables(c.script.Calls[call.Via].Program) // as words of that program
		variables := ""
		for _, a := range call.Assigns {
			v, ok := a.Value.Literal()
			if !ok {
				return "", false
			}
			if !given {
				variables += a.Name + "=" + shell.Quote(v) + " "
			}
		}
		out = variables + out
		if call.Via < 0 {
			return out, true
		}
		parent := &c.script.Calls[call.Via]
		switch {
		case given:
		case parent.Program == "su", parent.Program == "runuser", parent.Program == "pkexec":
			return "", false
		default:
			continue
		}
		n := len(parent.Argv) - len(call.Argv)
		if n <= 0 {
			return "", false
		}
		s, ok := quoted(parent.Argv[:n])
		if !ok {
			return "", false
		}
		out = s + " " + out
	}
}

// userOrVariables reports whether a program runs a command as another user or
// with other variables.
func userOrVariables(program string) bool {
	return program == "sudo" || program == "doas" || program == "env"
}

// quoted returns words as they can be typed. It reports false if one of them
// is not known or has control characters.
func quoted(words []shell.Word) (string, bool) {
	out := make([]string, 0, len(words))
	for _, w := range words {
		s, ok := w.Literal()
		if !ok || s == "" || len(s) > maxShown || strings.ContainsFunc(s, unicode.IsControl) {
			return "", false
		}
		out = append(out, shell.Quote(s))
	}
	return strings.Join(out, " "), true
}
