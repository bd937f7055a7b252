package shell

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// Holds reports whether the conditions of a verb hold for the arguments.
func (a *Args) Holds(v *rule.Verb) bool {
	if len(v.Sub) > 0 && !a.Is(v.Sub) {
		return false
	}
	if len(v.Any) > 0 && !a.given(v.Any) || a.given(v.None) {
		return false
	}
	for k := range v.All {
		if !a.given(v.All[k : k+1]) {
			return false
		}
	}
	if len(a.Operands) < v.Min || v.Max > 0 && len(a.Operands) > v.Max {
		return false
	}
	return len(v.Operand) == 0 || a.matches(v.Operand)
}

// given reports whether one of the flags was given. A flag "-x=GLOB" counts
// when its value matches.
func (a *Args) given(flags []string) bool {
	for k, f := range flags {
		if strings.IndexByte(f, '=') > 0 && f[0] == '-' {
			if a.matches(flags[k : k+1]) {
				return true
			}
			continue
		}
		if a.Has(f) {
			return true
		}
	}
	return false
}

// matches reports whether an operand matches one of the globs. A glob
// "-x=GLOB" is held against the values of that option.
func (a *Args) matches(globs []string) bool {
	for _, g := range globs {
		if name, pattern, ok := strings.Cut(g, "="); ok && strings.HasPrefix(name, "-") {
			first := a.Flag(name)
			for k := range a.Flags {
				f := &a.Flags[k]
				if f.Value != nil && first != nil && (f.Name == name || sameOption(f, first)) &&
					MatchGlob(pattern, f.Value.String()) {
					return true
				}
			}
			continue
		}
		for _, w := range a.Operands {
			if MatchGlob(g, w.String()) {
				return true
			}
		}
	}
	return false
}

func sameOption(f, g *Flag) bool { return f.Option != nil && f.Option == g.Option }

// On picks the words that a row of a model speaks of; the caller handles those
// that are not words of the call.
func (c *Call) On(on string) []Word {
	a := &c.Args
	n := len(a.Operands)
	switch {
	case on == "operands":
		if len(c.Items) > 0 {
			return c.Items
		}
		return a.Operands
	case on == "behind":
		return a.Operands[min(a.Front, n):]
	case on == "items":
		return c.Items
	case n > 0 && on == "first":
		return a.Operands[:1]
	case n > 0 && on == "last":
		return a.Operands[n-1:]
	case n > 0 && on == "init":
		return a.Operands[:n-1]
	case n > 0 && on == "rest":
		return a.Operands[1:]
	case strings.HasPrefix(on, "flag:"):
		return c.values(on[len("flag:"):])
	}
	return nil
}

// values returns the values given to an option.
func (c *Call) values(name string) []Word {
	var out []Word
	first := c.Args.Flag(name)
	for k := range c.Args.Flags {
		f := &c.Args.Flags[k]
		if f.Value != nil && (f == first || f.Name == name || first != nil && sameOption(f, first)) {
			out = append(out, *f.Value)
		}
	}
	return out
}

// noteFiles remembers the files that a call writes by its own options and
// operands, so that running one of them later is known to run what the call
// brought: curl -o x.sh URL; bash x.sh.
func (t pathTracker) noteFiles(i int) {
	c := &t.w.script.Calls[i]
	if c.Model == nil || t.st.where != "" {
		return
	}
	for _, v := range c.Args.Verbs {
		for _, row := range v.Effects {
			switch row.Do {
			case rule.Overwrite, rule.Fetch:
			default:
				continue
			}
			if !c.Args.Holds(v) {
				break
			}
			t.noteWritten(i, row)
		}
	}
}

func (t pathTracker) noteWritten(i int, row rule.Effect) {
	c := &t.w.script.Calls[i]
	for _, target := range c.On(row.On) {
		p, ok := t.st.cwd.resolve(target)
		if !ok || strings.HasPrefix(p, "/dev/") && !strings.HasPrefix(p, "/dev/shm/") {
			continue
		}
		o := output{from: []int{i}}
		switch {
		case row.Do == rule.Fetch: // wget and curl -O name the file after the address
			p = path.Base(strings.TrimRight(p, "/"))
			dir := t.st.cwd
			for _, d := range append(c.values("--directory-prefix"), c.values("--output-dir")...) {
				dir = Dir{Path: dir.Join(d)}
			}
			if p, ok = dir.resolve(lit(p)); !ok {
				continue
			}
		case row.On == "last" && len(c.Args.Operands) == 2: // cp and mv carry the content over
			if from, ok := t.w.files.read(c.Args.Operands[0], t.st); ok {
				o = from
			}
		}
		if _, known := t.w.files[p]; !known || row.Do != rule.Fetch {
			t.w.files.write(p, o, false)
		}
	}
}
