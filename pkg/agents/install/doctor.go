package install

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// Status is the result of a check.
type Status string

const (
	OK   Status = "ok"
	Note Status = "note" // good to know
	Warn Status = "warn" // works, but not as meant
	Fail Status = "fail" // the agent is not guarded as meant
)

// Check is one thing that doctor looked at.
type Check struct {
	Name   string `json:"name"`
	Status Status `json:"status"`
	Result string `json:"result"`
	Cure   string `json:"cure,omitempty"`
}

// Doctor checks whether the hooks are installed and work.
type Doctor struct {
	Setup
	Cwd      string
	Version  string  // of this program
	Problems []error // of our settings and rule files
	Environ  []string
	Now      time.Time
	Memory   store.Options // of the database, to look at it
	Kept     Snapshots     // for undo
	Failures int           // in a row, after which a part of ctxhook is off: max_failures
	Machine  string        // what an administrator of this machine sets, in words; "" nothing
	Unsaved  bool          // the machine's rules are parsed for each command

	checks  []Check
	files   []settingsFile
	missing map[string]bool // programs that are not there
}

// Snapshots is what is kept for undo.
type Snapshots struct {
	Dir   string
	Words string // how many, and their size
	Err   error
}

// settingsFile is a settings file that could be read.
type settingsFile struct {
	scope Scope
	path  string
	doc   *document
}

// Examine runs every check, in the order in which they are shown: of Claude Code
// and of each other agent that is registered, or of the client of the setup alone.
func (d *Doctor) Examine() []Check {
	switch {
	case d.Client != nil && d.Client != &Claude:
		d.others()
	case len(d.Registered()) == 0 && d.others():
		d.add(Claude.Name, Note, "", "no settings of Claude Code call ctxhook; to guard it, too: ctxhook init")
	default:
		d.claude()
		d.others()
	}
	d.misnamed()
	d.problems()
	d.machine()
	d.packs()
	d.variables()
	d.writable()
	d.memory()
	d.snapshots()
	d.parts()
	d.trusted()
	d.paused()
	d.folder()
	d.versions()
	return d.checks
}

// claude runs the checks of Claude Code's settings.
func (d *Doctor) claude() {
	d.settings()
	d.managed()
	d.disabled()
	d.registrations()
	d.programs()
	d.trials()
	d.statusLines()
	d.unchecked()
	d.unread()
}

// Failed reports whether a check failed.
func Failed(checks []Check) bool {
	for _, c := range checks {
		if c.Status == Fail {
			return true
		}
	}
	return false
}

func (d *Doctor) add(name string, s Status, cure, format string, args ...any) {
	d.checks = append(d.checks, Check{Name: name, Status: s, Result: fmt.Sprintf(format, args...), Cure: cure})
}

// settings reads every settings file, and reports what the agent does not read
// as meant.
func (d *Doctor) settings() {
	for _, scope := range everywhere() {
		if scope == Project && d.isUserFile() {
			continue // read below as the user's settings
		}
		name := scope.String() + " settings"
		path, err := d.File(scope)
		if scope == Plugin && err != nil {
			continue
		}
		if err != nil {
			d.add(name, Fail, "set HOME", "%v", err)
			continue
		}
		f, err := paths.ReadUserFile(path, maxSettings)
		if err == nil && f.Data == nil {
			continue
		}
		var doc *document
		if err == nil {
			doc, err = parse(f.Data)
		}
		if err != nil {
			d.add(name, Fail, "correct the file: Claude Code ignores it", "%s: %v", path, err)
			continue
		}
		bad := false
		for _, p := range inspect(doc) {
			status := Warn
			if p.Fatal {
				bad, status = true, Fail
			}
			d.add(name, status, p.Cure, "%s: %s", path, p)
		}
		if bad {
			d.add(name, Fail, "fix the problems above", "Claude Code ignores all of %s", path)
		} else {
			d.add(name, OK, "", "%s is valid", path)
			d.files = append(d.files, settingsFile{scope, path, doc})
		}
	}
}

// managed checks the settings of an administrator.
func (d *Doctor) managed() {
	for _, dir := range d.Places.Managed() {
		paths, _ := filepath.Glob(filepath.Join(dir, "managed-settings.d", "*.json"))
		for _, path := range append([]string{filepath.Join(dir, "managed-settings.json")}, paths...) {
			d.managedFile(path)
		}
	}
}

func (d *Doctor) managedFile(path string) {
	const name = "managed settings"
	data, err := paths.ReadFile(path, maxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	var doc *document
	if err == nil {
		doc, err = parse(data)
	}
	switch {
	case err != nil:
		d.add(name, Warn, "ask your administrator", "%s: %v", path, err)
	case doc.isTrue(&doc.root, "disableAllHooks"):
		d.add(name, Fail, "ask your administrator to allow hooks", "%s disables all hooks", path)
	case doc.isTrue(&doc.root, "allowManagedHooksOnly") && len(doc.judging("Bash")) == 0:
		d.add(name, Fail, "ask your administrator to register ctxhook there", "%s allows only its own hooks", path)
	default:
		d.add(name, OK, "", "%s allows hooks", path)
	}
}

func (d *document) isTrue(object *node, key string) bool {
	n := object.child(key)
	return n != nil && string(d.text[n.from:n.to]) == "true"
}

func (d *Doctor) disabled() {
	for _, f := range d.files {
		if f.doc.isTrue(&f.doc.root, "disableAllHooks") {
			d.add("hooks enabled", Fail, "remove disableAllHooks", "%s disables all hooks", f.path)
		}
	}
}
