package accident

import (
	"path"
	"slices"
	"strings"

	"github.com/ctxhook/ctxhook/pkg/guard/effect"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
)

// download is a file that a line fetches where nobody proves that it comes from whom it
// should.
type download struct {
	file, why string
}

// unverified finds programs and archives that are fetched without encryption, or with the
// check of certificates switched off, and then run or installed.
func (r *around) unverified() {
	low := strings.ToLower(r.text)
	if !contains(low, []string{"http://", "insecure", "no-check-certificate", "curl -", "ssl_no_verify", "sslverify"}) {
		return
	}
	at := 0
	for at < len(r.text) {
		line := joined(r.text[at:])
		body := strings.TrimSpace(line)
		if !strings.HasPrefix(body, "#") && !strings.HasPrefix(body, "//") && (strings.Contains(line, "curl ") || strings.Contains(line, "wget ")) {
			if d := fetched(line); d != nil {
				r.startedLater(at, line, d)
			}
			r.trusted(at, line)
		}
		at += len(line)
	}
}

// trusted notes a key that comes without encryption and from then on says which packages are
// what they should be.
func (r *around) trusted(at int, line string) {
	_, url, ok := strings.Cut(line, "http://")
	from, to, piped := strings.Cut(url, "|")
	if !ok || effect.IsNear(url) || contains(from, []string{"&&", ";", "https://"}) {
		return // of another command
	}
	words := strings.Fields(strings.ReplaceAll(to, "sudo ", ""))
	if piped && len(words) > 1 && (words[0] == "apt-key" && words[1] == "add" || words[0] == "rpm" && words[1] == "--import") && !strings.Contains(line[:max(0, strings.Index(line, "http://"))], "gpg ") {
		r.add(&unprovenRule, at, headLine(line), "trusts a key for packages that it fetches without encryption: anyone on the way can change it, and all packages")
	}
}

// namedWhereFetched reports whether what a call runs is a file that a line before fetches
// without a proof: that line is named.
func (j *judge) namedWhereFetched(w weighed) bool {
	for line := range strings.Lines(j.before(w.at)) {
		if d := fetched(line); d != nil && slices.ContainsFunc(w.call.Argv, func(o shell.Word) bool {
			return path.Base(o.String()) == path.Base(d.file) || path.Base(strings.Trim(j.written(&o), `"`)) == path.Base(d.file)
		}) {
			return true
		}
	}
	return false
}

// joined returns the first line of a text with those that continue it.
func joined(text string) string {
	end := 0
	for {
		n := strings.IndexByte(text[end:], '\n')
		if n < 0 {
			return text
		}
		line := strings.TrimRight(text[end:end+n], " \t\r")
		end += n + 1
		if !strings.HasSuffix(line, "\\") {
			return text[:end]
		}
	}
}

// fetched returns what a line downloads into a file without proof of where it comes from.
func fetched(line string) *download {
	for _, command := range commands(line) {
		words := strings.Fields(strings.ReplaceAll(command, "\\\n", " "))
		for len(words) > 0 && words[0] != "curl" && words[0] != "wget" {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		d, url, remote := &download{}, "", false
		for n, w := range words[1:] {
			w = strings.Trim(w, `"',`)
			before := words[n]
			switch {
			case w == "--insecure" || w == "--no-check-certificate" || words[0] == "curl" && len(w) > 1 && w[0] == '-' && w[1] != '-' && strings.Contains(w, "k") && !strings.ContainsAny(w, "=:/"):
				d.why = "with the check of certificates switched off"
			case strings.HasPrefix(w, "http://") && !effect.IsNear(strings.TrimPrefix(w, "http://")):
				d.why, url = "without encryption", w
			case strings.HasPrefix(w, "https://"):
				url = w
			}
			switch {
			case before == "-o" || before == "--output" || words[0] == "wget" && before == "-O" || before == ">" || before == ">>",
				words[0] == "curl" && len(before) > 2 && before[0] == '-' && before[1] != '-' && strings.HasSuffix(before, "o"), words[0] == "wget" && len(before) > 2 && before[0] == '-' && before[1] != '-' && strings.HasSuffix(before, "O"):
				d.file = w
			case words[0] == "curl" && w[max(0, len(w)-1):] == "O" && strings.HasPrefix(w, "-"):
				remote = true
			}
		}
		if d.file == "" && (words[0] == "wget" || remote) && url != "" {
			d.file = path.Base(url)
		}
		if d.why != "" && len(d.file) > 1 && d.file != "/dev/null" {
			return d
		}
	}
	return nil
}

// commands splits a line at what joins commands.
func commands(line string) []string {
	return strings.FieldsFunc(strings.NewReplacer("&&", "\x00", "||", "\x00", ";", "\x00", "|", "\x00").Replace(line), func(c rune) bool { return c == 0 })
}

// startedLater notes a download that the lines behind it run, unpack into the system, or
// install, without a proof between.
func (r *around) startedLater(at int, line string, d *download) {
	i := strings.Index(line, d.file)
	rest := line[min(len(line), i+len(d.file)):] + r.text[at+len(line):]
	rest = rest[:min(len(rest), 1500)]
	direct := contains(d.file, []string{"/bin/", "/sbin/", "/etc/cron", "/etc/nft", "/etc/profile"})
	for from := 0; from < len(rest); {
		l := joined(rest[from:])
		from += len(l)
		for _, command := range commands(l) {
			words := strings.Fields(command)
			for len(words) > 0 && (words[0] == "sudo" || words[0] == "RUN" || words[0] == "-" || words[0] == "run:" || words[0] == "then" || strings.HasPrefix(words[0], "-") && len(words[0]) < 3) {
				words = words[1:]
			}
			if len(words) == 0 || strings.HasPrefix(words[0], "#") {
				continue
			}
			if programProves(words) {
				return
			}
			about := strings.Contains(command, d.file) || strings.Contains(command, "$") && strings.Contains(command, path.Base(d.file))
			name := path.Base(strings.Trim(words[0], `"'`))
			switch {
			case direct && (name == path.Base(d.file) || name == "chmod" && about || name == "nft"):
			case !about:
				continue
			case strings.Contains(d.file, "/") && strings.Trim(words[0], `"'`) == d.file || words[0] == "./"+d.file || words[0] == "./"+path.Base(d.file):
			case name == "chmod" && !strings.Contains(command, "+x") && !strings.Contains(command, "7"):
				continue
			case programStartsWord(name) && isOperand(name, words[1:], path.Base(d.file)):
			case name == "." && len(words) == 2:
			case (name == "tar" || name == "unzip" || name == "bsdtar") && intoSystem(words):
			case (name == "mv" || name == "install" || name == "cp") && contains(words[len(words)-1]+"/", []string{"/bin/", "/sbin/"}):
			default:
				continue
			}
			r.add(&unprovenRule, at, headLine(line), "runs or installs "+d.file+", which it fetches "+d.why+": anyone on the way can change it")
			return
		}
	}
}

// isOperand reports whether a program starts or installs a file: an interpreter takes the
// first operand, an installer all.
func isOperand(program string, words []string, file string) bool {
	installs := program == "chmod" || program == "apt-key" || strings.HasPrefix(program, "apt") || program == "dpkg" || program == "rpm" || program == "dnf" || program == "yum" || program == "zypper"
	for _, w := range words {
		w = strings.Trim(w, `"'`)
		if w == "" || w[0] == '-' {
			continue
		}
		if path.Base(w) == file {
			return true
		}
		if !installs {
			return false
		}
	}
	return false
}

// programProves reports whether a command compares a file with what it should be.
func programProves(words []string) bool {
	for _, w := range words[:min(len(words), 3)] {
		for _, p := range programProvesWords {
			if strings.Trim(path.Base(w), `"'(`) == p {
				return true
			}
		}
	}
	return false
}

// intoSystem reports whether an archive is unpacked where programs of the system lie.
func intoSystem(words []string) bool {
	for n, w := range words {
		if n == 0 || words[n-1] != "-C" && words[n-1] != "-d" && words[n-1] != "--directory" {
			continue
		}
		if dir := strings.Trim(w, `"';`); dir == "/" || startsWithAny(dir, []string{"/usr", "/opt", "/etc", "/bin", "/lib", "/var/lib"}) {
			return true
		}
	}
	return false
}
