package journal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
)

// ForgetCalls takes out of the ledger what some calls were.
func ForgetCalls(p *paths.Places, calls []store.Call) error {
	forgotten := func(l *ledger.Line) bool {
		for _, c := range calls {
			if c.ID != "" && l.Call == c.ID || c.ID == "" && l.Command.Len() > 0 && l.Command == c.Text.Cut(maxCommandKept) {
				return true
			}
		}
		return false
	}
	var failed error
	for _, path := range ledgers(p) {
		data, err := paths.ReadFile(path, maxLedger+1<<20)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		if less := ledger.Forget(data, forgotten); !bytes.Equal(less, data) {
			failed = errors.Join(failed, paths.WriteCache(path, less))
		}
	}
	return failed
}

// ForgetLedger removes the files of a session, of the sessions in some work trees, or,
// without both, of all. What others may repeat goes from theirs.
func ForgetLedger(p *paths.Places, session string, roots []string) error {
	var failed error
	for _, path := range ledgers(p) {
		owner, known := ledger.Owner(readStart(path))
		others := known && (session != "" && owner.Session != session || len(roots) > 0 && !slices.ContainsFunc(roots, func(root string) bool { return redact.Clean(root).String() == owner.Project }))
		if !others {
			failed = errors.Join(failed, os.Remove(path))
		}
	}
	return errors.Join(failed, ForgetCalls(p, nil))
}

// ledgers lists all files of the ledger.
func ledgers(p *paths.Places) (list []string) {
	dir, err := paths.OpenDir(p.LedgerDir())
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	for _, name := range names {
		if !strings.HasPrefix(name, ".") {
			list = append(list, filepath.Join(p.LedgerDir(), name))
		}
	}
	return list
}
