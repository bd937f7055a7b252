package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/follow"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/guard/rulefile"
	"github.com/ctxhook/ctxhook/pkg/guard/safety"
	"github.com/ctxhook/ctxhook/pkg/guard/shell"
	"github.com/ctxhook/ctxhook/pkg/memory"
	"github.com/ctxhook/ctxhook/pkg/wishes/preferences"
	"github.com/ctxhook/ctxhook/rules"
)

// readAll reads the files of a kind of knowledge.
func readAll[T any](t *testing.T, kind string, parse func(name, path string, data []byte) ([]T, error)) (all []T) {
	t.Helper()
	paths, err := filepath.Glob(kind + "/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no %s (%v)", kind, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list, err := parse(strings.TrimSuffix(filepath.Base(path), ".yaml"), path, data)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	return all
}

func parsed(text string) *shell.Script {
	return follow.Parse(text, shell.Options{Models: rules.Command, Functions: rules.Function})
}

// TestToolExamples translates each example of a family of tools. What is written
// is never riskier than the command in whose place it is.
func TestToolExamples(t *testing.T) {
	guard := safety.Engine{Models: rules.Command, Functions: rules.Function, Candidates: rules.For}
	families := readAll(t, "tools", rulefile.ParseTools)
	for i := range families {
		f := &families[i]
		for _, e := range f.Examples {
			t.Run(f.ID+"/"+e.Command, func(t *testing.T) {
				prefer, avoid, _ := strings.Cut(e.Use, ", not ")
				wants := memory.PreferenceRule{Form: memory.FormUse, Prefer: prefer, Avoid: avoid}
				script := parsed(e.Command)
				hits := preferences.Find(rules.Knowledge(), &wants, script, nil)
				if len(hits) == 0 {
					t.Fatalf("%s: %s does not break it", e.Use, e.Command)
				}
				got, certain := preferences.Rewrite(rules.Knowledge(), &wants, script, nil, parsed)
				if got != e.Write || certain != e.Certain {
					t.Errorf("%s: %s\n got %q (certain: %t)\nwant %q (certain: %t)", e.Use, e.Command, got, certain, e.Write, e.Certain)
				}
				if got == "" {
					return
				}
				before, after := guard.Judge(e.Command, safety.Dirs{}, nil), guard.Judge(got, safety.Dirs{}, nil)
				if after.Risk > max(before.Risk, policy.Medium) {
					t.Errorf("%s has the risk %v (%v)", got, after.Risk, after.RuleIDs())
				}
			})
		}
	}
}

// Each swap that is certain is one for commands as they are typed: written from
// one tool to another, the command breaks the preference no longer.
func TestCertainSwaps(t *testing.T) {
	families := readAll(t, "tools", rulefile.ParseTools)
	written := 0
	for i := range families {
		f := &families[i]
		for k := range f.Swaps {
			s := &f.Swaps[k]
			if !s.Certain {
				continue
			}
			for _, from := range s.Commands {
				for _, to := range s.Commands {
					words, ok := sample(from, s.Operands)
					if from == to || !ok {
						continue
					}
					wants := memory.PreferenceRule{Form: memory.FormUse, Prefer: to.Tool, Avoid: from.Tool}
					script := parsed(words)
					hits := preferences.Find(rules.Knowledge(), &wants, script, nil)
					if len(hits) == 0 {
						t.Errorf("%s: %s does not break it", f.ID, words)
						continue
					}
					got, certain := preferences.Rewrite(rules.Knowledge(), &wants, script, nil, parsed)
					if got == "" || !certain {
						t.Errorf("%s: %s is not written with %s, though that is certain: %q", f.ID, words, to.Tool, got)
					}
					written++
				}
			}
		}
	}
	if written < 50 {
		t.Errorf("%d swaps were tried", written)
	}
}

// sample returns a command of a tool as a row has it.
func sample(s rule.Spelling, operands string) (string, bool) {
	words := strings.Fields(s.Tool)
	for w := range strings.FieldsSeq(s.As) {
		first, _, _ := strings.Cut(w, "|")
		words = append(words, first)
	}
	if operands == rule.SomeOperands {
		words = append(words, "some")
	}
	return strings.Join(words, " "), !strings.Contains(s.As, "{1}")
}

func TestPinnedExamples(t *testing.T) {
	for _, p := range readAll(t, "versions", rulefile.ParsePinned) {
		t.Run(p.Name, func(t *testing.T) {
			for _, list := range [...][]string{p.Hit, p.Miss} {
				for _, command := range list {
					script := parsed(command)
					asked, is := preferences.AsksFor(rules.Knowledge(), &script.Calls[0])
					if want := slices.Contains(p.Hit, command); is != want || is && asked.Pinned.Name != p.Name {
						t.Errorf("%s: %t, want %t", command, is, want)
					}
				}
			}
		})
	}
}

func TestClassExamples(t *testing.T) {
	for _, c := range readAll(t, "classes", rulefile.ParseClasses) {
		t.Run(c.Name, func(t *testing.T) {
			wants := memory.PreferenceRule{Form: memory.FormNever, Class: c.Name}
			for _, list := range [...][]string{c.Hit, c.Miss} {
				for _, command := range list {
					is := len(preferences.Find(rules.Knowledge(), &wants, parsed(command), nil)) > 0
					if want := slices.Contains(c.Hit, command); is != want {
						t.Errorf("%s: %t, want %t", command, is, want)
					}
				}
			}
		})
	}
}
