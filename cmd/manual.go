package cmd

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Manual returns the manual pages, by file name: one for each command that help
// shows. They are the help texts in another form, and name the version. Only
// the release program calls it, so no hook links it.
func Manual(version string) map[string]string {
	pages := make(map[string]string)
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		pages[pageName(c)+".1"] = manualPage(c, version)
		for _, sub := range c.Commands() {
			if !sub.Hidden {
				walk(sub)
			}
		}
	}
	walk(newRoot(&Env{Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Getenv: func(string) string { return "" }}))
	return pages
}

// pageName is the name of a command's page, such as ctxhook-rules-test.
func pageName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

func manualPage(c *cobra.Command, version string) string {
	var out strings.Builder
	fmt.Fprintf(&out, ".TH %s 1 \"\" \"ctxhook %s\"\n.nh\n.ad l\n", roff(strings.ToUpper(pageName(c))), roff(version))
	section := func(name string) { fmt.Fprintf(&out, ".SH %s\n", name) }
	section("NAME")
	fmt.Fprintf(&out, "%s \\- %s\n", roff(pageName(c)), roff(c.Short))
	section("SYNOPSIS")
	fmt.Fprintf(&out, "%s\n", roff(c.UseLine()))
	if c.Long != "" {
		section("DESCRIPTION")
		out.WriteString(roffText(c.Long))
	}
	flags := c.LocalFlags()
	if flags.HasAvailableFlags() {
		section("OPTIONS")
		flags.VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				fmt.Fprintf(&out, ".TP\n%s\n%s\n", roff(flagNames(f)), roff(f.Usage))
			}
		})
	}
	if c.Example != "" {
		section("EXAMPLES")
		out.WriteString(roffAsIs(c.Example))
	}
	if see := nearPages(c); len(see) > 0 {
		section("SEE ALSO")
		fmt.Fprintf(&out, "%s\n", roff(strings.Join(see, "(1), ")+"(1)"))
	}
	return out.String()
}

// flagNames shows how a flag is typed.
func flagNames(f *pflag.Flag) string {
	name := "--" + f.Name
	if f.Shorthand != "" {
		name = "-" + f.Shorthand + ", " + name
	}
	if kind, _ := pflag.UnquoteUsage(f); kind != "" {
		name += " " + kind
	}
	return name
}

// nearPages names the pages above and below a command.
func nearPages(c *cobra.Command) []string {
	var names []string
	if c.HasParent() {
		names = append(names, pageName(c.Parent()))
	}
	for _, sub := range c.Commands() {
		if !sub.Hidden {
			names = append(names, pageName(sub))
		}
	}
	return names
}

// roffText fills the paragraphs of a text, and leaves those as they are that
// are set in.
func roffText(text string) string {
	var out strings.Builder
	for _, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		out.WriteString(".PP\n")
		if strings.HasPrefix(paragraph, " ") || strings.Contains(paragraph, "\n ") {
			out.WriteString(roffAsIs(paragraph))
		} else {
			out.WriteString(roff(paragraph) + "\n")
		}
	}
	return out.String()
}

func roffAsIs(text string) string { return ".nf\n" + roff(strings.Trim(text, "\n")) + "\n.fi\n" }

// roff escapes what would be an order to the formatter.
func roff(text string) string {
	escapes := strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", "\\`", "^", `\(ha`, "~", `\(ti`)
	lines := strings.Split(escapes.Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
