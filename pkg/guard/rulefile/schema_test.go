package rulefile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/xeipuuv/gojsonschema"
)

func compiled(t *testing.T) *gojsonschema.Schema {
	t.Helper()
	s, err := gojsonschema.NewSchema(gojsonschema.NewGoLoader(NewSchema()))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// valid reports what a schema finds wrong with a YAML text.
func valid(t *testing.T, schema *gojsonschema.Schema, text []byte) []gojsonschema.ResultError {
	t.Helper()
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	got, err := schema.Validate(gojsonschema.NewBytesLoader(data))
	if err != nil {
		t.Fatal(err)
	}
	return got.Errors()
}

// TestSchemaHoldsForAllFiles: what is shipped is what the schema describes.
func TestSchemaHoldsForAllFiles(t *testing.T) {
	s := compiled(t)
	rules, _ := filepath.Glob("../../../rules/safety/*/*.yaml")
	models, _ := filepath.Glob("../../../rules/commands/*.yaml")
	if len(rules) < 100 || len(models) < 100 {
		t.Fatalf("%d rules and %d models", len(rules), len(models))
	}
	for _, path := range append(rules, models...) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range valid(t, s, text) {
			t.Errorf("%s: %v", path, e)
		}
	}
}

// TestSchemaAndReaderAgree: the slips that a schema can show are errors of the
// reader, too.
func TestSchemaAndReaderAgree(t *testing.T) {
	const head = "title: x\nrisk: high\n"
	s := compiled(t)
	tests := []struct {
		name, text string
		ok         bool
	}{
		{"three lines", head + "when: {program: deploy}\n", true},
		{"one text for a list", head + "when: {program: [a, b], sub: x, effect: delete}\n", true},
		{"a condition in a condition", head + "when: {any: [{program: a}, {not: {program: b}}]}\n", true},
		{"an alternative in a row", head + "when: {program: a}\ninstead: [ls, {when: {program: b}, run: ls -l}]\n", true},
		{"a model", "program: deploy\ntype: Custom\noptions: [-t= --to=]\nnested: argv\n", true},
		{"a bare model", "program: deploy\ntraits: read-only\n", true},
		{"no risk", "title: x\nwhen: {program: deploy}\n", false},
		{"unknown key", head + "wen: {program: deploy}\nwhen: {program: a}\n", false},
		{"unknown key of a condition", head + "when: {progam: deploy}\n", false},
		{"unknown risk", "title: x\nrisk: hihg\nwhen: {program: deploy}\n", false},
		{"unknown effect", head + "when: {effect: destory}\n", false},
		{"empty list", head + "when: {program: []}\n", false},
		{"a list for flags", head + "when: {program: a, flags: [--force]}\n", false},
		{"a text for a switch", head + "when: {program: a, recursive: maybe}\n", false},
		{"unknown key of a model", "program: deploy\ntype: Custom\noption: [-x]\n", false},
		{"unknown type of a model", "program: deploy\ntype: Costum\n", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := parse("user/x", "x.yaml", []byte(tt.text))
			if (err == nil) != tt.ok {
				t.Errorf("the reader: %v", err)
			}
			if problems := valid(t, s, []byte(tt.text)); (len(problems) == 0) != tt.ok {
				t.Errorf("the schema: %v", problems)
			}
		})
	}
}

// TestSchemaDescribesEveryKey: an editor shows what each key is for, and completes in all
// of a model.
func TestSchemaDescribesEveryKey(t *testing.T) {
	defs := NewSchema()["definitions"].(Schema)
	for name, def := range defs {
		if name == "surface" || name == "wrapper" { // kinds of files, and what users write of their wrappers
			continue
		}
		for key, value := range def.(Schema)["properties"].(Schema) {
			v := value.(Schema)
			if v["description"] == nil {
				t.Errorf("%s.%s is not described: comment on the field in package rule, then go generate ./rules", name, key)
			}
			if len(v) < 2 {
				t.Errorf("%s.%s may be anything", name, key)
			}
		}
	}
}
