package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ctxhook/ctxhook/pkg/guard/config"
)

// registrations looks for every hook in every settings file. Hooks that guard
// other tools than a shell, and those that only record, are reported together.
func (d *Doctor) registrations() {
	var tools, notes registered
	for _, h := range d.Hooks {
		where := d.calling(h, h.tools()[0])
		for _, f := range d.files {
			for _, e := range f.doc.serving(h) {
				d.obstacles(f, h, e)
			}
		}
		switch {
		case h.judges():
			d.calls("registered "+h.Event+" "+h.tools()[0], Fail, where, h.Command)
			d.otherShells(h)
		case h.Guards && h.Command == d.Hooks[0].Command:
			tools.add(where, h.Command+" for "+h.Matcher)
		case h.Guards:
			tools.add(where, h.Command)
		default:
			notes.add(where, h.Command)
		}
	}
	tools.report(d, "other tools") // an older ctxhook did not register all of them
	notes.report(d, "remembering")
}

// registered are subcommands by the settings that call them.
type registered struct {
	where    map[string][]Scope
	commands map[string][]string
}

func (r *registered) add(where []Scope, command string) {
	if r.where == nil {
		r.where, r.commands = map[string][]Scope{}, map[string][]string{}
	}
	key := names(where)
	r.where[key] = where
	if !slices.Contains(r.commands[key], command) {
		r.commands[key] = append(r.commands[key], command)
	}
}

func (r *registered) report(d *Doctor, name string) {
	for _, key := range slices.Sorted(maps.Keys(r.where)) {
		d.calls(name, Warn, r.where[key], r.commands[key]...)
	}
}

// calling returns the settings that call a hook for one of its tools, once for
// each entry.
func (d *Doctor) calling(h Hook, tool string) (where []Scope) {
	h.Matcher = tool
	for _, f := range d.files {
		for range f.doc.serving(h) {
			where = append(where, f.scope)
		}
	}
	return where
}

// otherShells reports tools that run commands unchecked, as where an older
// ctxhook registered only the first.
func (d *Doctor) otherShells(h Hook) {
	for _, tool := range h.tools()[1:] {
		if len(d.calling(h, tool)) == 0 && len(d.calling(h, h.tools()[0])) > 0 {
			d.add("registered "+h.Event+" "+tool, Warn, "ctxhook doctor --fix", "no settings call ctxhook %s for the tool %s", h.Command, tool)
		}
	}
}

// calls reports which settings call some subcommands.
func (d *Doctor) calls(name string, missing Status, where []Scope, commands ...string) {
	what := "ctxhook " + strings.Join(commands, ", ")
	switch len(where) {
	case 0:
		d.add(name, missing, "ctxhook init", "no settings call %s", what)
	case 1:
		d.add(name, OK, "", "%s settings call %s", where[0], what)
	default:
		d.twice(name, where, what)
	}
}

// obstacles looks for options that keep a hook from having an effect.
func (d *Doctor) obstacles(f settingsFile, h Hook, e entry) {
	handler := e.handler(f.doc)
	for _, key := range []string{"async", "asyncRewake"} {
		if h.Guards && f.doc.isTrue(handler, key) {
			d.add("heard", Fail, "remove "+key+" from "+f.path, "Claude Code does not wait for the hook in the %s settings: its verdict is late", f.scope)
		}
	}
	if h.Closed && !f.doc.blocksOnFailure(handler) {
		cure := "ctxhook doctor --fix"
		if f.scope == Plugin {
			cure = "ctxhook init " + User.Flag()
		}
		d.add("failing", Warn, cure, "on_error is block, but with the %s settings Claude Code goes on when ctxhook does not answer", f.scope)
	}
	if cond, ok := f.doc.str(handler.child("if")); ok {
		d.add("heard", Warn, "remove if from "+f.path, "ctxhook %s in the %s settings runs only for %s", h.Command, f.scope, cond)
	}
}

// programs checks that the programs in the settings exist, and have the
// version of this one.
func (d *Doctor) programs() {
	d.missing = map[string]bool{}
	seen := map[string]bool{}
	for _, f := range d.files {
		for _, e := range f.doc.entries() {
			if seen[e.program] {
				continue
			}
			seen[e.program] = true
			d.program(f, strings.ReplaceAll(e.program, projectDir, d.Root))
		}
	}
}

// again is what to type for a registration that does not work.
func (d *Doctor) again(scope Scope) string {
	if p, err := d.plugin(); scope == Plugin && err == nil {
		return "claude plugin update " + p.id
	}
	return "ctxhook init " + scope.Flag()
}

func (d *Doctor) program(f settingsFile, program string) {
	const name = "program"
	again := d.again(f.scope)
	if strings.Contains(program, "$") {
		d.add(name, Note, "", "%s settings start %s, which is resolved at run time", f.scope, program)
		return
	}
	path, err := exec.LookPath(program)
	if err != nil {
		d.missing[program] = true
	}
	switch {
	case err != nil && filepath.Base(program) == program:
		byPath := "ctxhook uninstall && ctxhook init " + Local.Flag()
		if f.scope == Plugin {
			byPath = "ctxhook init " + User.Flag()
		}
		d.add(name, Fail, "put "+filepath.Dir(d.Binary)+" on PATH, or register by path: "+byPath,
			"%s settings start %s, which is not on PATH: Claude Code runs every command unguarded", f.scope, program)
		return
	case err != nil:
		d.add(name, Fail, again, "%s settings start %s, %s", f.scope, program, whyNot(err))
		return
	}
	version, err := versionOf(path, d.Environ)
	switch {
	case err != nil:
		d.add(name, Fail, again, "%s does not run: %v", path, err)
	case version != d.Version:
		d.add(name, Warn, again+", or update it", "%s is version %s; this is %s", path, version, d.Version)
	default:
		d.add(name, OK, "", "%s settings start %s", f.scope, path)
	}
	if filepath.Base(program) == program && f.scope != Plugin {
		d.add("colleagues", Note, "", `the %s settings start %s from PATH: colleagues without it see "PreToolUse:Bash hook failed" at each command and are not guarded; Copilot CLI, which reads them too, refuses every command`, f.scope, program)
	}
}

// whyNot returns why a path cannot be started.
func whyNot(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "which does not exist"
	case errors.Is(err, fs.ErrPermission):
		return "which is not executable"
	}
	return "which cannot be started: " + err.Error()
}

func versionOf(path string, environ []string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), canaryWait)
	defer cancel()
	c := exec.CommandContext(ctx, path, "version")
	c.Env = environ
	c.WaitDelay = time.Second
	out, err := c.Output()
	if err != nil {
		return "", err
	}
	fields := strings.Fields(string(out))
	if len(fields) < 2 || fields[0] != progName {
		return "", errors.New("it is another program")
	}
	return fields[1], nil
}

// trials calls each registration as the agent does.
func (d *Doctor) trials() {
	const name = "called"
	if until, ok := config.Paused(d.Places, d.Now); ok {
		d.add(name, Warn, "ctxhook resume", "not tested: ctxhook is paused until %s", until.Local().Format("15:04"))
		return
	}
	seen := map[string]bool{}
	for _, f := range d.files {
		again := d.again(f.scope)
		for _, e := range f.doc.judging("Bash") {
			line := strings.Join(e.argv(f.doc, d.Root), " ")
			if seen[line] {
				continue
			}
			seen[line] = true
			if d.missing[strings.ReplaceAll(e.program, projectDir, d.Root)] {
				continue // already reported, with a better fix
			}
			switch p, err := d.prove(e.argv(f.doc, d.Root), d.Environ); {
			case errors.Is(err, errPassed):
				d.add(name, Fail, fmt.Sprintf("to see whether you allowed it: ctxhook check '%s'; if not: %s", canary, again), "%v", err)
			case err != nil:
				d.add(name, Fail, again, "%v", err)
			default:
				d.add(name, OK, "", "%s", p)
			}
		}
	}
}

func (p Proof) String() string {
	verb := map[string]string{"block": "blocked", "ask": "asked about"}[p.Action]
	call := p.Program
	if head, _, ok := strings.Cut(call, "; s=$?"); ok { // behind what asks whether the program is there
		call = head[strings.LastIndex("; "+head, "; "):]
	} else if _, rest, ok := strings.Cut(call, "; "); ok { // as an older version wrote it
		call, _, _ = strings.Cut(rest, "; ")
	}
	return fmt.Sprintf("%s %s %q in %d ms, and passed %q silently", call, verb, canary, p.Took.Milliseconds(), canaryQuiet)
}
