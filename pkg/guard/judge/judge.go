// Package judge brings settings, rules, allow entries and facts together into
// the verdict on a command. Hooks, check, explain and lint judge with the same
// Judge, so a user is shown what an agent will meet.
//
// It remembers nothing and says nothing: what a verdict leads to is decided in
// package hook.
package judge

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/packs"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

// Judge is the engine with the choices of one user and one project in it, and
// the directories it judges for.
type Judge struct {
	Places   paths.Places
	Project  string // root of the project; "" none
	Config   config.Config
	Engine   safety.Engine
	Cwd      string       // where the command runs
	At       safety.Dirs  // that and the other directories, as commands are judged in them
	Packs    []packs.Pack // shared packs that the user added
	Problems []error      // of settings and rule files, which never switch off a built-in rule

	machine    machine
	matcher    rulefile.Matcher
	allows     []config.Allow // the user's entries, once read
	allowsRead bool
	typed      *shell.Script // what Typed parsed last
}

// Options say who asks for a judge, and where.
type Options struct {
	Getenv func(string) string
	Cwd    string            // "": the directory of this process
	Flags  map[string]string // settings given on the command line, by key

	Client bool // the user's own rules in the settings of Claude Code hold, too

	ConfigFile string // a file of settings that is read in place of the user's
	// Packs, unless nil, are shared packs that hold in place of those the user added.
	Packs []rulefile.Dir

	// How an agent means to run the command.
	PowerShell  bool                             // by PowerShell
	Unsandboxed bool                             // outside of its sandbox
	Env         func(name string) (string, bool) // with these variables; nil: none are known
}

// New returns a Judge that always judges: settings and rules that cannot be
// read are left out, and reported in Problems.
func New(o Options) *Judge {
	j := &Judge{}
	var err error
	if j.Places, err = paths.Resolve(o.Getenv, runtime.GOOS); err != nil {
		j.Problems = append(j.Problems, err)
	}
	cwd := absolute(o.Cwd)
	j.Project, _ = j.Places.Project(cwd)
	binary, _ := os.Executable()
	j.Cwd = cwd
	guard := append(j.Places.Guard(j.Project, binary), called(cwd)...)
	var problems []config.Problem
	j.Config, problems = config.Load(config.Sources{
		Places: j.Places, Project: j.Project, Getenv: o.Getenv, Flags: o.Flags, Instead: o.ConfigFile,
	})
	for _, p := range problems {
		j.Problems = append(j.Problems, p)
	}
	if path := j.Config.Store.Path; path != "" {
		guard = append(guard, path, path+"-wal", path+"-shm")
	}
	j.At = on(runtime.GOOS, safety.Dirs{
		Home: j.Places.Home, Cwd: cwd, Project: j.Project, Guard: guard, Cache: j.Places.Cache,
	})
	j.build(o.Packs)
	if o.Client {
		j.permissions()
	}
	if o.PowerShell {
		j.Engine.Dialect = shell.PowerShell
	}
	j.Engine.Unsandboxed, j.Engine.Env = o.Unsandboxed, o.Env
	return j
}

// called returns the path by which this program was called, which may be a link to it, where
// its name or the first program of that name says so.
func called(cwd string) []string {
	name := os.Args[0]
	if !strings.ContainsRune(name, filepath.Separator) {
		found, err := exec.LookPath(name)
		if err != nil {
			return nil
		}
		name = found
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(cwd, name)
	}
	return []string{filepath.Clean(name)}
}

// on returns directories of a system as commands are judged in them.
func on(goos string, at safety.Dirs) safety.Dirs {
	at.Fold = goos == "windows" || goos == "darwin"
	for _, dir := range [...]*string{&at.Home, &at.Cwd, &at.Project, &at.Cache} {
		*dir = paths.Slashed(*dir, goos)
	}
	for i := range at.Guard {
		at.Guard[i] = paths.Slashed(at.Guard[i], goos)
	}
	return at
}

// absolute makes a directory absolute as the caller sees it.
func absolute(dir string) string {
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}

// build sets up the engine, with these shared packs; nil: with those that the user
// added.
func (j *Judge) build(shared []rulefile.Dir) {
	j.loadMachine()
	if shared == nil {
		shared = j.sharedPacks()
	}
	pack, errs := rulefile.Load(append(j.ruleDirs(), shared...), j.Places.Cache)
	j.Problems = append(j.Problems, errs...)
	j.Engine = safety.Engine{
		Models:     j.models(pack),
		Functions:  rules.Function,
		Rules:      append(j.machine.rules, j.on(pack.Rules)...),
		Candidates: j.shipped,
		Match:      j.matcher.Hit,
		Table:      j.Config.Table,
		MaxLength:  j.Config.MaxCommandLength,
		Custom:     j.Config.Custom(),
		Files:      j.Config.Lookthrough,
		KnownOnly:  !j.Config.UnknownPrograms,
	}
	for _, p := range j.Config.Blocked {
		own := safety.Pattern{Text: p.Text, Kind: p.Kind}
		if p.Origin.Source == config.FromMachine {
			own.By = p.Origin.String()
		}
		j.Engine.Blocked = append(j.Engine.Blocked, own)
	}
	for _, p := range j.Config.Allowed {
		j.Engine.Allowed = append(j.Engine.Allowed, safety.Allow{Pattern: &safety.Pattern{Text: p.Text, Kind: p.Kind}})
	}
	j.hold(pack)
}

func (j *Judge) ruleDirs() []rulefile.Dir {
	var dirs []rulefile.Dir
	if path := j.Places.RulesDir(); path != "" {
		dirs = append(dirs, rulefile.Dir{Path: path, Pack: rulefile.UserPack})
	}
	if path := j.Places.ProjectRules(j.Project); path != "" {
		dirs = append(dirs, rulefile.Dir{Path: path, Pack: rulefile.ProjectPack, Root: j.Project})
	}
	return dirs
}

// AddedPacks returns the packs that the user added. The list is refused if one has the
// name of built-in rules, which only an edit by hand can give it.
func AddedPacks(places paths.Places) ([]packs.Pack, error) {
	list, err := packs.Read(places)
	if len(list) == 0 {
		return nil, err
	}
	for id := range rules.Knowledge().Names(rule.KindRule) {
		name, _, _ := strings.Cut(id, "/")
		if slices.ContainsFunc(list, func(p packs.Pack) bool { return p.Name == name }) {
			return nil, &packs.ListError{Path: places.PacksFile(), Text: "pack " + name + " has the name of built-in rules"}
		}
	}
	return list, err
}

// sharedPacks returns where the rules of shared packs are.
func (j *Judge) sharedPacks() []rulefile.Dir {
	var err error
	if j.Packs, err = AddedPacks(j.Places); err != nil {
		j.Problems = append(j.Problems, err)
	}
	j.Packs = slices.DeleteFunc(j.Packs, func(p packs.Pack) bool {
		taken := j.HasMachinePack(p.Name)
		if taken {
			j.Problems = append(j.Problems, &rulefile.PackError{
				Pack: p.Name, Text: "this machine has a pack of that name", Cure: "ctxhook packs remove " + p.Name + ", then add it again with --name NAME",
			})
		}
		return taken
	})
	var dirs []rulefile.Dir
	for i := range j.Packs {
		dirs = append(dirs, j.Packs[i].Dir(j.Places))
	}
	return dirs
}

// PackOf names the shared pack of a rule, with its version; "" if it has none.
func (j *Judge) PackOf(id string) string {
	name, _, _ := strings.Cut(id, "/")
	for i := range j.Packs {
		if j.Packs[i].Name == name {
			return j.Packs[i].Label()
		}
	}
	return ""
}

// shipped returns the built-in rules that a trigger may fire, without those of
// packs that are switched off.
func (j *Judge) shipped(t rule.Trigger) []*rule.Rule { return j.on(rules.For(t)) }

// on returns a list without the rules of packs that are switched off.
func (j *Judge) on(list []*rule.Rule) []*rule.Rule {
	if len(j.Config.Packs) == 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(r *rule.Rule) bool { return !j.Config.PackOn(r.Pack()) })
}

// Rules returns every rule that is switched on, the built-in ones first.
func (j *Judge) Rules() []*rule.Rule {
	return append(j.on(rules.Safety()), j.Engine.Rules...)
}

// models returns a function that finds the model of a program: the machine's and
// the user's own come before the built-in ones, and a project's come last, because
// a project that could redefine rm could switch off the rules about it.
func (j *Judge) models(pack rulefile.Pack) func(string) *rule.Command {
	wrappers := j.Config.Wrappers
	if len(j.machine.models)+len(pack.Commands)+len(pack.Project)+len(wrappers) == 0 {
		return rules.Command
	}
	return func(program string) *rule.Command {
		if m := modelNamed(j.machine.models, program); m != nil {
			return m
		}
		if m := modelNamed(pack.Commands, program); m != nil {
			return m
		}
		for i := range wrappers {
			if wrappers[i].Has(program) {
				return &wrappers[i].Command
			}
		}
		if m := rules.Command(program); m != nil {
			return m
		}
		return modelNamed(pack.Project, program)
	}
}

func modelNamed(list []*rule.Command, program string) *rule.Command {
	for _, m := range list {
		if m.Has(program) {
			return m
		}
	}
	return nil
}

// Never returns an error for each rule that is not built in and fires for no
// command, each at its file. Only people are told: to look for them
// takes time, and a verdict does not need it.
func (j *Judge) Never() []error {
	var errs []error
	for _, r := range j.Engine.Rules {
		if rulefile.IsShared(r.Pack()) {
			continue // its examples fire it
		}
		if why := safety.Never(&r.Whole().When, j.Engine.Models); why != "" {
			errs = append(errs, &rulefile.Error{Path: j.RuleFile(r.ID), Text: r.ID + " fires for no command: " + why})
		}
	}
	return errs
}

// RuleFile returns the path of a rule of the user, the project or the machine, ""
// of one that is built in.
func (j *Judge) RuleFile(id string) string {
	pack, name, _ := strings.Cut(id, "/")
	dir := j.machine.dirs[pack]
	switch {
	case safety.Fixed(id):
	case pack == rulefile.UserPack:
		dir = j.Places.RulesDir()
	case pack == rulefile.ProjectPack:
		dir = j.Places.ProjectRules(j.Project)
	}
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, name+".yaml")
}
