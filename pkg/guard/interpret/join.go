package interpret

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// join makes st what it may be after any of the branches ran. A nil branch
// means that none of them ran.
func (w *Walker) join(st *State, branches ...*State) {
	setBy := map[string][]int{}
	cost, direct := 0, len(branches) > fewBranches
	for i, b := range branches {
		if b == nil {
			continue
		}
		direct = direct && b.parent == st
		for n, v := range b.vars {
			setBy[n] = append(setBy[n], i)
			cost += 4 + b.depth/8 + v.comparing()
			if len(v.elems) > 0 { // mostly it has those from before
				before, _ := st.get(n)
				same := shared(v.elems, before.elems)
				cost -= same - same/shell.CopiedInStep
			}
		}
		for n, f := range b.funcs {
			if st.funcs == nil {
				st.funcs = map[string]*function{}
			}
			st.funcs[n] = f
		}
		for n, a := range b.aliases {
			if st.aliases == nil {
				st.aliases = map[string]string{}
			}
			st.aliases[n] = a
		}
	}
	looked := len(branches)
	if direct {
		looked = 0
	}
	if w.Spend(cost + len(setBy)*(looked+st.depth)/8) {
		for n, by := range setBy {
			of := branches
			if direct {
				of = among(branches, by)
			}
			st.set(n, joinValues(n, st, of))
		}
	}
	given := st.given
	for i, b := range branches {
		if b == nil {
			b = st
		}
		if i == 0 || b.given < given {
			given = b.given
		}
	}
	st.given = given
	st.joinCwd(branches)
	st.joinLast(branches)
}

// fewBranches is how many branches are all asked for each variable.
const fewBranches = 4

// among returns the branches that set a variable, and in the place of all others nil
// where the first of them stands.
func among(branches []*State, by []int) []*State {
	out := make([]*State, 0, len(by)+1)
	for i, k := range by {
		if k > i && len(out) == i {
			out = append(out, nil)
		}
		out = append(out, branches[k])
	}
	if len(out) == len(by) && len(by) < len(branches) {
		out = append(out, nil)
	}
	return out
}

// comparing returns what it costs to compare a value with another.
func (v *value) comparing() int {
	n := len(v.elems)
	for i := range v.alts {
		n += len(v.alts[i].Parts) / shell.PartsOfStep
	}
	return n
}

// joinLast keeps $_ where it is the same after all branches.
func (st *State) joinLast(branches []*State) {
	last := st.last
	for i, b := range branches {
		l := st.last
		if b != nil {
			l = b.last
		}
		switch {
		case i == 0:
			last = l
		case last == nil || l == nil || !last.Equal(*l):
			last = nil
		}
	}
	st.last = last
}

func joinValues(name string, st *State, branches []*State) value {
	var out value
	old := false // the value from before is among them
	for _, b := range branches {
		if b == nil {
			b = st
		} else if _, own := b.vars[name]; !own && b.parent == st {
			b = st
		}
		if b == st && old {
			continue
		}
		old = old || b == st
		v, ok := b.get(name)
		if !ok {
			v = value{alts: []shell.Word{{Parts: []shell.Part{{Kind: shell.Unknown, Text: "$" + name, Unset: givesValue(name, branches)}}}}}
		}
		out.array = out.array || v.array
		out.vague = out.array
		if out.alts == nil {
			out.alts = make([]shell.Word, 0, len(v.alts)+1)
		}
		for _, w := range v.alts {
			out.alts = addAlt(out.alts, w)
		}
		same := shared(out.elems, v.elems)
		if same == len(v.elems) {
			continue
		}
		if same == len(out.elems) { // it has them all, and more
			out.takeElements(&v)
			continue
		}
		out.elems, out.keys, out.spare = out.elems[:len(out.elems):len(out.elems)], nil, nil
		for _, w := range v.elems[same:] {
			out.elems = addAlt(out.elems, w)
		}
	}
	out.alts = Capped(out.alts)
	return out
}

// takeElements takes the elements of another array, with the room for more behind them
// if none has a name.
func (v *value) takeElements(from *value) {
	if from.spare != nil && from.spare.at == nil {
		v.elems, v.keys, v.spare = from.elems, from.keys, from.spare
		return
	}
	v.elems, v.keys, v.spare = from.elems[:len(from.elems):len(from.elems)], nil, nil
}

// shared returns how many words two lists begin with that are copies of each other.
func shared(a, b []shell.Word) int {
	n := min(len(a), len(b))
	if n > 0 && &a[0] == &b[0] {
		return n
	}
	for i := range n {
		if x, y := a[i].Parts, b[i].Parts; len(x) != len(y) || len(x) > 0 && &x[0] != &y[0] {
			return i
		}
	}
	return n
}

// givesValue reports whether one of the branches gives a variable a value, rather
// than only knowing more of the one it has.
func givesValue(name string, branches []*State) bool {
	for _, b := range branches {
		if b == nil {
			continue
		}
		v, ok := b.vars[name]
		if ok && (len(v.alts) != 1 || v.array || len(v.alts[0].Parts) != 1 || v.alts[0].Parts[0].Kind != shell.Unknown || v.alts[0].Parts[0].Text != "$"+name) {
			return true
		}
	}
	return false
}

func (st *State) joinCwd(branches []*State) {
	old := st.Cwd
	first := true
	for _, b := range branches {
		c := old
		if b != nil {
			c = b.Cwd
		}
		switch {
		case first:
			st.Cwd = c
			first = false
		case !c.Path.Equal(st.Cwd.Path) && st.Cwd.Else == nil:
			p := c.Path
			st.Cwd.Else = &p
		}
	}
}

// addAlt adds a value that is not in the list yet. In a very long list a value
// may come twice: looking for it would cost more.
func addAlt(alts []shell.Word, w shell.Word) []shell.Word {
	first := max(len(alts)-maxCompared, 0)
	for i, a := range alts[first:] {
		if !a.Equal(w) {
			continue
		}
		for k := range a.Parts {
			if a.Parts[k].Set && !w.Parts[k].Set { // it is empty on one of the ways
				alts = append(alts[:0:0], alts...)
				alts[first+i] = w
				break
			}
		}
		return alts
	}
	return append(alts, w)
}

// maxCompared bounds how many values a new one is compared with.
const maxCompared = 64

// Capped bounds the values of a word. Those that could matter most are kept:
// a list must not hide the root behind a hundred harmless names.
func Capped(alts []shell.Word) []shell.Word {
	if len(alts) <= maxAlts {
		return alts
	}
	keep, rest := make([]shell.Word, 0, maxAlts), make([]shell.Word, 0, maxAlts)
	for i := range alts {
		switch {
		case notable(&alts[i]):
			if keep = append(keep, alts[i]); len(keep) == maxAlts {
				return keep
			}
		case len(rest) < maxAlts:
			rest = append(rest, alts[i])
		}
	}
	return append(keep, rest[:maxAlts-len(keep)]...)
}

// notable reports whether a value leads out of the start directory, is an
// option, or is not known.
func notable(w *shell.Word) bool {
	t := w.Head()
	return t == "" || strings.IndexByte("/~-.+*", t[0]) >= 0 || w.HasUnknown()
}

// Rejoin makes st what it is after another state ran in its place: eval, source.
func (w *Walker) Rejoin(st, in *State) {
	cwd := in.Cwd
	w.join(st, in)
	st.Cwd, st.params, st.anyArgs, st.given = cwd, in.params, in.anyArgs, in.given
	st.errexit = in.errexit
}
