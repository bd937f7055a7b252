package effect

import (
	"slices"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// The name of another machine or container says whether others rely on it: ssh web-prod-1,
// docker exec rabbit-dev.

// notePlace weighs what a call does elsewhere by the name of the place. A service that
// stops in production stops for everyone; accounts and services of a container for one
// developer are nobody else's.
func (r *collector) notePlace() {
	place := r.placeName()
	switch {
	case place == "":
	case inUse(place):
		for k := range r.out {
			if r.out[k].Kind == rule.Service {
				r.out[k].All = true
			}
		}
	case r.call.Where == "container" && forTrial(place):
		r.out = slices.DeleteFunc(r.out, func(e Effect) bool {
			return e.Kind == rule.User || e.Kind == rule.Service || e.Kind == rule.Kill
		})
	}
}

// placeName returns the name of the machine or container that the call runs in, "" where
// it is not known.
func (r *collector) placeName() string {
	for c := r.call; c.Via >= 0; {
		via := &r.script.Calls[c.Via]
		if via.Where != r.call.Where {
			return firstName(via.Args.Operands)
		}
		c = via
	}
	return ""
}

func firstName(words []shell.Word) string {
	if len(words) == 0 {
		return ""
	}
	name, _ := words[0].Literal()
	return name
}
