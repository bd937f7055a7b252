package rulefile_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
)

const shopHelp = `Usage: shopctl [OPTIONS] COMMAND [ARGS]

Manage shops. Deleting is for good.

Commands:
  list          List shops
  delete        Delete a shop with its orders.
  backup-purge  Remove old backups

Options:
  -o, --output FILE   write to FILE
      --region=NAME   the region
  -y, --yes           do not ask
      --dry-run       only show
  -h, --help          show this
`

// A draft is a valid model, and says the same each time.
func TestDraft(t *testing.T) {
	want := `# Drafted from shopctl --help: check what each verb does, and to which words.
program: shopctl
type: System
depth: 1
options: [-o= --output=, --region=, -y --yes, --dry-run]
harmless: [--help, --dry-run]
verbs:
  - {sub: ["delete"], do: destroy, on: operands, what: "Delete a shop with its orders", force: [-y, --yes]}
  - {sub: ["backup-purge"], do: destroy, on: operands, what: "Remove old backups", force: [-y, --yes]}
`
	got := rulefile.Draft("shopctl", shopHelp)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := rulefile.ParseCommand("shopctl.yaml", []byte(got)); err != nil {
		t.Errorf("the draft is not a model: %v", err)
	}
}

// FuzzDraft states that a draft of any help text is a valid model.
func FuzzDraft(f *testing.F) {
	f.Add(shopHelp)
	f.Add("  rm  \"quote\x88\x1b[1m\n")
	f.Add("  -a, --a\n  -a\n --[no-]colour  x\n  rm  \"quoted\" {x}\n")
	f.Fuzz(func(t *testing.T, help string) {
		if _, err := rulefile.ParseCommand("x.yaml", []byte(rulefile.Draft("x", help))); err != nil {
			t.Errorf("%v\n%s", err, rulefile.Draft("x", help))
		}
	})
}
