package shell

import "github.com/ctxhook/ctxhook/pkg/rule"

// scriptWords returns the words from the name of a script on, including
// options that the program before it has read as its own.
func scriptWords(c *Call, n *rule.Nested) []Word {
	var name Word
	switch {
	case len(n.Sub) == 0 && len(c.Args.Sub) > 0:
		name = lit(c.Args.Sub[0])
	case len(n.Sub) > 0 && len(c.Args.Operands) > n.Skip:
		name = c.Args.Operands[n.Skip]
	}
	for k := 1; k < len(c.Argv) && len(name.Parts) > 0; k++ {
		if c.Argv[k].equal(name) || c.Argv[k].String() == name.String() {
			return c.Argv[k:]
		}
	}
	return nil
}

// scriptOf reads the arguments of a script whose name has a model of its own:
// python manage.py flush, php artisan db:wipe. A name that is that of a common
// command says nothing about a script: node install is not install.
func (r *runner) scriptOf(words []Word, lang string) {
	if len(words) == 0 || lang == "" || lang == "shell" {
		return
	}
	name, ok := words[0].Literal()
	if !ok {
		return
	}
	m := r.w.model(programName(name))
	if m == nil {
		return
	}
	switch m.Type {
	case "FileSystem", "System", "Unknown", "Custom":
		return
	}
	if _, own := r.w.written().read(words[0], r.st); own {
		return
	}
	r.w.call(words, invocation{in: r.x.in, span: r.x.span}, r.st)
}
