// Package recipes reads the files of task runners, such as makefiles and the
// scripts of a package.json, for the commands that a goal runs. It opens no file
// and runs nothing: its caller says what a file holds. What it cannot work out it
// leaves to the shell, as a variable of that name, or leaves out.
package recipes

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/fault"
)

// Order is what a task runner is told to do.
type Order struct {
	Kind  string                           // how its files are written: one of rule.Recipes
	Files []string                         // names of the file, the first that exists counts
	Words []string                         // goals, variables and arguments, in the order given
	All   bool                             // every word is a goal, rather than an argument of the first
	Env   func(name string) (string, bool) // variables that are known
	Text  func(name string) (string, bool) // the text of a file, by its path from where the runner works
	Only  []string                         // the members of a workspace that are asked for; none: all
	Names func(pattern string) []string    // the files that a pattern stands for; nil: none can be asked for
}

// Command is one that a recipe runs.
type Command struct {
	Text string
	Lang string // its language; "" is that of a POSIX shell
	File string // where it stands; "" is the command of the runner
	Line int
	Rows bool       // the lines of the text are those of the file, from Line on
	Dir  string     // where it runs; "" is where the runner works
	Env  []Variable // what it adds to its environment
	Goal string     // what it is run for

	Where string // "": here; or Remote, Container
}

// Where commands run that do not run on this machine.
const (
	Remote    = "remote"
	Container = "container"
)

// Variable is a variable with its value.
type Variable struct{ Name, Value string }

// Bounds of what is read for one order.
const (
	maxCommands = 8 << 10 // more than the work for a command suffices for
	maxVolume   = 1 << 20 // bytes that expansions may produce
	maxFiles    = 256     // that files include
	maxAsked    = 32      // $(shell ..) that are left to the shell
	maxDepth    = 200     // goals, variables and functions within each other
)

// Read returns the commands that an order runs, in their order.
func Read(o Order) []Command {
	if text := o.Text; fault.On {
		o.Text = func(name string) (string, bool) {
			s, ok := text(name)
			fault.At(o.Kind, s)
			return s, ok
		}
	}
	read := reader(o.Kind)
	if read == nil {
		return nil
	}
	list := read(o)
	return list[:min(len(list), maxCommands)]
}

// reader returns what reads files of a kind; nil for one that is none of rule.Recipes.
func reader(kind string) func(Order) []Command {
	switch kind {
	case "ansible":
		return readAnsible
	case "bazel":
		return readBazel
	case "cargo", "toml":
		return readTOML
	case "cmake":
		return readCMake
	case "compose":
		return readCompose
	case "dockerfile":
		return readDockerfile
	case "hooks":
		return readHooks
	case "just":
		return readJust
	case "make":
		return readMake
	case "manifests":
		return readManifests
	case "meson":
		return readMeson
	case "ninja":
		return readNinja
	case "package":
		return readPackage
	case "pom":
		return readPom
	case "procfile":
		return readProcfile
	case "task":
		return readTask
	case "tox":
		return readTox
	case "workflow":
		return readWorkflow
	case "workspaces":
		return readWorkspaces
	}
	return nil
}

// open returns the first file of an order that exists.
func (o *Order) open() (name, text string, ok bool) {
	for _, name := range o.Files {
		if text, ok := o.Text(name); ok {
			return name, text, true
		}
	}
	return "", "", false
}

// goals divides the words of an order.
func (o *Order) goals() (goals, args []string) {
	before, after := cutWords(o.Words)
	if o.All || len(before) == 0 {
		return before, nil
	}
	return before[:1], append(before[1:len(before):len(before)], after...)
}

// cutWords divides words at --.
func cutWords(words []string) (before, after []string) {
	for i, w := range words {
		if w == "--" {
			return words[:i], words[i+1:]
		}
	}
	return words, nil
}

// env returns the value of a variable that is known.
func (o *Order) env(name string) (string, bool) {
	if o.Env == nil {
		return "", false
	}
	return o.Env(name)
}

// beside returns the path of a file that another one names.
func beside(file, name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(path.Dir(file), name)
}

// unknown stands for text that is not known and not empty. A shell reads it so.
const unknown = "${recipe:?}"

// certain reports whether a text has nothing in it that a shell would expand.
func certain(text string) bool { return !strings.ContainsAny(text, "$`"+shellMark) }

// quote writes a word so that a shell reads it as it is. Variables in it stay.
func quote(word string) string {
	if word != "" && !strings.ContainsAny(word, " \t\n'\"\\|&;()<>*?[]#~!{}`") {
		return word
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`").Replace(word) + `"`
}

// isName reports whether a text may name a variable of a shell.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if s[i] != '_' && (c < 'a' || c > 'z') && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}
