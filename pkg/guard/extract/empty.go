package extract

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/formats"
	"github.com/ctxhook/ctxhook/pkg/base/tree"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// maskEmpty masks expressions of another language. One that may be empty becomes a
// variable of the same length that nothing sets, so that what the shell makes of it is
// seen; the others become names.
func (p *Piece) maskEmpty(spans []shell.Span, as func(string) string, isEmpty func(expression string) bool) {
	p.mask(spans, func(text string) string {
		expression := strings.Trim(text, "${} ")
		if !isEmpty(expression) || p.Language != "" {
			return as(text)
		}
		inner := strings.TrimSuffix(strings.TrimLeft(text, "${"), "}}")
		name := strings.Repeat("_", len(text)-len("${}")-len(inner)) + asName(inner)
		p.mayBeEmpty(name, text)
		return "${" + name + "}"
	})
}

// mayBeEmpty says that a variable of a piece may be empty, and how a user knows it.
func (p *Piece) mayBeEmpty(name, shown string) {
	if p.Empty == nil {
		p.Empty = make(map[string]string)
	}
	p.Empty[name] = shown
}

// firstName returns the variable that an expression begins with.
func firstName(expression string) string {
	n := 0
	for n < len(expression) && (isNameByte(expression[n]) || expression[n] == '-') {
		n++
	}
	return expression[:n]
}

// justEmpty returns the variables of a justfile whose default is empty.
func justEmpty(statements []formats.JustStatement) map[string]bool {
	out := make(map[string]bool)
	for i := range statements {
		if s := &statements[i]; s.Kind == formats.JustVariable && isEmptyDefault(s.Value) {
			out[s.Name] = true
		}
	}
	return out
}

// isEmptyDefault reports whether a value is an empty text, or that of a variable of the
// environment with such a default: env('X', "").
func isEmptyDefault(value string) bool {
	value = strings.Join(strings.Fields(value), "")
	if value == `""` || value == `''` {
		return true
	}
	return strings.HasPrefix(value, "env") && (strings.HasSuffix(value, `,"")`) || strings.HasSuffix(value, `,'')`))
}

// ansibleEmpty reports whether an expression of a playbook may be empty: it says so
// itself, or the file gives its variable such a value, and no condition asks for it.
func ansibleEmpty(data []byte) func(expression string) bool {
	return func(expression string) bool {
		name := firstName(expression)
		if name == "" || isAsked(data, name) {
			return false
		}
		if expression == name+".stdout" || expression == name+".stdout_lines[0]" {
			return mayHaveFailed(data, name) || printsNothingIn(data, name)
		}
		if hasEmptyDefault(expression) {
			return true
		}
		if expression != name {
			return false
		}
		for line := range bytes.Lines(data) {
			key, value, _ := strings.Cut(strings.TrimSpace(string(line)), ":")
			if value = strings.TrimSpace(value); key == name && (value == `""` || value == "''" || hasEmptyDefault(value)) {
				return true
			}
		}
		return false
	}
}

// mayHaveFailed reports whether the task whose result has a name may fail without an end of the
// play.
func mayHaveFailed(data []byte, name string) bool {
	task, registers := false, false // of the task that is read
	for line := range bytes.Lines(append(bytes.Clone(data), "\n- end:\n"...)) {
		body := strings.TrimSpace(string(line))
		if strings.HasPrefix(body, "- ") {
			if task && registers {
				return true
			}
			task, registers = false, false
		}
		body = strings.TrimPrefix(body, "- ")
		registers = registers || body == "register: "+name
		task = task || body == "ignore_errors: true" || body == "ignore_errors: yes" || body == "failed_when: false"
	}
	return false
}

// printsNothingIn reports whether the command of a task whose result has a name ends in a program
// that prints nothing where it finds nothing.
func printsNothingIn(data []byte, name string) bool {
	before, _, ok := strings.Cut(string(data), "register: "+name+"\n")
	if !ok {
		return false
	}
	task := before[strings.LastIndex("\n"+before, "\n- "):]
	for line := range strings.Lines(task) {
		body := strings.TrimPrefix(strings.TrimSpace(line), "- ")
		key, command, ok := strings.Cut(body, ": ")
		if !ok || !strings.HasSuffix(key, "shell") && !strings.HasSuffix(key, "command") && key != "cmd" || strings.Contains(command, "||") {
			continue
		}
		words := strings.Fields(strings.TrimLeft(command[strings.LastIndexByte(command, '|')+1:], "\"'"))
		return len(words) > 0 && PrintsNothing(words[0])
	}
	return false
}

func hasEmptyDefault(expression string) bool {
	e := strings.Join(strings.Fields(expression), "")
	for _, mark := range [...]string{"default('')", `default("")`, "default('',true)", `|d('')`, `|d("")`} {
		if strings.Contains(e, mark) {
			return true
		}
	}
	e = strings.Trim(e, `"{}`)
	return strings.HasPrefix(e, "lookup('env',") && !strings.Contains(e, "|")
}

// isAsked reports whether a condition of a file names a variable.
func isAsked(data []byte, name string) bool {
	list := false // of conditions
	for line := range bytes.Lines(data) {
		body := strings.TrimSpace(string(line))
		key, _, _ := strings.Cut(strings.TrimPrefix(body, "- "), ":")
		switch {
		case key == "when" || key == "that" || key == "failed_when" || key == "if" || key == "condition":
			list = true
		case !strings.HasPrefix(body, "- ") && strings.Contains(body, ": "), strings.Contains(body, "- name:"):
			list = false
		}
		if list && strings.Contains(body, name) {
			return true
		}
	}
	return false
}

// taskEmpty reports whether an expression of a Taskfile is a variable that only the
// command line sets.
func taskEmpty(data []byte) func(expression string) bool {
	return func(expression string) bool {
		name, ok := strings.CutPrefix(expression, ".")
		if !ok || !isVariable(name) || bytes.Contains(data, []byte("requires:")) || bytes.Contains(data, []byte("dotenv:")) || bytes.Contains(data, []byte("includes:")) ||
			slices.Contains([]string{"CLI_ARGS", "ITEM", "TASK", "MATCH", "ROOT_DIR", "TASKFILE_DIR", "USER_WORKING_DIR", "TASKFILE", "ROOT_TASKFILE", "KEY"}, name) {
			return false
		}
		for line := range bytes.Lines(data) {
			key, value, ok := strings.Cut(strings.TrimSpace(string(line)), ":")
			if bare := strings.Join(strings.Fields(value), ""); strings.Contains(bare, `default""}}`) || strings.Contains(bare, "default''}}") {
				continue
			}
			if value = strings.TrimSpace(value); ok && strings.Trim(strings.TrimPrefix(key, "- "), `"'`) == name && value != `""` && value != "''" {
				return false
			}
			if strings.Contains(string(line), "{"+name+":") || strings.Contains(string(line), "{ "+name+":") || strings.Contains(string(line), ", "+name+":") {
				return false
			}
		}
		return true
	}
}

// triggers are the events that start a workflow, and its inputs.
type triggers struct {
	doc    *tree.Document
	data   []byte
	events []string
	inputs []*tree.Node // of dispatch, call, or a composite action
}

func triggersOf(doc *tree.Document, data []byte, root *tree.Node) *triggers {
	t := &triggers{doc: doc, data: data}
	on := root.Get("on")
	for _, name := range on.List() {
		if event := doc.Str(name); event != "" {
			t.events = append(t.events, event)
		}
	}
	for _, p := range on.Entries() {
		t.events = append(t.events, p.Key)
		t.inputs = append(t.inputs, p.Value.Get("inputs"))
	}
	return t
}

// isEmpty reports whether an expression is empty for some event that starts the workflow:
// an input on a schedule, or what only a pull request has.
func (t *triggers) isEmpty(expression string) bool {
	name, ok := strings.CutPrefix(expression, "github.event.inputs.")
	if !ok {
		name, ok = strings.CutPrefix(expression, "inputs.")
	}
	if ok {
		return firstName(name) == name && t.emptyInput(name) && !isAsked(t.data, name) && !isAsked(t.data, "event_name")
	}
	if name, ok := strings.CutPrefix(expression, "vars."); ok {
		return firstName(name) == name && !isAsked(t.data, name) // the repository may not have it
	}
	if expression == "github.head_ref" || expression == "github.base_ref" || strings.HasPrefix(expression, "github.event.pull_request.") || expression == "github.event.number" {
		return t.startsOtherwise("pull_request", "pull_request_target", "workflow_call") && !isAsked(t.data, "pull_request")
	}
	return false
}

// startsOtherwise reports whether other events than these start the workflow.
func (t *triggers) startsOtherwise(than ...string) bool {
	return slices.ContainsFunc(t.events, func(e string) bool { return !slices.Contains(than, e) })
}

func (t *triggers) emptyInput(name string) bool {
	if t.startsOtherwise("workflow_dispatch", "workflow_call") {
		return true
	}
	for _, list := range t.inputs {
		in := list.Get(name)
		if in == nil {
			continue
		}
		switch t.doc.Str(in.Get("type")) {
		case "boolean", "choice", "number", "environment":
			return false
		}
		return t.doc.Str(in.Get("required")) != "true" && t.doc.Str(in.Get("default")) == ""
	}
	return false
}

// emptyEnv says which variables of an env mapping are expressions that may be empty.
func (p *Piece) emptyEnv(t *triggers, env *tree.Node) {
	for _, e := range env.Entries() {
		value := strings.TrimSpace(t.doc.Str(e.Value))
		inner, ok := strings.CutPrefix(value, "${{")
		inner, closed := strings.CutSuffix(inner, "}}")
		if ok && closed && t.isEmpty(strings.TrimSpace(inner)) {
			p.mayBeEmpty(e.Key, "$"+e.Key)
		}
	}
}

// mayPrintNothing reports whether the value of a variable of make is nothing but the output
// of a command that prints nothing where it finds nothing.
func mayPrintNothing(value string) bool {
	if strings.HasPrefix(value, "$(realpath $(") || strings.HasPrefix(value, "$(wildcard $(") {
		return formats.Closing([]byte(value), 1) == len(value)-1
	}
	inner, ok := strings.CutPrefix(value, "$(shell ")
	if !ok || formats.Closing([]byte(value), 1) != len(value)-1 || strings.ContainsAny(inner, ";&") || strings.Contains(inner, "||") {
		return false
	}
	words := strings.Fields(strings.TrimRight(inner[strings.LastIndexByte(inner, '|')+1:], ") "))
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "pipenv", "poetry", "which", "cat", "ls", "terraform":
		return true
	case "git", "tr", "sort", "head", "cut", "sed", "tail":
		return strings.Contains(inner, "|") && words[0] != "git" && PrintsNothing(strings.Fields(inner)[0])
	}
	return PrintsNothing(words[0])
}

// asksFor reports whether a makefile looks whether a variable has a value.
func asksFor(data []byte, name string) bool {
	text := strings.ReplaceAll(strings.ReplaceAll(string(data), "${"+name+"}", "$("+name+")"), `"`, "")
	for _, mark := range [...]string{"ifeq ($(" + name + "),", "ifneq ($(" + name + "),", "ifeq (,$(" + name + ")", "ifneq (,$(" + name + ")", "ifdef " + name, "ifndef " + name, "$(if $(" + name + ")", "$(or $(" + name + ")", "test -n $(" + name + ")", "[ -n $(" + name + ")", "test -z $(" + name + ")", "[ -z $(" + name + ")", "test -d $(" + name, "[ -d $(" + name} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

// PrintsNothing reports whether a program may end well and print nothing, for what it looks for
// is not there.
func PrintsNothing(program string) bool { return programPrintsNothingWord(program) }
