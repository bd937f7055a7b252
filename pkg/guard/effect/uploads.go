package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// uploads returns the files that a batch of commands on standard input sends
// to a server: put f, mput *.txt.
func (r *collector) uploads() []shell.Word {
	if r.call.Stdin.Kind != shell.SourceText || !r.call.Stdin.Known {
		return nil
	}
	var out []shell.Word
	for line := range strings.Lines(r.call.Stdin.Text.String()) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] != "put" && f[0] != "mput" && f[0] != "reput" {
			continue
		}
		for _, name := range f[1:] {
			if !strings.HasPrefix(name, "-") {
				out = append(out, r.fixed(name))
			}
		}
	}
	return out
}
