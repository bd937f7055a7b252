package accident

import (
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// defaultDisk returns the variable that names the disk of a call where that is a disk by
// its letter which the text takes if the user says nothing, and nothing looks at it.
func (j *judge) defaultDisk(c *shell.Call) string {
	text := j.text[c.Span.From:min(c.Span.To, len(j.text))]
	if j.Surface == "ci" || contains(j.Path, fileImagesWords[:]) || j.confirmed(c.Span.From) {
		return ""
	}
	for _, name := range variables(text) {
		if strings.Contains(text, "if=$"+name) || strings.Contains(text, `if="$`+name) || j.tested(name, c.Span.From) {
			continue
		}
		value, _ := j.assigned(name, c.Span.From)
		for _, kind := range [...]string{"sd", "nvme", "hd", "vd", "disk", "mmcblk"} {
			if strings.Contains(value, "-/dev/"+kind) || strings.Contains(value, "=/dev/"+kind) || strings.Contains(text, "${"+name+":-/dev/"+kind) {
				return name
			}
		}
	}
	return ""
}

// diskpart finds a script of diskpart that cleans a disk whose number is a default, and
// that nobody was asked about.
func (w *windows) diskpart(at int, low string) {
	if !strings.Contains(low, "diskpart /s") || strings.Contains(strings.ToLower(w.text), "choice ") {
		return
	}
	before := strings.ToLower(w.before(at))
	if !strings.Contains(before, "clean") && !strings.Contains(before, "format ") || strings.Contains(before, "set /p ") || strings.Contains(before, "read-host") || strings.Contains(before, "pause") {
		return
	}
	_, rest, ok := strings.Cut(before, "select disk ")
	if !ok {
		return
	}
	rest = strings.TrimRight(headLine(rest), "\r")
	for _, v := range w.variables(rest) {
		tested := false
		for line := range strings.Lines(before) {
			if !w.uses(line, v.name) || !strings.Contains(line, "if ") {
				continue
			}
			if _, set, ok := strings.Cut(line, "set "); ok && strings.TrimLeft(set, `"`) != "" && strings.HasPrefix(strings.TrimLeft(set, `"`), v.name+"=") {
				value := strings.Trim(strings.TrimSpace(set[strings.IndexByte(set, '=')+1:]), `"`)
				if strings.Trim(value, "0123456789") == "" && value != "" {
					w.add(&diskRule, shell.Span{From: at, To: at + len(strings.TrimRight(low, "\r\n"))}, "cleans disk "+value+" where no other is given, whatever that is on this machine")
					return
				}
			}
			tested = tested || strings.Contains(line, "goto") || strings.Contains(line, "exit")
		}
		if tested {
			return
		}
	}
}

// playbook finds disks of a default that a task formats or wipes on hosts which have no
// value of their own.
func (r *around) playbook() {
	at := 0
	defaults := map[string]string{} // variables of the playbook by the expressions that give them a default
	for line := range strings.Lines(r.text) {
		if key, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && shell.IsName(key) && strings.Contains(value, "default(") && strings.Contains(value, "'/dev/") {
			defaults[key] = strings.TrimSpace(strings.Trim(strings.TrimSpace(value), `"{} `))
		}
	}
	for raw := range strings.Lines(r.text) {
		line := raw
		for name, value := range defaults {
			line = strings.ReplaceAll(line, "{{ "+name+" }}", "{{ "+value+" }}")
		}
		for _, program := range [...]string{"mkfs", "wipefs", "sgdisk", "parted ", "dd ", "pvcreate", "blkdiscard", "shred ", "zpool create"} {
			_, after, ok := strings.Cut(line, program)
			head, rest, has := strings.Cut(strings.Join(strings.Fields(after), " "), "default('/dev/")
			if !has {
				head, rest, has = strings.Cut(after, `default("/dev/`)
			}
			if !ok || !has || strings.Contains(line, "#") && strings.Index(line, "#") < strings.Index(line, program) {
				continue
			}
			name, _, _ := strings.Cut(strings.TrimSpace(head[strings.LastIndex(head, "{{")+2:]), " ")
			disk, _, _ := strings.Cut(rest, "'")
			if strings.Contains(r.text, "when: "+name) || strings.Contains(r.text, name+" is defined") || strings.Contains(r.text, name+" is match") || strings.HasPrefix(disk, "loop") {
				continue
			}
			r.add(&diskRule, at, raw, "overwrites /dev/"+disk+" of every host that has no "+name+" of its own, whatever disk that is there")
			break
		}
		at += len(raw)
	}
}
