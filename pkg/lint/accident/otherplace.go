package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// mounted finds the tree of a chroot deleted although a directory of the machine may still
// be mounted below it.
func (j *judge) mounted(i int, c *shell.Call) {
	if c.Program != "rm" || c.Args.Has("--one-file-system") || j.asksMounts() {
		return
	}
	for _, e := range j.reader.Of(i) {
		if e.Kind != rule.Delete || e.Target == nil || !e.Recursive {
			continue
		}
		gone := strings.TrimRight(e.Target.String(), "/*")
		if at := j.stillMounted(i, c, gone); at != "" {
			j.add(&elsewhereRule, i, c.Span, "deletes what is still mounted at "+at+" if the umount before fails: nothing notices that")
			return
		}
		for k := max(0, i-10*maxCalls); k < i; k++ {
			m := &j.Script.Calls[k]
			if m.Program != "mount" || m.Span.To > c.Span.From || !strings.Contains(argv(m), "bind") || len(m.Argv) < 4 {
				continue
			}
			from, at := m.Argv[len(m.Argv)-2].String(), m.Argv[len(m.Argv)-1].String()
			if len(gone) < 2 || !strings.HasPrefix(at, gone+"/") || from == "/proc" || from == "/sys" || strings.HasPrefix(from, "/dev/pts") {
				continue
			}
			for u := k + 1; u < i; u++ {
				um := &j.Script.Calls[u]
				if um.Program == "umount" && um.Span.From > m.Span.From && !j.unseen(u, c) {
					return
				}
			}
			j.add(&elsewhereRule, i, c.Span, "deletes "+from+" of this machine if it is still mounted at "+at)
			return
		}
	}
}

// mountsOfWorth reports whether the text mounts something at a place, by its name or the last part
// of it, other than images, layers and what lies in memory.
func (j *judge) mountsOfWorth(at string) bool {
	return slices.ContainsFunc(j.Script.Calls, func(c shell.Call) bool {
		if c.Program != "mount" || len(c.Argv) < 3 || contains(argv(&c), []string{"loop", "squashfs", "overlay", "tmpfs", ".img", ".iso"}) {
			return false
		}
		to := c.Argv[len(c.Argv)-1].String()
		return strings.TrimRight(to, "/") == strings.TrimRight(at, "/") || path.Base(to) == path.Base(at)
	})
}

// stillMounted returns the place below a directory of which an umount before is allowed to
// fail.
func (j *judge) stillMounted(i int, c *shell.Call, gone string) string {
	if len(gone) < 3 || j.Surface == "ci" {
		return ""
	}
	for k := i - 1; k >= max(0, i-8); k-- {
		um := &j.Script.Calls[k]
		if um.Program != "umount" || um.Branch != c.Branch || um.Late != c.Late || len(um.Args.Operands) == 0 || um.Args.Has("-l", "--lazy") {
			continue
		}
		at := um.Args.Operands[len(um.Args.Operands)-1].String()
		line := j.statement(um.Span.From)
		if strings.HasPrefix(at, gone) && at != gone && j.mountsOfWorth(at) && (strings.Contains(line, "|| true") || strings.Contains(line, "|| :") || !j.errexit(c.Span.From) && j.unseen(k, c)) {
			return at
		}
	}
	return ""
}

func (j *judge) deletesTree(i int, c *shell.Call) bool {
	return c.Args.Has("-r", "-R", "--recursive") || c.Program == "find" && strings.Contains(argv(c), "-delete")
}
