package recipes

import (
	"strings"
	"testing"
)

// TestFormats: what a goal runs in the files of each runner, besides make and just.
func TestFormats(t *testing.T) {
	tests := []struct{ name, kind, file, words, want string }{
		{"npm script with what stands before and after", "package", `{"scripts": {"build": "rm -rf dist", "prebuild": "ls a", "postbuild": "ls b", "x": "ls x"}}`, "build", "ls a\nrm -rf dist\nls b"},
		{"npm script with arguments", "package", `{"scripts": {"t": "jest"}}`, "t -- -u", "jest -u"},
		{"npm script that is not there", "package", `{"scripts": {"t": "jest"}}`, "x", ""},
		{"no scripts", "package", `{"name": "x"}`, "t", ""},
		{"no JSON", "package", `scripts: t`, "t", ""},
		{"Taskfile", "task", "version: '3'\ntasks:\n  default:\n    cmds: [ls]\n  clean:\n    cmds:\n      - rm -rf out\n", "clean", "rm -rf out"},
		{"Taskfile, the default", "task", "version: '3'\ntasks:\n  default:\n    cmds: [ls]\n", "", "ls"},
		{"Taskfile, needs first", "task", "version: '3'\ntasks:\n  a:\n    deps: [b]\n    cmds:\n      - ls a\n  b:\n    cmds: [rm b]\n", "a", "rm b\nls a"},
		{"Taskfile, variables", "task", "version: '3'\nvars:\n  D: /etc\ntasks:\n  a:\n    cmds:\n      - rm -r {{.D}}\n", "a", "rm -r /etc"},
		{"Taskfile, a task of a task", "task", "version: '3'\ntasks:\n  a:\n    cmds:\n      - task: b\n  b: rm b\n", "a", "rm b"},
		{"Taskfile, other task", "task", "version: '3'\ntasks:\n  a:\n    cmds: [ls]\n", "b", ""},
		{"Procfile", "procfile", "web: node server.js\nrelease: rm -rf tmp\n# note: rm x\n", "release", "rm -rf tmp"},
		{"Dockerfile", "dockerfile", "FROM alpine\nRUN rm -rf /var/cache && \\\n    ls\nCOPY a b\n", "", "rm -rf /var/cache &&     ls"},
		{"tox, with what all environments run", "tox", "[tox]\nenvlist = py\n[testenv]\ncommands =\n    rm -rf out\n    pytest {posargs}\n[testenv:lint]\ncommands = ruff check\n", "lint", "rm -rf out\npytest \nruff check"},
		{"workflow", "workflow", "on: push\njobs:\n  a:\n    steps:\n      - uses: actions/checkout@v4\n      - run: rm -rf x\n      - run: |\n          ls a\n          ls b\n", "", "rm -rf x\nls a\\nls b\\n"},
		{"workflow, another job", "workflow", "on: push\njobs:\n  a:\n    steps:\n      - run: ls a\n  b:\n    steps:\n      - run: rm b\n", "", "ls a\nrm b"},
		{"meson", "meson", "project('x')\nrun_command('sh', '-c', 'id; ls')\n# run_command('no')\ncustom_target('t', output: 'o', command: ['gen', '@OUTPUT@'])\n", "", "'sh' '-c' 'id; ls'\n'gen' '@OUTPUT@'"},
		{"ninja", "ninja", "rule c\n  command = cc -c $in\nbuild x: CUSTOM\n  COMMAND = cd$ /b && rm -rf out\n", "", "cd /b && rm -rf out"},
		{"ansible", "ansible", "- hosts: localhost\n  connection: local\n  tasks:\n    - shell: rm -rf /srv/x\n    - command: ls\n", "", "rm -rf /srv/x\nls"},
		{"pom", "pom", "<project><build><plugins></plugins></build></project>", "clean", ""},
		{"cargo alias", "cargo", "[alias]\nwipe = \"run --bin wipe\"\n", "wipe", "cargo run --bin wipe"},
		{"compose, with a directory of this machine", "compose", "services:\n  web:\n    image: x\n    command: rm -rf /data\n    volumes: ['/etc:/data']\n", "web", "docker run -v /etc:/data x rm -rf /data"},
		{"compose, without a mount", "compose", "services:\n  web:\n    image: x\n    command: rm -rf /data\n", "web", "docker run x rm -rf /data"},
		{"CMake", "cmake", "execute_process(COMMAND rm -rf ${CMAKE_SOURCE_DIR}/x)\nmessage(rm y)\n", "", "rm -rf ./x"},
		{"pre-commit", "hooks", "repos:\n  - repo: local\n    hooks:\n      - {id: a, entry: rm -rf x, args: ['b c']}\n      - {id: b, entry: ls}\n  - repo: https://x.example\n    hooks:\n      - {id: a, entry: rm y}\n", "a", "rm -rf x \"b c\""},
		{"lefthook", "hooks", "pre-push:\n  commands:\n    t: {run: rm x}\npre-commit:\n  commands:\n    t: {run: ls}\n", "pre-push", "rm x"},
		{"pyproject", "toml", "[tool.poe.tasks]\nclean = \"rm -rf out\"\nt = \"pytest\"\n", "clean", "rm -rf out"},
		{"manifests", "manifests", "kind: Job\nspec:\n  template:\n    spec:\n      containers:\n        - name: a\n          command: [rm, -rf, /data]\n", "", "'rm' '-rf' '/data'"},
		{"manifests of what stays", "manifests", "kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - name: a\n          command: [rm, -rf, /data]\n", "", ""},
		{"pom with ant", "pom", "<project><build><plugins><plugin><artifactId>maven-antrun-plugin</artifactId><executions><execution><phase>clean</phase><configuration><target><exec executable=\"rm\"><arg value=\"-rf\"/></exec></target></configuration></execution></executions></plugin></plugins></build></project>", "clean", "rm -rf"},
		{"nothing is there", "task", "", "x", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, Order{Kind: tt.kind, Files: []string{"none", "file"}, Words: strings.Fields(tt.words)}, map[string]string{"file": tt.file}, tt.want)
		})
	}
}

// Where a command runs, and where it stands, is known of each.
func TestPlaces(t *testing.T) {
	text := "version: '3'\ntasks:\n  a:\n    dir: sub\n    env: {A: one}\n    cmds:\n      - rm x\n"
	list := Read(Order{Kind: "task", Files: []string{"Taskfile.yml"}, Words: []string{"a"}, Text: func(string) (string, bool) { return text, true }})
	if len(list) != 1 {
		t.Fatalf("it runs %+v", list)
	}
	c := list[0]
	if c.File != "Taskfile.yml" || c.Line != 7 || c.Dir != "sub" || c.Goal != "a" || len(c.Env) != 1 || c.Env[0] != (Variable{"A", "one"}) {
		t.Errorf("it runs %+v", c)
	}
	for _, tt := range []struct{ name, kind, text, where string }{
		{"a container", "dockerfile", "FROM x\nRUN rm -rf /data\n", Container},
		{"another machine", "ansible", "- hosts: web\n  tasks:\n    - shell: rm -rf /srv\n", Remote},
	} {
		list := Read(Order{Kind: tt.kind, Files: []string{"f"}, Text: func(string) (string, bool) { return tt.text, true }})
		if len(list) == 0 || list[0].Where != tt.where {
			t.Errorf("%s: %+v", tt.name, list)
		}
	}
}
