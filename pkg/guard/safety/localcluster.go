package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// withoutLocal returns effects without those on a cluster of this machine, which is made
// again as easily.
func (c *checker) withoutLocal(i int, effects []effect.Effect) []effect.Effect {
	ofCluster := func(e effect.Effect) bool { return e.Kind == rule.Destroy || e.Kind == rule.Service }
	if !slices.ContainsFunc(effects, ofCluster) || !c.onLocalCluster(i) {
		return effects
	}
	return slices.DeleteFunc(slices.Clone(effects), ofCluster)
}

// onLocalCluster reports whether a call of a client of clusters works on one of this
// machine: by the context that it names, else by the one that the text chose before, the
// settings of the client, or where those cannot be read, the session.
func (c *checker) onLocalCluster(i int) bool {
	call := &c.script.Calls[i]
	if call.Model == nil || call.Where != "" || !declares(call.Model, "--kubeconfig") || call.Args.Has("--kubeconfig", "-s", "--server", "--cluster") {
		return false
	}
	if name := follow.Context(call); name != "" {
		return follow.LocalContext(call) || c.startedCluster(name)
	}
	for k := i - 1; k >= 0; k-- {
		if k := &c.script.Calls[k]; chooses(k) {
			return choosesLocal(k)
		}
	}
	if c.facts == nil || slices.ContainsFunc(c.script.Calls, func(k shell.Call) bool { return namesKubeconfig(&k) }) {
		return false
	}
	if name, known := c.currentContext(); known {
		return follow.LocalCluster(name)
	}
	return c.sessionCluster()
}

// currentContext returns the context that the client's settings name, if they can be read.
func (c *checker) currentContext() (name string, known bool) {
	f := c.facts.File(strings.TrimSuffix(c.at.Home, "/") + "/.kube/config")
	for line := range strings.Lines(f.Text) {
		if name, ok := strings.CutPrefix(line, "current-context:"); ok && f.Known {
			return strings.Trim(strings.TrimSpace(name), `"'`), true
		}
	}
	return "", false
}

// sessionCluster reports whether every command of the session that chose a cluster chose
// one of this machine, and there is one. The session tells of those that speak of contexts
// and credentials whatever it is asked for.
func (c *checker) sessionCluster() (local bool) {
	for _, word := range [...]string{"cluster", "start"} {
		for _, p := range c.facts.Earlier(word) {
			s := follow.Parse(p.Text, shell.Options{Models: c.engine.Models, Home: c.at.Home, Cwd: c.at.Cwd})
			for k := range s.Calls {
				if !chooses(&s.Calls[k]) {
					continue
				}
				if !choosesLocal(&s.Calls[k]) {
					return false
				}
				local = true
			}
		}
	}
	return local
}

// startedCluster reports whether the session started a cluster of this machine by the name
// of a context: minikube start -p lab.
func (c *checker) startedCluster(name string) bool {
	if c.facts == nil || !c.script.Work.Spend(stepsOfSearch) {
		return false
	}
	for _, p := range c.facts.Earlier(name) {
		s := follow.Parse(p.Text, shell.Options{Models: c.engine.Models, Home: c.at.Home, Cwd: c.at.Cwd})
		for k := range s.Calls {
			if k := &s.Calls[k]; k.Where == "" && follow.LocalCluster(k.Program) && (k.Args.Is([]string{"start"}) || creates(k)) && profileIs(k, name) {
				return true
			}
		}
	}
	return false
}

// profileIs reports whether a call names a cluster by an option: -p lab.
func profileIs(c *shell.Call, name string) bool {
	f := c.Args.Flag("-p", "--profile", "--name", "-n")
	return f != nil && f.Value != nil && f.Value.Is(name)
}

// chooses reports whether a call chooses the cluster of the calls behind it.
func chooses(c *shell.Call) bool {
	return c.Program == "kubectx" || leads(c) || follow.LocalCluster(c.Program) && creates(c)
}

// choosesLocal reports whether a call that chooses a cluster chooses one of this machine.
func choosesLocal(c *shell.Call) bool {
	if follow.LocalCluster(c.Program) {
		return true
	}
	return slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return follow.LocalCluster(w.Prefix()) })
}

// namesKubeconfig reports whether a call is given other settings for clusters than those
// of the home directory.
func namesKubeconfig(c *shell.Call) bool {
	return slices.ContainsFunc(c.Assigns, func(a shell.Assign) bool { return a.Name == "KUBECONFIG" })
}

// besideLocalCluster reports whether the same script works with clusters on this machine.
func (c *checker) besideLocalCluster(call *shell.Call) bool {
	return slices.ContainsFunc(c.script.Calls, func(k shell.Call) bool {
		return k.In != nil && k.In.Path == call.In.Path && follow.LocalCluster(k.Program)
	})
}
