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
	if c.Program != "rm" && c.Program != "userdel" && !drops && !strings.Contains(c.Program, "sql") || j.Surface == "ci" || j.Surface == "make" {
		return
	}
	if drops {
		j.droppedUnseen(i, c)
	}
	k := i - 1
	for k > 0 && j.Script.Calls[k].Via >= 0 {
		k-- // what the program itself runs
	}
	if k >= 0 && !c.Late && copiesOut(&j.Script.Calls[k]) && j.Script.Calls[k].Program == c.Program && contains(argv(c), []string{"delete from", "drop table", "truncate "}) && j.unseen(k, c) {
		j.add(&sourceRule, i, c.Span, "deletes what "+c.Program+" before it may not have copied out")
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

// copiesOut reports whether a call of a database writes rows into a file.
func copiesOut(c *shell.Call) bool {
	return contains(argv(c), []string{"\\copy", "copy (", "into outfile", ".dump", ".output"})
}

// droppedUnseen finds a database dropped before anybody looked whether the dump that replaces it
// is there: a name that a user gives may be wrong.
func (j *judge) droppedUnseen(i int, c *shell.Call) {
	for k := i + 1; k < len(j.Script.Calls) && k < i+8; k++ {
		n := &j.Script.Calls[k]
		text := j.text[n.Span.From:min(max(n.Span.To, n.Span.From), len(j.text))]
		line := j.statement(n.Span.From)
		restores := n.Program == "pg_restore" || n.Program == "mongorestore" || (n.Program == "mysql" || n.Program == "mariadb" || n.Program == "psql") && (strings.Contains(line, "<") || strings.Contains(line, "cat ") || strings.Contains(line, " -f ") || strings.Contains(line, "unzip"))
		if !restores || n.Span.From <= c.Span.To {
			continue
		}
		for _, name := range variables(line + text) {
			value, ok := j.assigned(name, c.Span.From)
			value = strings.Trim(strings.TrimSpace(value), `"`)
			given := isParameter(name) || ok && len(value) > 1 && (strings.HasPrefix(value, "$1") || strings.HasPrefix(value, "${1"))
			if given && !strings.Contains(value, ":-") && !j.tested(name, c.Span.From) && !j.tested("1", c.Span.From) && !j.guarded("#", c.Span.From) {
				j.add(&sourceRule, i, c.Span, "drops the data before anything shows that $"+name+" names something that can replace it")
				return
			}
		}
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
		return c.Args.Has("-r", "--remove") && slices.ContainsFunc(p.Argv[1:], func(w shell.Word) bool {
			return strings.TrimRight(w.String(), "/") == "/home/"+c.Argv[len(c.Argv)-1].String()
		})
	}
	if here := p.Cwd.Path.String(); here != "" && here[0] == '/' && !contains(here, partTemporaryWords[:]) {
		for _, d := range c.Argv[1:] {
			for _, w := range p.Argv[1:] {
				s := w.String()
				if s == "." && strings.TrimRight(d.String(), "/*") == here && contains(here+"/", dirDataWords[:]) || strings.HasPrefix(s, "*") && s == d.String() && c.Cwd.Path.String() == here {
					return true
				}
			}
		}
	}
	for _, d := range c.Argv[1:] {
		gone := strings.TrimRight(d.String(), "/*")
		if gone == "" || gone[0] == '-' || strings.HasPrefix(gone, "/tmp") || strings.HasPrefix(gone, "/var/tmp") || slices.ContainsFunc(d.Parts, func(p shell.Part) bool { return p.Temp }) || !contains(gone+"/", dirDataWords[:]) && !contains(gone, partBackupWords[:]) && !startsWithAny(strings.ToLower(gone), dirMountsWords[:]) || contains(gone, partTemporaryWords[:]) {
			continue
		}
		for n, w := range p.Argv[1:] {
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
	if c.Program == "tar" || c.Program == "zip" {
		archive, whole := "", ""
		for _, w := range c.Argv[1:] {
			switch s := w.String(); {
			case strings.HasPrefix(s, "/var/www/") && strings.Contains(s, ".") || strings.Contains(s, "/public_html/") && strings.Contains(s, "."):
				archive = s
			case s == "/etc" || strings.HasPrefix(s, "/etc/") && !strings.HasPrefix(s, "/etc/nginx") && !strings.HasPrefix(s, "/etc/apache") || s == "/home" || s == "/root" || strings.HasPrefix(s, "/var/lib/") || s == "/":
				whole = s
			}
		}
		if archive != "" && whole != "" && !unpacks(c) {
			j.add(&publicRule, i, c.Span, "writes all of "+whole+" to "+archive+", where the web server shows it")
		}
		return
	}
	if !programDumpsWord(c.Program) || c.Program == "rsync" {
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
