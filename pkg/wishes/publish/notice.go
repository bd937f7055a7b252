package publish

import (
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
)

// maxNotice bounds a notice to the user.
const maxNotice = 4 << 10

// Propose reports whether the user of a project was not yet told what ctxhook can write
// there, rules or skills, and notes that they are now.
func (p *Publisher) Propose(what string) bool {
	return paths.Mark(projectFile(p.Places, p.Root, "proposed-"+what+"-")) == nil
}

// Leave keeps a line for the user, behind those that wait, until a client shows
// them: it shows none when a session ends.
func (p *Publisher) Leave(line string) error {
	file := projectFile(p.Places, p.Root, noticed)
	if waits, err := paths.ReadFile(file, maxNotice); err == nil && len(waits)+1+len(line) <= maxNotice {
		line = string(waits) + "\n" + line
	}
	return paths.WriteFile(file, []byte(line))
}

// Notice returns the lines that were left for the user of a project, once.
func Notice(places paths.Places, root string) string {
	file := projectFile(places, root, noticed)
	line, err := paths.ReadFile(file, maxNotice)
	if err != nil || os.Remove(file) != nil {
		return "" // there is none, or another process shows it
	}
	return string(line)
}

// noticed begins the name of the file of what was left for the user.
const noticed = "notice-"

// projectFile returns the file for a project whose name begins with a prefix.
func projectFile(places paths.Places, root, prefix string) string {
	h := fnv.New64a()
	h.Write([]byte(root))
	return filepath.Join(places.PublishedDir(), prefix+strconv.FormatUint(h.Sum64(), 36))
}
