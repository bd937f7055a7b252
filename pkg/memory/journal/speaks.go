package journal

import (
	"path"
	"runtime"
	"slices"

	"github.com/ctxhook/ctxhook/pkg/base/paths"
	"github.com/ctxhook/ctxhook/pkg/memory/ledger"
)

// texts are files that calls ran, as they are now.
type texts map[string]string

// shortName is how long the name of a directory is that may stand in a text by chance.
const shortName = 3

// speaks reports whether a command, or a file that it ran, speaks of a file: by its name,
// or by that of its directory where the command is no check of what lies there.
func (t texts) speaks(c *ledger.Call, file string) bool {
	in := func(text string) bool {
		dir := path.Base(path.Dir(file))
		return ledger.HasName(text, path.Base(file)) || c.Check == "" && len(dir) > shortName && ledger.HasName(text, dir)
	}
	return in(c.Command.String()) || slices.ContainsFunc(c.Runs, func(name string) bool { return in(t.read(name)) })
}

// maxText bounds what is read of a file that a command ran.
const maxText = 256 << 10

// read returns the text of a file, "" where it is gone.
func (t texts) read(name string) string {
	text, ok := t[name]
	if !ok {
		data, _ := paths.ReadFile(paths.Native(name, runtime.GOOS), maxText)
		text = string(data)
		t[name] = text
	}
	return text
}
