package extract

import (
	"maps"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// SecretName begins the words that stand for secrets of a CI service in the
// text of a piece: CISECRET_NPM_TOKEN.
const SecretName = "CISECRET_"

// asExpression masks an expression: the secret that it names, else a name.
func asExpression(text string) string {
	if secret := secretOf(text); secret != "" {
		if n := len(text) - len(secret); n >= 0 {
			return strings.Repeat("_", n) + secret
		}
	}
	return asName(text)
}

// secretOf returns the name for the first secret in an expression whose value
// may be that secret, or "".
func secretOf(text string) string {
	if !strings.Contains(text, "secrets") || isTruth(strings.TrimPrefix(text, "${{")) {
		return ""
	}
	if holdsSecrets(text) {
		return SecretName + "ALL"
	}
	_, name, ok := strings.Cut(text, "secrets.")
	if !ok {
		if _, name, ok = strings.Cut(text, "secrets['"); !ok {
			return ""
		}
	}
	end := 0
	for end < len(name) && isNameByte(name[end]) {
		end++
	}
	return SecretName + strings.ToUpper(name[:end])
}

// secretsIn returns the variables of an env mapping that hold secrets, besides
// those from above.
func secretsIn(d *tree.Document, env *tree.Node, above map[string]string) map[string]string {
	out := above
	for _, p := range env.Entries() {
		value := d.Str(p.Value)
		secret := ""
		if strings.Contains(value, "${{") {
			secret = secretOf(value)
		}
		if secret == "" && out[p.Key] == "" {
			continue
		}
		out = maps.Clone(out) // the caller's
		if out == nil {
			out = make(map[string]string)
		}
		out[p.Key] = secret
	}
	return out
}

// noteAll notes the variables that hold all secrets: those that the step sets,
// and those from above that its text names.
func (p *Piece) noteAll(own *tree.Node, doc *tree.Document) {
	for _, name := range slices.Sorted(maps.Keys(p.secrets)) {
		if p.secrets[name] != SecretName+"ALL" {
			continue
		}
		at := shell.Span{To: len(p.Text)}
		for _, use := range [...]string{"$" + name, "${" + name + "}"} {
			if i := strings.Index(p.Text, use); i >= 0 {
				at = shell.Span{From: i, To: i + len(use)}
			}
		}
		if at.From > 0 || doc.Str(own.Get(name)) != "" {
			p.Notes = append(p.Notes, Note{Rule: allSecrets, Span: at, Say: "$" + name + " holds every secret of the repository"})
		}
	}
}
