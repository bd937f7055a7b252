package rulefile

import (
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// secret reads a row of options that carry a secret.
func (r *reader) secret(n *Node, c *rule.Command) (out rule.SecretOption) {
	seen := r.object(n, "secrets",
		field{"program", r.someOf(&out.Program, c)},
		field{"sub", r.line(&out.Sub)},
		field{"options", r.list(&out.Options)},
		field{"value", func(n *Node) { word(r, &out.Value, "value", []string{rule.SecretLogin, rule.SecretInput})(n) }},
		field{"form", func(n *Node) { word(r, &out.Form, "form", []string{rule.SecretAttached, rule.SecretApart})(n) }},
	)
	r.need(n, "secrets", seen, "options")
	return out
}
