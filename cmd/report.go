package cmd

import (
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/team/webpage"
)

// reportCommand writes what agents did as a page for a browser.
type reportCommand struct {
	*Env
	listFlags
	html string
	open bool
}

func newReport(env *Env) *cobra.Command {
	cmd := &reportCommand{Env: env}
	c := &cobra.Command{
		Use:   "report",
		Short: "Write what agents did as a page for a browser",
		Long: `Write what agents did as one HTML file. It begins with what waits for you: what to
accept, allow and fix, each with the command to copy. Then come commands and failures
over time, what was stopped and how it ended, checks and how long they failed, lessons
and whether they helped, preferences, and sessions that open to their commands. It
covers this project or, outside a project, all.

The file needs nothing else and loads nothing from anywhere. It holds commands as
they are stored, with secrets masked, and only you can read it. With many commands
it counts all, and lists the latest.

Without --html and --json it shows the figures of ctxhook stats.`,
		Example: `  ctxhook report
  ctxhook report --html report.html --open
  ctxhook report --html week.html --all --since 7d
  ctxhook report --html - > report.html
  ctxhook report --json --since 1d`,
		GroupID: groupMore,
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := exclusive(c, "html", "json"); err != nil {
				return err
			}
			return cmd.run()
		},
	}
	cmd.register(c, "only what happened in", "what the page shows")
	c.Flags().StringVar(&cmd.html, "html", "", "the file to write, - for standard output")
	c.Flags().BoolVar(&cmd.open, "open", false, "open the file in the browser")
	return c
}

func (cmd *reportCommand) run() error {
	switch {
	case cmd.open && (cmd.html == "" || cmd.html == "-"):
		return withHint(errors.New("--open needs a file"), "for example: ctxhook report --html report.html --open")
	}
	if cmd.html == "" && !cmd.json {
		if err := (&statsCommand{cmd.Env, cmd.listFlags}).run(); err != nil {
			return err
		}
		cmd.hint("as a page for a browser: ctxhook report --html report.html --open")
		return nil
	}
	at, err := cmd.span(cmd.Env)
	if err != nil {
		return err
	}
	page, err := cmd.page(&at, time.Now())
	if err != nil {
		return err
	}
	switch {
	case cmd.json:
		return cmd.printJSON(page)
	case cmd.html == "-":
		cmd.printf("%s", webpage.HTML(page))
		return nil
	}
	path, err := filepath.Abs(cmd.html)
	if err != nil {
		return err
	}
	if err := paths.WriteFile(path, webpage.HTML(page)); err != nil {
		return err
	}
	if !cmd.open {
		cmd.hint("to look at it: open %s in a browser, or add --open", quote(cmd.html))
		return nil
	}
	if err := openFile(path); err != nil {
		return withHint(err, "the file was written; open it in a browser: "+path)
	}
	return nil
}

// openFile has the system open a file with its own program.
func openFile(path string) error {
	argv := []string{"xdg-open", path}
	switch runtime.GOOS {
	case "darwin":
		argv = []string{"open", path}
	case "windows":
		argv = []string{"rundll32", "url.dll,FileProtocolHandler", path} // start is a word of cmd.exe, which would read the path as code
	}
	return exec.Command(argv[0], argv[1:]...).Run()
}

// page gathers what a page shows.
func (cmd *reportCommand) page(at *span, now time.Time) (*webpage.Page, error) {
	d := reportData{env: cmd.Env, at: at, now: now, waiting: waiting{st: at.storage, project: at.project}, page: webpage.Page{
		Title: "What agents did", Scope: "All projects", Since: at.since, Made: now,
		Version: cmd.version(), Who: webpage.Who{One: "session", Many: "sessions"},
	}}
	all := " --all"
	if at.project != "" {
		d.page.Scope, all = cmd.tilde(at.project), ""
	}
	d.page.More = map[string]string{
		"log": "ctxhook log --limit 0" + all, "who": "ctxhook sessions --limit 0" + all, "learned": "ctxhook lessons --state any" + all,
		"spells": "ctxhook lessons --state any" + all, "failing": "ctxhook history --failed --limit 0" + all, "wanted": "ctxhook preferences" + all,
	}
	if err := d.readDecisions(); err != nil {
		cmd.warnf("there may be more decisions: %v", err)
	}
	err := at.storage.look(d.read)
	d.page.Waits = d.waiting.sorted()
	return &d.page, err
}
