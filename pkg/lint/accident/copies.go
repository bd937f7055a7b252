package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// copied finds the only copy deleted although copying it elsewhere may have failed.
func (j *judge) copied(i int, c *shell.Call) {
	drops := slices.ContainsFunc(j.Findings, func(f safety.Finding) bool { return f.Call == i && strings.HasPrefix(f.Rule, "database/") })
	if c.Program != "rm" && c.Program != "userdel" && !drops || j.Surface == "ci" || j.Surface == "make" {
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
		if !programCopiesWord(p.Program) && p.Program != "sqlite3" && p.Program != "cp" || len(p.Argv) < 3 || p.Program == "tar" && unpacks(p) || !j.takes(p, c) {
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
	if c.Program == "userdel" {
		return c.Args.Has("-r", "--remove") && slices.ContainsFunc(rest(p), func(w shell.Word) bool {
			return strings.TrimRight(w.String(), "/") == "/home/"+c.Argv[len(c.Argv)-1].String()
		})
	}
	if here := p.Cwd.Path.String(); here != "" && here[0] == '/' && !contains(here, partTemporaryWords[:]) {
		for _, d := range rest(c) {
			for _, w := range rest(p) {
				s := w.String()
				if s == "." && strings.TrimRight(d.String(), "/*") == here && contains(here+"/", dirDataWords[:]) || strings.HasPrefix(s, "*") && s == d.String() && c.Cwd.Path.String() == here {
					return true
				}
			}
		}
	}
	for _, d := range rest(c) {
		gone := strings.TrimRight(d.String(), "/*")
		if gone == "" || gone[0] == '-' || strings.HasPrefix(gone, "/tmp") || strings.HasPrefix(gone, "/var/tmp") || slices.ContainsFunc(d.Parts, func(p shell.Part) bool { return p.Temp }) || !contains(gone+"/", dirDataWords[:]) && !contains(gone, partBackupWords[:]) && !startsWithAny(strings.ToLower(gone), dirMountsWords[:]) || contains(gone, partTemporaryWords[:]) {
			continue
		}
		for n, w := range rest(p) {
			if p.Program == "zip" && n < 2 && !strings.HasPrefix(w.String(), "-") && (n == 0 || strings.HasPrefix(p.Argv[1].String(), "-")) {
				continue // the archive that it writes
			}
			if s := strings.TrimRight(w.String(), "/*."); s == gone && w.String() != last && !strings.HasPrefix(last, gone) {
				return true
			}
		}
		if p.Program == "tar" && strings.TrimRight(last, "/*") == gone {
			return true
		}
	}
	return false
}
