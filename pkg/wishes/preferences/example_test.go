package preferences_test

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

func TestExample(t *testing.T) {
	tests := []struct {
		name         string
		rule         memory.PreferenceRule
		ran          []string // the commands of the evidence
		right, wrong string
	}{
		{"tools", uvNotPip, nil, "uv pip install X", "pip install X"},
		{"preferred subcommand", use("uv add", "pip install"), nil, "uv add X", "pip install X"},
		{"any other tool", use("uv", ""), nil, "uv pip install X", "pip install X"},
		{"no operands", pnpmNotNpm, nil, "pnpm install", "npm install"},
		{"words in between", fdNotFind, nil, "fd -g Y X", "find X -name Y"},
		{"commands as named", makeNotNpmTest, nil, "make test", "npm test"},
		{"option as named", leaseNotForce, nil, "git push --force-with-lease", "git push --force"},
		{"unknown tools", use("foo", "bar"), nil, "foo", "bar"},
		{"variable", sdlMake, nil, "OSD=sdl make", "make"},
		{"wrapper", uvRunPytest, nil, "uv run pytest", "pytest"},
		{"wrapper of all that it fits", uvRun, nil, "", ""},
		{"option of the program itself", always("--no-pager", "git log"), nil, "git --no-pager log", "git log"},
		{"never", neverReset, nil, "", "git reset --hard"},
		{"after a command", makeFirst, nil, "make check && git commit", "git commit"},
		{"after a kind of check", testsFirst, nil, "", ""},

		{"what ran", uvNotPip, []string{"cd api && pip install requests | tail -3"}, "uv pip install requests", "pip install requests"},
		{"latest that ran", uvNotPip, []string{"pip install a", "pip install b"}, "uv pip install b", "pip install b"},
		{"what ran instead says nothing", uvNotPip, []string{"uv pip install requests"}, "uv pip install X", "pip install X"},
		{"what ran cannot be written", uvNotPip, []string{"pip download x"}, "uv pip install X", "pip install X"},
		{"files of one machine", uvNotPip, []string{"pip install -r /home/a/b.txt", "~/v/bin/pip install x"}, "uv pip install X", "pip install X"},
		{"secret", uvNotPip, []string{"pip install -i https://u:hunter22@host/simple x"}, "uv pip install X", "pip install X"},
		{"several lines", uvNotPip, []string{"pip install \\\n a"}, "uv pip install X", "pip install X"},
		{"variable that ran", sdlMake, []string{"make -j4 test"}, "OSD=sdl make -j4 test", "make -j4 test"},
		{"what is never run", neverServer, []string{"cd web; npm run dev -- --port 3000 &"}, "", "npm run dev -- --port 3000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := memory.Preference{Rule: tt.rule}
			for _, c := range tt.ran {
				p.Evidence = append(p.Evidence, memory.Evidence{Command: redact.Clean(c)})
			}
			right, wrong := preferences.Example(rules.Knowledge(), &p, parse)
			if right != tt.right || wrong != tt.wrong {
				t.Errorf("right %q, wrong %q; want %q, %q", right, wrong, tt.right, tt.wrong)
			}
		})
	}
}
