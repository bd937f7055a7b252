package journal

import (
	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// AccountOf returns what a session did, as far as its file still tells it.
func AccountOf(p *paths.Places, session string) *ledger.Account {
	return ledger.ReadAccount(readLedger(fileOf(p, session)))
}
