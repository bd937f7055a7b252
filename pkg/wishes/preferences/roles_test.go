package preferences_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// Sentences that state a rule about commands in other words, and such that state none.
func TestDeduce(t *testing.T) {
	for _, tt := range []struct {
		before, sentence string
		want             string // rules as sentences, "" for none
	}{
		// One in the place of another.
		{"", "python deps go through uv here, pip isn't even on the image", "Always use `uv`."},
		{"", "for anything python it's uv", "Always use `uv`."},
		{"", "pip? nope, uv", "Use `uv`, not `pip`."},
		{"nope", "pnpm", "Always use `pnpm`."},
		{"npm?", "pnpm", "Use `pnpm`, not `npm`."},
		{"", "npm → pnpm", "Use `pnpm`, not `npm`."},
		{"tests?", "make test", "Run the tests with `make test`."},
		{"", "npm over pnpm here: pnpm test", ""},
		{"", "formulier mir eine Mail an die Druckerei: ab Montag kein rsync mehr benutzen", ""},
		{"", "put into CONTRIBUTING.md: run the linter before every commit, never force push", ""},
		{"", "nope, pnpm", "Always use `pnpm`."},
		{"", "yarn is dead here, we are on pnpm", "Use `pnpm`, not `yarn`."},
		{"", "instead of grep please reach for rg", "Use `rg`, not `grep`."},
		{"", "nicht npm sondern pnpm", "Use `pnpm`, not `npm`."},
		{"", "on n'utilise pas npm mais pnpm", "Use `pnpm`, not `npm`."},
		{"", "no uses npm, usa pnpm", "Use `pnpm`, not `npm`."},
		{"", "just test instead of pytest and just lint instead of ruff", "Use `just test`, not `pytest`. Use `just lint`, not `ruff`."},
		{"", "the tests run through make test please, it sets things up", "Run the tests with `make test`."},
		{"", "use npm for the docs examples", ""},
		{"", "the docs say, don't use npm", ""},
		{"", "use pnpm, not npm or make", ""},
		{"", "you can use npm", ""},
		{"", "pnpm or npm", ""},

		// Never.
		{"", "no sudo on this machine, if something needs root tell me", "Never run `sudo`."},
		{"", "sudo is off limits", "Never run `sudo`."},
		{"", "quit amending, the reviewers lose track", "Never amend commits."},
		{"", "ask me before any migration", ""}, // a migration may be anything
		{"", "ask me first before you run migrations", "Never run migrations."},
		{"", "deploys are my job", "Never deploy."},
		{"", "deploys: ask me first", "Never deploy."},
		{"Commits?", "My business", "Never commit."},
		{"", "kein git push ohne Rückfrage", "Never push."},
		{"", "tests are mine", "Never run the tests."},
		{"", "I don't want that test", ""},
		{"", "I can't actually commit this", ""},
		{"tests", "Restore cache failed", ""},
		{"", "no new dependencies", "Never add dependencies."},
		{"", "arrête de lancer les seeds", "Never seed database."},
		{"", "no hagas ningún commit sin que yo te lo pida", "Never commit."},
		{"", "refactor the parser and don't commit", "Never commit."},
		{"", "don't start anything in watch mode it eats my ram", "Never start anything in watch mode."},
		{"git reset --hard cost me an afternoon", "you don't use that one anymore", "Never run `git reset --hard`."},
		{"the server is broken", "don't start it", ""},
		{"", "stop the dev server", ""},
		{"", "don't commit, the tests fail now", ""},
		{"", "no commits for now", "Never commit."},
		{"", "please do not push yet", "Never push."},
		{"", "noch nicht pushen", "Never push."},
		{"", "ne commite pas encore", "Never commit."},
		{"", "don't push until I've had a look", "Never push."},
		{"", "no pushing until I say so", "Never push."},
		{"", "only push once I've reviewed the diff", "Never push."},
		{"", "hold off on committing till I tell you", "Never commit."},
		{"", "let me read the diff before you commit", "Never commit."},
		{"", "the tests don't pass yet", ""},
		{"", "we don't deploy yet", ""},
		{"", "I haven't pushed yet", ""},
		{"", "show me the logs before the build", ""},
		{"", "keep the old build until I merge", ""},
		{"", "don't bother with tests for now", ""},
		{"", "don't commit yet", "Never commit."},
		{"", "please don't force push, my colleague is working on the same branch", "Never force-push."},
		{"", "commit as you go but nothing gets committed straight to develop, open a branch first", "Never commit to `develop`."},
		{"", "don't commit, I want to see it first", "Never commit."},
		{"", "if it fails, don't push", ""},
		{"", "tell them: don't push", ""},
		{"", "the hook said: 'update failed, do not push to main directly", ""},
		{"", "we don't want a cap", ""},
		{"", "this should be debug level, not INFO", ""},
		{"", "we shouldn't just assume that", ""},
		{"", "CI must never run npm install", ""},
		{"", "it must never run npm install", ""},
		{"", "no plain pulls, update with git pull --rebase", ""},

		// To branches.
		{"", "nobody pushes straight to main", "Never push to `main`."},
		{"", "pushing to main is forbidden", "Never push to `main`."},
		{"", "stay on feat/cart the whole time", "Never switch branches."},

		// Options, variables and wrappers.
		{"", "when you stash, always with -m and a real message", "Always stash with `-m`."},
		{"commits need a sign-off here", "so -s on every one of them", "Always run `git commit` with `-s`."},
		{"", "commits need a sign-off here, so -s on every one of them", "Always run `git commit` with `-s`."},
		{"", "bundle exec in front of rspec and rake", "Always use `bundle exec`."},
		{"", "poetry run in front of everything python", "Always use `poetry run`."},
		{"", "never pass --force to git push", "Never run `git push --force`."},

		// Order.
		{"", "before anything gets pushed the full test suite has to have run (`pnpm test`)", "Push only after `pnpm test` passes."},
		{"", "make i18n-pull ahead of every build", "Build only after `make i18n-pull` passes."},
		{"", "before every build run make gen, please", "Build only after `make gen` passes."},
		{"", "immer erst lint, dann commit", "Commit only after the linter passes."},
		{"", "the hook is broken on my box so run go vet yourself before each commit", "Commit only after `go vet` passes."},
		{"", "toujours un docker compose build avant le docker compose up, sinon c'est vieux", "Run `docker compose up` only after `docker compose build` passes."},
	} {
		names := preferences.Names{Program: func(name string) bool { return slices.Contains(strings.Fields(programs), name) }}
		var got []string
		for _, r := range preferences.Deduce(rules.Knowledge(), tt.before, tt.sentence, names) {
			got = append(got, r.String())
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q states %q, want %q", tt.sentence, s, tt.want)
		}
	}
}

const programs = "uv pip pnpm npm yarn grep rg just pytest ruff make sudo git go docker bundle rspec rake poetry cap info sed pip3 python"

// Sentences that say in other words what is left alone, and such that do not.
func TestPlacesByRoles(t *testing.T) {
	known := []string{"vendor/", "docs/", "src/", "tests/", "infra/", "NOTES.md", "package.json"}
	names := preferences.Names{Program: func(string) bool { return false }, Paths: func(word, _ string) []string {
		for _, k := range known {
			if word == k || word+"/" == k {
				return []string{k}
			}
		}
		return nil
	}}
	for _, tt := range []struct{ before, sentence, want string }{
		{"", "vendor is a copy of upstream, keep it byte for byte as it is", "Never change `vendor/`."},
		{"", "limit yourself to the terraform stuff in infra/", "Change files only in `infra/`."},
		{"", "packages/web is your sandbox", "Change files only in `packages/web`."},
		{"", "tests/ is the only directory you have write access to", "Change files only in `tests/`."},
		{"", "fix src/util.ts and nothing else", "Change files only in `src/util.ts`."},
		{"", "tu restes dans src/api.ts et nulle part ailleurs", "Change files only in `src/api.ts`."},
		{"", "a NOTES.md ni te acerques", "Never change `NOTES.md`."},
		{"", "*.pb.go and *.gen.ts: not by hand", "Never change `**/*.pb.go` or `**/*.gen.ts`."},
		{"", "you never regenerate or edit the .snap files", "Never change `**/*.snap`."},
		{"why is package.json in the diff again", "i don't want to see that file in any diff of yours", "Never change `package.json`."},
		{"", "don't leave the tests dir with your edits", "Change files only in `tests/`."},
		{"", "the uploader must never overwrite a file in docs/", ""},
		{"", "it must never overwrite files in docs/", ""},
		{"", "vendor isn't sacred, patch it if you have to", ""},
		{"", "only show the sidebar in docs/", ""},
		{"", "don't forget to update README.md", ""},
		{"", "don't edit files yet, this is read-only", ""},
		{"", "nobody outside the team edits infra/", ""},
		{"", "we never edited docs/ back then", ""},
		{"", "we never edited docs/", ""},
		{"", "docs/ must never be edited", "Never change `docs/`."},
		{"", "change the docs and regenerate, never patch it by hand", ""},
		{"", "docs/ is output, change the src and regenerate, never patch it by hand", "Never change `docs/`."},
		{"", "the index should only contain files from docs/, skip NOTES.md", ""},
	} {
		var got []string
		for _, r := range preferences.Places(tt.before, tt.sentence, names) {
			got = append(got, r.String())
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("%q states %q, want %q", tt.sentence, s, tt.want)
		}
	}
}
