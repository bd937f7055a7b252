package safety

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// registry is where the packages of some managers come from.
type registry struct {
	managers  string // their names, with blanks around each
	manifests []string
	locks     []string
	version   string // begins what follows the name of a package
	folds     bool   // small and capital letters, and what joins words, are the same
}

var registries = [...]registry{
	{" npm pnpm yarn bun ", []string{"package.json"}, []string{"package-lock.json", "pnpm-lock.yaml", "yarn.lock"}, "@", false},
	{" pip uv poetry pipenv pdm ", []string{"pyproject.toml", "requirements.txt", "requirements-dev.txt", "Pipfile"}, []string{"uv.lock", "poetry.lock", "pdm.lock"}, "<>=!~;[@ ", true},
	{" cargo ", []string{"Cargo.toml"}, []string{"Cargo.lock"}, "@", true},
	{" gem bundle ", []string{"Gemfile"}, []string{"Gemfile.lock"}, ":", false},
	{" go ", []string{"go.mod"}, []string{"go.sum"}, "@", false},
}

// leastLetters is how long a name is that another one may be mistaken for: short names are
// near each other by chance.
const leastLetters = 5

// declared asks whether what a call installs has nearly the name of a package that the
// project declares: a misspelt name may install what was published under it on purpose.
func (w *weighing) declared(fact string, _ bool) (bool, func(string) rule.Told) {
	call := &w.script.Calls[w.i]
	if call.Where != "" {
		return false, nil
	}
	if fact == rule.DeclaredQuiet {
		d := w.quiet()
		return d.Quiet, d.Value
	}
	if w.e == nil || w.e.Target == nil || call.Model == nil {
		return false, nil
	}
	target, known := w.e.Target.Literal()
	dir, placed := w.dir()
	if !known || !placed || strings.Contains(target, "://") && fact != rule.DeclaredNone || strings.ContainsAny(target[:min(1, len(target))], "./-~") {
		return false, nil
	}
	for i := range registries {
		if r := &registries[i]; strings.Contains(r.managers, " "+call.Model.Names[0]+" ") {
			d := w.nearIn(r, r.nameOf(target), dir)
			return d.Is(fact), d.Value
		}
	}
	return false, nil
}

// quiet looks whether the project forbids packages to run scripts when they are installed.
func (w *weighing) quiet() (d rule.DeclaredState) {
	dir, known := w.dir()
	for known && !d.Quiet {
		f := w.facts.File(path.Join(dir, ".npmrc"))
		d.Quiet = f.Known && strings.Contains(strings.ReplaceAll(f.Text, " ", ""), "ignore-scripts=true")
		if dir == w.at.Project || w.at.Project == "" || dir == path.Dir(dir) {
			break
		}
		dir = path.Dir(dir)
	}
	return d
}

// nearIn looks for a name that is nearly the one of a package in the manifests of the
// nearest directory that has one, up to the project's.
func (w *weighing) nearIn(r *registry, name, dir string) (d rule.DeclaredState) {
	if len(name) < leastLetters-1 {
		return d
	}
	d.Name = name
	found, first := false, ""
	for {
		for _, file := range r.manifests {
			f := w.facts.File(path.Join(dir, file))
			if !f.Known || !w.script.Work.Spend(stepsOfLook) {
				continue
			}
			if found = true; first == "" {
				first = file
			}
			if strings.Contains(name, "://") && strings.Contains(f.Text, source(name)) {
				return rule.DeclaredState{}
			}
			for _, known := range declaredIn(file, f.Text) {
				switch have := r.fold(known); {
				case have == r.fold(name):
					return rule.DeclaredState{}
				case d.Like == "" && near(r.fold(name), have):
					d.Like, d.File = known, file
				}
			}
		}
		if found || dir == w.at.Project || w.at.Project == "" || dir == path.Dir(dir) {
			break
		}
		dir = path.Dir(dir)
	}
	if d.None = found; d.File == "" {
		d.File = first
	}
	for _, file := range r.locks {
		if !found {
			break
		}
		f := w.facts.File(path.Join(dir, file))
		if f.Known && lockNames(f.Text, name) {
			return rule.DeclaredState{} // another package needs it
		}
		// What the project's manager would record is told as a preference.
		d.None = d.None && (!f.Known || w.script.Calls[w.i].Args.Has("--user"))
	}
	return d
}

// source returns the address of a package without what says which of its versions.
func source(target string) string {
	_, rest, _ := strings.Cut(target, "://")
	rest, _, _ = strings.Cut(rest, "@")
	return strings.TrimSuffix(rest, ".git")
}

// nameOf returns the name of a package without its version.
func (r *registry) nameOf(target string) string {
	if strings.Contains(target, "://") {
		return target
	}
	at := strings.IndexAny(target[min(1, len(target)):], r.version)
	if at < 0 {
		return target
	}
	return target[:at+1]
}

func (r *registry) fold(name string) string {
	if r.folds {
		return strings.NewReplacer("_", "-", ".", "-").Replace(strings.ToLower(name))
	}
	return name
}

// near reports whether a name is another one with two letters swapped, one left out, one
// more, or other characters between its words. A letter that begins a word, a digit or an x
// at the end makes another name (react and preact, boto and boto3), and names of one owner
// are the owner's.
func near(name, known string) bool {
	if len(known) < leastLetters || name == "" || name[0] != known[0] {
		return false
	}
	if at := strings.LastIndexByte(name, '/'); at >= 0 && strings.HasPrefix(known, name[:at+1]) {
		return false
	}
	joined := strings.NewReplacer("-", "", "_", "", ".", "")
	switch {
	case joined.Replace(name) == joined.Replace(known), spelling.Swapped(name, known):
		return true
	case len(name) == len(known)-1:
		return spelling.OneOff(name, known) && !isMark(known, name)
	case len(name) == len(known)+1:
		return spelling.OneOff(name, known) && !isMark(name, known)
	}
	return false
}

// isMark reports whether the letter that a name has and a shorter one has not says which of
// several it is.
func isMark(long, short string) bool {
	at := len(short)
	for i := range len(short) {
		if long[i] != short[i] {
			at = i
			break
		}
	}
	begins := at == 0 || strings.IndexByte("-_./@", long[at-1]) >= 0
	return begins || strings.IndexByte("0123456789/@", long[at]) >= 0 || long[at] == 'x' && at == len(long)-1
}

// lockNames reports whether a lockfile names a package.
func lockNames(lock, name string) bool {
	for _, form := range [...]string{`"` + name + `"`, "/" + name + `"`, "\n" + name + "@", "\n\"" + name + "@", "/" + name + "@", " " + name + "@", " " + name + " (", "\n" + name + " "} {
		if strings.Contains(lock, form) {
			return true
		}
	}
	return false
}
