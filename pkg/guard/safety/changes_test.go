package safety

import (
	"slices"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/rules"
)

func TestChangesTouch(t *testing.T) {
	for _, tt := range []struct {
		name, command, pattern string
		want                   bool
	}{
		{"edited in place", "sed -i s/a/b/ vendor/x.go", "/p/vendor", true},
		{"a redirect", "echo x >> NOTES.md", "/p/NOTES.md", true},
		{"tee", "date | tee NOTES.md", "/p/NOTES.md", true},
		{"moved from there", "git mv vendor/x.go x.go", "/p/vendor", true},
		{"moved there", "git mv x.go vendor/x.go", "/p/vendor", true},
		{"copied there", "cp x.go vendor/x.go", "/p/vendor", true},
		{"deleted", "git rm vendor/x.go", "/p/vendor", true},
		{"found and deleted", "find tests -name '*.ts' -delete", "/p/tests", true},
		{"deleted with all around it", "rm -rf src", "/p/src/legacy", true},
		{"taken from a commit", "git checkout HEAD~1 -- NOTES.md", "/p/NOTES.md", true},
		{"thrown away", "git restore NOTES.md", "/p/NOTES.md", true},
		{"formatted", "npx prettier --write 'src/legacy/**/*.ts'", "/p/src/legacy", true},
		{"in another directory", "cd vendor && truncate -s 0 x.go", "/p/vendor", true},
		{"a manifest", "pnpm add zod", "/p/package.json", true},
		{"a name at any depth", "sed -i s/a/b/ config/dev.yaml", "/p/**/dev.yaml", true},
		{"snapshots", "npx vitest run -u", "/p/tests/__snapshots__", true},

		{"named as the output of a script", "python sim/run.py --out results/a.h5 --overwrite", "/p/results", true},
		{"notebooks run in place", "jupyter nbconvert --to notebook --inplace notebooks/a.ipynb", "/p/notebooks", true},
		{"a catalogue written anew", "msgattrib --no-obsolete -o locale/fr.po locale/fr.po", "/p/locale", true},
		{"a video written", "ffmpeg -i a.mov -c copy footage/b.mov", "/p/footage", true},

		{"named as the input of a script", "python sim/run.py --in results/a.h5 --out /tmp/b", "/p/results", false},
		{"a video read", "ffmpeg -i footage/a.mov work/b.mov", "/p/footage", false},
		{"read", "cat vendor/x.go | grep x", "/p/vendor", false},
		{"copied from there", "cp vendor/x.go /tmp/x.go", "/p/vendor", false},
		{"noted for a commit", "git add vendor && git commit -m x", "/p/vendor", false},
		{"compared", "git diff -- vendor", "/p/vendor", false},
		{"checked", "npx prettier --check vendor", "/p/vendor", false},
		{"a directory around it", "gofmt -w .", "/p/README.md", false},
		{"a longer name", "echo x > NOTES.md.bak", "/p/NOTES.md", false},
		{"a neighbour", "rm -rf vendored", "/p/vendor", false},
		{"on another host", "ssh web-1 'rm -rf /p/vendor'", "/p/vendor", false},
		{"what a tool only installs", "npm ci", "/p/package.json", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			at := Dirs{Home: "/home/u", Cwd: "/p", Project: "/p"}
			s := follow.Parse(tt.command, shell.Options{Models: rules.Command, Functions: rules.Function, Home: at.Home, Cwd: at.Cwd})
			list := Changes(s, at)
			got := slices.ContainsFunc(list, func(c Change) bool { return c.Touches(tt.pattern) })
			if got != tt.want {
				t.Errorf("%s touches %s: got %v, want %v (%v)", tt.command, tt.pattern, got, tt.want, list)
			}
		})
	}
}
