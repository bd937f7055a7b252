package interpret

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// builtin lets a call change the state of the shell, if it is one that does.
func (w *Walker) builtin(i int, st *State) {
	c := &w.script.Calls[i]
	if st.Code != "" || st.Where != "" && len(st.wrappers) == 0 {
		return
	}
	switch c.Program {
	case "cd", "pushd":
		w.cd(c, st)
	case "popd":
		if n := len(st.dirs); n > 0 {
			old := st.Cwd.Path
			st.oldpwd, st.Cwd, st.dirs = &old, st.dirs[n-1], st.dirs[:n-1]
		}
	case "set":
		setOptions(c.Argv[1:], st)
		w.exports.all = w.exports.all || len(c.Argv) > 1 && (strings.HasPrefix(c.Argv[1].Prefix(), "-a") || len(c.Argv) > 2 && c.Argv[2].Is("allexport"))
	case "shift":
		st.shift(c.Argv[1:])
	case "unset":
		for _, v := range c.Argv[1:] {
			w.unset(v, st)
		}
	case "read":
		w.read(i, st)
	case "mapfile", "readarray":
		st.mapfile(c)
	case "test", "[":
		for k := 1; k+1 < len(c.Argv); k++ {
			if c.Argv[k].Is("-v") {
				w.expander(st).reference(c.Argv[k+1])
			}
		}
	case "ln", "gln":
		w.addLink(c, st)
	case "compgen", "complete":
		if f := c.Args.Flag("-W"); f != nil && f.Value != nil { // it is expanded
			w.expander(st).document(w.holes.text(*f.Value))
		}
	case "hash":
		st.hashed(c.Argv[1:])
	case "alias":
		alias(c.Argv[1:], st)
	case "unalias":
		for _, v := range c.Argv[1:] {
			st.setAlias(v.String(), "")
		}
	case "printf":
		if len(c.Argv) > 3 && c.Argv[1].Is("-v") {
			w.expander(st).reference(c.Argv[2])
			st.assignTo(c.Argv[2].String(), format(c.Argv[3:]))
		}
	case "getopts":
		if len(c.Argv) > 2 {
			st.getopts(c.Argv[1:])
		}
	case "export", "local", "declare", "readonly", "typeset": // after builtin or command
		for _, v := range c.Argv[1:] {
			name, _, ok := strings.Cut(v.Prefix(), "=")
			if ok && syntax.ValidName(name) {
				st.SetWord(name, v.Cut(len(name)+1))
				if c.Program == "export" {
					w.exports.add(name)
				}
			}
		}
	}
}

// cd changes the directory. Where it can fail unnoticed, the place it would
// leave the shell in is remembered.
func (w *Walker) cd(c *shell.Call, st *State) {
	var target shell.Word
	ops := c.Argv[1:]
	for len(ops) > 0 && strings.HasPrefix(ops[0].Prefix(), "-") && !ops[0].Is("-") {
		ops = ops[1:]
	}
	old := st.Cwd
	if c.Program == "pushd" {
		st.dirs = append(st.dirs, old)
	}
	switch {
	case len(ops) == 0:
		target = shell.LitWord(w.opt.Home)
	case ops[0].Is("-"):
		st.Cwd, st.oldpwd = shell.Dir{Path: st.previous()}, &old.Path
		return
	default:
		target = st.Followed(ops[0], true)
		if t, ok := target.Literal(); ok && t == "" {
			return
		}
	}
	sure := st.errexit || w.exists(target, st)
	st.oldpwd = &old.Path
	st.Cwd = shell.Dir{Path: entered(old, target), Else: old.Else}
	if !sure {
		st.Cwd.Else = st.oldpwd
	}
}

// maxPath bounds the path of a directory that is followed, in bytes. A longer one
// cannot be opened on macOS, and few others can.
const maxPath = 1 << 10

// deep stands for a directory whose path is longer, and for all below it.
var deep = shell.Part{Kind: shell.Unknown, Text: "$(pwd)", Path: true, Set: true}

// entered returns the path of a directory that cd leads to.
func entered(d shell.Dir, target shell.Word) shell.Word {
	if len(d.Path.Parts) == 1 && d.Path.Parts[0].Text == deep.Text && !strings.HasPrefix(target.Prefix(), "/") && !shell.StartsUnknownPath(target) {
		return d.Path
	}
	v := d.Join(target)
	if shell.TextLength(v) > maxPath {
		return shell.Word{Parts: []shell.Part{deep}}
	}
	return v
}

// exists reports whether the target of a cd is known to exist.
func (w *Walker) exists(target shell.Word, st *State) bool {
	t, ok := target.Literal()
	if !ok {
		return len(target.Parts) > 0 && target.Parts[0].Kind == shell.Unknown && target.Parts[0].Temp
	}
	switch t {
	case "/", "/tmp", "..", ".", w.opt.Home, w.opt.Cwd:
		return true
	}
	p, ok := st.Cwd.Resolve(target)
	if !ok {
		return false
	}
	_, made := w.files.by[p+"/"]
	return made
}

// setOptions carries out set.
func setOptions(words []shell.Word, st *State) {
	for i := 0; i < len(words); i++ {
		s, ok := words[i].Literal()
		switch {
		case !ok || s == "" || s[0] != '-' && s[0] != '+':
			st.params, st.anyArgs, st.given = words[i:], false, 0
			return
		case s == "--" || s == "-":
			st.params, st.anyArgs, st.given = words[i+1:], false, 0
			return
		}
		on := s[0] == '-'
		if strings.Contains(s, "e") {
			st.errexit = on
		}
		if strings.Contains(s, "u") {
			st.nounset = on
		}
		if strings.HasSuffix(s, "o") && i+1 < len(words) {
			i++
			switch words[i].String() {
			case "errexit":
				st.errexit = on
			case "nounset":
				st.nounset = on
			}
		}
	}
}

func alias(words []shell.Word, st *State) {
	for _, v := range words {
		if text, ok := v.Literal(); ok {
			if name, value, ok := strings.Cut(text, "="); ok {
				st.setAlias(name, value)
			}
		}
	}
}

func (st *State) setAlias(name, text string) {
	if st.aliases == nil {
		st.aliases = map[string]string{}
	}
	st.aliases[name] = text
}
