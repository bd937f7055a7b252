package cmd

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// versionCommand prints which ctxhook this is.
type versionCommand struct {
	*Env
	json bool
}

func newVersion(env *Env) *cobra.Command {
	cmd := &versionCommand{Env: env}
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Example: `  ctxhook version
  ctxhook version --json`,
		GroupID: groupMore,
		Args:    noArgs,
		RunE:    func(*cobra.Command, []string) error { return cmd.run() },
	}
	c.Flags().BoolVar(&cmd.json, "json", false, "print it as JSON")
	return c
}

// versionView is the answer of version as JSON.
type versionView struct {
	Version string `json:"version"`
	OS      string `json:"os"`
	Arch    string `json:"arch"`
	Go      string `json:"go"`
}

func (cmd *versionCommand) run() error {
	v := versionView{cmd.version(), runtime.GOOS, runtime.GOARCH, runtime.Version()}
	if cmd.json {
		return cmd.printJSON(v)
	}
	cmd.printf("ctxhook %s %s/%s %s\n", v.Version, v.OS, v.Arch, v.Go)
	return nil
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
