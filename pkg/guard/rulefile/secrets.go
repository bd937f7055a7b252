package rulefile

import (
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Secrets is what secrets look like. The head of rules/secrets.yaml explains its parts.
type Secrets struct {
	Tokens    []Token
	Arguments []SecretArgument
}

// Token is the form of tokens with some beginnings.
type Token struct {
	Prefixes     []string
	Least, Whole int
	Kind         string // "" plain, mixed, random, dotted, encoded
}

// SecretArgument says which words of a call of some programs are secrets.
type SecretArgument struct {
	Program []string
	Sub     string
	With    string
	Options []string
	Operand string
	After   []string
	Value   string // as in rule.SecretOption
	Between string
	Form    string
}

// ParseSecrets reads what secrets look like.
func ParseSecrets(path string, data []byte) (out Secrets, err error) {
	r := &reader{path: path}
	root := r.open(data)
	if root == nil {
		return out, r.err()
	}
	seen := r.object(root, "what secrets look like",
		field{"tokens", func(n *Node) { r.each(n, func(n *Node) { out.Tokens = append(out.Tokens, r.token(n)) }) }},
		field{"arguments", func(n *Node) {
			r.each(n, func(n *Node) { out.Arguments = append(out.Arguments, r.secretArgument(n)) })
		}},
	)
	r.need(root, "what secrets look like", seen, "tokens", "arguments")
	return out, r.err()
}

func (r *reader) token(n *Node) (out Token) {
	var least, whole string
	seen := r.object(n, "tokens",
		field{"prefixes", r.list(&out.Prefixes)},
		field{"least", r.line(&least)},
		field{"whole", r.line(&whole)},
		field{"kind", func(n *Node) { word(r, &out.Kind, "kind", []string{"mixed", "random", "dotted", "encoded"})(n) }},
	)
	r.need(n, "tokens", seen, "prefixes", "least")
	var err error
	if out.Least, err = strconv.Atoi(least); err != nil {
		r.errorIn(n, "least is no number")
	}
	if whole != "" {
		if out.Whole, err = strconv.Atoi(whole); err != nil {
			r.errorIn(n, "whole is no number")
		}
	}
	return out
}

func (r *reader) secretArgument(n *Node) (out SecretArgument) {
	seen := r.object(n, "arguments",
		field{"program", r.list(&out.Program)},
		field{"sub", r.line(&out.Sub)},
		field{"with", r.line(&out.With)},
		field{"options", r.list(&out.Options)},
		field{"operand", r.line(&out.Operand)},
		field{"after", r.list(&out.After)},
		field{"value", func(n *Node) { word(r, &out.Value, "value", []string{rule.SecretLogin, rule.SecretInput})(n) }},
		field{"between", r.line(&out.Between)},
		field{"form", func(n *Node) { word(r, &out.Form, "form", []string{rule.SecretAttached, rule.SecretApart})(n) }},
	)
	r.need(n, "arguments", seen, "program")
	if len(out.Options)+len(out.After) == 0 && out.Operand == "" && out.Value != rule.SecretInput {
		r.errorIn(n, "arguments need options, operand or after")
	}
	return out
}
