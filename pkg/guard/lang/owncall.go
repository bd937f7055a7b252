package lang

import (
	"maps"
	"slices"
	"strings"
)

// run reads the body of a function with what a call gives it, if there is room for it.
func (r *Reader) run(d *definition, c *Call) {
	size := d.to - d.from
	if r.passesOn(c) || d.runs || r.calls >= maxCalls || size <= 0 || size > maxBody || r.bodies < size || len(c.Args)+len(c.vals) == 0 {
		return
	}
	r.bodies -= size
	d.runs = true
	r.calls++
	outer := make(map[string]Value, len(d.params))
	for i, param := range d.params {
		name := strings.TrimPrefix(param, "*")
		if v, bound := r.Lookup(name); bound {
			outer[name] = v
		}
		r.Bind(name, argumentFor(c, i, param))
	}
	callback := r.callback
	leave := r.enter(source{r.program.toks[:d.to+1], r.program.closing}, d.from)
	r.callback = nil
	for !r.Done() {
		r.statement()
	}
	leave()
	r.callback = callback
	for _, param := range d.params {
		delete(r.env, strings.TrimPrefix(param, "*"))
	}
	maps.Copy(r.env, outer)
	r.calls--
	d.runs = false
}

// passesOn reports whether a call gives what is not known because the function that it
// stands in was given it.
func (r *Reader) passesOn(c *Call) bool {
	for _, args := range [...][]Value{c.Args, c.vals} {
		for i := range args {
			for _, h := range args[i].Arg.Holes {
				if r.params[h.Name] {
					return true
				}
			}
		}
	}
	return false
}

// argumentFor returns what a call gives to the parameter at i.
func argumentFor(c *Call, i int, name string) Value {
	if rest, ok := strings.CutPrefix(name, "*"); ok {
		if i > len(c.Args) {
			return Unknown(rest)
		}
		return Value{Shape: ListShape, Items: c.Args[i:]}
	}
	if k := slices.Index(c.keys, name); k >= 0 && k < len(c.vals) {
		return c.vals[k]
	}
	if i < len(c.Args) {
		return c.Args[i]
	}
	return Unknown(name)
}

// distinct leaves out steps that are found again for another call of a function. They
// are ordered by their places.
func distinct(steps []Step) []Step {
	return slices.CompactFunc(steps, func(a, b Step) bool {
		return a.From == b.From && a.To == b.To && a.Text == b.Text && a.Lang == b.Lang && a.Effect == b.Effect && a.Include == b.Include &&
			a.Known == b.Known && a.All == b.All && a.Beside == b.Beside &&
			slices.Equal(a.Holes, b.Holes) && slices.EqualFunc(a.Argv, b.Argv, func(x, y Arg) bool {
			return x.Text == y.Text && x.Glob == y.Glob && slices.Equal(x.Holes, y.Holes)
		})
	})
}
