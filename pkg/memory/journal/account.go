package journal

import (
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// AccountOf returns what a session did, as far as its file still tells it.
func AccountOf(p *paths.Places, session string) *ledger.Account {
	return ledger.ReadAccount(readLedger(fileOf(p, session)))
}

// AccountsBeside returns what other sessions than one did in its project since a time.
func AccountsBeside(p *paths.Places, a *ledger.Account, since time.Time) []*ledger.Account {
	return accountsIn(p, a.Project, a.Session, since)
}

// accountsIn reads the accounts of all sessions in a project but one, the latest first.
func accountsIn(p *paths.Places, project, but string, since time.Time) (list []*ledger.Account) {
	for _, path := range latestFiles(p.LedgerDir(), since) {
		if path == fileOf(p, but) || len(list) == manyAccounts {
			continue
		}
		owner, ok := ledger.Owner(readStart(path))
		if ok && owner.Project == project && owner.Session != but {
			list = append(list, ledger.ReadAccount(readLedger(path)))
		}
	}
	return list
}
