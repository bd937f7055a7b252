package safety

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// passed reports whether a call in a pipeline may let a line through that names a file, and
// what it makes of it; "" is a line that is not known.
func passed(c *shell.Call, line string) (out string, may bool) {
	switch c.Prints() {
	case rule.PrintsLines, rule.PrintsCopy:
		return line, true
	case rule.PrintsFiles:
		return line, len(c.Args.Operands) == 0
	case rule.PrintsTranslated:
		return "", true
	case rule.PrintsSelected:
		if _, known := searchedFor(c); !known || line == "" {
			return line, true
		}
		return line, selects(c, line)
	case rule.PrintsSubstituted:
		return edited(c, line)
	}
	switch c.Program {
	case "head", "tail", "sort", "uniq", "xargs", "read":
		return line, true
	case "cut":
		return cut(c, line)
	case "awk", "gawk", "mawk":
		return field(c, line)
	}
	return "", false
}

// edited is passed for sed.
func edited(c *shell.Call, line string) (string, bool) {
	if line == "" || len(c.Args.Operands) != 1 {
		return "", len(c.Args.Operands) < 2
	}
	text, known := c.Edited(line)
	return text, !known || text != ""
}

// cut is passed for cut: some letters on, or one field.
func cut(c *shell.Call, line string) (string, bool) {
	if f := c.Args.Flag("-c", "-b", "--characters"); f != nil && f.Value != nil {
		from, open := strings.CutSuffix(f.Value.String(), "-")
		if n, err := strconv.Atoi(from); err == nil && open && n > 0 && n <= len(line) {
			return line[n-1:], true
		}
	}
	return "", true
}

// field is passed for awk: one field of the lines that fit an expression.
func field(c *shell.Call, line string) (string, bool) {
	if len(c.Args.Operands) != 1 || line == "" {
		return "", true
	}
	program := strings.TrimSpace(c.Args.Operands[0].String())
	if strings.HasPrefix(program, "/") {
		pattern, rest, ok := strings.Cut(program[1:], "/")
		if !ok {
			return "", true
		}
		if re, err := regexp.Compile(pattern); err == nil && !re.MatchString(line) {
			return "", false
		}
		program = strings.TrimSpace(rest)
	}
	digits, ok := strings.CutPrefix(strings.Trim(program, "{} "), "print $")
	n, err := strconv.Atoi(strings.TrimSpace(digits))
	fields := strings.Fields(line)
	switch {
	case !ok || err != nil || c.Args.Has("-F"):
		return "", true
	case n == 0:
		return line, true
	case n > len(fields):
		return "", false
	}
	return fields[n-1], true
}
