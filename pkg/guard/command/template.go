package command

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// The bounds on templates and keys, in bytes.
const (
	MaxTemplate = 200
	MaxKey      = 2000
)

// Template returns a command without its particulars: programs, subcommands
// and names of options. Where it runs and filters of its output are left out.
// "cd a && go test -run Foo ./x | tail" is "go test -run".
func Template(s *shell.Script) redact.Text {
	var parts []string
	for _, i := range MainCalls(s) {
		if part := callTemplate(&s.Calls[i]); !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	return redact.Clean(strings.Join(parts, "; ")).Cut(MaxTemplate)
}

// callTemplate returns the template of one call.
func callTemplate(c *shell.Call) string {
	words := append([]string{c.Program}, c.Args.Sub...)
	if (c.Model == nil || TakesTarget(words)) && len(c.Args.Operands) > 0 {
		if w, ok := c.Args.Operands[0].Literal(); ok && isVerb(w) {
			words = append(words, w)
		}
	}
	var flags []string
	for _, f := range c.Args.Flags {
		name, _, _ := strings.Cut(f.Name, "=")
		if name != "--" && !slices.Contains(flags, name) {
			flags = append(flags, name)
		}
	}
	slices.Sort(flags)
	return strings.Join(append(words, flags...), " ")
}

// TakesTarget reports whether the first operand of a program, or of a
// subcommand, says what is done: make test, npm run build.
func TakesTarget(words []string) bool {
	return takesTargetWord(strings.Join(words, "/"))
}

// isVerb guesses whether a word is a subcommand of a program without a model:
// a short word of letters.
func isVerb(w string) bool {
	return len(w) > 1 && len(w) <= 20 && !strings.ContainsFunc(w, func(r rune) bool {
		return (r < 'a' || r > 'z') && r != '-' && r != ':'
	}) && w[0] != '-'
}

// Spelling returns the words of a command's main calls. Two commands with the
// same spelling do the same.
func Spelling(s *shell.Script) string {
	var b strings.Builder
	for _, i := range MainCalls(s) {
		for _, w := range s.Calls[i].Argv {
			b.WriteString(w.String())
			b.WriteByte(' ')
		}
		b.WriteByte(';')
		if b.Len() > MaxKey {
			break
		}
	}
	return b.String()
}
