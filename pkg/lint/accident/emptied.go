package accident

import (
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
	for n, w := range rest(c) {
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
	if by := j.unfilled(i, c, from); by != "" {
		j.add(&mirrorRule, i, c.Span, "mirrors an empty directory, and deletes all of the copy, if "+by+" before it fails")
	}
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
		case strings.Contains(line, "mount"), strings.Contains(line, "sshfs "), strings.Contains(line, "fuse "), strings.Contains(line, "curlftpfs "), strings.Contains(line, "s3fs "):
			if strings.Contains(line, "||") || strings.Contains(line, "&&") || j.errexit(c.Span.From) {
				return false
			}
		}
	}
	j.add(&mirrorRule, i, c.Span, "mirrors an empty directory, and deletes all of the copy, if nothing is mounted at "+from)
	return true
}
