package preferences

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

// programs stands for the programs that ctxhook knows.
const programs = " let security npm pnpm yarn bun pip uv python python3 poetry make just git docker podman grep rg find sed make go cargo pytest jest vitest node npx less more test time sort ruff flake8 terraform "

func known(name string) bool { return strings.Contains(programs, " "+name+" ") }

func TestParse(t *testing.T) {
	use := func(prefer, avoid string) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: avoid}
	}
	never := func(avoid, class string) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormNever, Avoid: avoid, Class: class}
	}
	always := func(when, with string) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: with}
	}
	after := func(when, class, check string) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormAfter, When: when, Class: class, After: check}
	}
	branch := func(class, name string) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormNever, Class: class, Branch: name}
	}
	text := memory.PreferenceRule{}
	tests := []struct {
		words string
		want  memory.PreferenceRule
	}{
		// A reason behind it is no part of it, a limit is.
		{"never run terraform, half of the state is mine", never("terraform", "")},
		{"uv, never pip, my colleagues rely on the lock file", use("uv", "pip")},
		{"don't push, the tests fail now", text},
		{"don't push, only when I ask for one branch", never("", "push")},
		{"don't commit, wait until I looked", never("", "commit")},
		{"no git stash and no git rebase", never("git stash or git rebase", "")},
		{"no docker system prune and no docker volume rm, my dumps live in there", never("docker system prune or docker volume rm", "")},
		{"no npm install --force", never("npm install --force", "")},
		{"no security holes", text},
		{"no git conflicts", text},
		{"quit committing", never("", "commit")},
		{"quit pushing, my reviewers lose track", never("", "push")},
		{"stop the dev server", text},

		// What is told by place and order.
		{"cargo test comes before any commit in this repo", after("", "commit", "cargo test")},
		{"run the tests first, then commit", text}, // a task
		{"dinner first, commit second", text},
		{"put NODE_ENV=test in front when you start vitest", always("vitest", "NODE_ENV=test")},
		{"CI=1 goes in front of every pytest", always("pytest", "CI=1")},
		{"put the logo in front of every make", text},
		{"keep away from git stash", never("git stash", "")},
		{"keep away from git stash for now", text},
		{"steer clear of make assumptions about sort order", text},
		{"pushing is my job", never("", "push")},
		{"pushing is my job, isn't it", text},
		{"no terraform on this machine", never("terraform", "")},

		// One in place of another.
		{"use uv, not pip", use("uv", "pip")},
		{"Use uv not pip.", use("uv", "pip")},
		{"* **ALWAYS** use `uv` instead of `pip`", use("uv", "pip")},
		{"- **IMPORTANT:** use pnpm instead of npm for package management", use("pnpm", "npm")},
		{"Package manager: pnpm (never npm)", use("pnpm", "npm")},
		{"Package manager: the one of the lockfile", text},
		{"CI: use npm, not pnpm", text},
		{"ALWAYS use ripgrep (`rg`) instead of `grep` for searching", use("rg", "grep")},
		{"Use `bun <file>` instead of `node <file>`", use("bun", "node")},
		{"use uv instead of pip", use("uv", "pip")},
		{"please always use `uv`, and not `pip`!", use("uv", "pip")},
		{"use pnpm rather than npm here", use("pnpm", "npm")},
		{"prefer rg over grep", use("rg", "grep")},
		{"I want you to use pnpm instead of npm from now on", use("pnpm", "npm")},
		{"pnpm, not npm", use("pnpm", "npm")},
		{"don't use npm, use pnpm", use("pnpm", "npm")},
		{"Don’t use npm; use pnpm instead", use("pnpm", "npm")},
		{"Do not call `go test` directly — use the wrapper `./dev`", use("./dev", "go test")},
		{"use `make all`, not `cargo test` (doctests: `cargo test --doc` is ok)", text},
		{"Use `make test` instead of `go test ./...` so that the tags are set", use("make test", "go test ./...")},
		{"do not use npm, use pnpm", use("pnpm", "npm")},
		{"never use docker, use podman instead", use("podman", "docker")},
		{"instead of grep, use rg", use("rg", "grep")},
		{"use mise, not make", use("mise", "make")},
		{"use `./dev test`, not `go test`", use("./dev test", "go test")},
		{"use just test instead of go test", use("just test", "go test")},
		{"use pnpm, not npm, because the lockfile is pnpm's", use("pnpm", "npm")},
		{"always use uv", use("uv", "")},
		{"I told you to use pnpm, not npm", use("pnpm", "npm")},
		{"No! I already told you: use pnpm, not npm.", use("pnpm", "npm")},

		{"it's pnpm, not npm", use("pnpm", "npm")},
		{"no more npm, we use yarn", use("yarn", "npm")},
		{"hier nutzen wir uv", use("uv", "")},
		{"ici on utilise just, pas make", use("just", "make")},
		{"n'utilise plus npm", never("npm", "")},
		{"n'utilise plus jamais npm, utilise pnpm", use("pnpm", "npm")},
		{"nobody here uses husky btw", text},
		{"nie auf main pushen", branch("push", "main")},
		{"pushe niemals auf main", branch("push", "main")},
		{"ne pousse jamais sur main", branch("push", "main")},
		{"nunca empujes a main", branch("push", "main")},
		{"don't commit to the demo branch", branch("commit", "demo")},
		{"never push to the remote", text},
		{"add a button, plus tests", memory.PreferenceRule{}},
		{"pytest always with -x", always("pytest", "-x")},
		{"pytest immer mit -x laufen lassen bitte", always("pytest", "-x")},
		{"pytest always with care", text},
		{"no more docker pls", never("docker", "")},
		{"I don't want you to run docker", never("docker", "")},
		{"quit running docker, im on battery", never("docker", "")},
		{"we use poetry here, not pip", use("poetry", "pip")},
		{"use yarn please, not npm", use("yarn", "npm")},
		{"we use uv in this repo, not pip", use("uv", "pip")},
		{"use uv (not pip)", use("uv", "pip")},
		{"use `uv` (instead of `pip`) for dependencies", use("uv", "pip")},
		{"use ripgrep (`rg`) instead of `grep` for searching", use("rg", "grep")},
		{"instead of npm use pnpm", use("pnpm", "npm")},
		{"stop using docker, use podman", use("podman", "docker")},
		{"never use npm, we use pnpm here", use("pnpm", "npm")},
		{"don't use npm use pnpm", use("pnpm", "npm")},
		{"use rg, never grep", use("rg", "grep")},
		{"The package manager is yarn, not npm.", use("yarn", "npm")},
		{"Package manager: pnpm (never npm or yarn)", use("pnpm", "npm or yarn")},
		{"never use npm or yarn, only pnpm", use("pnpm", "npm or yarn")},
		{"use pnpm, not npm or make", text}, // of two families
		{"use make test, not npm or yarn", use("make test", "npm or yarn")},
		{"use `bun test`, not `jest` or `vitest`", use("bun test", "jest or vitest")},
		{"use pnpm, never npm, yarn, or bun", use("pnpm", "npm or yarn or bun")},
		{"use pnpm, never npm or pnpm", text},
		{"Do NOT run `npm install` - use `pnpm install`", use("pnpm install", "npm install")},
		{"use `docker compose` (v2) over `docker-compose`", use("docker compose", "docker-compose")},
		{"Prefer `docker compose` (v2) over `docker-compose`.", use("docker compose", "docker-compose")},
		{"use `yarn` for all package management (not npm)", use("yarn", "npm")},
		{"Always use `uv run pytest` and don't run pytest directly.", use("uv run pytest", "pytest")},
		{"never run pytest directly", text},
		{"Use `git add <file>` not `git add -A`", never("git add -A", "")},
		{"always use `uv run` instead of `python` directly", always("python", "uv run")},
		{"use `uv run`, not `make`", use("uv run", "make")},
		{"- **IMPORTANT**: use `pnpm`, not `npm`.", use("pnpm", "npm")},
		{"* use pnpm, not npm", use("pnpm", "npm")},
		{"use uv, not pip, it is faster", use("uv", "pip")},
		{"use docker, not for tests", text},
		{"use npm instead of yarn in the README", text},
		{"use --force-with-lease, not --force, when pushing", use("git push --force-with-lease", "git push --force")},
		{"use --force-with-lease, not --force", use("git push --force-with-lease", "git push --force")},
		{"use git push --force-with-lease, not --force", use("git push --force-with-lease", "git push --force")},
		{"use -race, not -short, when running go test", use("go test -race", "go test -short")},
		{"use jj, git only to look", use("jj", "git "+memory.Writing)},
		{"use git only to look", never("git "+memory.Writing, "")},
		{"git is read-only here", never("git "+memory.Writing, "")},
		{"never use sed to edit files", never("sed "+memory.Writing, "")},
		{"leave npm alone", text},
		{"don't kill the tests", text},
		{"use the docs to read", text},
		{"read the code only to look", text},
		{"use -d, not -D", text},
		{"use --verbose, not --force", text},
		{"use --force-with-lease, not --force, when the branch is shared", text},

		// No command.
		{"Prefer `const` over `let`", text},
		{"use `logger.info` instead of `console.log`", text},
		{"use `logger` instead of `npm`", use("logger", "npm")},
		{"never use `any`", text},
		{"never type `any`", text},
		{"never run `deploy-prod`", never("deploy-prod", "")},
		{"always run python through uv", text},
		{"use python 3.12", text},
		{"always use go", text}, // nothing stands in for it
		{"use uv , not pip .", text},
		{"no security holes", text},
		{"never use docker carelessly", text},
		{"use composition, not inheritance", text},
		{"use tabs, not spaces", text},
		{"use more tests, not less code", text},
		{"prefer early returns over nested ifs", text},
		{"answer in German", text},
		{"never use any in TypeScript", text},
		{"never mock the database", text},
		{"stop the dev server", text},
		{"stop the docker container", text},
		{"don't make changes to the API", text},
		{"use uv, not pip. never commit.", text},
		{"", text},
		{"`", text},
		{"never use grep to find files in big trees", text},
		{"never `rm -rf $HOME | cat`", text},

		// Never.
		{"never commit", never("", "commit")},
		{"don't commit", never("", "commit")},
		{"never commit anything without asking me", never("", "commit")},
		{"don't make commits unless I ask you to", never("", "commit")},
		{"do not push", never("", "push")},
		{"never push to main", branch("push", "main")},
		{"NEVER push directly to `main` or `master`.", branch("push", "main or master")},
		{"Never commit to main directly", branch("commit", "main")},
		{"Do not commit directly to the `main` branch; always work on a feature branch.", branch("commit", "main")},
		{"never push to `release/1.x` without asking", branch("push", "release/1.x")},
		{"never push to production servers", text},
		{"never push to the registry", text},
		{"never push to main unless the tests pass", text},
		{"never push to main, except for docs", text},
		{"never commit to the cause", text},
		{"don't commit secrets to `main`", text},
		{"never commit or push to main", text},
		{"never run `git push --force` on `main`", memory.PreferenceRule{Form: memory.FormNever, Avoid: "git push --force", Branch: "main"}},
		{"never git push", never("", "push")},
		{"never start the dev server", never("", "dev-server")},
		{"never run the dev server (`npm run dev`)", never("npm run dev", "dev-server")},
		{"don't run the dev server (npm run dev)", never("npm run dev", "dev-server")},
		{"I'll run the dev server myself", never("", "dev-server")},
		{"I run the dev server (`npm run dev`) myself", never("npm run dev", "dev-server")},
		{"never install packages globally", never("", "global-install")},
		{"never use docker", never("docker", "")},
		{"don't use git stash", never("git stash", "")},
		{"never run `terraform apply`", never("terraform apply", "")},
		{"Never run terraform apply without asking.", never("terraform apply", "")},
		{"avoid sed", never("sed", "")},
		{"stop using sed", never("sed", "")},
		{"stop starting the dev server", never("", "dev-server")},

		{"never run `prisma migrate reset` or `prisma db push`. Ever.", never("prisma migrate reset or prisma db push", "")},
		{"don't use sed or rg", never("sed or rg", "")},
		{"`make drop` is not allowed in production", text},
		{"Do not run migrations in production (`make migrate`)", text},
		{"no sed", never("sed", "")},
		{"never run npm run build", never("npm run build", "")},
		{"don't run cargo run", never("cargo run", "")},
		{"never git add .", never("", "stage-all")},
		{"never git add -A here", never("git add -A", "")},
		{"never force push", never("", "force-push")},
		{"never force push to main", branch("force-push", "main")},
		{"don't push to master", branch("push", "master")},
		{"only commit when explicitly asked", never("", "commit")},
		{"only push when the user asks", never("", "push")},
		{"only commit when the tests pass", after("", "commit", "test")},
		{"only commit when done", text},
		{"never use `--no-verify` when committing", never("git commit --no-verify", "")},
		{"don't use --force with git push", never("git push --force", "")},
		{"don't start the dev server, I run it myself", never("", "dev-server")},
		{"Don't start the development server; assume it is already running.", never("", "dev-server")},
		{"don't commit, I do the commits myself", never("", "commit")},
		{"don't commit, I do it unless you are asked to", text},
		{"don't commit, if it is late", text},
		{"don't commit, it is broken", text},
		{"don't start the dev server, it is already running", never("", "dev-server")},
		{"never git add **", text},

		// Always with.
		{"run all Python commands with `uv run`", always("python", "uv run")},
		{"All Python commands must be run with `uv run`.", always("python", "uv run")},
		{"All `docker` commands MUST carry `--context staging`", always("docker", "--context staging")},
		{"run pytest only with `-x`", always("pytest", "-x")},
		{"set `RUSTFLAGS=\"-D warnings\"` when running `cargo build`", text},
		{"OSD=sdl make", always("make", "OSD=sdl")},
		{"`OSD=sdl make`", always("make", "OSD=sdl")},
		{"always run OSD=sdl make", text},
		{"run make with OSD=sdl", always("make", "OSD=sdl")},
		{"always run `go test` with -race", always("go test", "-race")},
		{"use CGO_ENABLED=0 for go build", always("go build", "CGO_ENABLED=0")},
		{"run python through `uv run`", always("python", "uv run")},
		{"always use `uv run`", always("", "uv run")},

		// Only after.
		{"run tests before you commit", after("", "commit", "test")},
		{"run the tests before committing", after("", "commit", "test")},
		{"always run `make check` before pushing", after("", "push", "make check")},
		{"before committing, run the tests", after("", "commit", "test")},
		{"never commit without running the tests first", after("", "commit", "test")},
		{"don't push before the tests pass", after("", "push", "test")},
		{"only commit after the tests pass", after("", "commit", "test")},
		{"run the linter before you commit", after("", "commit", "lint")},
		{"commit only after tests are green", after("", "commit", "test")},
		{"never commit unless tests pass", after("", "commit", "test")},
		{"never commit unless I ask", never("", "commit")},
		{"think before you commit", text},
	}
	for _, tt := range tests {
		t.Run(tt.words, func(t *testing.T) {
			if got := Parse(rules.Knowledge(), tt.words, known); got != tt.want {
				t.Errorf("got %+q, want %+q", got.String(), tt.want.String())
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add("use `uv`, not pip (really).")
	f.Add("I'll `run – the")
	f.Fuzz(func(t *testing.T, words string) {
		r := Parse(rules.Knowledge(), words, known)
		for _, command := range []string{r.Avoid, r.Prefer, r.When, r.With, r.After} {
			if strings.ContainsAny(command, "|;&<>\n`") {
				t.Errorf("%q is no command", command)
			}
		}
	})
}
