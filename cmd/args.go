package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ctxhook/ctxhook/pkg/base/spelling"
)

// noArgs refuses arguments and says where to look.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return withHint(fmt.Errorf("%s takes no argument, not %s", c.CommandPath(), quote(args[0])), seeHelp(c))
}

// atMostOne refuses a second argument.
func atMostOne(c *cobra.Command, args []string) error {
	if len(args) < 2 {
		return nil
	}
	return withHint(fmt.Errorf("%s takes one argument, not %s as well", c.CommandPath(), quote(args[1])), seeHelp(c))
}

// oneArg wants exactly one argument and says which.
func oneArg(what, hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return withHint(fmt.Errorf("%s needs %s", c.CommandPath(), what), hint)
		}
		return atMostOne(c, args)
	}
}

// someArgs wants one argument or more; what names it, and hint says what to type.
func someArgs(what, hint string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return withHint(fmt.Errorf("%s needs %s", c.CommandPath(), what), hint)
		}
		return nil
	}
}

// knownCommand refuses what is no command below c, with the nearest one as
// hint.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return unknownCommand(c, args[0], c.CommandPath()+" ")
}

// unknownCommand refuses a word that is no command below c. before is what was typed in
// front of it, and stands in front of the nearest ones too.
func unknownCommand(c *cobra.Command, word, before string) error {
	path := c.CommandPath() + " "
	err := fmt.Errorf("there is no command %s", quote(strings.TrimPrefix(path, c.Root().Name()+" ")+word))
	c.SuggestionsMinimumDistance = 2
	near := c.SuggestionsFor(word) // cobra leaves out what help does not show
	if hidden := nearestHidden(c, word); len(near) == 0 && hidden != "" {
		near = []string{hidden}
	}
	if len(near) > 0 {
		return withHint(err, "did you mean: "+before+strings.Join(near, ", "+before))
	}
	return withHint(err, "to see them all: "+path+"--help")
}

func nearestHidden(c *cobra.Command, word string) string {
	var names []string
	for _, sub := range c.Commands() {
		if sub.Hidden {
			names = append(names, sub.Name())
		}
	}
	return spelling.Nearest(word, names)
}

// exclusive refuses two flags of which only one can be meant.
func exclusive(c *cobra.Command, names ...string) error {
	given := ""
	for _, name := range names {
		switch {
		case !c.Flags().Changed(name):
		case given != "":
			return withHint(fmt.Errorf("--%s and --%s exclude each other", given, name), seeHelp(c))
		default:
			given = name
		}
	}
	return nil
}

// flagError says what is wrong with an option, and where options are shown.
func flagError(c *cobra.Command, err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		switch f := bad.GetFlag(); f.Value.Type() {
		case "int":
			err = fmt.Errorf("--%s takes a whole number, not %s", f.Name, quote(bad.GetValue()))
		case "when":
			err = fmt.Errorf("--%s takes %s, not %s", f.Name, or(colorings), quote(bad.GetValue()))
		case "bool":
			err = fmt.Errorf("--%s takes no value, not %s", f.Name, quote(bad.GetValue()))
		}
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && unknown.GetSpecifiedShortnames() == "" {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := spelling.Nearest(unknown.GetSpecifiedName(), known); near != "" {
			return withHint(err, "did you mean: "+c.CommandPath()+" --"+near)
		}
	}
	return withHint(err, "to see its flags: "+c.CommandPath()+" --help")
}

func seeHelp(c *cobra.Command) string { return "for help: " + c.CommandPath() + " --help" }
