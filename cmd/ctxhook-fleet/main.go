// Command ctxhook-fleet carries what agents did on this machine to the database
// of a team, and what the team confirmed back. ctxhook runs it as "ctxhook fleet".
// Users and timers call it; no hook does.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/config"
	"github.com/ctxhook/ctxhook/pkg/memory/store"
	"github.com/ctxhook/ctxhook/pkg/team/fleet"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/account"
	"github.com/ctxhook/ctxhook/pkg/team/fleet/server"
)

// version is set by the linker in releases; otherwise the build info tells.
var version string

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr, os.Getenv))
}

// program is one run of ctxhook-fleet.
type program struct {
	stdout, stderr io.Writer
	getenv         func(string) string
	accountFile    string
	json           bool
}

// run runs a command line, and returns the exit code: 0, or 1 when it could not be
// done.
func run(ctx context.Context, args []string, stdout, stderr io.Writer, getenv func(string) string) int {
	p := &program{stdout: stdout, stderr: stderr, getenv: getenv}
	root := p.root()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	if err := root.ExecuteContext(ctx); err != nil {
		fmt.Fprintln(stderr, "ctxhook-fleet: error:", err)
		return 1
	}
	return 0
}

func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "ctxhook-fleet",
		Short: "Share what agents did and learned with a team, in PostgreSQL",
		Long: `Share what agents did and learned with a team, in PostgreSQL.

How to reach the database is in the account file, fleet.conf in the directory of
ctxhook's settings, which only you may read; or in the variables and files of
PostgreSQL (PGHOST, PGSERVICE, PGPASSFILE ..). Nothing secret is an argument.
docs/fleet.md says what leaves the machine.`,
		Example: `  ctxhook-fleet init-schema                              create or update the tables
  ctxhook-fleet enrol laptop-7 --team core --out FILE    make the account of a machine
  ctxhook-fleet push                                     send what is new
  ctxhook-fleet status                                   show what was sent`,
		SilenceErrors:         true,
		SilenceUsage:          true,
		DisableFlagsInUseLine: true,
		Version:               programVersion(),
	}
	root.PersistentFlags().StringVar(&p.accountFile, "account", "", "the account `FILE` (default: fleet.conf among ctxhook's settings)")
	root.PersistentFlags().BoolVar(&p.json, "json", false, "print the result as JSON")
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(p.initSchema(), p.enrol(), p.revoke(), p.push(), p.pull(), p.status(), p.confirm(), p.withdraw(), p.report(), p.retain(), p.policy())
	return root
}

// programVersion is that of the release, or of the module.
func programVersion() string {
	if version != "" {
		return version
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}

// print prints a result: as JSON if that is wanted, or in words.
func (p *program) print(v any, words func(io.Writer)) error {
	if p.json {
		e := json.NewEncoder(p.stdout)
		e.SetIndent("", "  ")
		return e.Encode(v)
	}
	words(p.stdout)
	return nil
}

// places finds the directories of the user.
func (p *program) places() (paths.Places, error) { return paths.Resolve(p.getenv, runtime.GOOS) }

// account reads the account.
func (p *program) account() (a account.Account, places paths.Places, err error) {
	if places, err = p.places(); err != nil {
		return a, places, err
	}
	file := p.accountFile
	if file == "" {
		file = places.FleetFile()
	} else if _, err := os.Stat(file); err != nil {
		return a, places, err
	}
	if a, err = account.Read(file); err == nil {
		err = account.CheckFiles(p.getenv, &a, places.Home)
	}
	return a, places, err
}

// withServer connects as the account says.
func (p *program) withServer(c *cobra.Command, do func(context.Context, *server.Server, account.Account) error) error {
	a, places, err := p.account()
	if err != nil {
		return err
	}
	s, err := server.Connect(c.Context(), &a)
	if err != nil {
		return p.withoutAccount(err, &a, places)
	}
	return errors.Join(do(c.Context(), s, a), s.Close())
}

// withoutAccount adds to an error of connecting where an account is looked for, if there is
// none: what the library then tries means nothing to who has just installed the program.
func (p *program) withoutAccount(err error, a *account.Account, places paths.Places) error {
	if a.File != "" || p.getenv("PGHOST") != "" || p.getenv("PGSERVICE") != "" {
		return err
	}
	return fmt.Errorf("there is no account in %s; who administers the team makes one with ctxhook-fleet enrol, and docs/fleet.md tells how to begin (%w)", places.FleetFile(), err)
}

// patience is how long to wait for the hooks that write.
const patience = 5 * time.Second

// machine returns this machine with its database.
func (p *program) machine() (*fleet.Machine, error) {
	a, places, err := p.account()
	if err != nil {
		return nil, err
	}
	c, _ := config.Load(config.Sources{Places: places, Getenv: p.getenv})
	m := fleet.New(store.Options{Path: c.Database(places), Wait: patience}, places, a, programVersion())
	if dir, err := os.Getwd(); err == nil {
		m.Here, _ = places.Project(dir)
	}
	return m, nil
}

// withMachine connects as this machine.
func (p *program) withMachine(c *cobra.Command, do func(context.Context, *fleet.Machine, *server.Server) error) error {
	m, err := p.machine()
	if err != nil {
		return err
	}
	s, err := server.Connect(c.Context(), &m.Account)
	if err != nil {
		places, _ := p.places()
		return p.withoutAccount(err, &m.Account, places)
	}
	return errors.Join(do(c.Context(), m, s), s.Close())
}
