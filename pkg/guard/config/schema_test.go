package config

import (
	"encoding/json"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/xeipuuv/gojsonschema"
)

// TestSchemaAndLoadAgree: what the schema takes is read without a problem, and
// the slips that it shows are problems.
func TestSchemaAndLoadAgree(t *testing.T) {
	tests := []struct {
		name, text string
		ok         bool
	}{
		{"a level", "safety_level: strict\n", true},
		{"a switch", "inject_context: off\nremind_at_stop: true\n", true},
		{"groups", "policy: {high: ask}\nstore: {max_age: 90, path: /var/x.db}\n", true},
		{"lists", "blocked_patterns: [terraform destroy, 'glob:npm publish*']\nlint_exclude: vendor/\n", true},
		{"a list without items", "allowed_patterns:\n", true},
		{"mappings", "packs: {docker: off, git: true}\ntypes: {Deploy: [kamal, cap]}\nlint_ignore: {git/clean: scripts/}\n", true},
		{"wrappers", "wrappers: [with-env, {program: limit, options: [-n=], skip: 1}]\n", true},
		{"one wrapper", "wrappers: {program: limit}\n", true},
		{"numbers", "max_command_length: 100\nmax_latency_ms: 1000\n", true},
		{"unknown key", "safty_level: strict\n", false},
		{"unknown key of a group", "policy: {hihg: ask}\n", false},
		{"unknown word", "unattended: sometimes\n", false},
		{"a number below its least", "max_command_length: 99\n", false},
		{"a number above its most", "max_latency_ms: 1001\n", false},
		{"a word for a number", "store: {max_age: long}\n", false},
		{"a list for a word", "safety_level: [strict]\n", false},
		{"a list for a mapping", "packs: [docker]\n", false},
		{"neither on nor off", "packs: {docker: maybe}\n", false},
		{"unknown key of a wrapper", "wrappers: [{program: x, skp: 1}]\n", false},
	}
	s, err := gojsonschema.NewSchema(gojsonschema.NewGoLoader(NewSchema()))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := placesWith(t, tt.text)
			if _, problems := Load(Sources{Places: p}); (len(problems) == 0) != tt.ok {
				t.Errorf("Load: %v", problems)
			}
			var v any
			if err := yaml.Unmarshal([]byte(tt.text), &v); err != nil {
				t.Fatal(err)
			}
			data, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Validate(gojsonschema.NewBytesLoader(data))
			if err != nil {
				t.Fatal(err)
			}
			if got.Valid() != tt.ok {
				t.Errorf("the schema: %v", got.Errors())
			}
		})
	}
}

// TestSchemaHasEveryKey: each is there with its words or bounds, which are those
// that are read.
func TestSchemaHasEveryKey(t *testing.T) {
	for i, k := range Keys() {
		s := k.schema(i)
		if i >= int(scalarKeys) {
			if k.shape == nil {
				t.Errorf("%s has no shape", k.Name)
			}
			continue
		}
		words, _ := s["enum"].([]string)
		least, number := s["minimum"].(int)
		if share, ok := s["minimum"].(float64); ok {
			for text, ok := range map[string]bool{"-0.01": false, k.show(int(100 * share)): true, "1": true, "1.01": false, "a": false} {
				if _, err := k.parse(text); (err == nil) != ok {
					t.Errorf("%s: %s: %v, which the schema does not say", k.Name, text, err)
				}
			}
			continue
		}
		if k.Kind != kindSwitch && len(words) == 0 && !number {
			t.Errorf("%s: %q gives neither words nor bounds", k.Name, k.Kind)
		}
		if number {
			most := s["maximum"].(int)
			for n, ok := range map[int]bool{least - 1: false, least: true, most: true, most + 1: false} {
				if _, err := k.parse(k.show(n)); (err == nil) != ok {
					t.Errorf("%s: %d: %v, which the schema does not say", k.Name, n, err)
				}
			}
		}
	}
}
