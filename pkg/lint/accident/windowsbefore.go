package accident

import (
	"slices"
	"strings"
)

// unfilledMirror returns the command that fills the source of a mirror, where its failure stops
// nothing and nothing looks at it.
func (w *windows) unfilledMirror(s int, source string) string {
	if !w.batch && w.stops(s) || source == "" {
		return ""
	}
	source = strings.ToLower(strings.TrimRight(source, `\/`))
	by := ""
	for k := s - 1; k >= max(0, s-16); k-- {
		low := w.all[k].low
		if by == "" && contains(low, []string{"test-path", "lastexitcode", "errorlevel", "$?", "throw", ".count", "exist ", "||", "&&", "-erroraction stop", "-ea stop", "exit"}) && !strings.Contains(low, "remove-item") {
			return ""
		}
		words := w.words(w.all[k].text)
		names := slices.ContainsFunc(words, func(word string) bool {
			dir := strings.TrimRight(strings.ToLower(w.spread(word, k)), `\/`)
			return dir == source || strings.HasPrefix(dir, source+`\`)
		})
		if len(words) < 2 || !names {
			continue
		}
		program := strings.ToLower(strings.TrimLeft(w.spread(words[0], k), "&"))
		switch strings.TrimSuffix(program[strings.LastIndexByte(program, '\\')+1:], ".exe") {
		case "mkdir", "md", "rd", "rmdir", "del", "remove-item", "new-item", "if":
			if by != "" {
				return by // it begins as nothing
			}
		case "echo", "set", "rem", "write-host", "write-output", "cd", "pushd", "set-location", "set-content", "out-file", "dir", "get-childitem", "robocopy", "start", "call":
		case "expand-archive", "copy-item", "xcopy", "copy", "7z", "tar", "aws", "azcopy", "invoke-webrequest", "net", "git", "dotnet", "npm", "msbuild":
			return words[0]
		default:
			if by == "" && !strings.HasPrefix(program, "$") {
				by = words[0]
			}
		}
	}
	return ""
}

// slip returns the variable of a line that nothing sets, where the text sets one of almost
// the same name.
func (w *windows) slip(line string) string {
	for _, v := range w.variables(line) {
		name := v.name
		if len(name) < 5 || strings.ContainsAny(name, ":.") || isParameter(name) || variableWindowsWord(name) || v.shown[0] == '!' || strings.HasPrefix(v.shown, "%%") || w.local[name] || w.stops(0) {
			continue
		}
		if _, set := w.sets[name]; set {
			continue
		}
		if _, set := w.params[name]; set || strings.Contains(strings.ToLower(w.text), "strictmode") {
			continue
		}
		for other, list := range w.sets {
			if slices.ContainsFunc(list, func(set setting) bool { return set.loop && strings.Contains(strings.ToLower(set.value), "$"+name) }) {
				continue // for each $server in $servers
			}
			if nearName(name, other) || strings.ReplaceAll(name, "_", "") == strings.ReplaceAll(other, "_", "") {
				return v.shown
			}
		}
	}
	return ""
}

// unproven says how what a statement fetches can be changed on the way, "" if it cannot or if
// the text proves what it is.
func (w *windows) unproven(s int) string {
	if s < 0 {
		return ""
	}
	whole := strings.ToLower(w.text)
	if contains(whole, []string{"get-filehash", "get-authenticodesignature", "sha256", "certutil -hashfile", "-hashfile"}) {
		return ""
	}
	for _, p := range w.origins(s) {
		low := strings.ToLower(w.spread(p.text, p.s))
		if strings.Contains(low, "http://") && !strings.Contains(low, "http://localhost") && !strings.Contains(low, "http://127.") {
			return "over a connection without encryption"
		}
		if strings.Contains(low, "-skipcertificatecheck") || strings.Contains(low, "curl") && contains(low, []string{" -k ", "--insecure", " -ks", " -kl", " -fk", " -sk"}) {
			return "with the check of certificates switched off"
		}
	}
	if strings.Contains(strings.ReplaceAll(whole, " ", ""), "servercertificatevalidationcallback={$true}") || strings.Contains(whole, "trustallcertspolicy") {
		return "with the check of certificates switched off"
	}
	return ""
}

// otherDrive reports whether a line of cmd.exe changes to a directory of another drive, which
// cd does not do without /d.
func (w *windows) otherDrive(line, dir string, at int) bool {
	if !w.batch || !strings.HasPrefix(strings.TrimLeft(line, " \t@"), "cd ") || strings.Contains(line, "/d") {
		return false
	}
	dir = strings.Trim(w.spread(strings.Trim(dir, `" `), w.statementAt(at)), `"`)
	return len(dir) > 2 && dir[1] == ':' && dir[2] == '\\' && !strings.HasPrefix(strings.ToLower(dir), "c:")
}
