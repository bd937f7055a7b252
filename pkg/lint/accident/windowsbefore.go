package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// sourceFirst finds what is deleted although the copy before it may have failed: no error
// of a copy stops PowerShell or cmd.exe.
func (w *windows) sourceFirst(s int) bool {
	st := &w.all[s]
	if !deletesWindows(st.low, w.batch) || strings.Contains(st.low, "-whatif") || !w.batch && (w.stops(s) || w.inside(s, "try", "if")) || strings.HasPrefix(st.low, "if ") {
		return false
	}
	gone := w.targets(st.low)
	if strings.HasSuffix(strings.ToLower(w.Path), ".psm1") || contains(st.low, []string{"downloads", "unzip", "extract"}) {
		return false
	}
	for _, v := range w.variables(st.low) {
		if value, _ := w.given(v.name, s); contains(value, []string{"temp", "tmp", "downloads"}) {
			return false
		}
	}
	for _, above := range w.all[:s] {
		if !contains(above.low, []string{"invoke-webrequest", "iwr ", "outfile", "expand-archive", "downloadfile", "git clone", "start-bitstransfer", "new-temporaryfile", "mkdir", "new-item", "curl "}) {
			continue
		}
		for _, g := range gone {
			if strings.Contains(above.low, g) {
				return false // it made that itself
			}
		}
	}
	for k := s - 1; k >= max(0, s-8); k-- {
		l := w.all[k].low
		if strings.HasPrefix(l, "write-") || strings.HasPrefix(l, "echo ") {
			continue
		}
		if contains(l, []string{"test-path", "errorlevel", "lastexitcode", "$?", "get-filehash", "if ", "if(", "throw", "wait-", "get-mailboxexportrequest", "compare-object", "fc ", "goto ", "exit"}) {
			return false
		}
		if !copiesWindows(l) {
			continue
		}
		if contains(l, []string{"-erroraction stop", "-ea stop", "&&", "||", " -wait"}) {
			return false
		}
		for _, g := range gone {
			if strings.Contains(l, g) || slices.ContainsFunc(w.targets(l), func(from string) bool { return strings.HasPrefix(g, from+`\`) }) {
				w.add(&sourceRule, w.spanOf(s, 0), "deletes what the command before may not have copied: its errors do not stop the script")
				return true
			}
		}
	}
	return false
}

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

func deletesWindows(low string, batch bool) bool {
	words := strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune(" \t|;{}()&@", c) })
	for _, w := range words {
		switch w {
		case "del", "erase", "rd", "rmdir":
			return true
		case "remove-item", "remove-mailbox", "remove-aduser", "remove-vm", "drop-database", "remove-azresource", "remove-s3object", "remove-azstorageblob":
			return !batch
		}
	}
	return false
}

func copiesWindows(low string) bool {
	words := strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune(" \t|;{}()&@", c) })
	for _, w := range words {
		switch strings.TrimSuffix(w, ".exe") {
		case "copy-item", "xcopy", "robocopy", "copy", "compress-archive", "new-mailboxexportrequest", "backup-sqldatabase", "export-vm", "write-s3object", "set-azstorageblobcontent", "7z", "scp", "pscp", "wbadmin", "azcopy", "aws", "send-mailmessage":
			return true
		}
	}
	return false
}

// targets returns the paths and variables that a line deletes, without patterns.
func (w *windows) targets(low string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune(" \t\"'(){}|;,", c) }) {
		word = strings.TrimRight(word, `*\/`)
		if len(word) > 3 && (strings.Contains(word, `\`) || word[0] == '$' || word[0] == '%') && !strings.HasPrefix(word, "$env:temp") && !strings.Contains(word, `%temp%`) && !strings.Contains(word, `\temp`) && word != "$false" && word != "$true" && !strings.HasPrefix(word, "$using:") && (word[0] != '\\' || word[1] == '\\') {
			out = append(out, word)
			if strings.HasPrefix(word, "$") && strings.Contains(word, ".") {
				out = append(out, word[:strings.IndexByte(word, '.')])
			}
		}
	}
	return out
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

// closed finds a firewall that blocks what comes in before the rule that lets logins in.
func (w *windows) closed(at int, line, low string) bool {
	blocks := strings.Contains(low, "set-netfirewallprofile") && strings.Contains(low, "-defaultinboundaction block") || strings.Contains(low, "advfirewall set") && strings.Contains(low, "blockinbound")
	if !blocks {
		return false
	}
	before, after := strings.ToLower(w.before(at)), strings.ToLower(w.text[at:])
	for _, opens := range [...]string{"3389", "5985", "rdp", "remote desktop", "winrm", "remotedesktop"} {
		if strings.Contains(before, opens) && (strings.Contains(before, "firewallrule") || strings.Contains(before, "add rule")) {
			return false
		}
	}
	if !strings.Contains(after, "new-netfirewallrule") && !strings.Contains(after, "add rule") && !strings.Contains(after, "enable-netfirewallrule") {
		return false
	}
	w.add(&lockedOutRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "closes the firewall before a rule lets logins in")
	return true
}

// takenForGone finds what is deleted because it could not be looked up: an error of the
// look-up is silenced and looks the same as that there is none.
func (w *windows) takenForGone(s int) bool {
	low := w.all[s].low
	if !strings.Contains(low, "remove-item") || !strings.Contains(low, "-recurse") {
		return false
	}
	for in := w.all[s].in; in >= 0; in = w.all[in].in {
		for _, not := range [...]string{"if (-not $", "if (!$", "if(-not $", "if(!$", "if ($null -eq $"} {
			rest, ok := strings.CutPrefix(w.all[in].low, not)
			if !ok {
				continue
			}
			name, _, _ := strings.Cut(rest, ")")
			if value, _ := w.given(name, in); contains(value, []string{"silentlycontinue"}) && contains(value, []string{"get-ad", "invoke-", "get-az", "get-mg", "get-vm"}) {
				w.add(&tooMuchRule, w.spanOf(s, 0), "deletes what could not be looked up: if the service does not answer, $"+name+" is empty for each")
				return true
			}
		}
	}
	return false
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

// runsFetched finds a program that is fetched without encryption or with certificates
// unchecked, and run then.
func (w *windows) runsFetched(s int) bool {
	low := w.all[s].low
	if !contains(low, []string{"invoke-webrequest", "iwr ", "downloadfile(", "start-bitstransfer", "curl ", "curl.exe", "bitsadmin", "urlcache", "invoke-restmethod", "wget "}) {
		return false
	}
	why := w.unproven(s)
	if why == "" {
		return false
	}
	var files []string
	for _, word := range strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune(" \t\"'(),`\r\n", c) }) {
		if len(word) > 3 && !strings.Contains(word, "://") && word[0] != '-' && (word[0] == '$' || strings.Contains(word, ".")) && !strings.HasPrefix(word, "curl") && word != "$true" {
			files = append(files, word, strings.ToLower(w.spread(word, s)))
		}
	}
	for k := s + 1; k < len(w.all) && k < s+12; k++ {
		next := w.all[k].low
		words := w.words(next)
		if len(words) == 0 {
			continue
		}
		first := strings.TrimLeft(words[0], "&.")
		starts := startsWithAny(next, []string{"start-process", "& ", "msiexec", "invoke-expression", "iex ", "start ", ". $", "call ", "add-appxpackage", "powershell", "pwsh", "cmd "})
		for _, file := range files {
			base := file[strings.LastIndexAny(file, `\/`)+1:]
			if starts && len(base) > 3 && (strings.Contains(next, base) || strings.Contains(w.spread(next, k), base)) || first == file || w.spread(first, k) == file {
				w.add(&unprovenRule, w.spanOf(s, 0), "runs what it fetches "+why+": anyone on the way can change it")
				return true
			}
		}
	}
	return false
}
