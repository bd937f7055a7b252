package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/guard/rule"
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
	text, err := k.text()
	if err != nil {
		t.Fatal(err)
	}
	if len(k.checks) == 0 || len(k.fixes) == 0 {
		t.Fatalf("%d checks and %d known errors below %s", len(k.checks), len(k.fixes), dir)
	}
	secrets, err := k.secrets()
	if err != nil {
		t.Fatal(err)
	}
	classes, errs := readPaths(dir)
	for _, err := range errs {
		t.Fatal(err)
	}
	paths, err := pathNames(classes)
	if err != nil {
		t.Fatal(err)
	}
	known, errs := readSecrets(dir)
	for _, err := range errs {
		t.Fatal(err)
	}
	arguments, err := k.arguments(known)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string][]byte{argumentFile: arguments, textFile: text, readmeFile: k.readme(), secretFile: secrets, pathFile: paths}
	words, errs := readFormWords(dir)
	for _, err := range errs {
		t.Fatal(err)
	}
	for in, classes := range words {
		if made[wordFile(in)], err = wordNames(in, classes); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range made {
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
			`rules/safety/a.yaml: "a" is not a rule id: name packs and files with lower-case letters, digits and -`,
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

// A change stays where it is made: a new rule is a line and its id in the
// lines it is found by, and a change of a model is one line.
func TestChangesAreLocal(t *testing.T) {
	k := knowledge{
		safety: []rule.Rule{
			{ID: "a/first", When: rule.When{Effect: []rule.EffectKind{"delete"}}},
			{ID: "a/last", When: rule.When{Program: []string{"git"}, Effect: []rule.EffectKind{"delete"}}},
		},
		commands: []rule.Command{{Names: []string{"git", "hub"}, Type: "Git"}, {Names: []string{"rm"}, Type: "FileSystem"}},
	}
	before := text(t, k)
	k.safety = slices.Insert(k.safety, 1, rule.Rule{ID: "a/more", When: rule.When{Program: []string{"git", "hg"}, Effect: []rule.EffectKind{"run"}}})
	added := lineDiff(before, text(t, k))
	want := []string{"+@program/git", "+@program/hg", "+rule a/more", "-@program/git"}
	if diff := cmp.Diff(want, added); diff != "" {
		t.Errorf("a new rule (-want +got):\n%s", diff)
	}
	before = text(t, k)
	k.commands[0].Depth = 1
	changed := lineDiff(before, text(t, k))
	if diff := cmp.Diff([]string{"+program git", "-program git"}, changed); diff != "" {
		t.Errorf("a change of a model (-want +got):\n%s", diff)
	}
	for _, name := range []string{"a", "c"} {
		k.checks = append(k.checks, rule.Check{ID: "go/" + name, Commands: []string{"go " + name}})
		k.fixes = append(k.fixes, rule.Fix{ID: "go/" + name})
	}
	before = text(t, k)
	k.checks = slices.Insert(k.checks, 1, rule.Check{ID: "go/b", Commands: []string{"make b"}})
	k.fixes = slices.Insert(k.fixes, 1, rule.Fix{ID: "go/b"})
	changed = lineDiff(before, text(t, k))
	if diff := cmp.Diff([]string{"+check go/b", "+fix go/b", "+way make"}, changed); diff != "" {
		t.Errorf("a new check and a new error (-want +got):\n%s", diff)
	}
}

func text(t *testing.T, k knowledge) string {
	t.Helper()
	data, err := k.text()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// lineDiff returns the names of the lines that only one of two texts has.
func lineDiff(before, after string) (names []string) {
	only := func(mark, text, other string) {
		for line := range strings.Lines(text) {
			if name, _, _ := strings.Cut(line, "\t"); !strings.Contains("\n"+other, "\n"+line) {
				names = append(names, mark+name)
			}
		}
	}
	only("+", after, before)
	only("-", before, after)
	return names
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
