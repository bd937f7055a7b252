package preferences

import (
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

// here are names in a project.
var here = Names{
	Program: func(name string) bool { return rules.Command(name) != nil },
	Paths: func(word, kind string) []string {
		switch {
		case kind == "package" && word == "web":
			return []string{"packages/web/"}
		case slices.Contains([]string{"infra", "vendor", "migrations", "tests", "docs", "generated", "src", "src/legacy", "packages/api", "packages/web", "config"}, word):
			return []string{word + "/"}
		case slices.Contains([]string{"README.md", "NOTES.md", "package.json", "Makefile", "schema.sql", "src/api.ts", "config/prod.yaml"}, word):
			return []string{word}
		case word == "lockfile":
			return []string{"pnpm-lock.yaml"}
		case word == "readme":
			return []string{"README.md"}
		}
		return nil
	},
}

func TestPlaces(t *testing.T) {
	for _, tt := range []struct {
		name, said, want string
	}{
		{"a file", "leave NOTES.md alone", "Never change `NOTES.md`."},
		{"beside a task", "refactor app.ts into smaller functions but tests/ must remain untouched", "Never change `tests/`."},
		{"two", "please don't touch the vendor dir or go.sum, only need the handler fixed", "Never change `vendor/`. Never change `**/go.sum`."},
		{"what lies there", "Snapshots under tests/__snapshots__ are sacred", "Never change `tests/__snapshots__`."},
		{"a kind of file", "*.generated.ts files must not be edited by hand", "Never change `**/*.generated.ts`."},
		{"by what it is", "the lockfile is off limits", "Never change `pnpm-lock.yaml`."},
		{"in lower case", "no edits to the readme please", "Never change `README.md`."},
		{"that is not there", "nothing under db/seeds gets modified", "Never change `db/seeds`."},
		{"to delete", "never delete tests", "Never delete `tests/`."},
		{"an order in other words", "you're not allowed to edit anything in migrations", "Never change `migrations/`."},
		{"stays", "README.md stays as it is", "Never change `README.md`."},
		{"German", "In config/prod.yaml wird nichts geändert", "Never change `config/prod.yaml`."},
		{"German, alone", "Finger weg vom Ordner infra", "Never change `infra/`."},
		{"French", "ne touche pas au dossier infra stp, corrige le typage dans api.ts", "Never change `infra/`."},
		{"Spanish", "NOTES.md y README.md no se modifican bajo ningún concepto", "Never change `NOTES.md`. Never change `README.md`."},

		{"only there", "only change files in src/", "Change files only in `src/`."},
		{"to stay", "stay inside packages/web", "Change files only in `packages/web/`."},
		{"by its name among packages", "stay inside the web package", "Change files only in `packages/web/`."},
		{"to limit", "Your changes should be limited to tests/", "Change files only in `tests/`."},
		{"outside", "don't edit anything outside src/api.ts", "Change files only in `src/api.ts`."},
		{"for a task", "fix the cache, and confine yourself to .github/workflows/ci.yml", "Change files only in `.github/workflows/ci.yml`."},
		{"only there in German", "ändere bitte nur Dateien in src/", "Change files only in `src/`."},
		{"only there in French", "Tu ne modifies que README.md, rien d'autre", "Change files only in `README.md`."},
		{"only there in Spanish", "limítate a los archivos de tests/", "Change files only in `tests/`."},

		{"an environment", "never run anything against production", "Never run anything against `prod`."},
		{"a database", "keep off the staging db, QA is testing there", "Never run anything against `staging`."},
		{"an environment in French", "ne lance jamais rien sur la prod", "Never run anything against `prod`."},
		{"to deploy", "don't deploy to prod", "Never deploy to `prod`."},
		{"to log in", "don't ssh into web-1", "Never log in to `web-1`."},
		{"a program", "no kubectl on the prod context", "Never run `kubectl` on `prod`."},

		{"without", "make it faster without changing schema.sql", "Never change `schema.sql`."},
		{"named before", "the tests are fine, don't change them, fix the code", "Never change `tests/`."},
		{"read only", "you may read vendor/ but never write to it", "Never change `vendor/`."},
		{"behind a colon", "README.md: hands off", "Never change `README.md`."},
		{"politely", "I'd rather you didn't touch config/prod.yaml", "Never change `config/prod.yaml`."},
		{"all else", "everything outside src/ is off limits", "Change files only in `src/`."},

		{"a task, then", "bump package.json but don't break it", ""},
		{"with something else", "don't merge it without updating docs/", ""},
		{"the API in it", "don't change the public API in src/api.ts", ""},
		{"one thing in it", "change only the port in config/prod.yaml", ""},
		{"what is in it", "nothing in docs/ mentions the flag", ""},
		{"of a linter", "the linter should ignore vendor/", ""},
		{"of a bot", "have renovate leave vendor/ alone", ""},
		{"a task", "don't bother with the tests, just patch src/api.ts", ""},
		{"what is there", "files in migrations that already exist are frozen, don't edit them", "Never change what is there in `migrations/`."},
		{"existing files", "never touch existing files in migrations/", "Never change what is there in `migrations/`."},
		{"shouted", "NEVER DELETE OUTPUT/DATA DIRECTORIES", ""},
		{"a shouted file", "NEVER TOUCH DB/SCHEMA.RB", "Never change `DB/SCHEMA.RB`."},
		{"of others", "tell contributors to run the tests and never edit generated/ by hand", ""},
		{"a text", "add a CODEOWNERS comment: do not edit generated/", ""},
		{"under a condition", "only change files in src/ if the tests fail", ""},
		{"taken back", "don't touch vendor/, unless the build breaks", ""},
		{"not yet", "don't update README.md yet", "Never change `README.md`."},
		{"an exception", "don't change src/api.ts without also changing the tests", ""},
		{"how it is", "schema.sql is unchanged but the migration exists", ""},
		{"how it was", "last week you touched vendor/", ""},
		{"of a thing in it", "stick to the style in src/api.ts", ""},
		{"where things go", "keep the docs in docs/ and the code in src/", ""},
		{"what goes there", "don't write tests in src/, they belong to tests/", ""},
		{"a list that goes on", "never leave config/prod.yaml and NOTES.md out of sync", ""},
		{"code", "never use any in src/api.ts", ""},
		{"not empty", "don't leave NOTES.md empty", ""},
		{"not frozen", "vendor/ is not frozen", ""},
		{"quoted", `a reviewer wrote "please don't change packages/api in this PR"`, ""},
		{"not there", "don't touch the carburettor", ""},
		{"a word for more", "don't change the config", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, r := range Heard(rules.Knowledge(), "", tt.said, here) {
				if r.Form == memory.FormPlace {
					got = append(got, r.String())
				}
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("%q: got %q, want %q", tt.said, s, tt.want)
			}
		})
	}
}

func TestPermits(t *testing.T) {
	for _, tt := range []struct{ said, want string }{
		{"you can edit migrations/ now", "migrations/"},
		{"ok, feel free to touch infra/", "infra/"},
		{"migrations/ is fine to edit", "migrations/"},
		{"fine, go ahead and change README.md", "README.md"},
		{"tu peux modifier infra/", "infra/"},
		{"you can't edit migrations/", ""},
		{"leave migrations/ alone", ""},
		{"you can run the tests now", ""},
	} {
		t.Run(tt.said, func(t *testing.T) {
			var got []string
			for _, r := range Permits(tt.said, here) {
				got = append(got, r.Paths)
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got %q, want %q", s, tt.want)
			}
		})
	}
}

func TestReaches(t *testing.T) {
	for _, tt := range []struct {
		rule    memory.PlaceRule
		command string
		want    bool
	}{
		{memory.PlaceRule{Target: "prod"}, "kubectl --context prod rollout restart deploy/api", true},
		{memory.PlaceRule{Target: "prod"}, "RAILS_ENV=production bin/rails console", true},
		{memory.PlaceRule{Target: "prod"}, "make deploy ENV=prod", true},
		{memory.PlaceRule{Target: "prod"}, "terraform -chdir=envs/prod apply", true},
		{memory.PlaceRule{Target: "prod"}, "heroku run bash -a acme-production", true},
		{memory.PlaceRule{Target: "prod"}, "kubectl --context dev logs deploy/prod-mirror", false},
		{memory.PlaceRule{Target: "prod"}, "NODE_ENV=production npm run build", false},
		{memory.PlaceRule{Target: "prod"}, "npm ci --production", false},
		{memory.PlaceRule{Target: "prod"}, "docker build --target production .", false},
		{memory.PlaceRule{Target: "prod"}, "cat config/prod.yaml", false},
		{memory.PlaceRule{Target: "prod"}, "git grep production", false},
		{memory.PlaceRule{Target: "prod"}, "vim config/prod.yaml", false},
		{memory.PlaceRule{Target: "staging"}, "DATABASE_URL=$STAGING_DATABASE_URL npx prisma migrate deploy", true},
		{memory.PlaceRule{Target: "staging"}, "pg_restore -h staging-db.acme.io -d acme dump.pgc", true},
		{memory.PlaceRule{Target: "staging"}, "npx prisma validate", false},
		{memory.PlaceRule{Target: "web-1", Deed: memory.ToLogIn}, "ssh deploy@web-1.acme.io ls", true},
		{memory.PlaceRule{Target: "web-1", Deed: memory.ToLogIn}, "ssh web-2 uptime", false},
		{memory.PlaceRule{Target: "prod", By: "kubectl"}, "kubectl --context prod get pods", true},
		{memory.PlaceRule{Target: "prod", By: "kubectl"}, "helm --kube-context prod list", false},
		{memory.PlaceRule{Target: "prod", Deed: memory.ToDeploy}, "./scripts/deploy.sh production", true},
		{memory.PlaceRule{Target: "/dev/ttyUSB0"}, "idf.py -p /dev/ttyUSB0 flash", true},
		{memory.PlaceRule{Target: "/dev/ttyUSB0"}, "idf.py -p /dev/ttyUSB1 flash", false},
		{memory.PlaceRule{Target: "/dev/ttyUSB0"}, "ls -l /dev/ttyUSB0", false},
		{memory.PlaceRule{Target: "/dev/ttyUSB0", By: "idf.py erase-flash"}, "idf.py -p /dev/ttyUSB0 erase-flash", true},
		{memory.PlaceRule{Target: "/dev/ttyUSB0", By: "idf.py erase-flash"}, "idf.py -p /dev/ttyUSB0 monitor", false},
		{memory.PlaceRule{Target: "build/"}, "cmake -B build -G Ninja", true},
		{memory.PlaceRule{Target: "build/"}, "ninja -C build-clang", false},
		{memory.PlaceRule{Target: "build/"}, "cat build/log.txt", false},
		{memory.PlaceRule{Target: "/var/log/acme", By: "cat"}, "cat /var/log/acme/a.log", true},
		{memory.PlaceRule{Target: "/var/log/acme", By: "cat"}, "cat src/a.py", false},
		{memory.PlaceRule{Target: "mainnet", Deed: memory.ToDeploy}, "forge script Deploy.s.sol --rpc-url $MAINNET_RPC_URL", true},
		{memory.PlaceRule{Target: "mainnet", Deed: memory.ToDeploy}, "forge script Deploy.s.sol --rpc-url anvil", false},
		{memory.PlaceRule{Target: "reporting", Deed: memory.ToWrite}, "psql reporting -c 'UPDATE t SET a = 1'", true},
		{memory.PlaceRule{Target: "reporting", Deed: memory.ToWrite}, "psql reporting -c 'SELECT updated_at FROM t'", false},
		{memory.PlaceRule{Target: "clients", Deed: memory.ToWrite}, "mongosh clients --eval 'db.a.deleteMany({})'", true},
		{memory.PlaceRule{Target: "clients", Deed: memory.ToWrite}, "mongosh clients --eval 'db.a.find({})'", false},
		{memory.PlaceRule{Target: "prod", Deed: memory.ToDeploy}, "make deploy ENV=staging", false},
	} {
		t.Run(tt.command, func(t *testing.T) {
			s := follow.Parse(tt.command, shell.Options{Models: rules.Command})
			if got := len(FindReaching(rules.Knowledge(), &memory.PreferenceRule{Form: memory.FormPlace, Place: tt.rule}, s)) > 0; got != tt.want {
				t.Errorf("%s: got %v, want %v", tt.rule, got, tt.want)
			}
		})
	}
}
