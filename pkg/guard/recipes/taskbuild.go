package recipes

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/tree"
)

// taskBuild is one task that is being followed.
type taskBuild struct {
	*taskfile
	name  string
	task  *tree.Node
	vars  map[string]string
	env   []Variable
	depth int
}

// variables reads the values of vars and env.
func (b *taskBuild) variables(vars, env *tree.Node) {
	for _, e := range vars.Entries() {
		b.vars[e.Key] = b.text(e.Value)
	}
	for _, e := range env.Entries() {
		v := b.text(e.Value)
		b.env = append(b.env, Variable{e.Key, v})
		if _, ok := b.vars[e.Key]; !ok {
			b.vars[e.Key] = v
		}
	}
}

// text returns the value of a variable: a text, or what a command prints.
func (b *taskBuild) text(n *tree.Node) string {
	switch {
	case n == nil:
		return ""
	case n.Kind == tree.Scalar:
		return b.filled(b.doc.Str(n))
	}
	if sh := n.Get("sh"); sh != nil {
		command := b.filled(b.doc.Str(sh))
		b.add(command, sh)
		return "$(" + strings.TrimSpace(command) + ")"
	}
	return unknown
}

// run lists the commands of the task.
func (b *taskBuild) run() {
	if b.task.Kind != tree.Mapping {
		b.commands(b.task)
		return
	}
	for _, d := range b.task.Get("deps").List() {
		b.needs(d)
	}
	for _, p := range b.task.Get("preconditions").List() {
		b.command(p)
	}
	b.commands(b.task.Get("status"))
	b.commands(b.task.Get("cmds"))
	b.commands(b.task.Get("cmd"))
}

func (b *taskBuild) commands(n *tree.Node) {
	for _, c := range n.List() {
		b.command(c)
	}
}

// command lists what an entry of cmds runs.
func (b *taskBuild) command(n *tree.Node) {
	if n == nil || len(b.shared.out) > maxCommands {
		return
	}
	if n.Kind != tree.Mapping {
		b.add(b.filled(b.doc.Str(n)), n)
		return
	}
	items := []string{""}
	if list := n.Get("for").List(); len(list) > 0 {
		items = items[:0]
		for _, i := range list {
			if v := b.doc.Str(i); v != "" && n.Get("for").Kind == tree.Sequence {
				items = append(items, v)
			} else {
				items = append(items, unknown)
			}
		}
	}
	for _, item := range items {
		if item != "" {
			b.vars["ITEM"] = item
		}
		for _, key := range [...]string{"cmd", "sh"} {
			if c := n.Get(key); c != nil {
				b.add(b.filled(b.doc.Str(c)), c)
			}
		}
		if d := n.Get("defer"); d != nil {
			b.command(d)
		}
		if n.Get("task") != nil {
			b.needs(n)
		}
	}
}

// needs follows another task: its name, or task and vars.
func (b *taskBuild) needs(n *tree.Node) {
	if n == nil || n.Kind != tree.Mapping {
		b.build(b.filled(b.doc.Str(n)), nil, b.depth+1)
		return
	}
	given := map[string]string{}
	for _, e := range n.Get("vars").Entries() {
		given[e.Key] = b.text(e.Value)
	}
	b.build(b.filled(b.doc.Str(n.Get("task"))), given, b.depth+1)
}

// add adds a command.
func (b *taskBuild) add(text string, n *tree.Node) {
	if strings.TrimSpace(text) == "" {
		return
	}
	dir := b.dir
	if d := b.filled(b.doc.Str(b.task.Get("dir"))); d != "" {
		if dir = d; !path.IsAbs(d) && !strings.HasPrefix(d, "$") {
			dir = path.Join(b.dir, d)
		}
	}
	b.shared.out = append(b.shared.out, Command{Text: text, File: b.file.file, Line: b.line(n), Rows: n.Style == '|', Dir: dir, Env: b.env, Goal: b.name})
}

// filled fills in the templates of a text.
func (b *taskBuild) filled(text string) string {
	if !strings.Contains(text, "{{") {
		return text
	}
	var out strings.Builder
	for b.shared.volume <= maxVolume {
		before, rest, ok := strings.Cut(text, "{{")
		out.WriteString(before)
		if !ok {
			break
		}
		inner, after, closed := strings.Cut(rest, "}}")
		if !closed {
			out.WriteString("{{" + rest)
			break
		}
		value := b.template(strings.Trim(inner, "- \t"))
		b.shared.volume += len(value) + len(before) + 16
		out.WriteString(value)
		text = after
	}
	return out.String()
}

// template returns the value of a variable in a template, with a default.
func (b *taskBuild) template(inner string) string {
	expr, filter, _ := strings.Cut(inner, "|")
	expr, filter = strings.TrimSpace(expr), strings.TrimSpace(filter)
	otherwise, hasDefault := strings.CutPrefix(filter, "default ")
	if rest, ok := strings.CutPrefix(expr, "default "); ok { // default "x" .V
		i := strings.LastIndexByte(rest, ' ')
		if i < 0 {
			return unknown
		}
		otherwise, hasDefault, expr = rest[:i], true, rest[i+1:]
	} else if filter != "" && !hasDefault {
		return unknown
	}
	name, ok := strings.CutPrefix(expr, ".")
	if !ok || !isName(name) {
		return unknown
	}
	value, ok := b.vars[name]
	if !ok {
		value, ok = b.value(name)
	}
	if (!ok || value == "") && hasDefault {
		return strings.Trim(strings.TrimSpace(otherwise), "\"`'")
	}
	return value
}

// value returns a variable that is not set in the file.
func (b *taskBuild) value(name string) (string, bool) {
	switch name {
	case "CLI_ARGS":
		return b.shared.rest, true
	case "TASK":
		return b.name, true
	case "ROOT_DIR", "TASKFILE_DIR", "USER_WORKING_DIR":
		return "$PWD", true
	case "OS", "ARCH", "EXIT_CODE":
		return unknown, true
	}
	if v, ok := b.order.env(name); ok {
		return v, true
	}
	return "${" + name + "}", false
}
