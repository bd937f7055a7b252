package preferences

import (
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/rules"
)

// A line of a file for agents states rules where what it names is surely a command or a path,
// and nothing limits them but the user's leave. Several stand with | between them.
func TestWritten(t *testing.T) {
	names := Names{Program: func(name string) bool { return rules.Command(name) != nil }, Paths: func(word, _ string) []string {
		if word == "vendor" || word == "src" || word == "packages" {
			return []string{word + "/"}
		}
		return nil
	}}
	for _, tt := range []struct{ line, want string }{
		{"Never use git add -A.", "Never run `git add -A`."},
		{"Never run `git push --force`.", "Never run `git push --force`."},
		{"Use uv for Python packages.", "Always use `uv`."},
		{"Use `uv` for Python package management", "Always use `uv`."},
		{"Use pnpm, not npm", "Use `pnpm`, not `npm`."},
		{"Use `pnpm`, not `npm`, and `rg`, not `grep`.", "Use `pnpm`, not `npm`.|Use `rg`, not `grep`."},
		{"Use `uv pip` (not `pip`) and `uv run` (not `python`).", "Always run `pip` with `uv`.|Use `uv run`, not `python`."},
		{"Use `pnpm`, not `npm`, `yarn` or `bun`.", "Use `pnpm`, not `npm` or `yarn` or `bun`."},
		{"Before pushing, run `deno task check`, which checks the format, lint and the tests.", "Push only after `deno task check` passes."},
		{"Large files in `data/` go through DVC: `dvc add`, never `git add`.", ""},
		{"Do not use `pip install`; use `uv pip install`.", "Always run `pip install` with `uv`."},
		{"Never use `npm`, use `pnpm` instead.", "Use `pnpm`, not `npm`."},
		{"Never run `npm publish`. Use `npm test`.", "Never run `npm publish`."},
		{"Use Grep for searching", ""},
		{"Use make targets that are documented", ""},
		{"Never use any -- it hides errors", ""},
		{"Never use var -x in code", ""},
		{"Use uv mode in the shader", ""},
		{"Do not use npm packages that are unstable", ""},

		// What is not to be run, and what limits it.
		{"Do not run the full suite (`go test ./...` or `make test`) — it is slow", "Never run `go test ./...` or `make test`."},
		{"Never run `terraform apply` or `terraform destroy`, a human applies.", "Never run `terraform apply` or `terraform destroy`."},
		{"DO NOT run `pod install` unless the user explicitly asks", "Never run `pod install`."},
		{"Do not run `go mod tidy` unless a dependency changed", ""},
		{"Never run `go mod tidy` in `vendor/`", ""},
		{"If the build fails, never run `make clean`", ""},
		{"Windows: never run `make clean`", ""},
		{"Never run `make clean`, except in CI", ""},
		{"Do not mock the database with `psql`", ""},
		{"Never use `eval`, `find` or `select`", ""},
		{"Don't just run commands, explain them", ""},
		{"Tests must never run `npm install`", ""},
		{"Never execute several tasks as one batch", ""},
		{"Run the tests with `make test`", ""},
		{"Never commit or push to `main`", "Never commit to `main`.|Never push to `main`."},
		{"Never commit to main/master directly", "Never commit to `main` or `master`."},
		{"Don't amend commits and force push unless told otherwise", "Never amend commits.|Never force-push."},
		{"Never commit secrets", ""},
		{"Never push.", "Never push."},
		{"Never use `--no-verify` when committing.", "Never run `git commit --no-verify`."},

		// What is used in place of what.
		{"Package manager: `pnpm` only. Do NOT use `npm` or `yarn`.", "Never run `npm` or `yarn`."},
		{"Always use `make` to build, never `go build` directly", "Never run `go build`."},
		{"Run tests through the Makefile (`make test`), not `go test` directly", "Use `make test`, not `go test`."},
		{"Use `mix.bat` and `elixir.bat` instead of `mix` and `elixir`", "Use `mix.bat`, not `mix`.|Use `elixir.bat`, not `elixir`."},
		{"Prefer `pnpm` over `npm`", ""},
		{"Run `npm ci`", ""},
		{"Tests: `go test ./...` with `-race`", ""},
		{"When adding a page, use `npm run new`", ""},
		{"Use `zsh` code blocks (not `bash`)", ""},
		{"Runtime: `postgres` via Hyperdrive — NOT `pg`", ""},
		{"Use `errors.Is` instead of `==`", ""},
		{"In CI use `npm ci` instead of `npm install`", ""},

		// What comes first.
		{"Run `make lint` and `make test` before every commit", "Commit only after `make lint` passes.|Commit only after `make test` passes."},
		{"Before opening a PR, run `npm run check` and fix what it finds", "Open pull requests only after `npm run check` passes."},
		{"`cargo fmt --all` MUST be run before committing code.", "Commit only after `cargo fmt --all` passes."},
		{"Never push without running `mix precommit` first", "Push only after `mix precommit` passes."},
		{"Run `cargo fmt` before committing changes to the parser", ""},
		{"If you changed Rust code, run `cargo fmt` before committing", ""},

		// What is left alone.
		{"Never edit files in `vendor/`.", "Never edit `vendor/`."},
		{"Do not touch `vendor/` without asking", "Never change `vendor/`."},
		{"Files under `src/gen/` are generated from `api.yaml` - never edit them by hand", "Never edit `src/gen/`."},
		{"NEVER EDIT GENERATED FILES: everything below `src/*/gen/` comes out of a script", "Never edit `src/*/gen/`."},
		{"DO NOT EDIT .tscn files directly - when a scene has to change, ask the user", "Never edit `**/*.tscn`."},
		{"`pnpm-lock.yaml` must never be edited manually", "Never edit `**/pnpm-lock.yaml`."},
		{"The `packages` folder is frozen: no changes there without approval", "Never change `packages/`."},
		{"Never edit existing migrations in `packages/`", ""},
		{"Never change `package.json` scripts", ""},
		{"Never modify the `parse` function in `src/a.ts`", ""},
		{"Never edit `vendor/` and `packages/` in one commit", ""},
		{"`src/` contains the client", ""},
		{"Generated files (`a.d.ts`, `b.d.ts`) should NOT be edited manually.", "Never edit `**/a.d.ts` or `**/b.d.ts`."},
		{"Do not edit generated `packages/` or `vendor/` outputs directly — update the inputs", "Never edit `packages/` or `vendor/`."},
		{"When running commands, do not use flags like `git -C`", "Never run `git -C`."},
		{"Do not `git commit` anything unless instructed to do so.", "Never run `git commit`."},
		{"Always run `make lint` before committing changes to ensure quality", "Commit only after `make lint` passes."},
		{"Never use `git add -A` or `git add .`. Always name the files:", "Never run `git add -A` or `git add .`."},
		{"Use the build scripts rather than invoking `dotnet build`/`dotnet test` directly", "Never run `dotnet build` or `dotnet test`."},
		{"Work on a branch rather than committing directly to `main`.", "Never commit to `main`."},
		{"Use `make` as the repository verification command", ""},
		{"Migrations are run only through `make migrate`, not with `alembic upgrade`.", "Use `make migrate`, not `alembic upgrade`."},
		{"Direct commits to `main` are forbidden.", "Never commit to `main`."},
		{"`git commit --no-verify` bypasses checks and is never allowed", "Never run `git commit --no-verify`."},
		{"The generated client in `src/api/client/` is off limits.", "Never change `src/api/client/`."},
		{"Never modify files in `node_modules`.", "Never edit `**/node_modules/`."},
		{"Never read or edit `.env*` files.", "Never edit `**/.env*`."},
		{"Before you push: `make check`.", "Push only after `make check` passes."},
		{"Before upgrading: run `npm install`, never `npm ci`", ""},
		{"It is forbidden to run `docker system prune`.", "Never run `docker system prune`."},
		{"The file is local-only and never committed", ""},
		{"`pip` must never be used; use `uv`.", "Use `uv`, not `pip`."},
		{"The following files must not be edited: `a.gen.ts`, `b.gen.ts`.", "Never edit `**/a.gen.ts` or `**/b.gen.ts`."},
		{"Before you open a pull request: run `./scripts/ci.sh`", "Open pull requests only after `./scripts/ci.sh` passes."},
		{"Only edit files under `src/`.", "Change files only in `src/`."},
		{"Do not modify anything outside `packages/`", "Change files only in `packages/`."},
		{"Only modify files that the task needs", ""},
		{"Keep components in `src/`", ""},
		{"Never run `prisma migrate` against production", "Never run `prisma migrate` on `prod`."},
		{"Always run `terraform plan` before `terraform apply`", "Run `terraform apply` only after `terraform plan` passes."},
		{"Run the tests before deploying", "Deploy only after the tests pass."},

		// What only a reader understands is noted instead.
		{"ALWAYS use `uv run python <script.py>` to execute Python. NEVER call `python` directly", ""},
		{"Always use `uv run` for Python, never call `pytest` directly", ""},
		{"Do not open pull requests with `gh pr create`; push and stop", ""},
		{"Always pass `-o` to `mvn` (offline)", ""},
		{"When adding a dependency, use `uv add <name>`", ""},
		{"Use `rg` for searching", ""},
		{"パッケージの追加に `pip install <pkg>` は使わず、必ず `uv add <pkg>` を使うこと。", ""},
		{"Do not merge it yourself (`gh pr merge`, the API)", ""},
		{"What is forbidden is publishing: never run `docker push`", "Never run `docker push`."},
	} {
		var list []string
		for _, r := range Written(rules.Knowledge(), tt.line, names) {
			list = append(list, r.String())
		}
		if got := strings.Join(list, "|"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.line, got, tt.want)
		}
	}
}
