package macro

import (
	"path"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/lang"
)

// encoded lists the files that a text of uuencode names, and uudecode writes.
func encoded(src string) (steps []lang.Step) {
	at := 0
	for line := range strings.Lines(src) {
		at += len(line)
		words := strings.Fields(line)
		if len(words) < 3 || words[0] != "begin" && words[0] != "begin-base64" || strings.Trim(words[1], "01234567") != "" || len(steps) == lang.MaxSteps {
			continue
		}
		steps = append(steps, lang.Step{Argv: []lang.Arg{{Text: "tee"}, {Text: words[2]}}, Known: true, From: at - len(line), To: at, Note: words[0]})
	}
	return steps
}

// patched lists the files of a patch that say what an agent may do, with what it does to them. Of
// other files a patch is known to change parts, which git keeps.
func patched(src string) (steps []lang.Step) {
	at, old := 0, ""
	for line := range strings.Lines(src) {
		from := at
		at += len(line)
		line = strings.TrimRight(line, "\r\n")
		argv := []lang.Arg(nil)
		switch {
		case strings.HasPrefix(line, "--- "):
			old = patchedName(line[len("--- "):])
		case strings.HasPrefix(line, "+++ "):
			name := patchedName(line[len("+++ "):])
			switch {
			case name == "" && limits(old):
				argv = []lang.Arg{{Text: "rm"}, {Text: old}}
			case limits(name):
				argv = []lang.Arg{{Text: "tee"}, {Text: name}}
			}
		case strings.HasPrefix(line, "rename from "):
			if name := line[len("rename from "):]; limits(name) {
				argv = []lang.Arg{{Text: "rm"}, {Text: name}}
			}
		}
		if argv != nil && len(steps) < lang.MaxSteps {
			steps = append(steps, lang.Step{Argv: argv, Known: true, From: from, To: at, Note: "patch"})
		}
	}
	return steps
}

// patchedName returns the file that a line of a patch names, without the first directory, which
// stands for one of the two sides; "" for none.
func patchedName(s string) string {
	s, _, _ = strings.Cut(s, "\t")
	if s == "/dev/null" {
		return ""
	}
	if len(s) > 2 && s[1] == '/' {
		s = s[2:]
	}
	return s
}

// limits reports whether a file says what an agent may do.
func limits(name string) bool {
	dir, base := path.Split(path.Clean(name))
	dir = path.Base(path.Clean("/" + dir))
	return dir == ".claude" && strings.HasPrefix(base, "settings") || dir == ".ctxhook" || base == "ctxhook"
}
