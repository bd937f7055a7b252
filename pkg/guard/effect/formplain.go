package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Some command lines say plainly what they do without a verb that takes something
// away: a door is opened to everyone, an account gets every right, a guard is switched
// off, a disk is written, money moves. Each needs two words that agree.

// plainly finds such a pair of words.
func (f *form) plainly() {
	switch {
	case f.strength >= removes && f.strength != pays:
		return
	case f.unguards():
	case f.asks():
		return
	case f.opens(), f.grants(), f.writesDisk(), f.pays(), f.nothingLeft():
	default:
		return
	}
	f.plain = true
}

// leading returns the words before the first that is no subcommand, in lower case.
func (f *form) leading() []string {
	const depth = 4
	if f.lead == nil {
		f.lead = make([]string, 0, depth)
		for _, w := range f.call.Argv[1:] {
			s := text(w)
			if !plainWord(s) || len(f.lead) == depth {
				break
			}
			f.lead = append(f.lead, s)
		}
	}
	return f.lead
}

// asks reports whether the first verb reads.
func (f *form) asks() bool {
	for _, w := range f.leading() {
		if verbAsksOnlyWord(w) {
			return true
		}
	}
	return false
}

// says reports whether a leading word, or a part of one, is of a class.
func (f *form) says(class func(string) bool) bool {
	for _, w := range f.leading() {
		if class(w) {
			return true
		}
		for _, p := range parts(w) {
			if class(p) {
				return true
			}
		}
	}
	return false
}

// value reports whether an argument, or the value of an option, is of a class.
func (f *form) value(class func(string) bool) bool {
	for _, w := range f.call.Argv[1:] {
		s := text(w)
		if _, v, ok := strings.Cut(s, "="); ok && class(v) || class(s) {
			return true
		}
	}
	return false
}

// set sets what is shown of it.
func (f *form) set(verb, object string) bool {
	f.verb, f.object, f.named = verb, object, nil
	return true
}

// opens finds what is opened to everyone: an address range or an access list with a
// word that gives, a server without a login, and what is made public.
func (f *form) opens() bool {
	switch {
	case f.value(nameEveryoneWord) && f.says(verbOpensWord):
		return f.set("open", "to everyone")
	case (f.value(isPublic) || f.has(formOption.publishes)) && f.says(verbPublicWord):
		return f.set("make", "public")
	case f.has(formOption.unlocks) && f.value(anyAddress):
		return f.set("listen", "without a login")
	case f.says(verbTunnelsWord) && f.value(loginPort):
		return f.set("open", "a login or a database to others")
	}
	return false
}

func isPublic(v string) bool { return v == "public" }

// loginPort reports whether a value is the port of a login or a database of this machine.
func loginPort(v string) bool {
	return portLoginWord(v) || portLoginWord(strings.TrimPrefix(strings.TrimPrefix(v, "localhost:"), "127.0.0.1:"))
}

// anyAddress reports whether a server listens on every address.
func anyAddress(v string) bool {
	for _, any := range [...]string{"0.0.0.0", "[::]", "*:"} {
		if strings.HasPrefix(v, any) || strings.Contains(v, "://"+any) {
			return true
		}
	}
	return v == "::" || v == "lan" || v == "*"
}

// grants finds an account that gets every right.
func (f *form) grants() bool {
	return (f.says(verbGrantsWord) || f.says(nounRoleWord) && f.says(verbAssignsWord)) && f.value(nameAdministratorWord) && f.set("give", "every right")
}

// unguards finds a guard that is switched off: idm mfa disable, --require-auth=false.
func (f *form) unguards() bool {
	words := f.leading()
	off, guard := false, ""
	for k, w := range words {
		switch {
		case objectGuardWord(w), objectGuardWord(strings.TrimSuffix(w, "s")):
			guard = w
		case verbOffWord(w) && (k == len(words)-1 || k == 0 || guard != ""):
			off = true
		case strings.HasPrefix(w, "unprotect"):
			off, guard = true, "protection"
		default:
			if verb, object, ok := strings.Cut(w, "-"); ok && verbOffWord(verb) && objectGuardWord(object) {
				off, guard = true, object
			}
		}
	}
	if about := aboutOf(f.call.Program); off && guard == "" && objectGuardWord(about) && len(words) == 1 {
		guard = about
	}
	if guard == "" && len(words) > 0 && verbSetsWord(words[0]) {
		if o := f.option(formOption.unguards); o != nil {
			off, guard = true, o.name
		}
	}
	if off && guard != "" {
		f.worth = unknownWorth
		return f.set("switch off", guard)
	}
	return false
}

// writesDisk finds a disk and a word that says that it is written.
func (f *form) writesDisk() bool {
	disk := shell.Word{}
	for _, w := range operandsOf(f.call.Argv[1:]) {
		if s, ok := w.Literal(); ok && isDisk(s) {
			disk = w
		}
	}
	if len(disk.Parts) == 0 {
		return false
	}
	writes := f.says(verbWritesDiskWord) || f.has(formOption.writesDisk)
	for _, p := range parts(f.call.Program) {
		for _, n := range programWritesWords {
			writes = writes || strings.HasPrefix(p, n) || strings.HasSuffix(p, n)
		}
	}
	if !writes {
		return false
	}
	f.set("write", "a disk")
	f.named = []shell.Word{disk}
	return true
}

// isDisk reports whether a word is the name of a disk or a partition.
func isDisk(word string) bool {
	name, ok := strings.CutPrefix(word, "/dev/")
	if !ok {
		return strings.HasPrefix(strings.ToLower(word), `\\.\physicaldrive`)
	}
	return deviceName(name) && !strings.HasPrefix(name, "loop") && !strings.HasPrefix(name, "ram")
}

// pays finds a verb that moves money and an amount.
func (f *form) pays() bool {
	for _, w := range f.leading() {
		if (verbPaysWord(w) || verbTransfersWord(w)) && f.has(formOption.amount) {
			return f.set(w, "money")
		}
	}
	return false
}

// nothingLeft finds what keeps nothing: prune --keep 0, scale web --replicas 0 in
// production.
func (f *form) nothingLeft() bool {
	switch {
	case f.says(verbPrunesWord) && f.has(formOption.keepsNone):
		return f.set("keep", "nothing")
	case f.says(verbScalesWord) && f.has(formOption.countsNone) && f.inProduction():
		return f.set("scale", "to nothing")
	}
	return false
}

// aged reports whether only what is old is taken away: purge --older-than 30d.
func (f *form) aged() bool { return f.has(formOption.keepsNew) }

// inProduction reports whether a word names what is in use.
func (f *form) inProduction() bool {
	for _, w := range f.call.Argv[1:] {
		if s := w.String(); !strings.Contains(s, " ") && inUse(strings.TrimLeft(s, "-")) {
			return true
		}
	}
	return false
}
