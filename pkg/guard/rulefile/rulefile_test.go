package rulefile

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
)

func TestParseRule(t *testing.T) {
	yes, no := true, false
	want := &rule.Rule{
		ID:         "home/sweep",
		Title:      "sweep empties a shelf",
		Say:        "sweep of {target} ({what})",
		Why:        "What was on the shelf is gone.\n\nThere is no second shelf.",
		Mitigation: "Take a photograph first.",
		Instead: []rule.Alternative{
			{Run: "sweep --list"}, {Run: "sweep {operands} | awk '{print $1}'"},
			{When: rule.When{Sub: []string{"shelf"}}, Run: "sweep --dry-run {operands}"},
		},
		Risk: policy.High,
		When: rule.When{
			Program: []string{"sweep"}, Sub: []string{"shelf", "* drawer"},
			Flags:   rule.Flags{Any: []string{"--all"}, All: []string{"-a", "-b"}, None: []string{"--dry-run"}},
			Operand: []string{"0777"}, Min: 2, Wrapper: []string{"sudo"}, Where: []string{"here", "remote"},
			Regex: `sweep\s+--all`, Effect: []rule.EffectKind{"delete"}, Path: rule.ClassSetOf("home", "project"),
			NotPath: rule.ClassSetOf("temp"), Target: []string{"*.log"}, Scale: "all", What: []string{"DROP *"}, Recursive: &yes, Force: &no,
			From: []string{"network"}, Problem: []string{"unparsable"},
			Any: []rule.When{
				{Program: []string{"broom"}},
				{Effect: []rule.EffectKind{"move"}, Not: []rule.When{{Path: rule.ClassSetOf("temp")}}},
			},
			Not: []rule.When{{Where: []string{"container"}}},
		},
		Facts: []rule.Fact{
			{If: "tree.dirty", Risk: policy.Critical, Say: "{tree.modified} files of {target}"},
			{If: "tree.clean", Risk: policy.Safe},
		},
		Surface:  []rule.Surface{{Name: "image", Risk: policy.Low}, {Name: "ci", Risk: policy.Medium}},
		Examples: rule.Examples{Hit: []string{"sweep --all"}, Miss: []string{"sweep --list", "echo sweep --all"}},
	}
	got, err := ParseRule("home/sweep", "rule.yaml", readFile(t, "rule.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rule (-want +got):\n%s", diff)
	}
}

func TestParseCommand(t *testing.T) {
	want := &rule.Command{
		Names: []string{"sweep", "gsweep", "["}, Type: "FileSystem", Style: rule.POSIX, Depth: 2,
		Options: []rule.Option{
			{Names: []string{"-a", "--all"}},
			{Names: []string{"-o", "--output"}, Arg: rule.RequiredArg},
			{Names: []string{"--color"}, Arg: rule.OptionalArg},
			{Names: []string{"-run"}, Arg: rule.UntilArg, Role: rule.RoleArgv},
			{Names: []string{"-c", "--code"}, Arg: rule.RequiredArg, Role: "python", Strip: "exec="},
			{Names: []string{"-f"}, Arg: rule.RequiredArg, Role: "file:shell"},
			{Names: []string{"-C", "--directory"}, Arg: rule.RequiredArg, Role: rule.RoleCwd},
			{Names: []string{"-?"}},
			{Names: []string{"-D"}, Arg: rule.RequiredArg, Role: rule.RoleSetting},
			{Names: []string{"--set-from"}, Arg: rule.RequiredArg, Role: rule.RoleSettingVar},
		},
		SubOptions: []rule.SubOptions{{Sub: []string{"push"}, Options: rule.LazyOf(
			rule.Option{Names: []string{"-o"}, Arg: rule.RequiredArg},
			rule.Option{Names: []string{"--force-with-lease"}, Arg: rule.OptionalArg},
		)}},
		Harmless: []string{"--help", "--version"},
		Nested: []rule.Nested{
			{As: rule.AsArgv},
			{Sub: []string{"run"}, As: rule.AsText, Skip: 1, Assign: true, Where: "container", Items: true},
			{As: rule.AsFile, Lang: "python", When: []string{"-x"}, Unless: []string{"-c"}},
			{Sub: []string{"configure"}, As: rule.AsSetting},
		},
		Settings: rule.LazyOf([]rule.Setting{
			{Keys: []string{"broom.path"}, Value: []string{"/usr/bin/broom"}},
			{Keys: []string{"broom.*", "$BROOM", "--broom"}, Run: true, Strip: "!", Lead: "nice", Programs: []string{"brush"}, Do: "run", What: "a broom"},
		}...),
		Verbs: []rule.Verb{
			{Effects: []rule.Effect{{
				Do: "delete", On: "operands", Recursive: []string{"-r"}, Force: []string{"*"}, What: "dust", Scale: "all",
			}}},
			{
				Sub: []string{"clean"}, Any: []string{"-f"}, All: []string{"-a"}, None: []string{"-n"},
				Operand: []string{"*.tmp"}, Min: 1, Max: 3, Type: "System",
				Effects: []rule.Effect{{Do: "discard", On: "flag:-o"}, {Do: "read", On: "=~/.dust"}},
			},
			{Sub: []string{"test"}, Type: "Test"},
		},
		Outputs: []rule.Output{
			{
				Program: []string{"gsweep"}, Sub: []string{"push"}, Any: []string{"-a"}, Operand: []string{"*@sh*"}, Alone: true,
				Prints: rule.PrintsNothing, From: rule.FromEncoded,
			},
			{Prints: rule.PrintsArguments},
		},
		Secrets: rule.LazyOf(
			rule.SecretOption{Program: []string{"sweep"}, Sub: "login", Options: []string{"-p", "--pin"}, Value: rule.SecretInput, Form: rule.SecretApart},
		),
		Traits: rule.LazyOf(
			rule.TraitRow{Program: []string{"gsweep"}, Is: rule.ReadOnly},
			rule.TraitRow{Sub: []string{"", "status"}, Is: rule.Records | rule.Remote},
			rule.TraitRow{Is: rule.Viewer | rule.Noise},
		),
	}
	got, err := ParseCommand("command.yaml", readFile(t, "command.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, unexported); diff != "" {
		t.Errorf("model (-want +got):\n%s", diff)
	}
}

// unexported lets lazy lists be compared.
var unexported = cmp.Exporter(func(reflect.Type) bool { return true })

func TestParseBareCommand(t *testing.T) {
	got, err := ParseCommand("f.yaml", []byte("program: p\ntraits: [noise]\noutput: {prints: nothing}\n"))
	want := &rule.Command{
		Names: []string{"p"}, Bare: true, Traits: rule.LazyOf(rule.TraitRow{Is: rule.Noise}), Outputs: []rule.Output{{Prints: rule.PrintsNothing}},
	}
	if diff := cmp.Diff(want, got, unexported); diff != "" || err != nil {
		t.Errorf("(-want +got):\n%s%v", diff, err)
	}
}

// A person's own rule needs no more than what it finds and how bad that is.
func TestParseRuleOfAPerson(t *testing.T) {
	data := []byte("title: t\nrisk: low\nwhen: {program: p}\n")
	for _, tc := range []struct{ id, want string }{
		{"user/p", ""},
		{"project/p", ""},
		{"git/p", "p.yaml:1:1: a rule needs why\np.yaml:1:1: a rule needs examples"},
	} {
		if _, err := ParseRule(tc.id, "p.yaml", data); text(err) != tc.want {
			t.Errorf("%s: got %q, want %q", tc.id, text(err), tc.want)
		}
	}
}

// Files come from every editor, and YAML's own idea of a value is not asked
// for where text is meant.
func TestParseRuleAsWritten(t *testing.T) {
	for _, tc := range []struct {
		name, data string
		want       rule.Rule
	}{
		{"Windows line ends", "title: t\r\nwhy: |\r\n  a\r\n  b\r\nrisk: low\r\nwhen: {program: p}\r\n",
			rule.Rule{Why: "a\nb", When: rule.When{Program: []string{"p"}}}},
		{"byte order mark", "\ufefftitle: t\nrisk: low\nwhen: {program: p}\n",
			rule.Rule{When: rule.When{Program: []string{"p"}}}},
		{"numbers and booleans as text", "title: t\nrisk: low\nwhen: {operand: [0777, 0x1f, 1e3, true, -1]}\n",
			rule.Rule{When: rule.When{Operand: []string{"0777", "0x1f", "1e3", "true", "-1"}}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tc.want.ID, tc.want.Title, tc.want.Risk = "user/x", "t", policy.Low
			got, err := ParseRule("user/x", "f.yaml", []byte(tc.data))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(&tc.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRuleErrors(t *testing.T) {
	const head = "title: t\nrisk: low\n" // the rows begin in line 3
	for _, tc := range []struct{ name, id, data, want string }{
		{name: "empty file", data: "", want: "f.yaml: empty"},
		{name: "comments alone", data: "# nothing\n", want: "f.yaml: empty"},
		{name: "no mapping", data: "- a\n", want: "f.yaml:1:1: a rule is a mapping: write key: value"},
		{name: "two documents", data: "a: b\n---\nc: d\n", want: "f.yaml: contains 2 YAML documents: write one per file"},
		{name: "syntax", data: "title: [a\n", want: "f.yaml:1:8: unclosed bracket"},
		{name: "key twice", data: "title: a\ntitle: b\n", want: `f.yaml:2:1: "title" twice`},
		{name: "id", id: "user/My Rule", data: head + "when: {program: p}\n", want: `f.yaml: "user/My Rule" is not a rule id: name packs and files with lower-case letters, digits and -`},
		{name: "missing keys", data: "say: s\n", want: "f.yaml:1:1: a rule needs title\nf.yaml:1:1: a rule needs risk\nf.yaml:1:1: a rule needs when"},
		{name: "key misspelt", data: head + "wehn: {program: p}\nwhen: {program: p}\n", want: `f.yaml:3:1: unknown key "wehn" in a rule: did you mean when?`},
		{name: "key unlike any", data: head + "colour: red\nwhen: {program: p}\n", want: `f.yaml:3:1: unknown key "colour" in a rule: one of title, say, why, mitigation, cases, instead, risk, when, facts, surface, once, tell, undo, examples`},
		{name: "value missing", data: head + "why:\nwhen: {program: p}\n", want: "f.yaml:3:1: why has no value"},
		{name: "risk", data: "title: t\nrisk: hihg\nwhen: {program: p}\n", want: `f.yaml:2:7: unknown risk "hihg": did you mean high?`},
		{name: "safe rule", data: "title: t\nrisk: safe\nwhen: {program: p}\n", want: "f.yaml:2:7: a rule of risk safe finds nothing"},
		{name: "title with period", data: "title: t.\nrisk: low\nwhen: {program: p}\n", want: "f.yaml:1:8: a title ends without a period"},
		{name: "title of two lines", data: "title: |\n  a\n  b\nrisk: low\nwhen: {program: p}\n", want: "f.yaml:1:8: expected one line"},
		{name: "control character", data: head + "why: \"a\\e[31m\"\nwhen: {program: p}\n", want: "f.yaml:3:6: control characters are not allowed in shown text"},
		{name: "empty when", data: head + "when: {}\n", want: "f.yaml:3:7: when needs a condition"},
		{name: "unknown condition", data: head + "when: {progam: p}\n", want: `f.yaml:3:8: unknown key "progam" in when: did you mean program?`},
		{name: "nested condition", data: head + "when:\n  any:\n    - {efect: delete}\n", want: `f.yaml:5:8: unknown key "efect" in when: did you mean effect?`},
		{name: "effect", data: head + "when: {effect: delte}\n", want: `f.yaml:3:16: unknown effect "delte": did you mean delete?`},
		{name: "path class", data: head + "when:\n  path: [home, projct]\n", want: `f.yaml:4:16: unknown path class "projct": did you mean project?`},
		{name: "provenance", data: head + "when: {from: internet}\n", want: `f.yaml:3:14: unknown provenance "internet": one of network, decoded, secret, env, written, unknown, stdin, encoded, history, data, itself, plain, changes`},
		{name: "place", data: head + "when: {where: remot}\n", want: `f.yaml:3:15: unknown place "remot": did you mean remote?`},
		{name: "problem", data: head + "when: {problem: forkbomb}\n", want: `f.yaml:3:17: unknown problem "forkbomb": did you mean fork-bomb?`},
		{name: "not a boolean", data: head + "when: {program: p, recursive: yes}\n", want: "f.yaml:3:31: expected true or false"},
		{name: "not a number", data: head + "when: {program: p, min: one}\n", want: "f.yaml:3:25: expected a number from 1 to 99"},
		{name: "path for program", data: head + "when: {program: /bin/rm}\n", want: `f.yaml:3:17: "/bin/rm" is not a program name: write only its base name`},
		{name: "bare tilde", data: head + "when: {operand: [~]}\n", want: "f.yaml:3:18: ~ is not valid in YAML: put it in quotes"},
		{name: "mapping for text", data: head + "when: {program: {a: b}}\n", want: "f.yaml:3:17: expected text"},
		{name: "empty list", data: head + "when: {program: []}\n", want: "f.yaml:3:17: empty list: leave the key out"},
		{name: "text twice", data: head + "when: {program: [p, p]}\n", want: `f.yaml:3:21: "p" twice`},
		{name: "regex", data: head + "when: {regex: 'a('}\n", want: "f.yaml:3:15: pattern \"a(\": error parsing regexp: missing closing ): `a(`"},
		{name: "fact", data: head + "when: {program: p}\nfacts: [{if: tree.dirtty, risk: low}]\n", want: `f.yaml:4:14: unknown fact "tree.dirtty": did you mean tree.dirty?`},
		{name: "fact without risk", data: head + "when: {program: p}\nfacts: [{if: tree.dirty}]\n", want: "f.yaml:4:9: a fact needs risk"},
		{name: "placeholder", data: head + "say: rm of {taget}\nwhen: {program: p}\n", want: "f.yaml:3:6: unknown placeholder {taget}: did you mean target?"},
		{name: "placeholder of instead", data: head + "instead: ['mv {operand} x']\nwhen: {program: p}\n", want: "f.yaml:3:11: unknown placeholder {operand}: did you mean {operands}?"},
		{name: "surface", data: head + "surface: {imgae: low}\nwhen: {program: p}\n", want: `f.yaml:3:11: unknown key "imgae" in surface: did you mean image?`},
		{name: "proof by halves", data: head + "when: {program: p}\nexamples: {hit: p}\n", want: "f.yaml:4:11: a rule's proof needs miss"},
		{name: "hit and miss", data: head + "when: {program: p}\nexamples: {hit: p, miss: p}\n", want: `f.yaml:1:1: "p" is both a hit and a miss`},
		{name: "alias", data: "title: &t a\nrisk: low\nwhen: {program: *t}\n", want: "f.yaml:1:8: anchors, aliases, tags and merges are not supported"},
		{name: "long word", data: head + "when: {effect: " + strings.Repeat("x", 500) + "}\n", want: "f.yaml:3:16: unknown effect \"" + strings.Repeat("x", 40) + "…\"" + allEffects},
		{name: "too large", data: head + "#" + strings.Repeat("x", maxFile), want: "f.yaml: 65556 bytes, more than a rule file may have (65536)"},
		{name: "too many lines", data: "why: |\n" + strings.Repeat("\n", maxLines), want: "f.yaml: 2002 lines, more than a rule file may have (2000)"},
		{name: "flow nested too deep", data: "a: " + strings.Repeat("[", 5000), want: "f.yaml:1:202: nested too deeply"},
		{name: "sequences nested too deep", data: strings.Repeat("- ", 5000) + "a", want: "f.yaml:1:400: nested too deeply"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			id := tc.id
			if id == "" {
				id = "user/x"
			}
			got, err := ParseRule(id, "f.yaml", []byte(tc.data))
			if diff := cmp.Diff(tc.want, text(err)); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if got != nil {
				t.Errorf("a rule in spite of errors: %+v", got)
			}
		})
	}
}

func TestCommandErrors(t *testing.T) {
	const head = "program: p\ntype: Git\n"
	for _, tc := range []struct{ name, data, want string }{
		{"missing keys", "depth: 1\n", "f.yaml:1:1: a command model needs program\nf.yaml:1:1: a command model needs type"},
		{"type", "program: p\ntype: git\n", `f.yaml:2:7: unknown command type "git": did you mean Git?`},
		{"style", head + "style: posx\n", `f.yaml:3:8: unknown style "posx": did you mean posix?`},
		{"role", head + "options: [-c= @pyton]\n", `f.yaml:3:11: option "-c= @pyton": unknown role "@pyton": did you mean python?`},
		{"role of a file", head + "options: [-c= @file:shel]\n", `f.yaml:3:11: option "-c= @file:shel": unknown role "@file:shel": did you mean shell?`},
		{"effect as role", head + "options: [-o= @overwrite]\n", `f.yaml:3:11: option "-o= @overwrite": @overwrite is an effect: write a verb with do: overwrite and on: flag:-x`},
		{"role without value", head + "options: ['-c @shell']\n", `f.yaml:3:11: option "-c @shell": a role without a value: put =, ? or .. behind a spelling`},
		{"two arities", head + "options: [-c= --code?]\n", `f.yaml:3:11: option "-c= --code?": two arities`},
		{"role first", head + "options: ['@shell -c=']\n", `f.yaml:3:11: option "@shell -c=": spellings come first, then @role and strip:PREFIX`},
		{"strip without role", head + "options: ['-c= strip:a']\n", `f.yaml:3:11: option "-c= strip:a": strip without a role`},
		{"option twice", head + "options: [-a --all, -a]\n", `f.yaml:3:21: option "-a" is listed before`},
		{"nested", head + "nested: [arg]\n", `f.yaml:3:10: unknown way to nest "arg": did you mean argv?`},
		{"setting without keys", head + "settings: [{do: run}]\n", "f.yaml:3:12: settings needs keys"},
		{"programs of what is not run", head + "settings: [{keys: [a.b], programs: [cat], do: run}]\n", "f.yaml:3:12: strip, lead and programs without run: true"},
		{"nested without as", head + "nested: [{skip: 1}]\n", "f.yaml:3:10: nested needs as"},
		{"verb without effect", head + "verbs: [{any: -f}]\n", "f.yaml:3:9: a verb needs do, effects or type"},
		{"verb of another program", head + "verbs: [{program: q, do: delete}]\n", `f.yaml:3:19: "q" is none of the names of the program: did you mean p?`},
		{"verb without do", head + "verbs: [{on: operands}]\n", "f.yaml:3:9: a verb needs do beside on, recursive, force, what, scale and source"},
		{"effect without do", head + "verbs: [{effects: [{on: operands}]}]\n", "f.yaml:3:20: an effect needs do"},
		{"effect", head + "verbs: [{do: wipe}]\n", `f.yaml:3:14: unknown effect "wipe"` + allEffects},
		{"target", head + "verbs: [{do: delete, on: operand}]\n", `f.yaml:3:26: unknown target "operand": did you mean operands?`},
		{"target of no option", head + "verbs: [{do: delete, on: flag:-o}]\n", `f.yaml:3:26: no option "-o" with a value: write it as "-o=" in options`},
		{"sub without depth", head + "verbs: [{sub: rm, do: delete}]\n", "f.yaml:1:1: sub without depth: say how many leading operands are subcommand words"},
		{"trait", head + "traits: [viewr]\n", `f.yaml:3:10: unknown trait "viewr": did you mean viewer?`},
		{"traits of another program", head + "traits: [{program: q, is: noise}]\n", `f.yaml:3:20: "q" is none of the names of the program: did you mean p?`},
		{"traits of all in a row", head + "traits: [{is: noise}]\n", "f.yaml:3:10: a row without program or sub: write its words without is"},
		{"output", head + "output: {prints: argument}\n", `f.yaml:3:18: unknown output "argument": did you mean arguments?`},
		{"nothing said", "program: p\n", "f.yaml:1:1: a command model needs type"},
		{"min above max", head + "verbs: [{do: delete, min: 2, max: 1}]\n", "f.yaml:3:9: min above max"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := ParseCommand("f.yaml", []byte(tc.data))
			if diff := cmp.Diff(tc.want, text(err)); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
			if got != nil {
				t.Errorf("a model in spite of errors: %+v", got)
			}
		})
	}
}

func TestErrorsAreBounded(t *testing.T) {
	data := "title: t\nrisk: low\nwhen: {program: p}\n"
	for i := range 100 {
		data += "x" + strings.Repeat("y", i) + ": z\n"
	}
	_, err := ParseRule("user/x", "f.yaml", []byte(data))
	if got := len(Errors(err)); got != maxTexts+1 {
		t.Errorf("%d errors, want %d", got, maxTexts+1)
	}
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"rule.yaml", "command.yaml"} {
		f.Add(readFile(f, name))
	}
	for _, s := range []string{"", "a: &a [*a]", "? - - -", "- - - [{", "!!map {a: b}", "<<: {a: b}", "a: |\n", "%YAML 1.2\n---\n", "title: \"\\x00\"", "a:\n\t- b"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := ParseRule("user/x", "f.yaml", data)
		if (r == nil) == (err == nil) {
			t.Errorf("rule %v and error %v", r, err)
		}
		c, err := ParseCommand("f.yaml", data)
		if (c == nil) == (err == nil) {
			t.Errorf("model %v and error %v", c, err)
		}
		if err != nil && len(Errors(err)) == 0 {
			t.Errorf("an error without a place: %v", err)
		}
	})
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// allEffects is what is said of a word that is none of them, nor nearly.
const allEffects = ": one of delete, overwrite, append, fill, edit, read, move, link, format, discard, rewrite, push, bypass, run, send, fetch, listen, mode, owner, service, power, kill, user, firewall, kernel, persist, install, remove, publish, drop, destroy, prune, privilege, escape, secret, cover, guard, pay, message, presume, suspect, revise"
