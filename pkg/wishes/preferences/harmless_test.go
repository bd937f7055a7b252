package preferences

import (
	"testing"

	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/rules"
)

func TestButHarmless(t *testing.T) {
	t.Parallel()
	for avoid, want := range map[string]string{
		"git restore": "Never run `git restore`, except `git restore --staged` or `git restore -n` or `git restore --dry-run`.",
		"git push":    "Never run `git push`, except `git push --dry-run` or `git push -n`.",
		"make test":   "Never run `make test`.",
	} {
		r := ButHarmless(rules.Knowledge(), memory.PreferenceRule{Form: memory.FormNever, Avoid: avoid})
		if got := r.String(); got != want {
			t.Errorf("%s: %q, want %q", avoid, got, want)
		}
	}
}

func TestButThrough(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ except, line, want string }{
		{"srun python", "Submit with `sbatch` (see `slurm/`) or wrap it in `srun`.", "srun python or sbatch"},
		{"srun", "Submit with `sbatch` or `srun`.", "srun or sbatch"},
		{"srun python", "Wrap it in `srun`. `make` calls `python`, too.", "srun python"},
		{"python -V", "Submit with `sbatch`.", "python -V"}, // it is no way to run python
		{"", "Submit with `sbatch`.", ""},
	} {
		r := ButThrough(memory.PreferenceRule{Form: memory.FormNever, Avoid: "python", Except: tt.except}, tt.line)
		if r.Except != tt.want {
			t.Errorf("%q, %q: %q, want %q", tt.except, tt.line, r.Except, tt.want)
		}
	}
}
