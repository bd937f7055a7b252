package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// ShowsText reports whether a call shows text of others. What looks like a
// failure in its output may be part of a log, a page or a source.
func ShowsText(c *shell.Call) bool {
	return Has(c, rule.PrintsData) || Is(c, rule.InlineCode) && HasArg(c, []string{"-c", "-e", "-p", "--eval", "-r"})
}

// InProject reports whether a call runs a file of the project by its path,
// such as ./build.sh.
func InProject(c *shell.Call) bool {
	return c.Program != "" && len(c.Argv) > 0 && strings.HasPrefix(c.Argv[0].String(), "./")
}

// MainCalls returns the indexes of the calls that a command is for. It leaves
// out calls that only run another one, auxiliary ones such as cd, and filters
// behind a pipe. If nothing is left, it returns all calls.
func MainCalls(s *shell.Script) []int {
	outer := make(map[int]bool) // calls that another call is nested in
	for i := range s.Calls {
		outer[s.Calls[i].Via] = true
	}
	var list []int
	for i := range s.Calls {
		c := &s.Calls[i]
		if outer[i] || c.Program == "" || Is(c, rule.Auxiliary) || c.Stdin.Kind == shell.SourcePipe && Is(c, rule.Filter) {
			continue
		}
		list = append(list, i)
	}
	if list == nil {
		for i := range s.Calls {
			list = append(list, i)
		}
	}
	return list
}

// IsNoise reports whether a command only looks around or prints something, and
// so is not worth remembering when it succeeds. A command that redirects its
// output to a file is worth it.
func IsNoise(s *shell.Script) bool {
	return !Redirects(s.Text) && !slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return !Is(&c, rule.Noise) })
}

// Redirects reports whether a command writes its output to a file.
func Redirects(command string) bool {
	for {
		_, rest, ok := strings.Cut(command, ">")
		if !ok {
			return false
		}
		rest = strings.TrimLeft(rest, "> ")
		if !strings.HasPrefix(rest, "&1") && !strings.HasPrefix(rest, "&2") && !strings.HasPrefix(rest, "/dev/null") {
			return true
		}
		command = rest
	}
}

// Pipes reports whether a command has a pipe, whose exit code is that of its last
// part.
func Pipes(s *shell.Script) bool {
	return slices.ContainsFunc(s.Calls, func(c shell.Call) bool { return c.Stdin.Kind == shell.SourcePipe })
}
