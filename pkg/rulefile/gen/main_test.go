package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/policy"
	"github.com/ctxhook/ctxhook/pkg/rule"
)

func TestGeneratedFilesAreCurrent(t *testing.T) {
	dir, err := findRules()
	if err != nil {
		t.Fatal(err)
	}
	k, errs := read(dir)
	for _, err := range errs {
		t.Error(err)
	}
	if len(k.safety) == 0 || len(k.commands) == 0 {
		t.Fatalf("%d rules and %d models below %s", len(k.safety), len(k.commands), dir)
	}
	source, err := k.source()
	if err != nil {
		t.Fatal(err)
	}
	o, errs := readOutput(dir)
	for _, err := range errs {
		t.Error(err)
	}
	if len(o.checks) == 0 || len(o.fixes) == 0 {
		t.Fatalf("%d checks and %d known errors below %s", len(o.checks), len(o.fixes), dir)
	}
	book, err := o.source()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{sourceFile: source, readmeFile: k.readme(), bookFile: book} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		if string(got) != string(want) {
			t.Errorf("rules/%s is stale: run go generate ./rules", name)
		}
	}
}

func TestReadErrors(t *testing.T) {
	const rule = "title: t\nwhy: w\nrisk: low\nwhen: {program: p}\nexamples: {hit: a, miss: b}\n"
	for _, tc := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"good", map[string]string{
			"safety/git/a.yaml": rule, "commands/p.yaml": "program: [p, q]\ntype: Git\n", "README.md": "anything",
		}, nil},
		{"rule outside a pack", map[string]string{"safety/a.yaml": rule}, []string{
			`rules/safety/a.yaml: "a" is no rule id: name packs and files with lower-case letters, digits and -`,
		}},
		{"other files", map[string]string{"safety/git/a.yml": rule, "commands/notes.txt": ""}, []string{
			"rules/commands/notes.txt: only .yaml files belong here",
			"rules/safety/git/a.yml: only .yaml files belong here",
		}},
		{"name of a model", map[string]string{"commands/p.yaml": "program: [q, p]\ntype: Git\n"}, []string{
			"rules/commands/p.yaml: its first program is q: name the file after it",
		}},
		{"program twice", map[string]string{
			"commands/p.yaml": "program: [p, q]\ntype: Git\n", "commands/q.yaml": "program: q\ntype: Git\n",
		}, []string{"rules/commands/q.yaml: q is modelled in rules/commands/p.yaml already"}},
		{"broken file", map[string]string{"commands/p.yaml": "program: p\ntype: git\n"}, []string{
			`rules/commands/p.yaml:2:7: unknown command type "git": did you mean Git?`,
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, data := range tc.files {
				path := filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(data), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, errs := read(dir)
			var got []string
			for _, err := range errs {
				got = append(got, err.Error())
			}
			if !slices.Equal(got, tc.want) {
				t.Errorf("errors (-want +got):\n%s", cmp.Diff(tc.want, got))
			}
		})
	}
}

func TestSource(t *testing.T) {
	yes := true
	k := knowledge{
		safety: []rule.Rule{{
			ID: "a/b", Why: "two\nlines", Instead: []string{`say "x"`, "tick ` and \"x\""}, Risk: policy.High,
			When: rule.When{Program: []string{"p"}, Recursive: &yes, Not: []rule.When{{Min: 2}, {}}},
		}},
		commands: []rule.Command{{
			Names: []string{"p", "q"}, Options: []rule.Option{{Names: []string{"-o"}, Arg: rule.RequiredArg}},
		}},
	}
	source, err := k.source()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"const count = 1\n",
		"case 0:\n\t\treturn &rule.Rule{\n\t\t\tID: ",
		`Why:     "two\nlines"`,
		"Instead: []string{`say \"x\"`, \"tick ` and \\\"x\\\"\"}",
		"Risk:    policy.High",
		"Recursive: &yes",
		"Not: []rule.When{\n\t\t\t\t\t{\n\t\t\t\t\t\tMin: 2,\n\t\t\t\t\t},\n\t\t\t\t\t{},\n\t\t\t\t}",
		"case \"p\":\n\t\treturn set{0x1}\n\t}\n\treturn set{0x0}\n",
		"var ofEffectAny = set{0x1}\n",
		"var ofProgramAny = set{0x0}\n",
		"const models = 1\n",
		"case \"p\", \"q\":\n\t\treturn 0\n",
		"case 0:\n\t\treturn \"\\x02\\x00\\x11\\x00\\x02\\x01p\\x01q\\x06\\x01\\x01\\x12\\x02-o\"",
	} {
		if !strings.Contains(string(source), want) {
			t.Errorf("no %s in\n%s", want, source)
		}
	}
}

func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	for _, want := range []string{"one", "two", "two"} {
		if err := write(path, []byte(want)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("got %q (%v), want %q", got, err, want)
		}
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}
