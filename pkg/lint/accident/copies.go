package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// copied finds the only copy deleted although copying it elsewhere may have failed.
func (j *judge) copied(i int, c *shell.Call) {
	drops := slices.ContainsFunc(j.Findings, func(f safety.Finding) bool { return f.Call == i && strings.HasPrefix(f.Rule, "database/") })
	if c.Program != "rm" && !drops || j.Surface == "ci" || j.Surface == "make" {
		return
	}
	for k := i - 1; k >= max(0, i-maxCalls); k-- {
		p := &j.Script.Calls[k]
		if p.Span.To > c.Span.From || p.Late != c.Late || p.Where != "" {
			continue
		}
		if drops {
			if !programDumpsWord(p.Program) || p.Program == "tar" || p.Program == "rsync" || p.Program == "zip" || p.Program == "sqlite3" || c.Span.From-p.Span.To > maxApart {
				continue
			}
			piped := j.piped(k) && !strings.Contains(j.before(c.Span.From), "pipefail")
			checked := contains(j.text[p.Span.From:c.Span.From], []string{"gzip -t", "gunzip -t", "zgrep", "pipestatus", "test -s", "[ -s", "$?", "pg_restore -l", "tail -"})
			if !checked && (piped || j.unseen(k, c)) {
				j.add(&sourceRule, i, c.Span, "destroys the data although "+p.Program+" before it may have failed")
			}
			return
		}
		if !programCopiesWord(p.Program) || len(p.Argv) < 3 || p.Program == "tar" && unpacks(p) || !j.takes(p, c) {
			continue
		}
		if j.unseen(k, c) && !strings.Contains(j.text[p.Span.From:c.Span.From], "-s ") {
			j.add(&sourceRule, i, c.Span, "deletes what "+p.Program+" before it may not have copied")
		}
		return
	}
}

// unpacks reports whether a call of tar takes files out of an archive.
func unpacks(c *shell.Call) bool {
	return c.Args.Has("-x", "--extract", "--get") || len(c.Argv) > 1 && strings.Contains(strings.TrimLeft(c.Argv[1].String(), "-"), "x") && !strings.Contains(c.Argv[1].String(), "/")
}

// takes reports whether a call copies what another one deletes: all of it, from a place
// that is not temporary, to somewhere else.
func (j *judge) takes(p, c *shell.Call) bool {
	last := p.Argv[len(p.Argv)-1].String()
	for _, d := range c.Argv[1:] {
		gone := strings.TrimRight(d.String(), "/*")
		if gone == "" || gone[0] == '-' || strings.HasPrefix(gone, "/tmp") || strings.HasPrefix(gone, "/var/tmp") || slices.ContainsFunc(d.Parts, func(p shell.Part) bool { return p.Temp }) || !contains(gone+"/", dirDataWords[:]) || contains(gone, partTemporaryWords[:]) {
			continue
		}
		for _, w := range p.Argv[1:] {
			if s := strings.TrimRight(w.String(), "/*"); s == gone && w.String() != last {
				return true
			}
		}
		if p.Program == "tar" && strings.TrimRight(last, "/*") == gone {
			return true
		}
	}
	return false
}

// shownToAll finds a dump of data put where everyone reads it.
func (j *judge) shownToAll(i int, c *shell.Call) {
	if !programCopiesWord(c.Program) && !programDumpsWord(c.Program) && c.Program != "s3cmd" {
		return
	}
	text := argv(c)
	public := strings.Contains(text, " public-read") || strings.Contains(text, "--predefined-acl=publicRead") || strings.Contains(text, "--acl-public")
	if public {
		for _, w := range c.Argv[1:] {
			s := strings.ToLower(w.String())
			if dumpName(s) {
				j.add(&publicRule, i, c.Span, "puts "+w.String()+" where everyone can read it")
				return
			}
		}
	}
	if !programDumpsWord(c.Program) || c.Program == "rsync" || c.Program == "tar" || c.Program == "zip" {
		return
	}
	for _, r := range c.Redirs {
		if s := r.Word.String(); r.Op == ">" && contains(s, dirWebWords[:]) {
			j.add(&publicRule, i, c.Span, "writes "+s+" where the web server shows it")
			return
		}
	}
}

// dumpName reports whether the name of a file says that it holds all data of something.
func dumpName(name string) bool {
	base := path.Base(name)
	return contains(base, []string{".dump", ".sql", ".bak"}) || contains(base, []string{"dump", "backup"}) && strings.Contains(base, ".")
}
