// A hook does not live long enough to follow the limits of its container, and the
// files that tell them would take two of its descriptors.

//go:debug containermaxprocs=0
//go:debug updatemaxprocs=0

// Command ctxhook stands between an AI coding agent and the shell: before a
// command runs it says what the command would destroy, and after it ran it
// remembers what happened.
package main

import (
	_ "embed"
	"os"

	"github.com/ctxhook/ctxhook/cmd"
	_ "github.com/ctxhook/ctxhook/pkg/base/stack" // before all others
)

// version is set by the linker in releases; otherwise the build info tells.
var version string

// schema is what a new database is made from.
//
//go:embed schema.sql
var schema string

func main() {
	os.Exit(cmd.Main(cmd.Env{
		Args:    os.Args[min(1, len(os.Args)):],
		Stdin:   os.Stdin,
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
		Getenv:  os.Getenv,
		Schema:  schema,
		Version: version,
		Exit:    os.Exit,
	}))
}
