package diagnose

import (
	"slices"
	"strings"
)

// location is a line of output that names a place in a file: path:line:col,
// path(line,col), File "path", line 3, or a path with such lines below it.
type location struct {
	file      string // "" when it is standard input
	span             // the line
	isError   bool   // it speaks of an error
	hasColumn bool   // it names the column as well
}

// The bounds on reading places.
const (
	maxLocations    = 400
	maxLocationText = 256 << 10 // bytes that are read
	maxPath         = 300
)

// locations lists the places that an output names.
func locations(text string) []location {
	var list []location
	var head string // a path on a line of its own
	var headAt span
	for at := range lines(text, span{0, min(len(text), maxLocationText)}) {
		if len(list) >= maxLocations {
			break
		}
		s := strings.TrimRight(text[at.from:min(at.to, at.from+maxLine)], "\r ")
		if file, ok := jsonFile(s); ok {
			list = append(list, location{file, at, isError(s), true})
			continue
		}
		switch file, mark, ok := locationIn(s); {
		case ok:
			list = append(list, location{file, at, isError(s), hasColumn(s[mark:])})
		case head != "" && isBelowPathLine(s):
			list = append(list, location{head, headAt, true, true}, location{head, at, isError(s), true})
		case isPathLine(s):
			head, headAt = strings.TrimSuffix(strings.TrimSpace(s), ":"), at
		}
	}
	return list
}

// jsonFile reads the path out of a line of JSON.
func jsonFile(s string) (string, bool) {
	if !strings.Contains(s, `":`) {
		return "", false
	}
	for _, key := range []string{`"file":`, `"filename":`, `"filePath":`, `"path":`, `"file_path":`} {
		_, rest, ok := strings.Cut(s, key)
		if !ok {
			continue
		}
		rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " "), `"`)
		if file, _, closed := strings.Cut(rest, `"`); ok && closed && isPath(file) {
			return file, true
		}
	}
	return "", false
}

// locationIn finds the place that a line names first, and where it begins.
func locationIn(s string) (file string, at int, ok bool) {
	for i := 1; i < len(s); i++ {
		switch c := s[i]; {
		case c == ':' || c == '(' || c == '[':
			file, at, ok = beforeNumber(s, i)
		case c == 'l' && strings.HasPrefix(s[i:], "line "):
			file, at, ok = beforeLine(s, i)
		}
		if ok {
			return file, at, true
		}
	}
	return "", 0, false
}

// beforeNumber reads path:12, path:12:5, path(12,5), path:[12,5] and path:(1:8)
// around the mark between path and number.
func beforeNumber(s string, mark int) (string, int, bool) {
	i := mark + 1
	if s[mark] == ':' && i < len(s) && (s[i] == '[' || s[i] == '(') {
		i++
	}
	start := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == start || i-start > 7 {
		return "", 0, false
	}
	switch {
	case s[mark] == ':' && start == mark+1: // path:12
		if i < len(s) && (isAlnum(s[i]) || s[i] == '/' && i+1 < len(s) && isAlnum(s[i+1])) {
			return "", 0, false
		}
	default: // in brackets
		if i == len(s) || !strings.ContainsRune(",:)]-", rune(s[i])) {
			return "", 0, false
		}
	}
	if s[mark] == '[' && (i == len(s) || s[i] == ')') {
		return "", 0, false
	}
	if s[mark] == ':' && isStdin(strings.TrimSpace(s[:mark])) {
		return "", 0, true
	}
	end := mark
	if s[mark] == '(' && s[mark-1] == ' ' && i < len(s) && s[i] == ':' {
		end-- // path (3:9)
	}
	from := pathStart(s, end)
	file := s[from:end]
	if from == 0 && file != "" && strings.IndexByte(file, '/') > 0 && twoNumbers(s[mark:]) {
		return file, from, true // bin/setup:3:5: has no ending, but nothing else looks so
	}
	if from > 3 && s[from-4:from] == "--> " && file != "" {
		return file, from, true
	}
	if !isPath(file) || strings.HasPrefix(strings.TrimLeft(s[:from], "("), "http") {
		return "", 0, false
	}
	return file, from, true
}

// twoNumbers tells :12:5: from other marks.
func twoNumbers(s string) bool {
	i := 1
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	j := i + 1
	for j < len(s) && isDigit(s[j]) {
		j++
	}
	return s[0] == ':' && j > i+1 && i < len(s) && s[i] == ':' && j < len(s) && s[j] == ':'
}

// beforeLine reads File "path", line 12 and path: line 12 and path on line 12.
func beforeLine(s string, mark int) (string, int, bool) {
	if i := mark + len("line "); i == len(s) || !isDigit(s[i]) {
		return "", 0, false
	}
	head := strings.TrimRight(s[:mark], " ")
	for _, word := range []string{" on", " at", ", in", ","} {
		head = strings.TrimRight(strings.TrimSuffix(head, word), " ")
	}
	head = strings.TrimRight(head, `:,"'`+"`")
	from := pathStart(head, len(head))
	if quote := strings.LastIndexAny(head, `"`); quote >= 0 && quote < from && strings.HasPrefix(strings.TrimSpace(head), "File ") {
		from = quote + 1 // a path may have spaces where it stands in quotes
	}
	if file := head[from:]; isPath(file) {
		return file, from, true
	} else if isStdin(file) && strings.HasPrefix(head, "File ") {
		return "", from, true
	}
	return "", 0, false
}

// pathStart returns where the path that ends before an offset begins.
func pathStart(s string, end int) int {
	i := end
	for i > 0 && end-i < maxPath {
		c := s[i-1]
		if c <= ' ' || strings.IndexByte("\"'`()[]<>{}|,;=*", c) >= 0 {
			break
		}
		if c == ':' && (i >= end || s[i] != '/' && s[i] != '\\') {
			break
		}
		i--
	}
	return i
}

// hasColumn tells whether two numbers stand behind a path.
func hasColumn(s string) bool {
	for i := 1; i+1 < len(s); i++ {
		if (s[i] == ':' || s[i] == ',') && isDigit(s[i-1]) && (isDigit(s[i+1]) || s[i+1] == ' ' && i+2 < len(s) && isDigit(s[i+2])) {
			return true
		}
	}
	return false
}

// isStdin tells the names that tools give to standard input.
func isStdin(s string) bool {
	switch s {
	case "<stdin>", "[stdin]", "(stdin)", "/dev/stdin", "<text>", "<input>", "<string>", "<standard input>", "<unknown>", "stdin", "STDIN", "-", "input":
		return true
	}
	return false
}

// isPathLine tells a path on a line of its own.
func isPathLine(s string) bool {
	s = strings.TrimSuffix(strings.TrimSpace(s), ":")
	return len(s) < maxPath && !strings.ContainsAny(s, " \t\"'()<>|") && isPath(s)
}

// isBelowPathLine tells a line with the number of a line, below its path.
func isBelowPathLine(s string) bool {
	t := strings.TrimLeft(s, " \t")
	if len(t) == len(s) {
		return false
	}
	t = strings.TrimPrefix(t, "line ")
	i := 0
	for i < len(t) && isDigit(t[i]) {
		i++
	}
	if i == 0 || i > 6 || i == len(t) {
		return false
	}
	switch t[i] {
	case ':':
		return i+1 < len(t) && isDigit(t[i+1])
	case ' ', '\t':
		// The number of a line without its column needs a word for how bad
		// it is: others list, count and measure in the same way.
		return hasSeverity(t[i:])
	}
	return false
}

func hasSeverity(s string) bool {
	s = strings.ToLower(strings.TrimLeft(s, " \t|"))
	for _, w := range []string{"error", "warning", "fatal", "✖", "✗", "⚠", "×"} {
		if strings.HasPrefix(s, w) {
			return true
		}
	}
	return false
}

// isError tells a line that speaks of an error from one that says it is only
// a warning or a note.
func isError(s string) bool {
	for i := 0; i < len(s); i++ {
		for _, w := range errorWords {
			if s[i]|0x20 != w[0]|0x20 || len(s)-i < len(w) || !strings.EqualFold(s[i:i+len(w)], w) || i > 1 && s[i-2:i] == "0 " {
				continue
			}
			low := strings.ToLower(s[:i])
			return !strings.Contains(low, "warning:") && !strings.Contains(low, "note:")
		}
	}
	return false
}

// errorWords are what lines about errors say.
var errorWords = [...]string{"error", "fatal", "syntax", "panic", "undefined", "cannot ", "failed", "[e]", "unexpected", "exception", "not allowed", "✖"}

// isPath tells the name of a file with source in it from other words: it has
// an ending that is known, or a name that is.
func isPath(s string) bool {
	s = strings.TrimPrefix(s, "file://")
	if len(s) < 2 || len(s) > maxPath || strings.Contains(s, "://") {
		return false
	}
	base := s[strings.LastIndexAny(s, `/\`)+1:]
	dot := strings.LastIndexByte(base, '.')
	if dot >= 0 && dot < len(base)-1 {
		_, known := slices.BinarySearch(extensions, strings.ToLower(base[dot+1:]))
		return known
	}
	_, known := slices.BinarySearch(namedFiles, base)
	return known
}

// extensions are those of files that tools check, in order.
var extensions = []string{
	"adb", "adoc", "ads", "as", "asm", "astro", "avsc", "awk", "bash", "bat", "bats", "bazel", "bib", "bicep", "bzl", "c", "c++", "cabal",
	"cbl", "cc", "cfg", "cfm", "cjs", "cl", "clj", "cljc", "cljs", "cls", "cmake", "coffee", "comp", "conf", "cpp", "cr", "cs", "csproj",
	"css", "csv", "cts", "cu", "cue", "cuh", "cwl", "cxx", "d", "dart", "dhall", "dpr", "dts", "edn", "eex", "ejs", "el", "elm", "env",
	"erb", "erl", "ex", "exs", "f", "f03", "f08", "f90", "f95", "feature", "fish", "for", "frag", "fs", "fsi", "fsproj", "fsx", "gemspec",
	"glsl", "go", "gql", "gradle", "graphql", "groovy", "h", "h++", "haml", "hbs", "hcl", "heex", "hh", "hpp", "hrl", "hs", "htm", "html",
	"hxx", "idl", "in", "inc", "ini", "ino", "ipynb", "j2", "java", "jbuilder", "jinja", "jinja2", "jl", "js", "json", "json5", "jsonc",
	"jsonl", "jsonnet", "jsp", "jsx", "kt", "kts", "l", "ldr", "leex", "less", "lhs", "libsonnet", "liquid", "lisp", "ll", "lua", "luau",
	"m", "m4", "markdown", "md", "mdx", "mjs", "mk", "ml", "mli", "mll", "mly", "mm", "mod", "move", "mts", "mustache", "nim", "nix", "nu",
	"opam", "org", "p8", "pas", "php", "phpt", "phtml", "pl", "plist", "pls", "pm", "pod", "pp", "prisma", "pro", "properties", "proto",
	"ps1", "psd1", "psm1", "pug", "purs", "py", "pyi", "pyx", "qml", "r", "rake", "razor", "rb", "rbi", "rego", "res", "resi", "rkt", "rmd",
	"robot", "ron", "rpy", "rs", "rst", "ru", "s", "sass", "sbt", "sc", "scala", "scm", "scss", "service", "sh", "slim", "sln", "smithy",
	"snap", "sol", "spec", "sql", "ss", "star", "sty", "styl", "sv", "svelte", "svg", "svh", "swift", "t", "tcl", "templ", "tex", "texi",
	"texinfo", "tf", "tfvars", "thrift", "timer", "tmpl", "toml", "tpl", "ts", "tsx", "twig", "txt", "typ", "v", "vala", "vb", "vbproj",
	"vcxproj", "vert", "vhd", "vhdl", "vim", "vue", "wat", "wgsl", "work", "xaml", "xml", "xsd", "xsl", "xslt", "y", "yaml", "yml", "zig",
	"zsh",
}

// namedFiles are files without an ending, in order, and dot files.
var namedFiles = []string{
	".env", ".gitignore", "BUILD", "Brewfile", "Containerfile", "Dockerfile", "GNUmakefile", "Gemfile", "Guardfile", "Jenkinsfile", "Justfile",
	"Makefile", "Podfile", "Procfile", "Rakefile", "Snakefile", "Vagrantfile", "WORKSPACE", "justfile", "makefile",
}

// isThirdParty tells files that are not the project's own: of libraries, of the
// language, of what a tool makes. A failure is seldom mended there.
func isThirdParty(path string) bool {
	p := strings.ReplaceAll(path, `\`, "/")
	for _, part := range []string{
		"node_modules/", "NODE_MODULES", "site-packages/", "dist-packages/", "/lib/python", "/.venv/", "/venv/", "/.tox/", "/.nox/", "/.pyenv/", "/pkg/mod/",
		".cargo/registry", ".cargo/git", "/rustc/", "/.rustup/", "/.m2/", "/.gradle/", "/gems/", "/.rbenv/", "/.rvm/", "/nix/store/", "vendor/bundle/",
		"/usr/lib/", "/usr/include/", "/usr/share/", "/usr/local/go/", "/usr/local/lib/", "/libexec/", "/go/src/runtime/", "/toolchain@", "/Library/", "/opt/", "/dist/deno/", "deps/", "vendor/composer", "vendor/phpunit", ".yarn/", ".pnpm/", "ext:deno", "/snap/",
	} {
		if i := strings.Index(p, part); i >= 0 && (part[0] == '/' || i == 0 || p[i-1] == '/' || part[0] == 'N' || strings.Contains(part, ":")) {
			return true
		}
	}
	if strings.HasPrefix(p, "internal/") && strings.HasSuffix(p, ".js") || strings.HasPrefix(p, "runtime/") && strings.HasSuffix(p, ".s") {
		return true // of Node, as it was before node:internal, and of Go
	}
	for _, prefix := range []string{"node:", "<", "_testmain.go", "testing.go", "runtime/panic.go", "runtime/proc.go", "runtime/signal_", "lib/python", "../../lib/", "java.base/"} {
		if strings.HasPrefix(p, prefix) {
			return true
		}
	}
	return false
}

// isThirdPartyFrame tells a line of a stack trace in the libraries of the JVM,
// whose files are named without their directories, and in those of Go, Node
// and others that print paths of their own.
func isThirdPartyFrame(s string) bool {
	s, ok := strings.CutPrefix(strings.TrimLeft(s, " \t"), "at ")
	if !ok {
		return false
	}
	if i := strings.IndexByte(s, '/'); i >= 0 && i < strings.IndexByte(s, '(') { // java.base/java.lang
		s = s[i+1:]
	}
	for _, prefix := range []string{"java.", "javax.", "jdk.", "sun.", "com.sun.", "org.junit.", "junit.", "org.gradle.", "org.apache.", "org.mockito.", "org.assertj.", "org.hamcrest.", "org.opentest4j.", "org.springframework.", "org.testng.", "kotlin.", "kotlinx.", "scala.", "groovy.", "org.codehaus.", "worker.org.gradle.", "io.kotest.", "org.scalatest.", "munit.", "System.", "Xunit.", "NUnit.", "Microsoft."} {
		if strings.HasPrefix(s, prefix) {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || isDigit(c)
}
