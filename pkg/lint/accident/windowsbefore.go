package accident

import (
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// sourceFirst finds what is deleted although the copy before it may have failed: no error
// of a copy stops PowerShell or cmd.exe.
func (w *windows) sourceFirst(at int, line, low string) bool {
	if !deletesWindows(low, w.batch) || strings.Contains(low, "-whatif") {
		return false
	}
	before := strings.ToLower(w.before(at))
	if !w.batch && (strings.Contains(before, "erroractionpreference") && strings.Contains(before, "stop") || w.within(at, "try {", "try{", "if ")) {
		return false
	}
	gone := w.targets(low)
	if strings.HasSuffix(strings.ToLower(w.Path), ".psm1") || contains(low, []string{"downloads", "unzip", "extract"}) {
		return false
	}
	for _, v := range w.variables(low) {
		if value, _ := w.given(before, v.name); contains(value, []string{"temp", "tmp", "downloads"}) {
			return false
		}
	}
	for l := range strings.Lines(before) {
		if !contains(l, []string{"invoke-webrequest", "iwr ", "outfile", "expand-archive", "downloadfile", "git clone", "start-bitstransfer", "new-temporaryfile", "mkdir", "new-item", "curl "}) {
			continue
		}
		for _, g := range gone {
			if strings.Contains(l, g) {
				return false // it made that itself
			}
		}
	}
	lines := strings.Split(before, "\n")
	for k := len(lines) - 1; k >= max(0, len(lines)-8); k-- {
		l := strings.TrimSpace(strings.TrimLeft(lines[k], " \t@"))
		if l == "" || strings.HasPrefix(l, "rem ") || strings.HasPrefix(l, "#") || strings.HasPrefix(l, "::") || strings.HasPrefix(l, "write-") || strings.HasPrefix(l, "echo ") {
			continue
		}
		for _, check := range [...]string{"test-path", "errorlevel", "lastexitcode", "$?", "get-filehash", "if ", "if(", "throw", "wait-", "get-mailboxexportrequest", "compare-object", "fc ", "goto ", "exit"} {
			if strings.Contains(l, check) {
				return false
			}
		}
		if !copiesWindows(l) {
			continue
		}
		if strings.Contains(l, "-erroraction stop") || strings.Contains(l, "-ea stop") || strings.Contains(l, "&&") || strings.Contains(l, "||") || strings.Contains(l, " -wait") {
			return false
		}
		for _, g := range gone {
			if strings.Contains(l, g) || slices.ContainsFunc(w.targets(l), func(from string) bool { return strings.HasPrefix(g, from+`\`) }) {
				w.add(&sourceRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "deletes what the command before may not have copied: its errors do not stop the script")
				return true
			}
		}
	}
	return false
}

// within reports whether an offset lies in a block of PowerShell whose first line has one
// of the words.
func (w *windows) within(at int, words ...string) bool {
	depth := 0
	lines := strings.Split(strings.ToLower(w.before(at)), "\n")
	for k := len(lines) - 1; k >= 0; k-- {
		depth += strings.Count(lines[k], "}") - strings.Count(lines[k], "{")
		if depth < 0 {
			for _, word := range words {
				if strings.Contains(lines[k], word) {
					return true
				}
			}
			depth = 0
		}
	}
	return false
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
		if len(word) > 3 && (strings.Contains(word, `\`) || word[0] == '$' || word[0] == '%') && !strings.HasPrefix(word, "$env:temp") && !strings.Contains(word, `%temp%`) && !strings.Contains(word, `\temp`) && word != "$false" && word != "$true" {
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
		if len(name) < 5 || strings.Contains(name, ":") || isParameter(name) || variableWindowsWord(name) || v.shown[0] == '!' || strings.HasPrefix(v.shown, "%%") {
			continue
		}
		low := strings.ToLower(w.text)
		if _, set := w.given(w.text, name); set || w.isDeclared(low, name) || strings.Contains(low, "strictmode") {
			continue
		}
		for l := range strings.Lines(low) {
			other := ""
			if w.batch {
				if _, rest, ok := strings.Cut(l, "set "); ok {
					other, _, _ = strings.Cut(setName(rest), "=")
				}
			} else if body := strings.TrimSpace(l); strings.HasPrefix(body, "$") {
				other, _, _ = strings.Cut(body[1:], "=")
			}
			if other = strings.TrimSpace(other); other != "" && nearName(name, other) {
				return v.shown
			}
		}
	}
	return ""
}

// isDeclared reports whether a text gives a variable its value other than by an assignment
// of its own: as a parameter, in a loop, by an option.
func (w *windows) isDeclared(low, name string) bool {
	for _, mark := range [...]string{"($" + name + " in", "$" + name + ",", "$" + name + ")", "variable " + name, "]$" + name, "foreach ($" + name, "$" + name + "\r\n", "$" + name + "\n", "$global:" + name, "$script:" + name, ", $" + name} {
		if strings.Contains(low, mark) {
			return true
		}
	}
	return false
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
func (w *windows) takenForGone(at int, line, low string) bool {
	if !strings.Contains(low, "remove-item") || !strings.Contains(low, "-recurse") {
		return false
	}
	lines := strings.Split(strings.ToLower(w.before(at)), "\n")
	for k := len(lines) - 1; k >= max(0, len(lines)-5); k-- {
		body := strings.TrimSpace(lines[k])
		var name string
		for _, not := range [...]string{"if (-not $", "if (!$", "if(-not $", "if(!$", "if ($null -eq $"} {
			if rest, ok := strings.CutPrefix(body, not); ok {
				name, _, _ = strings.Cut(rest, ")")
			}
		}
		if name == "" {
			continue
		}
		for _, above := range lines[:k] {
			if strings.Contains(above, "$"+name+" =") && strings.Contains(above, "silentlycontinue") && (strings.Contains(above, "get-ad") || strings.Contains(above, "invoke-") || strings.Contains(above, "get-az") || strings.Contains(above, "get-mg") || strings.Contains(above, "get-vm")) {
				w.add(&tooMuchRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "deletes what could not be looked up: if the service does not answer, $"+name+" is empty for each")
				return true
			}
		}
		return false
	}
	return false
}

// runsFetched finds a program that is fetched without encryption or with certificates
// unchecked, and run then.
func (w *windows) runsFetched(at int, line, low string) bool {
	if w.batch && !strings.Contains(low, "curl ") && !strings.Contains(low, "bitsadmin") && !strings.Contains(low, "certutil") && !strings.Contains(low, "powershell") {
		return false
	}
	fetches := strings.Contains(low, "invoke-webrequest") || strings.Contains(low, "iwr ") || strings.Contains(low, "downloadfile(") || strings.Contains(low, "start-bitstransfer") || strings.Contains(low, "curl ") || strings.Contains(low, "bitsadmin") || strings.Contains(low, "certutil") && strings.Contains(low, "urlcache") || strings.Contains(low, "invoke-restmethod")
	if !fetches {
		return false
	}
	whole := strings.ToLower(w.text)
	why := ""
	switch {
	case strings.Contains(low, "http://") && !strings.Contains(low, "http://localhost") && !strings.Contains(low, "http://127."):
		why = "without encryption"
	case strings.Contains(low, "-skipcertificatecheck"), strings.Contains(low, "curl ") && strings.Contains(low, " -k "), strings.Contains(strings.ReplaceAll(whole, " ", ""), "servercertificatevalidationcallback={$true}"):
		why = "with the check of certificates switched off"
	}
	if why == "" || contains(whole, []string{"get-filehash", "get-authenticodesignature", "sha256", "certutil -hashfile"}) {
		return false
	}
	after := strings.ToLower(w.text[min(at+len(line), len(w.text)):])
	after = after[:min(len(after), 800)]
	for l := range strings.Lines(after) {
		body := strings.TrimSpace(l)
		starts := strings.HasPrefix(body, "start-process") || strings.HasPrefix(body, "& ") || strings.HasPrefix(body, "msiexec") || strings.HasPrefix(body, "invoke-expression") || strings.HasPrefix(body, "iex ") || strings.HasPrefix(body, "start ") || strings.HasPrefix(body, ". $") || strings.HasPrefix(body, "call ") || strings.HasPrefix(body, "add-appxpackage")
		if !starts {
			continue
		}
		for _, word := range strings.FieldsFunc(low, func(c rune) bool { return strings.ContainsRune(" \t\"'(),", c) }) {
			if len(word) > 3 && !strings.Contains(word, "://") && word[0] != '-' && (word[0] == '$' || strings.Contains(word, ".")) && strings.Contains(body, word[strings.LastIndexByte(word, '\\')+1:]) && word != "$true" {
				w.add(&unprovenRule, shell.Span{From: at + len(line) - len(strings.TrimLeft(line, " \t")), To: at + len(line)}, "runs what it fetches "+why+": anyone on the way can change it")
				return true
			}
		}
	}
	return false
}
