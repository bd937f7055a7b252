package install

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/packs"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

// problems reports what is wrong with our settings and rules, and with the
// user's allow entries.
func (d *Doctor) problems() {
	broken := map[string]bool{}
	_, allows := config.AllowEntries(d.Places, d.Now)
	for _, p := range allows {
		d.add("allow", Fail, "correct the file, or delete it to allow nothing", "%v", p)
	}
	for _, err := range d.Problems {
		if isOfPack(err) {
			continue // see packs
		}
		if p, ok := errors.AsType[config.Problem](err); ok {
			status, cure := Fail, p.Hint
			if p.Note {
				status = Warn
			}
			p.Hint = ""
			broken["config"] = true
			d.add("config", status, cure, "%s", p)
			continue
		}
		broken["rules"] = true
		if many := rulefile.Errors(err); len(many) > 0 {
			for _, one := range many {
				d.add("rules", Fail, "correct the file, then check it: ctxhook rules test", "%v", one)
			}
			continue
		}
		d.add("rules", Fail, "correct the file, then check it: ctxhook rules test", "%v", err)
	}
	if !broken["config"] {
		d.add("config", OK, "", "no errors")
	}
	if !broken["rules"] {
		d.add("rules", OK, "", "no errors")
	}
}

// isOfPack reports whether an error is about the packs that the user added.
func isOfPack(err error) bool {
	_, one := errors.AsType[*rulefile.PackError](err)
	_, all := errors.AsType[*packs.ListError](err)
	return one || all
}

// packs checks that the packs are as the user accepted them.
func (d *Doctor) packs() {
	list, err := packs.Read(d.Places)
	for _, p := range d.Problems {
		if all, ok := errors.AsType[*packs.ListError](p); ok && err == nil {
			err = all // the names in it are wrong
		}
	}
	if err != nil {
		d.add("packs", Fail, "correct the file, or delete it and add the packs again: ctxhook packs add SOURCE", "%v", err)
		return
	}
	broken := make(map[string]bool)
	fail := func(e *rulefile.PackError) {
		if broken[e.Pack] {
			return
		}
		broken[e.Pack] = true
		d.add("packs", Fail, cmp.Or(e.Cure, "ctxhook packs update "+e.Pack), "%v", e)
	}
	for _, err := range d.Problems {
		if e, ok := errors.AsType[*rulefile.PackError](err); ok {
			fail(e)
		}
	}
	for i := range list { // a hook does not read what it verified before
		if _, err := list[i].Stored(d.Places); err != nil {
			fail(&rulefile.PackError{Pack: list[i].Name, Text: err.Error()})
		}
	}
	if n := len(list) - len(broken); n > 0 {
		d.add("packs", OK, "", "%d, unchanged since you accepted them", n)
	}
}

// writable checks the directories that we write to.
func (d *Doctor) writable() {
	for _, dir := range []struct {
		name, path string
		otherwise  Status // only state is essential
	}{{"state", d.Places.State, Fail}, {"cache", d.Places.Cache, Warn}} {
		if err := tryWrite(dir.path); err != nil {
			d.add(dir.name, dir.otherwise, "make the directory writable and free space on its disk", "%v", err)
			continue
		}
		d.add(dir.name, OK, "", "%s is writable", dir.path)
	}
}

func tryWrite(dir string) error {
	if err := paths.MkdirAll(dir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("written by ctxhook doctor\n") // an empty file fits on a full disk
	return errors.Join(err, f.Close(), os.Remove(f.Name()))
}

func (d *Doctor) trusted() {
	root, ok := d.Places.Project(d.Cwd)
	if !ok {
		return
	}
	if _, err := os.Stat(d.Places.ProjectDir(root)); err != nil {
		return
	}
	if _, err := config.TrustedProjects(d.Places); err != nil {
		d.add("trust", Warn, "run ctxhook trust to recreate the file", "no project is trusted: %v", err)
		return
	}
	if config.IsTrusted(d.Places, root) {
		d.add("trust", OK, "", "this project's settings are trusted")
		return
	}
	d.add("trust", Note, "review them, then run: ctxhook trust", "this project's settings can only tighten")
}

func (d *Doctor) paused() {
	if until, ok := config.Paused(d.Places, d.Now); ok {
		d.add("pause", Warn, "ctxhook resume", "every command passes until %s", until.Local().Format("15:04"))
	}
}

// folder reports that project settings count only where the agent is started
// in their folder.
func (d *Doctor) folder() {
	for _, f := range d.files {
		if f.scope == User && len(f.doc.judging("Bash")) > 0 {
			return // these count everywhere
		}
	}
	for _, f := range d.files {
		if f.scope == User || len(f.doc.judging("Bash")) == 0 {
			continue
		}
		status, cure := Note, ""
		if filepath.Clean(d.Cwd) != filepath.Clean(d.Root) {
			status, cure = Warn, "start it in "+d.Root+", or guard everywhere: ctxhook init "+User.Flag()
		}
		d.add("folder", status, cure, "Claude Code reads these settings only when started in %s, not below", d.Root)
		return
	}
}

func (d *Doctor) versions() {
	if found, _ := d.OnPath(); !found {
		d.add("path", Note, "add "+filepath.Dir(d.Binary)+" to PATH where your shell starts",
			"ctxhook is not on PATH: to type what its messages say, name %s", d.Binary)
	}
	d.add("version", OK, "", "ctxhook %s %s/%s", d.Version, runtime.GOOS, runtime.GOARCH)
}

// variables notes what is set by the names that other tools read, and ctxhook only
// with a prefix: a user may mean ctxhook.
func (d *Doctor) variables() {
	set := make(map[string]bool)
	for _, pair := range d.Environ {
		name, value, _ := strings.Cut(pair, "=")
		set[name] = value != ""
	}
	for _, s := range config.Switches() {
		if ours := config.Prefix + s.Name; s.Key != "" && set[s.Name] && !set[ours] {
			d.add("environment", Note, "if ctxhook is meant, set "+ours, "%s is set, and ctxhook does not read it", s.Name)
		}
	}
}
