package fleet

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/pseudonym"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// Enrol makes a member of a team and writes its account file, with the address of
// the server as the admin reaches it.
func Enrol(ctx context.Context, s *server.Server, admin *account.Account, role, team, duty, file string) error {
	if admin.Key == nil && !admin.PlainNames {
		return ErrNoKey
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s exists already", file)
	}
	password, err := s.Enrol(ctx, role, team, duty)
	if err != nil {
		return err
	}
	account := *admin
	switch duty {
	case "reader", "lead":
		account.Key = nil // who reads pseudonyms is not to try names against them
	case "machine":
		account.Key = pseudonym.TeamKey(admin.Key, team) // of no use against the names of another team
	}
	return paths.WriteNew(file, account.For(s.Address(), role, password))
}
