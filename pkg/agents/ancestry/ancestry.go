// Package ancestry reads which processes started this one, and what the system
// tells of them. It starts nothing but ps, and judges none of them.
package ancestry

import (
	"os"
	"strings"
)

// Process is a process, as far as the system tells.
type Process struct {
	ID, Parent int
	Session    int      // ID of the leader of its session; 0 where that is unknown
	Name       string   // as the system lists it, which may be cut
	Args       []string // what it was started with
	Variables  []string // its environment when it was started: NAME=value
	Terminal   bool     // it has a controlling terminal
}

// Variable returns a variable of the environment that the process was started
// with.
func (p *Process) Variable(name string) string {
	for _, v := range p.Variables {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// most bounds how many ancestors are looked at.
const most = 64

// Self returns this process and its ancestors, the nearest first. It ends where
// the system tells no more, and is empty where it tells nothing.
func Self() []Process { return chain(os.Getpid(), reader()) }

// chain follows the parents of a process.
func chain(id int, read func(id int) (Process, bool)) []Process {
	var list []Process
	for id > 0 && len(list) < most {
		p, ok := read(id)
		if !ok {
			break
		}
		list = append(list, p)
		id = p.Parent
	}
	return list
}
