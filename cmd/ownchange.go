package cmd

import (
	"runtime"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/agents/install"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/memory/journal"
)

// changers are the commands by which users change what keeps the guard on.
var changers = [...]string{"allow", "config", "doctor", "init", "packs", "pause", "resume", "trust", "uninstall"}

// ownChange is called before a command, and what it returns behind it: what a user changes
// by it of what keeps the guard on is no news for the next event. What an agent changes by
// it is.
func (e *Env) ownChange() (ended func()) {
	if len(e.Args) == 0 || !slices.Contains(changers[:], e.Args[0]) || e.agentStarted() != "" {
		return func() {}
	}
	j := judge.New(judge.Options{Getenv: e.Getenv})
	done := journal.OwnChange(j, journal.Surroundings{Path: e.Getenv("PATH"), Others: registrations(j.Places, j.Project)})
	return func() {
		if err := done(); err != nil {
			paths.Log{Path: j.Places.DebugLog()}.Line(redact.Clean("guard: " + err.Error()))
		}
	}
}

// registrations lists the settings by which an agent may call ctxhook.
func (e *Env) registrations(project string) []string {
	places, _ := paths.Resolve(e.Getenv, runtime.GOOS)
	return registrations(places, project)
}

func registrations(places paths.Places, project string) []string {
	return (&install.Setup{Places: places, Root: project}).Registrations()
}

// astray says which registrations do not start ctxhook, of the user and of a project.
func (e *Env) astray(project string) (list []string) {
	places, _ := paths.Resolve(e.Getenv, runtime.GOOS)
	s := &install.Setup{Places: places, Root: project}
	for _, client := range install.Clients() {
		bad, _ := s.For(client).Astray()
		for _, a := range bad {
			list = append(list, a.Says)
		}
	}
	return list
}
