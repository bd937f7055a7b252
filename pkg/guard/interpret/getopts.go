package interpret

import (
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// option is what one call of getopts finds.
type option struct {
	letter, value shell.Word
	hasValue      bool
	index         int // OPTIND after it
}

// getopts reads options from the parameters or from its own words. In a loop
// each of them may be the one.
func (st *State) getopts(words []shell.Word) {
	letters, ok := words[0].Literal()
	name := words[1].String()
	args, known := st.params, !st.anyArgs
	if len(words) > 2 {
		args, known = words[2:], true
	}
	at := 1
	if v, set := st.get("OPTIND"); set && len(v.alts) == 1 {
		n, err := strconv.Atoi(v.alts[0].String())
		known = known && err == nil
		at = max(n, 1)
	}
	if !ok || !known {
		st.SetWord(name, shell.UnknownWord("$"+name))
		st.SetWord("OPTARG", shell.UnknownWord("$OPTARG"))
		st.SetWord("OPTIND", set("$OPTIND"))
		return
	}
	found, end := options(letters, args, at)
	if len(found) == 0 {
		st.SetWord(name, shell.LitWord("?"))
		st.SetWord("OPTIND", shell.LitWord(strconv.Itoa(end)))
		return
	}
	if !st.loop {
		found, end = found[:1], found[0].index
	}
	var names, values []shell.Word
	for _, o := range found {
		names = addAlt(names, o.letter)
		if o.hasValue {
			values = addAlt(values, o.value)
		}
	}
	st.set(name, value{alts: Capped(names)})
	if values == nil {
		values = []shell.Word{{}}
	}
	st.set("OPTARG", value{alts: Capped(values)})
	st.SetWord("OPTIND", shell.LitWord(strconv.Itoa(end)))
}

// options lists the options in words from the one at a place on, and returns
// the place of the first that is none.
func options(letters string, args []shell.Word, at int) (found []option, end int) {
	for ; at <= len(args) && len(found) < maxOptions; at++ {
		t := args[at-1].Prefix()
		if t == "--" {
			return found, at + 1
		}
		if len(t) < 2 || t[0] != '-' {
			return found, at
		}
		for i := 1; i < len(t); i++ {
			o := option{letter: shell.LitWord(t[i : i+1]), index: at}
			k := strings.IndexByte(letters, t[i])
			takes := k >= 0 && t[i] != ':' && k+1 < len(letters) && letters[k+1] == ':'
			last := i+1 == len(t)
			switch {
			case k < 0 || t[i] == ':':
				o.letter = shell.LitWord("?")
			case takes && !last:
				o.value, o.hasValue = args[at-1].Cut(i+1), true
				o.index, last = at+1, true
			case takes && at < len(args):
				o.value, o.hasValue = args[at], true
				at++
			}
			if last {
				o.index = at + 1
			}
			found = append(found, o)
			if last {
				break
			}
		}
	}
	return found, at
}

// maxOptions bounds the options that are read.
const maxOptions = 64
