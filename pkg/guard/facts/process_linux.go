package facts

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

const (
	procDir      = "/proc"
	maxProcesses = 4096
	maxLine      = 4096 // bytes of a command line
	maxProc      = 4 << 20
	maxNamed     = 3  // processes that an answer names
	commLength   = 15 // the kernel keeps so much of a program's name
)

// process is one process in /proc. Its files are read when they are first needed, and kept.
type process struct {
	pid    string
	parent string
	comm   string

	words            *string          // its command line
	inside, othersOf *bool            // whether it works in the project, and is another user's
	holds            *map[string]bool // the links of its sockets
}

// processTable is all processes, once they were asked for.
type processTable struct {
	read  bool
	ok    bool
	list  []process
	above map[string]bool // those under which this one runs

	sockets *[]socket // nil before they were asked for
}

// load reads the names and parents of all processes.
func (t *processTable) load(ctx context.Context) {
	t.read = true
	dir, err := paths.OpenDir(procDir)
	if err != nil {
		return
	}
	defer dir.Close()
	names, err := dir.Readdirnames(maxProcesses)
	if err != nil || len(names) == maxProcesses {
		return
	}
	own := strconv.Itoa(os.Getpid())
	t.above = ancestors(own)
	for _, pid := range names {
		if ctx.Err() != nil {
			return
		}
		if pid[0] < '0' || pid[0] > '9' || pid == own {
			continue
		}
		if p, ok := readProcess(pid); ok {
			t.list = append(t.list, p)
		}
	}
	t.ok = true
}

// find looks for the processes that a query names.
func (t *processTable) find(ctx context.Context, q rule.ProcessQuery) rule.ProcessState {
	fits, ok := t.matcherOf(q)
	if !ok {
		return rule.ProcessState{}
	}
	if fits == nil {
		return rule.ProcessState{Known: true}
	}
	if !t.read {
		t.load(ctx)
	}
	if !t.ok {
		return rule.ProcessState{}
	}
	state := rule.ProcessState{Known: true}
	outside := 0
	for i := range t.list {
		p := &t.list[i]
		if ctx.Err() != nil {
			return rule.ProcessState{}
		}
		if !fits(p) {
			continue
		}
		said := fmt.Sprintf("%s (pid %s)", p.comm, p.pid)
		switch {
		case t.above[p.pid]:
			if state.Ancestor == "" {
				state.Ancestor = said
			}
		case p.within(q.Project):
			state.Inside++
		case !q.Root && p.foreign():
		default:
			if outside++; outside <= maxNamed {
				state.Outside += " " + said
			}
		}
	}
	if outside > maxNamed {
		state.Outside += fmt.Sprintf(" and %d more", outside-maxNamed)
	}
	return state
}

// ancestors returns the processes that one runs under, without the shell that
// only starts it.
func ancestors(pid string) map[string]bool {
	above := map[string]bool{}
	p, ok := readProcess(pid)
	for n := 0; ok && p.parent != "0" && n < 64; n++ {
		if p, ok = readProcess(p.parent); ok && (n > 0 || !p.starter()) {
			above[p.pid] = true
		}
	}
	return above
}

// readProcess reads the name and the parent of a process.
func readProcess(pid string) (process, bool) {
	b, err := paths.ReadFile(procDir+"/"+pid+"/stat", maxProc)
	if err != nil {
		return process{}, false
	}
	from, to := bytes.IndexByte(b, '('), bytes.LastIndexByte(b, ')') // a name may hold both
	if from < 0 || to < from {
		return process{}, false
	}
	fields := strings.Fields(string(b[to+1:]))
	if len(fields) < 2 || fields[0] == "Z" {
		return process{}, false
	}
	return process{pid: pid, comm: string(b[from+1 : to]), parent: fields[1]}, true
}

// once returns what was found out, finding it out the first time.
func once[T any](known **T, find func() T) T {
	if *known == nil {
		found := find()
		*known = &found
	}
	return **known
}

// line returns the command line, its words joined by blanks.
func (p *process) line() string { return once(&p.words, p.readLine) }

func (p *process) readLine() string {
	b, _ := paths.ReadFile(procDir+"/"+p.pid+"/cmdline", maxProc)
	b = bytes.TrimRight(b[:min(len(b), maxLine)], "\x00")
	return string(bytes.ReplaceAll(b, []byte{0}, []byte{' '}))
}

// starter reports whether a process is a shell that was started for one
// command.
func (p *process) starter() bool {
	return shellWord(p.comm) && strings.Contains(p.line(), " -c ")
}

// within reports whether a process works in the project or runs a program that
// lies there. All queries of a source have the same project.
func (p *process) within(project string) bool {
	return once(&p.inside, func() bool { return p.worksIn(project) })
}

func (p *process) worksIn(dir string) bool {
	if dir == "" || dir == "/" {
		return false
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		real = dir
	}
	for _, link := range [...]string{"/cwd", "/exe"} {
		if at, err := os.Readlink(procDir + "/" + p.pid + link); err == nil && (at == real || strings.HasPrefix(at, real+"/")) {
			return true
		}
	}
	return strings.Contains(p.line(), " "+dir+"/")
}

// foreign reports whether a process is another user's, which only root may
// end.
func (p *process) foreign() bool {
	return once(&p.othersOf, func() bool {
		_, err := os.Readlink(procDir + "/" + p.pid + "/cwd")
		return os.IsPermission(err)
	})
}

// matcherOf returns whether a process is one that a query names; nil when it
// names none.
func (t *processTable) matcherOf(q rule.ProcessQuery) (func(*process) bool, bool) {
	switch {
	case q.Pid != "":
		return func(p *process) bool { return p.pid == q.Pid }, true
	case q.Port != "":
		return t.byPort(q)
	case q.Name == "":
		return nil, false
	case !q.Regex:
		return func(p *process) bool { return sameName(p, q) }, true
	}
	text := q.Name
	if q.Exact {
		text = "^(?:" + text + ")$"
	}
	if q.Fold {
		text = "(?i)" + text
	}
	re, err := regexp.Compile(text)
	if err != nil {
		return nil, false
	}
	return func(p *process) bool {
		if q.Full {
			return re.MatchString(p.line())
		}
		return re.MatchString(p.comm)
	}, true
}

// sameName compares whole names, as killall does: longer ones than the kernel
// keeps are taken from the command line.
func sameName(p *process, q rule.ProcessQuery) bool {
	same := func(a, b string) bool { return a == b || q.Fold && strings.EqualFold(a, b) }
	name := filepath.Base(q.Name)
	if len(name) <= commLength {
		return same(p.comm, name)
	}
	if !same(p.comm, name[:commLength]) {
		return false
	}
	word, _, _ := strings.Cut(p.line(), " ")
	return same(filepath.Base(word), name)
}

// byPort returns whether a process has a socket on a port.
func (t *processTable) byPort(q rule.ProcessQuery) (func(*process) bool, bool) {
	port, err := strconv.ParseUint(q.Port, 10, 16)
	if err != nil {
		return nil, false
	}
	var links []string
	for _, s := range once(&t.sockets, readSockets) {
		if s.local == port || q.Far && s.remote == port {
			links = append(links, s.link)
		}
	}
	if links == nil {
		return nil, true
	}
	return func(p *process) bool {
		holds := once(&p.holds, p.readSockets)
		return slices.ContainsFunc(links, func(link string) bool { return holds[link] })
	}, true
}

// socket is one that is open on this machine.
type socket struct {
	local, remote uint64 // ports
	link          string // of a descriptor that stands for it: socket:[4711]
}

func readSockets() (list []socket) {
	for _, table := range [...]string{"tcp", "tcp6", "udp", "udp6"} {
		b, err := paths.ReadFile(procDir+"/net/"+table, maxProc)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(b)) {
			if f := strings.Fields(line); len(f) > 9 {
				list = append(list, socket{portOf(f[1]), portOf(f[2]), "socket:[" + f[9] + "]"})
			}
		}
	}
	return list
}

// readSockets returns the links of the sockets that a process holds.
func (p *process) readSockets() map[string]bool {
	dir := procDir + "/" + p.pid + "/fd"
	list, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	holds := map[string]bool{}
	for _, e := range list {
		if at, err := os.Readlink(dir + "/" + e.Name()); err == nil && strings.HasPrefix(at, "socket:") {
			holds[at] = true
		}
	}
	return holds
}

// portOf returns the port of an address of a socket table, 0100007F:0BB8; 0 where it
// has none.
func portOf(address string) uint64 {
	_, digits, _ := strings.Cut(address, ":")
	n, _ := strconv.ParseUint(digits, 16, 16)
	return n
}
