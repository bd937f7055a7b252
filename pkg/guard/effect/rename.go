package effect

import (
	"path"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// Renamed says what a move takes away that only renames a system file in its directory:
// nothing is lost, and the name can be given back.
const Renamed = "a system file, renamed in place"

// renamed reports whether a call only renames a file of /etc without which the
// system still runs, and people still log in.
func (r *collector) renamed(w shell.Word) bool {
	ops := r.call.Args.Operands
	if len(ops) != 2 || r.call.Args.Has("-t") {
		return false
	}
	from, ok := Literal(w, r.call.Cwd, r.at)
	to, known := Literal(ops[1], r.call.Cwd, r.at)
	if !ok || !known || from == to || path.Dir(from) != path.Dir(to) {
		return false
	}
	switch from {
	case "/etc/fstab", "/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/crypttab", "/etc/inittab", "/etc/ld.so.preload":
		return true
	}
	return false
}
