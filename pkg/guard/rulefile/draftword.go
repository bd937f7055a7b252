package rulefile

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// effectOf returns the effect that a name speaks of.
func effectOf(name string) rule.EffectKind {
	for _, w := range strings.FieldsFunc(name, func(c rune) bool { return c == ' ' || c == '-' || c == '_' }) {
		switch w {
		case "overwrite":
			return rule.Overwrite
		case "disable":
			return rule.Bypass
		case "shutdown":
			return rule.Service
		}
	}
	return rule.Destroy
}

// alone returns the beginning of a line of options that speaks of one: behind a value or
// another long name without a comma the line is an example.
func alone(head string) string {
	words := strings.Fields(head)
	for k := 1; k < len(words); k++ {
		before := words[k-1]
		if strings.HasPrefix(words[k], "--") && !strings.HasSuffix(before, ",") && before != "|" && before != "/" && before != "or" && (before[0] != '-' || strings.HasPrefix(before, "--")) {
			return strings.Join(words[:k], " ")
		}
	}
	return head
}
