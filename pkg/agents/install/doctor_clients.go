package install

import (
	"cmp"
	"errors"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/protocol"
	"github.com/ctxhook/ctxhook/pkg/base/spelling"
)

// others checks the agents besides Claude Code that are registered, in this project
// or for the user, and reports whether there are any.
func (d *Doctor) others() (found bool) {
	for _, c := range Clients() {
		if c == &Claude || d.Client != nil && d.Client != &Claude && d.Client != c {
			continue
		}
		var checks []Check
		for _, scope := range c.Scopes() {
			checks = append(checks, d.client(c, scope)...)
		}
		switch found = found || len(checks) > 0; {
		case len(checks) > 0 && c.Trust != "":
			checks = append(checks, Check{Name: c.Name, Status: Note, Result: c.Trust})
		case len(checks) == 0 && d.Client == c:
			d.add(c.Name, Fail, "ctxhook init --agent "+c.Name+" "+User.Flag(), "no settings of %s call ctxhook", c.Title)
		}
		d.checks = append(d.checks, checks...)
	}
	return found
}

// misnamed reports calls of ctxhook, in the settings of any agent, with an --agent
// that does not exist.
func (d *Doctor) misnamed() {
	seen := map[string]bool{}
	for _, c := range Clients() {
		if c.layout == nil || d.Client != nil && d.Client != c {
			continue
		}
		s := d.For(c)
		for _, scope := range c.Scopes() {
			path, err := s.File(scope)
			if err != nil || seen[path] {
				continue
			}
			seen[path] = true
			f, err := paths.ReadUserFile(path, maxSettings)
			if err != nil {
				continue
			}
			doc, err := c.layout.parse(f.Data)
			if err != nil {
				continue
			}
			for _, e := range doc.entries() {
				if !e.misnamed() {
					continue
				}
				meant := cmp.Or(spelling.Nearest(e.agent, protocol.Names()), c.Name)
				d.add(c.Name, Fail, "write --agent "+meant, "%s: there is no agent %q, so that ctxhook goes by what is sent", path, e.agent)
			}
		}
	}
}

// client checks what one agent has registered in a scope: nothing, if nothing is.
func (d *Doctor) client(c *Client, scope Scope) (checks []Check) {
	add := func(status Status, cure, result string) {
		checks = append(checks, Check{Name: c.Name, Status: status, Result: result, Cure: cure})
	}
	s := d.For(c)
	lines, path, err := s.calls(scope, "Bash")
	switch {
	case err != nil && path != "":
		add(Warn, "correct the file, if "+c.Title+" is to call ctxhook", err.Error())
		return checks
	case len(lines) == 0:
		return nil
	}
	again := "ctxhook init --agent " + c.Name + " " + scope.Flag()
	if changes, err := s.Register(scope); err == nil && slices.ContainsFunc(changes, func(c *Change) bool { return !c.Same() }) {
		add(Warn, again, path+" is of another version of ctxhook, or names another program")
	}
	for _, argv := range lines {
		switch p, err := s.prove(argv, d.Environ); {
		case errors.Is(err, errPassed):
			add(Fail, "to see whether you allowed it: ctxhook check '"+canary+"'; if not: "+again, path+": "+err.Error())
		case err != nil:
			add(Fail, again, path+": "+err.Error())
		default:
			add(OK, "", path+": "+p.String()+d.sharedWith(c, scope, path))
		}
	}
	return checks
}

// sharedWith says whose settings file it is that a client reads, too; "" where it is its
// own.
func (d *Doctor) sharedWith(c *Client, scope Scope, path string) string {
	for _, first := range Clients() {
		if first == c {
			break
		}
		if other, err := d.For(first).File(scope); err == nil && other == path {
			return " (" + c.Title + " reads the file of " + first.Title + ")"
		}
	}
	return ""
}
