package cmd

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// everyCommand walks the commands there are, but for those that cobra brings.
func everyCommand(t *testing.T, visit func(*testing.T, *cobra.Command)) {
	root := newRoot(&Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "" }})
	visited := 0
	var walk func(*cobra.Command)
	walk = func(c *cobra.Command) {
		visited++
		t.Run(c.CommandPath(), func(t *testing.T) { visit(t, c) })
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(root)
	if visited < 15 {
		t.Errorf("%d commands visited", visited)
	}
}

func TestHelpIsWhole(t *testing.T) {
	everyCommand(t, func(t *testing.T, c *cobra.Command) {
		if c.Short == "" || strings.HasSuffix(c.Short, ".") {
			t.Errorf("short text %q: want one without a period", c.Short)
		}
		if c.Parent() != nil && c.Parent().Parent() == nil && c.GroupID == "" && !c.Hidden {
			t.Error("stands in no group of the help page")
		}
		if c.Example == "" {
			t.Error("has no example")
		}
		for l := range strings.Lines(c.Long + "\n" + c.Example) {
			if len(l) > 100 {
				t.Errorf("too wide for a terminal: %s", l)
			}
		}
	})
}

// TestExamplesCanBeTyped: the examples of the help pages name commands and
// options that are there.
func TestExamplesCanBeTyped(t *testing.T) {
	everyCommand(t, func(t *testing.T, c *cobra.Command) {
		script := follow.Parse(exampleCommands(c.Example), shell.Options{Models: func(string) *rule.Command { return nil }})
		for _, p := range script.Problems {
			t.Errorf("%s: %s", p.Kind, p.Say)
		}
		typed := 0
		for i := range script.Calls {
			call := &script.Calls[i]
			if call.Program != "ctxhook" {
				continue
			}
			typed++
			var args []string
			for _, w := range call.Argv[1:] {
				args = append(args, w.String())
			}
			if err := accepts(c.Root(), args); err != nil {
				t.Errorf("ctxhook %s: %v", strings.Join(args, " "), err)
			}
		}
		if typed == 0 {
			t.Error("no example calls ctxhook")
		}
	})
}

// exampleCommands drops the remarks behind the commands of an example.
func exampleCommands(example string) string {
	var b strings.Builder
	for l := range strings.Lines(example) {
		command, _, _ := strings.Cut(strings.TrimSpace(l), "   ")
		b.WriteString(command + "\n")
	}
	return b.String()
}

// accepts finds the command that arguments name, and has it read its options.
func accepts(root *cobra.Command, args []string) error {
	c, rest, err := root.Find(args)
	if err != nil {
		return err
	}
	if err := c.ParseFlags(rest); err != nil {
		return err
	}
	if c.Args == nil {
		return nil
	}
	return c.Args(c, c.Flags().Args())
}
