package publish

import (
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/ctxhook/ctxhook/pkg/base/order"
	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// maxNotice bounds a notice to the user.
const maxNotice = 4 << 10

// Propose reports whether the user was not yet asked about a plan, and notes
// that they are now.
func (p *Publisher) Propose(plan *Plan) bool {
	h := fnv.New64a()
	for i := range plan.Changes {
		h.Write([]byte(plan.Changes[i].Path + "\x00"))
		h.Write(plan.Changes[i].After)
	}
	if paths.Mark(filepath.Join(p.Places.PublishedDir(), proposed+strconv.FormatUint(h.Sum64(), 36))) != nil {
		return false
	}
	p.pruneProposals()
	return true
}

// proposed begins the names of the files that say what was proposed.
const proposed = "proposed-"

// keptProposals is how many of them are kept: a plan that changes is a new one.
const keptProposals = 100

// pruneProposals forgets the oldest proposals. Failing to costs only room.
func (p *Publisher) pruneProposals() {
	files, _ := filepath.Glob(filepath.Join(p.Places.PublishedDir(), proposed+"*")) // the pattern is well-formed
	if len(files) <= keptProposals {
		return
	}
	written := make(map[string]time.Time, len(files))
	for _, f := range files {
		if info, err := os.Lstat(f); err == nil {
			written[f] = info.ModTime()
		}
	}
	order.By(files, func(a, b string) int { return written[b].Compare(written[a]) })
	for _, f := range files[keptProposals:] {
		_ = os.Remove(f)
	}
}

// Leave keeps a line for the user, behind those that wait, until a client shows
// them: it shows none when a session ends.
func (p *Publisher) Leave(line string) error {
	file := noticeFile(p.Places, p.Root)
	if waits, err := paths.ReadFile(file, maxNotice); err == nil && len(waits)+1+len(line) <= maxNotice {
		line = string(waits) + "\n" + line
	}
	return paths.WriteFile(file, []byte(line))
}

// Notice returns the lines that were left for the user of a project, once.
func Notice(places paths.Places, root string) string {
	file := noticeFile(places, root)
	line, err := paths.ReadFile(file, maxNotice)
	if err != nil || os.Remove(file) != nil {
		return "" // there is none, or another process shows it
	}
	return string(line)
}

func noticeFile(places paths.Places, root string) string {
	h := fnv.New64a()
	h.Write([]byte(root))
	return filepath.Join(places.PublishedDir(), "notice-"+strconv.FormatUint(h.Sum64(), 36))
}
