package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// What is affected where many files land in a directory.
const (
	unpacked = "files that the archive also holds"
	copied   = "files that the source also holds"
	sameName = "files of the same name" // as what is fetched
)

// repository returns where git init puts what belongs to it.
func (r *collector) repository() shell.Word {
	git := shell.Word{Parts: []shell.Part{{Kind: shell.Lit, Text: ".git"}}}
	if dirs := r.call.Args.Operands; len(dirs) > 0 {
		git = shell.Dir{Path: dirs[0]}.Join(git)
	}
	return git
}

// mirrors reports whether a call copies what directories hold, rather than the
// directories themselves: cp -r a/. b, cp -r a/* b, rsync -r a/ b.
func (r *collector) mirrors(sources []shell.Word) bool {
	for _, w := range sources {
		t := w.String()
		if t == "." || strings.HasSuffix(t, "/.") || strings.HasSuffix(t, "/*") || t == "*" || strings.HasSuffix(t, "/") && r.call.Program == "rsync" {
			return true
		}
	}
	return false
}
