package ancestry

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// maxProc bounds what is read of a process: a command line or an environment
// may be megabytes long.
const maxProc = 256 << 10

func reader() func(int) (Process, bool) { return readProc }

// readProc reads a process from /proc.
func readProc(id int) (Process, bool) {
	dir := "/proc/" + strconv.Itoa(id) + "/"
	p, ok := parseStat(readFile(dir + "stat"))
	if !ok {
		return p, false
	}
	p.Args = split(readFile(dir + "cmdline"))
	p.Variables = split(readFile(dir + "environ"))
	return p, true
}

func readFile(name string) []byte {
	f, err := paths.Open(name)
	if err != nil {
		return nil
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxProc))
	if err != nil {
		return nil
	}
	return data
}

// split splits a list in which each text ends with a NUL.
func split(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	return strings.Split(string(bytes.TrimSuffix(data, []byte{0})), "\x00")
}

// parseStat reads /proc/ID/stat: "17 (name) S parent group session terminal ..",
// where the name may hold anything.
func parseStat(data []byte) (p Process, ok bool) {
	from, to := bytes.IndexByte(data, '('), bytes.LastIndexByte(data, ')')
	if from < 0 || to < from {
		return p, false
	}
	p.Name = string(data[from+1 : to])
	rest := strings.Fields(string(data[to+1:]))
	id, err := strconv.Atoi(strings.TrimSpace(string(data[:from])))
	if err != nil || len(rest) < 5 {
		return p, false
	}
	p.ID = id
	terminal := 0
	for k, n := range map[int]*int{1: &p.Parent, 3: &p.Session, 4: &terminal} {
		if *n, err = strconv.Atoi(rest[k]); err != nil {
			return p, false
		}
	}
	p.Terminal = terminal != 0
	return p, true
}
