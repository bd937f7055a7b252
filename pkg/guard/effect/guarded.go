package effect

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// searched reports whether a word stands for what a search below a directory
// found: ./** of find, ./*/* of grep.
func (r *collector) searched(w shell.Word) bool {
	n := len(w.Parts)
	return n > 0 && w.Parts[n-1].Kind == shell.Glob && (w.Parts[n-1].Text == "**" || w.Parts[n-1].Text == "*/*") &&
		(r.call.Via >= 0 || len(r.call.Wrappers) > 0 || len(w.From()) > 0)
}

// leavesOutGit reports whether the search that a call works through speaks of
// .git, which it then leaves out.
func (r *collector) leavesOutGit() bool { return r.all.SpeaksOfGit(r.i) }

// SpeaksOfGit reports whether a call before call i has .git in its words.
func (x *Reader) SpeaksOfGit(i int) bool {
	return i > x.first(&x.firsts.speaksOfGit, func(c *shell.Call) bool {
		return slices.ContainsFunc(c.Argv, func(w shell.Word) bool { return strings.Contains(w.String(), ".git") })
	})
}

// aged reports whether a call works on files that find chose for being old.
func (r *collector) aged() bool {
	c := r.call
	if c.Via >= 0 && c.Program != "find" {
		c = &r.script.Calls[c.Via]
	}
	if c.Program != "find" {
		return false
	}
	for _, name := range [...]string{"-atime", "-mtime", "-ctime", "-amin", "-mmin", "-cmin"} {
		if f := c.Args.Flag(name); f != nil && (f.Value == nil || !strings.HasPrefix(f.Value.String(), "-")) {
			return true
		}
	}
	return false
}

// fromTemplate reports whether a call copies a template to its own name: the
// set-up that a README describes, which mostly finds nothing there.
func (r *collector) fromTemplate(w shell.Word) bool {
	ops := r.call.Args.Operands
	if r.call.Program != "cp" || len(ops) != 2 {
		return false
	}
	for _, end := range [...]string{".example", ".sample", ".template", ".dist"} {
		if strings.HasSuffix(ops[0].String(), end) && strings.HasPrefix(w.String(), strings.TrimSuffix(ops[0].String(), end)) {
			return true
		}
	}
	return false
}

// buildsImage reports whether a text sets up an image of a container, which
// holds no files of users: it installs without a cache, or deletes the lists of
// packages.
func (r *collector) buildsImage() bool {
	return r.all.first(&r.all.firsts.setsUpImage, setsUpImage) < len(r.script.Calls)
}

// setsUpImage reports whether a call is one of those by which images are made.
func setsUpImage(c *shell.Call) bool {
	for _, a := range c.Assigns {
		if a.Name == "GNUPGHOME" {
			return true // for the key of a download
		}
	}
	switch c.Program {
	case "export":
		return len(c.Args.Operands) > 0 && strings.HasPrefix(c.Args.Operands[0].Prefix(), "GNUPGHOME=")
	case "apk":
		return c.Args.Has("--no-cache")
	case "apt-mark":
		return true
	case "dpkg":
		return c.Args.Has("--print-architecture")
	case "rm":
		return slices.ContainsFunc(c.Args.Operands, func(w shell.Word) bool {
			t := w.String()
			return strings.HasPrefix(t, "/var/lib/apt/lists") || strings.HasPrefix(t, "/var/cache/") || strings.HasPrefix(t, "/usr/share/doc")
		})
	}
	return false
}

// onlyIfMissing reports whether a test just before the call lets it run only
// where a file is missing: [ -f .env ] || cp .env.example .env.
func (r *collector) onlyIfMissing(file shell.Word) bool {
	calls := r.script.Calls
	i := r.i
	if r.call.Code != "" && r.call.Via >= 0 && r.all.asksFirst(r.call.Via) {
		return true
	}
	if i < 1 || calls[i-1].Program != "test" && calls[i-1].Program != "[" || calls[i-1].Span.To > r.call.Span.From {
		return false
	}
	t := &calls[i-1]
	between := strings.TrimSpace(r.script.Text[t.Span.To:r.call.Span.From])
	var words []string
	for _, w := range t.Argv[1:] {
		if s := w.String(); s != "]" {
			words = append(words, s)
		}
	}
	missing := len(words) > 0 && words[0] == "!"
	if missing {
		words = words[1:]
	}
	if len(words) != 2 || words[0] != "-f" && words[0] != "-e" && words[0] != "-s" || words[1] != file.String() {
		return false
	}
	return between == "||" && !missing || missing && (between == "&&" || between == "; then" || between == "then")
}

// asksFirst reports whether a program that a call runs asks whether something
// exists; how is not followed.
func (x *Reader) asksFirst(call int) bool {
	asks, known := x.asking[call]
	if !known {
		asks = slices.ContainsFunc(x.script.Calls[call].Runs, func(run shell.Run) bool {
			return strings.Contains(strings.ToLower(run.Text.String()), "exists")
		})
		if x.asking == nil {
			x.asking = make(map[int]bool)
		}
		x.asking[call] = asks
	}
	return asks
}
