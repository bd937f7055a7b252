package effect

import "github.com/ctxhook/ctxhook/pkg/guard/shell"

// Text returns the text of the target: every rule may ask for it.
func (e *Effect) Text() string {
	if e.text == "" {
		e.text = e.Target.String()
	}
	return e.text
}

// Path returns the absolute path of the target, when nothing in it is unknown. c is the
// call that has the effect.
func (e *Effect) Path(c *shell.Call, at Dirs) (string, bool) {
	if e.path != "" {
		return e.path, true
	}
	return Literal(*e.Target, c.Cwd, at)
}

// Onto returns the effect as it falls on another path.
func (e Effect) Onto(path string) *Effect {
	e.Target = &shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: path}}}
	e.path, e.text = "", ""
	return &e
}
