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

// value returns whether an argument, or the value of an option, is of a class.
func (f *form) value(class func(string) bool) bool {
	for _, w := range f.call.Argv[1:] {
		s := text(w)
		if _, v, ok := strings.Cut(s, "="); ok && class(v) || class(s) {
			return true
		}
	}
	return false
}

// option reports whether an option is of a class, without dashes and what joins words.
// One that is switched off is not.
func (f *form) option(class func(name, value string) bool) bool {
	argv := f.call.Argv
	for k, w := range argv {
		s := w.Prefix()
		if k == 0 || len(s) < 3 || s[0] != '-' {
			continue
		}
		name, value, has := strings.Cut(strings.ToLower(strings.TrimLeft(s, "-")), "=")
		if !has && k+1 < len(argv) && !strings.HasPrefix(argv[k+1].Prefix(), "-") {
			value = text(argv[k+1])
		}
		if has && (value == "false" || value == "no") {
			continue
		}
		if class(strings.NewReplacer("-", "", "_", "").Replace(name), value) {
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
	public := f.value(func(v string) bool { return v == "public" }) ||
		f.option(func(name, value string) bool { return name == "public" })
	switch {
	case f.value(nameEveryoneWord) && f.says(verbOpensWord):
		return f.set("open", "to everyone")
	case public && f.says(verbPublicWord):
		return f.set("make", "public")
	case f.option(func(name, value string) bool {
		return optionUnlockedWord(name) || optionLoginWord(name) && valueOffWord(value)
	}) && f.value(anyAddress):
		return f.set("listen", "without a login")
	case f.says(verbTunnelsWord) && f.value(func(v string) bool {
		return portLoginWord(v) || portLoginWord(strings.TrimPrefix(strings.TrimPrefix(v, "localhost:"), "127.0.0.1:"))
	}):
		return f.set("open", "a login or a database to others")
	}
	return false
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
	role := func(w string) bool { return w == "role" || w == "roles" }
	gives := func(w string) bool { return w == "assign" || w == "add" || w == "set" }
	return (f.says(verbGrantsWord) || f.says(role) && f.says(gives)) && f.value(nameAdministratorWord) && f.set("give", "every right")
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
	if guard == "" {
		off = f.option(func(name, value string) bool {
			if objectGuardWord(name) && valueOffWord(value) {
				guard = name
			}
			return guard != ""
		}) && len(words) > 0 && verbSetsWord(words[0])
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
	writes := f.says(verbWritesDiskWord) ||
		f.option(func(name, _ string) bool { return verbWritesDiskWord(name) && name != "format" })
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
		if (verbPaysWord(w) || w == "transfer" || w == "charge") && f.option(func(name, _ string) bool { return optionAmountWord(name) }) {
			return f.set(w, "money")
		}
	}
	return false
}

// nothingLeft finds what keeps nothing: prune --keep 0, scale web --replicas 0 in
// production.
func (f *form) nothingLeft() bool {
	zero := func(class func(string) bool) bool {
		return f.option(func(name, value string) bool {
			return class(name) && value != "" && strings.Trim(value, "0") == "" || class(name) && (value == "0d" || value == "0s" || value == "0h")
		})
	}
	switch {
	case f.says(verbPrunesWord) && zero(optionKeepWord):
		return f.set("keep", "nothing")
	case f.says(func(w string) bool { return w == "scale" || w == "shrink" || w == "resize" }) && zero(optionCountWord) && f.inProduction():
		return f.set("scale", "to nothing")
	}
	return false
}

// aged reports whether only what is old is taken away: purge --older-than 30d.
func (f *form) aged() bool {
	return f.option(func(name, value string) bool {
		return optionKeepWord(name) && value != "" && value[0] >= '1' && value[0] <= '9'
	})
}

// inProduction reports whether a word names what is in use.
func (f *form) inProduction() bool {
	for _, w := range f.call.Argv[1:] {
		if s := w.String(); !strings.Contains(s, " ") && inUse(strings.TrimLeft(s, "-")) {
			return true
		}
	}
	return false
}
