package rulefile

import (
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

// Secrets is what secrets look like. The head of rules/secrets.yaml explains its parts.
type Secrets struct {
	Tokens    []Token
	Arguments []SecretArgument
	Calls     []SecretCall
	Outputs   []SecretOutput
	Names     []SecretName
	Words     map[string][]string // by one of SecretWords
}

// SecretWords are the lists of other words that package redact reads.
var SecretWords = []string{"around", "value", "foreign", "link", "hint", "compound", "plain", "introduces", "login", "enter", "names", "numbered", "secret", "maybe", "public", "published", "holds", "type", "store", "says",
	"example", "sample", "placeholder", "asked", "instead", "glue", "pair", "sets", "user", "open"}

// SecretName says how secret the values of names are.
type SecretName struct {
	Class            string // one of secretClasses
	Is, Joined, Ends []string
}

var secretClasses = []string{"strong", "weak", "typed", "code", "words", "key", "header", "cookie", "none"}

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
	Typed   bool // only what looks like a password
}

// SecretCall says which operand of a call in code is a secret.
type SecretCall struct {
	Is      []string
	Operand int
	Typed   bool // only what looks like a password
	Field   bool // only behind the name of a field for secrets
}

// SecretOutput says that what a call of some programs prints is a secret.
type SecretOutput struct {
	Program       []string
	Sub           string
	With, Without []string
	Prints        string // one of secretPrints
	Stored        bool
}

var secretPrints = []string{"all", "first", "named", "file", "words", "values", "random"}

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
		field{"calls", func(n *Node) { r.each(n, func(n *Node) { out.Calls = append(out.Calls, r.secretCall(n)) }) }},
		field{"outputs", func(n *Node) { r.each(n, func(n *Node) { out.Outputs = append(out.Outputs, r.secretOutput(n)) }) }},
		field{"names", func(n *Node) { r.each(n, func(n *Node) { out.Names = append(out.Names, r.secretName(n)) }) }},
		field{"words", func(n *Node) { out.Words = r.secretWords(n) }},
	)
	r.need(root, "what secrets look like", seen, "tokens", "arguments", "calls", "outputs", "names", "words")
	return out, r.err()
}

func (r *reader) token(n *Node) (out Token) {
	seen := r.object(n, "tokens",
		field{"prefixes", r.list(&out.Prefixes)},
		field{"least", r.count(&out.Least)},
		field{"whole", r.count(&out.Whole)},
		field{"kind", func(n *Node) { word(r, &out.Kind, "kind", []string{"mixed", "random", "dotted", "encoded", "hex"})(n) }},
	)
	r.need(n, "tokens", seen, "prefixes", "least")
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
		field{"typed", r.yes(&out.Typed)},
		field{"form", func(n *Node) { word(r, &out.Form, "form", []string{rule.SecretAttached, rule.SecretApart})(n) }},
	)
	r.need(n, "arguments", seen, "program")
	if len(out.Options)+len(out.After) == 0 && out.Operand == "" && out.Value != rule.SecretInput {
		r.errorIn(n, "arguments need options, operand or after")
	}
	return out
}

func (r *reader) secretCall(n *Node) (out SecretCall) {
	seen := r.object(n, "calls",
		field{"is", r.list(&out.Is)},
		field{"operand", func(n *Node) { // -1 is any but the first
			var err error
			if out.Operand, err = strconv.Atoi(n.Text); err != nil {
				r.errorIn(n, "operand is no number")
			}
		}},
		field{"typed", r.yes(&out.Typed)},
		field{"field", r.yes(&out.Field)},
	)
	r.need(n, "calls", seen, "is", "operand")
	return out
}

func (r *reader) secretOutput(n *Node) (out SecretOutput) {
	seen := r.object(n, "outputs",
		field{"program", r.list(&out.Program)},
		field{"sub", r.line(&out.Sub)},
		field{"with", r.list(&out.With)},
		field{"without", r.list(&out.Without)},
		field{"prints", func(n *Node) { word(r, &out.Prints, "prints", secretPrints)(n) }},
		field{"stored", r.yes(&out.Stored)},
	)
	r.need(n, "outputs", seen, "program", "prints")
	return out
}

func (r *reader) secretName(n *Node) (out SecretName) {
	seen := r.object(n, "names",
		field{"class", func(n *Node) { word(r, &out.Class, "class", secretClasses)(n) }},
		field{"is", r.list(&out.Is)},
		field{"joined", r.list(&out.Joined)},
		field{"ends", r.list(&out.Ends)},
	)
	r.need(n, "names", seen, "class")
	if len(out.Is)+len(out.Joined)+len(out.Ends) == 0 {
		r.errorIn(n, "names need is, joined or ends")
	}
	return out
}

func (r *reader) secretWords(n *Node) map[string][]string {
	lists := make([][]string, len(SecretWords))
	var fields []field
	for i, name := range SecretWords {
		fields = append(fields, field{name, r.list(&lists[i])})
	}
	seen := r.object(n, "words", fields...)
	r.need(n, "words", seen, SecretWords...)
	out := make(map[string][]string)
	for i, name := range SecretWords {
		out[name] = lists[i]
	}
	return out
}
