package effect

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/shell"
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
func (r *collector) leavesOutGit() bool {
	for i := range r.script.Calls {
		c := &r.script.Calls[i]
		if c == r.call {
			break
		}
		for _, w := range c.Argv {
			if strings.Contains(w.String(), ".git") {
				return true
			}
		}
	}
	return false
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
	for i := range r.script.Calls {
		c := &r.script.Calls[i]
		for _, a := range c.Assigns {
			if a.Name == "GNUPGHOME" {
				return true // for the key of a download
			}
		}
		switch c.Program {
		case "export":
			if len(c.Args.Operands) > 0 && strings.HasPrefix(c.Args.Operands[0].Prefix(), "GNUPGHOME=") {
				return true
			}
		case "apk":
			if c.Args.Has("--no-cache") {
				return true
			}
		case "apt-mark":
			return true
		case "dpkg":
			if c.Args.Has("--print-architecture") {
				return true
			}
		case "rm":
			for _, w := range c.Args.Operands {
				if t := w.String(); strings.HasPrefix(t, "/var/lib/apt/lists") || strings.HasPrefix(t, "/var/cache/") || strings.HasPrefix(t, "/usr/share/doc") {
					return true
				}
			}
		}
	}
	return false
}

// onlyIfMissing reports whether a test just before the call lets it run only
// where a file is missing: [ -f .env ] || cp .env.example .env.
func (r *collector) onlyIfMissing(file shell.Word) bool {
	calls := r.script.Calls
	i := r.i
	if r.call.Code != "" && r.call.Via >= 0 {
		for _, run := range calls[r.call.Via].Runs {
			if t := strings.ToLower(run.Text.String()); strings.Contains(t, "exists") {
				return true // it asks first; how is not followed
			}
		}
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
