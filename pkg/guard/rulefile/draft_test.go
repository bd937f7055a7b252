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
  exec          Run a command inside a shop

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
  - {sub: ["delete"], do: destroy, on: operands, what: "a shop with its orders", force: [-y, --yes]}
  - {sub: ["backup-purge"], do: destroy, on: operands, what: "old backups", force: [-y, --yes]}
# exec runs a command: add a row of nested, as CONTRIBUTING.md shows
# -o --output may write to a file: add @overwrite behind its spellings, if it does
`
	got := rulefile.Draft("shopctl", shopHelp)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := rulefile.ParseCommand("shopctl.yaml", []byte(got)); err != nil {
		t.Errorf("the draft is not a model: %v", err)
	}
}

// An option may take something away as well, and a usage line may name a subcommand.
func TestDraftOfOptions(t *testing.T) {
	want := `# Drafted from groupctl --help: check what each verb does, and to which words.
program: groupctl
type: System
depth: 1
options: [-d= --delete=, -p --purge, -l --list, --test, --force]
harmless: [--help, --test]
verbs:
  - {any: [-d, --delete], do: destroy, on: "flag:-d", what: "username from the members", force: [--force]}
  - {any: [-p, --purge], do: destroy, on: "operands", what: "all members", force: [--force]}
  - {sub: ["clear"], do: destroy, on: operands, force: [--force]}
`
	got := rulefile.Draft("groupctl", `Usage: groupctl [options]
  -d, --delete USER   remove username from the members
  -p, --purge         purge all members
  -l, --list          list the members
  --test              do not do anything, only show
  --force             override
  --force-<thing>     override one thing
	list [--all]
	clear [--all] GROUP
`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if _, err := rulefile.ParseCommand("groupctl.yaml", []byte(got)); err != nil {
		t.Errorf("the draft is not a model: %v", err)
	}
}

// What overwrites or switches off is no deletion, and a line of an example is no option.
func TestDraftOfEffects(t *testing.T) {
	want := `# Drafted from certctl --help: check what each verb does, and to which words.
program: certctl
type: System
options: [--key=, -o --overwrite, --disable-crl-checks]
harmless: [--help]
verbs:
  - {any: [-o, --overwrite], do: overwrite, on: "operands"}
  - {any: [--disable-crl-checks], do: bypass, on: "operands"}
`
	got := rulefile.Draft("certctl", `Usage: certctl [options]
    --key FILE --cert FILE
  -o, --overwrite         overwrite if file exists
  --disable-crl-checks    never consult a CRL
`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestDraftOfSpec states that both forms of completion specs give the same model.
func TestDraftOfSpec(t *testing.T) {
	want := `# Drafted from its completion spec: check what each verb does, and to which words.
program: shopctl
type: System
depth: 1
options: [--region=, --dry-run, -y --yes]
harmless: [--help, --dry-run]
verbs:
  - {sub: ["cart purge"], do: destroy, on: operands, what: "old carts", force: [-y, --yes]}
  - {sub: ["delete"], do: destroy, on: operands, what: "a shop: for good", force: [-y, --yes]}
`
	for name, spec := range map[string]string{
		"carapace": `name: shopctl
description: manage shops
persistentflags:
  --region=: the region
flags:
  --dry-run: only show
commands:
  - name: cart [id]
    commands:
      - name: purge
        description: Purge old carts
        flags:
          -y, --yes&: do not ask
      - name: list
        description: List carts
  - name: delete
    aliases: [rm]
    description: "Delete a shop: for good."
`,
		"Fig": `{"name": "shopctl", "options": [{"name": "--region", "args": {"name": "region"}}, {"name": ["--dry-run"]}],
"subcommands": [
  {"name": ["cart", "c"], "subcommands": [{"name": "purge", "description": "Purge old carts", "options": [{"name": ["-y", "--yes"]}]}, {"name": "list"}]},
  {"name": "delete", "description": "Delete a shop: for good"}]}`,
	} {
		got := rulefile.Draft("shopctl", spec)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if _, err := rulefile.ParseCommand("shopctl.yaml", []byte(got)); err != nil {
			t.Errorf("%s: the draft is not a model: %v", name, err)
		}
	}
}

// FuzzDraft states that a draft of any help text is a valid model.
func FuzzDraft(f *testing.F) {
	f.Add(shopHelp)
	f.Add("name: x\nflags: {'-a=, -b?*': y, --c: {}}\ncommands: [{name: rm [x], description: \"a\\tb\\\"\"}]\n")
	f.Add(`{"name": ["x"], "options": [{"name": ["-", "--a=b"], "args": []}], "subcommands": [{"name": "rm-all"}]}`)
	f.Add("  rm  \"quote\x88\x1b[1m\n")
	f.Add("  -a, --a\n  -a\n --[no-]colour  x\n  rm  \"quoted\" {x}\n")
	f.Fuzz(func(t *testing.T, help string) {
		if _, err := rulefile.ParseCommand("x.yaml", []byte(rulefile.Draft("x", help))); err != nil {
			t.Errorf("%v\n%s", err, rulefile.Draft("x", help))
		}
	})
}
