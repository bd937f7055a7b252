package manifests_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/wishes/manifests"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// statedIn returns the lines of a file that state a rule, with it.
func statedIn(lines []manifests.Line) (stated []string) {
	for _, l := range lines {
		names := preferences.Names{Program: func(name string) bool { return rules.Command(name) != nil }, Paths: func(string, string) []string { return nil }}
		for _, r := range preferences.Written(rules.Knowledge(), l.Text, names) {
			stated = append(stated, fmt.Sprintf("%d: %s", l.Line, r))
		}
	}
	return stated
}

func TestWritten(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"item", "# Rules\n\n- Use `pnpm`, not `npm`.\n", []string{"3: Use `pnpm`, not `npm`."}},
		{"sentence", "Use uv, not pip.", []string{"1: Use `uv`, not `pip`."}},
		{"over two lines", "- Run `make test`\n  before committing.\n", []string{"1: Commit only after `make test` passes."}},
		{"bold, with a label", "* **Package manager:** use **pnpm**, not npm", []string{"1: Use `pnpm`, not `npm`."}},
		{"label with the tool", "**Package manager**: pnpm (never npm or yarn)", []string{"1: Never run `npm` or `yarn`."}},
		{"label in capitals", "- IMPORTANT: run `pnpm typecheck` before you commit", []string{"1: Commit only after `pnpm typecheck` passes."}},
		{"numbered, with a box", "1. [x] Never run `npm publish`.", []string{"1: Never run `npm publish`."}},
		{"CRLF and BOM", "\ufeff- Never commit.\r\n- Never push.\r\n", []string{"1: Never commit.", "2: Never push."}},
		{"front matter", "---\npaths: [src]\n---\n- Never push.\n", []string{"4: Never push."}},
		{"option", "- Never use `--no-verify` when committing", []string{"1: Never run `git commit --no-verify`."}},
		{"nested", "- Tools\n  - Use pnpm, not npm\n", []string{"2: Use `pnpm`, not `npm`."}},

		{"code", "```\nUse pnpm, not npm\n```\n\n    Use pnpm, not npm\n", nil},
		{"quote and table", "> Use pnpm, not npm\n\n| Use pnpm, not npm |\n", nil},
		{"comment", "<!-- Use pnpm, not npm -->\n<!--\nUse pnpm, not npm\n-->\n", nil},
		{"heading of what not to do", "## Don't do\n- Use npm, not pnpm\n### More\n- Use pip, not uv\n## Do\n- Never push.\n", []string{"6: Never push."}},
		{"introduction of what not to do", "Never do this:\n\n- Use npm, not pnpm\n", nil},
		{"introduction with a condition", "When you work on Windows:\n- Use npm, not pnpm\n", nil},
		{"item with a condition", "- In CI\n  - Use npm, not pnpm\n- Never push.\n", []string{"3: Never push."}},
		{"examples", "# Examples\nUse npm, not pnpm\n", nil},
		{"crossed out", "- ❌ Use npm, not pnpm\n- ~~Use npm, not pnpm~~\n", nil},
		{"condition", "- If the lockfile is broken, use npm, not pnpm\n- In CI use npm, not pnpm\n", nil},
		{"words of code", "- No security vulnerabilities\n- Boring over clever\n- Use composition, not inheritance\n- Never commit `.env`\n- Use `AGENTS.md`\n- Never `import ... from 'path'`\n- Use Grep\n- Run Ruff:\n", nil},
		{"heading that says never", "## Never do\n- Run `npm publish`\n- Edit `vendor/a.js` by hand\n- Don't amend commits\n- `git push --force`\n- Trust the cache\n### Example\n- Run `npm ci`\n## Then\n- Never push.\n", []string{"2: Never run `npm publish`.", "3: Never edit `**/vendor/a.js`.", "4: Never amend commits.", "5: Never run `git push --force`.", "10: Never push."}},
		{"forbidden commands", "### Forbidden Git Operations\nThese destroy work:\n- `git reset --hard` - destroys changes\n- `git stash`\n", []string{"3: Never run `git reset --hard`.", "4: Never run `git stash`."}},
		{"introduction that names a place", "# Guidelines for Biome\n\nThe checks live in the `typing` group:\n- Run `make lint` before committing\n", []string{"4: Commit only after `make lint` passes."}},
		{"introduction that says never", "You must NEVER:\n\n- Run `npm publish`\n- Push to `main`\n\nText.\n\n- Run `npm ci`\n", []string{"3: Never run `npm publish`.", "4: Never push to `main`."}},
		{"generated files", "### Generated Files (DO NOT EDIT)\n- `src/gen/a.ts` - the client\n- `src/gen/b.ts`\n- All types\n", []string{"2: Never edit `**/src/gen/a.ts`.", "3: Never edit `**/src/gen/b.ts`."}},
		{"what comes before", "## Before committing\n1. Run `make lint`\n2. `make test` must pass\n3. Update the docs\n", []string{"2: Commit only after `make lint` passes.", "3: Commit only after `make test` passes."}},
		{"table of places", "| Path | What | Rule |\n| --- | --- | --- |\n| `src/gen/` | client | **Do not edit** |\n| `src/app/` | app | Do not edit in a hurry |\n", []string{"3: Never edit `**/src/gen/`."}},
		{"cross before never", "- ❌ **NEVER run `npm publish`**\n- ❌ `npm ci`\n", []string{"1: Never run `npm publish`."}},
		{"block of ours", "<!-- ctxhook:begin p-1 -->\n\n- Use pnpm, not npm\n\n<!-- ctxhook:end -->\n- Never push.\n", []string{"6: Never push."}},
		{"file of ours", "<!-- Written by ctxhook (00000000). -->\n- Use pnpm, not npm\n", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			if err := os.WriteFile(filepath.Join(root, "CLAUDE.md"), []byte(tt.text), 0o644); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, statedIn(manifests.Written(root, "", nil))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The files for agents, and no link that leads out of the project.
func TestWrittenFiles(t *testing.T) {
	outside, root := t.TempDir(), t.TempDir()
	for _, name := range []string{"AGENTS.md", "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules/a.md", ".claude/rules/a.txt", "README.md"} {
		writeFile(t, root, name+"{- Never push.}")
	}
	writeFile(t, outside, "b.md{- Never commit.}")
	if err := os.Symlink(filepath.Join(outside, "b.md"), filepath.Join(root, ".claude/rules/b.md")); err != nil {
		t.Skip(err)
	}
	var got []string
	for _, l := range manifests.Written(root, "", nil) {
		got = append(got, l.File)
	}
	if want := "CLAUDE.md CLAUDE.local.md .claude/CLAUDE.md AGENTS.md .claude/rules/a.md"; strings.Join(got, " ") != want {
		t.Errorf("read %v, want %s", got, want)
	}
}

// The files of a part of the project are for that part, and those of the user for
// all of it. A CLAUDE.md imports others.
func TestWrittenParts(t *testing.T) {
	root, user := t.TempDir(), t.TempDir()
	for _, file := range []string{
		"CLAUDE.md{See @docs/rules.md, @README.md, `@docs/code.md`, me@x.md and @../out.md.$$- Never push.}", "docs/rules.md{- Never commit.$$@more.md}", "docs/more.md{@rules.md$$- Use uv, not pip}",
		"README.md{- Use uv, not pip}", "docs/code.md{- Use uv, not pip}", "web/CLAUDE.md{- Use pnpm, not npm}", "web/app/AGENTS.md{- Use bun, not npm$$@../CLAUDE.md}",
		"node_modules/x/CLAUDE.md{- Use yarn, not npm}", ".x/CLAUDE.md{- Use yarn, not npm}", "sub/.git/HEAD", "sub/CLAUDE.md{- Use yarn, not npm}", "a/b/c/d/CLAUDE.md{- Use yarn, not npm}", "a/b/c/CLAUDE.md{@~/.claude/c.md}",
	} {
		writeFile(t, root, file)
	}
	for _, file := range []string{"CLAUDE.md{- Use rg, not grep}", "rules/a.md{- Never use sed}", "c.md{- Use just, not make}"} {
		writeFile(t, user, file)
	}
	var got []string
	for _, l := range manifests.Written(root, user, nil) {
		got = append(got, strings.Join([]string{l.Dir, strings.TrimPrefix(l.File, filepath.ToSlash(user)), l.Text}, " | "))
	}
	want := []string{
		"a/b/c | a/b/c/CLAUDE.md | @~/.claude/c.md",
		"a/b/c | /c.md | Use just, not make",
		"web/app | web/app/AGENTS.md | Use bun, not npm",
		"web/app | web/app/AGENTS.md | @../CLAUDE.md",
		"web | web/CLAUDE.md | Use pnpm, not npm",
		" | CLAUDE.md | See @docs/rules.md, @README.md, `@docs/code.md`, me@x.md and @../out.md.",
		" | CLAUDE.md | Never push.",
		" | docs/rules.md | Never commit.",
		" | docs/rules.md | @more.md",
		" | docs/more.md | @rules.md",
		" | docs/more.md | Use uv, not pip",
		" | /CLAUDE.md | Use rg, not grep",
		" | /rules/a.md | Never use sed",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// No text of a file for agents, nor of a script, is too much.
func FuzzFiles(f *testing.F) {
	f.Add("# Rules\n\n- Use `pnpm`, not npm\n\n@a.md", "      - run: pip install x")
	f.Add("---\npaths: [a]\n---\n```\n\xff\n", "\t@-pip install 'x\n\xff: pip")
	f.Fuzz(func(t *testing.T, doc, script string) {
		root := t.TempDir()
		for name, text := range map[string]string{"CLAUDE.md": doc, "a.md": doc, "Makefile": script, "package.json": doc, ".tool-versions": script} {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, l := range manifests.Written(root, "", nil) {
			if l.Text == "" || l.Line < 1 || strings.Contains(l.File, "..") {
				t.Errorf("%+v", l)
			}
		}
		manifests.Pinned(&rule.Pinned{Files: []string{".tool-versions", ".tool-versions python"}}, root, root)
		manifests.Disputed(root, &manifests.Fact{Dir: "."}, []string{"pip"}, func(command string) bool {
			if !strings.Contains(command, "pip") && !strings.Contains(script, "pip") && !strings.Contains(doc, "pip") {
				t.Errorf("asked about %q", command)
			}
			return false
		})
	})
}

// Of what the client remembers only that counts which is about the user.
func TestRemembered(t *testing.T) {
	dir := t.TempDir()
	for name, kind := range map[string]string{"a.md": "feedback", "b.md": "user", "c.md": "project", "d.md": "reference"} {
		text := "---\nname: x\nmetadata:\n  type: " + kind + "\n---\nUse uv, not pip.\n\n**Why:** they asked for it.\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	os.WriteFile(filepath.Join(dir, "MEMORY.md"), []byte("- Use uv, not pip.\n"), 0o644)
	if diff := cmp.Diff([]string{"6: Use `uv`, not `pip`.", "6: Use `uv`, not `pip`."}, statedIn(manifests.Remembered(dir))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
