// Package mutate rewrites a command into others whose verdict is known from
// the first: wrapped so that it does the same, or quoted so that it does
// nothing. It is how tests and the scorecard try what no list of commands
// holds.
package mutate

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// A Mutation is one way to rewrite a command.
type Mutation struct {
	Name   string
	Clears bool // the outcome does nothing; otherwise it does the same
	Apply  func(command string) string
}

// All are the mutations, those that do the same first.
var All = []Mutation{
	{"bash -c", false, func(c string) string { return "bash -c " + quote(c) }},
	{"sh -c through a variable", false, func(c string) string { return "c=" + quote(c) + "; sh -c \"$c\"" }},
	{"eval", false, func(c string) string { return "eval " + quote(c) }},
	{"subshell", false, func(c string) string { return "(\n" + c + "\n)" }},
	{"block behind &&", false, func(c string) string { return "true && {\n" + c + "\n}" }},
	{"if", false, func(c string) string { return "if true; then\n" + c + "\nfi" }},
	{"loop", false, func(c string) string { return "for i in 1 2; do\n" + c + "\ndone" }},
	{"function", false, func(c string) string { return "f() {\n" + c + "\n}\nf" }},
	{"command substitution", false, func(c string) string { return "x=$(\n" + c + "\n)" }},
	{"trap", false, func(c string) string { return "trap " + quote(c) + " EXIT" }},
	{"here-document", false, func(c string) string { return "bash <<'CTXHOOK_END'\n" + c + "\nCTXHOOK_END" }},
	{"here-string", false, func(c string) string { return "bash <<< " + quote(c) }},
	{"pipe into sh", false, func(c string) string { return "printf '%s\\n' " + quote(c) + " | sh" }},
	{"base64 into bash", false, func(c string) string {
		return "echo " + base64.StdEncoding.EncodeToString([]byte(c+"\n")) + " | base64 -d | bash"
	}},
	{"hex into bash", false, func(c string) string { return "echo " + hex.EncodeToString([]byte(c+"\n")) + " | xxd -r -p | bash" }},
	{"script file", false, func(c string) string { return "cat > s.sh <<'CTXHOOK_END'\n" + c + "\nCTXHOOK_END\nbash s.sh" }},
	{"env nice timeout", false, func(c string) string { return "env A=1 nice -n 5 timeout 60 bash -c " + quote(c) }},
	{"xargs", false, func(c string) string { return "echo x | xargs -I{} bash -c " + quote(c) }},
	{"find -exec", false, func(c string) string { return "find . -maxdepth 0 -exec bash -c " + quote(c) + " \\;" }},
	{"python os.system", false, func(c string) string {
		return "python3 -c " + quote("import os; os.system("+pythonString(c)+")")
	}},
	{"quoted program name", false, quoteProgram},

	{"echoed", true, func(c string) string { return "echo " + quote(c) }},
	{"grepped for", true, func(c string) string { return "grep -rnF -- " + quote(c) + " ." }},
	{"commit message", true, func(c string) string { return "git commit -m " + quote("Say why "+c+" hurts") }},
	{"comment", true, func(c string) string { return "# " + strings.ReplaceAll(c, "\n", "\n# ") + "\ntrue" }},
	{"here-document to a file", true, func(c string) string {
		return "cat > notes.txt <<'CTXHOOK_END'\n" + c + "\nCTXHOOK_END"
	}},
	{"printed by python", true, func(c string) string { return "python3 -c " + quote("print("+pythonString(c)+")") }},
}

func quote(s string) string {
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// pythonString writes a Python string literal.
func pythonString(s string) string {
	r := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`)
	return `"` + r.Replace(s) + `"`
}

// quoteProgram breaks the first word of a simple command up with quotes.
func quoteProgram(c string) string {
	word, rest, _ := strings.Cut(c, " ")
	if len(word) < 2 || shell.Quote(word) != word || strings.ContainsAny(word, "=/~") || shellWord(word) {
		return c
	}
	return word[:1] + "''" + word[1:] + " " + rest
}

// shellWord names the words that are no programs and lose their meaning when
// quoted.
func shellWord(w string) bool {
	switch w {
	case "if", "for", "while", "until", "case", "function", "time", "select", "coproc", "export", "declare", "local", "readonly", "typeset":
		return true
	}
	return false
}
