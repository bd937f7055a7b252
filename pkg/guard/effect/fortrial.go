package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// A container, a virtual machine or a database may be there to be thrown away, as its
// name says: podman rm -f web-test, minikube delete -p ci-tmp.

// dropTrials takes out what is done to containers and machines for tests, and what is
// deployed to a stage for one developer.
func (r *collector) dropTrials() {
	m := r.call.Model
	if m == nil || len(r.out) == 0 || r.namesProduction() {
		return
	}
	stage := r.stageForTrial()
	r.out = slices.DeleteFunc(r.out, func(e Effect) bool {
		switch e.Kind {
		case rule.Publish, rule.Service:
			return stage
		case rule.Destroy:
			return !e.All && (stage && e.Target == nil || e.Target != nil && forTrial(e.Target.String()) && r.namespaceForTrial())
		case rule.Drop, rule.Prune:
			if e.Target == nil || e.All && m.Type != "Docker" || strings.Contains(e.What, "volume") {
				return false
			}
			name, known := e.Target.Literal()
			return known && (m.Type == "Docker" && !strings.ContainsAny(name, "./:@") && slices.ContainsFunc(parts(name), nameThrowawayWord) || m.Type == "Database" && testName(name) && name != "test" && r.onThisMachine())
		}
		return false
	})
}

// stageForTrial reports whether an option says that the call is for a stage of one
// developer: deploy --stage dev.
func (r *collector) stageForTrial() bool {
	return r.anyValue(forTrial, "--stage", "--env", "--environment", "--stack")
}

// namespaceForTrial reports whether an option names a namespace of one developer or for
// tests: helm uninstall web-test -n dev.
func (r *collector) namespaceForTrial() bool { return r.anyValue(forTrial, "-n", "--namespace") }

// onThisMachine reports whether no option of the call names another host.
func (r *collector) onThisMachine() bool {
	return !r.anyValue(func(v string) bool { return !local(v) }, "-h", "--host", "-H", "--uri", "--url")
}

// anyValue reports whether one of some options has a value of which something is so.
func (r *collector) anyValue(is func(value string) bool, options ...string) bool {
	return slices.ContainsFunc(options, func(option string) bool {
		v := value(r.call, option)
		return v != "" && is(v)
	})
}
