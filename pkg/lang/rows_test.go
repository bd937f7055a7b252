package lang

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/rule"
)

// TestRowsAreSorted holds the tables to the order that looking them up needs.
func TestRowsAreSorted(t *testing.T) {
	tables := map[string][]row{
		"python": pythonRows, "javascript": javascriptRows, "ruby": rubyRows, "perl": perlRows,
		"php": phpRows, "lua": luaRows, "r": rRows, "julia": juliaRows, "vim": vimRows, "mongo": mongoRows,
		"c": cRows, "go": goRows, "java": javaRows, "rust": rustRows, "lisp": lispRows, "tcl": tclRows, "elixir": elixirRows, "ocaml": ocamlRows,
	}
	for name, rows := range tables {
		if len(rows) == 0 {
			t.Errorf("%s has no rows", name)
		}
		for i := 1; i < len(rows); i++ {
			if rows[i-1].name >= rows[i].name {
				t.Errorf("%s: %q must stand before %q", name, rows[i].name, rows[i-1].name)
			}
		}
	}
}

// TestRowsAreReadable holds what rows do to the forms that apply knows.
func TestRowsAreReadable(t *testing.T) {
	known := map[string]bool{"": true}
	for _, lang := range rule.Languages {
		known[lang] = true
	}
	kinds := map[string]bool{}
	for _, k := range rule.Kinds {
		kinds[string(k)] = true
	}
	for _, rows := range [][]row{pythonRows, javascriptRows, rubyRows, perlRows, phpRows, luaRows, rRows, juliaRows, vimRows, mongoRows, cRows, goRows, javaRows, rustRows, lispRows, tclRows, elixirRows, ocamlRows} {
		for _, x := range rows {
			head, _, _ := strings.Cut(x.do, " ")
			switch {
			case strings.HasPrefix(head, "=") && !known[head[1:]]:
				t.Errorf("%s runs text of unknown language %q", x.name, head[1:])
			case strings.HasPrefix(head, "~") && !kinds[head[1:]]:
				t.Errorf("%s has unknown effect %q", x.name, head[1:])
			case strings.HasPrefix(head, "#") && head != "#connect" && head != "#wire":
				t.Errorf("%s has unknown event %q", x.name, head)
			case x.do == "" && x.gives == "" && x.fold == nil && x.name != "mkdir":
				t.Errorf("%s does nothing", x.name)
			}
		}
	}
}

// TestUnknownLanguage expects nothing of a language that nobody reads.
func TestUnknownLanguage(t *testing.T) {
	if got := Read("cobol", "DELETE FILE"); got != nil {
		t.Errorf("Read = %v, want nothing", got)
	}
}

// TestSpans expects the span of a step to be the call it was read from.
func TestSpans(t *testing.T) {
	tests := []struct{ lang, text, want string }{
		{"python", `x = 1; shutil.rmtree("a" + b); y`, `shutil.rmtree("a" + b)`},
		{"python", `__import__("os").system("id")`, `os").system("id")`},
		{"javascript", "const a = 1\nrequire('fs').rmSync('x')\n", `rmSync('x')`},
		{"ruby", "puts 1\nFileUtils.rm_rf 'x' if y", `FileUtils.rm_rf 'x'`},
		{"sql", "SELECT 1; DROP TABLE t; SELECT 2", "DROP TABLE t"},
		{"powershell", "cd x; Remove-Item y -Recurse; ls", "Remove-Item y -Recurse"},
		{"cmd", "cd x & rd /s y & dir", "rd /s y "},
	}
	for _, tt := range tests {
		t.Run(tt.lang, func(t *testing.T) {
			steps := Read(tt.lang, tt.text)
			if len(steps) != 1 {
				t.Fatalf("%d steps in %q", len(steps), tt.text)
			}
			if got := tt.text[steps[0].From:steps[0].To]; !strings.HasSuffix(got, strings.TrimPrefix(tt.want, "os\")")) {
				t.Errorf("span is %q, want %q", got, tt.want)
			}
		})
	}
}
