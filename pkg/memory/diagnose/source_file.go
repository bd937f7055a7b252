package diagnose

import (
	"slices"
	"strings"
)

// isPath reports whether a word is the name of a source file, by its extension
// or its name.
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

// extensions are those of files that tools check, sorted.
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

// namedFiles are files without an extension, and dot files, sorted.
var namedFiles = []string{
	".env", ".gitignore", "BUILD", "Brewfile", "Containerfile", "Dockerfile", "GNUmakefile", "Gemfile", "Guardfile", "Jenkinsfile", "Justfile",
	"Makefile", "Podfile", "Procfile", "Rakefile", "Snakefile", "Vagrantfile", "WORKSPACE", "justfile", "makefile",
}
