package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// unfilled returns the program that fills a directory which the text itself made or emptied
// before a call, where nothing notices that it fails: then the directory holds nothing, or no
// more than what else was put there.
func (j *judge) unfilled(i int, c *shell.Call, dir string) string {
	made, by := j.filler(i, c, dir)
	if !made {
		return ""
	}
	return by
}

// filler returns whether the text makes a directory, and what fills it.
func (j *judge) filler(i int, c *shell.Call, dir string) (made bool, by string) {
	if dir == "" || dir == "." {
		return false, ""
	}
	made, last := strings.HasPrefix(dir, "$(mktemp"), -1
	for k := range i {
		p := &j.Script.Calls[k]
		if p.Span.To > c.Span.From || p.Branch != c.Branch || p.Late != c.Late || len(p.Argv) == 0 || p.Captured {
			continue
		}
		names := namesDir(p, dir)
		switch p.Program {
		case "mkdir", "rm", "find", "install":
			if names && (p.Program != "install" || p.Args.Has("-d", "--directory")) {
				made = made || p.Program != "find"
			}
		case "echo", "printf", "date", "touch", "ls", "test", "[", "[[", "du", "chmod", "chown", "cd", "pushd", "gzip", "set", "export", "cat", "true", "rmdir", "logger", "trap", "source", ".", "sleep":
		default:
			if takesFrom(p) {
				names = namesDir(&shell.Call{Argv: []shell.Word{p.Argv[0], p.Argv[len(p.Argv)-1]}}, dir)
			}
			if names || programBuildsWord(p.Program) && dir[0] != '/' {
				by, last = p.Program, k
			}
		}
		if last != k || by == "" {
			continue
		}
		line := j.statement(p.Span.From)
		swallowed := strings.Contains(line, "|| true") || strings.Contains(line, "|| :") || strings.Contains(line, "|| echo")
		hidden := j.piped(k) && !strings.Contains(j.before(c.Span.From), "pipefail") // by the end of its pipe
		stops := j.errexit(c.Span.From) || j.Surface == "ci" || j.Surface == "make"
		if !swallowed && (stops && !hidden || !hidden && !j.unseen(k, c)) {
			by, last = "", -1
		}
	}
	if by == "" || contains(j.text[max(0, j.Script.Calls[last].Span.To):c.Span.From], []string{"[ -", "test -", "ls ", "$?", "find ", "pipestatus", "wc -l", "stat "}) {
		return made, ""
	}
	return made, by
}

// takesFrom reports whether a call copies into what its last word names.
func takesFrom(c *shell.Call) bool {
	switch c.Program {
	case "cp", "mv", "scp", "rsync", "aws", "gsutil", "gcloud", "rclone", "azcopy", "s3cmd", "mc":
		return len(c.Argv) > 1
	}
	return false
}

// namesDir reports whether a call names a directory, or something in it.
func namesDir(c *shell.Call, dir string) bool {
	dir = strings.TrimPrefix(dir, "./")
	return slices.ContainsFunc(rest(c), func(w shell.Word) bool {
		s := strings.TrimPrefix(w.String(), "-C")
		if _, value, ok := strings.Cut(s, "="); ok && strings.HasPrefix(s, "-") {
			s = value
		}
		s = strings.TrimRight(strings.TrimPrefix(s, "./"), "/*")
		return s == dir || strings.HasPrefix(s, dir+"/")
	})
}
