package recipes

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
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
		{"compose, what the call runs", "compose", "services:\n  web:\n    image: x\n", "web rm -rf /data", "docker run x rm -rf /data"},
		{"compose, what the call runs where a service says nothing", "compose", "services:\n  web:\n", "web ls", "docker run image ls"},
		{"CMake", "cmake", "execute_process(COMMAND rm -rf ${CMAKE_SOURCE_DIR}/x)\nmessage(rm y)\n", "", "rm -rf ./x"},
		{"CMake, what a function removes", "cmake", "function(fresh where)\n  foreach(p IN LISTS where)\n    file(REMOVE_RECURSE \"${p}\")\n  endforeach()\nendfunction()\nfresh(\"$ENV{HOME}\")\nfresh(${OTHER})\n", "", "rm -rf \"${HOME}\""},
		{"CMake, the own build", "cmake", "set(GEN ${CMAKE_BINARY_DIR}/gen)\nfile(REMOVE_RECURSE ${GEN} ${X}/y)\nfile(REMOVE a.txt)\n", "", "rm -rf build/gen\nrm -f a.txt"},
		{"CMake, a file that names itself", "cmake", "include(./file)\nmacro(m)\n m()\n execute_process(COMMAND ls)\nendmacro()\n", "", ""},
		{"pre-commit", "hooks", "repos:\n  - repo: local\n    hooks:\n      - {id: a, entry: rm -rf x, args: ['b c']}\n      - {id: b, entry: ls}\n  - repo: https://x.example\n    hooks:\n      - {id: a, entry: rm y}\n", "a", "rm -rf x \"b c\""},
		{"lefthook", "hooks", "pre-push:\n  commands:\n    t: {run: rm x}\npre-commit:\n  commands:\n    t: {run: ls}\n", "pre-push", "rm x"},
		{"pyproject", "toml", "[tool.poe.tasks]\nclean = \"rm -rf out\"\nt = \"pytest\"\n", "clean", "rm -rf out"},
		{"manifests", "manifests", "kind: Job\nspec:\n  template:\n    spec:\n      containers:\n        - name: a\n          command: [rm, -rf, /data]\n", "", "'rm' '-rf' '/data'"},
		{"manifests of what stays", "manifests", "kind: Deployment\nspec:\n  template:\n    spec:\n      containers:\n        - name: a\n          command: [rm, -rf, /data]\n", "", ""},
		{"pom with ant", "pom", "<project><build><plugins><plugin><artifactId>maven-antrun-plugin</artifactId><executions><execution><phase>clean</phase><configuration><target><exec executable=\"rm\"><arg value=\"-rf\"/></exec></target></configuration></execution></executions></plugin></plugins></build></project>", "clean", "rm -rf"},
		{"npm scripts by a pattern", "package", `{"scripts": {"build:a": "rm a", "build:b:c": "rm c", "test": "ls"}}`, "build:*", "rm a"},
		{"npm scripts by a deep pattern", "package", `{"scripts": {"build:a": "rm a", "build:b:c": "rm c", "test": "ls"}}`, "build:**", "rm a\nrm c"},
		{"composer, a script of another", "package", `{"scripts": {"all": ["@clean", "@php artisan down", "@putenv A=1", "App\\Build::run"], "clean": "rm -rf var"}}`, "all", "rm -rf var\nphp artisan down"},
		{"tox, what it fills in", "tox", "[testenv:x]\ncommands =\n    - rm -rf {toxinidir}/out {envtmpdir} {env:DIR:/tmp/d} {env:HOME} {other}\n    ! {envpython} a.py\n", "x", "rm -rf ./out .tox/envtmpdir ${DIR:-/tmp/d} ${HOME} " + unknown + "\npython a.py"},
		{"tox, another environment", "tox", "[testenv:x]\ncommands = rm x\n[testenv:y]\ncommands = rm y\n", "y", "rm y"},
		{"tox, all that are listed", "tox", "[tox]\nenvlist = x\n[testenv:x]\ncommands = rm x\n[testenv:y]\ncommands = rm y\n", "", "rm x"},
		{"tox, the commands of another section", "tox", "[base]\ncommands =\n    ls\n    rm {[base]dir}/x\ndir = out\n[testenv:x]\ncommands_pre = {[pre]commands}\ncommands =\n    {[base]commands}\n    id\n[pre]\ncommands = {[base]commands}\n", "x", "ls\nrm out/x\nls\nrm out/x\nid"},
		{"tox, sections that name each other", "tox", "[testenv:x]\ncommands = {[a]commands}\n[a]\ncommands =\n    rm a\n    {[a]commands}\n", "x", "rm a"},
		{"tox, factors", "tox", "[testenv:{py311,py312}-{unit,e2e}]\ncommands =\n    unit: rm u\n    e2e,py312: rm e\n    !py312: rm n\n    echo a: b\n", "py311-unit", "rm u\nrm n\necho a: b"},
		{"tox, an environment that factors do not make", "tox", "[testenv:{py311,py312}-unit]\ncommands = rm u\n", "py310-unit", ""},
		{"tox, before and after", "tox", "[testenv:x]\ncommands_post = rm c\ncommands = rm b\ncommands_pre = rm a\n", "x", "rm a\nrm b\nrm c"},
		{"cargo alias of several words", "cargo", "[alias]\nwipe = [\"run\", \"--bin\", \"wipe it\"]\n", "wipe -f", "cargo run --bin \"wipe it\" -f"},
		{"poe, a sequence", "toml", "[tool.poe.tasks]\nall = [{cmd = \"rm -rf out\"}, {shell = \"ls; id\"}]\n", "all", "rm -rf out\nls; id"},
		{"mise", "toml", "[tasks.clean]\nrun = [\"rm -rf out\", \"ls\"]\n", "clean", "rm -rf out\nls"},
		{"hatch, a script of an environment", "toml", "[tool.hatch.envs.docs.scripts]\nclean = \"rm -rf site\"\n", "docs:clean", "rm -rf site"},
		{"pdm, and another table", "toml", "[tool.pdm.scripts]\nclean = {cmd = \"rm -rf dist\"}\n[tool.other.scripts]\nclean = \"rm no\"\n", "clean", "rm -rf dist"},
		{"meson, a quote in a string", "meson", "run_command('sh', '-c', 'echo it\\'s; rm -rf /srv', check: true)\n", "", `'sh' '-c' 'echo it'\''s; rm -rf /srv'`},
		{"meson, a string of several lines", "meson", "run_command('sh', '-c', '''\nprintf '\\n'\nrm -rf /srv\n''')\n", "", `'sh' '-c' '\nprintf '\''\n'\''\nrm -rf /srv\n'`},
		{"meson, a string that does not end", "meson", "run_command('sh', '-c', 'rm\n", "", "'sh' '-c'"},
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

// TestFormatsOfSeveralFiles: what a file runs by way of others that it names.
func TestFormatsOfSeveralFiles(t *testing.T) {
	for _, tt := range []struct {
		name, kind, words string
		files             map[string]string
		want              string
	}{
		{"a role of a play", "ansible", "", map[string]string{
			"site.yml":                    "- hosts: localhost\n  roles: [web]\n",
			"roles/web/tasks/main.yml":    "- shell: rm -rf /srv/web\n",
			"roles/web/handlers/main.yml": "- command: systemctl restart web\n",
			"roles/db/tasks/main.yml":     "- shell: rm no\n",
		}, "rm -rf /srv/web\nsystemctl restart web"},
		{"a role by its name, with variables", "ansible", "", map[string]string{
			"site.yml":                "- hosts: localhost\n  roles:\n    - {role: db, port: 1}\n    - {role: \"{{ x }}\"}\n",
			"roles/db/tasks/main.yml": "- raw: rm -rf /srv/db\n",
		}, "rm -rf /srv/db"},
		{"tasks that are included", "ansible", "", map[string]string{
			"site.yml":               "- hosts: localhost\n  tasks:\n    - include_tasks: a.yml\n    - import_tasks: {file: b.yml}\n    - block:\n        - include_role: {name: r}\n",
			"a.yml":                  "- shell: {cmd: rm a}\n",
			"b.yml":                  "- command: {argv: [rm, b c]}\n",
			"roles/r/tasks/main.yml": "- script: clean.sh\n",
		}, "rm a\n'rm' 'b c'\nclean.sh"},
		{"another playbook", "ansible", "", map[string]string{
			"site.yml":  "- import_playbook: other.yml\n- import_playbook: \"{{ x }}.yml\"\n",
			"other.yml": "- hosts: localhost\n  tasks:\n    - shell: rm other\n",
		}, "rm other"},
		{"a program of the project's own", "toml", "tool --all", map[string]string{
			"pyproject.toml":  "[project.scripts]\ntool = \"app.cli:main\"\n",
			"src/app/cli.py":  "",
			"src/app/main.py": "",
		}, "python3 src/app/cli.py --all"},
		{"a program of poetry, at the root", "toml", "tool", map[string]string{
			"pyproject.toml": "[tool.poetry.scripts]\ntool = \"cli:main\"\nother = \"b:main\"\n",
			"cli.py":         "", "b.py": "",
		}, "python3 cli.py"},
		{"a program whose module is elsewhere", "toml", "tool", map[string]string{
			"pyproject.toml": "[project.scripts]\ntool = \"app.cli:main\"\n",
		}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			check(t, Order{Kind: tt.kind, Files: []string{"site.yml", "pyproject.toml"}, Words: strings.Fields(tt.words)}, tt.files, tt.want)
		})
	}
}

// Each kind of recipe that a model may name is read.
func TestEachKindIsRead(t *testing.T) {
	for _, kind := range rule.Recipes {
		if reader(kind) == nil {
			t.Errorf("%s has no reader", kind)
		}
	}
	if reader("python") != nil {
		t.Error("a program is read as recipes")
	}
}
