package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// namesOnly reports whether a call passes on only what stands before the sign in lines
// NAME=value, or how many there are: the names of secrets are none.
func namesOnly(c *shell.Call) bool {
	if c.Model == nil {
		return false
	}
	switch c.Model.Names[0] {
	case "cut":
		return c.Args.Given([]string{"-f=1"}) && c.Args.Given([]string{"-d==", "-d=:"})
	case "grep":
		if c.Args.Has("-c") {
			return true
		}
		if len(c.Args.Operands) == 0 || !c.Args.Has("-o") {
			return false
		}
		pattern := strings.TrimSuffix(strings.TrimSuffix(c.Args.Operands[0].String(), "="), "*")
		return strings.HasPrefix(pattern, "^[") && strings.HasSuffix(strings.TrimSuffix(pattern, "+"), "]") && !strings.Contains(pattern[1:], "[^#]") && strings.Count(pattern, "[") <= 2
	case "sed":
		return len(c.Args.Operands) > 0 && dropsValues(c.Args.Operands[0].String())
	case "awk":
		return c.Args.Given([]string{"-F=="}) && len(c.Args.Operands) > 0 && strings.ReplaceAll(c.Args.Operands[0].String(), " ", "") == "{print$1}"
	}
	return false
}

// dropsValues reports whether a program of sed takes away all behind the first sign.
func dropsValues(program string) bool {
	switch strings.TrimSuffix(program, "g") {
	case "s/=.*//", "s/=.*/=/", "s/=.*$//", "s/=.*$/=/", "s|=.*||", "s|=.*|=|", "s/=.*/=***/", "s/=.*/=xxx/", "s/=.*/=REDACTED/", "s/=.*/=<redacted>/":
		return true
	}
	return false
}
