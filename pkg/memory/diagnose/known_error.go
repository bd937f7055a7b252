package diagnose

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// knownError is an occurrence of a known error in an output.
type knownError struct {
	fix          *rule.Fix
	at           span
	captures     []capture
	call         int // index of the call that printed it; -1 for a program that a call started
	row          int
	literalBytes int // bytes of the match outside its captures
}

// capture is the text that a named group matched.
type capture struct{ name, text string }

// The most errors of one row that are read: of a row with a fix, and of a row
// that only names a class.
const (
	maxPerRow   = 4
	maxPerClass = 2
)

// knownErrors returns the errors that rows describe and that this script can
// have caused: one a line, those with a fix first, each group in the order of
// the output.
func (r *Reader) knownErrors(out *Output) []knownError {
	text := out.Text.String()
	var list []knownError
	count := make(map[int]int)
	for _, h := range r.hits(&r.errors, text) {
		i := int(h.owner.fix)
		if i < 0 || count[i] == maxPerRow {
			continue
		}
		fix := r.fix(i)
		if !out.exitedWith(fix.Exit) || !hasFix(fix) && count[i] == maxPerClass {
			continue
		}
		m := r.match(text, h)
		if m == nil || fix.Class == "javascript" && strings.Contains(text, pythonStack) {
			continue
		}
		k := knownError{fix: fix, at: span{h.from, h.to}, row: i}
		k.captures = capturesOf(r.regexp(r.pattern(h.owner)).SubexpNames(), text, m)
		var ok bool
		if k.call, ok = out.callSaying(&k, text[h.from:h.to]); !ok {
			continue
		}
		k.literalBytes = m[1] - m[0]
		for _, p := range k.captures {
			k.literalBytes -= len(p.text)
		}
		count[i]++
		if n := len(list) - 1; n < 0 || list[n].at.from != k.at.from {
			list = append(list, k)
		} else if o := &list[n]; k.fix.Class != o.fix.Class && !out.answers(o) ||
			k.betterThan(o) && (k.fix.Class == o.fix.Class || out.answers(&k)) {
			list[n] = k
		}
	}
	order.By(list, func(a, b knownError) int { return b.rank() - a.rank() })
	return withoutClassRows(out.withoutGeneric(list))
}

// answers reports whether a row knows something of an error in this command: one that has
// only a command, which cannot be made of this call, does not.
func (out *Output) answers(k *knownError) bool {
	if k.fix.Advice != "" || len(k.fix.Commands) == 0 {
		return true
	}
	if k.call < 0 || out.Script == nil {
		return false
	}
	ff := fixFinder{out: out, text: out.Text.String()}
	return slices.ContainsFunc(k.fix.Commands, func(c string) bool { return len(ff.expand(*k, c)) > 0 })
}

// pythonStack begins a stack of Python, whose errors have names like those of
// JavaScript.
const pythonStack = "Traceback (most recent call last):"

// withoutGeneric drops errors of rows for any program if a row of the failed
// program reports the same class.
func (out *Output) withoutGeneric(list []knownError) []knownError {
	own := func(k knownError) bool {
		return k.call >= 0 && (len(k.fix.Programs) > 0 || out.Script.Calls[k.call].Program == k.tool()) ||
			strings.HasPrefix(out.Text.String()[k.at.from:], k.tool()+" ")
	}
	var classes []string
	for _, k := range list {
		if hasFix(k.fix) && own(k) {
			classes = append(classes, k.fix.Class)
		}
	}
	if len(classes) == 0 {
		return list
	}
	return slices.DeleteFunc(list, func(k knownError) bool {
		return len(k.fix.Programs) == 0 && slices.Contains(classes, k.fix.Class) && !own(k)
	})
}

// repeats reports whether an error says in another line what another one says.
func (k knownError) repeats(o knownError) bool {
	return k.fix == o.fix && slices.Equal(k.captures, o.captures)
}

// tool returns the name of the file that holds the row: a program, or a group
// of messages that any program may print.
func (k *knownError) tool() string {
	name, _, _ := strings.Cut(k.fix.ID, "/")
	return name
}

// withoutClassRows drops errors of rows that only name a class if another row
// of the same tool has a fix.
func withoutClassRows(list []knownError) []knownError {
	known := len(list)
	for i := range list {
		if !hasFix(list[i].fix) {
			known = i
			break
		}
	}
	return append(list[:known:known], slices.DeleteFunc(list[known:], func(k knownError) bool {
		return slices.ContainsFunc(list[:known], func(o knownError) bool { return o.tool() == k.tool() })
	})...)
}

// exitedWith reports whether the run is known to have ended with an exit code.
// Code 0 in a row stands for any, known or not.
func (out *Output) exitedWith(exit int) bool { return exit == 0 || out.Exited && out.Exit == exit }

// betterThan reports whether an error describes its line better than another
// one: of two rows in one file the first, otherwise the one with a fix, or
// with the pattern that names more of the line.
func (k *knownError) betterThan(o *knownError) bool {
	if k.tool() == o.tool() {
		return k.row < o.row
	}
	if (k.call >= 0) != (o.call >= 0) && len(k.fix.Programs) > 0 && len(o.fix.Programs) > 0 {
		return k.call >= 0 // of Python and Node, the one that the command runs
	}
	if own, other := k.ownOf(o), o.ownOf(k); own != other {
		return own
	}
	if d := k.rank() - o.rank(); d != 0 {
		return d > 0
	}
	return k.literalBytes > o.literalBytes
}

// ownOf reports whether an error of the failed program says as much of its line
// as one that any program may print: a TypeError of Python is none of Node.
func (k *knownError) ownOf(o *knownError) bool {
	return k.call >= 0 && len(k.fix.Programs) > 0 && len(o.fix.Programs) == 0 && k.literalBytes == o.literalBytes
}

// rank orders errors: those with a fix first; then rows of the failed program,
// rows for any program, and rows of a program it may have started.
func (k *knownError) rank() int {
	rank := 0
	if hasFix(k.fix) {
		rank = 3
	}
	switch {
	case len(k.fix.Programs) == 0:
		rank++
	case k.call >= 0:
		rank += 2
	}
	return rank
}

// hasFix reports whether a row has a fix.
func hasFix(f *rule.Fix) bool { return f.Advice != "" || len(f.Commands) > 0 }

func capturesOf(names []string, text string, m []int) []capture {
	var list []capture
	for i, name := range names {
		if name != "" && m[2*i] >= 0 {
			list = append(list, capture{name, text[m[2*i]:m[2*i+1]]})
		}
	}
	return list
}
