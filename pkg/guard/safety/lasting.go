package safety

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// lasts reports whether a finding is about what neither git nor a copy brings back,
// whoever wrote the file: a database that others use, a cluster, money, a message, what a
// push by force replaces, what is published.
func (c *checker) lasts(f *Finding, call *shell.Call, hit []*effect.Effect) bool {
	if f.Risk < policy.High {
		return false
	}
	if call.Where == "container" {
		return f.leavesContainer(hit)
	}
	return slices.ContainsFunc(hit, func(e *effect.Effect) bool {
		switch e.Kind {
		case rule.Delete:
			return call.Where == "remote" && ofService(e)
		case rule.Drop:
			return ofOthers(e) || call.Where == "remote"
		case rule.Destroy:
			return !c.besideLocalCluster(call)
		case rule.Push, rule.Publish, rule.Format:
			return true
		case rule.Pay, rule.Message:
			// A service has such calls in the functions that answer requests, which starting it
			// does not run. A script does it for many.
			return call.Code == "" || call.Loop && !call.In.Unasked
		}
		return false
	})
}

// ofService reports whether what is deleted on another machine is data, of the system, or a
// disk: nothing here knows of a copy. A release that is replaced there is none of these.
func ofService(e *effect.Effect) bool {
	if e.Class&(effect.Root|effect.System|effect.Home|effect.Device) != 0 || e.Target == nil {
		return true
	}
	return effect.IsData(e.Target.String()) || strings.HasPrefix(e.Target.Prefix(), "/var/lib/")
}

// ofOthers reports whether a database is in production or on another server.
func ofOthers(e *effect.Effect) bool {
	return strings.HasSuffix(e.What, effect.InProduction) || strings.HasSuffix(e.What, effect.OnAnother)
}

// leavesContainer reports whether a finding about the build of an image, or a workflow run
// in a container, is about more than the container: a secret that is sent, what others use.
func (f *Finding) leavesContainer(hit []*effect.Effect) bool {
	return f.Risk >= policy.High && slices.ContainsFunc(hit, func(e *effect.Effect) bool {
		switch e.Kind {
		case rule.Send:
			return e.Class&effect.Secret != 0 || e.From&effect.FromSecret != 0
		case rule.Destroy:
			return true
		case rule.Drop:
			return ofOthers(e)
		}
		return false
	})
}

// ofProject reports whether all effects are within the project, or on a database that is
// not known to be another's: of a file that is read unasked, this may as well be what a
// test sets up, or what a function does that nothing calls.
func ofProject(hit []*effect.Effect) bool {
	return !slices.ContainsFunc(hit, func(e *effect.Effect) bool {
		switch e.Kind {
		case rule.Delete, rule.Overwrite, rule.Append, rule.Move, rule.Mode, rule.Owner:
			return e.Class&outside != 0
		case rule.Drop, rule.Discard, rule.Push, rule.Bypass, rule.Install, rule.Kill, rule.Pay, rule.Message:
			return false
		}
		return true
	})
}
