package shell

import "testing"

func TestRewrites(t *testing.T) {
	tests := []struct {
		name, text, call string
		astray           bool
		want             string
	}{
		{"variable", "rm -rf $X/*\n", "rm -rf $X/*", false, "rm -rf -- ${X:?}/*\n"},
		{"quoted", `rm -rf "$X/"*`, `rm -rf "$X/"*`, false, `rm -rf -- "${X:?}/"*`},
		{"in brackets", `rm -rf "${X}/bin" "$Y"`, `rm -rf "${X}/bin" "$Y"`, false, `rm -rf -- "${X:?}/bin" "$Y"`},
		{"parameter", `if a; then rm -r $1/*; fi`, `rm -r $1/*`, false, `if a; then rm -r -- ${1:?}/*; fi`},
		{"behind the home", `rm -rf "$HOME/$X"`, `rm -rf "$HOME/$X"`, false, `rm -rf -- "$HOME/${X:?}"`},
		{"has --", `rm -rf -- $X/*`, `rm -rf -- $X/*`, false, `rm -rf -- ${X:?}/*`},
		{"literal first", `rm -rf a $X/*`, `rm -rf a $X/*`, false, `rm -rf -- a ${X:?}/*`},
		{"others have their own words", `chown -R a $X/`, `chown -R a $X/`, false, `chown -R a ${X:?}/`},
		{"default is left", `rm -rf ${X:-/a}/*`, `rm -rf ${X:-/a}/*`, false, `rm -rf ${X:-/a}/*`},
		{"all parameters", `rm -rf $@/*`, `rm -rf $@/*`, false, `rm -rf $@/*`},
		{"does not parse", `rm -rf $X/*; if`, `rm -rf $X/*`, false, `rm -rf $X/*; if`},
		{"find", `find $X -mtime +7 -delete`, `find $X -mtime +7 -delete`, false, `find ${X:?} -mtime +7 -delete`},
		{"cd", "cd $D\nrm -rf *\n", "rm -rf *", true, "cd $D || exit\nrm -rf *\n"},
		{"cd in function", "f() {\n\tcd a/b\n\tmake\n\trm -rf *\n}\n", "rm -rf *", true, "f() {\n\tcd a/b || return\n\tmake\n\trm -rf *\n}\n"},
		{"cd with comment", "cd a # here\nrm -rf *", "rm -rf *", true, "cd a || exit # here\nrm -rf *"},
		{"cd around", "cd a\nif b; then\n\trm -rf *\nfi", "rm -rf *", true, "cd a || exit\nif b; then\n\trm -rf *\nfi"},
		{"guarded cd", "cd a || exit 1\nrm -rf *", "rm -rf *", true, "cd a || exit 1\nrm -rf *"},
		{"last cd", "cd a\ncd b\nrm -rf *", "rm -rf *", true, "cd a\ncd b || exit\nrm -rf *"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			from := index(tt.text, tt.call)
			k := Risky{Span: Span{from, from + len(tt.call)}, Empty: !tt.astray, Astray: tt.astray}
			got := tt.text
			edits := Rewrites(tt.text, Bash, []Risky{k})
			for i := len(edits) - 1; i >= 0; i-- {
				e := edits[i]
				got = got[:e.From] + e.Text + got[e.To:]
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func index(s, part string) int {
	for i := len(s) - len(part); i >= 0; i-- {
		if s[i:i+len(part)] == part {
			return i
		}
	}
	return -1
}
