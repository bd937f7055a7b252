package preferences_test

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/e2e/mutate"
	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/judge"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// The preferences of the table.
var (
	uvNotPip       = use("uv", "pip")
	pnpmNotNpm     = use("pnpm", "npm")
	npmNotYarn     = use("npm", "yarn")
	bunNotNpm      = use("bun", "npm")
	podmanNot      = use("podman", "docker")
	composeV2      = use("docker compose", "docker-compose")
	rgNotGrep      = use("rg", "grep")
	fdNotFind      = use("fd", "find")
	ruffNotBlack   = use("ruff", "black")
	ruffNotFlake8  = use("ruff", "flake8")
	switchNot      = use("git switch", "git checkout")
	python3Not     = use("python3", "python")
	uvNotVirtual   = use("uv", "virtualenv")
	uvNotPoetry    = use("uv", "poetry")
	makeNotNpmTest = use("make test", "npm test")
	leaseNotForce  = use("git push --force-with-lease", "git push --force")
	neverCommit    = memory.PreferenceRule{Form: memory.FormNever, Class: "commit"}
	neverPush      = memory.PreferenceRule{Form: memory.FormNever, Class: "push"}
	neverServer    = memory.PreferenceRule{Form: memory.FormNever, Class: "server", Avoid: "npm run dev"}
	neverGlobal    = memory.PreferenceRule{Form: memory.FormNever, Class: "global-install"}
	neverReset     = memory.PreferenceRule{Form: memory.FormNever, Avoid: "git reset --hard"}
	sdlMake        = always("OSD=sdl", "make")
	uvRun          = always("uv run", "")
	uvRunPytest    = always("uv run", "pytest")
	lookGit        = never("git " + memory.Writing)
	lookSed        = never("sed " + memory.Writing)
	leaveVite      = never("pkill *vite* or killall *vite* or kill :vite")
	neverAllTests  = memory.PreferenceRule{Form: memory.FormNever, Class: "test", Avoid: preferences.Whole}
	testsThroughUv = memory.PreferenceRule{Form: memory.FormUse, Class: "test", Prefer: "uv run pytest"}
	noCacheBuild   = always("--no-cache", "docker build")
	testsFirst     = memory.PreferenceRule{Form: memory.FormAfter, Class: "commit", After: "test"}
	checkDiff      = always("--check --diff", "ansible-playbook")
	toStaging      = always("--context staging", "kubectl")
	selected       = always("-p", "cargo test")
	inConda        = always("conda run -n hydro", "python")
	makeFirst      = memory.PreferenceRule{Form: memory.FormAfter, When: "git commit", After: "make check"}
)

func use(prefer, avoid string) memory.PreferenceRule {
	return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: avoid}
}

func always(with, when string) memory.PreferenceRule {
	return memory.PreferenceRule{Form: memory.FormAlways, With: with, When: when}
}

func never(words string) memory.PreferenceRule {
	return memory.PreferenceRule{Form: memory.FormNever, Avoid: words}
}

// What becomes of a command.
const (
	alone  = "alone"  // nothing
	wordsO = "words"  // it breaks the preference; what to run instead is not known
	sure   = "sure: " // .. the command in its place follows, which is certain
	maybe  = "maybe: "
)

var enforcement = []struct {
	name    string
	rule    memory.PreferenceRule
	command string
	want    string
}{
	// use X, not Y
	{"plain", uvNotPip, `pip install pandas`, sure + `uv pip install pandas`},
	{"other name", uvNotPip, `pip3 install -r requirements.txt`, sure + `uv pip install -r requirements.txt`},
	{"module", uvNotPip, `python3 -m pip install -U "pandas>=2"`, maybe + `uv pip install -U "pandas>=2"`},
	{"option of another name", uvNotPip, `pip install --force-reinstall -q x`, sure + `uv pip install --reinstall -q x`},
	{"unknown option", uvNotPip, `pip install --user x`, wordsO},
	{"unknown subcommand", uvNotPip, `pip download x`, wordsO},
	{"sudo", uvNotPip, `sudo -E pip install x`, wordsO},
	{"env", uvNotPip, `env A=1 pip install x`, sure + `env A=1 uv pip install x`},
	{"timeout and variable", uvNotPip, `FOO=1 timeout 60 pip install 'x y'`, sure + `FOO=1 timeout 60 uv pip install 'x y'`},
	{"xargs", uvNotPip, `cat list | xargs pip install`, sure + `cat list | xargs uv pip install`},
	{"compound", uvNotPip, `cd api && pip install x; pip freeze > out.txt || exit 1`, sure + `cd api && uv pip install x; uv pip freeze > out.txt || exit 1`},
	{"compound, one of two known", uvNotPip, `pip install x && pip download y`, wordsO},
	{"subshell", uvNotPip, `(cd a; pip install x) &`, sure + `(cd a; uv pip install x) &`},
	{"bash -c", uvNotPip, `bash -c 'pip install x && pytest'`, sure + `bash -c 'uv pip install x && pytest'`},
	{"bash -c with escapes", uvNotPip, `bash -c "pip install \"$x\""`, wordsO},
	{"pipe behind", uvNotPip, `pip install x 2>&1 | tail -3`, sure + `uv pip install x 2>&1 | tail -3`},
	{"script written here", uvNotPip, "cat > setup.sh <<'EOF'\nset -e\npip install x\nEOF\nbash setup.sh", maybe + "cat > setup.sh <<'EOF'\nset -e\nuv pip install x\nEOF\nbash setup.sh"},
	{"script on stdin", uvNotPip, "bash <<EOF\npip install x\nEOF", sure + "bash <<EOF\nuv pip install x\nEOF"},
	{"function", uvNotPip, `setup() { pip install x; }; setup`, sure + `setup() { uv pip install x; }; setup`},
	{"loop", uvNotPip, `for p in a b; do pip install $p; done`, sure + `for p in a b; do uv pip install $p; done`},
	{"if", uvNotPip, `if ! pip install x; then echo no; fi`, sure + `if ! uv pip install x; then echo no; fi`},
	{"program in a variable", uvNotPip, `PIP=pip; $PIP install x`, wordsO},
	{"options in a variable", uvNotPip, `pip install $OPTS x`, maybe + `uv pip install $OPTS x`},
	{"path", uvNotPip, `./venv/bin/pip install x`, maybe + `uv pip install --python ./venv/bin/python x`},
	{"substitution", uvNotPip, `V=$(pip show x)`, sure + `V=$(uv pip show x)`},
	{"line continued", uvNotPip, "pip install \\\n  a \\\n  b", sure + "uv pip install \\\n  a \\\n  b"},
	{"the one or the other", uvNotPip, `uv pip install x || pip install x`, maybe + `uv pip install x || uv pip install x`},
	{"one where the other is missing", uvNotPip, `if command -v uv; then uv pip install x; else pip install x; fi`, maybe + `if command -v uv; then uv pip install x; else uv pip install x; fi`},
	{"both", uvNotPip, `uv venv && pip install x || exit 1`, sure + `uv venv && uv pip install x || exit 1`},
	{"container", uvNotPip, `docker run --rm python:3 pip install x`, alone},
	{"container that runs", uvNotPip, `docker exec -it web pip install x`, alone},
	{"other host", uvNotPip, `ssh host pip install x`, alone},
	{"already", uvNotPip, `uv pip install x`, alone},
	{"echo", uvNotPip, `echo pip install x`, alone},
	{"grep", uvNotPip, `grep -rn 'pip install' docs`, alone},
	{"commit message", uvNotPip, `git commit -m "pip install x"`, alone},
	{"document", uvNotPip, "cat > README.md <<EOF\npip install x\nEOF", alone},
	{"script that is not run", uvNotPip, "cat > s.sh <<EOF\npip install x\nEOF\nchmod +x s.sh", alone},
	{"function that is not called", uvNotPip, `setup() { pip install x; }`, alone},
	{"looked for", uvNotPip, `command -v pip; which pip; type pip`, alone},
	{"help", uvNotPip, `pip install --help; pip --version`, alone},
	{"a file of that name", uvNotPip, `cat pip; ls pip/`, alone},
	{"dockerfile", uvNotPip, "cat > Dockerfile <<EOF\nRUN pip install x\nEOF", alone},

	{"only to look, written", lookGit, `git commit -m x`, wordsO},
	{"only to look, deleted", lookGit, `git branch -D x`, wordsO},
	{"only to look", lookGit, `git log -3; git diff; git branch; git show HEAD:a`, alone},
	{"only to look, in place", lookSed, `sed -i s/a/b/ x`, wordsO},
	{"only to look, printed", lookSed, `sed -n 1,9p x; cat x | sed s/a/b/`, alone},
	{"left running", leaveVite, `kill $(pgrep -f vite)`, wordsO},
	{"left running, by pattern", leaveVite, `pkill -f node_modules/.bin/vite`, wordsO},
	{"left running, others", leaveVite, `kill $(pgrep node); pkill jest; npx vite build`, alone},
	{"all tests", neverAllTests, `pytest`, wordsO},
	{"all tests, of a script", neverAllTests, `npm run test`, wordsO},
	{"some tests", neverAllTests, `pytest -k x; pytest tests/a.py; npx jest -t adds`, alone},
	{"option under its other name", leaseNotForce, `git push -f origin x`, sure + `git push --force-with-lease origin x`},
	{"option among letters", leaseNotForce, `git push -fu origin x`, maybe + `git push -u --force-with-lease origin x`},
	{"options of git in front", switchNot, `git -C sub checkout -b x`, sure + `git -C sub switch -c x`},
	{"script of the project", use("vitest", "jest"), `pnpm jest src`, maybe + `pnpm vitest run src`},
	{"other python of an environment", python3Not, `.venv/bin/python x.py`, maybe + `.venv/bin/python3 x.py`},
	{"without aliases", pnpmNotNpm, `\npm ci`, sure + `pnpm install --frozen-lockfile`},
	{"other value outside", always("NODE_ENV=test", "jest"), `NODE_ENV=production npx jest`, wordsO},
	{"other value outside, its own inside", always("NODE_ENV=test", "jest"), `NODE_ENV=production env NODE_ENV=test jest`, alone},
	{"tests through", testsThroughUv, `PYTHONPATH=. pytest -x tests | tail`, maybe + `PYTHONPATH=. uv run pytest -x tests | tail`},
	{"tests through, of an interpreter", testsThroughUv, `cd api && python -m pytest tests`, maybe + `cd api && uv run pytest tests`},
	{"tests through, as they are", testsThroughUv, `uv run python -m pytest; uv run pytest -x`, alone},
	{"tests through, in another environment", testsThroughUv, `poetry run pytest`, wordsO},
	{"tests through, by path", testsThroughUv, `.venv/bin/pytest`, wordsO},
	{"npm i", pnpmNotNpm, `npm i`, sure + `pnpm install`},
	{"npm install of a package", pnpmNotNpm, `npm install -D typescript @types/node`, sure + `pnpm add -D typescript @types/node`},
	{"npm ci", pnpmNotNpm, `npm ci && npm run build`, sure + `pnpm install --frozen-lockfile && pnpm run build`},
	{"npm arguments for a script", pnpmNotNpm, `npm run test -- --watch=false`, sure + `pnpm run test --watch=false`},
	{"npm in another directory", pnpmNotNpm, `npm --prefix web install left-pad`, sure + `pnpm --dir web add left-pad`},
	{"npm of a version", pnpmNotNpm, `bash -lc 'nvm use 22 && npm ci'`, maybe + `bash -lc 'nvm use 22 && pnpm install --frozen-lockfile'`},
	{"npm, a directory", pnpmNotNpm, `npm install ../shared`, maybe + `pnpm add ../shared`},
	{"npm by force", pnpmNotNpm, `npm install --force`, wordsO},
	{"npm global", pnpmNotNpm, `npm install -g vercel`, sure + `pnpm add -g vercel`},
	{"npx is npm's too", pnpmNotNpm, `npx tsc --noEmit`, alone},
	{"npm under npx", pnpmNotNpm, `npx -y npm i`, sure + `npx -y pnpm install`},
	{"npm in the background", pnpmNotNpm, `nohup npm run dev > log 2>&1 &`, sure + `nohup pnpm run dev > log 2>&1 &`},
	{"yarn alone", npmNotYarn, `yarn`, sure + `npm install`},
	{"yarn add -D", npmNotYarn, `yarn add -D x`, sure + `npm install -D x`},
	{"yarn script without run", npmNotYarn, `yarn build`, wordsO},
	{"npm test with bun", bunNotNpm, `npm test`, sure + `bun run test`},
	{"docker", podmanNot, `docker run --rm -it -v "$PWD":/w alpine sh`, sure + `podman run --rm -it -v "$PWD":/w alpine sh`},
	{"docker-compose", composeV2, `docker-compose -f a.yml up -d`, sure + `docker compose -f a.yml up -d`},
	{"grep in files", rgNotGrep, `grep -rn --include='*.go' TODO .`, maybe + `rg -n --glob='*.go' TODO .`},
	{"grep as a filter", rgNotGrep, `ps aux | grep node`, alone},
	{"find by name", fdNotFind, `find . -name '*.py'`, maybe + `fd -g '*.py' .`},
	{"find with an action", fdNotFind, `find . -name '*.pyc' -delete`, wordsO},
	{"black", ruffNotBlack, `black --check src`, sure + `ruff format --check src`},
	{"flake8", ruffNotFlake8, `python -m flake8 src --max-line-length=100`, sure + `ruff check src --line-length=100`},
	{"branch", switchNot, `git checkout -b topic && git checkout main`, maybe + `git switch -c topic && git switch main`},
	{"new branch", switchNot, `git checkout -b topic origin/main`, sure + `git switch -c topic origin/main`},
	{"python", python3Not, `python manage.py migrate`, sure + `python3 manage.py migrate`},
	{"virtualenv", uvNotVirtual, `virtualenv -p python3.12 .venv`, maybe + `uv venv -p python3.12 .venv`},
	{"poetry run", uvNotPoetry, `poetry run pytest -x`, sure + `uv run pytest -x`},
	{"whole command", makeNotNpmTest, `npm test && git status`, sure + `make test && git status`},
	{"whole command and more", makeNotNpmTest, `npm test -- --watch`, wordsO},
	{"an option for another", leaseNotForce, `git push --force origin topic`, sure + `git push --force-with-lease origin topic`},
	{"without that option", leaseNotForce, `git push origin topic`, alone},

	{"a version of the interpreter", uvNotPip, `python3.12 -m pip install x`, maybe + `uv pip install --python python3.12 x`},
	{"options of the interpreter", uvNotPip, `python -W ignore -m pip install x`, wordsO},
	{"interpreter by its path", uvNotPip, `.venv/bin/python -m pip install x`, maybe + `uv pip install --python .venv/bin/python x`},
	{"under the preferred one", uvNotPip, `uv run pip install x`, alone},
	{"text made by printf", uvNotPip, `printf 'pip install x\n' > setup.sh && sh setup.sh`, wordsO},
	{"commit message in a document", uvNotPip, "git commit -m \"$(cat <<'EOF'\npip install x\nEOF\n)\"", alone},
	{"trap", uvNotPip, `trap 'pip uninstall -y x' EXIT`, sure + `trap 'uv pip uninstall x' EXIT`},
	{"eval", uvNotPip, `eval "pip install x"`, sure + `eval "uv pip install x"`},
	{"another user", uvNotPip, `sudo su - bob -c 'pip install x'`, wordsO},
	{"find -exec", pnpmNotNpm, `find . -name package.json -execdir npm i \;`, sure + `find . -name package.json -execdir pnpm install \;`},
	{"terminal in the background", pnpmNotNpm, `tmux new -d -s web 'npm run dev'`, sure + `tmux new -d -s web 'pnpm run dev'`},
	{"quoted words", pnpmNotNpm, `"npm" 'install' "left-pad"`, sure + `pnpm add "left-pad"`},
	{"redirection between the words", pnpmNotNpm, `npm > log install x`, wordsO},
	{"pull request", pnpmNotNpm, `gh pr create --body "run npm i"`, alone},
	{"pod", pnpmNotNpm, `kubectl exec web -- npm i`, alone},
	{"any program", use("trash", "rm"), `find . -exec "$TOOL" {} +`, alone},
	{"another dialect of patterns", rgNotGrep, `grep -rn 'a\|b' .`, wordsO},
	{"only that the tool exists", podmanNot, `docker swarm init`, wordsO},
	{"all of a family", use("uv", ""), `pip install x && poetry run pytest`, sure + `uv pip install x && uv run pytest`},
	{"a preferred subcommand", use("uv add", "pip"), `pip install x`, maybe + `uv add x`},
	{"file of a branch", switchNot, `git checkout main -- a.txt`, alone},
	{"a file and no branch", switchNot, `git checkout package.json; git checkout HEAD a.txt`, alone},
	{"all files", switchNot, `git checkout .; git checkout -- .`, alone},
	{"a branch of a name with a dot", switchNot, `git checkout release-1.2`, maybe + `git switch release-1.2`},
	{"a commit", switchNot, `git checkout origin/main`, maybe + `git switch --detach origin/main`},
	{"a branch and no file", use("git restore", "git checkout"), `git checkout -b topic`, alone},
	{"the preferred tool", uvNotPip, `pip install uv; python3 -m pip install -U pip 'uv>=0.4'`, alone},
	{"the preferred tool and more", uvNotPip, `pip install uv requests`, sure + `uv pip install uv requests`},
	{"the preferred tool of npm", pnpmNotNpm, `npm i -g pnpm@9`, alone},
	{"the avoided tool", uvNotPip, `pip install -U pip`, sure + `uv pip install -U pip`},
	{"text into a file", use("bat", "cat"), `cat a b > c; cat > f <<E; cat a b | wc -l
x
E`, alone},
	{"what the preferred command cannot", use("npm ci", "npm install"), `npm install lodash; npm i -D x`, alone},
	{"another name of the subcommand", use("npm ci", "npm install"), `npm i`, sure + `npm ci`},
	{"the subcommand itself", use("npm ci", "npm install"), `npm install && npm test`, sure + `npm ci && npm test`},
	{"no subcommand", use("npm install", "yarn install"), `yarn`, sure + `npm install`},

	{"variable of pip", uvNotPip, `PIP_INDEX_URL=https://a pip install x`, wordsO},
	{"variable of pip under env", uvNotPip, `env "PIP_INDEX_URL=https://a" pip install x`, wordsO},
	{"variable of pip exported", uvNotPip, "export PIP_INDEX_URL=https://a\npip install x", wordsO},
	{"another variable", uvNotPip, `MY_PIP_X=1 pip install x`, sure + `MY_PIP_X=1 uv pip install x`},
	{"a version of pip", uvNotPip, `pip3.11 install -q x`, maybe + `uv pip install --python python3.11 -q x`},
	{"pip of an environment", uvNotPip, `python3 -m venv .venv && .venv/bin/pip install numpy`, maybe + `python3 -m venv .venv && uv pip install --python .venv/bin/python numpy`},
	{"pip of an environment, for its project", use("uv add", "pip"), `.venv/bin/pip install x`, wordsO},
	{"pip of an environment with blanks", uvNotPip, `'my env/bin/pip' install x`, maybe + `uv pip install --python 'my env/bin/python' x`},
	{"docker of root", podmanNot, `sudo docker ps`, wordsO},
	{"docker elsewhere", podmanNot, `DOCKER_HOST=ssh://h docker ps`, wordsO},
	{"docker of a context", podmanNot, `docker --context far ps`, wordsO},
	{"another directory of packages", uvNotPip, `pip install -t layer x`, maybe + `uv pip install --target layer x`},
	{"sudo where it is the same", use("apt", "apt-get"), `sudo apt-get update`, sure + `sudo apt update`},
	{"option behind a script", pnpmNotNpm, `npm run build --workspace=a`, wordsO},
	{"npm's option behind a script", pnpmNotNpm, `npm run x --silent`, wordsO},
	{"npm's option before a script", pnpmNotNpm, `npm run --silent x -- -v`, sure + `pnpm run --silent x -v`},

	// never
	{"commit", neverCommit, `git add -A && git commit -m "x"`, wordsO},
	{"commit elsewhere", neverCommit, `git -C sub commit --amend --no-edit`, wordsO},
	{"commit as a word", neverCommit, `git log --grep commit; git show commit`, alone},
	{"commit in a script", neverCommit, "bash -c 'git commit -m x'", wordsO},
	{"push", neverPush, `git push -u origin HEAD`, wordsO},
	{"push dry run", neverPush, `git push --dry-run`, alone},
	{"stash push", neverPush, `git stash push -m x`, alone},
	{"server", neverServer, `npm run dev`, wordsO},
	{"server in the background", neverServer, `PORT=3001 nohup npm run dev >log 2>&1 & sleep 5; curl localhost:3001`, wordsO},
	{"server of another tool", neverServer, `python manage.py runserver 0.0.0.0:8000`, wordsO},
	{"server under a wrapper", neverServer, `timeout 20 npx vite`, wordsO},
	{"build of that tool", neverServer, `npx vite build && npm run build`, alone},
	{"server stopped", neverServer, `pkill -f "npm run dev"`, alone},
	{"global", neverGlobal, `sudo npm install -g typescript`, wordsO},
	{"local", neverGlobal, `npm install typescript`, alone},
	{"named option", neverReset, `git reset --hard HEAD~1`, wordsO},
	{"letters in another order", never("rm -rf"), `rm -fr build`, wordsO},
	{"letters apart", never("rm -rf"), `rm -r -f build; rm --recursive --force x`, wordsO},
	{"one letter of two", never("rm -rf"), `rm -r build; rm -f x`, alone},
	{"another name of a subcommand", never("npm install"), `npm i x`, wordsO},
	{"another subcommand", never("npm install"), `npm ci; npm run install`, alone},
	{"storybook", neverServer, `npm run storybook`, wordsO},
	{"target that serves", neverServer, `make dev`, wordsO},
	{"types", neverServer, `npm run dev:types; make; make build`, alone},
	{"without that one", neverReset, `git reset --soft HEAD~1`, alone},

	// always with
	{"variable", sdlMake, `make -j4 run`, sure + `OSD=sdl make -j4 run`},
	{"variable beside others", sdlMake, `CC=clang make`, sure + `CC=clang OSD=sdl make`},
	{"variable under sudo", sdlMake, `sudo make install`, maybe + `sudo OSD=sdl make install`},
	{"variable under a wrapper", sdlMake, `timeout 10 make`, sure + `OSD=sdl timeout 10 make`},
	{"variable is there", sdlMake, `OSD=sdl make; make OSD=sdl; env OSD=sdl make`, alone},
	{"variable exported", sdlMake, `export OSD=sdl && make`, alone},
	{"variable for one only", sdlMake, `OSD=sdl make && make test`, sure + `OSD=sdl make && OSD=sdl make test`},
	{"other value", sdlMake, `OSD=x11 make`, wordsO},
	{"other program", sdlMake, `cmake . && ninja`, alone},
	{"wrapper", uvRun, `python -m pytest -q && mypy src`, sure + `uv run python -m pytest -q && uv run mypy src`},
	{"wrapper is there", uvRun, `uv run python x.py; FOO=1 uv run -- pytest`, alone},
	{"wrapper behind variables", uvRunPytest, `FOO=1 timeout 60 pytest -k x`, sure + `FOO=1 timeout 60 uv run pytest -k x`},
	{"wrapper for others", uvRunPytest, `python x.py`, alone},
	{"option", noCacheBuild, `docker build -t x . && docker push x`, sure + `docker build --no-cache -t x . && docker push x`},
	{"option is there", noCacheBuild, `docker build -t x --no-cache .`, alone},

	{"two variables", always("X=1 Y=2", "make"), `Y=2 make`, sure + `Y=2 X=1 make`},
	{"variable in a script", sdlMake, "bash <<'EOF'\nexport OSD=sdl\nmake\nEOF", alone},
	{"program that knows its environment", always("bundle exec", ""), `bin/rails s && rails c`, sure + `bin/rails s && bundle exec rails c`},

	{"option of the program", always("--no-pager", "git log"), `git log -5 && git -C a log`, wordsO},
	{"option of the program is there", always("--no-pager", "git log"), `git --no-pager log -5`, alone},
	{"option of both", always("-p", "git log"), `git log -5`, wordsO},
	{"long option of both", always("--bare", "git clone"), `git clone a`, sure + `git clone --bare a`},
	{"another name of the program", always("uv run", "python"), `python3 x.py`, sure + `uv run python3 x.py`},

	// only after
	{"commit before tests", testsFirst, `git commit -am x`, wordsO},
	{"commit behind tests", testsFirst, `go test ./... && git commit -am x`, alone},
	{"commit whatever tests say", testsFirst, `go test ./...; git commit -am x`, wordsO},
	{"commit where tests fail", testsFirst, `go test ./... || git commit -am x`, wordsO},
	{"commit behind piped tests", testsFirst, `go test ./... | tail -5 && git commit -am x`, wordsO},
	{"commit behind more", testsFirst, `npm test && git add -A && git commit -m "a; b"`, alone},
	{"commit in a script that stops", testsFirst, "set -e\ngo test ./...\ngit commit -am x", alone},
	{"commit in a script that goes on", testsFirst, "go test ./...\ngit commit -am x", wordsO},
	{"linter is no test", testsFirst, `golangci-lint run && git commit -am x`, wordsO},
	{"status", testsFirst, `git status; git diff`, alone},
	{"a named check", makeFirst, `make check && git add -A && git commit -m x`, alone},
	// always with several options, and their values
	{"both options", checkDiff, `ansible-playbook site.yml`, sure + `ansible-playbook --check --diff site.yml`},
	{"a value that is for the model to say", always("--limit <host>", "ansible-playbook"), `ansible-playbook site.yml`, wordsO},
	{"any value for one", always("--limit <host>", "ansible-playbook"), `ansible-playbook site.yml --limit 'web03,web04'`, alone},
	{"one of two", checkDiff, `ansible-playbook --diff site.yml --limit web`, wordsO},
	{"both given", checkDiff, `ansible-playbook site.yml --diff --check`, alone},
	{"another value", toStaging, `kubectl --context live get pods`, wordsO},
	{"another value attached", toStaging, `kubectl get pods --context=live`, wordsO},
	{"the value", toStaging, `kubectl get pods --context=staging`, alone},
	{"the value, behind", toStaging, `kubectl get pods -n web --context staging`, alone},
	{"a value that is not known", toStaging, `kubectl --context "$CTX" get pods`, alone},
	{"no value", toStaging, `kubectl get pods`, wordsO},
	{"behind a directory", always("-s", "git commit"), `git -C linux commit -q -m x`, wordsO},
	{"an option of the subcommand", always("-var-file=dev.tfvars", "terraform"), `terraform plan -out p`, wordsO},
	{"a toolchain", always("--locked", "cargo"), `cargo +nightly build`, wordsO},
	{"a value is for the model to say", selected, `cargo test`, wordsO},
	{"with a value of its own", selected, `cargo test -p core`, alone},
	{"under a command of several words", inConda, `python scripts/clip.py`, sure + `conda run -n hydro python scripts/clip.py`},
	{"already under it", inConda, `conda run -n hydro python scripts/clip.py`, alone},
	{"a deed in a container", never("php artisan migrate:fresh"), `docker compose exec -T app php artisan migrate:fresh`, wordsO},
	{"a deed on another host", never("puppet agent"), `ssh web2 'sudo puppet agent -t'`, wordsO},
	{"a tool in a container", never("npm"), `docker run --rm node npm ci`, alone},
	{"what only reads", never("git stash"), `git stash list`, alone},
	{"a tag that is only listed", never("git tag"), `git tag -l | tail -3`, alone},
	{"a script by its name", always("DJANGO_SETTINGS_MODULE=dev", "manage.py"), `python3 manage.py migrate orders`, maybe + `DJANGO_SETTINGS_MODULE=dev python3 manage.py migrate orders`},
	{"a script as it has to be", always("DJANGO_SETTINGS_MODULE=dev", "manage.py"), `DJANGO_SETTINGS_MODULE=dev ./manage.py migrate`, alone},
	{"a program of the project", never("chromatic"), `yarn chromatic --only-changed`, wordsO},
	{"the project's own copy of a tool", always("--offline", "gradle"), `./gradlew :app:test --info`, wordsO},
	{"a step under its runner", memory.PreferenceRule{Form: memory.FormAfter, When: "rebar3 release", After: "dialyzer"}, `rebar3 dialyzer && rebar3 release`, alone},
	{"an option with a value is avoided", never("heroku config:set -a billing-prod"), `heroku config:set A=1 -a billing-prod`, wordsO},
	{"another value is not", never("heroku config:set -a billing-prod"), `heroku config:set A=1 -a billing-staging`, alone},
	{"a letter for the same", use("rg", "grep -r"), `grep -R x .`, maybe + `rg x .`},
	{"nothing of it", use("rg", "grep -r"), `grep x a.txt`, alone},
	{"another name of the interpreter", use("sbatch", "python train.py"), `nohup python3 train.py &`, wordsO},
	{"the wanted interpreter", use("python3", "python"), `python3 x.py`, alone},
	{"loud, and no version", always("-x", "pytest"), `python -m pytest -v`, wordsO},
	{"a script with its extension", never("kafka-topics --delete"), `kafka-topics.sh --delete --topic x`, wordsO},
	{"another value of an option", always("-p auto", "west build"), `west build -b x -p always`, wordsO},
	{"an option that another subcommand takes", always("--config=remote", "bazel"), `bazel query 'deps(//a)'`, alone},
	{"a short option behind subcommands", always("-d", "docker compose up"), `docker compose -f a.yml up api`, wordsO},
	{"a value that is an operand, too", always("-T", "docker compose exec"), `docker compose -p shop exec db dump shop`, wordsO},
	{"an option that must come first", always("--safe-updates", "mysql"), `mysql --defaults-file=a.cnf shop`, wordsO},
	{"one that says the opposite", always("--safe-updates", "mysql"), `mysql --skip-safe-updates shop`, wordsO},
	{"one that forgets it", always("--fail", "curl"), `curl -o a http://a --next -o b http://b`, wordsO},
	{"the value of another option", always("--context staging", "kubectl"), `kubectl -n staging get pods`, wordsO},
	{"part of a name", always("--project acme-dev", "gcloud"), `gcloud run deploy api --image gcr.io/acme-dev/api:1`, wordsO},
	{"an option that says nothing there", always("-G Ninja", "cmake"), `cmake --build build`, alone},
	{"the same option by another name", always("-j4", "make"), `make --jobs=8`, wordsO},
	{"an option that may stand in front alone", always("-c db/a.ini", "alembic"), `alembic upgrade head`, wordsO},
	{"one of two options", always("--check --diff", "ansible-playbook"), `ansible-playbook -C site.yml`, wordsO},
	{"letters in a bundle", always("-n", "cp"), `cp -rbT a b`, wordsO},
	{"a tool's own subcommand", use("git mv", "mv"), `mv -n a b`, wordsO},
	{"where a wrapper would look", always("bundle exec", "rake"), `rake -C backend spec`, wordsO},
	{"an option for the variable", always("DJANGO_SETTINGS_MODULE=app.test", "python manage.py test"), `python manage.py test --settings=app.ci`, wordsO},
	{"a script behind ./", always("B=1", "python manage.py test"), `python ./manage.py test`, sure + `B=1 python ./manage.py test`},
	{"an option of what runs elsewhere", always("-T", "ssh"), `ssh web-1 ./x.sh --dry-run`, wordsO},
	{"a filter that is no search", use("gawk", "awk"), `ps aux | awk '{print $2}'`, wordsO},
	{"a trial", always("-n 2", "pytest"), `pytest --collect-only`, alone},
	{"a wanted tool by its path", memory.PreferenceRule{Form: memory.FormNever, Avoid: "rails", Except: "bin/rails"}, `bin/rails s`, alone},
	{"not by its path", memory.PreferenceRule{Form: memory.FormNever, Avoid: "rails", Except: "bin/rails"}, `rails s`, wordsO},
	{"a statement", never("TRUNCATE TABLE"), `psql shop -c 'truncate orders cascade'`, wordsO},
	{"another statement", never("TRUNCATE TABLE"), `psql shop -c 'DELETE FROM truncate_log WHERE id = 1'`, alone},
	{"a statement of two words", never("drop table"), `mysql shop -e "SELECT 1; DROP TABLE a"`, wordsO},
	{"a statement that is not run", never("drop table"), `grep -r "DROP TABLE a" migrations`, alone},
	{"a list by a pattern", never("git tag"), `git tag -l 'v1.*'`, alone},
	{"variables in front", never("CUDA_VISIBLE_DEVICES=0 python"), `CUDA_VISIBLE_DEVICES=0 python train.py`, wordsO},
	{"other variables in front", never("CUDA_VISIBLE_DEVICES=0 python"), `CUDA_VISIBLE_DEVICES=1 python train.py`, alone},
	{"options of Windows in any order", never("taskkill /IM qemu*"), `taskkill /F /IM qemu-system.exe`, wordsO},
	{"a package manager that looks", use("choco", "winget"), `winget list`, alone},
	{"an object in front of the verb that is spared", memory.PreferenceRule{Form: memory.FormNever, Avoid: "knife", Except: "knife show or knife list"}, `knife node show web-3`, alone},
	{"a verb that is not spared", memory.PreferenceRule{Form: memory.FormNever, Avoid: "knife", Except: "knife show or knife list"}, `knife node delete web-3`, wordsO},
	{"the same value of something else", always("-count=1", "go test"), `CGO_ENABLED=1 go test -run=1 ./...`, wordsO},
	{"the same value of another option", always("-n staging", "kubectl"), `kubectl get po --context=staging`, wordsO},
	{"the same value of a variable of another name", always("--mode=production", "vite build"), `NODE_ENV=production vite build`, sure + `NODE_ENV=production vite build --mode=production`},
	{"the variable of an option", always("--profile staging", "aws"), `AWS_PROFILE=staging aws s3 ls`, alone},
	{"a value given otherwise", always("-B build-rel", "cmake"), `cmake --build build-rel -j2`, alone},
	{"another value given otherwise", always("-B build-rel", "cmake"), `cmake --build build`, wordsO},
	{"a command that takes no device", always("-s emulator-5554", "adb"), `adb devices`, alone},
	{"a compiler of an interpreter", always("CUDA_VISIBLE_DEVICES=1", "python"), `python -m py_compile a.py`, alone},
	{"an option on another host", always("--noop", "puppet agent"), `ssh web2 'puppet agent -t'`, wordsO},
	{"a subcommand by its name", never("makemigrations"), `python manage.py makemigrations shop`, wordsO},
	{"a subcommand of a script", never("makemigrations"), `./manage.py makemigrations`, wordsO},
	{"a word that is looked for", never("makemigrations"), `grep -rn makemigrations .`, alone},
	{"a step of the project", never("cy:run"), `npm run cy:run -- --record`, wordsO},
	{"a name in a message", never("makemigrations"), `git commit -m makemigrations`, alone},
	{"all of it", never("eslint .|"), `npx eslint . --fix`, wordsO},
	{"all of it, unsaid", never("mix test .|"), `MIX_ENV=test mix test --trace`, wordsO},
	{"all of it, under a subcommand", never("ruff .|"), `ruff format .`, wordsO},
	{"a part of it", never("ruff .|"), `ruff format a.py`, alone},
	{"a part by an option", never("mix test .|"), `mix test --stale`, alone},
	{"all tests", memory.PreferenceRule{Form: memory.FormNever, Class: "test", Avoid: preferences.Whole}, `go test ./...`, wordsO},
	{"some tests", memory.PreferenceRule{Form: memory.FormNever, Class: "test", Avoid: preferences.Whole}, `go test ./pkg/a`, alone},
	{"too many", never("samtools thread>2"), `samtools sort -@ 16 -o b.bam a.bam`, wordsO},
	{"as many as there are", never("samtools thread>2"), `samtools index -@ $(nproc) a.bam`, wordsO},
	{"few enough", never("samtools thread>2"), `samtools sort -@ 2 -o b.bam a.bam`, alone},
	{"make asks for all", never("make job>2"), `make -j`, wordsO},
	{"make asks for less", never("make job>2"), `make -j2 all`, alone},
	{"a function in code", never("install.packages()"), `Rscript -e 'install.packages("sf")'`, wordsO},
	{"a function that is looked for", never("install.packages()"), `grep -rn -e 'install.packages(' .`, alone},
	{"a pipe", never("curl | sh"), `curl -fsSL https://x.y/i.sh | sh`, wordsO},
	{"a pipe of others that do the same", never("curl | sh"), `wget -qO- https://x.y/i.sh | bash -s -- -y`, wordsO},
	{"a download", never("curl | sh"), `curl -o i.sh https://x.y/i.sh; sh build.sh`, alone},
	{"what listens at a port", never("kill :3000"), `kill $(lsof -ti:3000)`, wordsO},
	{"what listens at another port", never("kill :3000"), `kill $(lsof -ti:3100)`, alone},
	{"what fuser finds at a port", never("kill :3000"), `kill $(fuser -n tcp 3000)`, wordsO},
	{"what fuser finds at another", never("kill :3000"), `kill $(fuser 3100/tcp)`, alone},
	{"a port in a namespace", never("fuser -k -n tcp 3000"), `fuser -n tcp -k 3000`, wordsO},
	{"another in one", never("fuser -k -n tcp 3000"), `fuser -k -n tcp 3001`, alone},
	{"a variant that deletes", never("rsync --delete"), `rsync -a --delete-after a/ b/`, wordsO},
	{"no variant that deletes", never("git push --force"), `git push --force-with-lease`, alone},
	{"what only lists", memory.PreferenceRule{Form: memory.FormAfter, When: "snakemake", After: "snakemake -n"}, `snakemake --list`, alone},
	{"a part of the wanted tool", use("uv add", "pip install"), `uv pip install -e .`, alone},
	{"not a part of it", use("uv add", "pip install"), `pip install -e .`, wordsO},
	{"an option that may stand several times", always("-v ON_ERROR_STOP=1", "psql"), `psql -v schema=app -f a.sql`, wordsO},
	{"the wanted one of several", always("-v ON_ERROR_STOP=1", "psql"), `psql -v schema=app -v ON_ERROR_STOP=1 -f a.sql`, alone},
	{"an option of what runs inside", always("-u app", "docker exec"), `docker exec db psql -u root`, sure + `docker exec -u app db psql -u root`},
	{"an option of what the rule names inside", always("--settings=test", "python manage.py test"), `python manage.py test clinic --settings=test`, alone},
	{"before what may be a subcommand", always("-v", "unittest"), `python3 -m unittest discover -s tests`, wordsO},
	{"before an option", always("-v", "python3 -m unittest"), `python3 -m unittest -q`, wordsO},
	{"a size that is said otherwise", always("-Xmx2g", "java"), `java -Xmx8g -jar a.jar`, wordsO},
	{"a setting with another value", always("-DCMAKE_BUILD_TYPE=Debug", "cmake"), `cmake -D CMAKE_BUILD_TYPE=Release -B out`, wordsO},
	{"a profile by an option", always("AWS_PROFILE=dev", "aws"), `aws --profile prod s3 ls`, wordsO},
	{"paths first", always("-maxdepth 3", "find"), `find . -name x`, wordsO},
	{"an option of the program", always("-s emulator-5554", "adb"), `adb install -r a.apk`, wordsO},
	{"a value for quotes", always("-x *.git*", "zip"), `zip -r a.zip .`, wordsO},
	{"another version of a module", always("python3 -m", "pip"), `pip3 install x`, wordsO},
	{"as a module", always("python3 -m", "pip"), `python -m pip install x`, alone},
	{"a plan in front", memory.PreferenceRule{Form: memory.FormAfter, When: "nomad job run", After: "nomad job plan"}, `nomad job plan a.hcl; nomad job run a.hcl`, alone},
	{"a check that may have failed", makeFirst, `make check; git commit -m x`, wordsO},
	{"an option's value in an address", always("-h replica01", "psql"), `psql postgresql://report@replica01/sales -c '\d orders'`, alone},
	{"an option's value in settings", always("-h replica01", "psql"), `psql "host=replica01 dbname=sales" -f a.sql`, alone},
	{"another host in settings", always("-h replica01", "psql"), `psql "host=replica012 dbname=sales" -f a.sql`, wordsO},
	{"the alias of a site", never("wp @live"), `wp @live plugin list`, wordsO},
	{"another check", makeFirst, `make && git commit -m x`, wordsO},
}

func parse(text string) *shell.Script {
	return follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function})
}

// TestEnforcement holds preferences against commands in all the forms that they
// take: what breaks one is found, what does not is left alone, and the command
// in its place is exactly the one wanted, and one that ctxhook itself accepts.
func TestEnforcement(t *testing.T) {
	guard := judge.New(judge.Options{Cwd: t.TempDir(), Getenv: func(string) string { return "" }})
	right := 0
	for _, tt := range enforcement {
		t.Run(tt.name, func(t *testing.T) {
			got := alone
			script := parse(tt.command)
			if hits := preferences.Find(rules.Knowledge(), &tt.rule, script, nil); len(hits) > 0 {
				got = wordsO
				if text, certain := preferences.Rewrite(rules.Knowledge(), &tt.rule, script, nil, parse); text != "" {
					got = maybe + text
					if certain {
						got = sure + text
					}
					if before, after := guard.Verdict(tt.command, nil), guard.Verdict(text, nil); after.Action > max(before.Action, policy.Warn) {
						t.Errorf("%s: %s is answered with %v (%v)", tt.command, text, after.Action, after.RuleIDs())
					}
				}
			}
			if got != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.command, strings.ReplaceAll(got, "\n", "\n     "), strings.ReplaceAll(tt.want, "\n", "\n     "))
				return
			}
			right++
		})
	}
	t.Logf("%d of %d", right, len(enforcement))
}

// TestEnforcementForms hides each command of the table in the forms in which it
// does the same: it still breaks the preference, and what is written in its place
// keeps it. Where its words are data it is left alone.
func TestEnforcementForms(t *testing.T) {
	hidden, written, data := 0, 0, 0
	for _, tt := range enforcement {
		if tt.want == alone {
			continue
		}
		for _, m := range mutate.All {
			command := m.Apply(tt.command)
			if command == tt.command {
				continue
			}
			script := parse(command)
			hits := preferences.Find(rules.Knowledge(), &tt.rule, script, nil)
			if own := m.Apply("true"); len(preferences.Find(rules.Knowledge(), &tt.rule, parse(own), nil)) > 0 || tt.rule.Prefer != "" && strings.HasPrefix(own, tt.rule.Prefer+" ") {
				continue // the form itself breaks the preference, or is what is preferred
			}
			if m.Clears {
				if data++; len(hits) > 0 {
					t.Errorf("%s, %s: %s is not left alone", tt.name, m.Name, command)
				}
				continue
			}
			if hidden++; len(hits) == 0 {
				t.Errorf("%s, %s: %s is left alone", tt.name, m.Name, command)
			}
			if text, _ := preferences.Rewrite(rules.Knowledge(), &tt.rule, script, nil, parse); text != "" {
				written++
			}
		}
	}
	t.Logf("%d forms of commands, %d of them written as wanted; %d forms of data", hidden, written, data)
}
