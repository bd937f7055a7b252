package recipes

import (
	"strings"
	"testing"
)

func TestJust(t *testing.T) {
	tests := []struct{ name, file, words, want string }{
		{"first recipe", "d := '/etc'\nclean: dep\n  @rm {{d}}\ndep:\n  -rm b\nno:\n  rm c\n", "", "rm b\nrm /etc"},
		{"parameters", "clean dir='build' *rest:\n  rm -rf {{dir}} {{rest}}\n", "clean / a b", "rm -rf / a b"},
		{"defaults", "clean dir='build' +rest='x':\n  rm -rf {{dir}} {{rest}}\n", "clean", "rm -rf build x"},
		{"several recipes", "a x:\n  ls {{x}}\nb:\n  ls b\n", "a 1 b", "ls 1\nls b"},
		{"needs with arguments", "a: (b 'x' v) && c\n  ls a\nv := 'w'\nb p q:\n  rm {{p}} {{q}}\nc:\n  ls c\n", "a", "rm x w\nls a\nls c"},
		{"variables of the command line", "d := 'a'\nx:\n  rm {{d}}\n", "d=/ x", "rm /"},
		{"expressions", "d := 'a' + \"b\" / 'c'\ne := if d == 'ab/c' { 'yes' } else { 'no' }\nx:\n  rm {{d}} {{e}} {{env('Q')}} {{env_var_or_default('R', 'def')}} {{ join('a', 'b') }}\n", "x", "rm ab/c yes fromenv def a/b"},
		{"functions of one argument", "x:\n  rm {{quote('a b')}} {{clean(' c ')}} {{absolute_path('d')}} {{trim(' e ')}}\n", "x", "rm \"a b\" c d e"},
		{"functions with another number of arguments", "x:\n  rm {{quote()}} {{quote('a', 'b')}} {{clean()}} {{trim('a', 'b')}}\n", "x", "rm " + unknown + " " + unknown + " " + unknown + " " + unknown},
		{"commands in backticks", "v := `rm v`\nx:\n  ls {{v}}\n", "x", "rm v\nls $(rm v)"},
		{"not known", "x:\n  rm {{nope}} {{uuid()}}\n", "x", "rm " + unknown + " " + unknown},
		{"script", "x:\n  #!/usr/bin/env bash\n  cd /\n  rm -rf *\n", "x", "#!/usr/bin/env bash\\ncd /\\nrm -rf *\\n"},
		{"script of another language", "x:\n    #!/usr/bin/env python3\n    import os\n    os.remove('a')\n", "x", "python: #!/usr/bin/env python3\\nimport os\\nos.remove('a')\\n"},
		{"alias", "alias c := clean\nclean:\n  rm x\n", "c", "rm x"},
		{"import", "import 'more.just'\nx: y\n", "x", "rm included"},
		{"module", "mod m 'more.just'\nx:\n  ls\n", "m::y", "rm included"},
		{"module by words", "mod m 'more.just'\nx:\n  ls\n", "m y", "rm included"},
		{"continued", "x:\n  cd a && \\\n    rm b\n", "x", "cd a && \\\\nrm b"},
		{"cycle", "a: b\n  ls a\nb: a\n  ls b\n", "a", "ls b\nls a"},
		{"attributes", "[private]\n[confirm('x')]\n_x:\n  rm x\n", "_x", "rm x"},
		{"positional arguments", "set positional-arguments\nx *a:\n  rm \"$@\"\n", "x / b", "set -- / b; rm \"$@\""},
		{"braces", "x:\n  echo {{{{a}}\n", "x", "echo {{a}}"},
		{"other recipe", "x:\n  ls\n", "none", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, Order{Kind: "just", Files: []string{"justfile"}, Words: strings.Fields(tt.words)}, map[string]string{
				"justfile": tt.file, "more.just": "y:\n  rm included\n"}, tt.want)
		})
	}
}

func TestTask(t *testing.T) {
	tests := []struct{ name, file, words, want string }{
		{"default", "tasks:\n  default:\n    cmds: [ls]\n  x: rm x\n", "", "ls"},
		{"texts", "tasks:\n  x: rm x\n  y:\n    - rm y\n    - cmd: rm z\n", "x y", "rm x\nrm y\nrm z"},
		{"needs", "vars:\n  D: /etc\ntasks:\n  x:\n    deps: [y, {task: z, vars: {P: q}}]\n    cmds:\n      - rm {{.D}}\n      - task: y\n  y: ls y\n  z:\n    cmd: rm {{.P}}\n", "x", "ls y\nrm q\nrm /etc"},
		{"variables", "vars: {D: a, E: {sh: rm e}}\ntasks:\n  x:\n    vars: {F: '{{.D}}/f'}\n    cmds: ['rm {{.D}} {{.E}} {{.F}} {{.G | default \"g\"}} {{default \"h\" .H}} {{.I}}']\n", "x D=/", "rm e\nrm / $(rm e) //f g h ${I}"},
		{"arguments", "tasks:\n  x: rm {{.CLI_ARGS}}\n", "x -- -rf /", "rm -rf /"},
		{"conditions are commands", "tasks:\n  x:\n    preconditions: [{sh: rm p, msg: m}]\n    status: [rm s]\n    cmds: [ls]\n", "x", "rm p\nrm s\nls"},
		{"include", "includes: {m: more.yml, n: {taskfile: more.yml, dir: sub}}\ntasks:\n  x: ls\n", "m:y n:y", "rm included\nsub: rm included"},
		{"deferred", "tasks:\n  x:\n    cmds:\n      - defer: rm d\n      - ls\n", "x", "rm d\nls"},
		{"loop", "tasks:\n  x:\n    cmds:\n      - for: [a, b]\n        cmd: rm {{.ITEM}}\n", "x", "rm a\nrm b"},
		{"aliases", "tasks:\n  x:\n    aliases: [q]\n    cmd: ls\n", "q", "ls"},
		{"directory", "tasks:\n  x:\n    dir: sub\n    cmds:\n      - |\n        rm a\n        rm b\n", "x", "sub: rm a\\nrm b\\n"},
		{"cycle", "tasks:\n  a: {deps: [b], cmd: ls a}\n  b: {deps: [a], cmd: ls b}\n", "a", "ls b\nls a"},
		{"no file", "\xff{", "a", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, Order{Kind: "task", Files: []string{"Taskfile.yml"}, Words: strings.Fields(tt.words)}, map[string]string{
				"Taskfile.yml": tt.file, "more.yml": "tasks:\n  y: rm included\n"}, tt.want)
		})
	}
}
