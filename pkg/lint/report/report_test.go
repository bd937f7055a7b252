package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/xeipuuv/gojsonschema"

	"github.com/ctxhook/ctxhook/pkg/base/policy"
	"github.com/ctxhook/ctxhook/pkg/base/redact"
	"github.com/ctxhook/ctxhook/pkg/guard/rule"
	"github.com/ctxhook/ctxhook/pkg/lint"
)

var update = flag.Bool("u", false, "write the golden files anew")

// findings returns one of each risk, and what formats may stumble over: a path
// with signs of every syntax, a finding over lines, wide characters, controls.
func findings() []lint.Finding {
	wide := &rule.Rule{
		ID: "filesystem/delete-wide", Title: "deletes more than was meant", Risk: policy.Critical,
		Why: "What a wide pattern deletes cannot be had back.", Mitigation: "Name what is to be deleted.",
	}
	network := &rule.Rule{
		ID: "remote-code/pipe-to-shell", Title: "runs what the network sends", Risk: policy.High,
		Why: "Nobody has read it.",
	}
	sudo := &rule.Rule{ID: "privilege/sudo", Title: "gains the rights of root", Risk: policy.Low, Why: "It may do anything."}
	return []lint.Finding{
		{
			Path: "scripts/clean.sh", Start: lint.Position{Line: 3, Column: 3, Byte: 3}, End: lint.Position{Line: 3, Column: 12, Byte: 12},
			Rule: wide, Risk: policy.Critical, Message: redact.Clean("deletes ~/ with all below"),
			Instead: []redact.Text{redact.Clean("trash-put ~/")}, Fingerprint: "1111",
			Source: lint.Source{Text: redact.Clean("  rm -rf ~/ # all"), From: 2, To: 11},
		},
		{
			Path: "scripts/clean.sh", Start: lint.Position{Line: 9, Column: 8, Byte: 12}, End: lint.Position{Line: 10, Column: 5, Byte: 5},
			Rule: network, Risk: policy.High, Message: redact.Clean("runs https://example.com/x"), Fingerprint: "2222",
			Source: lint.Source{Text: redact.Clean("echo 漢字 | curl https://example.com/x |\n  sh"), From: 7, To: 43},
		},
		{
			Path: "::ci, 100%/<a&b>\"\x01/ü.yml", Start: lint.Position{Line: 1, Column: 1, Byte: 1}, End: lint.Position{Line: 1, Column: 5, Byte: 5},
			Rule: sudo, Risk: policy.Medium, Message: redact.Clean("100% <sudo> & \"more\"\n::warning::next"),
			Where: "jobs.build.steps[2].run", Fingerprint: "3333",
			Source: lint.Source{Text: redact.Clean("sudo \x1b[2Jrm"), From: 0, To: 4},
		},
		{
			Path: "Makefile", Start: lint.Position{Line: 120, Column: 1, Byte: 1}, End: lint.Position{Line: 120, Column: 5, Byte: 5},
			Rule: sudo, Risk: policy.Low, Message: redact.Clean("gains the rights of root"), Fingerprint: "4444",
		},
	}
}

func summary(list []lint.Finding) *lint.Summary {
	s := &lint.Summary{Files: 5, Unknown: 1, Pieces: 7, Suppressed: lint.Suppression{Inline: 1, Config: 2, Baseline: 3, Old: 4}}
	for _, f := range list {
		s.Findings++
		s.ByRisk[f.Risk]++
	}
	return s
}

// page is where all rules but one are documented.
func page(id string) string {
	if id == "privilege/sudo" {
		return ""
	}
	return "rules/safety/" + id + ".yaml"
}

func render(t *testing.T, f Format, list []lint.Finding, o Options) string {
	t.Helper()
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	r := f.New(w, o)
	for i := range list {
		r.Finding(&list[i])
	}
	r.End(summary(list))
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestFormats(t *testing.T) {
	for _, f := range Formats() {
		for name, list := range map[string][]lint.Finding{"": findings(), "-clean": nil} {
			t.Run(f.Name+name, func(t *testing.T) {
				got := render(t, f, list, Options{Version: "v1.2.3", Page: page})
				golden := filepath.Join("testdata", f.Name+name+".golden")
				if *update {
					if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(want), got); diff != "" {
					t.Errorf("differs from %s (-want +got), -u writes it anew:\n%s", golden, diff)
				}
				wellFormed(t, f.Name, got)
			})
		}
	}
}

// wellFormed parses what a machine is to read.
func wellFormed(t *testing.T, format, text string) {
	switch format {
	case "json", "sarif", "gitlab", "rdjson":
		if !json.Valid([]byte(text)) {
			t.Error("not JSON")
		}
	case "junit", "checkstyle":
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); err == io.EOF {
				return
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func formatNamed(t *testing.T, name string) Format {
	t.Helper()
	f, ok := ByName(name)
	if !ok {
		t.Fatalf("no format %s", name)
	}
	return f
}

// TestSARIFIsValid holds the report against the official schema, and against
// structs generated from it: a misspelt field would pass the schema.
func TestSARIFIsValid(t *testing.T) {
	for name, list := range map[string][]lint.Finding{"findings": findings(), "clean": nil} {
		t.Run(name, func(t *testing.T) {
			text := render(t, formatNamed(t, "sarif"), list, Options{Version: "v1.2.3"})
			d := json.NewDecoder(strings.NewReader(text))
			d.DisallowUnknownFields()
			report := sarif.NewReport()
			if err := d.Decode(report); err != nil {
				t.Fatal(err)
			}
			validate(t, sarifSchemaText(t), text)
			if len(report.Runs) != 1 || len(report.Runs[0].Results) != len(list) {
				t.Fatalf("runs or results are missing")
			}
			for i, r := range report.Runs[0].Results {
				if got := *report.Runs[0].Tool.Driver.Rules[r.RuleIndex].ID; got != list[i].Rule.ID {
					t.Errorf("result %d: rule %s, want %s", i, got, list[i].Rule.ID)
				}
			}
		})
	}
}

// sarifSchemaText returns the schema as go-sarif ships it, which keeps it to
// itself: its own check sees only what its structs make of a report.
func sarifSchemaText(t *testing.T) string {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(strings.TrimSpace(string(dir)), "pkg", "report", "v210", "sarif", "schema.go")
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err = strconv.Unquote(lit.Value)
		}
		return true
	})
	if err != nil || !strings.Contains(text, "Static Analysis Results Format (SARIF) Version 2.1.0") {
		t.Fatalf("%s holds no schema (%v)", name, err)
	}
	return text
}

func validate(t *testing.T, schema, text string) {
	t.Helper()
	result, err := gojsonschema.Validate(gojsonschema.NewStringLoader(schema), gojsonschema.NewStringLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range result.Errors() {
		t.Error(e)
	}
}

// TestJSONIsAsPublished holds the report against the schema we publish.
func TestJSONIsAsPublished(t *testing.T) {
	schema, err := os.ReadFile("../../../docs/lint.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]lint.Finding{"findings": findings(), "clean": nil} {
		t.Run(name, func(t *testing.T) {
			text := render(t, formatNamed(t, "json"), list, Options{})
			validate(t, string(schema), text)
		})
	}
}

// TestGitHubCommand reads an annotation as the runner does: one line, its
// properties, its message.
func TestGitHubCommand(t *testing.T) {
	text := render(t, formatNamed(t, "github"), findings()[2:3], Options{})
	line, rest, _ := strings.Cut(text, "\n")
	if rest != "" {
		t.Errorf("more than one line: %q", rest)
	}
	command, message, _ := strings.Cut(strings.TrimPrefix(line, "::"), "::")
	name, list, _ := strings.Cut(command, " ")
	got := map[string]string{"": name, "message": unescapeGitHub(message)}
	for _, p := range strings.Split(list, ",") {
		key, value, _ := strings.Cut(p, "=")
		got[key] = unescapeGitHub(value)
	}
	want := map[string]string{
		"": "warning", "file": "::ci, 100%/<a&b>\"\x01/ü.yml", "line": "1", "endLine": "1", "col": "1", "endColumn": "5",
		"title": "medium risk: privilege/sudo", "message": "100% <sudo> & \"more\"\n::warning::next",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func unescapeGitHub(s string) string {
	return strings.NewReplacer("%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",", "%25", "%").Replace(s)
}

// TestGitLabFields checks a report field by field, as GitLab documents it.
func TestGitLabFields(t *testing.T) {
	text := render(t, formatNamed(t, "gitlab"), findings()[:1], Options{})
	var got []map[string]any
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{{
		"description": "deletes ~/ with all below", "check_name": "filesystem/delete-wide", "fingerprint": "1111", "severity": "blocker",
		"location": map[string]any{"path": "scripts/clean.sh", "lines": map[string]any{"begin": 3.0, "end": 3.0}},
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestTextIsPainted(t *testing.T) {
	paint := func(tone Tone, s string) string { return string("AcfS"[tone]) + "[" + s + "]" }
	got := render(t, formatNamed(t, "text"), findings()[:1], Options{Paint: paint})
	want := `S[scripts/clean.sh:3:3]: A[critical] filesystem/delete-wide: deletes ~/ with all below
  3 |   A[rm -rf ~/] # all
    |   A[^^^^^^^^^]
  f[advice: ] Name what is to be deleted.
  f[instead:] trash-put ~/
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got:\n%s\nwant it to begin with:\n%s", got, want)
	}
}

func TestSARIFURI(t *testing.T) {
	for path, want := range map[string]string{
		"a/b.sh":      "a/b.sh",
		"C:x y/#1?":   "C%3Ax%20y/%231%3F",
		"ü%.sh":       "%C3%BC%25.sh",
		"../up/x.yml": "../up/x.yml",
	} {
		if got := sarifURI(path); got != want {
			t.Errorf("sarifURI(%q) = %q, want %q", path, got, want)
		}
	}
}
