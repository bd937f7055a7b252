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
		{"never run git push --force", never("git push --force|-f or git push * +*")},
		{"never run cypress run without --spec", always("cypress run", "--spec")},
		{"never edit *.kicad_pcb or *.kicad_sch", memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Paths: "**/*.kicad_pcb or **/*.kicad_sch"}}},
		{"never delete results/**/*.h5", memory.PreferenceRule{Form: memory.FormPlace, Place: memory.PlaceRule{Paths: "results/**/*.h5", Deed: memory.ToDelete}}},
		{"never edit the header by hand", text},
		{"never touch ..", text},
		{"never run git add .", never("git add . or git add -A|--all")},
		{"never run anything but SELECT in the reporting db", text},
		{"never run the formatter on all files", text},
		{"never run time", text},
		{"never mind the tests", text},

		{"use buf generate, not protoc", use("buf generate", "protoc")},
		{"use sbatch instead of python3 train.py", use("sbatch", "python3 train.py")},
		{"use /opt/homebrew/bin/python3.12, not python3", use("/opt/homebrew/bin/python3.12", "python3")},
		{"use docker compose exec app vendor/bin/phpunit, not vendor/bin/phpunit", always("vendor/bin/phpunit", "docker compose exec app")},
		{"use a smaller font, not bold", text},
		{"use composition over inheritance in this class", text},

		{"always run ansible-playbook with --check --diff", always("ansible-playbook", "--check --diff")},
		{"always run pip install with --no-index --find-links /srv/wheels", always("pip install", "--no-index --find-links /srv/wheels")},
		{"always run python with conda run -n hydro311", always("python", "conda run -n hydro311")},
		{"always run rails db:seed with RAILS_ENV=test", always("rails db:seed", "RAILS_ENV=test")},
		{"always run the tests with care", text},
		{"always run make with the new flags", text},

		{"run tox -e py39,py312 before you push", memory.PreferenceRule{Form: memory.FormAfter, Class: "push", After: "tox -e py39,py312"}},
		{"run git fetch and git rebase origin/develop before you push", memory.PreferenceRule{Form: memory.FormAfter, Class: "push", After: "git rebase origin/develop"}},
		{"run the numbers before you answer", text},
	} {
		if diff := cmp.Diff(tt.want, Canonical(rules.Knowledge(), tt.words, known)); diff != "" {
			t.Errorf("Canonical(%q): %s", tt.words, diff)
		}
	}
}
