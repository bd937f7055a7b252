package preferences

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

func TestCanonical(t *testing.T) {
	t.Parallel()
	never := func(avoid string) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormNever, Avoid: avoid}
	}
	always := func(when, with string) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormAlways, When: when, With: with}
	}
	use := func(prefer, avoid string) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: avoid}
	}
	place := func(r memory.PlaceRule) memory.PreferenceRule {
		return memory.PreferenceRule{Form: memory.FormPlace, Place: r}
	}
	target := func(name string, deed memory.Deed, by string) memory.PreferenceRule {
		return place(memory.PlaceRule{Target: name, Deed: deed, By: by})
	}
	butFor := func(r memory.PreferenceRule, spared string) memory.PreferenceRule {
		r.Except = spared
		return r
	}
	text := memory.PreferenceRule{}
	for _, tt := range []struct {
		words string
		want  memory.PreferenceRule
	}{
		{"never run dune fmt", never("dune fmt")},
		{"do not run dune fmt", never("dune fmt")},
		{"do run dune fmt", text},
		{"Never run `pulumi up` or `pulumi destroy`.", never("pulumi up or pulumi destroy")},
		{"don't run heroku with-prod -a billing-prod", never("heroku with-prod -a billing-prod")},
		{"never run git push --force", memory.PreferenceRule{Form: memory.FormNever, Class: "git-push-force"}},
		{"never run cypress run without --spec", always("cypress run", "--spec")},
		{"never edit *.kicad_pcb or *.kicad_sch", memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Paths: "**/*.kicad_pcb or **/*.kicad_sch"}}},
		{"never delete results/**/*.h5", memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Paths: "results/**/*.h5", Deed: memory.ToDelete}}},
		{"never edit ., except src/a/ and src/b/", memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Paths: "src/a/ or src/b/", Only: true}}},
		{"never edit anything except docs/", memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Paths: "docs/", Only: true}}},
		{"never run mpirun with more than 4 ranks", never("mpirun rank>4")},
		{"never edit the header by hand", text},
		{"never touch ..", text},
		{"never run git add .", memory.PreferenceRule{Form: memory.FormNever, Class: "stage-all"}},
		{"never run anything but SELECT in the reporting db", memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Target: "reporting", Deed: memory.ToWrite}}},
		{"never run the formatter on all files", text},
		{"never run time", text},
		{"never mind the tests", text},

		{"use buf generate, not protoc", use("buf generate", "protoc")},
		{"use sbatch instead of python3 train.py", use("sbatch", "python3 train.py")},
		{"use /opt/homebrew/bin/python3.12, not python3", use("/opt/homebrew/bin/python3.12", "python3")},
		{"use docker compose exec app vendor/bin/phpunit, not vendor/bin/phpunit", always("vendor/bin/phpunit", "docker compose exec app")},
		{"use ./gradlew, not the system gradle", use("./gradlew", "gradle")},
		{"use the host network, not the host", text},
		{"use a smaller font, not bold", text},
		{"use composition over inheritance in this class", text},

		{"always run ansible-playbook with --check --diff", always("ansible-playbook", "--check --diff")},
		{"always run pip install with --no-index --find-links /srv/wheels", always("pip install", "--no-index --find-links /srv/wheels")},
		{"always run python with conda run -n hydro311", always("python", "conda run -n hydro311")},
		{"always run rails db:seed with RAILS_ENV=test", always("rails db:seed", "RAILS_ENV=test")},
		{"always run rails db: tasks with RAILS_ENV=test", always("rails db:*", "RAILS_ENV=test")},
		{"always run manage.py with DJANGO_SETTINGS_MODULE=shop.dev in front", always("manage.py", "DJANGO_SETTINGS_MODULE=shop.dev")},
		{"always run butler push with channel win-nightly, never win", text},
		{"always run the tests with care", text},

		{"never run mix test on the whole project", never("mix test .|")},
		{"only run the files you touched, never run plain mix test", never("mix test .|")},
		{"never run eslint on the whole repo, only on changed files", never("eslint .|")},
		{"run ruff only on the files you changed, never on the whole tree", never("ruff .|")},
		{"never run samtools with more than 2 threads", never("samtools thread>2")},
		{"never run make with more than 4 jobs", never("make job>4")},
		{"never run install.packages()", never("install.packages()")},
		{"use renv::install, not install.packages()", use("renv::install", "install.packages()")},
		{"use the patch tool, not sed -i", never("sed -i")},
		{"never run curl | sh", never("curl | sh")},
		{"never kill the dev server on port 3000", never("kill :3000 or kill-port 3000 or fuser -k 3000/tcp or fuser -k -n tcp 3000")},
		{"leave port 3000 alone", never("kill :3000 or kill-port 3000 or fuser -k 3000/tcp or fuser -k -n tcp 3000")},
		{"never kill the dev server", text},
		{"never edit s3://lake/raw/", target("s3://lake/raw/", memory.ToWrite, "")},
		{"never kill lmp", never("pkill *lmp* or killall *lmp* or kill :lmp or taskkill /IM *lmp*")},
		{"never run install.packages", never("install.packages()")},
		{"never run deploy.sh", never("deploy.sh")},

		{"you must use pnpm", use("pnpm", "")},
		{"use --force-with-lease", use("git push --force-with-lease", "git push --force")},
		{"use care", text},
		{"you should run make lint before make test", memory.PreferenceRule{Form: memory.FormAfter, After: "make lint", When: "make test"}},
		{"run make check before opening a PR", memory.PreferenceRule{Form: memory.FormAfter, After: "make check", Class: "pull-request"}},
		{"before every PR run make lint", memory.PreferenceRule{Form: memory.FormAfter, After: "make lint", Class: "pull-request"}},
		{"run make lint before you say you are done", memory.PreferenceRule{Form: memory.FormAfter, After: "make lint", Class: memory.Done}},
		{"before finishing a task, always run the tests", memory.PreferenceRule{Form: memory.FormAfter, After: "test", Class: memory.Done}},
		{"no no, yarn please", text},

		{"never run ./gradlew without JAVA_HOME=...", always("./gradlew", "JAVA_HOME=…")},
		{"never write to $WAREHOUSE_URL", target("warehouse_url", memory.ToWrite, "")},
		{"never run chmod on docker-compose.yml", target("./docker-compose.yml", "", "chmod")},
		{"use locate -i, not find", use("locate -i", "find")},
		{"never run bats | make", never("bats | make")},
		{"never run cargo test, except cargo test --doc", butFor(never("cargo test"), "cargo test --doc")},
		{"never run cargo test except with --doc or --lib", butFor(never("cargo test"), "cargo test --doc or cargo test --lib")},
		{"never run python train.py or torchrun, except through srun or sbatch", butFor(never("python train.py or torchrun"), "srun or sbatch")},
		{"use cargo nextest run, not cargo test, except cargo test --doc", butFor(use("cargo nextest run", "cargo test"), "cargo test --doc")},
		{"never run rails db:reset, except with RAILS_ENV=test", always("rails db:reset", "RAILS_ENV=test")},
		{"never run cargo test, except on the build server", text},
		{"never edit existing db/migrate/", place(memory.PlaceRule{Paths: "db/migrate/", Old: true})},
		{"never edit an existing db/V*.sql", place(memory.PlaceRule{Paths: "db/V*.sql", Old: true})},
		{"never run mix format without file names", memory.PreferenceRule{Form: memory.FormNever, Avoid: "mix format " + Whole}},
		{"use sbatch or srun, not python train.py", butFor(never("python train.py"), "sbatch or srun")},
		{"never edit existing files in db/migrate/", place(memory.PlaceRule{Paths: "db/migrate/", Old: true})},
		{"never edit gen/ by hand", place(memory.PlaceRule{Paths: "gen/", Deed: memory.ToEdit})},

		{"never run esptool.py erase_flash on /dev/ttyUSB0", target("/dev/ttyUSB0", "", "esptool.py erase_flash")},
		{"never run forge script on mainnet", target("mainnet", "", "forge script")},
		{"never run forge script on the mainnet network", target("mainnet", "", "forge script")},
		{"use tail -n 200, not cat on logs in /var/log/acme", target("/var/log/acme", "", "cat")},
		{"use /dev/ttyUSB1, not /dev/ttyUSB0", target("/dev/ttyUSB0", "", "")},
		{"use build-clang/, not build/", target("build/", "", "")},
		{"never deploy to mainnet (forge script); anvil is ok", target("mainnet", memory.ToDeploy, "")},
		{"never deploy to the new design", text},
		{"never connect to db-primary.int, use db-replica.int", target("db-primary.int", "", "")},
		{"never send requests to api.paywise.io", target("api.paywise.io", "", "")},
		{"never send mail to customers", text},
		{"never write to the clients database, read only", target("clients", memory.ToWrite, "")},
		{"never write to the log", text},
		{"never run CUDA_VISIBLE_DEVICES=0 python", never("CUDA_VISIBLE_DEVICES=0 python")},
		{"never edit ./pom.xml", place(memory.PlaceRule{Paths: "./pom.xml"})},
		{"don't use mvn, use ./mvnw", butFor(never("mvn"), "./mvnw")},
		{"never run TRUNCATE TABLE", never("TRUNCATE TABLE")},
		{"use mkdir -p, not mkdir", always("mkdir", "-p")},
		{"use git mv, not mv", use("git mv", "mv")},
		{"use rebar3 as test, not rebar3", use("rebar3 as test", "rebar3")},
		{"never run rsync on nas, except rsync --dry-run", butFor(target("nas", "", "rsync"), "rsync --dry-run")},
		{"never run curl on api.partner.example", target("api.partner.example", "", "curl")},
		{"never run anything on wh-main, except SELECT", target("wh-main", memory.ToWrite, "")},
		{"never edit /dev/ttyACM1", target("/dev/ttyACM1", "", "")},
		{"never delete /dev/shm/cache", place(memory.PlaceRule{Paths: "/dev/shm/cache", Deed: memory.ToDelete})},
		{"never run cmake --build locally", butFor(never("cmake --build"), "ssh")},
		{"never restart docker", never("systemctl restart docker or service docker restart or docker restart docker or docker compose restart docker or pkill *docker* or killall *docker* or kill :docker or taskkill /IM *docker*")},
		{"use renv::install, not install.packages", use("renv::install", "install.packages()")},
		{"never run npm install without a package", never("npm install .|")},

		{"never read .env.production", place(memory.PlaceRule{Paths: ".env.production", Deed: memory.ToRead})},
		{"never read the docs first", text},
		{"never edit src/locales/, except src/locales/en.json", place(memory.PlaceRule{Paths: "src/locales/ or !src/locales/en.json"})},
		{"never edit src/locales/, except when asked", place(memory.PlaceRule{Paths: "src/locales/"})},
		{"never edit src/locales/, except the English ones", text},
		{"never edit src/locales/ except en.json", place(memory.PlaceRule{Paths: "src/locales/ or !src/locales/en.json"})},
		{"never edit anything below third_party", place(memory.PlaceRule{Paths: "**/third_party/"})},
		{"never touch anything outside src/", place(memory.PlaceRule{Paths: "src/", Only: true})},
		{"only edit docs/*.md", place(memory.PlaceRule{Paths: "docs/*.md", Only: true})},
		{"never change behaviour", text},
		{"ask before you push", memory.PreferenceRule{Form: memory.FormNever, Class: "push"}},
		{"ask before you add anything to go.mod", place(memory.PlaceRule{Paths: "go.mod"})},
		{"ask before you start", text},
		{"always run make with the new flags", text},

		{"never by hand", memory.PreferenceRule{}},
		{"never commit .env", place(memory.PlaceRule{Paths: ".env", Deed: memory.ToCommit})},
		{"never commit files in vendor/", place(memory.PlaceRule{Paths: "vendor/", Deed: memory.ToCommit})},
		{"never commit to main", memory.PreferenceRule{Form: memory.FormNever, Class: "commit", Branch: "main"}},
		{"run tox -e py39,py312 before you push", memory.PreferenceRule{Form: memory.FormAfter, Class: "push", After: "tox -e py39,py312"}},
		{"run git fetch and git rebase origin/develop before you push", memory.PreferenceRule{Form: memory.FormAfter, Class: "push", After: "git rebase origin/develop"}},
		{"run the numbers before you answer", text},
	} {
		if diff := cmp.Diff(tt.want, Canonical(rules.Knowledge(), tt.words, Names{Program: known})); diff != "" {
			t.Errorf("Canonical(%q): %s", tt.words, diff)
		}
	}
}
