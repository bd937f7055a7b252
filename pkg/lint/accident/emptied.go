package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// mirrored returns the source of a call that makes one directory like another. ok is
// false if the call does not delete what the source lacks.
func mirrored(c *shell.Call) (from string, ok bool) {
	switch c.Program {
	case "rclone", "aws", "gsutil", "gcloud", "s3cmd", "azcopy", "mc", "lftp", "rsync":
	default:
		return "", false
	}
	text := argv(c)
	switch c.Program {
	case "rclone":
		ok = strings.Contains(text, " sync ")
	case "aws":
		ok = strings.Contains(text, " s3 sync ") && strings.Contains(text, " --delete")
	case "gsutil":
		ok = strings.Contains(text, " rsync ") && strings.Contains(text, " -d")
	case "gcloud":
		ok = strings.Contains(text, " storage rsync ") && strings.Contains(text, "--delete-unmatched")
	case "s3cmd", "azcopy", "mc", "lftp":
		ok = strings.Contains(text, "sync ") && strings.Contains(text, "--delete") || strings.Contains(text, "mirror ") && (strings.Contains(text, "--remove") || strings.Contains(text, "--delete") || strings.Contains(text, " -e "))
	case "rsync":
		ok = isMirror(c)
	}
	if !ok {
		return "", false
	}
	if c.Program == "lftp" {
		_, rest, _ := strings.Cut(text, "mirror ")
		for _, s := range strings.Fields(rest) {
			if s[0] != '-' {
				return strings.TrimSuffix(strings.TrimPrefix(s, "./"), "/"), true
			}
		}
	}
	for n, w := range c.Argv[1:] {
		s := w.String()
		switch {
		case s == "" || s[0] == '-' || s == "sync" || s == "s3" || s == "rsync" || s == "storage" || s == "mirror":
		case n > 0 && optionTakes(c.Argv[n].String()):
		default:
			return strings.TrimSuffix(strings.TrimPrefix(s, "./"), "/"), true
		}
	}
	return "", false
}

func optionTakes(word string) bool {
	switch word {
	case "-e", "--exclude", "--include", "--filter", "--profile", "--region", "--config":
		return true
	}
	return false
}

// emptied finds a mirror whose source is filled by a build or a mount that may have
// failed.
func (j *judge) emptied(i int, c *shell.Call) {
	from, ok := mirrored(c)
	if !ok || from == "" || j.library {
		return
	}
	if c.Program != "rsync" && from[0] == '/' && !j.errexit(c.Span.From) && !(j.asksMounts() || strings.Contains(j.text, "--max-delete")) {
		for k := range i {
			m := &j.Script.Calls[k]
			if m.Program == "mount" && len(m.Args.Operands) > 0 && m.Span.To < c.Span.From && j.unseen(k, c) {
				if at := m.Args.Operands[len(m.Args.Operands)-1].String(); from == at || strings.HasPrefix(from, at+"/") {
					j.add(&mirrorRule, i, c.Span, "mirrors an empty directory, and deletes all of the copy, if the mount of "+at+" fails")
					return
				}
			}
		}
	}
	if j.unmounted(i, c, from) {
		return
	}
	if j.filledUnseen(i, c, from) || from[0] == '/' || from[0] == '$' || from[0] == '~' || from == "." {
		return
	}
	made := slices.ContainsFunc(j.Script.Calls[:i], func(p shell.Call) bool {
		return p.Program == "mkdir" && p.Span.To <= c.Span.From && slices.ContainsFunc(p.Argv[1:], func(w shell.Word) bool {
			dir := strings.Trim(w.String(), "./")
			return dir == from || strings.HasPrefix(dir, from+"/")
		})
	})
	for k := range i {
		p := &j.Script.Calls[k]
		if p.Span.To > c.Span.From || p.Program == "mkdir" {
			continue
		}
		swallowed := strings.Contains(j.statement(p.Span.From), "|| true") || strings.Contains(j.statement(p.Span.From), "|| :") || strings.Contains(j.statement(p.Span.From), "|| echo")
		hidden := j.piped(k) && !strings.Contains(j.before(c.Span.From), "pipefail") // by the end of its pipe
		if !made || !programBuildsWord(p.Program) || !swallowed && !hidden && (j.errexit(c.Span.From) || j.Surface == "ci" || j.Surface == "make") || !hidden && !j.unseen(k, c) {
			continue
		}
		if !contains(j.text[p.Span.To:c.Span.From], []string{"[ -", "test -", "ls ", "$?"}) {
			j.add(&mirrorRule, i, c.Span, "mirrors an empty directory, and deletes all that is published, if "+p.Program+" before it fails")
		}
		return
	}
}

// filledUnseen finds a mirror of a directory that the text makes, and that a command fills which
// may have failed before: a download, an archive, a copy.
func (j *judge) filledUnseen(i int, c *shell.Call, from string) bool {
	if j.errexit(c.Span.From) || j.Surface == "ci" || j.Surface == "make" {
		return false
	}
	made := false
	for k := range i {
		p := &j.Script.Calls[k]
		if p.Span.To > c.Span.From || p.Branch != c.Branch || p.Late != c.Late {
			continue
		}
		names := slices.ContainsFunc(p.Argv[min(1, len(p.Argv)):], func(w shell.Word) bool {
			s := strings.TrimSuffix(strings.TrimPrefix(w.String(), "-C"), "/")
			return s == from || strings.TrimPrefix(s, "./") == from
		})
		switch p.Program {
		case "mkdir":
			made = made || names
		case "unzip", "tar", "git", "wget", "7z", "cp", "scp", "rsync", "aws", "gsutil":
			if !made || !names || !j.unseen(k, c) || contains(j.text[p.Span.To:c.Span.From], []string{"[ -", "test -", "ls ", "$?", "find "}) {
				continue
			}
			j.add(&mirrorRule, i, c.Span, "mirrors an empty directory, and deletes all that is published, if "+p.Program+" before it fails")
			return true
		}
	}
	return false
}

// unmounted finds a mirror of a disk or share that may not be mounted: then the directory is
// empty, and so becomes the copy.
func (j *judge) unmounted(i int, c *shell.Call, from string) bool {
	low := strings.ToLower(from) + "/"
	if !startsWithAny(low, dirMountsWords[:]) || strings.Count(strings.TrimSuffix(low, "/"), "/") < 2 || j.asksMounts() ||
		strings.Contains(j.text, "max-delete") || c.Late && j.library || j.Surface == "ci" || contains(low, []string{"/mnt/c/", "/mnt/d/"}) {
		return false
	}
	before := j.before(c.Span.From)
	var names []string // by which the text speaks of the directory
	for _, name := range variables(j.text[c.Span.From:min(c.Span.To, len(j.text))]) {
		if value, ok := j.assigned(name, c.Span.From); ok && strings.Contains(from, strings.Trim(strings.TrimSpace(value), `"'/`)) {
			names = append(names, name)
		}
	}
	for line := range strings.Lines(before) {
		about := strings.Contains(line, strings.TrimSuffix(from, "/"))
		for _, name := range names {
			about = about || expands(line, name)
		}
		body := strings.TrimSpace(line)
		switch {
		case !about || strings.HasPrefix(body, "#"):
		case isTest(line), strings.Contains(line, "ls "), strings.Contains(line, "find "), strings.Contains(line, "stat "), strings.Contains(line, "df "), strings.HasPrefix(body, "cd ") && (strings.Contains(line, "||") || j.errexit(c.Span.From)):
			return false
		case strings.Contains(line, "mount "):
			if strings.Contains(line, "||") || strings.Contains(line, "&&") || j.errexit(c.Span.From) {
				return false
			}
		}
	}
	j.add(&mirrorRule, i, c.Span, "mirrors an empty directory, and deletes all of the copy, if nothing is mounted at "+from)
	return true
}
