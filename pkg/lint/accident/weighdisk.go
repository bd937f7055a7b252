package accident

import (
	"path"
	"strings"
)

// looksAtDisk are words of a text that looks at a disk before it is written.
var looksAtDisk = []string{"lsblk", "blkid", "by-id", "findmnt", "-b /dev", "/proc/", "fdisk -l", "udevadm"}

// wiped weighs what wipes a disk: of a name that another one may have it is an accident.
func (j *judge) wiped(w weighed) {
	switch {
	case j.raisedDefault(w):
	case j.everyDisk(w) && !contains(j.before(w.at), []string{"removable", "mountpoint", "/proc/mounts"}):
		raise(w.Finding, "every disk that has such a name")
	case strings.Contains(w.Message, "lsblk -no pkname "):
		lower(w.Finding) // the disk that a partition lies on, which is known
	case w.call.Late || j.readsLibrary(w.at) || !strings.Contains(w.Message, "$") || j.checked(w.text, w.at) || j.confirmed(w.at):
		lower(w.Finding)
	}
}

// formatted weighs what formats a disk: an image in a file is none.
func (j *judge) formatted(w weighed) {
	if j.raisedDefault(w) {
		return
	}
	if isImageFile(strings.Join(w.On, " ")) {
		quiet(w.Finding)
	}
	switch {
	case j.everyDisk(w):
		raise(w.Finding, "every disk that has such a name")
	case j.Surface == "script" && byLetter(w.text) && !contains(j.Path, fileDisksWords[:]) && !contains(j.Path, fileImagesWords[:]) && !j.confirmed(w.at) && !contains(j.before(w.at), looksAtDisk):
		raise(w.Finding, "whichever disk has that letter today")
	}
}

// raisedDefault raises a finding of a disk that a script takes where none is given.
func (j *judge) raisedDefault(w weighed) bool {
	name := j.defaultDisk(w.call)
	if name == "" {
		return false
	}
	raise(w.Finding, "which is what $"+name+" is where nothing else is given: on many machines not the disk that was meant")
	return true
}

// everyDisk reports whether a script formats or wipes a pattern for whole disks, /dev/sd?, and
// nobody is asked.
func (j *judge) everyDisk(w weighed) bool {
	return j.Surface == "script" && isDiskPattern(w.Message) && !j.confirmed(w.at)
}

// isImageFile reports whether what is formatted is an image in a file, by its name or by a
// device of losetup.
func isImageFile(target string) bool {
	if strings.HasPrefix(target, "$(losetup ") {
		return true
	}
	if strings.Contains(target, " ") {
		return false
	}
	return strings.HasPrefix(target, "$(losetup") || fileHoldsDiskWord(path.Ext(target)) && !strings.HasPrefix(target, "/dev/")
}

// isDiskPattern reports whether what is formatted is a pattern for whole disks: /dev/sd?.
func isDiskPattern(message string) bool {
	_, target, _ := strings.Cut(message, " /dev/")
	name, _, _ := strings.Cut(target, " ")
	for _, kind := range [...]string{"sd", "nvme", "vd", "hd", "xvd"} {
		if rest, ok := strings.CutPrefix(name, kind); ok && strings.Trim(rest, "?*[]abcdefghijklmnopqrstuvwxyz-0123456789") == "" && strings.ContainsAny(rest, "?*[") {
			return true
		}
	}
	return false
}

// byLetter reports whether a command names a disk by its letter, which another one may have
// at the next start.
func byLetter(text string) bool {
	_, rest, ok := strings.Cut(text, "/dev/sd")
	return ok && rest != "" && rest[0] >= 'a' && rest[0] <= 'z'
}
