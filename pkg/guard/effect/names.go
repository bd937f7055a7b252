package effect

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// systemGlob reports whether a pattern at the root matches system directories:
// /e*c, /???.
func systemGlob(pattern string) bool {
	if !isGlob(pattern) {
		return false
	}
	for _, n := range systemSamples {
		if shell.MatchGlob(pattern, n) {
			return true
		}
	}
	return false
}

// systemClass returns the class of devices, mounts and system directories.
func systemClass(s []string) Class {
	if len(s) > 1 && (letter(s[0]) || s[0] == "mnt" && letter(s[1])) { // a Windows drive
		return windowsClass(s)
	}
	if len(s) == 1 && letter(s[0]) {
		return Root
	}
	switch {
	case s[0] == "dev":
		return deviceClass(s)
	case mountName(s[0]):
		if len(s) <= 2 || len(s) == 3 && everything(s[2]) {
			return Mount
		}
		return 0
	}
	if !systemName(s[0]) {
		return 0
	}
	if systemCacheUnder(s) {
		return Generated
	}
	rest := s[1:]
	if len(rest) == 0 || everything(rest[0]) {
		return System
	}
	if essential(s[0], rest) {
		return System
	}
	if installed(s) {
		return BelowSystem | Generated
	}
	return BelowSystem
}

// letter reports whether a name is that of a Windows drive.
func letter(name string) bool {
	return len(name) == 1 && name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z'
}

// installed reports whether a path is a program unpacked below /usr/local,
// which can be downloaded again. The shared directories there and directories
// with data are not.
func installed(s []string) bool {
	if len(s) < 3 || s[0] != "usr" || s[1] != "local" {
		return false
	}
	switch {
	case localSharedName(s[2]):
		return len(s) > 3 && !isGlob(s[3])
	case localDataName(s[2]):
		return false
	}
	return !isGlob(s[2])
}

// essential reports whether a system needs a path to start, or to let users log in.
func essential(top string, rest []string) bool {
	if len(rest) == 1 || len(rest) == 2 && everything(rest[1]) {
		return essentialName(top) || essentialIn(top, rest[0])
	}
	return essentialTreeIn(top, rest[0])
}

func windowsClass(s []string) Class {
	if s[0] == "mnt" {
		s = s[1:]
	}
	switch {
	case len(s) == 1 || everything(s[1]):
		return Root
	case systemName(s[1]) || strings.EqualFold(s[1], "windows"):
		return System
	}
	return 0
}

// deviceClass sets disks and memory apart from harmless devices.
func deviceClass(s []string) Class {
	if len(s) == 1 || everything(s[1]) {
		return System | Device
	}
	n := s[1]
	if deviceName(n) || isGlob(n) {
		return Device
	}
	if known, _, unknown := strings.Cut(n, hole); unknown && (known == "" || deviceName(known+"a") || deviceName(known+"da") || deviceName(known+"0")) {
		return Device
	}
	if len(s) == 3 && !deviceDirName(n) {
		return Device // a logical volume: /dev/GROUP/VOLUME
	}
	return 0
}

// byName classifies a path by the names in it, wherever it is. p is the path as
// text, "" to have it put together if it is needed.
func byName(s []string, p string, at Dirs) Class {
	var c Class
	last := s[len(s)-1]
	if everything(last) && len(s) > 1 {
		last = s[len(s)-2]
	}
	for i, n := range s {
		if vcsName(n) {
			c |= VCS
		}
		if generatedName(n) || i+1 < len(s) && generatedIn(n, s[i+1]) {
			c |= Generated
		}
		if guarded(s, i) {
			c |= Guard
		}
	}
	if secretNames(s, last) || secretPath(s) {
		c |= Secret
	}
	if startupName(last) || startupPath(s) || len(s) > 1 && startupIn(s[len(s)-2], s[len(s)-1]) {
		c |= Startup
	}
	if len(at.Guard) == 0 {
		return c
	}
	if p == "" {
		p = "/" + strings.Join(s, "/")
	}
	dir := trimGlob(p)
	for _, g := range at.guards() {
		if within(p, g) || within(g, dir) && !at.holds(dir) {
			return c | Guard
		}
	}
	return c
}

// begins reports whether the names of a path begin with a text that has a slash
// behind each name but the last, of which it may have only the start.
func begins(s []string, text string) bool {
	for _, name := range s {
		want, rest, whole := strings.Cut(text, "/")
		if !whole || name != want {
			return !whole && strings.HasPrefix(name, want)
		}
		text = rest
	}
	return text == ""
}

// ForTests reports whether a file of a project belongs to its tests or is the
// code of others, by its path in the project.
func ForTests(path string) bool {
	for name := range strings.SplitSeq(path, "/") {
		if testFileName(name) {
			return true
		}
	}
	return false
}

// OnlyInCI reports whether one of the variables is true only where a pipeline
// runs.
func OnlyInCI(variables []string) bool { return slices.ContainsFunc(variables, ciVariableName) }

// ForCI reports whether a file of a project lies where its pipelines have
// theirs, by its path in the project.
func ForCI(path string) bool {
	for {
		dir, rest, below := strings.Cut(path, "/")
		if !below {
			return false
		}
		if ciDirName(dir) {
			return true
		}
		path = rest
	}
}

// IsProduct reports whether a file is what programs write and no check reads.
func IsProduct(name string) bool { return productName(name) }

// IsAuthored reports whether a file is one that people make with their own hands, a key, or
// settings for one machine, by its name: no build makes it again, wherever it lies.
func IsAuthored(name string) bool {
	base := strings.ToLower(path.Base(name))
	if fileAuthoredWord(path.Ext(base)) {
		return true
	}
	parts := strings.Split(base, ".")
	return len(parts) > 1 && slices.ContainsFunc(parts[:len(parts)-1], partLocalWord) // settings.local.json
}

// IsData reports whether a file of a project holds what no build makes again, by its
// path: it is data by its name or that of a directory, and lies in no directory of
// build output, caches or tests.
func IsData(path string) bool {
	data := false
	for name := range strings.SplitSeq(path, "/") {
		if generatedName(name) || outputOnly(name) || testFileName(name) || scratchName(name) {
			return false
		}
		data = data || dataName(name)
	}
	return data
}

// singleFile reports whether a word names files and never a directory: rm -rf
// then deletes no more than rm would.
func singleFile(w shell.Word) bool {
	n := len(w.Parts)
	if n == 0 || w.Parts[n-1].Kind == shell.Unknown {
		return false
	}
	base := w.Parts[n-1].Text
	if i := strings.LastIndexByte(base, '/'); i >= 0 {
		base = base[i+1:]
	}
	if len(base) > 3 && base[0] == '.' && strings.HasSuffix(base, "rc") {
		return !strings.ContainsAny(base, "*?[")
	}
	i := strings.LastIndexByte(base, '.')
	if i < 0 {
		return false
	}
	return singleFileName(base[i+1:])
}

// guarded reports whether the i-th name of a path is that of the agent's
// settings or our own directories.
func guarded(s []string, i int) bool {
	return guardName(s[i]) || i > 0 && guardIn(s[i-1], s[i])
}

// secretNames reports whether the names in a path are those of the usual
// places of keys, tokens, passwords and private files.
func secretNames(s []string, last string) bool {
	if secretName(last) && !publicName(last) {
		return true
	}
	for i, n := range s {
		if secretBelow(n, last) || secretDirName(n) && !publicBelow(n, last) || i > 0 && secretIn(s[i-1], n) || i == len(s)-1 && (secretWholeName(n) || i > 0 && secretWholeIn(s[i-1], n)) {
			return true
		}
	}
	return false
}
