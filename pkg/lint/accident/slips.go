package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// downloadedTo returns the file into which curl or wget writes what it fetches.
func downloadedTo(c *shell.Call) string {
	if c.Program != "curl" && c.Program != "wget" {
		return ""
	}
	to := ""
	for n := range c.Argv[:max(0, len(c.Argv)-1)] {
		switch option := c.Argv[n].String(); {
		case option == "--output" || option == "--output-document", len(option) > 1 && option[0] == '-' && option[1] != '-' && (c.Program == "curl" && strings.HasSuffix(option, "o") || c.Program == "wget" && strings.HasSuffix(option, "O")):
			to = c.Argv[n+1].String()
		}
	}
	return to
}

// fromTemporary finds a script run out of a directory into which everyone may write, that
// nothing in the text puts there.
func (j *judge) fromTemporary(i int, c *shell.Call) {
	if c.In != nil || c.Where != "" || len(c.Argv) == 0 || c.Late || !contains(j.Path, fileUnattendedWords[:]) && !strings.Contains(strings.ToLower(j.text[:min(len(j.text), 400)]), "cron") {
		return
	}
	name := c.Argv[0].String()
	switch c.Program {
	case "sh", "bash", "dash", "ksh", "zsh", "source", ".", "python", "python3", "perl":
		if len(c.Argv) < 2 {
			return
		}
		name = c.Argv[1].String()
	}
	if !strings.HasPrefix(name, "/tmp/") && !strings.HasPrefix(name, "/var/tmp/") && !strings.HasPrefix(name, "/dev/shm/") || c.Argv[min(1, len(c.Argv)-1)].HasUnknown() || strings.Count(name, "/") > 2 && !strings.HasPrefix(name, "/var/tmp/") {
		return
	}
	if strings.Count(j.Whole, path.Base(name)) > strings.Count(j.lineAt(c.Span.From), path.Base(name)) || strings.Count(j.lineAt(c.Span.From), path.Base(name)) > 2 {
		return // it puts it there
	}
	j.add(&outsidersRule, i, c.Span, "runs "+name+", which everyone on the machine may put there")
}

// convertedFirst finds a file of a loop deleted although the command before, which makes
// another one of it, may have failed.
func (j *judge) convertedFirst(i int, c *shell.Call) {
	if c.Program != "rm" || !c.Loop || len(c.Args.Operands) != 1 || j.errexit(c.Span.From) || j.library || c.Where != "" || j.Surface == "ci" || j.Surface == "make" {
		return
	}
	w := &c.Args.Operands[0]
	names := variables(j.written(w))
	place := w.String()
	if len(names) != 1 || strings.Trim(j.written(w), `"${}`) != names[0] || contains(place, partTemporaryWords[:]) ||
		!contains(place, dirDataWords[:]) && !contains(place, partBackupWords[:]) && !startsWithAny(strings.ToLower(place), dirMountsWords[:]) {
		return
	}
	if slices.ContainsFunc(j.Script.Calls[:i], func(p shell.Call) bool {
		to := downloadedTo(&p)
		return to != "" && to == place
	}) {
		return // it can be fetched again
	}
	line := j.lineAt(c.Span.From)
	if strings.Contains(line, "&&") || strings.Contains(line, "||") || strings.Contains(line, "if ") {
		return
	}
	above := strings.Split(strings.TrimRight(j.before(strings.LastIndexByte(j.before(c.Span.From), '\n')+1), " \t\n"), "\n")
	last := ""
	for k := len(above) - 1; k >= max(0, len(above)-3) && last == ""; k-- {
		if body := strings.TrimSpace(above[k]); !strings.HasPrefix(body, "#") && !strings.HasPrefix(body, "echo ") && !strings.HasPrefix(body, "printf ") && !strings.HasPrefix(body, "logger ") {
			last = body
		}
	}
	first, _, _ := strings.Cut(last, " ")
	if !expands(last, names[0]) || strings.Contains(last, "&&") || strings.Contains(last, "||") || isTest(last) {
		return
	}
	switch path.Base(first) {
	case "", "[", "[[", "if", "for", "while", "do", "done", "fi", "then", "else", "local", "export", "rm", "cat", "ls", "mv", "chmod", "chown", "touch", "stat", "diff", "sed", "cd", "log", "gzip", "xz", "bzip2":
		return
	}
	if name, _, ok := strings.Cut(first, "="); ok && shell.IsName(name) || strings.HasSuffix(last, "done") {
		return
	}
	j.add(&sourceRule, i, c.Span, "deletes "+j.written(w)+" although "+path.Base(first)+" before it may have failed")
}
