package follow

import (
	"github.com/ctxhook/ctxhook/pkg/guard/interpret"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// scriptWords returns the words from the name of a script on, including
// options that the program before it has read as its own.
func scriptWords(c *shell.Call, n *rule.Nested) []shell.Word {
	var name shell.Word
	switch {
	case len(n.Sub) == 0 && len(c.Args.Sub) > 0:
		name = shell.LitWord(c.Args.Sub[0])
	case len(n.Sub) > 0 && len(c.Args.Operands) > n.Skip:
		name = c.Args.Operands[n.Skip]
	}
	for k := 1; k < len(c.Argv) && len(name.Parts) > 0; k++ {
		if c.Argv[k].Equal(name) || c.Argv[k].String() == name.String() {
			return c.Argv[k:]
		}
	}
	return nil
}

// scriptOf reads the arguments of a script whose name has a model of its own:
// python manage.py flush, php artisan db:wipe. A name that is that of a common
// command says nothing about a script: node install is not install.
func (r *runner) scriptOf(words []shell.Word, lang string) {
	if len(words) == 0 || lang == "" || lang == "shell" {
		return
	}
	name, ok := words[0].Literal()
	if !ok {
		return
	}
	about := shell.About(r.f.opt.Models, shell.ProgramName(name))
	m, manages := shell.Readable(about), about.TraitsOf(shell.ProgramName(name))&rule.Manages != 0
	if m == nil && !manages || about.TraitsOf(shell.ProgramName(name))&rule.Builtin != 0 { // npm run test
		return
	}
	if m != nil && !manages {
		switch m.Type {
		case "FileSystem", "System", "Unknown", "Custom":
			return
		}
	}
	if _, own := r.w.Written().Read(words[0], r.st); own {
		return
	}
	r.w.Call(words, interpret.Invocation{In: r.x.In, Span: r.x.Span}, r.st)
}
