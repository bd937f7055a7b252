package cmd

import (
	"os"
	"runtime"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/guard/packs"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/rules"
)

// workspace is where a command works: the files of the user, and the project
// of the working directory.
type workspace struct {
	env     *Env
	places  paths.Places
	project string // its root; "" is none
}

// workspace finds our files and the project of the working directory.
func (e *Env) workspace() (workspace, error) {
	places, err := paths.Resolve(e.Getenv, runtime.GOOS)
	ws := workspace{env: e, places: places}
	if dir, err := os.Getwd(); err == nil {
		ws.project, _ = places.Project(dir)
	}
	return ws, err
}

// settings loads the configuration. The names of packs are
// known, so that a misspelt one is told. With trusted they are what they would be if
// the user trusted the project.
func (ws *workspace) settings(trusted bool) (config.Config, []config.Problem) {
	s := ws.sources()
	s.Trusted = trusted
	return config.Load(s)
}

func (ws *workspace) sources() config.Sources {
	names := append(packsOf(rules.Safety()), rulefile.UserPack, rulefile.ProjectPack)
	shared, _ := packs.Read(ws.places) // a list that is broken is reported with the rules
	for i := range shared {
		names = append(names, shared[i].Name)
	}
	return config.Sources{Places: ws.places, Project: ws.project, Getenv: ws.env.Getenv, Packs: names}
}

// storeOptions says how the database of this user is opened.
func (ws *workspace) storeOptions() store.Options {
	c, _ := ws.settings(false)
	return ws.env.storeOptions(ws.places, &c)
}

// tilde shortens a path in the home directory as shells show it.
func (e *Env) tilde(path string) string {
	return tilde(e.home(), path)
}

// home is the user's home directory.
func (e *Env) home() string {
	places, _ := paths.Resolve(e.Getenv, runtime.GOOS)
	return places.Home
}

func tilde(home, path string) string {
	if rest, ok := strings.CutPrefix(path, home); ok && home != "" && (rest == "" || os.IsPathSeparator(rest[0])) {
		return "~" + rest
	}
	return path
}
