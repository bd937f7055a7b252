package rule

import "strings"

// ProcessQuery names processes as a command does that ends them: by a name, by
// a port or by a number. One of Name, Port and Pid is given.
type ProcessQuery struct {
	Name  string // an extended regular expression with Regex, else a whole name
	Regex bool
	Full  bool // the name is looked for in the whole command line
	Exact bool // the regular expression has to match all of it
	Fold  bool // capital letters do not matter
	Port  string
	Far   bool   // clients of the port count as well
	Pid   string // a number, or ParentPid

	Project string // the directory whose processes are the project's own
	Root    bool   // the command may end processes of other users
}

// ParentPid stands for what a shell that the agent starts calls its parent.
const ParentPid = "$PPID"

// ProcessState is what a query finds on this machine.
type ProcessState struct {
	Known    bool
	Ancestor string // a process that the asking one runs under: agent, editor, terminal; "" none
	Outside  string // names of processes that neither run in the project nor belong to it
	Inside   int    // processes of the project
}

// The conditions on processes.
const (
	ProcessAncestor = "process.ancestor" // it would end this session
	ProcessOutside  = "process.outside"  // it would end something outside of the project
	ProcessProject  = "process.project"  // it would end nothing, or only what runs for the project
)

// Is reports whether a process condition holds.
func (p ProcessState) Is(condition string) bool {
	if !p.Known {
		return false
	}
	switch condition {
	case ProcessAncestor:
		return p.Ancestor != ""
	case ProcessOutside:
		return p.Outside != ""
	case ProcessProject:
		return p.Ancestor == "" && p.Outside == ""
	}
	return false
}

// Value returns what a placeholder stands for, "" when that is unknown.
func (p ProcessState) Value(placeholder string) Told {
	if !p.Known {
		return Told{}
	}
	switch placeholder {
	case "process.ancestor":
		return processes(p.Ancestor)
	case "process.outside":
		return processes(strings.TrimSpace(p.Outside))
	}
	return Told{}
}

// processes reads a list of processes, each with its name and behind it its number in
// brackets. A process chooses its name.
func processes(s string) (list Told) {
	const number = " (pid "
	for {
		name, rest, ok := strings.Cut(s, number)
		if !ok {
			return list.and(own(s))
		}
		pid, rest, _ := strings.Cut(rest, ")")
		begin := len(name) - len(strings.TrimLeft(name, " "))
		list = list.and(own(name[:begin]), outside(name[begin:]), own(number+pid+")"))
		s = rest
	}
}
