package cmd

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

func newVersion(env *Env) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Say which ctxhook this is",
		GroupID: groupSetup,
		Example: "  ctxhook version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			env.printf("ctxhook %s %s/%s %s\n", env.version(), runtime.GOOS, runtime.GOARCH, runtime.Version())
			return nil
		},
	}
}

// version is the release the linker was told, else the module version or the
// commit this was built from.
func (e *Env) version() string {
	if e.Version != "" {
		return e.Version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "devel-" + s.Value[:12]
		}
	}
	return "devel"
}
